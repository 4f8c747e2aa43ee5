// The other facts of the techniques that say where blocks lie: the runs and the white cells that a
// sentence names.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "deduction.hpp"

namespace xlnono::ladder {

inline bool contains(const std::vector<int>& blocks, int block) {
    return std::binary_search(blocks.begin(), blocks.end(), block);
}

// The runs that only one block can cover from its places; with `stated`, only if it is one of them.
template <std::size_t N>
Stretches owned_runs(const KnownLine<N>& line, const Finding<N>& finding,
                     const std::vector<int>* stated) {
    Stretches out;
    if (!finding.places.known()) return out;
    std::vector<Bitset<N>> starts;
    for (std::size_t j = 0; j < line.clue.size(); ++j)
        starts.push_back(finding.places.starts(line, j));
    for (const Run run : line.runs) {
        line.spend();
        int owner = -1, owners = 0;
        for (std::size_t j = 0; j < starts.size(); ++j) {
            const int from = std::max(run.end - line.clue[j], 0);
            if (any_between(starts[j], from, run.first + 1)) {
                owner = static_cast<int>(j);
                ++owners;
            }
        }
        if (owners == 1 && (!stated || contains(*stated, owner)))
            out.push_back({run.first, run.end - 1, {owner}});
    }
    return out;
}

// The runs that are all of the only block that can own them.
template <std::size_t N>
Stretches finished_runs(const KnownLine<N>& line) {
    Stretches out;
    for (const Run run : line.runs) {
        const int owner = line.only_owner(run);
        if (owner >= 0 && line.clue[at(owner)] == run.length())
            out.push_back({run.first, run.end - 1, {owner}});
    }
    return out;
}

// For each block, the starts that it has in any arrangement; none without one.
template <std::size_t N>
std::vector<Bitset<N>> block_starts(std::span<const int> clue, int length, const Cells<N>& known) {
    const std::size_t count = clue.size();
    std::vector<Bitset<N>> ends(count + 1), starts(count), mirrored(count);
    const std::vector<int> backward(clue.rbegin(), clue.rend());
    const Cells<N> turned{known.black.reversed(length), known.white.reversed(length)};
    if (!forward_pass<N>(clue, length, known, ends.data(), starts.data()) ||
        !forward_pass<N>(backward, length, turned, ends.data(), mirrored.data()))
        return {};
    for (std::size_t j = 0; j < count; ++j)
        starts[j] = starts[j] & mirrored[count - 1 - j].reversed(length - clue[j] + 1);
    return starts;
}

// The white cells that blocks would reach if no cell were white.
template <std::size_t N>
Stretches whites_in_the_way(const KnownLine<N>& line) {
    Stretches out;
    line.spend();
    std::vector<Bitset<N>> reach = block_starts<N>(line.clue, line.length, {line.black, {}});
    for (std::size_t j = 0; j < reach.size(); ++j) reach[j] = covered(reach[j], line.clue[j]);
    for (const Run run : runs_of(line.white)) {
        line.spend();
        Stretch whites{run.first, run.end - 1, {}};
        for (std::size_t j = 0; j < reach.size(); ++j)
            if (any_between(reach[j], run.first, run.end)) whites.blocks.push_back(static_cast<int>(j));
        if (!whites.blocks.empty()) out.push_back(std::move(whites));
    }
    return out;
}

// The white cells that the stated blocks would reach, or else those that any would.
template <std::size_t N>
Stretches whites_in_their_way(const KnownLine<N>& line, const std::vector<int>& stated) {
    Stretches found = whites_in_the_way(line), own;
    for (const auto& [first, last, blocks] : found) {
        Stretch one{first, last, {}};
        for (const int j : blocks)
            if (contains(stated, j)) one.blocks.push_back(j);
        if (!one.blocks.empty()) own.push_back(std::move(one));
    }
    return own.empty() ? found : own;
}

// The runs beside which the stated blocks would lie in some of their places.
template <std::size_t N>
Stretches runs_beside(const KnownLine<N>& line, const std::vector<int>& stated) {
    Stretches out;
    const Places<N> places(line.bounds);
    for (const Run run : line.runs) {
        line.spend();
        Stretch touched{run.first, run.end - 1, {}};
        for (const int j : stated) {
            const Bitset<N> starts = places.starts(line, at(j));
            const int before = run.first - line.clue[at(j)];
            if (starts.test(run.end) || (before >= 0 && starts.test(before)))
                touched.blocks.push_back(j);
        }
        if (!touched.blocks.empty()) out.push_back(std::move(touched));
    }
    return out;
}

inline bool has_other_facts(Technique technique) {
    return technique == Technique::wall_reach ||
           (technique >= Technique::out_of_reach && technique <= Technique::short_blocks);
}

// `finding` is what the technique shows on the line.
template <std::size_t N>
Stretches other_facts(Technique technique, const KnownLine<N>& line, const Finding<N>& finding,
                      const std::vector<int>& stated) {
    switch (technique) {
        case Technique::block_order: return finished_runs(line);
        case Technique::runs_matched:
        case Technique::black_moves_bounds: return owned_runs(line, finding, nullptr);
        case Technique::white_one_reach: return whites_in_their_way(line, stated);
        case Technique::white_moves_bounds:
        case Technique::white_several_reaches: return whites_in_the_way(line);
        case Technique::short_blocks: return runs_beside(line, stated);
        default: return owned_runs(line, finding, &stated);
    }
}

// Stretches of cells that are evidence; runs are as long as they are on the board.
template <std::size_t N>
Stretches as_on_the_board(const Stretches& found, const KnownLine<N>& line) {
    std::map<std::pair<int, int>, std::set<int>> whole;
    for (const auto& [first, last, blocks] : found) {
        std::pair ends{first, last};
        for (const Run run : line.runs)
            if (run.first <= first && first < run.end) ends = {run.first, run.end - 1};
        whole[ends].insert(blocks.begin(), blocks.end());
    }
    Stretches out;
    for (const auto& [ends, blocks] : whole)
        out.push_back({ends.first, ends.second, {blocks.begin(), blocks.end()}});
    return out;
}

}  // namespace xlnono::ladder
