// Propagation: assign every literal that a clause or a line implies, until nothing is left to
// propagate or there is a conflict.
#pragma once

#include <utility>
#include <vector>

#include "propagate_clauses.hpp"
#include "state.hpp"

namespace xlnono {

template <std::size_t R, std::size_t C>
class Propagator {
public:
    explicit Propagator(State<R, C>& state) : state_(state) {}

    // Clauses are propagated to a fixpoint before any line, because they are cheaper.
    Conflict propagate() {
        for (;;) {
            if (const ClauseRef clause = propagate_clauses(state_); clause != Conflict::none)
                return {.clause = clause};
            if (!state_.queue.any()) return {};
            const int line = state_.queue.pop();
            ++state_.statistics.settled_lines;
            state_.spend(state_.board.work_to_settle(line));
            if (!propagate_line(line)) return {.line = line};
        }
    }

    // Settle all lines in the queue, each from the position before the round. False if there is a
    // conflict: a line has no arrangement, or two lines disagree on a cell.
    bool propagate_round() {
        state_.queue.pop_all(round_lines_);
        implied_.clear();
        for (const int line : round_lines_) {
            state_.spend(state_.board.work_to_settle(line));
            const auto collect = [&](Literal l) { implied_.emplace_back(l, line); };
            if (!settle(line, collect)) return false;
        }
        for (const auto& [l, line] : implied_) {
            if (state_.trail.is_false(l)) return false;
            if (!state_.trail.is_true(l)) state_.assign(l, Reason::of_line(line));
        }
        return true;
    }

private:
    // Assign the cells that all arrangements of a line agree on. False if there is none.
    bool propagate_line(int line) {
        return settle(line, [&](Literal l) { state_.assign(l, Reason::of_line(line)); });
    }

    // Call `implied` for each literal that a line implies. False if it has no arrangement.
    template <class Implied>
    bool settle(int line, Implied implied) {
        return state_.board.with_line(line, [&](const auto& view) {
            auto settled = view.known;
            if (!view.solver.settle(settled, view.scratch)) return false;
            const auto new_black = settled.black & ~view.known.black;
            const auto new_white = settled.white & ~view.known.white;
            const auto literal_on = [&](int offset, bool black) {
                return literal(state_.board.cell_on(line, offset), black);
            };
            new_black.for_each([&](int offset) { implied(literal_on(offset, true)); });
            new_white.for_each([&](int offset) { implied(literal_on(offset, false)); });
            return true;
        });
    }

    State<R, C>& state_;
    std::vector<int> round_lines_;
    std::vector<std::pair<Literal, int>> implied_;  // in this round, with their lines
};

}  // namespace xlnono
