// Bounds: the leftmost and the rightmost start that each block of a line can still have.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "per_block.hpp"
#include "stretches.hpp"

namespace xlnono::ladder {

inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

template <std::size_t N>
struct Bounds {
    PerBlock<int, N> low, high;

    Bounds() = default;

    // Those on an empty line.
    Bounds(std::span<const int> clue, int length) {
        int start = 0;
        for (const int block : clue) {
            low.push_back(start);
            start += block + 1;
        }
        const int slack = length + 1 - start;
        for (const int first : low) high.push_back(first + slack);
    }

    // A block covers a run. False if it then has no start left.
    [[nodiscard]] bool hold(std::span<const int> clue, std::size_t block, Run run) {
        low[block] = std::max(low[block], run.end - clue[block]);
        high[block] = std::min(high[block], run.first);
        return low[block] <= high[block];
    }

    // Compare the bounds of neighbours: one block and a white cell lie between them. False if a
    // block then has no start left.
    [[nodiscard]] bool put_in_order(std::span<const int> clue) {
        const std::size_t count = clue.size();
        for (std::size_t j = 1; j < count; ++j)
            low[j] = std::max(low[j], low[j - 1] + clue[j - 1] + 1);
        for (std::size_t j = count; j-- > 1;)
            high[j - 1] = std::min(high[j - 1], high[j] - clue[j - 1] - 1);
        for (std::size_t j = 0; j < count; ++j)
            if (low[j] > high[j]) return false;
        return true;
    }
};

}  // namespace xlnono::ladder
