// What the search over lines knows, written as clauses for the search over clauses.
#pragma once

#include <cstdint>
#include <span>

#include "clause_state.hpp"
#include "order_encoding.hpp"
#include "state.hpp"

namespace xlnono {

// The variables that the order encodings of all lines need; those of free lines are not written.
template <std::size_t R, std::size_t C>
std::int64_t encoding_variables(State<R, C>& state) {
    std::int64_t sum = 0;
    for (int line = 0; line < state.board.lines(); ++line) {
        if (state.queue.is_excluded(line)) continue;
        sum += state.board.with_line(line, [](const auto& view) {
            return static_cast<std::int64_t>(view.solver.blocks().size()) * view.solver.slack();
        });
    }
    return sum;
}

// Write the assigned cells, the clauses of all lines, and the best learnt clauses, among them those
// that exclude solutions. Call at level 0.
template <std::size_t R, std::size_t C>
void write_clauses(State<R, C>& state, ClauseState& to) {
    const auto add = [&to](std::span<const Literal> clause) { to.add(clause); };
    for (const Literal l : state.trail.literals()) add({&l, 1});
    auto& board = state.board;
    int variable = board.cells();
    for (int line = 0; line < board.lines(); ++line) {
        if (state.queue.is_excluded(line)) continue;
        const auto cell = [&](int offset) { return board.cell_on(line, offset); };
        const int written = board.with_line(line, [&](const auto& view) {
            const auto& solver = view.solver;
            const OrderEncoding encoding(solver.blocks(), solver.slack(), variable);
            encoding.write(solver.length(), cell, add);
            return encoding.variables();
        });
        variable += written;
        state.spend(written);
    }
    for (const ClauseRef ref : state.clauses.refs())
        if (state.clauses.glue(ref) <= ClauseDatabase::core_glue) add(state.clauses[ref]);
}

}  // namespace xlnono
