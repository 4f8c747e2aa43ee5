"""The head of a template, above its puzzle: texts, and formulas that make texts."""

from __future__ import annotations

from typing import NamedTuple

from xlnono.language import Language, Text
from xlnono.spreadsheet.area import Area

TITLE: Text = Text(
    "Nonogram, {height} × {width} (rows × columns)", "お絵かきロジック　縦{height} × 横{width}"
)
NOTES = (
    Text(
        "Shaded cells take the clues: one number a cell, or several, such as 3 1.",
        "色のついたセルにヒントを入力（1セルに1つ、または「3 1」のように並べて）。",
    ),
    Text(
        "In the grid, 1 is black and 0 white. Save, close and run: xlnono solve file.xlsx",
        "マス目は 1 が黒、0 が白。保存して閉じ、xlnono solve file.xlsx を実行。",
    ),
)
_TOTALS = (
    Text("Black cells: rows ", "黒マスの数：行 "),
    Text("columns ", "列 "),
)
_PROGRESS = (
    Text("Known: ", "確定したマス："),
    Text(" of {cells} cells; ", "／{cells}　完成した行と列："),
    Text(" of {lines} lines done", "／{lines}"),
)


class HeadFormula(NamedTuple):
    """A formula that makes a text, and the text as it is stored."""

    formula: str
    result: str


class Totals(NamedTuple):
    """The cells with the totals of the row clues and of the column clues."""

    rows: Area
    columns: Area

    def condition(self, comparison: str) -> str:
        rows, columns = (f"SUM({area.fixed_address})" for area in self)
        return f"={rows}{comparison}{columns}"

    def beside_each_other(self, rows: int, columns: int, language: Language) -> HeadFormula:
        """Both sums with = or ≠ between them; `rows` and `columns` are the initial sums."""
        before, between = (text.of(language) for text in _TOTALS)
        shown_rows, shown_columns = (f"SUM({area.fixed_address})" for area in self)
        sign = " = " if rows == columns else " ≠ "
        return HeadFormula(
            f'="{before}"&{shown_rows}&IF({shown_rows}={shown_columns}," = "," ≠ ")'
            f'&"{between}"&{shown_columns}',
            f"{before}{rows}{sign}{between}{columns}",
        )


class Progress(NamedTuple):
    """The cells with the numbers of known cells, and with the finished rows and columns."""

    known: Area
    done_rows: Area
    done_columns: Area

    def formula(self, known: int, done: int, language: Language) -> HeadFormula:
        """The numbers of known cells and finished lines; `known` and `done` are initial values."""
        height, width = self.done_rows.height, self.done_columns.width
        before, between, behind = (
            part.of(language, cells=height * width, lines=height + width) for part in _PROGRESS
        )
        rows, columns = self.done_rows.fixed_address, self.done_columns.fixed_address
        return HeadFormula(
            f'="{before}"&SUM({self.known.fixed_address})&"{between}"'
            f'&(COUNTIF({rows},TRUE)+COUNTIF({columns},TRUE))&"{behind}"',
            f"{before}{known}{between}{done}{behind}",
        )
