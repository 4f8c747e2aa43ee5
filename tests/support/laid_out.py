"""Puzzles laid out on worksheets in the many ways in which people do that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from openpyxl.styles import Font, PatternFill

from tests.support.workbooks import THIN
from xlnono.model.board import Grid

Line = tuple[int, ...]
Side = Literal["before", "after", "both"]


@dataclass(frozen=True)
class Plan:
    """How a puzzle is laid out; the first cell of its grid is at (row, column).

    `rows` and `columns`: the sides of the clues, before or after the grid. `write` makes a clue one
    text in one cell; without it each number has a cell of its own, next to the grid or (`far`) as
    far from it as the longest clue allows. `pad` fills the other clue cells. `gap` is the number of
    empty lines between clues and grid. `numbered` and `totalled` add the numbers or the totals of
    the lines: on the outer or the inner side of the clues, or on the other side of the grid.
    `every` leaves an empty line after so many lines. `then` changes the finished sheet.
    """

    row: int = 15
    column: int = 15
    rows: Side = "before"
    columns: Side = "before"
    write: Callable[[Line, int], object] | None = None
    write_rows: Callable[[Line, int], object] | None = None
    write_columns: Callable[[Line, int], object] | None = None
    far: bool = False
    pad: object = None
    gap: int = 0
    bordered: bool = True
    framed: bool = False
    clues_bordered: bool = False
    numbered: Literal["outer", "inner", "other", ""] = ""
    totalled: Literal["outer", "inner", ""] = ""
    corner: object = None
    background: str | None = None
    every: int = 0
    then: Callable[[Any, Spot], None] = field(default=lambda sheet, spot: None)


@dataclass(frozen=True)
class Spot:
    """A picture on a finished sheet: the rows and columns of its grid, and the clue cells."""

    grid: Grid
    grid_rows: Sequence[int]
    grid_columns: Sequence[int]
    clue_cells: Sequence[tuple[int, int]]


def lay_out(sheet: Any, grid: Grid, plan: Plan) -> Spot:
    """Write a puzzle on an openpyxl worksheet."""
    rows = _places(plan.row, grid.height, plan.every)
    columns = _places(plan.column, grid.width, plan.every)
    cells: list[tuple[int, int]] = []
    for lines, clues, sides, write, across in (
        (rows, grid.row_clues(), plan.rows, plan.write_rows or plan.write, True),
        (columns, grid.column_clues(), plan.columns, plan.write_columns or plan.write, False),
    ):
        crossing = columns if across else rows
        for after in {"before": (False,), "after": (True,), "both": (False, True)}[sides]:
            bands = _bands([tuple(clue) for clue in clues], plan, write, after=after)
            for k, line in enumerate(lines):
                for distance, value in bands[k]:
                    place = (
                        crossing[-1] + 1 + plan.gap + distance
                        if after
                        else crossing[0] - 1 - plan.gap - distance
                    )
                    cell = (line, place) if across else (place, line)
                    if value is not None:
                        sheet.cell(*cell).value = value
                    cells.append(cell)
        if plan.numbered == "other":
            for k, line in enumerate(lines, 1):
                cell = (line, crossing[-1] + 1) if across else (crossing[-1] + 1, line)
                sheet.cell(*cell).value = k
    if plan.corner is not None:
        sheet.cell(rows[0] - 1, columns[0] - 1).value = plan.corner
    for row in rows:
        for column in columns:
            edge = row in (rows[0], rows[-1]) or column in (columns[0], columns[-1])
            if plan.bordered or (plan.framed and edge):
                sheet.cell(row, column).border = THIN
    if plan.clues_bordered:
        for cell in cells:
            sheet.cell(*cell).border = THIN
    if plan.background:
        fill = PatternFill("solid", fgColor="FF" + plan.background)
        for row in range(1, rows[-1] + 12):
            for column in range(1, columns[-1] + 12):
                sheet.cell(row, column).fill = fill
    spot = Spot(grid, rows, columns, cells)
    plan.then(sheet, spot)
    return spot


def _places(first: int, count: int, every: int) -> list[int]:
    return [first + k + (k // every if every else 0) for k in range(count)]


def _bands(
    clues: Sequence[Line], plan: Plan, write: Callable[[Line, int], object] | None, *, after: bool
) -> list[list[tuple[int, object]]]:
    """For each line, the distances from the grid and the values of its clue cells."""
    depth = 1 if write else max(map(len, clues))
    found = []
    for number, clue in enumerate(clues, 1):
        held = [write(clue, number)] if write else list(clue)
        blanks: list[object] = [plan.pad] * (depth - len(held))
        # From the cell nearest to the top or left to the one furthest from it.
        line = held + blanks if plan.far != after else blanks + held
        extra = {
            "numbered": (plan.numbered, number),
            "totalled": (plan.totalled, sum(clue)),
        }
        ordered = line if after else line[::-1]
        for where, value in extra.values():
            if where == "inner":
                ordered = [value, *ordered]
            elif where == "outer":
                ordered = [*ordered, value]
        found.append(list(enumerate(ordered)))
    return found


def joined(separator: str) -> Callable[[Line, int], object]:
    """Writes a clue as one text."""
    return lambda clue, _: separator.join(map(str, clue)) or None


def coloured(sheet: Any, spot: Spot, colours: Sequence[str]) -> None:
    """Give the numbers of the clues colours in turn."""
    for k, cell in enumerate(spot.clue_cells):
        sheet.cell(*cell).font = Font(color="FF" + colours[k % len(colours)])


def filled(sheet: Any, cells: Sequence[tuple[int, int]], colour: str) -> None:
    for cell in cells:
        sheet.cell(*cell).fill = PatternFill("solid", fgColor="FF" + colour)
