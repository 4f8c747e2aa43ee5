"""Finding a puzzle on a sheet that does not say where it is.

A puzzle is number clues left of and above an empty rectangle. Every cell that could be the
first of such a rectangle is tried, and the candidate that explains most numbers wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from xlnono.board import Cell
from xlnono.errors import XlnonoError
from xlnono.puzzle import validate
from xlnono.workbook.clues import blocks_in
from xlnono.workbook.layout import Area, Layout
from xlnono.workbook.marks import is_dark, mark_of
from xlnono.workbook.sheet import Dated, ErrorValue, Sheet, Uncalculated, Value

_SEARCHED = Area(1, 1, 1000, 1000)
_ENDS = 8
_LONGEST_GAP = 12
_FITTING_SHARE = 2 / 3
_LONGEST_COUNT = 5
"""A line of headings 1, 2, 3 … longer than this is a table's numbering, not clues."""


class _Counts:
    """How many cells of a rectangle are marked, in constant time."""

    def __init__(self, marked: Sequence[Sequence[bool]]) -> None:
        width = len(marked[0])
        self.height, self.width = len(marked), width
        self._sums = [[0] * (width + 1)]
        for row in marked:
            above = self._sums[-1]
            running = accumulate(row, initial=0)
            self._sums.append([a + b for a, b in zip(above, running, strict=True)])

    def __call__(self, top: int, left: int, bottom: int, right: int) -> int:
        """Marked cells from (top, left) up to but without (bottom, right)."""
        top, left = max(top, 0), max(left, 0)
        bottom, right = min(bottom, self.height), min(right, self.width)
        if top >= bottom or left >= right:
            return 0
        low, high = self._sums[top], self._sums[bottom]
        return high[right] - high[left] - low[right] + low[left]


class _Candidate(NamedTuple):
    """A possible layout; rows and columns count from 0 within the searched area."""

    row: int
    column: int
    height: int
    width: int
    top: int
    left: int
    bordered: bool
    explained: int


class _Ink:
    """Which cells hold numbers, and which have borders."""

    def __init__(self, sheet: Sheet, area: Area) -> None:
        self.area = area
        values = sheet.values(area)
        self.bordered = sheet.bordered(area)
        # Cells marked or painted black by hand have often lost their borders.
        fills = sheet.fills(area)
        self.framed = [
            [border or is_dark(fill) for border, fill in zip(*row, strict=True)]
            for row in zip(self.bordered, fills, strict=True)
        ]
        self.marked = [
            [value is not None and mark_of(value, None) is not Cell.UNKNOWN for value in row]
            for row in values
        ]
        self.blocks: dict[tuple[int, int], list[int] | None] = {}
        sure = [[False] * area.width for _ in values]
        doubtful = [[False] * area.width for _ in values]
        large = [[False] * area.width for _ in values]
        for row, held in enumerate(values):
            for column, value in enumerate(held):
                if value is None:
                    continue
                blocks, certain = _blocks(value)
                if blocks == []:
                    continue
                if blocks is None and not certain:
                    doubtful[row][column] = isinstance(value, Dated | ErrorValue)
                    continue
                self.blocks[row, column] = blocks
                sure[row][column] = certain
                doubtful[row][column] = not certain
                large[row][column] = blocks is not None and blocks not in ([0], [1])
        for merged in sheet.merged():
            first = (merged.row - area.row, merged.column - area.column)
            if first in self.blocks and area.contains(merged):
                for cell in merged.cells():
                    sure[cell.row - area.row][cell.column - area.column] = True
        self.sure = _Counts(sure)
        self.doubtful = _Counts(doubtful)
        self.large = _Counts(large)
        self.free_right, self.free_down = _free(large)

    def corner_of_borders(self, row: int, column: int) -> bool:
        """Whether borders say that this cell is the grid's first."""
        return (
            not self.bordered[row - 1][column - 1]
            and self.bordered[row - 1][column] == self.bordered[row][column - 1]
            and (self.framed[row][column] or self._marked_in_frame(row, column))
        )

    def _marked_in_frame(self, row: int, column: int) -> bool:
        return (
            self.marked[row][column]
            and row + 1 < self.area.height
            and column + 1 < self.area.width
            and self.framed[row + 1][column]
            and self.framed[row][column + 1]
        )

    def walk(self, row: int, column: int) -> tuple[int, int]:
        """Height and width of the frame of bordered cells that starts here, or 0, 0."""
        width = self._run([(row, k) for k in range(column, self.area.width)])
        height = self._run([(k, column) for k in range(row, self.area.height)])
        bottom, right = row + height - 1, column + width - 1
        if (
            self._run([(bottom, k) for k in range(column, right + 1)]) == width
            and self._run([(k, right) for k in range(row, bottom + 1)]) == height
        ):
            return height, width
        return 0, 0

    def _run(self, cells: list[tuple[int, int]]) -> int:
        """How many cells from the first on belong to a frame; the last is surely one."""
        length = 0
        for k, (row, column) in enumerate(cells, 1):
            if self.framed[row][column]:
                length = k
            elif not self.marked[row][column]:
                break
        return length

    def top(self, row: int, column: int, right: int, gap: int, doubtful: bool = False) -> int:
        """The first row of the numbers above `row`, or `row` if there are none."""
        edge = row
        while edge > 0 and row - edge < gap and not self.sure(edge - 1, column, edge, right):
            edge -= 1
        first = edge
        while edge > 0 and self._held(edge - 1, column, edge, right, doubtful):
            edge -= 1
        return row if edge == first else edge

    def left(self, row: int, column: int, bottom: int, gap: int, doubtful: bool = False) -> int:
        """The first column of the numbers left of `column`, or `column` without any."""
        edge = column
        while edge > 0 and column - edge < gap and not self.sure(row, edge - 1, bottom, edge):
            edge -= 1
        first = edge
        while edge > 0 and self._held(row, edge - 1, bottom, edge, doubtful):
            edge -= 1
        return column if edge == first else edge

    def _held(self, top: int, left: int, bottom: int, right: int, doubtful: bool) -> bool:
        cells = (top, left, bottom, right)
        return bool(self.sure(*cells) or (doubtful and self.doubtful(*cells)))


