// Literals: one Boolean variable for each cell, true if the cell is black.
#pragma once

#include <cstddef>
#include <cstdint>

namespace xlnono {

// Literal 2v says that cell v is black, 2v + 1 that it is white.
using Literal = std::int32_t;

constexpr Literal literal(int cell, bool black) { return 2 * cell + (black ? 0 : 1); }
constexpr int cell_of(Literal l) { return l >> 1; }
constexpr bool is_black(Literal l) { return (l & 1) == 0; }
constexpr Literal negated(Literal l) { return l ^ 1; }

// A cell, a literal, a line or a level as an index into a vector.
constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace xlnono
