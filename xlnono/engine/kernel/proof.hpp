// The clauses that the search learns, recorded so that others can check them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "propagate_clauses.hpp"
#include "trail.hpp"

namespace xlnono {

// At least one of the literals is true: if all were false, following the reasons in their order
// would lead to a contradiction. A reason is a line, or -1 - k for the statement k.
struct Statement {
    std::vector<Literal> literals;
    std::vector<std::int32_t> reasons;
};

// Cells known at level 0 need no reason if they follow from lines: the check of the statements
// follows all lines whenever a statement has a single literal.
class ProofRecorder {
public:
    // The first statement is the one that is supposed.
    void suppose(std::vector<Literal> literals, ClauseRef ref) {
        statements_.push_back({std::move(literals), {}});
        number_of_[ref] = 0;
    }

    // A reason that the next statement relies on, for a literal at some position of the trail.
    void rely_on(Reason reason, int position) {
        if (!reason.is_none()) relied_on_.emplace_back(position, code(reason));
    }

    void conflict(Conflict conflict) {
        conflict_ = conflict.line != Conflict::none ? conflict.line
                                                    : code(Reason::of_clause(conflict.clause));
    }

    // The statement of a learnt clause; those of one literal have no reference.
    void learn(const std::vector<Literal>& literals) {
        std::sort(relied_on_.begin(), relied_on_.end());
        Statement statement{literals, {}};
        for (const auto& [position, reason] : relied_on_) statement.reasons.push_back(reason);
        statement.reasons.push_back(conflict_);
        statements_.push_back(std::move(statement));
        relied_on_.clear();
    }
    void refer_to_last(ClauseRef ref) {
        number_of_[ref] = static_cast<std::int32_t>(statements_.size()) - 1;
    }

    // Record the literals at level 0 that follow from clauses.
    void learn_fixed(const Trail& trail) {
        const auto fixed = trail.fixed();
        for (const Literal l : fixed.subspan(fixed_)) {
            const Reason reason = trail.variable(cell_of(l)).reason;
            if (reason.is_clause()) statements_.push_back({{l}, {code(reason)}});
        }
        fixed_ = fixed.size();
    }

    const std::vector<Statement>& statements() const { return statements_; }

private:
    std::int32_t code(Reason reason) const {
        return reason.is_clause() ? -1 - number_of_.at(reason.clause()) : reason.line();
    }

    std::vector<Statement> statements_;
    std::unordered_map<ClauseRef, std::int32_t> number_of_;
    std::vector<std::pair<int, std::int32_t>> relied_on_;
    std::int32_t conflict_ = 0;
    std::size_t fixed_ = 0;  // how much of the trail at level 0 has been recorded
};

}  // namespace xlnono
