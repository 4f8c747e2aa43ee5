// Deciding on the variable that recent conflicts involved most.
#pragma once

#include "literal.hpp"

namespace xlnono {

// Assign the most active unassigned variable at a new level. There must be one.
template <class State>
void decide_most_active(State& state) {
    int variable = state.heap.pop();
    while (state.trail.is_assigned(variable)) variable = state.heap.pop();
    ++state.statistics.decisions;
    state.decide(literal(variable, state.phases.prefers_black(variable)));
}

}  // namespace xlnono
