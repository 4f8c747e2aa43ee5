// Excluding an assignment that was found.
#pragma once

#include <vector>

#include "clauses.hpp"
#include "trail.hpp"

namespace xlnono {

// Exclude a complete assignment by the clause of its negated decisions, which imply all the rest,
// and backtrack. False if it has no decisions, so it is the last one.
template <class State>
bool exclude_assignment(State& state) {
    const Trail& trail = state.trail;
    std::vector<Literal> clause;
    for (int level = trail.level(); level > 0; --level)
        clause.push_back(negated(trail[trail.start_of(level)]));
    if (clause.empty()) return false;
    state.backtrack(trail.level() - 1);
    auto reason = Reason::none();
    if (clause.size() > 1)
        reason = Reason::of_clause(state.clauses.add(clause, ClauseDatabase::permanent));
    state.assign(clause[0], reason);
    return true;
}

}  // namespace xlnono
