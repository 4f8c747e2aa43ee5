"""The position of the clues and the grid of a puzzle on a sheet."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import reduce

from xlnono.model.board import Axis, Line
from xlnono.patterns import pattern
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area, column_letters, column_number, rectangles_of_rows
from xlnono.spreadsheet.theme import TOP

_ADDRESS = pattern(r"(?<![A-Za-z0-9])([A-Z]{1,3})([1-9][0-9]*)(?![A-Za-z0-9])")


def moved_addresses(text: str, down: int, right: int) -> str:
    """A sentence with its addresses moved by so many rows and columns."""

    def moved(match: re.Match[str]) -> str:
        return f"{column_letters(column_number(match[1]) + right)}{int(match[2]) + down}"

    return _ADDRESS.sub(moved, text)


class Layout(NamedTuple):
    """The three rectangles of a puzzle: row clues, column clues and grid."""

    rows: Area
    columns: Area
    grid: Area

    @classmethod
    def on_template(cls, puzzle: tuple[int, int], clues: tuple[int, int]) -> Layout:
        """The layout of a template for a puzzle of so many rows and columns.

        `clues` are the cells of each row clue across, and of each column clue down.
        """
        (height, width), (across, down) = puzzle, clues
        # The numbers of the lines are outside the clues.
        left, top = 2, TOP + 2
        return cls(
            rows=Area(top + down, left, height, across),
            columns=Area(top, left + across, down, width),
            grid=Area(top + down, left + across, height, width),
        )

    def number(self, line: Line) -> Area:
        """The cell with the number of a line, on a template."""
        if line.axis is Axis.ROW:
            return Area(self.grid.row + line.index, self.rows.column - 1)
        return Area(self.columns.row - 1, self.grid.column + line.index)

    def numbers(self, axis: Axis) -> Area:
        """The cells with the numbers of all rows or of all columns, on a template."""
        first = self.number(Line(axis, 0))
        if axis is Axis.ROW:
            return first._replace(height=self.grid.height)
        return first._replace(width=self.grid.width)

    @property
    def box(self) -> Area:
        """The smallest area that contains all three."""
        return self.grid.joined(self.rows).joined(self.columns)

    def opposite(self, axis: Axis) -> Area | None:
        """Where the clues of an axis would be on the other side of the grid; None off the sheet."""
        grid = self.grid
        if axis is Axis.ROW:
            behind = grid.last_column + grid.column - self.rows.last_column
            before = grid.column - (self.rows.column - grid.last_column) - self.rows.width + 1
            column = behind if self.rows.column < grid.column else before
            return self.rows._replace(column=column) if column > 0 else None
        below = grid.last_row + grid.row - self.columns.last_row
        above = grid.row - (self.columns.row - grid.last_row) - self.columns.height + 1
        row = below if self.columns.row < grid.row else above
        return self.columns._replace(row=row) if row > 0 else None

    def cell(self, row: int, column: int) -> str:
        """The address of a cell of the grid, counted from 0."""
        return f"{column_letters(self.grid.column + column)}{self.grid.row + row}"

    def along(self, line: Line, length: int) -> list[str]:
        """The addresses of the cells of a line of the grid."""
        top, left, *_ = self.grid
        if line.axis is Axis.ROW:
            row = top + line.index
            return [f"{column_letters(column)}{row}" for column in range(left, left + length)]
        letters = column_letters(left + line.index)
        return [f"{letters}{row}" for row in range(top, top + length)]

    def cells(self, positions: Iterable[tuple[int, int]]) -> str:
        """Addresses of cells of the grid, counted from 0, as ranges: "L13:Q13, S13"."""
        return ", ".join(area.address for area in self.areas(positions))

    def areas(self, positions: Iterable[tuple[int, int]]) -> list[Area]:
        """The areas of the sheet that cover exactly these cells of the grid."""
        top, left, *_ = self.grid
        by_row: dict[int, list[int]] = defaultdict(list)
        for row, column in positions:
            by_row[top + row].append(left + column)
        return rectangles_of_rows(by_row)

    def clue(self, line: Line) -> Area:
        """The clue cells of a line."""
        if line.axis is Axis.ROW:
            return Area(self.grid.row + line.index, self.rows.column, 1, self.rows.width)
        return Area(self.columns.row, self.grid.column + line.index, self.columns.height, 1)

    def clues(self, lines: Sequence[Line]) -> str:
        """The address of the clue cells of neighbouring lines."""
        return reduce(Area.joined, map(self.clue, lines)).address

    def line(self, line: Line) -> Area:
        """The grid cells of a line."""
        if line.axis is Axis.ROW:
            return Area(self.grid.row + line.index, self.grid.column, 1, self.grid.width)
        return Area(self.grid.row, self.grid.column + line.index, self.grid.height, 1)
