// The techniques that drop places of blocks from their pattern matrices.
// xlnono/engine/explain/techniques.py describes them and names their sources.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "finding.hpp"
#include "patterns.hpp"

namespace xlnono::ladder {

template <std::size_t N>
Finding<N> agreed(const Patterns<N>& patterns) {
    const auto [black, white] = patterns.agreement();
    return {black, white, Places<N>(patterns), {}};
}

template <std::size_t N>
[[nodiscard]] bool own_and_move(Patterns<N>& patterns) {
    for (bool moved = true; moved;) {
        moved = false;
        if (!patterns.own_runs() || !patterns.move_bounds(moved)) return false;
    }
    return true;
}

template <std::size_t N>
Finding<N> black_one_owner(const KnownLine<N>& line) {
    if (!line.black.any()) return {};
    Patterns<N> patterns(line);
    if (!patterns.own_runs()) return {};
    return agreed(patterns);
}

template <std::size_t N>
Finding<N> black_moves_bounds(const KnownLine<N>& line) {
    if (!line.black.any()) return {};
    Patterns<N> patterns(line);
    if (!own_and_move(patterns)) return {};
    return agreed(patterns);
}

// The cells that several blocks reach.
template <std::size_t N>
Bitset<N> reached_by_several(const KnownLine<N>& line, const Patterns<N>& patterns) {
    Bitset<N> once, again;
    for (std::size_t j = 0; j < line.clue.size(); ++j) {
        const Bitset<N> cells = patterns.reached(j);
        again = again | (once & cells);
        once = once | cells;
    }
    return again;
}

// Drop the places that cover a white cell which only one block reaches.
template <std::size_t N>
[[nodiscard]] bool drop_single_whites(const KnownLine<N>& line, Patterns<N>& patterns) {
    // Those that none reaches make no difference.
    return patterns.drop_covering(line.white & ~reached_by_several(line, patterns));
}

template <std::size_t N>
Finding<N> white_one_reach(const KnownLine<N>& line) {
    if (!line.white.any()) return {};
    Patterns<N> patterns(line);
    if (!own_and_move(patterns) || !drop_single_whites(line, patterns)) return {};
    return agreed(patterns);
}

template <std::size_t N>
Finding<N> white_moves_bounds(const KnownLine<N>& line) {
    if (!line.white.any()) return {};
    Patterns<N> patterns(line);
    if (!own_and_move(patterns) || !drop_single_whites(line, patterns)) return {};
    for (;;) {
        bool moved = false;
        if (!patterns.move_bounds(moved)) return {};
        if (!moved) return agreed(patterns);
        if (!patterns.own_runs() || !drop_single_whites(line, patterns)) return {};
    }
}

template <std::size_t N>
[[nodiscard]] bool drop_whites(const KnownLine<N>& line, Patterns<N>& patterns) {
    bool moved = false;
    return patterns.drop_covering(line.white) && patterns.move_bounds(moved) &&
           own_and_move(patterns);
}

template <std::size_t N>
Finding<N> white_several_reaches(const KnownLine<N>& line) {
    if (!line.white.any()) return {};
    Patterns<N> patterns(line);
    if (!drop_whites(line, patterns)) return {};
    return agreed(patterns);
}

// The places without those at a white cell and those that end beside a black one; nothing if a
// block has none.
template <std::size_t N>
std::optional<Patterns<N>> without_short_blocks(const KnownLine<N>& line) {
    if (!line.possible) return {};
    Patterns<N> patterns(line);
    if (!patterns.drop_beside(line.black) || !drop_whites(line, patterns)) return {};
    return patterns;
}

template <std::size_t N>
Finding<N> short_blocks(const KnownLine<N>& line) {
    if (!line.black.any()) return {};
    const auto patterns = without_short_blocks(line);
    return patterns ? agreed(*patterns) : Finding<N>();
}

// Call for each block that can own a black cell, with the places of all blocks if it does, as long
// as that returns true.
template <std::size_t N, class Visit>
void for_each_owner_case(const KnownLine<N>& line, const Patterns<N>& patterns, int cell,
                         Visit visit) {
    for (std::size_t j = 0; j < line.clue.size(); ++j) {
        if (!patterns.reached(j).test(cell)) continue;
        Patterns<N> supposed = patterns;
        bool moved = false;
        if (!supposed.hold(j, cell) || !supposed.move_bounds(moved) || !own_and_move(supposed))
            continue;
        if (!visit(static_cast<int>(j), supposed)) return;
    }
}

template <std::size_t N>
Finding<N> black_several_owners(const KnownLine<N>& line) {
    if (!line.black.any()) return {};
    const auto patterns = without_short_blocks(line);
    if (!patterns) return {};
    Cells<N> shown = patterns->agreement();
    bool possible = true;
    (line.black & reached_by_several(line, *patterns)).for_each([&](int cell) {
        line.spend();
        if (!possible) return;
        Cells<N> shared{line.every, line.every};
        bool any_case = false, anything_new = true;
        for_each_owner_case(line, *patterns, cell, [&](int, const Patterns<N>& supposed) {
            any_case = true;
            const Cells<N> now = supposed.agreement();
            shared = {shared.black & now.black, shared.white & now.white};
            anything_new =
                (shared.black & ~shown.black).any() || (shared.white & ~shown.white).any();
            return anything_new;
        });
        if (!anything_new) return;
        possible = any_case;
        shown = {shown.black | shared.black, shown.white | shared.white};
    });
    if (!possible) return {};
    return {shown.black, shown.white, {}, {}};
}

template <std::size_t N>
Finding<N> complete_line(const KnownLine<N>& line) {
    line.spend();
    Cells<N> cells{line.black, line.white};
    Scratch<N> scratch(line.length);
    if ((cells.black & cells.white).any() ||
        !settle_blocks(line.clue, line.length, cells, scratch))
        return {};
    return {cells.black, cells.white, {}, {}};
}

}  // namespace xlnono::ladder
