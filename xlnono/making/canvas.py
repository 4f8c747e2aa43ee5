"""A picture that can be changed cell by cell, with the clues of its lines."""

from __future__ import annotations

import math
from collections.abc import Iterable

from xlnono.engine.decide.line_clues import Changes, UncheckedClues
from xlnono.model.board import Grid, runs
from xlnono.model.steps import Position


class Canvas:
    """A picture, the clues of its lines, and how loose they are.

    `looseness` is the sum over all lines of the logarithm of the number of arrangements: the
    smaller it is, the more the clues say.

    >>> canvas = Canvas(Grid.from_text("#.# ..."))
    >>> canvas.flip([(0, 1)])
    >>> canvas.grid().text(), canvas.clues
    ('###\\n...', [(3,), (), (1,), (1,), (1,)])
    """

    def __init__(self, grid: Grid) -> None:
        self.height, self.width = grid.height, grid.width
        self._masks = [*grid.rows, *grid.transposed().rows]
        self.clues: list[tuple[int, ...]] = [()] * len(self._masks)
        self._looseness = [0.0] * len(self._masks)
        self._read(range(len(self._masks)))

    def _read(self, lines: Iterable[int]) -> None:
        for line in lines:
            clue = tuple(runs(self._masks[line]))
            self.clues[line] = clue
            free = (self.width if line < self.height else self.height) - sum(clue) + 1
            self._looseness[line] = math.log(math.comb(free, len(clue)))

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.height * self.width

    @property
    def looseness(self) -> float:
        return math.fsum(self._looseness)

    def is_black(self, cell: Position) -> bool:
        return bool(self._masks[cell[0]] >> cell[1] & 1)

    def flip(self, cells: Iterable[Position]) -> None:
        """Give some cells the other colour."""
        lines: set[int] = set()
        for row, column in cells:
            self._masks[row] ^= 1 << column
            self._masks[self.height + column] ^= 1 << row
            lines |= {row, self.height + column}
        self._read(lines)

    def changes(self, cells: Iterable[Position]) -> Changes:
        """The clues of the lines of some cells if these had the other colour."""
        masks: dict[int, int] = {}
        for row, column in cells:
            for line, bit in ((row, 1 << column), (self.height + column, 1 << row)):
                masks[line] = masks.get(line, self._masks[line]) ^ bit
        return {line: tuple(runs(mask)) for line, mask in masks.items()}

    def puzzle(self) -> UncheckedClues:
        return UncheckedClues(self.height, self.width, tuple(self.clues))

    def grid(self) -> Grid:
        return Grid(tuple(self._masks[: self.height]), self.width)
