// One line as a person sees it: its clue, what is known of its cells, and what follows at a glance.
#pragma once

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <span>

#include "../budget.hpp"
#include "../line_passes.hpp"
#include "bounds.hpp"
#include "stretches.hpp"

namespace xlnono::ladder {

// The part of a line that is solved from one end: the first `blocks` blocks from that end lie
// within the first `cells` cells and are closed off, so that the others see a wall there.
struct Wall {
    int cells = 0, blocks = 0;
};

// `block(k)` is the k-th block from that end.
template <std::size_t N, class Block>
Wall wall_of(const Cells<N>& known, int length, int count, Block block) {
    Wall wall;
    if (!known.black.test(0) && !known.white.test(0)) return wall;
    int cells = 0, blocks = 0;
    while (cells < length) {
        if (const int whites = run_length(known.white, cells); whites > 0) {
            cells += whites;
        } else if (blocks < count && run_length(known.black, cells) == block(blocks)) {
            cells += block(blocks);
            if (cells < length && !known.white.test(cells)) break;
            ++blocks;
        } else {
            break;
        }
        wall = {cells, blocks};
    }
    return wall;
}

template <std::size_t N>
struct KnownLine {
    using Set = Bitset<N>;

    KnownLine(std::span<const int> clue, int length, const Cells<N>& known, Budget& budget)
        : clue(clue),
          length(length),
          every(Set::ones(length)),
          black(known.black),
          white(known.white),
          budget(budget),
          runs(runs_of(black)) {
        const int count = static_cast<int>(clue.size());
        start = wall_of(known, length, count, [&](int k) { return clue[at(k)]; });
        if (black.test(length - 1) || white.test(length - 1)) {
            const Cells<N> mirrored{black.reversed(length), white.reversed(length)};
            end = wall_of(mirrored, length, count, [&](int k) { return clue[at(count - 1 - k)]; });
        }
        possible = find_bounds();
    }

    // Count some work, once for each block. Throws OutOfTime.
    void spend() const {
        if (budget.due(static_cast<std::int64_t>(N * (clue.size() + 1)))) budget.look(0, 0);
    }

    // The blocks from `first` up to before `end`.
    struct Blocks {
        int first, end;
        bool empty() const { return first >= end; }
    };

    // The blocks that reach `cell` or further and a cell in front of `before`, from between the
    // walls; their bounds are in order, so these are neighbours.
    Blocks reaching(int cell, int before) const {
        const auto blocks = std::views::iota(0, static_cast<int>(clue.size()));
        const auto first = std::ranges::partition_point(
            blocks, [&](int j) { return bounds.high[at(j)] + clue[at(j)] <= cell; });
        const auto end = std::ranges::partition_point(
            first, blocks.end(), [&](int j) { return bounds.low[at(j)] < before; });
        return {static_cast<int>(first - blocks.begin()), static_cast<int>(end - blocks.begin())};
    }

    // Call for each block that is long enough for a run and can cover it from between the walls.
    template <class Visit>
    void for_each_owner(Run run, Visit visit) const {
        const Blocks able = reaching(run.end - 1, run.first + 1);
        for (int j = able.first; j < able.end; ++j)
            if (clue[at(j)] >= run.length()) visit(j);
    }

    // The only such block; -1 if there are none or several.
    int only_owner(Run run) const {
        int owner = -1, owners = 0;
        for_each_owner(run, [&](int j) {
            owner = j;
            ++owners;
        });
        return owners == 1 ? owner : -1;
    }

    // The cells beside a run.
    Set sides(Run run) const {
        Set out = Set::single(run.end) & every;
        if (run.first > 0) out.set(run.first - 1);
        return out;
    }

    // The same line with only some of its known cells.
    KnownLine only(const Set& cells) const {
        return {clue, length, {black & cells, white & cells}, budget};
    }

    std::span<const int> clue;
    int length;
    Set every, black, white;
    Budget& budget;
    PerBlock<Run, N> runs;  // of black cells
    Wall start, end;
    Bounds<N> bounds;  // of the blocks between the walls
    bool possible;     // no block was left without a start

private:
    bool find_bounds() {
        bounds = Bounds<N>(clue, length);
        if (start.cells == 0 && end.cells == 0) return true;
        const std::size_t behind = clue.size() - at(end.blocks);
        for (std::size_t j = 0; j < at(start.blocks); ++j)
            bounds.low[j] = bounds.high[j] = runs[j].first;
        for (std::size_t k = 0; k < at(end.blocks); ++k)
            bounds.low[behind + k] = bounds.high[behind + k] =
                runs[runs.size() - at(end.blocks) + k].first;
        if (at(start.blocks) < behind) {
            if (start.cells > 0) bounds.low[at(start.blocks)] = start.cells;
            if (end.cells > 0) bounds.high[behind - 1] = length - end.cells - clue[behind - 1];
        }
        return bounds.put_in_order(clue);
    }
};

}  // namespace xlnono::ladder