def _blocks(value: Value) -> tuple[list[int] | None, bool]:
    """The numbers of a cell and whether it surely is a clue; None for no whole numbers."""
    if isinstance(value, Uncalculated):
        return None, True
    if isinstance(value, bool):
        return None, False
    try:
        return blocks_in(value), True
    except XlnonoError:
        # A negative number or a fraction among clues is a slip; a date may be a heading.
        return None, isinstance(value, int | float)


def _free(large: list[list[bool]]) -> tuple[list[list[int]], list[list[int]]]:
    """For each cell, how many cells right and down from it hold no number beyond 1."""
    right = [[0] * len(row) for row in large]
    down = [[0] * len(row) for row in large]
    for row in range(len(large) - 1, -1, -1):
        for column in range(len(large[row]) - 1, -1, -1):
            if not large[row][column]:
                beside = right[row][column + 1] if column + 1 < len(large[row]) else 0
                below = down[row + 1][column] if row + 1 < len(large) else 0
                right[row][column], down[row][column] = beside + 1, below + 1
    return right, down


def _ends(inked: Iterator[bool]) -> list[int]:
    """Lengths at which a table can end: behind each group of inked lines."""
    ends: list[int] = []
    gap = 0
    for k, held in enumerate(inked):
        gap = 0 if held else gap + 1
        if gap > _LONGEST_GAP or len(ends) > _ENDS:
            break
        if held:
            if ends and ends[-1] == k:
                ends[-1] = k + 1
            else:
                ends.append(k + 1)
    return ends


def _sizes(ink: _Ink, row: int, column: int) -> Iterator[tuple[int, int, bool]]:
    """(height, width, whether borders say so) of the grids that can start at a cell."""
    if ink.framed[row][column] or ink.marked[row][column]:
        height, width = ink.walk(row, column)
        if height:
            yield height, width, True
    right = column + ink.free_right[row][column]
    bottom = row + ink.free_down[row][column]
    top = ink.top(row, column, right, 0)
    left = ink.left(row, column, bottom, 0)
    if top == row or left == column:
        return
    widths = _ends(bool(ink.sure(top, k, row, k + 1)) for k in range(column, right))
    heights = _ends(bool(ink.sure(k, left, k + 1, column)) for k in range(row, bottom))
    for height in heights:
        for width in widths:
            yield height, width, False


