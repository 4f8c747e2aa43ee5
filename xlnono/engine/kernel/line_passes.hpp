// What all arrangements of some blocks agree on: a pass over the blocks from each end.
//
// Boundary i lies in front of cell i, boundary n behind the last cell. A set of cells or of
// boundaries is a Words<N>; n may be up to Words<N>::width - 2.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "bitset.hpp"

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

// The boundaries from which some can be reached by crossing only passable cells.
template <std::size_t N>
class Back {
public:
    explicit constexpr Back(const Words<N>& passable)
        : passable_(passable.reversed(Words<N>::width - 1)) {}

    constexpr Words<N> operator()(const Words<N>& to) const {
        return reach(to.reversed(Words<N>::width), passable_).reversed(Words<N>::width);
    }

private:
    Words<N> passable_;
};

// In one word it is quicker to go back by 1, 2, 4 ... cells.
template <>
class Back<1> {
public:
    explicit constexpr Back(const Words<1>& passable) {
        auto stretch = passable.word[0];
        for (int step = 0; step < steps; ++step) {
            stretches_[step] = stretch;
            stretch &= stretch >> (1 << step);
        }
    }

    constexpr Words<1> operator()(const Words<1>& to) const {
        auto from = to.word[0];
        for (int step = 0; step < steps; ++step) from |= stretches_[step] & from >> (1 << step);
        return {{from}};
    }

private:
    static constexpr int steps = 6;

    std::uint64_t stretches_[steps];
};

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

// Room for a set each cell of lines of up to `longest` cells, and for fewer cells in a smaller
// width.
template <std::size_t N>
struct Room {
    static constexpr std::size_t less = N == 16 ? 9 : N / 2;

    explicit Room(int longest)
        : ends(static_cast<std::size_t>(longest) + 2), starts(ends), smaller(longest) {}

    std::vector<Words<N>> ends, starts;
    Room<less> smaller;
};

template <>
struct Room<1> {
    explicit Room(int) {}

    std::array<Words<1>, Words<1>::width> ends, starts;
};

// Where the first j blocks can end, white cells behind them included, and where each block can
// start. False if they do not fit.
template <std::size_t N>
bool pass(std::span<const int> blocks, int length, const Cells<N>& cells, Words<N>* ends,
          Words<N>* starts) {
    const std::size_t count = blocks.size();
    const auto every = Words<N>::ones(length);
    const auto passable = every & ~cells.black;
    const auto not_white = every & ~cells.white;
    auto followed = passable;
    followed.set(length);
    auto fronts = ends[0] = reach(Words<N>::bit(0), passable);
    for (std::size_t j = 0; j < count; ++j) {
        const int block = blocks[j];
        const auto placed = fronts & stretches(not_white, block) & followed >> block;
        if (!placed.any()) return false;
        starts[j] = placed;
        ends[j + 1] = reach(placed << block, passable);
        fronts = (ends[j + 1] & passable) << 1;
    }
    return ends[count].test(length);
}

// Where no cell is known, a block has the cells that it covers however far the blocks are
// pushed either way.
template <std::size_t N>
bool agree_unmarked(std::span<const int> blocks, int length, Cells<N>& cells) {
    int slack = length + 1;
    for (const int block : blocks) slack -= block + 1;
    if (blocks.empty()) slack = 0;
    if (slack < 0) return false;
    int start = slack;
    for (const int block : blocks) {
        if (block > slack) cells.black = cells.black | Words<N>::ones(block - slack) << start;
        start += block + 1;
    }
    if (slack == 0) cells.white = Words<N>::ones(length) & ~cells.black;
    return true;
}

// Fill in all that the arrangements of these blocks on so many cells agree on. False if there
// is none.
template <std::size_t N>
bool agree(std::span<const int> blocks, int length, Cells<N>& cells, Room<N>& room) {
    if constexpr (N > 1) {
        constexpr std::size_t less = Room<N>::less;
        if (length <= Words<less>::width - 2) {
            Cells<less> few{cells.black.template resized<less>(),
                            cells.white.template resized<less>()};
            if (!agree(blocks, length, few, room.smaller)) return false;
            cells = {few.black.template resized<N>(), few.white.template resized<N>()};
            return true;
        }
    }
    using Set = Words<N>;
    const Set known = cells.black | cells.white, every = Set::ones(length);
    if (!known.any()) return agree_unmarked(blocks, length, cells);
    const std::size_t count = blocks.size();
    Set* const ends = room.ends.data();
    Set* const starts = room.starts.data();
    if (!pass(blocks, length, cells, ends, starts)) return false;
    // Behind the boundaries of `begin` the blocks that were gone through fit. Of the places of a
    // block just those count that the blocks before it leave, so nothing is followed in vain. A
    // block at the very end is followed by the boundary behind a cell that is not there.
    const Set passable = every & ~cells.black;
    const Back<N> back(passable);
    Set begin = back(Set::bit(length));
    Set can_be_white = ends[count] & passable & begin >> 1;
    begin.set(length + 1);
    Set can_be_black;
    for (std::size_t j = count; j-- > 0;) {
        const Set placed = starts[j] & begin >> (blocks[j] + 1);
        can_be_black = can_be_black | covered(placed, blocks[j]);
        begin = back(placed);
        can_be_white = can_be_white | (ends[j] & passable & begin >> 1);
    }
    cells.black = can_be_black & ~can_be_white;
    cells.white = can_be_white & ~can_be_black;
    return true;
}

}  // namespace xlnono
