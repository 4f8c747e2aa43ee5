// One line: its complete solver, and the smallest reasons for what it finds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "line_passes.hpp"

namespace xlnono {

template <std::size_t N>
class Line {
public:
    using Set = Words<N>;

    Line(std::span<const int> clue, int length)
        : blocks_(clue.begin(), clue.end()), length_(length), every_(Set::ones(length)) {
        int state = 0;
        loop_.set(0);
        for (std::size_t j = 0; j < blocks_.size(); ++j) {
            if (j > 0) {
                gap_.set(state++);
                loop_.set(state);
            }
            for (int k = 0; k < blocks_[j]; ++k) block_.set(state++);
        }
        loop_.set(state);
        last_ = state;
    }

    // How far the blocks can move in all.
    int slack() const { return length_ - last_; }

    // Whether the arrangements agree on anything while no cell is known.
    bool tells_unmarked() const {
        return blocks_.empty() || *std::max_element(blocks_.begin(), blocks_.end()) > slack();
    }

    // About how much work settling is: some operations on words for each block.
    std::int64_t work() const { return static_cast<std::int64_t>(N * (blocks_.size() + 1)); }

    int black_cells() const { return block_.count(); }

    // Fill in all that the arrangements of the blocks agree on. False if there is none.
    bool settle(Cells<N>& cells, Room<N>& room) const {
        if ((cells.black & cells.white).any()) return false;
        const Set unknown = every_ & ~(cells.black | cells.white);
        if (!unknown.any()) return has_runs(cells.black);
        // Open is what lies between the first and the last unknown cell, with the black cells
        // that touch them; all runs outside have to be the first and the last blocks.
        int from = unknown.first(), to = unknown.last() + 1;
        auto first = blocks_.begin(), last = blocks_.end();
        const Set edges = cells.black ^ cells.black << 1;  // of runs: their first cells, and behind
        for (Set before = edges & Set::ones(from + 1); before.any(); ++first) {
            const int start = before.take_first(), end = before.take_first();
            if (end == from) {
                from = start;
                break;
            }
            if (first == last || end - start != *first) return false;
        }
        for (Set behind = edges & ~Set::ones(to); behind.any();) {
            const int end = behind.take_last(), start = behind.take_last();
            if (start == to) {
                to = end;
                break;
            }
            if (first == last || end - start != *--last) return false;
        }
        const Set every = Set::ones(to - from);
        Cells<N> open{cells.black >> from & every, cells.white >> from & every};
        if (!agree<N>({first, last}, to - from, open, room)) return false;
        cells.black = cells.black | open.black << from;
        cells.white = cells.white | open.white << from;
        return true;
    }

    // Leave away known cells of a line that has no arrangement, as long as it has none without
    // them: first those in `early`, from the left, then those in `late`, from the right. A
    // cell can go if no state reached without it can still be finished. The cells in `proved`
    // stay, and have to allow some arrangement by themselves.
    void shrink(Cells<N>& cells, const Set& early, const Set& late, const Set& proved,
                Room<N>& room) const {
        Set* const reached = room.starts.data();
        Set* const finishing = room.ends.data();
        const Set open = every_ & ~proved;
        const int begin = open.first(), end = open.last() + 1;
        const Set first_states = states_at(cells.black, begin);
        const Set last_states = states_behind(cells.black, end);
        int from = length_, to = 0;  // between which cells the forward pass is needed
        if (early.any()) {
            from = early.first();
            to = early.last() + 1;
            Set states = last_states;
            for (int cell = end; cell-- > from;) {
                if (cell < to) finishing[cell + 1] = states;
                states = before(states, cell, !cells.white.test(cell), !cells.black.test(cell));
            }
        }
        if (late.any()) to = std::max(to, late.last() + 1);
        Set states = first_states;
        for (int cell = begin; cell < to; ++cell) {
            reached[cell] = states;
            if (cell >= from && early.test(cell)) {
                const Set free = after(states, cell, true, true);
                if (!(free & finishing[cell + 1]).any()) {
                    forget(cells, cell);
                    states = free;
                    continue;
                }
            }
            states = after(states, cell, !cells.white.test(cell), !cells.black.test(cell));
        }
        if (!late.any()) return;
        states = last_states;
        for (int cell = end, stop = late.first(); cell-- > stop;) {
            if (late.test(cell)) {
                const Set free = before(states, cell, true, true);
                if (!(free & reached[cell]).any()) {
                    forget(cells, cell);
                    states = free;
                    continue;
                }
            }
            states = before(states, cell, !cells.white.test(cell), !cells.black.test(cell));
        }
    }

private:
    // Whether the runs of these cells are the blocks.
    bool has_runs(const Set& black) const {
        Set edges = black ^ black << 1;  // of runs: their first cells, and behind
        for (const int block : blocks_) {
            if (!edges.any()) return false;
            const int start = edges.take_first();
            if (edges.take_first() != start + block) return false;
        }
        return !edges.any();
    }