def _candidates(ink: _Ink) -> Iterator[_Candidate]:
    inked_rows = [row for row, _ in ink.blocks]
    inked_columns = [column for _, column in ink.blocks]
    columns = range(min(inked_columns, default=0) + 1, max(inked_columns, default=0) + 1)
    for row in range(min(inked_rows, default=0) + 1, max(inked_rows, default=0) + 1):
        for column in columns:
            framed = ink.corner_of_borders(row, column)
            reach = _LONGEST_GAP if framed else 0
            if (
                ink.large(row, column, row + 1, column + 1)
                or ink.sure(row - 1, column - 1, row, column)
                or not ink.sure(row - 1 - reach, column, row, ink.area.width)
                or not ink.sure(row, column - 1 - reach, ink.area.height, column)
            ):
                continue
            for height, width, bordered in _sizes(ink, row, column):
                gap = reach if bordered else 0
                bottom, right = row + height, column + width
                top = ink.top(row, column, right, gap)
                left = ink.left(row, column, bottom, gap)
                if (
                    top == row
                    or left == column
                    or height * width < 4
                    or ink.sure(row - 1, left, row, column)
                    or ink.sure(top, column - 1, row, column)
                    or (ink.large(row, column, bottom, right) and not bordered)
                ):
                    continue
                explained = ink.sure(top, column, row, right) + ink.sure(row, left, bottom, column)
                yield _Candidate(
                    row, column, height, width, top, left, bordered and framed, explained
                )


def _clues(ink: _Ink, found: _Candidate) -> tuple[list[list[int]], list[list[int]], bool]:
    rows: list[list[int]] = [[] for _ in range(found.height)]
    columns: list[list[int]] = [[] for _ in range(found.width)]
    sound = True
    for lines, top, left, bottom, right, axis in (
        (rows, found.row, found.left, found.row + found.height, found.column, 0),
        (columns, found.top, found.column, found.row, found.column + found.width, 1),
    ):
        for row in range(top, bottom):
            for column in range(left, right):
                if (row, column) in ink.blocks:
                    blocks = ink.blocks[row, column]
                    sound = sound and blocks is not None
                    lines[column - left if axis else row - top] += blocks or []
    return rows, columns, sound


def _numbering(clues: list[list[int]]) -> bool:
    return len(clues) > _LONGEST_COUNT and clues == [[k + 1] for k in range(len(clues))]


def _fitting(clues: list[list[int]], length: int) -> float:
    """The share of the lines with a clue whose clue fits."""
    given = [clue for clue in clues if clue]
    fitting = sum(sum(clue) + len(clue) - 1 <= length for clue in given)
    return fitting / max(len(given), 1)


def _weight(ink: _Ink, found: _Candidate) -> tuple[float, bool]:
    """How much speaks for a candidate (0 rules it out), and whether its clues are sound."""
    rows, columns, sound = _clues(ink, found)
    if _numbering(rows) or _numbering(columns):
        return 0, False
    valid = sound and not validate(rows, columns)
    if not valid:
        if min(_fitting(rows, found.width), _fitting(columns, found.height)) < _FITTING_SHARE:
            return 0, False
        given = min(sum(map(bool, rows)) / len(rows), sum(map(bool, columns)) / len(columns))
        if min(found.height, found.width) < 2 or (given < 0.5 and not found.bordered):
            return 0, False
    return found.explained * (3 if valid else 1) * (2 if found.bordered else 1), valid


def find(sheet: Sheet) -> Layout | None:
    """The layout of the puzzle on a sheet, or None if nothing on it looks like one."""
    used = sheet.used()
    if used is None or not _SEARCHED.intersects(used):
        return None
    area = Area.between(
        used.row,
        used.column,
        min(used.last_row, _SEARCHED.last_row),
        min(used.last_column, _SEARCHED.last_column),
    )
    ink = _Ink(sheet, area)
    best, best_weight, sound = None, 0.0, False
    for found in sorted(_candidates(ink), key=lambda found: -found.explained):
        if found.explained * 6 <= best_weight:
            break
        weight, valid = _weight(ink, found)
        if weight > best_weight:
            best, best_weight, sound = found, weight, valid
    if best is None:
        return None
    bottom, right = best.row + best.height, best.column + best.width
    # What looks like a clue beyond the others is one only if something is wrong anyway.
    top = ink.top(best.row, best.column, right, _LONGEST_GAP, not sound)
    left = ink.left(best.row, best.column, bottom, _LONGEST_GAP, not sound)
    return Layout(
        rows=Area(best.row + area.row, left + area.column, best.height, best.column - left),
        columns=Area(top + area.row, best.column + area.column, best.row - top, best.width),
        grid=Area(best.row + area.row, best.column + area.column, best.height, best.width),
    )
