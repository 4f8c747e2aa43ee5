"""Pictures of rounded blobs, drawn from a seed: like real puzzles, and with just one solution."""

from __future__ import annotations

import random

import xlnono
from xlnono.model.board import Grid


def blobs(size: int, seed: int) -> Grid:
    """A square picture, the only solution of its clues.

    It begins as noise, in which each cell takes the colour of most of its neighbours; then cells
    in which two solutions differ turn black, until there is one solution only.
    """
    chance = random.Random(seed)
    cells = [[chance.random() < 0.52 for _ in range(size)] for _ in range(size)]
    for _ in range(3):
        cells = [[_most(cells, row, column) for column in range(size)] for row in range(size)]
    while True:
        picture = Grid.from_cells(cells)
        solution = xlnono.solve(xlnono.Puzzle(picture.row_clues(), picture.column_clues()))
        assert solution.grid is not None
        if solution.other is None:
            return picture
        for row in range(size):
            for column in range(size):
                if solution.grid[row, column] is not solution.other[row, column]:
                    cells[row][column] = True


def _most(cells: list[list[bool]], row: int, column: int) -> bool:
    """Whether most cells around one are black, itself among them."""
    around = [
        cells[r][k]
        for r in range(max(row - 1, 0), min(row + 2, len(cells)))
        for k in range(max(column - 1, 0), min(column + 2, len(cells)))
    ]
    return 2 * sum(around) > len(around)
