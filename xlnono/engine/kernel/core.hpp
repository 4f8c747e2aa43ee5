// Contradiction cores: lines that have no common picture, whatever the clues of all others are.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "explain.hpp"
#include "propagate.hpp"
#include "state.hpp"

namespace xlnono {

// Walks the trail of level 0 backwards, from a conflict through the reasons of its literals.
template <std::size_t R, std::size_t C>
class CoreFinder {
public:
    explicit CoreFinder(State<R, C>& state)
        : state_(state), lines_(state.relied_on.lines), needed_(state.relied_on.cells) {}

    // The core of a conflict that propagation alone has found, before any decision. Only there
    // does the explainer drop premises at level 0.
    std::vector<int> of_propagation(Conflict conflict) {
        Explainer<R, C> explainer(state_);
        lines_[at(conflict.line)] = true;
        need(explainer.conflict_of(conflict.line));
        walk(false, [&](int cell, Reason reason) {
            lines_[at(reason.line())] = true;
            need(explainer.reason_of(cell));
        });
        return core();
    }

    // The core of a search that found no picture. Lines rely on all their cells at level 0.
    std::vector<int> of_search(Conflict conflict) {
        if (conflict.line != Conflict::none) lines_[at(conflict.line)] = true;
        if (conflict.clause != Conflict::none) need(state_.clauses[conflict.clause]);
        walk(true, [&](int, Reason reason) {
            if (reason.is_clause())
                need(state_.clauses[reason.clause()]);
            else
                lines_[at(reason.line())] = true;
        });
        return core();
    }

private:
    void need(std::span<const Literal> literals) {
        for (const Literal l : literals) needed_[at(cell_of(l))] = true;
    }

    // Call for each needed cell that follows from others, the latest first. With `whole_lines`, all
    // cells on the lines of the core are needed.
    template <class Follow>
    void walk(bool whole_lines, Follow follow) {
        const auto& trail = state_.trail;
        const auto& board = state_.board;
        for (auto position = trail.size(); position-- > 0;) {
            const int cell = cell_of(trail[position]);
            const Reason reason = trail.variable(cell).reason;
            if (reason.is_none()) continue;
            if (needed_[at(cell)] ||
                (whole_lines && (lines_[at(board.row_of(cell))] ||
                                 lines_[at(board.height() + board.column_of(cell))])))
                follow(cell, reason);
        }
    }

    std::vector<int> core() const {
        std::vector<int> out;
        for (int line = 0; line < state_.board.lines(); ++line)
            if (lines_[at(line)]) out.push_back(line);
        return out;
    }

    State<R, C>& state_;
    std::vector<char> lines_;   // by line: whether it is in the core
    std::vector<char> needed_;  // by cell
};

}  // namespace xlnono
