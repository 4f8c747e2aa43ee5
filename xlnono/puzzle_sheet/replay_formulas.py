"""The hidden columns of a replay sheet, with the formulas that look up what a step shows."""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.model.board import Axis
from xlnono.model.puzzle import Puzzle
from xlnono.puzzle_sheet.replay_rows import (
    NOTHING,
    Row,
    Rows,
    chain_shown,
    codes,
    line_key,
    part_of,
)
from xlnono.spreadsheet.area import LAST_COLUMN, LAST_ROW, Area, column_letters
from xlnono.spreadsheet.sheet import Formula, OnPage

STEP_CELL, SINGLY_CELL = Area(2, 3), Area(2, 23)
"""The cells for the number of a step, and for 1 to see single deductions."""
_LEAST_COLUMNS = 30
"""The least number of columns, so that sentences have room beside a narrow board."""
_LARGEST_HIGHLIGHTED = 10_000
"""The most cells of a board that each have a formula. On larger ones only new cells stand out."""


class Cells:
    """The cells of the page while it is being built."""

    def __init__(self) -> None:
        self.rows: list[list[OnPage]] = []

    def put(self, row: int, column: int, cell: OnPage) -> None:
        self.put_all(row, column, [cell])

    def put_all(self, row: int, column: int, cells: Sequence[OnPage]) -> None:
        while len(self.rows) < row:
            self.rows.append([])
        there = self.rows[row - 1]
        there += [None] * (column - 1 - len(there))
        there[column - 1 : column - 1 + len(cells)] = cells


def columns_of(grid: Area) -> int:
    """The number of columns in view."""
    return max(grid.last_column, _LEAST_COLUMNS)


def fits(grid: Area) -> bool:
    """Whether a sheet has room for a replay."""
    columns = columns_of(grid) + len(Row._fields) + 2
    if grid.height * grid.width <= _LARGEST_HIGHLIGHTED:
        columns += 2 + grid.width
    return grid.last_row <= LAST_ROW and columns <= LAST_COLUMN


class Hidden:
    """The hidden columns behind the page: the table, the texts of chains, the fields of the step
    that is shown, and the codes of the cells of the board."""

    SHOWN = (
        "step",
        "singly",
        "line",
        "first",
        "last",
        "impossible",
        "marks",
        "chain",
        "cut",
        "text",
    )

    def __init__(self, column: int, rows: Rows, grid: Area, puzzle: Puzzle) -> None:
        self.rows, self._puzzle = rows, puzzle
        self._first = Area(1, column)
        self._chains = Area(1, column + len(Row._fields), max(1, len(rows.chains)))
        self._shown = self._chains.column + 1
        self._marks = Area(grid.row, self._shown + 1, grid.height)
        self._chain = self._marks._replace(column=self._marks.column + 1)
        self.codes = grid._replace(column=self._chain.column + 1)
        self.highlighted = grid.height * grid.width <= _LARGEST_HIGHLIGHTED
        self.last_column = self.codes.last_column if self.highlighted else self._shown

    @property
    def table(self) -> Sequence[Row]:
        """The rows of the table."""
        return (*self.rows.visits, *self.rows.singly)

    def shown(self, name: str) -> str:
        """The address of a field of the step that is shown."""
        return Area(self.SHOWN.index(name) + 1, self._shown).fixed_address

    def field(self, name: str) -> Formula:
        """The value of a field of the table for the step that is shown."""
        column = self._first.column + Row._fields.index(name)
        visits = Area(1, column, len(self.rows.visits))
        singly = Area(len(self.rows.visits) + 1, column, len(self.rows.singly))
        by_visit, one_by_one = (
            f"INDEX({cells.fixed_address},{self.shown('step')}+1)" for cells in (visits, singly)
        )
        result = getattr(self.rows.visits[-1], name)
        return Formula(f"=IF({self.shown('singly')}=1,{one_by_one},{by_visit})", result)

    def count(self, text: str) -> Formula:
        """A text with the number of steps."""
        by_visit, one_by_one = (
            text.format(count=len(rows) - 1) for rows in (self.rows.visits, self.rows.singly)
        )
        return Formula(f'=IF({self.shown("singly")}=1,"{one_by_one}","{by_visit}")', by_visit)

    def put(self, sheet: Cells) -> None:
        for number, row in enumerate(self.table, 1):
            sheet.put_all(number, self._first.column, row)
        for number, text in enumerate(self.rows.chains, 1):
            sheet.put(number, self._chains.column, text)
        for number, name in enumerate(self.SHOWN, 1):
            sheet.put(number, self._shown, self._value(name))
        if self.highlighted:
            self._put_codes(sheet)

    def _value(self, name: str) -> Formula:
        """The formula of a field of the step that is shown."""
        visits, singly = len(self.rows.visits) - 1, len(self.rows.singly) - 1
        step, switch = STEP_CELL.fixed_address, SINGLY_CELL.fixed_address
        match name:
            case "step":
                last = f"IF({self.shown('singly')}=1,{singly},{visits})"
                nearest = f"MAX(0,MIN({last},ROUND({step},0)))"
                return Formula(f"=IF(ISNUMBER({step}),{nearest},0)", visits)
            case "singly":
                return Formula(f"=IF(IFERROR(N({switch}),0)=1,1,0)", 0)
            case "text":
                chain, cut = self.shown("chain"), self.shown("cut")
                text = f"RIGHT(INDEX({self._chains.fixed_address},{chain}),{cut})"
                return Formula(
                    f'=IF({chain}=0,"",{text})', chain_shown(self._last, self.rows.chains)
                )
            case _:
                return self.field(name)

    @property
    def _last(self) -> Row:
        return self.rows.visits[-1]

    def _put_codes(self, sheet: Cells) -> None:
        """The code of each cell: its mark in the step, and its part in a contradiction.

        Each line has its part of a text beside or above it.
        """
        grid, puzzle = self.codes, self._puzzle
        layers = [("marks", self._marks.column, grid.row - 1, self._last.marks)]
        if self.rows.assumes:
            text = chain_shown(self._last, self.rows.chains)
            layers.append(("text", self._chain.column, grid.row - 2, text))
        for name, beside, above, text in layers:
            shown = self.shown(name)
            for line, length in zip(puzzle.lines(), puzzle.lengths, strict=True):
                row, column = grid.row + line.index, beside
                if line.axis is Axis.COLUMN:
                    row, column = above, grid.column + line.index
                key = line_key(line)
                start = f'FIND("{key}",{shown})+{len(key)}'
                formula = f'=IFERROR(MID({shown},{start},{length}),"")'
                sheet.put(row, column, Formula(formula, part_of(text, line, length)))
        found = codes(self._last, self.rows.chains, puzzle)
        letters = [column_letters(grid.column + column) for column in range(grid.width)]
        for row in range(grid.height):
            layered = []
            for _, beside, above, _ in layers:
                start = f"${column_letters(beside)}{grid.row + row}"
                behind = f'${above},{row + 1},1),"{NOTHING}","")'
                layered.append(
                    [
                        f"SUBSTITUTE(MID({start},{column},1)&MID({letter}{behind}"
                        for column, letter in enumerate(letters, 1)
                    ]
                )
            cells = [
                Formula(f"={text}", found.get((row, column), ""))
                for column, text in enumerate(map("&".join, zip(*layered, strict=True)))
            ]
            sheet.put_all(grid.row + row, grid.column, cells)
