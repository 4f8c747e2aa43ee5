// Stretches of neighbouring cells in a set.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "../bitset.hpp"
#include "per_block.hpp"

namespace xlnono::ladder {

// The cells from `first` up to before `end`.
struct Run {
    int first, end;

    int length() const { return end - first; }
    friend bool operator==(const Run&, const Run&) = default;
};

// Call for each word that has cells from `first` up to before `end`, with those cells: most stretches
// are within a word or two, and a set can have hundreds.
template <class Visit>
constexpr void for_each_word(int first, int end, Visit visit) {
    constexpr std::uint64_t every = ~std::uint64_t{0};
    if (first < 0) first = 0;
    if (end <= first) return;
    const auto from = static_cast<std::size_t>(first) / 64;
    const auto last = static_cast<std::size_t>(end - 1) / 64;
    const std::uint64_t head = every << (first % 64), tail = every >> (63 - (end - 1) % 64);
    if (from == last) return visit(from, head & tail);
    visit(from, head);
    for (std::size_t k = from + 1; k < last; ++k) visit(k, every);
    visit(last, tail);
}

template <std::size_t N>
constexpr void add_between(Bitset<N>& cells, int first, int end) {
    for_each_word(first, end, [&](std::size_t k, std::uint64_t word) { cells.word[k] |= word; });
}

template <std::size_t N>
constexpr void drop_between(Bitset<N>& cells, int first, int end) {
    for_each_word(first, end, [&](std::size_t k, std::uint64_t word) { cells.word[k] &= ~word; });
}

template <std::size_t N>
constexpr bool any_between(const Bitset<N>& cells, int first, int end) {
    std::uint64_t found = 0;
    for_each_word(first, end,
                  [&](std::size_t k, std::uint64_t word) { found |= cells.word[k] & word; });
    return found != 0;
}

// The set of cells from `first` up to before `end`; empty if there are none.
template <std::size_t N>
constexpr Bitset<N> between(int first, int end) {
    Bitset<N> out;
    add_between(out, first, end);
    return out;
}

// How many neighbouring cells are in a set, from `first` on. The last cell of the set must be free.
template <std::size_t N>
constexpr int run_length(const Bitset<N>& cells, int first) {
    std::size_t k = static_cast<std::size_t>(first) / 64;
    const std::uint64_t below = (std::uint64_t{1} << (first % 64)) - 1;
    std::uint64_t absent = ~(cells.word[k] | below);
    while (absent == 0) absent = ~cells.word[++k];
    return static_cast<int>(64 * k) + std::countr_zero(absent) - first;
}

template <std::size_t N>
PerBlock<Run, N> runs_of(const Bitset<N>& cells) {
    PerBlock<Run, N> out;
    int first = -1;
    (cells ^ cells << 1).for_each([&](int edge) {
        if (first >= 0) out.push_back({first, edge});
        first = first < 0 ? edge : -1;
    });
    return out;
}

}  // namespace xlnono::ladder
