// The clause database: the clauses of a search, and the literals that watch them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "literal.hpp"

namespace xlnono {

// A clause, as its index in the array that holds all clauses.
using ClauseRef = std::int32_t;

// A watch marks clauses of two literals: they are propagated without looking at the clause itself.
class Watch {
public:
    Watch(ClauseRef clause, Literal blocker, bool is_binary)
        : code_(is_binary ? ~clause : clause), blocker_(blocker) {}

    ClauseRef clause() const { return is_binary() ? ~code_ : code_; }
    bool is_binary() const { return code_ < 0; }
    Literal blocker() const { return blocker_; }  // if it is true, so is the clause

private:
    ClauseRef code_;
    Literal blocker_;
};

class ClauseDatabase {
public:
    explicit ClauseDatabase(int variables) : variables_(at(variables)) {}

    // The glue (LBD) of a clause is the number of decision levels among its literals. Clauses with
    // at most the core glue are never removed; clauses that are not learnt, such as those that
    // exclude a solution, are added with the glue `permanent`.
    static constexpr int core_glue = 2, permanent = 0;

    // Add a clause of at least two literals, watched by the first two.
    ClauseRef add(std::span<const Literal> literals, int glue) {
        if (lists_.empty()) lists_.resize(2 * variables_);
        const auto ref = static_cast<ClauseRef>(store_.size());
        store_.push_back(static_cast<std::int32_t>(literals.size()));
        store_.push_back(glue);
        store_.insert(store_.end(), literals.begin(), literals.end());
        refs_.push_back(ref);
        watch_first_two(ref);
        return ref;
    }

    std::span<Literal> operator[](ClauseRef ref) {
        return {store_.data() + at(ref) + 2, at(store_[at(ref)])};
    }

    // The literals of a clause that are false where it implies a variable. Of two literals, either
    // can be the implied one; otherwise it is the first.
    std::span<const Literal> premises(ClauseRef ref, int implied) {
        const auto clause = (*this)[ref];
        return cell_of(clause[0]) == implied ? clause.subspan(1) : clause.first(1);
    }

    // The watches to visit when a literal becomes true, because its negation is watched.
    std::vector<Watch>& watches(Literal l) { return lists_[at(l)]; }

    void watch(Literal l, Watch watch) { lists_[at(l)].push_back(watch); }

    std::size_t count() const { return refs_.size(); }
    const std::vector<ClauseRef>& refs() const { return refs_; }

    int glue(ClauseRef ref) const { return store_[at(ref) + 1]; }
    void lower_glue(ClauseRef ref, int glue) {
        auto& held = store_[at(ref) + 1];
        if (glue < held) held = glue;
    }

    // Remove clauses, given in ascending order, and close the gaps: `moved(before, after)` is
    // called for each clause that stays.
    template <class Moved>
    void remove(std::span<const ClauseRef> removed, Moved moved) {
        for (auto& list : lists_) list.clear();
        std::vector<std::int32_t> old_store;
        old_store.swap(store_);
        std::vector<ClauseRef> kept;
        auto next = removed.begin();
        for (const ClauseRef ref : refs_) {
            if (next != removed.end() && *next == ref) {
                ++next;
                continue;
            }
            const auto clause = old_store.begin() + ref;
            const auto now = static_cast<ClauseRef>(store_.size());
            store_.insert(store_.end(), clause, clause + 2 + *clause);
            kept.push_back(now);
            moved(ref, now);
            watch_first_two(now);
        }
        refs_.swap(kept);
    }

private:
    void watch_first_two(ClauseRef ref) {
        const Literal first = store_[at(ref) + 2], second = store_[at(ref) + 3];
        const bool is_binary = store_[at(ref)] == 2;
        watch(negated(first), {ref, second, is_binary});
        watch(negated(second), {ref, first, is_binary});
    }

    std::size_t variables_;
    std::vector<std::int32_t> store_;  // for each clause: size, glue, literals
    std::vector<ClauseRef> refs_;
    std::vector<std::vector<Watch>> lists_;  // by literal
};

}  // namespace xlnono
