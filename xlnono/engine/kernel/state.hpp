// The state of the search that all its parts share.
#pragma once

#include <cstdint>
#include <vector>

#include "board.hpp"
#include "budget.hpp"
#include "clauses.hpp"
#include "decision_heap.hpp"
#include "line_queue.hpp"
#include "phases.hpp"
#include "trail.hpp"

namespace xlnono {

// What conflict analysis relied on: the lines that explained a literal, and the cells
// left out of clauses because they were known at level 0.
struct ReliedOn {
    std::vector<char> lines, cells;
};

// Assigning and backtracking keep the trail, the lines, the queue, the phases and the heap in step.
template <std::size_t R, std::size_t C>
struct State {
    using Clues = typename Board<R, C>::Clues;

    Board<R, C> board;
    Trail trail;
    LineQueue queue;  // lines to settle
    ClauseDatabase clauses;
    DecisionHeap heap{0.9};
    Phases phases;
    Budget budget;
    ReliedOn relied_on;
    Statistics statistics;

    State(const Clues& rows, const Clues& columns)
        : board(rows, columns),
          trail(board.cells()),
          queue(at(board.lines())),
          clauses(board.cells()),
          phases(board.cells()),
          relied_on{std::vector<char>(at(board.lines())), std::vector<char>(at(board.cells()))} {
        for (const int line : board.lines_to_start_with()) queue.push(line);
    }

    int variables() const { return board.cells(); }
    void rely_on_fixed(int cell) { relied_on.cells[at(cell)] = true; }

    // Count some work; throw OutOfTime if time is up.
    void spend(std::int64_t work) {
        if (budget.due(work)) budget.look(static_cast<int>(trail.size()), statistics.conflicts);
    }

    // Assign a literal and enqueue both lines of its cell, except the line that it follows from.
    void assign(Literal l, Reason reason) {
        const int cell = cell_of(l), row = board.row_of(cell), column = board.column_of(cell);
        trail.push(l, reason);
        board.set(row, column, is_black(l));
        const int row_line = row, column_line = board.height() + column;
        if (reason.line() != row_line) queue.push(row_line);
        if (reason.line() != column_line) queue.push(column_line);
    }

    void decide(Literal l) {
        trail.open_level();
        assign(l, Reason::none());
    }

    void backtrack(int to_level) {
        if (trail.level() <= to_level) return;
        const auto unassigned = trail.backtrack(to_level, [this](Literal l) {
            const int cell = cell_of(l);
            board.clear(board.row_of(cell), board.column_of(cell), is_black(l));
            phases.save(cell, is_black(l));
            heap.reinsert(cell);
        });
        // Assigning and unassigning a cell takes longer than a word operation.
        budget.add(4 * unassigned);
        // Every line was settled before the decision, so every line is settled again.
        queue.clear();
    }
};

}  // namespace xlnono
