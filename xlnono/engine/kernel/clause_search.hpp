// The search over clauses alone. With lines written as clauses (`write_clauses.hpp`), it learns not
// only what cells are but also where blocks lie.
#pragma once

#include <cstdint>

#include "analyze.hpp"
#include "clause_state.hpp"
#include "decide_most_active.hpp"
#include "exclude.hpp"
#include "propagate_clauses.hpp"
#include "reduce.hpp"
#include "restart.hpp"

namespace xlnono {

class ClauseSearch {
public:
    // The state must have all clauses. Many more learnt ones pay here than among lines, because
    // only clauses connect lines.
    ClauseSearch(ClauseState& state, std::uint64_t seed)
        : state_(state), analyzer_(state), reducer_(state.clauses.count() + 8000, 2000) {
        const auto is_fixed = [&](int variable) { return state.trail.is_assigned(variable); };
        state.heap.fill(state.variables(), seed, is_fixed, [](int) { return 0; });
    }

    enum class End { solution, no_more_solutions, enough_conflicts };

    // Search until there is a solution, or there were so many conflicts.
    End run(std::int64_t conflicts) {
        if (state_.contradiction) return End::no_more_solutions;
        const Trail& trail = state_.trail;
        for (;;) {
            if (const auto clause = propagate_clauses(state_); clause != Conflict::none) {
                ++state_.statistics.conflicts;
                if (trail.level() == 0) return End::no_more_solutions;
                restarts_.learnt(analyzer_.learn_from({.clause = clause}));
                if (state_.statistics.conflicts >= conflicts) return End::enough_conflicts;
                continue;
            }
            if (restarts_.due()) {
                state_.backtrack(0);
                restarts_.restarted();
            }
            if (reducer_.due(state_.clauses)) reducer_.reduce(state_.clauses, state_.trail);
            if (static_cast<int>(trail.size()) == state_.variables()) return End::solution;
            decide_most_active(state_);
        }
    }

    // Exclude the solution that was found. False if it was the last one.
    bool exclude_solution() {
        state_.phases.decide_for_rarer_colour(state_.trail);
        return exclude_assignment(state_);
    }

private:
    ClauseState& state_;
    Analyzer<ClauseState, ClauseExplainer> analyzer_;
    Reducer reducer_;
    GlueRestarts restarts_;
};

}  // namespace xlnono
