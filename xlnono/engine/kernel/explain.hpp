// Explanations: the reasons of assigned literals, written as literals only when they are needed.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "state.hpp"

namespace xlnono {

template <std::size_t R, std::size_t C>
class Explainer {
public:
    // Reasons of lines take longer to write than shorter clauses save.
    static constexpr bool minimizes_recursively = false;

    explicit Explainer(State<R, C>& state) : state_(state) {}

    // The false literals that, with the cell's own literal, form a clause that implied it. Those
    // of a line are kept until the cell is unassigned or `forget` is called. The cell must not be
    // a decision.
    std::span<const Literal> reason_of(int cell) {
        Variable& variable = state_.trail.variable(cell);
        if (variable.reason.is_clause())
            return state_.clauses.premises(variable.reason.clause(), cell);
        if (variable.explanation == Variable::not_explained) {
            variable.explanation = static_cast<std::int32_t>(reasons_.size());
            reasons_.push_back(0);
            write_premises(variable.reason.line(), variable.position, variable.level, cell,
                           reasons_);
            reasons_[at(variable.explanation)] =
                static_cast<Literal>(reasons_.size() - at(variable.explanation) - 1);
        }
        const auto start = reasons_.begin() + variable.explanation;
        return {start + 1, start + 1 + *start};
    }

    // The false literals that leave a line without arrangement.
    std::span<const Literal> conflict_of(int line) {
        conflict_.clear();
        write_premises(line, std::numeric_limits<int>::max(), state_.trail.level(), no_cell,
                       conflict_);
        return conflict_;
    }

    // Free the memory of all reasons. Call at level 0, where nothing needs a reason.
    void forget() { reasons_.clear(); }

private:
    static constexpr int no_cell = -1;

    // Write the negations of known cells that leave a line without arrangement: a small set of
    // those assigned before a position of the trail and not at level 0. If `implied` is a cell,
    // it is taken to have the opposite colour. Cells of `level` are dropped first, because each of
    // them would cost the analysis another resolution.
    void write_premises(int line, int before, int level, int implied, std::vector<Literal>& to) {
        state_.spend(state_.board.work_to_explain(line));
        state_.relied_on.lines[at(line)] = true;
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
    std::vector<Literal> reasons_;  // each preceded by its length
    std::vector<Literal> conflict_;
};

}  // namespace xlnono
