// One line, settled by itself: cells as numbers, as Python passes them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "line.hpp"

namespace xlnono {

// The black and the white cells; nothing if no arrangement fits.
using SettledCells = std::optional<std::tuple<std::vector<int>, std::vector<int>>>;

// Settle a line with sets of N words. The given cells must be on the line.
template <std::size_t N>
SettledCells settle_line(const std::vector<int>& clue, int length, const std::vector<int>& black,
                         const std::vector<int>& white) {
    Cells<N> cells;
    for (const int cell : black) cells.black.set(cell);
    for (const int cell : white) cells.white.set(cell);
    Scratch<N> scratch(length);
    const Line<N> line(std::span<const int>(clue), length);
    if (!line.settle(cells, scratch)) return {};
    std::vector<int> now_black, now_white;
    cells.black.for_each([&](int cell) { now_black.push_back(cell); });
    cells.white.for_each([&](int cell) { now_white.push_back(cell); });
    return {{now_black, now_white}};
}

}  // namespace xlnono