    static void forget(Cells<N>& cells, int cell) {
        cells.black.clear(cell);
        cells.white.clear(cell);
    }

    // The clue as an automaton: state s has read the first s signs of the shortest
    // arrangement. In a state of `block_` a black cell goes on, in one of `gap_` a white cell
    // does, in one of `loop_` a white cell stays. These are the states after and before one
    // cell that can be black or white.
    //
    // In front of a cell no more signs have been read than there were cells, and no fewer than
    // leave more than there are cells to follow. Only the words with these states are worked
    // out; the others keep what they had, from which the clue cannot be finished, or which
    // cannot be reached.
    Set after(const Set& states, int cell, bool black, bool white) const {
        const auto [from, to] = words_at(cell + 1);
        const auto on_black = -static_cast<std::uint64_t>(black);
        const auto on_white = -static_cast<std::uint64_t>(white);
        Set out = states;
        std::uint64_t carry = from > 0 ? go(states, from - 1, on_black, on_white) >> 63 : 0;
        for (std::size_t k = from; k < to; ++k) {
            const auto moving = go(states, k, on_black, on_white);
            out.word[k] = moving << 1 | carry | (loop_.word[k] & on_white & states.word[k]);
            carry = moving >> 63;
        }
        return out;
    }
    Set before(const Set& states, int cell, bool black, bool white) const {
        const auto [from, to] = words_at(cell);
        const auto on_black = -static_cast<std::uint64_t>(black);
        const auto on_white = -static_cast<std::uint64_t>(white);
        Set out = states;
        std::uint64_t carry = to < N ? states.word[to] << 63 : 0;
        for (std::size_t k = to; k-- > from;) {
            const auto at = states.word[k];
            const auto signs = (block_.word[k] & on_black) | (gap_.word[k] & on_white);
            out.word[k] = (signs & (at >> 1 | carry)) | (loop_.word[k] & on_white & at);
            carry = at << 63;
        }
        return out;
    }

    std::uint64_t go(const Set& states, std::size_t k, std::uint64_t on_black,
                     std::uint64_t on_white) const {
        return ((block_.word[k] & on_black) | (gap_.word[k] & on_white)) & states.word[k];
    }

    // The first word, and the one behind the last, with states that matter in front of a cell.
    std::pair<std::size_t, std::size_t> words_at(int cell) const {
        if constexpr (N <= 2) return {0, N};
        const auto first = static_cast<std::size_t>(std::max(cell - slack(), 0));
        const auto last = static_cast<std::size_t>(std::min(cell, last_));
        return {first / 64, last / 64 + 1};
    }

    // The states in front of a cell if all cells before it are known and their runs are blocks:
    // a sign for each black cell, and one for each run that is over, but for the last block.
    Set states_at(const Set& black, int cell) const {
        if (cell == 0) return Set::bit(0);
        const Set runs = black & Set::ones(cell);
        const Set over = runs & ~black >> 1 & Set::ones(cell - 1);
        return Set::bit(std::min(runs.count() + over.count(), last_));
    }

    // The same for all cells from this one on. In front of a white cell the gap may have been
    // read or not.
    Set states_behind(const Set& black, int cell) const {
        if (cell == length_) return Set::bit(last_);
        const Set runs = black & ~Set::ones(cell);
        const Set begun = runs & ~(runs << 1) & ~Set::ones(cell + 1);
        const Set state = Set::bit(std::max(last_ - runs.count() - begun.count(), 0));
        return state | (state & gap_) << 1;
    }

    std::vector<int> blocks_;
    int length_;
    Set every_;
    Set block_, gap_, loop_;
    int last_ = 0;
};

}  // namespace xlnono
