// Conflict analysis: learn a clause that prevents a conflict from being repeated.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "proof.hpp"
#include "propagate_clauses.hpp"

namespace xlnono {

// `State` is that of the search, and `Explainer` gives the reasons of its literals.
template <class State, class Explainer>
class Analyzer {
public:
    explicit Analyzer(State& state)
        : state_(state),
          explainer_(state),
          seen_(at(state.variables()), false),
          level_stamps_(at(state.variables()) + 1) {}

    // Learn the clause of the first unique implication point, backtrack to the level at which it
    // implies a literal, and assign that literal. Returns the glue of the clause. Call above level
    // 0.
    int learn_from(Conflict conflict) {
        if (recorder_ != nullptr) {
            recorder_->learn_fixed(state_.trail);
            recorder_->conflict(conflict);
        }
        derive_clause(conflict);
        minimize();
        if (recorder_ != nullptr) recorder_->learn(learnt_);
        if (learnt_.size() == 1) {
            state_.backtrack(0);
            state_.assign(learnt_[0], Reason::none());
            return 1;
        }
        // The second watch must be the literal that is unassigned next.
        const auto second =
            std::max_element(learnt_.begin() + 1, learnt_.end(),
                             [this](Literal a, Literal b) { return level_of(a) < level_of(b); });
        std::iter_swap(learnt_.begin() + 1, second);
        const int glue = glue_of(learnt_);
        state_.backtrack(level_of(learnt_[1]));
        const ClauseRef learnt = state_.clauses.add(learnt_, glue);
        if (recorder_ != nullptr) recorder_->refer_to_last(learnt);
        state_.assign(learnt_[0], Reason::of_clause(learnt));
        return glue;
    }

    // Record each learnt clause with its reasons.
    void record(ProofRecorder& recorder) { recorder_ = &recorder; }

    // Free the memory of reasons if it is much. Call at level 0.
    void forget_many_reasons() { explainer_.forget_many(); }

private:
    int level_of(Literal l) const { return state_.trail.variable(cell_of(l)).level; }

    // Resolve the conflict with the reasons of its literals, the latest first, until a single
    // literal of the current level is left: the first unique implication point. Its negation
    // comes first in the clause.
    void derive_clause(Conflict conflict) {
        const auto& trail = state_.trail;
        auto clause = literals_of(conflict);
        learnt_.assign(1, 0);
        int unresolved = 0;  // literals of the current level
        std::size_t position = trail.size();
        Literal pivot;
        for (;;) {
            state_.spend(static_cast<std::int64_t>(clause.size()));
            for (const Literal l : clause) {
                const int cell = cell_of(l);
                if (seen_[at(cell)]) continue;
                if (level_of(l) == 0) {
                    state_.rely_on_fixed(cell);
                    continue;
                }
                seen_[at(cell)] = true;
                state_.heap.bump(cell);
                if (level_of(l) == trail.level())
                    ++unresolved;
                else
                    learnt_.push_back(l);
            }
            do pivot = trail[--position];
            while (!seen_[at(cell_of(pivot))]);
            seen_[at(cell_of(pivot))] = false;
            if (--unresolved == 0) break;
            rely_on(cell_of(pivot));
            clause = reason_of(cell_of(pivot));
        }
        learnt_[0] = negated(pivot);
        state_.heap.decay();
    }

    // Remove the literals that the rest of the learnt clause implies. (Soerensson and Biere,
    // "Minimizing Learned Clauses", 2009.)
    void minimize() {
        to_clear_.assign(learnt_.begin() + 1, learnt_.end());
        if constexpr (Explainer::minimizes_recursively) glue_of(learnt_);  // stamps its levels
        learnt_.erase(std::remove_if(learnt_.begin() + 1, learnt_.end(),
                                     [this](Literal l) { return is_redundant(l); }),
                      learnt_.end());
        for (const Literal l : to_clear_) seen_[at(cell_of(l))] = false;
    }

    bool is_redundant(Literal l) {
        if constexpr (Explainer::minimizes_recursively)
            return is_recursively_redundant(l);
        else
            return is_locally_redundant(l);
    }

    // Whether the reason of a literal is in the clause, but for what is known at level 0.
    bool is_locally_redundant(Literal l) {
        const int cell = cell_of(l);
        if (state_.trail.variable(cell).reason.is_none()) return false;
        const auto reason = reason_of(cell);
        state_.spend(static_cast<std::int64_t>(reason.size()));
        for (const Literal premise : reason) {
            if (seen_[at(cell_of(premise))]) continue;
            if (level_of(premise) != 0) return false;
            state_.rely_on_fixed(cell_of(premise));
        }
        rely_on(cell);
        return true;
    }

    // The same, but premises that are not in the clause may be redundant in turn.
    bool is_recursively_redundant(Literal l) {
        const std::size_t before = to_clear_.size();
        open_.assign(1, l);
        while (!open_.empty()) {
            const int variable = cell_of(open_.back());
            open_.pop_back();
            if (state_.trail.variable(variable).reason.is_none()) return forget_since(before);
            // Not `reason_of`, which would stamp other levels.
            const auto reason = explainer_.reason_of(variable);
            state_.spend(static_cast<std::int64_t>(reason.size()));
            for (const Literal premise : reason) {
                if (seen_[at(cell_of(premise))] || level_of(premise) == 0) continue;
                // On a level that is not in the clause, the reasons end in a decision.
                if (level_stamps_[at(level_of(premise))] != stamp_) return forget_since(before);
                seen_[at(cell_of(premise))] = true;
                to_clear_.push_back(premise);
                open_.push_back(premise);
            }
        }
        return true;
    }

    bool forget_since(std::size_t before) {
        for (std::size_t k = before; k < to_clear_.size(); ++k)
            seen_[at(cell_of(to_clear_[k]))] = false;
        to_clear_.resize(before);
        return false;
    }

    void rely_on(int cell) {
        if (recorder_ == nullptr) return;
        const Variable& variable = state_.trail.variable(cell);
        recorder_->rely_on(variable.reason, variable.position);
    }

    std::span<const Literal> literals_of(Conflict conflict) {
        if (conflict.line != Conflict::none) return explainer_.conflict_of(conflict.line);
        update_glue(conflict.clause);
        return state_.clauses[conflict.clause];
    }

    std::span<const Literal> reason_of(int cell) {
        const auto reason = state_.trail.variable(cell).reason;
        if (reason.is_clause()) update_glue(reason.clause());
        return explainer_.reason_of(cell);
    }

    // A clause that takes part in a conflict may have less glue now than when it was learnt.
    void update_glue(ClauseRef ref) {
        auto& clauses = state_.clauses;
        if (clauses.glue(ref) > ClauseDatabase::core_glue)
            clauses.lower_glue(ref, glue_of(clauses[ref]));
    }

    // The number of levels among the literals of a clause.
    int glue_of(std::span<const Literal> clause) {
        ++stamp_;
        int levels = 0;
        for (const Literal l : clause) {
            auto& stamp = level_stamps_[at(level_of(l))];
            if (stamp != stamp_) {
                stamp = stamp_;
                ++levels;
            }
        }
        return levels;
    }

    State& state_;
    Explainer explainer_;
    std::vector<Literal> learnt_, to_clear_, open_;
    std::vector<char> seen_;                  // by cell
    std::vector<std::int64_t> level_stamps_;  // by level: the last count that included it
    std::int64_t stamp_ = 0;
    ProofRecorder* recorder_ = nullptr;
};

}  // namespace xlnono
