// The known cells that a deduction needs.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "known_line.hpp"

namespace xlnono::ladder {

// The known cells that the facts about some deduced cells need: as long as the facts stay the same,
// stretches of known cells of one colour are dropped, several at once and then one by one, and the
// others are cut down to their cell nearest to the deduced cells.
template <std::size_t N, class Facts>
Bitset<N> least_evidence(const KnownLine<N>& line, const Bitset<N>& question, Facts facts) {
    using Set = Bitset<N>;
    const auto goal = facts(line);
    Set evidence = line.black | line.white;
    const int first = question.first(), last = question.last();
    std::vector<Run> known(line.runs.begin(), line.runs.end());
    const auto whites = runs_of(line.white);
    known.insert(known.end(), whites.begin(), whites.end());
    const auto distance = [&](const Run& run) {
        return std::min(std::abs(run.first - last), std::abs(run.end - 1 - first));
    };
    std::stable_sort(known.begin(), known.end(), [&](const Run& a, const Run& b) {
        return distance(a) > distance(b);
    });
    const auto suffices = [&](const Set& cells) {
        line.spend();
        return facts(line.only(cells)) == goal;
    };
    for (std::size_t size = known.size(); size > 0; size /= 2)
        for (std::size_t place = 0; place < known.size();) {
            const std::size_t end = std::min(place + size, known.size());
            Set fewer = evidence;
            for (std::size_t k = place; k < end; ++k)
                drop_between(fewer, known[k].first, known[k].end);
            if (suffices(fewer)) {
                evidence = fewer;
                const auto from = known.begin() + static_cast<std::ptrdiff_t>(place);
                known.erase(from, from + static_cast<std::ptrdiff_t>(end - place));
            } else {
                place += size;
            }
        }
    for (const Run run : known) {
        if (run.length() == 1) continue;
        Set fewer = evidence;
        drop_between(fewer, run.first, run.end);
        fewer.set(run.first > first ? run.first : run.end - 1);
        if (suffices(fewer)) evidence = fewer;
    }
    return evidence;
}

}  // namespace xlnono::ladder
