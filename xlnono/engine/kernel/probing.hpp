// Probing: assign single cells at level 0 to find failed literals, those that lead to a conflict by
// propagation alone. Their negations are facts.
#pragma once

#include <cstdint>
#include <vector>

#include "propagate.hpp"
#include "state.hpp"

namespace xlnono {

template <std::size_t R, std::size_t C>
class Prober {
public:
    Prober(State<R, C>& state, Propagator<R, C>& propagator)
        : state_(state), propagator_(propagator) {}

    bool due() const { return state_.statistics.conflicts >= next_; }

    // Probe both colours of each unassigned cell, until no literal fails any more, and assign the
    // negations of the failed ones. The search meets the same conflicts below other decisions,
    // where it learns clauses instead of facts. A literal that a probe has assigned without a
    // conflict is not probed itself, because it leads to no more than that probe did. Call at level
    // 0.
    Conflict probe() {
        next_ = 2 * state_.statistics.conflicts + interval;
        forget_survivors();
        const int cells = state_.board.cells();
        for (int cell = 0, left = cells; left > 0; cell = (cell + 1) % cells, --left) {
            for (const bool black : {true, false}) {
                if (state_.trail.is_assigned(cell)) break;
                if (!fails(literal(cell, black))) continue;
                left = cells;
                forget_survivors();
                state_.assign(literal(cell, !black), Reason::none());
                if (const Conflict conflict = propagator_.propagate()) return conflict;
            }
        }
        return {};
    }

    // All failed literals whose conflict comes within so many rounds of line propagation, in which
    // every line is settled from the position before the round. Call at level 0, where all lines
    // are settled.
    void collect_failed_literals(int rounds, FailedLiterals& failed) {
        for (int cell = 0; cell < state_.board.cells(); ++cell)
            for (const bool black : {true, false}) {
                state_.spend(1);
                if (state_.trail.is_assigned(cell)) continue;
                state_.decide(literal(cell, black));
                int round = 0;
                bool conflict = false;
                while (!conflict && state_.queue.any() && round < rounds) {
                    ++round;
                    conflict = !propagator_.propagate_round();
                }
                if (conflict) failed.found.push_back({cell, black, round});
                else if (state_.queue.any()) failed.open = true;
                state_.backtrack(0);
            }
    }

private:
    static constexpr std::int64_t first = 50, interval = 200;

    bool fails(Literal l) {
        if (survives_[at(l)]) return false;
        state_.decide(l);
        const Conflict conflict = propagator_.propagate();
        if (!conflict)
            for (const Literal survivor : state_.trail.latest()) survives_[at(survivor)] = true;
        state_.backtrack(0);
        return static_cast<bool>(conflict);
    }

    void forget_survivors() { survives_.assign(2 * at(state_.board.cells()), false); }

    State<R, C>& state_;
    Propagator<R, C>& propagator_;
    std::vector<char> survives_;  // by literal: no conflict since the last fact
    std::int64_t next_ = first;   // after so many conflicts: whenever they have doubled
};

}  // namespace xlnono
