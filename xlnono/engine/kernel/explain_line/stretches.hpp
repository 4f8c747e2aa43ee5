// Stretches of neighbouring cells in a set.
#pragma once

#include <cstddef>

#include "../bitset.hpp"
#include "per_block.hpp"

namespace xlnono::ladder {

// The cells from `first` up to before `end`.
struct Run {
    int first, end;

    int length() const { return end - first; }
    friend bool operator==(const Run&, const Run&) = default;
};

// The set of cells from `first` up to before `end`; empty if there are none.
template <std::size_t N>
constexpr Bitset<N> between(int first, int end) {
    if (first < 0) first = 0;
    if (end <= first) return {};
    return Bitset<N>::ones(end) & ~Bitset<N>::ones(first);
}

// How many neighbouring cells are in a set, from `first` on.
template <std::size_t N>
constexpr int run_length(const Bitset<N>& cells, int first) {
    return (~(cells >> first)).first();
}

template <std::size_t N>
PerBlock<Run, N> runs_of(const Bitset<N>& cells) {
    PerBlock<Run, N> out;
    for (Bitset<N> edges = cells ^ cells << 1; edges.any();) {
        const int first = edges.pop_first();
        out.push_back({first, edges.pop_first()});
    }
    return out;
}

}  // namespace xlnono::ladder
