"""The head of a template, above its puzzle: texts, and formulas that make texts."""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.language import COMMA, LANGUAGES, Language, Text
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Sheet

TITLE: Text = Text(
    "Nonogram, {height} × {width} (rows × columns)", "お絵かきロジック　縦{height} × 横{width}"
)
CELLS_NOTE = Text(
    "Shaded cells take the clues: one number a cell, or several, such as 3 1.",
    "色のついたセルにヒントを入力（1セルに1つ、または「3 1」のように並べて）。",
)
TEXT_NOTE = Text(
    "Shaded cells take the clues: one cell for each line, with spaces, such as 3 1 2.",
    "色のついたセルにヒントを入力（1行・1列に1セル、「3 1 2」のように空けて）。",
)
SAVING_NOTE = Text(
    "In the grid, 1 is black and 0 white. Save, close and run: xlnono solve file.xlsx",
    "マス目は 1 が黒、0 が白。保存して閉じ、xlnono solve file.xlsx を実行。",
)
NOTES = CELLS_NOTE, TEXT_NOTE, SAVING_NOTE
"""The notes of all templates, by which their language is known."""
SUM = "Σ"
"""The heading of the totals, the first of the results of each line."""
RESULTS = 7
"""The number of cells for the results of each line; all but the first are hidden."""
_TOTALS = (
    Text("Black cells: rows ", "黒マスの数：行 "),
    Text("columns ", "列 "),
    Text(", difference ", "　差 "),
)
_ROW, _ROWS = Text("row ", ""), Text("rows ", "")
_COLUMN, _COLUMNS = Text("column ", ""), Text("columns ", "")
_AFTER_ROWS, _AFTER_COLUMNS = Text("", "行目"), Text("", "列目")
_BETWEEN_AXES = Text("; ", "　")
_BLANK = Text("Left blank: ", "空欄：")
_MISFIT = Text("Does not fit: ", "入りきらないヒント：")
_PROGRESS = (
    Text("Known: ", "確定したマス："),
    Text(" of {cells} cells; ", "／{cells}　完成した行と列："),
    Text(" of {lines} lines done", "／{lines}"),
)


def template_results(sheet: Sheet, sums: Sequence[Area]) -> list[Area]:
    """The areas of a sheet in which its template calculates; `sums` are its cells with a SUM.

    Empty if the sheet is not a template, or if its totals have been moved.
    """
    if len(sums) != 2:
        return []
    above, beside = sorted(sums)
    height, width = beside.row - above.row, above.column - beside.column
    texts = {row[0] for row in sheet.values(Area(1, 1, height=len(NOTES)))}
    notes = {note.of(language) for note in NOTES for language in LANGUAGES}
    if min(height, width) < 1 or notes.isdisjoint(texts):
        return []
    return [
        Area(above.row, above.column, height + RESULTS, RESULTS),
        Area(beside.row, beside.column, RESULTS, width + RESULTS),
    ]


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
        before, between, difference = (text.of(language) for text in _TOTALS)
        shown_rows, shown_columns = (f"SUM({area.fixed_address})" for area in self)
        same = f"{shown_rows}={shown_columns}"
        behind = "" if rows == columns else f"{difference}{abs(rows - columns)}"
        sign = " = " if rows == columns else " ≠ "
        return HeadFormula(
            f'="{before}"&{shown_rows}&IF({same}," = "," ≠ ")&"{between}"&{shown_columns}'
            f'&IF({same},"","{difference}"&ABS({shown_rows}-{shown_columns}))',
            f"{before}{rows}{sign}{between}{columns}{behind}",
        )


class LineList(NamedTuple):
    """The cell with a list of the numbers of lines, and the list that it holds at first."""

    cell: Area
    held: str

    def named(self, words: tuple[Text, Text, Text], language: Language) -> HeadFormula:
        """The list with words before one line, before several, and after it."""
        one, several, after = (word.of(language) for word in words)
        cell, comma = self.cell.fixed_address, COMMA.of(language)
        before = several if comma in self.held else one
        return HeadFormula(
            f'IF({cell}="","",IF(ISNUMBER(FIND("{comma}",{cell})),"{several}","{one}")'
            f'&{cell}&"{after}")',
            self.held and f"{before}{self.held}{after}",
        )


class Typing(NamedTuple):
    """The lists of the lines without a clue, and of those with a clue that cannot fit."""

    blank_rows: LineList
    blank_columns: LineList
    misfit_rows: LineList
    misfit_columns: LineList

    @property
    def misfit(self) -> str:
        """The condition that a clue cannot fit."""
        return f'{self.misfit_rows.cell.fixed_address}&{self.misfit_columns.cell.fixed_address}<>""'

    def formula(self, totals: Totals, typed: bool, language: Language) -> HeadFormula:
        """The lines with a clue that cannot fit, otherwise those without one if some are `typed`.

        Such as "Left blank: rows 3, 5; column 2".
        """
        blank = _of_both(self.blank_rows, self.blank_columns, language)
        misfit = _of_both(self.misfit_rows, self.misfit_columns, language)
        no_fit, left = _MISFIT.of(language), _BLANK.of(language)
        both = "+".join(f"SUM({area.fixed_address})" for area in totals)
        no_blank = (
            f'{self.blank_rows.cell.fixed_address}&{self.blank_columns.cell.fixed_address}=""'
        )
        result = ""
        if misfit.result:
            result = no_fit + misfit.result
        elif typed and blank.result:
            result = left + blank.result
        return HeadFormula(
            f'=IF({self.misfit},"{no_fit}"&{misfit.formula},'
            f'IF(OR({both}=0,{no_blank}),"","{left}"&{blank.formula}))',
            result,
        )


def _of_both(rows: LineList, columns: LineList, language: Language) -> HeadFormula:
    """The lists of the rows and of the columns, one after the other."""
    named = (
        rows.named((_ROW, _ROWS, _AFTER_ROWS), language),
        columns.named((_COLUMN, _COLUMNS, _AFTER_COLUMNS), language),
    )
    between = _BETWEEN_AXES.of(language)
    cells = rows.cell.fixed_address, columns.cell.fixed_address
    comes_between = f'IF(OR({cells[0]}="",{cells[1]}=""),"","{between}")'
    return HeadFormula(
        f"{named[0].formula}&{comes_between}&{named[1].formula}",
        between.join(each.result for each in named if each.result),
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
