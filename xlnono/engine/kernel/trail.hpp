// The trail: the assigned literals in order, grouped into decision levels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clauses.hpp"
#include "literal.hpp"

namespace xlnono {

// Why a literal was assigned: it follows from a clause or from a line, or neither, because it is a
// decision, a given or a fact.
class Reason {
public:
    static constexpr Reason none() { return Reason(-1); }
    static constexpr Reason of_clause(ClauseRef ref) { return Reason(ref); }
    static constexpr Reason of_line(int line) { return Reason(-2 - line); }

    constexpr bool is_none() const { return code_ == -1; }
    constexpr bool is_clause() const { return code_ >= 0; }
    constexpr ClauseRef clause() const { return code_; }
    constexpr int line() const { return -2 - code_; }  // negative if it is not a line

private:
    explicit constexpr Reason(std::int32_t code) : code_(code) {}

    std::int32_t code_;
};

// What is stored for each assigned cell. For the others the values are stale.
struct Variable {
    static constexpr std::int32_t not_explained = -1;

    int level = 0;
    int position = 0;  // on the trail
    Reason reason = Reason::none();
    std::int32_t explanation = not_explained;  // where the explainer keeps the reason's literals
};

class Trail {
public:
    explicit Trail(int cells)
        : variables_(at(cells)), true_(2 * at(cells), false), literals_(at(cells)) {}

    bool is_true(Literal l) const { return true_[at(l)]; }
    bool is_false(Literal l) const { return is_true(negated(l)); }
    bool is_assigned(int cell) const {
        return is_true(literal(cell, true)) || is_true(literal(cell, false));
    }

    Variable& variable(int cell) { return variables_[at(cell)]; }
    const Variable& variable(int cell) const { return variables_[at(cell)]; }

    std::size_t size() const { return size_; }
    Literal operator[](std::size_t position) const { return literals_[position]; }
    std::span<const Literal> literals() const { return {literals_.data(), size_}; }
    // The literals at level 0.
    std::span<const Literal> fixed() const {
        return literals().first(level() == 0 ? size_ : start_of(1));
    }

    // The literals at the last level, which is not 0.
    std::span<const Literal> latest() const { return literals().subspan(start_of(level())); }

    int level() const { return static_cast<int>(level_starts_.size()); }
    // The position of the decision that opened a level, counted from 1.
    std::size_t start_of(int level) const { return at(level_starts_[at(level - 1)]); }

    void open_level() { level_starts_.push_back(static_cast<int>(size_)); }

    void push(Literal l, Reason reason) {
        Variable& variable = variables_[at(cell_of(l))];
        true_[at(l)] = true;
        variable.level = level();
        variable.position = static_cast<int>(size_);
        variable.reason = reason;
        variable.explanation = Variable::not_explained;
        literals_[size_++] = l;
    }

    // Unassign the literals of all higher levels, the latest first. Returns how many.
    template <class Unassigned>
    std::int64_t backtrack(int to_level, Unassigned unassigned) {
        if (level() <= to_level) return 0;
        const std::size_t before = size_, keep = start_of(to_level + 1);
        for (auto position = size_; position-- > keep;) {
            const Literal l = literals_[position];
            true_[at(l)] = false;
            unassigned(l);
        }
        size_ = keep;
        level_starts_.resize(at(to_level));
        propagated_ = keep;
        return static_cast<std::int64_t>(before - keep);
    }

    // The next literal that the clauses have not been checked for.
    bool has_unpropagated() const { return propagated_ < size_; }
    Literal next_unpropagated() { return literals_[propagated_++]; }

private:
    std::vector<Variable> variables_;  // by cell
    std::vector<char> true_;           // by literal
    std::vector<Literal> literals_;    // the first size_ are assigned
    std::size_t size_ = 0;
    std::vector<int> level_starts_;  // positions of the decisions
    std::size_t propagated_ = 0;
};

}  // namespace xlnono
