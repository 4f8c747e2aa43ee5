// Propagation of clauses: assign every literal that a clause implies. `State` keeps a trail and
// clauses, as `state.hpp` or `clause_state.hpp` do.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "clauses.hpp"
#include "trail.hpp"

namespace xlnono {

// A line without arrangement, or a clause without a literal that can be true.
struct Conflict {
    static constexpr std::int32_t none = -1;

    int line = none;
    ClauseRef clause = none;

    explicit operator bool() const { return line != none || clause != none; }
};

// Drop all watches but the first `kept`. (`resize` could also grow, which makes it slower.)
inline void keep_first(std::vector<Watch>& watches, std::size_t kept) {
    watches.erase(watches.begin() + static_cast<std::ptrdiff_t>(kept), watches.end());
}

// Watch a literal that is not false instead of the second one. False if there is none.
template <class State>
bool watch_another(State& state, ClauseRef ref, std::span<Literal> clause) {
    for (std::size_t other = 2; other < clause.size(); ++other) {
        if (state.trail.is_false(clause[other])) continue;
        std::swap(clause[1], clause[other]);
        state.clauses.watch(negated(clause[1]), {ref, clause[0], false});
        return true;
    }
    return false;
}

// The clause in conflict, or `Conflict::none`.
template <class State>
ClauseRef propagate_clauses(State& state) {
    auto& trail = state.trail;
    auto& clauses = state.clauses;
    if (clauses.count() == 0) return Conflict::none;
    while (trail.has_unpropagated()) {
        const Literal assigned = trail.next_unpropagated();
        auto& watches = clauses.watches(assigned);
        auto work = static_cast<std::int64_t>(watches.size());
        std::size_t kept = 0;
        for (std::size_t k = 0; k < watches.size(); ++k) {
            const auto watch = watches[k];
            if (trail.is_true(watch.blocker())) {
                watches[kept++] = watch;
                continue;
            }
            if (watch.is_binary() && !trail.is_false(watch.blocker())) {
                watches[kept++] = watch;
                state.assign(watch.blocker(), Reason::of_clause(watch.clause()));
                continue;
            }
            const ClauseRef ref = watch.clause();
            auto clause = clauses[ref];
            work += static_cast<std::int64_t>(clause.size()) / 8;
            if (clause[0] == negated(assigned)) std::swap(clause[0], clause[1]);
            if (clause[0] != watch.blocker() && trail.is_true(clause[0])) {
                watches[kept++] = {ref, clause[0], watch.is_binary()};
                continue;
            }
            if (watch_another(state, ref, clause)) continue;
            watches[kept++] = {ref, clause[0], watch.is_binary()};
            if (trail.is_false(clause[0])) {
                for (++k; k < watches.size(); ++k) watches[kept++] = watches[k];
                keep_first(watches, kept);
                return ref;
            }
            state.assign(clause[0], Reason::of_clause(ref));
        }
        keep_first(watches, kept);
        state.spend(work);
    }
    return Conflict::none;
}

}  // namespace xlnono
