// Explanations: the reasons of assigned literals, written as literals only when they are needed.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "remembered_reasons.hpp"
#include "state.hpp"

namespace xlnono {

template <std::size_t R, std::size_t C>
class Explainer {
public:
    // Reasons of lines take longer to write than shorter clauses save.
    static constexpr bool minimizes_recursively = false;

    explicit Explainer(State<R, C>& state) : state_(state), reasons_(state.board.lines()) {}

    // The false literals that, with the cell's own literal, form a clause that implied it, until
    // the next reason is asked for. The cell must not be a decision.
    std::span<const Literal> reason_of(int cell) {
        Variable& variable = state_.trail.variable(cell);
        if (variable.reason.is_clause())
            return state_.clauses.premises(variable.reason.clause(), cell);
        if (variable.explanation == Variable::not_explained) {
            const auto& board = state_.board;
            const int line = variable.reason.line();
            const auto deduction =
                Deduction::of_colour(line, board.length_of(line), board.offset_on(line, cell),
                                     state_.trail.is_true(literal(cell, true)));
            variable.explanation = explain(deduction, variable.position, variable.level, cell);
        }
        return reasons_[variable.explanation];
    }

    // The false literals that leave a line without arrangement, until the next reason is asked for.
    std::span<const Literal> conflict_of(int line) {
        const auto deduction = Deduction::of_conflict(line, state_.board.length_of(line));
        return reasons_[explain(deduction, std::numeric_limits<int>::max(), state_.trail.level(),
                                no_cell)];
    }

    // Free the memory of reasons if it is much. Call at level 0, where nothing needs a reason.
    void forget_many() { reasons_.forget_many(); }

private:
    static constexpr int no_cell = -1;

    // A reason among those remembered, or a new one, for what `write_premises` takes.
    std::int32_t explain(const Deduction& deduction, int before, int level, int implied) {
        state_.relied_on.lines[at(deduction.line)] = true;
        const auto& trail = state_.trail;
        std::int64_t checked = 0;
        const std::int32_t found = reasons_.find(deduction, [&](Literal l) {
            ++checked;
            return trail.is_false(l) && trail.variable(cell_of(l)).position < before;
        });
        state_.spend(checked / 8);
        if (found != RememberedReasons::none) return found;
        return reasons_.add(deduction, [&](std::vector<Literal>& to) {
            write_premises(deduction.line, before, level, implied, to);
        });
    }

    // Write the negations of known cells that leave a line without arrangement: a small set of
    // those assigned before a position of the trail and not at level 0. If `implied` is a cell,
    // it is taken to have the opposite colour. Cells of `level` are dropped first, because each of
    // them would cost the analysis another resolution.
    void write_premises(int line, int before, int level, int implied, std::vector<Literal>& to) {
        state_.spend(state_.board.work_to_explain(line));
        const auto& board = state_.board;
        const auto& trail = state_.trail;
        state_.board.with_line(line, [&](const auto& view) {
            auto cells = view.known;
            auto recent = view.fixed ^ view.fixed, earlier = recent;  // two empty sets
            ((view.known.black | view.known.white) & ~view.fixed).for_each([&](int offset) {
                const int cell = board.cell_on(line, offset);
                const Variable& variable = trail.variable(cell);
                if (cell == implied) {
                    cells.black.clear(offset);
                    cells.white.clear(offset);
                    (trail.is_true(literal(cell, true)) ? cells.white : cells.black).set(offset);
                } else if (variable.position >= before) {
                    cells.black.clear(offset);
                    cells.white.clear(offset);
                } else if (variable.level == level) {
                    recent.set(offset);
                } else {
                    earlier.set(offset);
                }
            });
            view.solver.automaton().drop_premises(cells, recent, earlier, view.fixed, view.scratch);
            const auto premises = recent | earlier;
            (cells.black & premises).for_each([&](int offset) {
                to.push_back(literal(board.cell_on(line, offset), false));
            });
            (cells.white & premises).for_each([&](int offset) {
                to.push_back(literal(board.cell_on(line, offset), true));
            });
        });
    }

    State<R, C>& state_;
    RememberedReasons reasons_;
};

}  // namespace xlnono
