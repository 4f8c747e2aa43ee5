// Cells of a solution from which lines lead to all others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "follower.hpp"

namespace xlnono::plan {

// A few literals of a solution from which all others follow by lines: at each point the one from
// which most follow, and in the end none that the others make unnecessary. Every line of the
// position must be settled.
template <std::size_t N>
std::vector<Literal> key_cells(const LineSolvers<N>& lines, Position<N>& position,
                               const std::vector<Literal>& solution, Effort& effort) {
    Follower<N> all(lines, position, effort), one(lines, position, effort);
    const auto assume = [](Follower<N>& follower, Literal l) {
        follower.assume(l);
        follower.wait_for_lines_of(cell_of(l));
        follower.follow();
    };
    std::vector<Literal> keys;
    while (position.count() < lines.cells()) {
        Literal best = 0;
        std::size_t most = 0;
        for (const Literal l : solution) {
            if (position.is_known(cell_of(l))) continue;
            assume(one, l);
            if (one.trail().size() > most) {
                most = one.trail().size();
                best = l;
            }
            one.undo();
        }
        assume(all, best);
        keys.push_back(best);
    }
    all.undo();
    for (auto key = keys.begin(); key != keys.end();) {
        for (const Literal l : keys)
            if (l != *key && !position.is_known(cell_of(l))) assume(all, l);
        const bool unnecessary = position.count() == lines.cells();
        all.undo();
        key = unnecessary ? keys.erase(key) : key + 1;
    }
    return keys;
}

}  // namespace xlnono::plan
