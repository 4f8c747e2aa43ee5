// Sweeps: all rows and all columns are settled in turn.
#pragma once

#include "position.hpp"

namespace xlnono::ladder {

// How many sweeps until nothing more is found, or until no arrangement fits a line. The last ones,
// which found nothing, do not count.
template <std::size_t N>
int count_sweeps(Position<N>& position, bool rows_first, Budget& budget) {
    int sweeps = 0, last = 0;
    for (bool rows = rows_first; position.unknown() > 0 && position.any_changed(); rows = !rows) {
        ++sweeps;
        const int first = rows ? 0 : position.height();
        const int end = rows ? position.height() : position.lines();
        for (int line = first; line < end; ++line) {
            if (!position.has_changed(line)) continue;
            const auto settled = position.settle(line, budget);
            if (!settled) return sweeps;
            if (settled->black.any() || settled->white.any()) last = sweeps;
            position.fix(line, *settled);
            position.forget_changes(line);
        }
    }
    return last;
}

}  // namespace xlnono::ladder
