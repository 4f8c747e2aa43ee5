// What a technique shows on a line, and where the blocks that show it lie.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "known_line.hpp"
#include "patterns.hpp"

namespace xlnono::ladder {

// Where blocks can lie: anywhere between their bounds, or at some starts only.
template <std::size_t N>
struct Places {
    using Set = Bitset<N>;

    Places() = default;
    explicit Places(const Bounds<N>& bounds) : bounds(bounds) {}
    explicit Places(const Patterns<N>& patterns)
        : bounds(patterns.extent()), starts_(patterns.starts()) {}

    bool known() const { return !bounds.low.empty(); }

    Set starts(std::size_t j) const {
        return starts_.empty() ? between<N>(bounds.low[j], bounds.high[j] + 1) : starts_[j];
    }

    // The starts of a block from which it covers no white cell.
    Set starts(const KnownLine<N>& line, std::size_t j) const {
        return starts(j) & run_starts(line.every & ~line.white, line.clue[j]);
    }

    Bounds<N> bounds;  // the first and the last start of each block

private:
    PerBlock<Set, N> starts_;
};

template <std::size_t N>
struct Finding {
    using Set = Bitset<N>;
    using Line = KnownLine<N>;

    Set black, white;  // known cells among them
    Places<N> places;
    std::vector<int> outermost;  // the only blocks it is about, if it knows the places of these

    // The blocks that show these cells: those that always cover a black one, those next to a white
    // one on either side, and those with places on both sides of it. In ascending order.
    std::vector<int> about(const Line& line, const Set& for_black, const Set& for_white) const {
        if (!places.known()) return {};
        const int count = static_cast<int>(line.clue.size());
        std::vector<char> is_about(at(count));
        const auto& low = places.bounds.low;
        const auto& high = places.bounds.high;
        const auto last = [&](int j) { return high[at(j)] + line.clue[at(j)] - 1; };
        for (int j = 0; j < count; ++j) {
            is_about[at(j)] =
                any_between(for_black, high[at(j)], low[at(j)] + line.clue[at(j)]) ||
                any_between(for_white, low[at(j)], last(j) + 1);
        }
        if (!outermost.empty()) {
            std::vector<int> out;
            for (const int j : outermost) {
                const bool held = low[at(j)] == high[at(j)];
                const Set beside = held ? line.sides({low[at(j)], last(j) + 1}) : Set();
                if (is_about[at(j)] || (for_white & beside).any()) out.push_back(j);
            }
            return out;
        }
        for_white.for_each([&](int cell) {
            line.spend();
            for (int j = count; j-- > 0;)
                if (last(j) < cell) {
                    is_about[at(j)] = true;
                    break;
                }
            for (int j = 0; j < count; ++j)
                if (low[at(j)] > cell) {
                    is_about[at(j)] = true;
                    break;
                }
        });
        std::vector<int> out;
        for (int j = 0; j < count; ++j)
            if (is_about[at(j)]) out.push_back(j);
        return out;
    }
};

}  // namespace xlnono::ladder
