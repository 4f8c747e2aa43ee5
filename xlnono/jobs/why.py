"""Why a cell of a puzzle on a sheet is settled."""

from __future__ import annotations

from xlnono.engine.clock import Progress
from xlnono.engine.why import why
from xlnono.errors import XlnonoError
from xlnono.language import Text
from xlnono.model.board import Cell
from xlnono.model.why import Why
from xlnono.puzzle_sheet.read import PuzzleSheet
from xlnono.spreadsheet.area import Area


class NotInGrid(XlnonoError):
    code = "not-in-grid"
    template = Text(
        "this cell is not in a grid: choose one in {grid}.",
        "このセルは盤面の外です。盤面({grid})のマスを指定してください。",
    )


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
