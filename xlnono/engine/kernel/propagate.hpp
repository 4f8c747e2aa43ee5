// Propagation: assign every literal that a clause or a line implies, until nothing is left to
// propagate or there is a conflict.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "state.hpp"

namespace xlnono {

// A line without arrangement, or a clause without a literal that can be true.
struct Conflict {
    static constexpr std::int32_t none = -1;

    int line = none;
    ClauseRef clause = none;

    explicit operator bool() const { return line != none || clause != none; }
};

template <std::size_t R, std::size_t C>
class Propagator {
public:
    explicit Propagator(State<R, C>& state) : state_(state) {}

    // Clauses are propagated to a fixpoint before any line, because they are cheaper.
    Conflict propagate() {
        for (;;) {
            if (const ClauseRef clause = propagate_clauses(); clause != Conflict::none)
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
    // The clause in conflict, or `Conflict::none`.
    ClauseRef propagate_clauses() {
        auto& trail = state_.trail;
        auto& clauses = state_.clauses;
        if (clauses.count() == 0) return Conflict::none;
        while (trail.has_unpropagated()) {
            const Literal assigned = trail.next_unpropagated();
            auto& watches = clauses.watches(assigned);
            auto work = static_cast<std::int64_t>(watches.size());
            std::size_t kept = 0;
            for (std::size_t k = 0; k < watches.size(); ++k) {
                const auto watch = watches[k];
                if (trail.is_true(watch.blocker)) {
                    watches[kept++] = watch;
                    continue;
                }
                auto clause = clauses[watch.clause];
                work += static_cast<std::int64_t>(clause.size()) / 8;
                if (clause[0] == negated(assigned)) std::swap(clause[0], clause[1]);
                if (clause[0] != watch.blocker && trail.is_true(clause[0])) {
                    watches[kept++] = {watch.clause, clause[0]};
                    continue;
                }
                if (watch_another(watch.clause, clause)) continue;
                watches[kept++] = {watch.clause, clause[0]};
                if (trail.is_false(clause[0])) {
                    for (++k; k < watches.size(); ++k) watches[kept++] = watches[k];
                    cut(watches, kept);
                    return watch.clause;
                }
                state_.assign(clause[0], Reason::of_clause(watch.clause));
            }
            cut(watches, kept);
            state_.spend(work);
        }
        return Conflict::none;
    }

    // Drop all watches but the first `kept`. (`resize` could also grow, which makes it slower.)
    static void cut(std::vector<Watch>& watches, std::size_t kept) {
        watches.erase(watches.begin() + static_cast<std::ptrdiff_t>(kept), watches.end());
    }

    // Watch a literal that is not false instead of the second one. False if there is none.
    bool watch_another(ClauseRef ref, std::span<Literal> clause) {
        for (std::size_t other = 2; other < clause.size(); ++other) {
            if (state_.trail.is_false(clause[other])) continue;
            std::swap(clause[1], clause[other]);
            state_.clauses.watch(negated(clause[1]), {ref, clause[0]});
            return true;
        }
        return false;
    }

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
