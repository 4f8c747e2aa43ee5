"""Pattern matrices (パターン行列): where each block of a line can still lie.

For each block of a line there is a matrix with one row for each place the block can take
between its bounds and one column for each cell, 1 where the placement is black. After Softex
Celware, "イラストロジックの自動解答アルゴリズム", chapter 1.

All rows of a matrix show the same block, each one cell further right. So the matrix is not
written out: a mask of the remaining starts is equivalent to it, and a product of the matrix with
a column of cells is a few shifts of that mask. This takes time and memory that grow with the
number of rows, where the matrix would have as many cells as rows times columns.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from xlnono.engine.clock import Clock
from xlnono.engine.explain.bounds import Bounds, Contradiction
from xlnono.engine.line import covered
from xlnono.model.board import run_starts


class Patterns:
    """The remaining positions of each block of one line.

    `keep` has a mask of starts for each block. Raises Contradiction if a block has no
    position left.
    """

    __slots__ = ("_clock", "clue", "high", "keep", "length", "low")

    def __init__(self, bounds: Bounds, clock: Clock) -> None:
        """Start with all positions between the bounds."""
        self.clue = bounds.clue
        self.length = bounds.length
        self.low, self.high = bounds.low, bounds.high
        self.keep = [
            (2 << high) - (1 << low) for low, high in zip(bounds.low, bounds.high, strict=True)
        ]
        self._clock = clock

    def copy(self) -> Patterns:
        twin: Patterns = object.__new__(Patterns)
        twin.clue, twin.length, twin._clock = self.clue, self.length, self._clock
        twin.low, twin.high, twin.keep = self.low, self.high, self.keep.copy()
        return twin

    def _keep_only(self, block: int, starts: int) -> None:
        self.keep[block] &= starts
        if not self.keep[block]:
            raise Contradiction

    def drop_covering(self, cells: int) -> None:
        """Drop the positions that cover any of these cells."""
        free = ((1 << self.length) - 1) & ~cells
        self._clock.check()
        fitting = {block: run_starts(free, block) for block in set(self.clue)}
        for number, block in enumerate(self.clue):
            self._keep_only(number, fitting[block])

    def drop_beside(self, cells: int) -> None:
        """Drop the positions next to any of these cells."""
        self._clock.check()
        for number, block in enumerate(self.clue):
            self._keep_only(number, ~(cells << 1 | cells >> block))

    def reached(self) -> list[int]:
        """For each block, the cells that it can still cover."""
        return [covered(keep, block) for keep, block in zip(self.keep, self.clue, strict=True)]

    def own(self, runs: Sequence[tuple[int, int]]) -> None:
        """Hold each block at the runs that no other block can cover whole.

        A run is (first cell, cell behind the last).
        """
        ends = [high + block for high, block in zip(self.high, self.clue, strict=True)]
        held = []
        for start, end in runs:
            self._clock.check()
            owner = None
            for number in range(bisect_left(ends, end), bisect_right(self.low, start)):
                covering = self._covering(number, start, end)
                if self.keep[number] & covering:
                    if owner is not None:
                        break
                    owner = number, covering
            else:
                if owner is not None:
                    held.append(owner)
        for number, covering in held:
            self._keep_only(number, covering)

    def _covering(self, number: int, start: int, end: int) -> int:
        """The starts from which a block covers all cells from `start` up to before `end`."""
        first = max(end - self.clue[number], 0)
        return (2 << start) - (1 << first) if first <= start else 0

    def hold(self, number: int, cell: int) -> None:
        """Drop all positions of a block that do not cover a cell."""
        self._keep_only(number, self._covering(number, cell, cell + 1))

    def extent(self) -> tuple[list[int], list[int]]:
        """The first and the last start of each block among its remaining positions."""
        return (
            [(keep & -keep).bit_length() - 1 for keep in self.keep],
            [keep.bit_length() - 1 for keep in self.keep],
        )

    def move_bounds(self) -> bool:
        """Compare the bounds of all blocks, in order, and drop the positions that are now outside.

        A block starts at least its left neighbour's length and one cell further right than
        that neighbour can start, and the other way round. Returns whether a position was dropped.
        """
        offsets = list(accumulate((block + 1 for block in self.clue[:-1]), initial=0))
        moved = False
        while True:
            self._clock.check()
            firsts, lasts = self.extent()
            slack = accumulate((a - b for a, b in zip(firsts, offsets, strict=True)), max)
            low = [a + b for a, b in zip(slack, offsets, strict=True)]
            back = (a - b for a, b in zip(reversed(lasts), reversed(offsets), strict=True))
            high = [a + b for a, b in zip(accumulate(back, min), reversed(offsets), strict=True)]
            high.reverse()
            if low == self.low and high == self.high:
                return moved
            self.low, self.high = low, high
            for number, (first, last) in enumerate(zip(low, high, strict=True)):
                if first > firsts[number] or last < lasts[number]:
                    moved = True
                    self._keep_only(number, (2 << last) - (1 << first) if first <= last else 0)

    def agreement(self) -> tuple[int, int]:
        """Masks of the cells that are black, and white, in all remaining positions.

        A cell is black if one block covers it in every position, white if no block covers it in
        any.
        """
        self._clock.check()
        black = reached = 0
        for block, keep in zip(self.clue, self.keep, strict=True):
            first, last = (keep & -keep).bit_length() - 1, keep.bit_length() - 1
            if last < first + block:
                black |= (1 << (first + block)) - (1 << last)
            reached |= covered(keep, block)
        return black, ((1 << self.length) - 1) & ~reached
