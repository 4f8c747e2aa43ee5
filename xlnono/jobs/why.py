"""Why a cell of a puzzle in a workbook, or on an open sheet, is settled."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from xlnono.engine.clock import Progress
from xlnono.engine.why import why
from xlnono.errors import XlnonoError
from xlnono.jobs.from_marks import PuzzleProgress, bound
from xlnono.jobs.workbook import only_puzzle
from xlnono.language import Text
from xlnono.model.board import Cell
from xlnono.model.why import Why
from xlnono.puzzle_sheet.read import NoPuzzle, PuzzleSheet
from xlnono.spreadsheet.area import Area


class NotInGrid(XlnonoError):
    code = "not-in-grid"
    template = Text(
        "this cell is outside the grid {grid}: choose one inside.",
        "このセルは盤面 {grid} の外です。盤面のマスを指定してください。",
    )


class Explained(NamedTuple):
    """A puzzle that was read, and why one of its cells is settled."""

    read: PuzzleSheet
    why: Why


def why_in_workbook(
    source: Path,
    cell: Area,
    *,
    sheet: str | None = None,
    seconds: float | None = None,
    progress: PuzzleProgress | None = None,
) -> Explained:
    """Why a cell of the puzzle around it is settled; nothing is written.

    Raises what reading the workbook raises, SeveralPuzzles, or NotInGrid.
    """
    try:
        try:
            _, read = only_puzzle(source, sheet=sheet, cell=cell)
        except NoPuzzle:
            # Is it only this cell that is no part of a puzzle?
            _, read = only_puzzle(source, sheet=sheet)
        found = why_on_sheet(read, cell, seconds=seconds, progress=bound(progress, read))
    except XlnonoError as error:
        raise error.at(file=str(source)) from None
    return Explained(read, found)


def why_on_sheet(
    read: PuzzleSheet,
    cell: Area,
    *,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Why:
    """Why a cell of a grid is settled. Raises NotInGrid.

    An open cell is judged from everything that the board shows. If xlnono painted the cell, only
    the marks that a person made count: the paint around it would explain itself.
    """
    grid = read.layout.grid
    if not grid.contains(cell):
        name = read.layout.cell
        whole = f"{name(0, 0)}:{name(grid.height - 1, grid.width - 1)}"
        asked = name(cell.row - grid.row, cell.column - grid.column)
        raise NotInGrid(grid=whole).at(sheet=read.place.sheet, cell=asked)
    position = cell.row - grid.row, cell.column - grid.column
    board = read.present if read.present[position] is Cell.UNKNOWN else read.marks
    return why(read.puzzle, board, position, seconds=seconds, progress=progress)
