"""Pattern matrices (パターン行列): where each block of a line can still lie.

For each block of a line there is a matrix with one row for each place the block can take
between its bounds and one column for each cell, 1 where the placement is black. The matrices
of all blocks are stacked into one, so that a product with a column of cells scores every
placement of every block at once: with 1 on the white cells, a row that scores more than 0
covers a white cell and falls away; with 1 on the black cells that a block must own, the
rows with the full score stay. After Softex Celware, "イラストロジックの自動解答アルゴリズム",
chapter 1.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from xlnono.engine.bounds import Bounds, Clash

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]
Integers = NDArray[np.intp]


class Stack(NamedTuple):
    """The matrices of a clue on an empty line, stacked block after block.

    For a clue of k blocks on n cells with R placements in all: `cells` (R, n) is 1 on the
    cells of a placement, `beside` (R, n) on the cells next to it, `block` and `start` (R,)
    say whose placement a row is and where it starts, `first_row` (k,) where the rows of a
    block begin, `lengths` (k,) are the blocks, `offsets` (k,) the starts when all blocks are
    pushed to the left, `members` (k, R) is 1 on the rows of each block.
    """

    cells: Floats
    beside: Floats
    block: Integers
    start: Integers
    first_row: Integers
    lengths: Integers
    offsets: Integers
    members: Floats


@lru_cache(maxsize=1024)
def stack(clue: tuple[int, ...], length: int) -> Stack:
    """The stacked matrices of a clue that has at least one block and fits on the line."""
    lengths = np.array(clue, dtype=np.intp)
    offsets = np.concatenate(([0], np.cumsum(lengths + 1)[:-1]))
    places = length - (int(lengths.sum()) + len(clue) - 1) + 1
    block = np.repeat(np.arange(len(clue)), places)
    start = (offsets[:, None] + np.arange(places)).ravel()
    end = start + lengths[block]
    columns = np.arange(length)
    cells = (columns >= start[:, None]) & (columns < end[:, None])
    beside = (columns == start[:, None] - 1) | (columns == end[:, None])
    return Stack(
        cells=cells.astype(np.float32),
        beside=beside.astype(np.float32),
        block=block,
        start=start,
        first_row=np.arange(len(clue)) * places,
        lengths=lengths,
        offsets=offsets,
        members=(np.arange(len(clue))[:, None] == block).astype(np.float32),
    )


@lru_cache(maxsize=1 << 14)
def column(mask: int, length: int) -> Floats:
    """A mask as a column of cells: 1.0 where its bit is set."""
    packed = np.frombuffer(mask.to_bytes((length + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(packed, count=length, bitorder="little").astype(np.float32)


def mask_of(flags: Flags) -> int:
    """The mask of a row of flags: the inverse of `column`."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


class Patterns:
    """The placements of each block that are left on one line, `keep` (R,).

    Raises Clash when a block has no placement left.
    """

    def __init__(self, bounds: Bounds) -> None:
        """Begin with all places between the bounds."""
        self.clue = bounds.clue
        self.stack = stack(bounds.clue, bounds.length)
        self.length = bounds.length
        self.low: Integers = np.array(bounds.low)
        self.high: Integers = np.array(bounds.high)
        self.keep = self._within()

    def copy(self) -> Patterns:
        twin: Patterns = object.__new__(Patterns)
        twin.clue, twin.stack, twin.length = self.clue, self.stack, self.length
        twin.low, twin.high, twin.keep = self.low, self.high, self.keep.copy()
        return twin

    def _within(self) -> Flags:
        s = self.stack
        flags: Flags = (s.start >= self.low[s.block]) & (s.start <= self.high[s.block])
        return flags

    def drop(self, rows: Flags) -> None:
        """Drop placements."""
        self.keep &= ~rows
        if not np.logical_or.reduceat(self.keep, self.stack.first_row).all():
            raise Clash

    def cover(self, cells: Floats) -> Flags:
        """The rows (R,) that cover any of these cells."""
        flags: Flags = self.stack.cells @ cells > 0
        return flags

    def touch(self, cells: Floats) -> Flags:
        """The rows (R,) that lie next to any of these cells."""
        flags: Flags = self.stack.beside @ cells > 0
        return flags

    def reach(self) -> Flags:
        """The cells (k, n) that each block can still cover."""
        flags: Flags = self.counts() > 0
        return flags

    def counts(self) -> Floats:
        """How many rows of each block cover each cell, (k, n): C' summed over its rows."""
        counts: Floats = (self.stack.members * self.keep) @ self.stack.cells
        return counts

    def own(self, runs: Floats) -> None:
        """Hold each block at the runs that no other block can cover whole.

        `runs` (n, r) has one column a run, 1 on its cells. A row covers a run if its score
        is the length of the run; a run whose covering rows are all of one block is owned by
        it, and the block's other rows fall away.
        """
        covers = (self.stack.cells @ runs == runs.sum(axis=0)) & self.keep[:, None]
        owners = np.logical_or.reduceat(covers, self.stack.first_row, axis=0)
        owned = owners & (owners.sum(axis=0) == 1)
        self.drop((owned[self.stack.block] & ~covers).any(axis=1))

    def hold(self, block: int, cell: int) -> None:
        """Keep just those rows of a block that cover a cell."""
        self.drop((self.stack.block == block) & (self.stack.cells[:, cell] == 0))

    def extent(self) -> tuple[Integers, Integers]:
        """The first and the last start (k,) of each block among the rows that are left."""
        start, first_row = self.stack.start, self.stack.first_row
        first = np.minimum.reduceat(np.where(self.keep, start, self.length), first_row)
        last = np.maximum.reduceat(np.where(self.keep, start, -1), first_row)
        return first, last

    def move_bounds(self) -> bool:
        """Compare the bounds of all blocks, in order, and drop the rows that are now outside.

        A block starts at least its left neighbour's length and one cell further right than
        that neighbour can start, and the other way round. Returns whether a row fell away.
        """
        offsets = self.stack.offsets
        before = int(self.keep.sum())
        while True:
            low, high = self.extent()
            low = np.maximum.accumulate(low - offsets) + offsets
            high = np.minimum.accumulate((high - offsets)[::-1])[::-1] + offsets
            if (low == self.low).all() and (high == self.high).all():
                return int(self.keep.sum()) < before
            self.low, self.high = low, high
            self.drop(~self._within())

    def agreement(self) -> tuple[int, int]:
        """Masks of the cells that are black, and white, in all placements that are left.

        Black where one block covers the cell in every row; white where no row of any
        block does.
        """
        counts = self.counts()
        left = self.stack.members @ self.keep
        black: Flags = np.logical_or.reduce(counts == left[:, None])
        white: Flags = ~np.logical_or.reduce(counts > 0)
        return mask_of(black), mask_of(white)
