// The ladder: the techniques that work on a line, the simplest for a person first.
#pragma once

#include <cstddef>

#include "matrix_techniques.hpp"
#include "simple_techniques.hpp"

namespace xlnono::ladder {

// In the order of `Technique` in xlnono/model/steps.py.
enum class Technique {
    overlap,
    finished_line,
    wall_reach,
    run_closed,
    joined_runs,
    gap_too_small,
    out_of_reach,
    block_order,
    runs_matched,
    black_one_owner,
    black_moves_bounds,
    white_one_reach,
    white_moves_bounds,
    white_several_reaches,
    short_blocks,
    black_several_owners,
    complete_line,
};

constexpr int last_rung = static_cast<int>(Technique::complete_line);

// What the technique shows on a line that some arrangement fits. It shows nothing if it finds that
// none does.
template <std::size_t N>
Finding<N> apply(Technique technique, const KnownLine<N>& line) {
    line.spend();
    if (line.clue.empty()) {
        Finding<N> out;
        if (technique == Technique::overlap) out.white = line.every;
        return out;
    }
    if (technique == Technique::finished_line) return finished_line(line);
    if (technique == Technique::complete_line) return complete_line(line);
    if (!line.possible) return {};
    switch (technique) {
        case Technique::overlap: return overlap(line);
        case Technique::wall_reach: return wall_reach(line);
        case Technique::run_closed: return run_closed(line);
        case Technique::joined_runs: return joined_runs(line);
        case Technique::gap_too_small: return gap_too_small(line);
        case Technique::out_of_reach: return out_of_reach(line);
        case Technique::block_order: return block_order(line);
        case Technique::runs_matched: return runs_matched(line);
        case Technique::black_one_owner: return black_one_owner(line);
        case Technique::black_moves_bounds: return black_moves_bounds(line);
        case Technique::white_one_reach: return white_one_reach(line);
        case Technique::white_moves_bounds: return white_moves_bounds(line);
        case Technique::white_several_reaches: return white_several_reaches(line);
        case Technique::short_blocks: return short_blocks(line);
        case Technique::black_several_owners: return black_several_owners(line);
        default: return {};
    }
}

// The first rung, from `from` to `to`, on which a technique fixes a cell, and those cells; none
// on the rung behind `to`.
template <std::size_t N>
struct Climbed {
    int rung;
    Bitset<N> black, white;

    bool moves() const { return black.any() || white.any(); }
};

template <std::size_t N>
Climbed<N> climb(const KnownLine<N>& line, int from, int to) {
    for (int rung = from; rung <= to; ++rung) {
        const Finding<N> finding = apply(static_cast<Technique>(rung), line);
        const Climbed<N> climbed{rung, finding.black & ~line.black, finding.white & ~line.white};
        if (climbed.moves()) return climbed;
    }
    return {to + 1, {}, {}};
}

}  // namespace xlnono::ladder
