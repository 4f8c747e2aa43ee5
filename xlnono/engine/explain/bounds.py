"""Bounds: the leftmost and the rightmost position that each block of a line can still take.

While no position in between has been dropped, the bounds are equivalent to the pattern matrix:
a block covers, in every row of its matrix, the cells between its last start and its first
end, and in any row the cells from its first start to its last end. So the techniques that
only move bounds work on them alone.
"""

from __future__ import annotations

from functools import lru_cache


class Contradiction(Exception):
    """A block has no position left. Never leaves the engine."""


class Bounds:
    """The first and the last start, `low` and `high`, of each block of a line of `length`."""

    __slots__ = ("clue", "high", "length", "low")

    def __init__(self, clue: tuple[int, ...], length: int) -> None:
        self.clue = clue
        self.length = length
        self.low: list[int] = []
        place = 0
        for block in clue:
            self.low.append(place)
            place += block + 1
        slack = length + 1 - place
        self.high = [low + slack for low in self.low]

    def copy(self) -> Bounds:
        twin: Bounds = object.__new__(Bounds)
        twin.clue, twin.length = self.clue, self.length
        twin.low, twin.high = self.low.copy(), self.high.copy()
        return twin

    def hold(self, block: int, start: int, end: int) -> None:
        """A block covers the run of cells from `start` up to before `end`."""
        self.low[block] = max(self.low[block], end - self.clue[block])
        self.high[block] = min(self.high[block], start)
        if self.low[block] > self.high[block]:
            raise Contradiction

    def put_in_order(self) -> None:
        """Compare the bounds of neighbours: one block and a white cell lie between them."""
        low, high, clue = self.low, self.high, self.clue
        for block in range(1, len(clue)):
            low[block] = max(low[block], low[block - 1] + clue[block - 1] + 1)
        for block in range(len(clue) - 2, -1, -1):
            high[block] = min(high[block], high[block + 1] - clue[block] - 1)
        if any(first > last for first, last in zip(low, high, strict=True)):
            raise Contradiction

    def agreement(self) -> tuple[int, int]:
        """Masks of the cells that a block covers in all its positions, and that none reaches."""
        black = reached = 0
        for block, low, high in zip(self.clue, self.low, self.high, strict=True):
            if high < low + block:
                black |= (1 << (low + block)) - (1 << high)
            reached |= (1 << (high + block)) - (1 << low)
        return black, ((1 << self.length) - 1) & ~reached

    def extent(self) -> tuple[list[int], list[int]]:
        """The first and the last start of each block."""
        return self.low, self.high


@lru_cache(maxsize=1024)
def base_bounds(clue: tuple[int, ...], length: int) -> Bounds:
    """The bounds on an empty line; to be copied before narrowing."""
    return Bounds(clue, length)
