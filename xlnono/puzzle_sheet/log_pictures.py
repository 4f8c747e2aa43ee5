"""The solutions of a puzzle that has several, as pictures on its log sheet."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from functools import cache

from xlnono.language import Language, Text, all_of
from xlnono.model.board import Cell, Grid
from xlnono.model.solution import Solution
from xlnono.model.steps import Position
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import OnPage, PageCell
from xlnono.spreadsheet.text_size import LINE_HEIGHT
from xlnono.spreadsheet.theme import BLACK_FILL, DIFFERENT_BLACK_FILL, DIFFERENT_FILL, heavy

_WORDS: dict[str, Text] = {
    "heading": Text("Two solutions of the puzzle", "2つの解"),
    "all": Text("All {found} solutions of the puzzle", "問題の解のすべて({found}個)"),
    "some of all": Text("{shown} of the {found} solutions", "{found}個の解のうちの{shown}個"),
    "all that were found": Text(
        "{found} solutions; there may be others", "解{found}個(ほかにもあるかもしれません)"
    ),
    "some": Text(
        "{shown} of at least {found} solutions",
        "少なくとも{found}個ある解のうちの{shown}個",
    ),
    "legend": Text(
        "The orange cells differ: dark orange is black, light orange is white.",
        "オレンジは解によって異なるマスです(濃いオレンジは黒マス、薄いオレンジは白マス)。",
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

    rows: list[list[OnPage]]
    heights: list[float]
    widths: list[float]

    def area(self, row: int, column: int) -> Area:
        """The area of the pictures if that is their first cell."""
        return Area(row, column, len(self.rows), len(self.widths))


class _Plan(NamedTuple):
    """The pixels of a cell, how many pictures stand side by side, and the distances in cells
    between the corners of two that stand below and beside each other."""

    cell: int
    beside: int
    down: int
    across: int


def _plan(height: int, width: int, count: int, room: int) -> _Plan:
    """As many side by side as leave the largest cells on one page.

    `room` are the pixels across.
    """
    page = room * _PAGE_RATIO

    def across(size: int) -> int:
        """The distance in cells between pictures beside each other."""
        return max(width + 2, math.ceil(_GAP / size))

    def cell(beside: int) -> int:
        below = math.ceil(count / beside)
        highest = int(page / (below * height + 2 * (below - 1)))
        for size in range(min(_LARGEST_CELL, highest), 0, -1):
            if ((beside - 1) * across(size) + width) * size <= room:
                return size
        return 0

    beside = max(range(count, 0, -1), key=cell)
    size = cell(beside)
    if size < _SMALLEST_CELL:
        # They continue over several pages.
        size = max(_SMALLEST_CELL, room // width)
        beside = max(1, room // (size * (width + 2)))
    return _Plan(size, beside, height + 2, across(size))


def _picture(
    grid: Grid, differing: Collection[Position], *, ruled: bool
) -> Iterator[tuple[int, int, PageCell]]:
    height, width = grid.height, grid.width
    columns = [heavy(column, width) for column in range(width)]

    @cache
    def cell(fill: str | None, edges: tuple[int, int, int, int] | None) -> PageCell:
        return PageCell(None, fill=fill, edges=edges)

    for row in range(height):
        rows = heavy(row, height)
        for column in range(width):
            black = grid[row, column] is Cell.BLACK
            fill = BLACK_FILL if black else None
            if (row, column) in differing:
                fill = DIFFERENT_BLACK_FILL if black else DIFFERENT_FILL
            edges = (*rows, *columns[column]) if ruled else None
            yield row, column, cell(fill, edges)


def log_pictures(solution: Solution, most: int, room: float, language: Language) -> LogPictures:
    """Up to so many solutions with their differing cells marked, in `room` characters of width."""
    words, grids = all_of(_WORDS, language), solution.solutions[:most]
    differing = set(solution.differing)
    height, width = grids[0].height, grids[0].width
    plan = _plan(height, width, len(grids), int(room * _PIXELS_A_CHARACTER))
    last_down, last_across = (len(grids) - 1) // plan.beside, min(len(grids), plan.beside) - 1
    columns = max(last_across * plan.across + width, math.ceil(_TEXT_WIDTH / plan.cell))
    rows: list[list[OnPage]] = [
        [None] * columns for _ in range(_TEXTS + last_down * plan.down + 1 + height)
    ]
    heights = [LINE_HEIGHT] * len(rows)
    rows[0][0] = PageCell(_heading(solution, len(grids), language), bold=True)
    rows[1][0] = words["legend"]
    for number, grid in enumerate(grids):
        down, across = divmod(number, plan.beside)
        top, left = _TEXTS + down * plan.down, across * plan.across
        rows[top][left] = words["solution"].format(number=number + 1)
        for row, column, cell in _picture(grid, differing, ruled=plan.cell >= _LEAST_RULED):
            rows[top + 1 + row][left + column] = cell
            heights[top + 1 + row] = plan.cell * _POINTS_A_PIXEL
    return LogPictures(rows, heights, [plan.cell / _PIXELS_A_CHARACTER] * columns)


def _heading(solution: Solution, shown: int, language: Language) -> str:
    found = len(solution.solutions)
    if solution.all_found:
        key = "all" if shown == found else "some of all"
    elif shown == found:
        key = "heading" if found == 2 else "all that were found"
    else:
        key = "some"
    return _WORDS[key].of(language, shown=shown, found=found)
