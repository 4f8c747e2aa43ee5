// Clause database reduction: from time to time the less useful half of the clauses is removed.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "clauses.hpp"
#include "trail.hpp"

namespace xlnono {

class Reducer {
public:
    // The first reduction waits for `first_limit` clauses, each later one for `growth` more.
    Reducer(std::size_t first_limit, std::size_t growth)
        : limit_(first_limit), growth_(growth) {}

    bool due(const ClauseDatabase& clauses) const { return clauses.count() >= limit_; }

    void reduce(ClauseDatabase& clauses, Trail& trail) {
        using Move = std::pair<ClauseRef, ClauseRef>;
        std::vector<Move> moves;
        clauses.remove(
            useless_half(clauses, reasons_on(trail)),
            [&](ClauseRef before, ClauseRef after) { moves.emplace_back(before, after); });
        for (const Literal l : trail.literals()) {
            auto& reason = trail.variable(cell_of(l)).reason;
            if (!reason.is_clause()) continue;
            const Move moved =
                *std::lower_bound(moves.begin(), moves.end(), Move{reason.clause(), 0});
            reason = Reason::of_clause(moved.second);
        }
        limit_ += growth_;
    }

private:
    // The clauses that are the reason of an assigned cell, in ascending order.
    static std::vector<ClauseRef> reasons_on(const Trail& trail) {
        std::vector<ClauseRef> reasons;
        for (const Literal l : trail.literals())
            if (const auto reason = trail.variable(cell_of(l)).reason; reason.is_clause())
                reasons.push_back(reason.clause());
        std::sort(reasons.begin(), reasons.end());
        return reasons;
    }

    // Half of the clauses with high glue that are not reasons, those with the highest glue, in
    // ascending order. Among clauses with the same glue, the older ones are removed first.
    static std::vector<ClauseRef> useless_half(const ClauseDatabase& clauses,
                                               const std::vector<ClauseRef>& reasons) {
        std::vector<ClauseRef> candidates;
        for (const ClauseRef ref : clauses.refs())
            if (clauses.glue(ref) > ClauseDatabase::core_glue &&
                !std::binary_search(reasons.begin(), reasons.end(), ref))
                candidates.push_back(ref);
        std::stable_sort(candidates.begin(), candidates.end(), [&](ClauseRef a, ClauseRef b) {
            return clauses.glue(a) > clauses.glue(b);
        });
        candidates.resize(candidates.size() / 2);
        std::sort(candidates.begin(), candidates.end());
        return candidates;
    }

    std::size_t limit_, growth_;
};

}  // namespace xlnono
