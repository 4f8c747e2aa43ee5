"""The contents of a sheet, as the search for a puzzle sees them.

Sets of cells are stored as bits, one whole number for each row and one for each column, so that
a question about a row, a column or a few of them is one operation regardless of their length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import chain
from operator import or_
from typing import NamedTuple

from xlnono.errors import XlnonoError
from xlnono.model.board import Cell
from xlnono.puzzle_sheet.clues import blocks_in
from xlnono.puzzle_sheet.marks import is_dark, mark_of
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Dated, ErrorValue, Sheet, Uncalculated, Value

_DIGITS = bytes.maketrans(b"\0\1", b"01")


def span(first: int, end: int) -> int:
    """The bits from `first` up to but without `end`."""
    return (1 << end) - (1 << first) if end > first else 0


def bits(mask: int) -> Iterator[int]:
    """The indices of the set bits, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class Cells:
    """Some cells of a rectangle; bit k of a row is its column k, bit k of a column its row k."""

    def __init__(self, flags: bytes | bytearray, width: int) -> None:
        """`flags` is 1 for a cell of the set and 0 for another, row after row."""
        backwards = flags.translate(_DIGITS)[::-1]
        self.rows = [int(backwards[k : k + width], 2) for k in range(0, len(flags), width)][::-1]
        self.columns = [int(backwards[k::width], 2) for k in range(width)][::-1]

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
    """The kind of a value. `blocks` None: no whole numbers. `sure`: a clue, right or wrong."""

    blocks: list[int] | None
    sure: bool
    doubtful: bool
    mark: Cell


def _kind(value: Value) -> _Kind:
    mark = mark_of(value, None)
    blocks: list[int] | None = None
    sure = doubtful = False
    if isinstance(value, Uncalculated):
        sure = True
    elif not isinstance(value, bool):
        try:
            blocks = blocks_in(value)
            sure = bool(blocks)
        except XlnonoError:
            # A negative number or a fraction among clues is a slip; a date may be a heading.
            sure = isinstance(value, int | float)
            doubtful = isinstance(value, Dated | ErrorValue)
    return _Kind(blocks, sure, doubtful, mark)


class Ink:
    """Which cells of an area hold numbers, marks or anything else, and which have borders.

    Rows and columns count from 0 within the area.

    `sure` are the cells with numbers, `large` those with numbers other than 0 and 1, `doubtful`
    those that may have been meant as a number, `text` those with anything other than numbers and
    marks. `black` and `white` are the cells with these marks, `dark` those with such a fill.
    `framed` are the cells with borders and the dark ones: cells painted black by hand have
    often lost their borders.
    """

    def __init__(self, sheet: Sheet, area: Area) -> None:
        self.area = area
        self.blocks: dict[tuple[int, int], list[int] | None] = {}
        self.existing = 0
        flags = [bytearray(area.height * area.width) for _ in range(6)]
        sure, large, doubtful, text, black, white = flags
        kind_of = lru_cache(maxsize=None, typed=True)(_kind)
        for row, held in enumerate(sheet.values(area)):
            for column, value in enumerate(held):
                if value is None or (kind := kind_of(value)).blocks == []:
                    continue
                self.existing += 1
                place = row * area.width + column
                black[place] = kind.mark is Cell.BLACK
                white[place] = kind.mark is Cell.WHITE
                if kind.sure:
                    self.blocks[row, column] = kind.blocks
                    sure[place] = True
                    large[place] = kind.blocks is not None and kind.blocks not in ([0], [1])
                else:
                    doubtful[place] = kind.doubtful
                    text[place] = kind.mark is Cell.UNKNOWN
        for merged in sheet.merged() if self.blocks else ():
            first = (merged.row - area.row, merged.column - area.column)
            if first in self.blocks and area.contains(merged):
                for line in range(first[0], first[0] + merged.height):
                    place = line * area.width + first[1]
                    sure[place : place + merged.width] = b"\1" * merged.width
        self.sure, self.large, self.doubtful, self.text, self.black, self.white = (
            Cells(each, area.width) for each in flags
        )
        self._look(sheet)

    def _look(self, sheet: Sheet) -> None:
        """Read borders and fills, unless there are no clues that they could belong to."""
        bordered = dark = bytes(self.area.height * self.area.width)
        if self.blocks:
            bordered = bytes(chain.from_iterable(sheet.bordered(self.area)))
            fills = list(chain.from_iterable(sheet.fills(self.area)))
            known = {fill: is_dark(fill) for fill in set(fills)}
            dark = bytes(map(known.__getitem__, fills))
        framed = bytes(map(or_, bordered, dark))
        self.existing += framed.count(1)
        self.bordered, self.dark, self.framed = (
            Cells(each, self.area.width) for each in (bordered, dark, framed)
        )

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

    def numbers(self, rows: Iterable[int], columns: int) -> Iterator[tuple[int, int]]:
        """The cells with numbers in some rows and in the columns whose bits are set."""
        for row in rows:
            for column in bits(self.sure.rows[row] & columns):
                if (row, column) in self.blocks:
                    yield row, column


def joined(first: list[int], second: list[int]) -> list[int]:
    """The cells that are in one of two sets or in both, line by line."""
    return list(map(or_, first, second))


def without(first: list[int], second: list[int]) -> list[int]:
    """The cells that are in the first of two sets and not in the second, line by line."""
    return [a & ~b for a, b in zip(first, second, strict=True)]
