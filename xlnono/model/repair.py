"""Repairs of pictures whose puzzle has several solutions, as data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from xlnono.model.board import Cell, Grid, Line, lines_of
from xlnono.model.puzzle import Clue, Puzzle
from xlnono.model.steps import Position


def flipped(grid: Grid, cells: Iterable[Position]) -> Grid:
    """A picture with some cells in the other colour.

    >>> flipped(Grid.from_text("#. .#"), [(0, 1)]).text()
    '##\\n.#'
    """
    rows = list(grid.rows)
    for row, column in cells:
        rows[row] ^= 1 << column
    return Grid(tuple(rows), grid.width)


@dataclass(frozen=True)
class Repair:
    """Cells of the picture `before` that get the other colour, so that its puzzle has only one
    solution. That is proved."""

    before: Grid
    cells: tuple[Position, ...]

    @property
    def after(self) -> Grid:
        return flipped(self.before, self.cells)

    def colours(self, colour: Cell) -> list[Position]:
        """The changed cells that have this colour afterwards."""
        return [cell for cell in self.cells if self.before[cell] is not colour]

    def clues(self) -> list[tuple[Line, Clue]]:
        """The lines whose clues change, with their new clues."""
        old, new = Puzzle.of(self.before), Puzzle.of(self.after)
        lines = lines_of(self.before.height, self.before.width)
        return [(line, new.clue(line)) for line in lines if old.clue(line) != new.clue(line)]


@dataclass(frozen=True)
class Repairs:
    """The result of a search: repairs that change as few cells as possible, the least visible ones
    first.

    `open_cells` are cells in which solutions of the puzzle differ; without any, it has only one. If
    there are some and no `choices`, no repair was found within the limits. If it was not `decided`,
    the time ran out before that.
    """

    choices: tuple[Repair, ...]
    open_cells: tuple[Position, ...]
    decided: bool = True
