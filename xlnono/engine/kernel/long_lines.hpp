// What the Python module needs for lines of more than `longest_explained` cells. It is compiled by
// itself, because so many words take the compiler long.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "settle_line.hpp"
#include "solver.hpp"

namespace xlnono {

// A solver for a puzzle with such lines.
std::unique_ptr<Solver> make_long_solver(const std::vector<std::vector<int>>& rows,
                                         const std::vector<std::vector<int>>& columns,
                                         std::uint64_t seed);

// The result of `settle_line` for such a line.
SettledCells settle_long_line(const std::vector<int>& clue, int length,
                              const std::vector<int>& black, const std::vector<int>& white);

}  // namespace xlnono
