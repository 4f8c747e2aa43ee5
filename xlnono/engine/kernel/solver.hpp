// What the search offers to the Python module, whatever the size of the puzzle.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "literal.hpp"

namespace xlnono {

// A set of cells, listed for each row and then again for each column: one bit a cell, least
// significant first, padded to whole bytes.
using PackedCells = std::vector<std::uint8_t>;

struct Statistics {
    std::int64_t conflicts = 0, decisions = 0, settled_lines = 0;
};

struct Result {
    std::vector<PackedCells> solutions;  // the black cells of each
    PackedCells black, white;            // the cells that have this colour in every solution
    bool finished = false;               // there are no other solutions
    int contradiction = -1;              // a line without arrangement, found without any decision
    Statistics statistics;
};

// A colour of a cell that leads to a conflict by propagating lines alone, and in which round.
struct FailedLiteral {
    int cell;
    bool black;
    int round;
};

struct FailedLiterals {
    std::vector<FailedLiteral> found;
    bool open = false;      // more rounds may find more
    bool finished = false;  // before time was up
};

struct Statement;  // in proof.hpp

class Solver {
public:
    virtual ~Solver() = default;
    // Ignore the clue of a line. Call before adding givens.
    virtual void free_line(int line) = 0;
    virtual void add_given(int cell, bool black) = 0;

    // Only one of these can be called, and only once.
    virtual Result decide(const Limits& limits, const Watcher& watcher) = 0;
    // What follows from the lines alone, as the black and white cells of the result.
    virtual Result follow_lines(const Limits& limits, const Watcher& watcher) = 0;
    virtual FailedLiterals failed_literals(int rounds, const Limits& limits,
                                           const Watcher& watcher) = 0;

    // Prove that these cells have these colours, if at level 0 lines alone do not say so: the
    // statements that follow if one of them differs, up to a contradiction. Empty if nothing was
    // proved within the limits.
    virtual std::vector<Statement> prove(const std::vector<Literal>& cells, const Limits& limits,
                                         const Watcher& watcher) = 0;

    // Lines that have no common picture, in ascending order; none if a picture was found, or
    // nothing was proved within the limits.
    virtual std::vector<int> contradiction_core(const Limits& limits, const Watcher& watcher) = 0;
};

}  // namespace xlnono
