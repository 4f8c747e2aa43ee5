// A clue as an automaton, and the small sets of known cells that contradict it.
//
// State s has read the first s cells of the tightest arrangement, white separators included. A
// black cell advances the states in `black_steps_`, a white cell those in `white_steps_`, and a
// white cell leaves the states in `white_loops_` where they are. A set of states is a Bitset, so
// reading one cell takes a shift and a few masks, in either direction.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "line_passes.hpp"

namespace xlnono {

template <std::size_t N>
class ClueAutomaton {
public:
    using Set = Bitset<N>;

    ClueAutomaton(std::span<const int> clue, int length)
        : length_(length), every_(Set::ones(length)) {
        int state = 0;
        white_loops_.set(0);
        for (std::size_t j = 0; j < clue.size(); ++j) {
            if (j > 0) {
                white_steps_.set(state++);
                white_loops_.set(state);
            }
            for (int k = 0; k < clue[j]; ++k) black_steps_.set(state++);
        }
        white_loops_.set(state);
        last_ = state;
    }

    // The number of cells left over when the blocks are packed as tightly as possible.
    int slack() const { return length_ - last_; }

    // Make known cells of a line without arrangement unknown again, as long as it has none
    // without them: first the `early` cells, from the left, then the `late` ones, from the right.
    // A cell can be dropped if no state reached without it can still accept the rest. The
    // `fixed` cells are never dropped, and must allow some arrangement by themselves.
    void drop_premises(Cells<N>& cells, const Set& early, const Set& late, const Set& fixed,
                       Scratch<N>& scratch) const {
        Set* const reached = scratch.starts.data();
        Set* const accepting = scratch.ends.data();
        const Set open = every_ & ~fixed;
        const int begin = open.first(), end = open.last() + 1;
        const Set first_states = states_at(cells.black, begin);
        const Set last_states = states_behind(cells.black, end);
        int from = length_, to = 0;  // the cells that the forward pass has to cover
        if (early.any()) {
            from = early.first();
            to = early.last() + 1;
            Set states = last_states;
            for (int cell = end; cell-- > from;) {
                if (cell < to) accepting[cell + 1] = states;
                states = before(states, cell, !cells.white.test(cell), !cells.black.test(cell));
            }
        }
        if (late.any()) to = std::max(to, late.last() + 1);
        Set states = first_states;
        for (int cell = begin; cell < to; ++cell) {
            reached[cell] = states;
            if (cell >= from && early.test(cell)) {
                const Set without = after(states, cell, true, true);
                if (!(without & accepting[cell + 1]).any()) {
                    drop(cells, cell);
                    states = without;
                    continue;
                }
            }
            states = after(states, cell, !cells.white.test(cell), !cells.black.test(cell));
        }
        if (!late.any()) return;
        states = last_states;
        for (int cell = end, stop = late.first(); cell-- > stop;) {
            if (late.test(cell)) {
                const Set without = before(states, cell, true, true);
                if (!(without & reached[cell]).any()) {
                    drop(cells, cell);
                    states = without;
                    continue;
                }
            }
            states = before(states, cell, !cells.white.test(cell), !cells.black.test(cell));
        }
    }

private:
    static void drop(Cells<N>& cells, int cell) {
        cells.black.clear(cell);
        cells.white.clear(cell);
    }

    // The states after, and the states before, one cell that can be black or white.
    //
    // At a cell, the state is at most the number of cells read, and at least what leaves no more
    // states to go than there are cells left. Only the words with such states are computed. The
    // others keep their old value: those states cannot be reached or cannot accept.
    Set after(const Set& states, int cell, bool black, bool white) const {
        const auto [from, to] = words_at(cell + 1);
        const auto if_black = -static_cast<std::uint64_t>(black);
        const auto if_white = -static_cast<std::uint64_t>(white);
        Set out = states;
        const auto advancing = [&](std::size_t k) {
            return steps(k, if_black, if_white) & states.word[k];
        };
        std::uint64_t carry = from > 0 ? advancing(from - 1) >> 63 : 0;
        for (std::size_t k = from; k < to; ++k) {
            const auto moving = advancing(k);
            out.word[k] = moving << 1 | carry | (white_loops_.word[k] & if_white & states.word[k]);
            carry = moving >> 63;
        }
        return out;
    }
    Set before(const Set& states, int cell, bool black, bool white) const {
        const auto [from, to] = words_at(cell);
        const auto if_black = -static_cast<std::uint64_t>(black);
        const auto if_white = -static_cast<std::uint64_t>(white);
        Set out = states;
        std::uint64_t carry = to < N ? states.word[to] << 63 : 0;
        for (std::size_t k = to; k-- > from;) {
            const auto word = states.word[k];
            out.word[k] = (steps(k, if_black, if_white) & (word >> 1 | carry)) |
                          (white_loops_.word[k] & if_white & word);
            carry = word << 63;
        }
        return out;
    }

    // The states, of one word, that a cell advances.
    std::uint64_t steps(std::size_t k, std::uint64_t if_black, std::uint64_t if_white) const {
        return (black_steps_.word[k] & if_black) | (white_steps_.word[k] & if_white);
    }

    // The range of words that hold the possible states in front of a cell.
    std::pair<std::size_t, std::size_t> words_at(int cell) const {
        if constexpr (N <= 2) return {0, N};
        const auto first = static_cast<std::size_t>(std::max(cell - slack(), 0));
        const auto last = static_cast<std::size_t>(std::min(cell, last_));
        return {first / 64, last / 64 + 1};
    }

    // The state in front of a cell if all cells before it are known and their runs are the first
    // blocks: one step for each black cell, and one for each finished run except the last block.
    Set states_at(const Set& black, int cell) const {
        if (cell == 0) return Set::single(0);
        const Set runs = black & Set::ones(cell);
        const Set finished = runs & ~black >> 1 & Set::ones(cell - 1);
        return Set::single(std::min(runs.count() + finished.count(), last_));
    }

    // The same, counted from the right, if all cells from this one on are known. In front of a
    // white cell the separator may or may not have been read.
    Set states_behind(const Set& black, int cell) const {
        if (cell == length_) return Set::single(last_);
        const Set runs = black & ~Set::ones(cell);
        const Set starting = runs & ~(runs << 1) & ~Set::ones(cell + 1);
        const Set state = Set::single(std::max(last_ - runs.count() - starting.count(), 0));
        return state | (state & white_steps_) << 1;
    }

    int length_;
    Set every_;
    Set black_steps_, white_steps_, white_loops_;
    int last_ = 0;
};

}  // namespace xlnono
