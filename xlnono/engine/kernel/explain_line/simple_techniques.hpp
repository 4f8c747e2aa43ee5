// The techniques that only move the bounds of blocks. xlnono/engine/explain/techniques.py describes
// them and names their sources.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "finding.hpp"

namespace xlnono::ladder {

// Neighbouring cells from `first` to `last`, and the blocks that have to do with them.
struct Stretch {
    int first, last;
    std::vector<int> blocks;

    friend bool operator==(const Stretch&, const Stretch&) = default;
};

using Stretches = std::vector<Stretch>;

template <std::size_t N>
Cells<N> agreement(const KnownLine<N>& line, const Bounds<N>& bounds) {
    Cells<N> out;
    Bitset<N> any;
    for (std::size_t j = 0; j < line.clue.size(); ++j) {
        add_between(out.black, bounds.high[j], bounds.low[j] + line.clue[j]);
        add_between(any, bounds.low[j], bounds.high[j] + line.clue[j]);
    }
    out.white = line.every & ~any;
    return out;
}

template <std::size_t N>
Finding<N> agreed(const KnownLine<N>& line, const Bounds<N>& bounds) {
    const auto [black, white] = agreement(line, bounds);
    return {black, white, Places<N>(bounds), {}};
}

template <std::size_t N>
Finding<N> overlap(const KnownLine<N>& line) {
    return agreed(line, line.bounds);
}

template <std::size_t N>
Finding<N> finished_line(const KnownLine<N>& line) {
    const int total = std::accumulate(line.clue.begin(), line.clue.end(), 0);
    Finding<N> out;
    if (line.black.count() == total)
        out.white = line.every & ~line.black;
    else if (line.white.count() == line.length - total)
        out.black = line.every & ~line.white;
    return out;
}

template <std::size_t N>
Finding<N> wall_reach(const KnownLine<N>& line) {
    const int first = line.start.blocks;
    const int last = static_cast<int>(line.clue.size()) - 1 - line.end.blocks;
    if (first > last) return {};
    const int left = line.start.cells, right = line.length - line.end.cells;
    Finding<N> out;
    Bounds<N> bounds = line.bounds;
    const Run* nearest = nullptr;
    const Run* furthest = nullptr;
    for (const Run& run : line.runs)
        if (left <= run.first && run.end <= right) {
            if (!nearest) nearest = &run;
            furthest = &run;
        }
    if (!nearest) return {};
    if (const int reach = left + line.clue[at(first)]; nearest->first < reach) {
        const int cell = nearest->first;
        out.black = between<N>(cell, reach);
        if (cell == left && reach < line.length) out.white.set(reach);
        out.outermost.push_back(first);
        bounds.high[at(first)] = std::min(bounds.high[at(first)], cell);
    }
    if (const int reach = right - line.clue[at(last)]; furthest->end > reach) {
        const int cell = furthest->end - 1;
        add_between(out.black, reach, cell + 1);
        if (cell == right - 1 && reach > 0) out.white.set(reach - 1);
        if (out.outermost.empty() || last != first) out.outermost.push_back(last);
        bounds.low[at(last)] = std::max(bounds.low[at(last)], cell - line.clue[at(last)] + 1);
    }
    out.places = Places<N>(bounds);
    return out;
}

// The runs that are as long as the longest block that could own them.
template <std::size_t N>
Stretches closed_runs(const KnownLine<N>& line) {
    Stretches out;
    for (const Run run : line.runs) {
        line.spend();
        if (!(line.sides(run) & ~line.white).any()) continue;
        int longest = 0;
        Stretch closed{run.first, run.end - 1, {}};
        line.for_each_owner(run, [&](int j) {
            longest = std::max(longest, line.clue[at(j)]);
            closed.blocks.push_back(j);
        });
        if (longest == run.length()) out.push_back(std::move(closed));
    }
    return out;
}

template <std::size_t N>
Finding<N> run_closed(const KnownLine<N>& line) {
    Finding<N> out;
    for (const auto& run : closed_runs(line))
        out.white = out.white | line.sides({run.first, run.last + 1});
    return out;
}

// What two runs with one cell between them would be if joined, where no block could own it. Adds
// the cells between them to `gaps`.
template <std::size_t N>
Stretches runs_apart(const KnownLine<N>& line, Bitset<N>& gaps) {
    Stretches out;
    for (std::size_t k = 0; k + 1 < line.runs.size(); ++k) {
        line.spend();
        const Run left = line.runs[k], right = line.runs[k + 1];
        if (right.first != left.end + 1 || line.white.test(left.end)) continue;
        const Run joined{left.first, right.end};
        bool possible = false;
        line.for_each_owner(left, [&](int j) {
            if (line.clue[at(j)] >= joined.length())
                line.for_each_owner(right, [&](int other) { possible |= other == j; });
        });
        if (possible) continue;
        out.push_back({joined.first, joined.end - 1, {}});
        gaps.set(left.end);
    }
    return out;
}

template <std::size_t N>
Finding<N> joined_runs(const KnownLine<N>& line) {
    Finding<N> out;
    runs_apart(line, out.white);
    return out;
}

// The gaps between white cells that are shorter than every block that reaches them.
template <std::size_t N>
Stretches small_gaps(const KnownLine<N>& line) {
    Stretches out;
    for (const Run gap : runs_of(line.every & ~line.white)) {
        if (any_between(line.black, gap.first, gap.end)) continue;
        line.spend();
        const auto [first, end] = line.reaching(gap.first, gap.end);
        Stretch small{gap.first, gap.end - 1, {}};
        bool all_longer = first < end;
        for (int j = first; j < end && all_longer; ++j) {
            all_longer = line.clue[at(j)] > gap.length();
            small.blocks.push_back(j);
        }
        if (all_longer) out.push_back(std::move(small));
    }
    return out;
}

template <std::size_t N>
Finding<N> gap_too_small(const KnownLine<N>& line) {
    Finding<N> out;
    for (const auto& gap : small_gaps(line))
        add_between(out.white, gap.first, gap.last + 1);
    return out;
}

template <std::size_t N>
Finding<N> out_of_reach(const KnownLine<N>& line) {
    Bounds<N> bounds = line.bounds;
    for (const Run run : line.runs) {
        line.spend();
        const int owner = line.only_owner(run);
        if (owner >= 0 && !bounds.hold(line.clue, at(owner), run)) return {};
    }
    return {{}, agreement(line, bounds).white, Places<N>(bounds), {}};
}

template <std::size_t N>
Finding<N> block_order(const KnownLine<N>& line) {
    Bounds<N> bounds = line.bounds;
    for (const Run run : line.runs) {
        line.spend();
        const int owner = line.only_owner(run);
        if (owner >= 0 && line.clue[at(owner)] == run.length() &&
            !bounds.hold(line.clue, at(owner), run))
            return {};
    }
    if (!bounds.put_in_order(line.clue)) return {};
    return agreed(line, bounds);
}

template <std::size_t N>
Finding<N> runs_matched(const KnownLine<N>& line) {
    const auto& runs = line.runs;
    if (runs.size() != line.clue.size()) return {};
    const int longest = *std::max_element(line.clue.begin(), line.clue.end());
    for (std::size_t k = 0; k + 1 < runs.size(); ++k) {
        const Run left = runs[k], right = runs[k + 1];
        if (!any_between(line.white, left.end, right.first) &&
            right.end - left.first <= longest)
            return {};
    }
    Bounds<N> bounds = line.bounds;
    for (std::size_t j = 0; j < runs.size(); ++j)
        if (!bounds.hold(line.clue, j, runs[j])) return {};
    if (!bounds.put_in_order(line.clue)) return {};
    return agreed(line, bounds);
}

}  // namespace xlnono::ladder
