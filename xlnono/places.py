"""The names of places: files, sheets, cells, rows and columns."""

from __future__ import annotations

from typing import NamedTuple

from xlnono.language import COMMA, Language, Text
from xlnono.safe_text import safe

LINES = {
    "row": Text("row {number}", "{number}行目"),
    "column": Text("column {number}", "{number}列目"),
}
"""The names of lines, counted from 1."""
_SHEET = Text("sheet “{sheet}”", "シート「{sheet}」")
_CELL = Text("cell {cell}", "セル {cell}")
_CELLS = Text("cells {cell}", "セル {cell}")


_GRID = Text("grid {grid}", "盤面 {grid}")


class Place(NamedTuple):
    """Where something is: a file, a sheet in it, a cell or a range on that sheet.

    `grid`: the address of the grid of the puzzle, if there are several on the sheet.
    """

    file: str | None = None
    sheet: str | None = None
    cell: str | None = None
    grid: str | None = None

    def named(self, language: Language) -> str:
        """Such as: cats.xlsx, sheet “Sheet1”, cell B5."""
        parts = []
        if self.file is not None:
            parts.append(safe(self.file))
        if self.sheet is not None:
            parts.append(_SHEET.of(language, sheet=self.sheet))
        if self.grid is not None and self.grid != self.cell:
            parts.append(_GRID.of(language, grid=self.grid))
        if self.cell is not None:
            parts.append((_CELLS if ":" in self.cell else _CELL).of(language, cell=self.cell))
        return COMMA.of(language).join(parts)
