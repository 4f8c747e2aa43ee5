// One line: its clue, the complete line solver, and small reasons for what it deduces.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "automaton.hpp"
#include "line_passes.hpp"

namespace xlnono {

template <std::size_t N>
class Line {
public:
    using Set = Bitset<N>;

    Line(std::span<const int> clue, int length)
        : blocks_(clue.begin(), clue.end()),
          length_(length),
          every_(Set::ones(length)),
          automaton_(clue, length) {}

    // The number of cells left over when the blocks are packed as tightly as possible.
    int slack() const { return automaton_.slack(); }

    // Whether the clue alone decides any cell.
    bool decides_blank_cells() const {
        return blocks_.empty() || *std::max_element(blocks_.begin(), blocks_.end()) > slack();
    }

    std::span<const int> blocks() const { return blocks_; }
    int length() const { return length_; }

    int black_cells() const { return std::accumulate(blocks_.begin(), blocks_.end(), 0); }

    // About how much work it is to settle the line: a few word operations for each block.
    std::int64_t work() const { return static_cast<std::int64_t>(N * (blocks_.size() + 1)); }

    // Fill in every cell that has the same colour in all arrangements. False if there is no
    // arrangement.
    bool settle(Cells<N>& cells, Scratch<N>& scratch) const {
        if ((cells.black & cells.white).any()) return false;
        const Set unknown = every_ & ~(cells.black | cells.white);
        if (!unknown.any()) return has_runs(cells.black);
        // The passes only need the segment from the first to the last unknown cell, extended by
        // the black cells that touch it. The runs outside must be the first and the last blocks.
        int from = unknown.first(), to = unknown.last() + 1;
        auto first = blocks_.begin(), last = blocks_.end();
        const Set edges = run_edges(cells.black);
        for (Set before = edges & Set::ones(from + 1); before.any(); ++first) {
            const int start = before.pop_first(), end = before.pop_first();
            if (end == from) {
                from = start;
                break;
            }
            if (first == last || end - start != *first) return false;
        }
        for (Set behind = edges & ~Set::ones(to); behind.any();) {
            const int end = behind.pop_last(), start = behind.pop_last();
            if (start == to) {
                to = end;
                break;
            }
            if (first == last || end - start != *--last) return false;
        }
        const Set every = Set::ones(to - from);
        Cells<N> segment{cells.black >> from & every, cells.white >> from & every};
        if (!settle_blocks<N>({first, last}, to - from, segment, scratch)) return false;
        cells.black = cells.black | segment.black << from;
        cells.white = cells.white | segment.white << from;
        return true;
    }

    // Whether any arrangement fits.
    bool fits(const Cells<N>& cells, Scratch<N>& scratch) const {
        if ((cells.black & cells.white).any()) return false;
        return forward_pass<N>(blocks_, length_, cells, scratch.ends.data(), scratch.starts.data());
    }

    const ClueAutomaton<N>& automaton() const { return automaton_; }

private:
    // The first cell of each run of black cells, and the cell after it.
    static Set run_edges(const Set& black) { return black ^ black << 1; }

    // Whether the runs of black cells are exactly the blocks.
    bool has_runs(const Set& black) const {
        Set edges = run_edges(black);
        for (const int block : blocks_) {
            if (!edges.any()) return false;
            const int start = edges.pop_first();
            if (edges.pop_first() != start + block) return false;
        }
        return !edges.any();
    }

    std::vector<int> blocks_;
    int length_;
    Set every_;
    ClueAutomaton<N> automaton_;
};

}  // namespace xlnono
