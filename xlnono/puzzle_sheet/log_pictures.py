"""Two solutions of a puzzle that has several, as pictures on its log sheet."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from xlnono.language import Language, Text, all_of
from xlnono.model.board import Cell, Grid
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import PageCell
from xlnono.spreadsheet.text_size import LINE_HEIGHT
from xlnono.spreadsheet.theme import BLACK_FILL, DIFFERENT_BLACK_FILL, DIFFERENT_FILL, heavy

_WORDS: dict[str, Text] = {
    "heading": Text("Two solutions of the puzzle", "2つの解"),
    "legend": Text(
        "The orange cells differ: dark orange is black, light orange is white.",
        "橙色は2つの解で異なるマスです(濃い橙は黒マス、薄い橙は白マス)。",
    ),
    "solution": Text("Solution {number}", "解{number}"),
}

_LARGEST_CELL, _LEAST_RULED, _SMALLEST_CELL = 18, 8, 3
"""Pixels of a cell: at most, with lines between the cells, and at least."""
_GAP = 90
"""Pixels between the left edges of two pictures at least, so that there is room for a title."""
_TEXTS, _TEXT_WIDTH = 2, 460
"""The number of rows of text above the pictures, and their width in pixels."""
_PAGE_RATIO = 0.55
"""The ratio of height to width of a printed page, below the rows repeated on it."""
_PIXELS_A_CHARACTER, _POINTS_A_PIXEL = 7, 0.75


class LogPictures(NamedTuple):
    """Rows of cells from the first column of an area on, their heights, and the widths of its
    columns."""

    rows: list[list[PageCell | None]]
    heights: list[float]
    widths: list[float]

    def area(self, row: int, column: int) -> Area:
        """The area of the pictures if that is their first cell."""
        return Area(row, column, len(self.rows), len(self.widths))


class _Plan(NamedTuple):
    """The pixels of a cell, and the distance in cells between the corners of the two pictures."""

    cell: int
    down: int
    across: int


def _plan(height: int, width: int, room: int) -> _Plan:
    """Side by side or one below the other, whichever leaves the larger cells on one page.

    `room` are the pixels across.
    """
    page = room * _PAGE_RATIO
    beside = min(_LARGEST_CELL, room // (2 * width + 2), int(page / height))
    below = min(_LARGEST_CELL, room // width, int(page / (2 * height + 2)))
    if max(beside, below) < _SMALLEST_CELL:
        # They continue over several pages.
        beside, below = 0, max(_SMALLEST_CELL, room // width)
    if beside >= below:
        return _Plan(beside, 0, max(width + 2, math.ceil(_GAP / beside)))
    return _Plan(below, height + 2, 0)


def _picture(grid: Grid, other: Grid, *, ruled: bool) -> Iterator[tuple[int, int, PageCell]]:
    height, width = grid.height, grid.width
    columns = [heavy(column, width) for column in range(width)]
    for row in range(height):
        rows = heavy(row, height)
        for column in range(width):
            black = grid[row, column] is Cell.BLACK
            fill = BLACK_FILL if black else None
            if grid[row, column] is not other[row, column]:
                fill = DIFFERENT_BLACK_FILL if black else DIFFERENT_FILL
            edges = (*rows, *columns[column]) if ruled else None
            yield row, column, PageCell(None, fill=fill, edges=edges)


def log_pictures(solutions: Sequence[Grid], room: float, language: Language) -> LogPictures:
    """Two solutions with their differing cells marked, in `room` characters of width."""
    words, (first, second) = all_of(_WORDS, language), solutions
    height, width = first.height, first.width
    plan = _plan(height, width, int(room * _PIXELS_A_CHARACTER))
    columns = max(plan.across + width, math.ceil(_TEXT_WIDTH / plan.cell))
    rows: list[list[PageCell | None]] = [
        [None] * columns for _ in range(_TEXTS + plan.down + 1 + height)
    ]
    heights = [LINE_HEIGHT] * len(rows)
    rows[0][0] = PageCell(words["heading"], bold=True)
    rows[1][0] = PageCell(words["legend"])
    for number, (grid, other) in enumerate(((first, second), (second, first))):
        top, left = _TEXTS + number * plan.down, number * plan.across
        rows[top][left] = PageCell(words["solution"].format(number=number + 1))
        for row, column, cell in _picture(grid, other, ruled=plan.cell >= _LEAST_RULED):
            rows[top + 1 + row][left + column] = cell
            heights[top + 1 + row] = plan.cell * _POINTS_A_PIXEL
    return LogPictures(rows, heights, [plan.cell / _PIXELS_A_CHARACTER] * columns)
