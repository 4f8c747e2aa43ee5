// One line: its complete solver, and the smallest reasons for what it finds.
//
// Boundary i lies in front of cell i, boundary n behind the last cell. A set of cells or of
// boundaries is a Words<N>; n may be up to Words<N>::width - 2.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "words.hpp"

namespace xlnono {

template <std::size_t N>
struct Cells {
    Words<N> black, white;
};

// The boundaries reachable from some by crossing only passable cells: the carry of one
// addition runs through each stretch of passable cells.
template <std::size_t N>
constexpr Words<N> reach(const Words<N>& from, const Words<N>& passable) {
    return ((passable + (from & passable)) ^ passable) | from;
}

// The places from which `length` cells in a row are all in `cells`.
template <std::size_t N>
constexpr Words<N> stretches(Words<N> cells, int length) {
    int have = 1;
    for (; 2 * have <= length; have *= 2) cells = cells & cells >> have;
    return length == have ? cells : cells & cells >> (length - have);
}

// The cells covered by blocks of this length that start at `starts`.
template <std::size_t N>
constexpr Words<N> covered(Words<N> starts, int length) {
    int have = 1;
    for (; 2 * have <= length; have *= 2) starts = starts | starts << have;
    return length == have ? starts : starts | starts << (length - have);
}

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

    // Room for the passes over a line; one serves all lines of a puzzle.
    struct Room {
        explicit Room(int longest)
            : ends(static_cast<std::size_t>(longest) + 2), starts(ends), begins(ends) {}
        std::vector<Set> ends, starts, begins;
    };

    // Fill in all that the arrangements of the blocks agree on. False if there is none.
    bool settle(Cells<N>& cells, Room& room) const {
        const std::size_t count = blocks_.size();
        Set* const ends = room.ends.data();
        Set* const starts = room.starts.data();
        Set* const begins = room.begins.data();
        const Set passable = every_ & ~cells.black;
        if (!forward(cells.black, cells.white, false, ends, starts)) return false;
        if ((cells.black | cells.white) == every_) return true;
        // There is an arrangement, so the way back cannot fail.
        forward(cells.black.reversed(length_), cells.white.reversed(length_), true, begins, nullptr);
        // Behind begins[m] the last m blocks fit. A block at the very end is followed by the
        // boundary behind a cell that is not there.
        Set begin = begins[0].reversed(length_ + 1);
        Set can_be_white = ends[count] & passable & begin >> 1;
        begin.set(length_ + 1);
        Set can_be_black;
        for (std::size_t j = count; j-- > 0;) {
            const Set placed = starts[j] & begin >> (blocks_[j] + 1);
            can_be_black = can_be_black | covered(placed, blocks_[j]);
            begin = begins[count - j].reversed(length_ + 1);
            can_be_white = can_be_white | (ends[j] & passable & begin >> 1);
        }
        cells.black = can_be_black & ~can_be_white;
        cells.white = can_be_white & ~can_be_black;
        return true;
    }

    // Leave away known cells of a line that has no arrangement, as long as it has none without
    // them: first those in `early`, from the left, then those in `late`, from the right. A
    // cell can go if no state reached without it can still be finished.
    void shrink(Cells<N>& cells, const Set& early, const Set& late, Room& room) const {
        Set* const reached = room.starts.data();
        Set* const finishing = room.ends.data();
        const Set known = cells.black | cells.white;
        const Set drop_early = known & early, drop_late = known & late & every_;
        int from = length_, to = 0;  // between which cells the forward pass is needed
        if (drop_early.any()) {
            from = drop_early.first();
            to = drop_early.last() + 1;
            Set states = Set::bit(last_);
            for (int cell = length_; cell-- > from;) {
                if (cell < to) finishing[cell + 1] = states;
                states = before(states, !cells.white.test(cell), !cells.black.test(cell));
            }
        }
        if (drop_late.any()) to = std::max(to, drop_late.last() + 1);
        Set states = Set::bit(0);
        for (int cell = 0; cell < to; ++cell) {
            reached[cell] = states;
            if (cell >= from && drop_early.test(cell)) {
                const Set free = after(states, true, true);
                if (!(free & finishing[cell + 1]).any()) {
                    forget(cells, cell);
                    states = free;
                    continue;
                }
            }
            states = after(states, !cells.white.test(cell), !cells.black.test(cell));
        }
        if (!drop_late.any()) return;
        states = Set::bit(last_);
        for (int cell = length_, stop = drop_late.first(); cell-- > stop;) {
            if (drop_late.test(cell)) {
                const Set free = before(states, true, true);
                if (!(free & reached[cell]).any()) {
                    forget(cells, cell);
                    states = free;
                    continue;
                }
            }
            states = before(states, !cells.white.test(cell), !cells.black.test(cell));
        }
    }

private:
    // Where j blocks from this end can end, white cells behind them included, and where each
    // block can start. With `mirrored` the blocks are taken from the other end.
    bool forward(const Set& black, const Set& white, bool mirrored, Set* ends, Set* starts) const {
        const std::size_t count = blocks_.size();
        const Set passable = every_ & ~black;
        const Set not_white = every_ & ~white;
        Set followed = passable;
        followed.set(length_);
        Set fronts = ends[0] = reach(Set::bit(0), passable);
        for (std::size_t j = 0; j < count; ++j) {
            const int block = blocks_[mirrored ? count - 1 - j : j];
            const Set placed = fronts & stretches(not_white, block) & followed >> block;
            if (!placed.any()) return false;
            if (starts != nullptr) starts[j] = placed;
            ends[j + 1] = reach(placed << block, passable);
            fronts = (ends[j + 1] & passable) << 1;
        }
        return ends[count].test(length_);
    }

    static void forget(Cells<N>& cells, int cell) {
        cells.black.clear(cell);
        cells.white.clear(cell);
    }

    // The clue as an automaton: state s has read the first s signs of the shortest
    // arrangement. In a state of `block_` a black cell goes on, in one of `gap_` a white cell
    // does, in one of `loop_` a white cell stays. These are the states after and before one
    // cell that can be black or white.
    Set after(const Set& states, bool black, bool white) const {
        const Set go = (block_.only_if(black) | gap_.only_if(white)) & states;
        return go << 1 | (loop_.only_if(white) & states);
    }
    Set before(const Set& states, bool black, bool white) const {
        const Set go = (block_.only_if(black) | gap_.only_if(white)) & states >> 1;
        return go | (loop_.only_if(white) & states);
    }

    std::vector<int> blocks_;
    int length_;
    Set every_;
    Set block_, gap_, loop_;
    int last_ = 0;
};

}  // namespace xlnono
