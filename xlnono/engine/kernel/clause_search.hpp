// The search over clauses alone. With lines written as clauses (`write_clauses.hpp`), it learns not only
// what cells are but also where blocks lie.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyze.hpp"
#include "clause_state.hpp"
#include "exclude.hpp"
#include "propagate_clauses.hpp"
#include "reduce.hpp"
#include "restart.hpp"

namespace xlnono {

class ClauseSearch {
public:
    // Of the variables, the first are the cells. Conflicts are added to those in `statistics`.
    ClauseSearch(int cells, int variables, std::uint64_t seed, Budget& budget,
                 Statistics& statistics)
        : state_(cells, variables, budget, statistics),
          analyzer_(state_),
          seed_(seed) {}

    ClauseSearch(const ClauseSearch&) = delete;  // the parts refer to the state
    ClauseSearch& operator=(const ClauseSearch&) = delete;

    // Add all clauses before the search begins; a clause of one literal is a fact.
    void add(std::span<const Literal> literals) {
        const Trail& trail = state_.trail;
        std::vector<Literal> open;
        for (const Literal l : literals) {
            if (trail.is_true(l)) return;
            if (!trail.is_false(l)) open.push_back(l);
        }
        if (open.empty())
            contradiction_ = true;
        else if (open.size() == 1)
            state_.assign(open[0], Reason::none());
        else
            state_.clauses.add(open, ClauseDatabase::permanent);
    }

    enum class End { picture, no_more_pictures, enough_conflicts };

    // Search until there is a picture, or there were so many conflicts.
    End run(std::int64_t conflicts) {
        if (contradiction_) return End::no_more_pictures;
        if (state_.heap.empty()) begin();
        const Trail& trail = state_.trail;
        for (;;) {
            if (const auto clause = propagate_clauses(state_); clause != Conflict::none) {
                ++state_.statistics.conflicts;
                if (trail.level() == 0) return End::no_more_pictures;
                restarts_.learnt(analyzer_.learn_from({.clause = clause}));
                if (state_.statistics.conflicts >= conflicts) return End::enough_conflicts;
                continue;
            }
            if (restarts_.due()) {
                state_.backtrack(0);
                restarts_.restarted();
            }
            if (reducer_.due(state_.clauses)) reducer_.reduce(state_.clauses, state_.trail);
            if (static_cast<int>(trail.size()) == state_.variables()) return End::picture;
            decide();
        }
    }

    // Exclude the picture that was found. False if it was the last one.
    bool exclude_picture() {
        state_.phases.decide_for_rarer_colour(state_.trail);
        return exclude_assignment(state_);
    }

    const Trail& trail() const { return state_.trail; }

private:
    void begin() {
        const auto is_fixed = [this](int v) { return state_.trail.is_assigned(v); };
        state_.heap.fill(state_.variables(), seed_, is_fixed, [](int) { return 0; });
        // Many more learnt clauses pay here than among lines, because only clauses connect lines.
        reducer_ = Reducer(state_.clauses.count() + 8000, 2000);
    }

    // Assign the most active unassigned variable at a new level. There must be one.
    void decide() {
        int variable = state_.heap.pop();
        while (state_.trail.is_assigned(variable)) variable = state_.heap.pop();
        ++state_.statistics.decisions;
        state_.decide(literal(variable, state_.phases.prefers_black(variable)));
    }

    ClauseState state_;
    Analyzer<ClauseState, ClauseExplainer> analyzer_;
    Reducer reducer_{0, 0};
    GlueRestarts restarts_;
    std::uint64_t seed_;
    bool contradiction_ = false;  // among the clauses that were added
};

}  // namespace xlnono
