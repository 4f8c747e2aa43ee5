"""The names of places: files, sheets, cells, rows and columns."""

from __future__ import annotations

from xlnono.language import COMMA, Language, Text
from xlnono.records import NamedTuple
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
_PUZZLE = Text("puzzle {number}", "{number}問目")
_SPOT = Text("line {line}, character {character}", "{line}行{character}文字目")


class Place(NamedTuple):
    """Where something is: a file, a sheet in it, a cell or a range on that sheet.

    `grid`: the address of the grid of the puzzle, if there are several on the sheet. `puzzle`: its
    number, if there are several in a puzzle file. `line` and `character`: the place in such a file,
    counted from 1.
    """

    file: str | None = None
    sheet: str | None = None
    cell: str | None = None
    grid: str | None = None
    puzzle: int | None = None
    line: int | None = None
    character: int | None = None

    def named(self, language: Language) -> str:
        """Such as: cats.xlsx, sheet “Sheet1”, cell B5."""
        parts = []
        if self.file is not None:
            parts.append(safe(self.file))
        if self.sheet is not None:
            parts.append(_SHEET.of(language, sheet=self.sheet))
        if self.puzzle is not None:
            parts.append(_PUZZLE.of(language, number=self.puzzle))
        if self.line is not None:
            parts.append(_SPOT.of(language, line=self.line, character=self.character or 1))
        if self.grid is not None and self.grid != self.cell:
            parts.append(_GRID.of(language, grid=self.grid))
        if self.cell is not None:
            parts.append((_CELLS if ":" in self.cell else _CELL).of(language, cell=self.cell))
        return COMMA.of(language).join(parts)
