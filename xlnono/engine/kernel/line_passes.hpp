// The cells that all arrangements of some blocks have in common: one pass over the blocks from
// each end.
//
// Boundary i is in front of cell i, and boundary n is behind the last cell. A set of cells or
// boundaries is a Bitset<N>, so n can be up to Bitset<N>::width - 2.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "bitset.hpp"

namespace xlnono {

template <std::size_t N>
struct Cells {
    Bitset<N> black, white;
};

// The boundaries reachable from `from` by crossing only passable cells. One addition does it:
// its carry runs through each run of passable cells.
template <std::size_t N>
constexpr Bitset<N> reach(const Bitset<N>& from, const Bitset<N>& passable) {
    return ((passable + (from & passable)) ^ passable) | from;
}

// The boundaries from which a given set can be reached by crossing only passable cells.
template <std::size_t N>
class ReachBackward {
public:
    explicit constexpr ReachBackward(const Bitset<N>& passable)
        : passable_(passable.reversed(Bitset<N>::width - 1)) {}

    constexpr Bitset<N> operator()(const Bitset<N>& to) const {
        return reach(to.reversed(Bitset<N>::width), passable_).reversed(Bitset<N>::width);
    }

private:
    Bitset<N> passable_;
};

// With a single word, going back by 1, 2, 4... cells is faster than reversing.
template <>
class ReachBackward<1> {
public:
    explicit constexpr ReachBackward(const Bitset<1>& passable) {
        auto run = passable.word[0];
        for (int step = 0; step < steps; ++step) {
            runs_[step] = run;
            run &= run >> (1 << step);
        }
    }

    constexpr Bitset<1> operator()(const Bitset<1>& to) const {
        auto from = to.word[0];
        for (int step = 0; step < steps; ++step) from |= runs_[step] & from >> (1 << step);
        return {{from}};
    }

private:
    static constexpr int steps = 6;

    std::uint64_t runs_[steps];  // where 1, 2, 4... passable cells in a row start
};

// The cells at which `length` cells in a row start that are all in `cells`.
template <std::size_t N>
constexpr Bitset<N> run_starts(Bitset<N> cells, int length) {
    int done = 1;
    for (; 2 * done <= length; done *= 2) cells = cells & cells >> done;
    return length == done ? cells : cells & cells >> (length - done);
}

// The cells covered by blocks of this length that start at `starts`.
template <std::size_t N>
constexpr Bitset<N> covered(Bitset<N> starts, int length) {
    int done = 1;
    for (; 2 * done <= length; done *= 2) starts = starts | starts << done;
    return length == done ? starts : starts | starts << (length - done);
}

// Working memory: one set for each boundary of a line of up to `longest` cells, and the same for
// the next smaller number of words.
template <std::size_t N>
struct Scratch {
    static constexpr std::size_t fewer_words = N == 16 ? 9 : N / 2;

    explicit Scratch(int longest)
        : ends(static_cast<std::size_t>(longest) + 2),
          starts(ends),
          smaller(std::min(longest, Bitset<fewer_words>::width - 2)) {}

    std::vector<Bitset<N>> ends, starts;
    Scratch<fewer_words> smaller;
};

template <>
struct Scratch<1> {
    explicit Scratch(int) {}

    std::array<Bitset<1>, Bitset<1>::width> ends, starts;
};

// Find, for each j, the boundaries at which the first j blocks (and white cells after them) can
// end, and the cells at which block j can start. False if the blocks do not fit.
template <std::size_t N>
bool forward_pass(std::span<const int> blocks, int length, const Cells<N>& cells, Bitset<N>* ends,
                  Bitset<N>* starts) {
    const std::size_t count = blocks.size();
    const auto every = Bitset<N>::ones(length);
    const auto passable = every & ~cells.black;
    const auto not_white = every & ~cells.white;
    auto separators = passable;
    separators.set(length);
    auto fronts = ends[0] = reach(Bitset<N>::single(0), passable);
    for (std::size_t j = 0; j < count; ++j) {
        const int block = blocks[j];
        const auto placed = fronts & run_starts(not_white, block) & separators >> block;
        if (!placed.any()) return false;
        starts[j] = placed;
        ends[j + 1] = reach(placed << block, passable);
        fronts = (ends[j + 1] & passable) << 1;
    }
    return ends[count].test(length);
}

// `settle_blocks` where no cell is known: a block has the cells that it covers both when all
// blocks are pushed to the left and when all are pushed to the right.
template <std::size_t N>
bool settle_blank(std::span<const int> blocks, int length, Cells<N>& cells) {
    int slack = length + 1;
    for (const int block : blocks) slack -= block + 1;
    if (blocks.empty()) slack = 0;
    if (slack < 0) return false;
    int start = slack;
    for (const int block : blocks) {
        if (block > slack) cells.black = cells.black | Bitset<N>::ones(block - slack) << start;
        start += block + 1;
    }
    if (slack == 0) cells.white = Bitset<N>::ones(length) & ~cells.black;
    return true;
}

// Fill in every cell that has the same colour in all arrangements of the blocks on `length`
// cells. False if there is no arrangement.
template <std::size_t N>
bool settle_blocks(std::span<const int> blocks, int length, Cells<N>& cells, Scratch<N>& scratch) {
    if constexpr (N > 1) {
        constexpr std::size_t fewer = Scratch<N>::fewer_words;
        if (length <= Bitset<fewer>::width - 2) {
            Cells<fewer> small{cells.black.template resized<fewer>(),
                               cells.white.template resized<fewer>()};
            if (!settle_blocks(blocks, length, small, scratch.smaller)) return false;
            cells = {small.black.template resized<N>(), small.white.template resized<N>()};
            return true;
        }
    }
    using Set = Bitset<N>;
    const Set known = cells.black | cells.white, every = Set::ones(length);
    if (!known.any()) return settle_blank(blocks, length, cells);
    const std::size_t count = blocks.size();
    Set* const ends = scratch.ends.data();
    Set* const starts = scratch.starts.data();
    if (!forward_pass(blocks, length, cells, ends, starts)) return false;
    // The blocks visited so far fit behind each boundary in `begin`. Only the starts that the
    // forward pass left are considered, so each of them belongs to a complete arrangement. A
    // block at the very end is followed by the boundary behind a virtual white cell.
    const Set passable = every & ~cells.black;
    const ReachBackward<N> reach_backward(passable);
    Set begin = reach_backward(Set::single(length));
    Set can_be_white = ends[count] & passable & begin >> 1;
    begin.set(length + 1);
    Set can_be_black;
    for (std::size_t j = count; j-- > 0;) {
        const Set placed = starts[j] & begin >> (blocks[j] + 1);
        can_be_black = can_be_black | covered(placed, blocks[j]);
        begin = reach_backward(placed);
        can_be_white = can_be_white | (ends[j] & passable & begin >> 1);
    }
    cells.black = can_be_black & ~can_be_white;
    cells.white = can_be_white & ~can_be_black;
    return true;
}

}  // namespace xlnono
