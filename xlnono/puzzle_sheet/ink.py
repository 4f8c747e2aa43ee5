"""The contents of a sheet, as the search for a puzzle sees them.

Sets of cells are stored as bits, one whole number for each row and one for each column, so that
a question about a row, a column or a few of them is one operation regardless of their length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from operator import add, or_

from xlnono.errors import XlnonoError
from xlnono.model.board import Cell
from xlnono.puzzle_sheet.clues import Reading, is_label, readings_in
from xlnono.puzzle_sheet.marks import is_dark, mark_of
from xlnono.puzzle_sheet.template_head import SUM
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Dated, ErrorValue, Sheet, Uncalculated, Value

_MARKS = ((0,), (1,))
_SHARED = 1 / 4
"""The share of the numbers on a sheet that have its background, if there are two at most."""
_SETS = (
    "sure", "large", "doubtful", "text", "black", "white", "unsettled", "formulas", "bordered",
    "dark", "framed",
)  # fmt: skip
_DIGITS = bytes.maketrans(b"\0\1", b"01")


def span(first: int, end: int) -> int:
    """The bits from `first` up to but without `end`."""
    return (1 << end) - (1 << first) if end > first else 0


def bits(mask: int) -> list[int]:
    """The indices of the set bits, lowest first."""
    places = []
    while mask:
        lowest = mask & -mask
        places.append(lowest.bit_length() - 1)
        mask ^= lowest
    return places


def _number(flags: bytes) -> int:
    return int.from_bytes(flags, "big")


def _reversed(mask: int, length: int) -> int:
    return int(f"{mask:0{length}b}"[::-1], 2) if mask else 0


class Cells:
    """Some cells of a rectangle; bit k of a row is its column k, bit k of a column its row k."""

    def __init__(self, flags: bytes | bytearray, width: int) -> None:
        """`flags` is 1 for a cell of the set and 0 for another, row after row."""
        # Most sets of most sheets are empty.
        if 1 not in flags:
            self.rows, self.columns = [0] * (len(flags) // width), [0] * width
            return
        backwards = flags.translate(_DIGITS)[::-1]
        self.rows = [int(backwards[k : k + width], 2) for k in range(0, len(flags), width)][::-1]
        self.columns = [int(backwards[k::width], 2) for k in range(width)][::-1]

    def copy(self) -> Cells:
        copied = Cells.__new__(Cells)
        copied.rows, copied.columns = self.rows.copy(), self.columns.copy()
        return copied

    def clear(self, top: int, left: int, bottom: int, right: int) -> None:
        """Take the cells from (top, left) up to but without (bottom, right) out of the set."""
        across, down = ~span(left, right), ~span(top, bottom)
        self.rows[top:bottom] = [row & across for row in self.rows[top:bottom]]
        self.columns[left:right] = [column & down for column in self.columns[left:right]]

    def mirrored(self, *, down: bool, across: bool) -> Cells:
        """The set with the last row first (`down`), or the last column first (`across`)."""
        mirrored = self.copy()
        for wanted, lines, crossing in (
            (down, mirrored.rows, mirrored.columns),
            (across, mirrored.columns, mirrored.rows),
        ):
            if wanted:
                length = len(lines)
                lines.reverse()
                crossing[:] = [_reversed(mask, length) for mask in crossing]
        return mirrored

    def __contains__(self, cell: tuple[int, int]) -> bool:
        return bool(self.rows[cell[0]] >> cell[1] & 1)

    def count(self, top: int, left: int, bottom: int, right: int) -> int:
        """The number of cells from (top, left) up to but without (bottom, right)."""
        if bottom - top > right - left:
            mask = span(top, bottom)
            return sum((column & mask).bit_count() for column in self.columns[left:right])
        mask = span(left, right)
        return sum((row & mask).bit_count() for row in self.rows[top:bottom])

    def any(self, top: int, left: int, bottom: int, right: int) -> bool:
        """Whether a cell lies from (top, left) up to but without (bottom, right)."""
        if bottom - top > right - left:
            mask = span(top, bottom)
            return any(column & mask for column in self.columns[left:right])
        mask = span(left, right)
        return any(row & mask for row in self.rows[top:bottom])


class _Kind(NamedTuple):
    """The kind of a value. `readings`: none of a mistake. `sure`: a clue, right or wrong.

    The others are as in `Ink`; `blank` is like an empty cell.
    """

    readings: tuple[Reading, ...]
    mark: Cell
    blank: bool
    sure: bool
    large: bool
    unsettled: bool
    doubtful: bool


_BLANK = (Reading(()),)


@lru_cache(maxsize=4096, typed=True)
def _kind(value: Value) -> _Kind:
    """The kind of a value; cached, as the cells of all sheets hold much the same."""
    mark = mark_of(value, None)
    readings: tuple[Reading, ...] = ()
    sure = doubtful = False
    if isinstance(value, Uncalculated):
        sure = True
    elif not isinstance(value, bool):
        try:
            readings = readings_in(value)
            sure = readings != _BLANK and not is_label(value)
        except XlnonoError:
            # A negative number or a fraction among clues is a slip; a date may be a heading.
            sure = isinstance(value, int | float)
            doubtful = isinstance(value, Dated | ErrorValue)
    return _Kind(
        readings,
        mark,
        blank=readings == _BLANK and mark is Cell.UNKNOWN,
        sure=sure,
        large=sure and bool(readings) and readings[0].blocks not in _MARKS,
        unsettled=sure and len(readings) != 1,
        doubtful=doubtful,
    )


def is_number(value: Value) -> bool:
    """Whether a value counts as a clue, right or wrong. A formula without a value does not."""
    return not isinstance(value, Uncalculated) and _kind(value).sure


class Ink:
    """Which cells of an area hold numbers, marks or anything else, and which have borders.

    Rows and columns count from 0 within the area. `turned`: whether the last row is the first one,
    and whether the last column is. `readings` are the ways to read each cell with a number, none
    if there is a mistake in it.

    `sure` are the cells with numbers, `large` those with numbers other than 0 and 1, `doubtful`
    those that may have been meant as a number, `text` those with anything other than numbers and
    marks. `black` and `white` are the cells with these marks, `dark` those with such a fill.
    `unsettled` are the cells with mistakes or with several readings, `formulas` those whose values
    are not stored.
    `framed` are the cells with borders and the dark ones: cells painted black by hand have
    often lost their borders. `sums` are the places on the sheet of the headings of totals.
    """

    def __init__(self, sheet: Sheet, area: Area) -> None:
        self.area = area
        self.turned = (False, False)
        self.readings: dict[tuple[int, int], tuple[Reading, ...]] = {}
        self.existing = 0
        self.sums: list[Area] = []
        flags = [bytearray(area.height * area.width) for _ in range(8)]
        sure, large, doubtful, text, black, white, unsettled, formulas = flags
        for row, held in enumerate(sheet.values(area)):
            for column, value in enumerate(held):
                if value is None or (kind := _kind(value)).blank:
                    continue
                self.existing += 1
                if value == SUM:
                    self.sums.append(Area(area.row + row, area.column + column))
                place = row * area.width + column
                if kind.mark is not Cell.UNKNOWN:
                    (black if kind.mark is Cell.BLACK else white)[place] = True
                if kind.sure:
                    self.readings[row, column] = kind.readings
                    sure[place] = True
                    large[place] = kind.large
                    if kind.unsettled:
                        unsettled[place] = True
                        formulas[place] = isinstance(value, Uncalculated)
                else:
                    doubtful[place] = kind.doubtful
                    text[place] = kind.mark is Cell.UNKNOWN
        for merged in sheet.merged() if self.readings else ():
            first = (merged.row - area.row, merged.column - area.column)
            if first in self.readings and area.contains(merged):
                for line in range(first[0], first[0] + merged.height):
                    place = line * area.width + first[1]
                    sure[place : place + merged.width] = b"\1" * merged.width
        (
            self.sure,
            self.large,
            self.doubtful,
            self.text,
            self.black,
            self.white,
            self.unsettled,
            self.formulas,
        ) = (Cells(each, area.width) for each in flags)
        self._look(sheet)

    def _look(self, sheet: Sheet) -> None:
        """Read borders and fills, unless there are no clues that they could belong to."""
        bordered = dark = bytes(self.area.height * self.area.width)
        if self.readings:
            bordered = bytes(chain.from_iterable(sheet.bordered(self.area)))
            fills = list(chain.from_iterable(sheet.fills(self.area)))
            known = {fill: is_dark(fill) for fill in set(fills)}
            for fill in self._backgrounds(fills):
                known[fill] = False
            dark = bytes(map(known.__getitem__, fills))
        framed = (_number(bordered) | _number(dark)).to_bytes(len(dark), "big")
        self.existing += framed.count(1)
        self.bordered, self.dark, self.framed = (
            Cells(each, self.area.width) for each in (bordered, dark, framed)
        )

    def _backgrounds(self, fills: list[str | None]) -> Iterator[str | None]:
        """The fills that many of the numbers have: those of a dark sheet, or of stripes."""
        width = self.area.width
        counts = Counter(fills[row * width + column] for row, column in self.readings)
        return (fill for fill, count in counts.items() if count >= _SHARED * len(self.readings))

    def on_sheet(self, top: int, left: int, bottom: int, right: int) -> Area:
        """The area from (top, left) up to but without (bottom, right), as addresses count it."""
        down, across = self.turned
        if down:
            top, bottom = self.area.height - bottom, self.area.height - top
        if across:
            left, right = self.area.width - right, self.area.width - left
        return Area(self.area.row + top, self.area.column + left, bottom - top, right - left)

    def in_area(self, area: Area) -> list[tuple[Reading, ...]]:
        """What the cells with numbers in an area of the sheet hold, row by row; not mirrored."""
        top, left = area.row - self.area.row, area.column - self.area.column
        return [
            self.readings[row, column]
            for row in range(top, top + area.height)
            for column in range(left, left + area.width)
            if (row, column) in self.readings
        ]

    def without(self, area: Area) -> Ink:
        """The same, not mirrored, with nothing in the cells of an area of the sheet."""
        top, left = max(area.row - self.area.row, 0), max(area.column - self.area.column, 0)
        bottom = min(area.last_row - self.area.row + 1, self.area.height)
        right = min(area.last_column - self.area.column + 1, self.area.width)
        other = copy(self)
        other._forget()
        for name in _SETS:
            cells = getattr(self, name).copy()
            cells.clear(top, left, bottom, right)
            setattr(other, name, cells)
        other.readings = {
            (row, column): readings
            for (row, column), readings in self.readings.items()
            if not (top <= row < bottom and left <= column < right)
        }
        return other

    def has_formulas(self, cells: Area) -> bool:
        """Whether formulas whose values are not stored are in an area of the sheet."""
        row, column = max(cells.row - self.area.row, 0), max(cells.column - self.area.column, 0)
        bottom, right = cells.last_row + 1 - self.area.row, cells.last_column + 1 - self.area.column
        return self.formulas.any(
            row, column, min(bottom, self.area.height), min(right, self.area.width)
        )

    def without_formulas(self) -> Ink:
        """The same without the formulas whose values are not stored."""
        other = copy(self)
        other._forget()
        other.sure = self.sure.copy()
        other.sure.rows = without(self.sure.rows, self.formulas.rows)
        other.sure.columns = without(self.sure.columns, self.formulas.columns)
        other.readings = {
            cell: readings for cell, readings in self.readings.items() if cell not in self.formulas
        }
        return other

    def mirrored(self, *, down: bool, across: bool) -> Ink:
        """The same with the last row first (`down`), or the last column first (`across`).

        In it, clues below the grid lie above it, and clues right of the grid lie left of it.
        """
        other = copy(self)
        other._forget()
        other.turned = (down, across)
        for name in _SETS:
            setattr(other, name, getattr(self, name).mirrored(down=down, across=across))
        bottom, right = self.area.height - 1, self.area.width - 1
        other.readings = {
            (bottom - row if down else row, right - column if across else column): readings
            for (row, column), readings in self.readings.items()
        }
        return other

    def _forget(self) -> None:
        """Drop what was derived from the sets of cells."""
        for name in ("marked", "shown_black", "passable", "_sums"):
            self.__dict__.pop(name, None)

    @cached_property
    def marked(self) -> tuple[list[int], list[int]]:
        """The cells with a mark, by rows and by columns."""
        return (
            joined(self.black.rows, self.white.rows),
            joined(self.black.columns, self.white.columns),
        )

    @cached_property
    def shown_black(self) -> tuple[list[int], list[int]]:
        """The cells that are black by a mark, or by their fill if no mark says white."""
        return (
            without(joined(self.black.rows, self.dark.rows), self.white.rows),
            without(joined(self.black.columns, self.dark.columns), self.white.columns),
        )

    @cached_property
    def passable(self) -> tuple[list[int], list[int]]:
        """The cells that can be part of a frame, by rows and by columns."""
        rows, columns = self.marked
        return joined(self.framed.rows, rows), joined(self.framed.columns, columns)

    @cached_property
    def _sums(self) -> list[list[int]]:
        """The sum of the numbers above and left of each cell, of the first readings."""
        width = self.area.width
        held: dict[int, list[int]] = {}
        for (row, column), readings in self.readings.items():
            if readings:
                held.setdefault(row, [0] * width)[column] = sum(readings[0].blocks)
        sums = [[0] * (width + 1)]
        for row in range(self.area.height):
            if row in held:
                sums.append(list(map(add, sums[-1], accumulate(held[row], initial=0))))
            else:
                sums.append(sums[-1])
        return sums

    def total(self, top: int, left: int, bottom: int, right: int) -> int:
        """The sum of the numbers from (top, left) up to but without (bottom, right)."""
        above, below = self._sums[top], self._sums[bottom]
        return below[right] - below[left] - above[right] + above[left]


def joined(first: list[int], second: list[int]) -> list[int]:
    """The cells that are in one of two sets or in both, line by line."""
    return list(map(or_, first, second))


def without(first: list[int], second: list[int]) -> list[int]:
    """The cells that are in the first of two sets and not in the second, line by line."""
    return [a & ~b for a, b in zip(first, second, strict=True)]
