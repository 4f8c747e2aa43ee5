"""Finds a puzzle on a sheet without defined names for it.

A puzzle is number clues left of and above an empty rectangle. The cells that can be the first
of such a rectangle are tried: corners of borders, then other bordered cells, then cells with
numbers directly above and directly beside them. The candidate with the best evidence wins.

The number of steps is limited by the number of non-empty cells, so that searching never takes
longer than reading.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import accumulate
from operator import or_

from xlnono.puzzle_sheet.evidence import Candidate, DoubtfulPuzzle, Level, Verdict, judge, weight
from xlnono.puzzle_sheet.ink import Ink, bits, joined, span
from xlnono.puzzle_sheet.layout import Layout
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Sheet

_SEARCHED = Area(1, 1, 1000, 1000)
_MOST_GROUPS = 9
_LONGEST_GAP = 12
_LEAST_CELLS = 4
_STEPS, _STEPS_PER_CELL = 200_000, 2


def _zeros(mask: int) -> int:
    """The number of clear bits below the lowest set bit."""
    return (mask & -mask).bit_length() - 1


def _reach(mask: int, first: int, end: int) -> int:
    """The bits of a mask, each moved up by `first` up to but without `end` places."""
    return reduce(or_, (mask << k if k > 0 else mask >> -k for k in range(first, end)), 0)


def _flood(mask: int, passable: int, length: int) -> int:
    """The bits of a mask, and those below each as far as all between are passable."""
    step = 1
    mask &= passable
    while step < length:
        mask |= passable & (mask >> step)
        passable &= passable >> step
        step *= 2
    return mask


def _side(framed: int, passable: int, start: int) -> int:
    """The greatest length of a side of a frame that starts at a cell; its last cell is framed."""
    run = _zeros(~(passable >> start))
    return ((framed >> start) & span(0, run)).bit_length()


def _ends(inked: int, start: int) -> list[int]:
    """Lengths at which a table can end: behind each group of inked lines from `start` on."""
    ends: list[int] = []
    end, inked = 0, inked >> start
    while inked and len(ends) < _MOST_GROUPS:
        first = _zeros(inked)
        if first - end > _LONGEST_GAP:
            break
        end = first + _zeros(~(inked >> first))
        ends.append(end)
        inked &= -1 << end
    return ends


class _Finder:
    """Looks for candidates; `steps` counts the lines and cells that were examined."""

    def __init__(self, ink: Ink) -> None:
        self.ink = ink
        self.steps = 0
        self.most_steps = _STEPS + _STEPS_PER_CELL * ink.existing
        sure = ink.sure.rows
        inked_rows = [row for row, mask in enumerate(sure) if mask]
        every = reduce(or_, sure)
        self.rows = range(inked_rows[0] + 1, inked_rows[-1] + 1)
        self.columns = span(_zeros(every) + 1, every.bit_length())
        # The columns with numbers in each row or further down.
        self.below = list(accumulate(reversed(sure), or_))[::-1]

    def candidates(self) -> list[Candidate]:
        """All candidates, those that explain most numbers first."""
        found: list[Candidate] = []
        for some in (
            self._by_borders(corners=True),
            self._by_borders(corners=False),
            self._by_numbers(near=True),
            self._by_numbers(near=False),
        ):
            # Each has its own limit: many corners must not hide a plain puzzle.
            self.steps = 0
            found += (candidate for candidate in some if candidate is not None)
        return sorted(found, key=lambda one: (-one.explained, one.row, one.column))

    def _by_borders(self, *, corners: bool) -> Iterator[Candidate | None]:
        gap = _LONGEST_GAP if corners else 0
        for row in self.rows:
            for column in bits(self._bordered_starts(row, gap, corners=corners)):
                if self.steps > self.most_steps:
                    return
                self.steps += 1
                height, width = self._frame(row, column)
                if height * width >= _LEAST_CELLS:
                    yield self._candidate(row, column, height, width, gap, framed=True)

    def _bordered_starts(self, row: int, gap: int, *, corners: bool) -> int:
        """The columns of a row in which borders and the numbers near them allow a grid to start.

        A corner is a cell that must be the first of the grid because of the borders around it.
        """
        ink = self.ink
        sure, bordered, framed = ink.sure.rows, ink.bordered.rows, ink.framed.rows
        start = framed[row] | ink.marked[0][row]
        above = reduce(or_, sure[max(row - 1 - gap, 0) : row])
        starts = (
            start
            & self.columns
            & ~ink.large.rows[row]
            & ~(sure[row - 1] << 1)
            & span(0, above.bit_length())
        )
        if not starts:
            return 0
        starts &= _reach(self.below[row], 1, gap + 2)
        below = framed[row + 1] if row + 1 < len(framed) else 0
        corner = (
            ~(bordered[row - 1] << 1)
            & ~(bordered[row - 1] ^ bordered[row] << 1)
            & (framed[row] | (ink.marked[0][row] & below & framed[row] >> 1))
        )
        return starts & (corner if corners else ~corner)

    def _frame(self, row: int, column: int) -> tuple[int, int]:
        """Height and width of the frame of bordered cells that starts here, or 0, 0."""
        framed, (rows, columns) = self.ink.framed, self.ink.passable
        width = _side(framed.rows[row], rows[row], column)
        height = _side(framed.columns[column], columns[column], row)
        if not height or not width:
            return 0, 0
        bottom, right = row + height - 1, column + width - 1
        across, down = span(column, right + 1), span(row, bottom + 1)
        closed = (
            (bottom, right) in framed
            and rows[bottom] & across == across
            and columns[right] & down == down
        )
        return (height, width) if closed else (0, 0)

    def _by_numbers(self, *, near: bool) -> Iterator[Candidate | None]:
        beside = self._beside()
        for row in self.rows:
            for column in bits(self._inked_starts(row, beside[row], near=near)):
                if self.steps > self.most_steps:
                    return
                for height, width in self._sizes(row, column):
                    yield self._candidate(row, column, height, width, 0, framed=False)

    def _beside(self) -> list[int]:
        """For each row, the columns with a number beside them above any large number in them.

        That is, beside the cell in this row or in one further down.
        """
        found = [0]
        for sure, large in zip(
            reversed(self.ink.sure.rows), reversed(self.ink.large.rows), strict=True
        ):
            found.append((sure << 1 | found[-1]) & ~large)
        return found[:0:-1]

    def _inked_starts(self, row: int, beside: int, *, near: bool) -> int:
        """The columns of a row in which a grid without borders can start.

        Near: numbers stand just above and just beside the first cells of the grid.
        """
        sure, width = self.ink.sure.rows, self.ink.area.width
        starts = beside & self.columns & ~(sure[row - 1] << 1)
        if not starts or not sure[row - 1]:
            return 0
        starts &= _flood(sure[row - 1], ~self.ink.large.rows[row] & span(0, width), width)
        close = _reach(sure[row - 1], -_LONGEST_GAP, 1)
        close &= reduce(or_, sure[row : row + _LONGEST_GAP + 1]) << 1
        return starts & (close if near else ~close)

    def _sizes(self, row: int, column: int) -> Iterator[tuple[int, int]]:
        """Height and width of the grids without borders that can start at a cell."""
        sure, area = self.ink.sure, self.ink.area
        across, down = self.ink.large.rows[row] >> column, self.ink.large.columns[column] >> row
        right = column + _zeros(across) if across else area.width
        bottom = row + _zeros(down) if down else area.height
        top = self._first(sure.rows, row, span(column, right), 0)
        left = self._first(sure.columns, column, span(row, bottom), 0)
        if top == row or left == column or not self._free_corner(row, column, top, left):
            return
        self.steps += (row - top) + (column - left)
        above = reduce(or_, sure.rows[top:row]) & span(column, right)
        beside = reduce(or_, sure.columns[left:column]) & span(row, bottom)
        for height in _ends(beside, row):
            for width in _ends(above, column):
                if height * width >= _LEAST_CELLS:
                    yield height, width

    def _free_corner(self, row: int, column: int, top: int, left: int) -> bool:
        """Whether there are no numbers where the clues of rows and columns would meet."""
        sure = self.ink.sure
        return not (
            sure.rows[row - 1] & span(left, column) or sure.columns[column - 1] & span(top, row)
        )

    def _candidate(
        self, row: int, column: int, height: int, width: int, gap: int, *, framed: bool
    ) -> Candidate | None:
        sure = self.ink.sure
        bottom, right = row + height, column + width
        top = self._first(sure.rows, row, span(column, right), gap)
        left = self._first(sure.columns, column, span(row, bottom), gap)
        if top == row or left == column or not self._free_corner(row, column, top, left):
            return None
        self.steps += min(height, width)
        if not framed and self.ink.large.any(row, column, bottom, right):
            return None
        self.steps += (row - top) + (column - left)
        explained = sure.count(top, column, row, right) + sure.count(row, left, bottom, column)
        return Candidate(row, column, height, width, top, left, framed and gap > 0, explained)

    def _first(
        self, sure: list[int], edge: int, across: int, gap: int, held: list[int] | None = None
    ) -> int:
        """The first of the lines before `edge` that hold numbers `across`; `edge` without any.

        Up to `gap` lines without numbers may lie between. `held` are the cells that count as
        numbers further away (default: the same ones).
        """
        held = held or sure
        near = edge
        while near > 0 and edge - near < gap and not sure[near - 1] & across:
            near -= 1
        first = near
        while first > 0 and held[first - 1] & across:
            first -= 1
        self.steps += edge - first + 1
        return edge if first == near else first

    def layout(self, found: Candidate, *, sound: bool) -> Layout:
        """Where a candidate lies on the sheet."""
        area, sure, doubtful = self.ink.area, self.ink.sure, self.ink.doubtful
        row, column, height, width = found[:4]
        # A doubtful cell beyond the other clues only counts if the clues have defects anyway.
        rows = sure.rows if sound else joined(sure.rows, doubtful.rows)
        columns = sure.columns if sound else joined(sure.columns, doubtful.columns)
        across, down = span(column, column + width), span(row, row + height)
        top = self._first(sure.rows, row, across, _LONGEST_GAP, rows)
        left = self._first(sure.columns, column, down, _LONGEST_GAP, columns)
        return Layout(
            rows=Area(row + area.row, left + area.column, height, column - left),
            columns=Area(top + area.row, column + area.column, row - top, width),
            grid=Area(row + area.row, column + area.column, height, width),
        )

    def best(self) -> tuple[Candidate, Verdict] | None:
        """The candidate with the best evidence, None if there is none for any."""
        best: tuple[Candidate, Verdict] | None = None
        candidates = self.candidates()
        self.steps = 0
        for found in candidates:
            if self.steps > self.most_steps:
                break
            if best is not None and best[1][:2] >= (Level.PUZZLE, weight(found, sound=True)):
                continue
            self.steps += found.explained + found.height + found.width
            verdict = judge(self.ink, found)
            if verdict.level is not Level.TABLE and (best is None or verdict[:2] > best[1][:2]):
                best = found, verdict
        return best


def find(sheet: Sheet, *, certain: bool = False) -> Layout | None:
    """The layout of the puzzle on a sheet, or None if nothing on it looks like one.

    Raises DoubtfulPuzzle if something does but may also be an ordinary table, unless it is
    `certain` that there is a puzzle.
    """
    used = sheet.used()
    if used is None or not _SEARCHED.intersects(used):
        return None
    area = Area.between(
        used.row,
        used.column,
        min(used.last_row, _SEARCHED.last_row),
        min(used.last_column, _SEARCHED.last_column),
    )
    ink = Ink(sheet, area)
    if not ink.blocks:
        return None
    finder = _Finder(ink)
    best = finder.best()
    if best is None:
        return None
    found, verdict = best
    layout = finder.layout(found, sound=verdict.sound)
    if verdict.level is Level.DOUBTFUL and not certain:
        raise DoubtfulPuzzle(doubt=verdict.doubt).at(cell=layout.grid.address)
    return layout
