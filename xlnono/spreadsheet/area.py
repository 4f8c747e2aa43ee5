"""Cell addresses, ranges of cells and references to them: arithmetic only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from xlnono.patterns import pattern
from xlnono.records import NamedTuple

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
"""The limits of every sheet."""

_CELL = pattern(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")
_REFERENCE = pattern(r"(?:'((?:[^']|'')+)'|([^'!]+))!([^!]+)")


@lru_cache(maxsize=1024)
def column_letters(column: int) -> str:
    """The letters of a column counted from 1: 1 is "A", 27 is "AA"."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


@lru_cache(maxsize=1024)
def column_number(letters: str) -> int:
    """The column that letters stand for, counted from 1."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _corner(text: str) -> tuple[int, int]:
    match = _CELL.fullmatch(text.strip())
    if match is None or int(match[2]) == 0:
        raise ValueError(f"{text!r} is not a cell address")
    return int(match[2]), column_number(match[1])


class Area(NamedTuple):
    """A rectangle of cells; rows and columns of the sheet count from 1."""

    row: int
    column: int
    height: int = 1
    width: int = 1

    @classmethod
    def parse(cls, address: str) -> Area:
        """Read "B2" or "$B$2:$D$9". Raises ValueError for anything else."""
        corners = [_corner(part) for part in address.split(":")]
        if len(corners) == 1:
            return cls(*corners[0])
        if len(corners) > 2:
            raise ValueError(f"{address!r} is not a range")
        rows, columns = zip(*corners, strict=True)
        return cls.between(min(rows), min(columns), max(rows), max(columns))

    @classmethod
    def between(cls, row: int, column: int, last_row: int, last_column: int) -> Area:
        """The rectangle with these corners, both included."""
        return cls(row, column, last_row - row + 1, last_column - column + 1)

    @property
    def last_row(self) -> int:
        return self.row + self.height - 1

    @property
    def last_column(self) -> int:
        return self.column + self.width - 1

    @property
    def length(self) -> int:
        """The number of cells of a single row or column."""
        return max(self.height, self.width)

    @property
    def address(self) -> str:
        """A1 notation, such as "B2" or "B2:D9"."""
        first = f"{column_letters(self.column)}{self.row}"
        if self.height == self.width == 1:
            return first
        return f"{first}:{column_letters(self.last_column)}{self.last_row}"

    @property
    def fixed_address(self) -> str:
        """A1 notation with dollar signs, as in defined names."""
        first = f"${column_letters(self.column)}${self.row}"
        if self.height == self.width == 1:
            return first
        return f"{first}:${column_letters(self.last_column)}${self.last_row}"

    def joined(self, other: Area) -> Area:
        """The smallest area that contains both."""
        return Area.between(
            min(self.row, other.row),
            min(self.column, other.column),
            max(self.last_row, other.last_row),
            max(self.last_column, other.last_column),
        )

    def contains(self, other: Area) -> bool:
        row, column, height, width = self
        other_row, other_column, other_height, other_width = other
        return (
            row <= other_row
            and column <= other_column
            and other_row + other_height <= row + height
            and other_column + other_width <= column + width
        )

    def intersects(self, other: Area) -> bool:
        row, column, height, width = self
        other_row, other_column, other_height, other_width = other
        return (
            row < other_row + other_height
            and other_row < row + height
            and column < other_column + other_width
            and other_column < column + width
        )

    def touches(self, other: Area) -> bool:
        """Whether two areas share cells or have neighbouring ones, also diagonally."""
        return Area(self.row - 1, self.column - 1, self.height + 2, self.width + 2).intersects(
            other
        )

    def cells(self) -> Iterator[Area]:
        """Every cell by itself, row after row."""
        for row in range(self.row, self.last_row + 1):
            for column in range(self.column, self.last_column + 1):
                yield Area(row, column)


def reference(sheet: str, area: Area) -> str:
    """An area of a sheet as in defined names and links: "'my sheet'!$A$1:$B$2"."""
    return "'{}'!{}".format(sheet.replace("'", "''"), area.fixed_address)


def parse_reference(text: str) -> tuple[str, Area]:
    """The sheet's name and the area of a `reference`. Raises ValueError for anything else."""
    match = _REFERENCE.fullmatch(text.strip().removeprefix("="))
    if match is None:
        raise ValueError(f"{text!r} is not an area of a sheet")
    sheet = match[1].replace("''", "'") if match[1] else match[2]
    return sheet, Area.parse(match[3])


def _consecutive(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """The first and last of each stretch of consecutive numbers in ascending order."""
    gaps = [pair for pair in pairwise(numbers) if pair[1] - pair[0] != 1]
    if not gaps:
        return [(numbers[0], numbers[-1])]
    lasts, firsts = zip(*gaps, strict=True)
    return list(zip((numbers[0], *firsts), (*lasts, numbers[-1]), strict=True))


def rectangles(positions: Iterable[tuple[int, int]]) -> list[Area]:
    """Few areas that cover exactly these (row, column) cells, top left first."""
    by_row: dict[int, list[int]] = defaultdict(list)
    for row, column in positions:
        by_row[row].append(column)
    return rectangles_of_rows(by_row)


def rectangles_of_rows(by_row: Mapping[int, Iterable[int]]) -> list[Area]:
    """The same for the columns of the cells in each row."""
    spans: dict[tuple[int, int], list[int]] = {}
    for row in sorted(by_row):
        columns = sorted(set(by_row[row]))
        first, last = columns[0], columns[-1]
        if last - first + 1 == len(columns):
            spans.setdefault((first, last), []).append(row)
        else:
            for span in _consecutive(columns):
                spans.setdefault(span, []).append(row)
    areas = []
    for (first, last), same in spans.items():
        areas += [Area.between(top, first, bottom, last) for top, bottom in _consecutive(same)]
    return sorted(areas)
