// The deduction with which a visit of a line begins or continues.
#pragma once

#include <algorithm>
#include <iterator>
#include <numeric>

#include "deduce.hpp"

namespace xlnono::ladder {

// The last rung of each group of techniques that work on a line, easiest group first.
constexpr int last_of_groups[] = {static_cast<int>(Technique::runs_matched),
                                  static_cast<int>(Technique::black_several_owners),
                                  static_cast<int>(Technique::complete_line)};

// Whether the places of its blocks show no black cells but these and known ones.
template <std::size_t N>
bool tells_all(const Deduction<N>& done, const KnownLine<N>& line) {
    const Bitset<N> black = done.black | line.black;
    for (const auto& [block, parts] : done.blocks) {
        const int length = line.clue[at(block)];
        const Bitset<N> always =
            between<N>(parts.back().end - length, parts.front().first + length);
        if ((always & ~black).any()) return false;
    }
    return true;
}

// Add all cells that the places of its blocks show. The places avoid the white cells of the board,
// so they can show more cells than the technique.
template <std::size_t N>
void show_all(Deduction<N>& done, const KnownLine<N>& line) {
    Bitset<N> black, white;
    for (const auto& [block, parts] : done.blocks) {
        const int first = parts.front().first, end = parts.back().end;
        const int length = line.clue[at(block)];
        black = black | between<N>(end - length, first + length);
        if (end - length > first) continue;
        if (first > 0) white.set(first - 1);
        if (end < line.length) white.set(end);
    }
    const Bitset<N> known = line.black | line.white | done.black | done.white;
    done.black = done.black | (black & ~known);
    done.white = done.white | (white & ~known);
}

// The simplest deduction, unless another one of its group reads better; see `first_deduction` in
// xlnono/engine/explain/deductions.py. `climbed` is what the simplest technique fixes.
template <std::size_t N>
Deduction<N> first_deduction(const KnownLine<N>& line, const Climbed<N>& climbed) {
    const Cells<N> cells{climbed.black, climbed.white};
    const int total = std::accumulate(line.clue.begin(), line.clue.end(), 0);
    if (total > 0 && line.black.count() == total)
        return deduce(Technique::finished_line, line, cells);
    const auto simplest = static_cast<Technique>(climbed.rung);
    if ((simplest == Technique::overlap || simplest == Technique::wall_reach) &&
        cells.black.any()) {
        const Bitset<N> gaps = apply(Technique::gap_too_small, line).white & ~line.white;
        if (gaps.any()) return deduce(Technique::gap_too_small, line, {{}, gaps});
    }
    Deduction<N> first = deduce(simplest, line, cells);
    if (tells_all(first, line)) return first;
    const int last =
        *std::lower_bound(std::begin(last_of_groups), std::end(last_of_groups), climbed.rung);
    for (int rung = climbed.rung + 1; rung <= last; ++rung) {
        const auto technique = static_cast<Technique>(rung);
        const Finding<N> finding = apply(technique, line);
        const Cells<N> shown{finding.black & ~line.black, finding.white & ~line.white};
        if (!shown.black.any()) continue;
        if (auto other = deduce(technique, line, shown); tells_all(other, line)) return other;
    }
    return first;
}

}  // namespace xlnono::ladder
