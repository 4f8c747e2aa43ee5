"""What stands above the puzzle of a template: texts, and formulas that make texts."""

from __future__ import annotations

from typing import NamedTuple

from xlnono.errors import Language
from xlnono.spreadsheet.area import Area

TITLE: dict[Language, str] = {
    "en": "Nonogram, {height} × {width} (rows × columns)",
    "ja": "お絵かきロジック　縦{height} × 横{width}",
}
NOTES: dict[Language, tuple[str, str]] = {
    "en": (
        "Shaded cells take the clues: one number a cell, or several, such as 3 1.",
        "In the grid, 1 is black and 0 white. Save, close and run: xlnono solve file.xlsx",
    ),
    "ja": (
        "色のついたセルにヒントを入力（1セルに1つ、または「3 1」のように並べて）。",
        "マス目は 1 が黒、0 が白。保存して閉じ、xlnono solve file.xlsx を実行。",
    ),
}
_TOTALS: dict[Language, tuple[str, str]] = {
    "en": ("Black cells: rows ", "columns "),
    "ja": ("黒マスの数：行 ", "列 "),
}
_PROGRESS: dict[Language, tuple[str, str, str]] = {
    "en": ("Known: ", " of {cells} cells; ", " of {lines} lines done"),
    "ja": ("確定したマス：", "／{cells}　完成した行と列：", "／{lines}"),
}


class HeadFormula(NamedTuple):
    """A formula that makes a text, and the text as it is stored."""

    formula: str
    result: str


class Totals(NamedTuple):
    """Where the totals of the rows' clues and those of the columns' stand."""

    rows: Area
    columns: Area

    def condition(self, comparison: str) -> str:
        rows, columns = (f"SUM({area.fixed_address})" for area in self)
        return f"={rows}{comparison}{columns}"

    def beside_each_other(self, rows: int, columns: int, language: Language) -> HeadFormula:
        """Both sums with = or ≠ between them; `rows` and `columns` are the sums at first."""
        before, between = _TOTALS[language]
        shown_rows, shown_columns = (f"SUM({area.fixed_address})" for area in self)
        sign = " = " if rows == columns else " ≠ "
        return HeadFormula(
            f'="{before}"&{shown_rows}&IF({shown_rows}={shown_columns}," = "," ≠ ")'
            f'&"{between}"&{shown_columns}',
            f"{before}{rows}{sign}{between}{columns}",
        )


class Progress(NamedTuple):
    """Where the known cells of the rows stand, and which rows and columns are done."""

    known: Area
    done_rows: Area
    done_columns: Area

    def told(self, known: int, done: int, language: Language) -> HeadFormula:
        """How many cells are known and lines done; `known` and `done` are those at first."""
        height, width = self.done_rows.height, self.done_columns.width
        before, between, behind = (
            part.format(cells=height * width, lines=height + width) for part in _PROGRESS[language]
        )
        rows, columns = self.done_rows.fixed_address, self.done_columns.fixed_address
        return HeadFormula(
            f'="{before}"&SUM({self.known.fixed_address})&"{between}"'
            f'&(COUNTIF({rows},TRUE)+COUNTIF({columns},TRUE))&"{behind}"',
            f"{before}{known}{between}{done}{behind}",
        )
