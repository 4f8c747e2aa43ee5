"""The sheet of a template, for typing a puzzle.

It checks the puzzle without any code. After the grid, each line has the total of its clue
and, hidden, the clue as plain text in two stages, the number of known cells, whether the clue is
satisfied, and the lists of the lines so far that have no clue, or one that cannot fit. Conditional
formats and the head of the sheet refer to these.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import Literal

import xlsxwriter
from xlsxwriter.format import Format

from xlnono.language import COMMA, Language, Text
from xlnono.model.board import Axis, Board, Cell, Grid, Line, lines_of
from xlnono.puzzle_sheet.answer_sheet import ANSWER_NAME, ANSWER_SHEET
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.template_head import (
    CELLS_NOTE,
    RESULTS,
    SAVING_NOTE,
    SUM,
    TEXT_NOTE,
    TITLE,
    HeadFormula,
    LineList,
    Progress,
    Totals,
    Typing,
)
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area, reference
from xlnono.spreadsheet.theme import (
    A4,
    AGREEING_FONT,
    BUTTON_PIXELS,
    BUTTON_ROWS,
    CELL_PIXELS,
    CLUE_FILL,
    FAINT,
    GAP_PIXELS,
    HEAD_PIXELS,
    IMPOSSIBLE_FILL,
    IMPOSSIBLE_FONT,
    INK,
    PROGRESS_PIXELS,
    SOFT,
    STATUS_PIXELS,
    TOP,
    UNKNOWN_FILL,
    heavy,
    light,
)
from xlnono.templates.borders import borders
from xlnono.templates.line_formulas import LineFormulas, LineResults, is_dark, listed
from xlnono.templates.picture_sheet import Parts, add_names, add_picture

_LONGEST_PROPERTY = 255
"""The most letters that Excel allows in a property without a field."""

STATUS, TOTALS, TYPING = Area(3, 1), Area(4, 1), Area(5, 1)
MACROS = Path(__file__).with_name("vbaProject.bin")
"""Made from the text in templates/vba by templates/vba/build.py."""

RED = {"font_color": f"#{IMPOSSIBLE_FONT}", "bg_color": f"#{IMPOSSIBLE_FILL}"}
GREEN = {"font_color": f"#{AGREEING_FONT}"}
GREY = {"font_color": f"#{SOFT}"}
YELLOW = {"bg_color": f"#{UNKNOWN_FILL}"}
CENTRED = {"align": "center", "valign": "vcenter", "shrink": True}
SQUARES: dict[str, dict[str, object]] = {
    # As text, so that no program turns 3-1 into a date.
    "clue": {**CENTRED, "num_format": "@", "bg_color": f"#{CLUE_FILL}"},
    "grid": {**CENTRED, "num_format": '[=1]"";[=0]"·";General', "font_color": f"#{FAINT}"},
}
CLUE = SQUARES["clue"]
SQUARES |= {
    "row text": {**CLUE, "align": "right", "indent": 1},
    # From the top down: side by side or one below the other, numbers would need more room.
    "column text": {**CLUE, "valign": "bottom", "shrink": False, "rotation": -90},
}
CREATED = datetime(2026, 1, 1)
"""A fixed date, so that the same puzzle always gives the same file."""

NUMBER_PIXELS = 12.5
"""The width of a digit and a space in a clue."""
LARGEST_CELL = 1700, 540
"""A column cannot be wider, in pixels, nor a row higher."""
TITLED_PIXELS = 64
"""The width of a column after the puzzle."""

SHEET = Text("Puzzle", "問題")

Clues = Literal["cells", "text"]
"""How clues are typed: one number a cell, or each clue as a text in one cell."""


def _sum(lines: Sequence[LineResults]) -> int:
    """The result of the sheet's SUM of their totals, which ignores question marks."""
    return sum(line.total for line in lines if isinstance(line.total, int))


class Beside(NamedTuple):
    """What a template keeps beside the puzzle: document properties, and the picture if known.

    The `title` may be longer than that on the sheet, and is the same if it is empty. `custom` are
    the names and texts of properties for which programs have no field.
    """

    title: str = ""
    author: str = ""
    comments: str = ""
    custom: tuple[tuple[str, str], ...] = ()
    answer: Grid | None = None


class InBook(NamedTuple):
    """How a template stands in a workbook of several.

    `sheet` is the title of its sheet, `facts` stand below the title of the puzzle and link to the
    place `link`.
    """

    book: xlsxwriter.Workbook
    sheet: str
    facts: str
    link: str
    paper: int


class SheetProgress(NamedTuple):
    """Formulas that count the finished lines and the known cells of a sheet, and their results."""

    done: HeadFormula
    known: HeadFormula


class _ClueRoom(NamedTuple):
    """The room for each row clue, across, and for each column clue, down.

    `cells` is the number of its cells, `pixels` the size of each.
    """

    cells: tuple[int, int]
    pixels: tuple[int, int]

    @classmethod
    def of(cls, longest: tuple[int, int], clues: Clues, *, buttons: bool) -> _ClueRoom:
        """The room for clues of so many numbers, and for buttons between them."""
        # The buttons also cover the cells for the numbers of the lines.
        width, height = (
            (2 * BUTTON_PIXELS[0], BUTTON_ROWS * BUTTON_PIXELS[1]) if buttons else (0, 0)
        )
        width, height = width - CELL_PIXELS, height - CELL_PIXELS
        if clues == "text":
            text_width, text_height = (
                ceil(count * NUMBER_PIXELS) + CELL_PIXELS for count in longest
            )
            widest, highest = LARGEST_CELL
            return cls(
                (1, 1),
                (max(width, min(text_width, widest)), max(height, min(text_height, highest))),
            )
        across, down = longest
        return cls(
            (max(across, ceil(width / CELL_PIXELS)), max(down, ceil(height / CELL_PIXELS))),
            (CELL_PIXELS, CELL_PIXELS),
        )


def as_text(text: str) -> str:
    """The text as XlsxWriter takes it: it would insert one that looks like its own XML as it is."""
    return f"{text} " if text.startswith("<r>") and text.endswith("</r>") else text


def new_book(buffer: BytesIO) -> xlsxwriter.Workbook:
    """An empty workbook."""
    return xlsxwriter.Workbook(
        buffer,
        {
            "in_memory": True,
            # Column widths are measured in digits of this font; every system has a similar one.
            "default_format_properties": {"font_name": "Arial", "font_size": 10},
            "default_row_height": 17,
            "default_column_width": 64,
        },
    )


class TemplateSheet:
    """A workbook of one sheet, or a sheet of one. Areas count from 1, XlsxWriter from 0."""

    def __init__(
        self,
        rows: Sequence[Sequence[int]],
        columns: Sequence[Sequence[int]],
        marks: Board | None,
        language: Language,
        title: str | None,
        clues: Clues = "cells",
        *,
        buttons: bool = False,
        place: InBook | None = None,
    ) -> None:
        height, width = len(rows), len(columns)
        self.buttons, self.clues, self.place = buttons, clues, place
        # Blank clues get room for the longest possible clue, given ones for the longest given.
        longest = (
            max(map(len, rows)) or (width + 1) // 2,
            max(map(len, columns)) or (height + 1) // 2,
        )
        self.room = _ClueRoom.of(longest, clues, buttons=buttons)
        self.layout = Layout.on_template((height, width), self.room.cells)
        self.title = as_text(title or TITLE.of(language, height=height, width=width))
        self.buffer = BytesIO()
        if place is None:
            self.book = new_book(self.buffer)
            self.book.set_properties({"title": self.title, "created": CREATED})
        else:
            self.book = place.book
        self.sheet = self.book.add_worksheet(SHEET.of(language) if place is None else place.sheet)
        self.squares: dict[tuple[str, tuple[int, int], tuple[int, int]], Format] = {}
        self.faint = self.book.add_format({**CENTRED, "font_color": f"#{FAINT}", "font_size": 9})
        self.set_up()
        marks = marks or Board(height, width)
        self.results = results = [
            self.clue(line, clue, marks)
            for line, clue in zip(lines_of(height, width), [*rows, *columns], strict=True)
        ]
        typing = self.list_lines(results, language)
        self.head(language, results[:height], results[height:], typing)
        self.grid(marks)
        self.conditions()
        if buttons:
            self.press(language)

    def content(self) -> bytes:
        self.book.close()
        return self.buffer.getvalue()

    def keep(self, beside: Beside, language: Language) -> None:
        """Set the properties of the workbook, and keep the picture on a hidden sheet."""
        self.book.set_properties(
            {
                "title": beside.title or self.title,
                "author": beside.author,
                "comments": beside.comments,
                "created": CREATED,
            }
        )
        for name, text in beside.custom:
            self.book.set_custom_property(name, text[:_LONGEST_PROPERTY], "text")
        if beside.answer is not None:
            sheet = self.book.add_worksheet(ANSWER_SHEET.of(language))
            sheet.hide()
            rows = beside.answer.text().splitlines()
            for number, row in enumerate(rows):
                sheet.write_string(number, 0, row)
            area = reference(sheet.get_name(), Area(1, 1, len(rows)))
            self.book.define_name(f"{self.sheet.get_name()}!{ANSWER_NAME}", f"={area}")

    def counts(self) -> SheetProgress:
        """How much of the puzzle is done, for another sheet."""
        name = self.sheet.get_name()
        done = "+".join(
            f"COUNTIF({reference(name, self.of_all(axis, 'done'))},TRUE)" for axis in Axis
        )
        known = f"SUM({reference(name, self.of_all(Axis.ROW, 'known'))})"
        rows = self.results[: self.layout.grid.height]
        return SheetProgress(
            HeadFormula(f"={done}", str(sum(line.done for line in self.results))),
            HeadFormula(f"={known}", str(sum(row.known for row in rows))),
        )

    @property
    def totals_row(self) -> int:
        return self.layout.grid.row + self.layout.grid.height + 1

    @property
    def totals_column(self) -> int:
        return self.layout.grid.column + self.layout.grid.width + 1

    @property
    def last_column(self) -> int:
        """The last column that the texts above the puzzle reach to."""
        clues = self.room.cells[0] * self.room.pixels[0]
        shown = CELL_PIXELS + clues + self.layout.grid.width * CELL_PIXELS
        if shown >= HEAD_PIXELS:
            return self.totals_column
        return self.totals_column + RESULTS - 1 + ceil((HEAD_PIXELS - shown) / TITLED_PIXELS)

    def formulas(self, line: Line) -> LineFormulas:
        cells = self.layout.line(line)
        if line.axis is Axis.ROW:
            results = [Area(cells.row, self.totals_column + k) for k in range(RESULTS)]
        else:
            results = [Area(self.totals_row + k, cells.column) for k in range(RESULTS)]
        return LineFormulas(line.axis, self.layout.clue(line), cells, *results)

    def of_all(self, axis: Axis, field: str) -> Area:
        """The cells of one of the results, for all rows or for all columns."""
        grid = self.layout.grid
        first = getattr(self.formulas(Line(axis, 0)), field)
        if axis is Axis.ROW:
            return Area(first.row, first.column, grid.height)
        return Area(first.row, first.column, 1, grid.width)

    @property
    def totals(self) -> Totals:
        return Totals(self.of_all(Axis.ROW, "total"), self.of_all(Axis.COLUMN, "total"))

    def set_up(self) -> None:
        """Defined names, square cells, and everything on one page."""
        sheet, layout = self.sheet, self.layout
        row, column = self.totals_row, self.totals_column
        name = sheet.get_name()
        for part, area in (
            ("rows", layout.rows),
            ("columns", layout.columns),
            ("grid", layout.grid),
        ):
            self.book.define_name(f"{name}!xlnono_{part}", f"={reference(name, area)}")
        clue_width, clue_height = self.room.pixels
        hidden = {"hidden": True}
        sheet.set_column_pixels(0, column - 1, CELL_PIXELS)
        sheet.set_column_pixels(layout.rows.column - 1, layout.rows.last_column - 1, clue_width)
        sheet.set_column_pixels(column - 2, column - 2, GAP_PIXELS)
        sheet.set_column_pixels(column, column + RESULTS - 2, CELL_PIXELS, None, hidden)
        for square in range(TOP, row):
            sheet.set_row_pixels(square, CELL_PIXELS)
        for slot in range(layout.columns.row - 1, layout.columns.last_row):
            sheet.set_row_pixels(slot, clue_height)
        sheet.set_row_pixels(TOP - 1, PROGRESS_PIXELS)
        sheet.set_row_pixels(row - 2, GAP_PIXELS)
        for results in range(row, row + RESULTS - 1):
            sheet.set_row_pixels(results, CELL_PIXELS, None, hidden)
        sheet.hide_gridlines(2)
        sheet.set_paper(A4 if self.place is None else self.place.paper)
        # Without a print area, programs cut off texts that reach beyond the puzzle.
        sheet.print_area(0, 0, row - 1, self.last_column - 1)
        sheet.fit_to_pages(1, 1)
        sheet.center_horizontally()
        if column > row:
            sheet.set_landscape()
        # A number in a cell formatted as text would get a warning in its corner.
        texts = [layout.rows, layout.columns, *map(layout.numbers, Axis)]
        sheet.ignore_errors({"number_stored_as_text": " ".join(area.address for area in texts)})

    def head(
        self,
        language: Language,
        rows: Sequence[LineResults],
        columns: Sequence[LineResults],
        typing: Typing,
    ) -> None:
        """The title, notes, the totals of both axes, what is left to type, and the progress."""
        sheet, grid = self.sheet, self.layout.grid
        bold, large = (self.book.add_format({"bold": True, "font_size": n}) for n in (10, 14))
        small = self.book.add_format({"font_size": 9, "font_color": f"#{FAINT}"})
        above_gap = self.book.add_format({"valign": "top"})
        sheet.write_string(0, 0, self.title, large)
        typing_note = TEXT_NOTE if self.clues == "text" else CELLS_NOTE
        if self.place is None:
            sheet.write_string(1, 0, typing_note.of(language), small)
        else:
            sheet.write_url(1, 0, self.place.link, small, as_text(self.place.facts))
        sheet.write_string(2, 0, SAVING_NOTE.of(language), small)
        totals = self.totals
        formula, result = totals.beside_each_other(_sum(rows), _sum(columns), language)
        sheet.write_formula(TOTALS.row - 1, 0, formula, bold, result)
        red_font = {"font_color": RED["font_color"]}
        for comparison, look in (("=", GREEN), ("<>", red_font)):
            self.when(TOTALS, totals.condition(comparison), look)
        typed = _sum(rows) + _sum(columns) > 0
        formula, result = typing.formula(totals, typed, language)
        sheet.write_formula(TYPING.row - 1, 0, formula, None, result)
        self.when(TYPING, f"={typing.misfit}", red_font)
        progress = Progress(
            self.of_all(Axis.ROW, "known"),
            self.of_all(Axis.ROW, "done"),
            self.of_all(Axis.COLUMN, "done"),
        )
        known = sum(row.known for row in rows)
        done = sum(line.done for line in (*rows, *columns))
        formula, result = progress.formula(known, done, language)
        sheet.write_formula(TOP - 1, 0, formula, above_gap, result)
        sheet.write_string(grid.row - 2, self.totals_column - 1, SUM, self.faint)
        sheet.write_string(self.totals_row - 1, grid.column - 2, SUM, self.faint)

    def clue(self, line: Line, clue: Sequence[int], marks: Board) -> LineResults:
        """Write the clue of a line, as close to the grid as possible, and its formulas."""
        grid, across = self.layout.grid, line.axis is Axis.ROW
        formulas = self.formulas(line)
        place = self.layout.number(line)
        self.sheet.write_string(place.row - 1, place.column - 1, f"{line.index + 1}.", self.faint)
        slots = list(formulas.clue.cells())
        numbers = [""] * (len(slots) - len(clue)) + [str(block) for block in clue]
        kind = "clue"
        if self.clues == "text":
            numbers, kind = [" ".join(map(str, clue))], f"{line.axis.value} text"
        edges = heavy(line.index, grid.height if across else grid.width)
        for slot, (cell, number) in enumerate(zip(slots, numbers, strict=True)):
            along = light(slot, len(slots))
            look = self.square(kind, *((edges, along) if across else (along, edges)))
            self.sheet.write(cell.row - 1, cell.column - 1, number, look)
        length, k = grid.width if across else grid.height, marks.number(line)
        results = LineResults.of(clue, length, marks.black[k], marks.white[k])
        stored: tuple[tuple[Area, str, str | int], ...] = (
            (formulas.typed, formulas.clue_typed, results.text),
            (formulas.text, formulas.clue_text, results.text),
            (formulas.total, formulas.clue_total, results.total),
            (formulas.known, formulas.cells_known, results.known),
            (formulas.done, formulas.clue_met, results.done),
        )
        for area, formula, result in stored:
            self.sheet.write_formula(area.row - 1, area.column - 1, formula, self.faint, result)
        return results

    def list_lines(self, results: Sequence[LineResults], language: Language) -> Typing:
        """Write the lists of the lines without a clue, and of those with one that cannot fit."""
        height, comma = self.layout.grid.height, COMMA.of(language)
        both = results[:height], results[height:]
        lists = []
        for field, condition, held in (
            ("blank", "is_blank", [[line.text == "" for line in lines] for lines in both]),
            ("misfit", "cannot_fit", [[line.misfit for line in lines] for lines in both]),
        ):
            for axis, holds in zip(Axis, held, strict=True):
                before: Area | None = None
                for index, result in enumerate(listed(holds, comma)):
                    formulas = self.formulas(Line(axis, index))
                    cell = getattr(formulas, field)
                    formula = formulas.listed(
                        getattr(formulas, condition), index + 1, before, comma
                    )
                    self.sheet.write_formula(
                        cell.row - 1, cell.column - 1, formula, self.faint, result
                    )
                    before = cell
                assert before is not None
                lists.append(LineList(before, result))
        return Typing(*lists)

    def square(self, kind: str, rows: tuple[int, int], columns: tuple[int, int]) -> Format:
        """The look of a cell of the clues or the grid with these borders."""
        key = kind, rows, columns
        if key not in self.squares:
            self.squares[key] = self.book.add_format(SQUARES[kind] | borders(rows, columns))
        return self.squares[key]

    def grid(self, marks: Board) -> None:
        grid = self.layout.grid
        for row in range(grid.height):
            for column in range(grid.width):
                edges = heavy(row, grid.height), heavy(column, grid.width)
                value = {Cell.BLACK: 1, Cell.WHITE: 0, Cell.UNKNOWN: None}[marks[row, column]]
                self.sheet.write(
                    grid.row - 1 + row, grid.column - 1 + column, value, self.square("grid", *edges)
                )

    def conditions(self) -> None:
        """Typed black cells turn dark, impossible clues red and satisfied clues grey."""
        layout, grid = self.layout, self.layout.grid
        black = f"={is_dark(Area(grid.row, grid.column).address)}"
        self.when(grid, black, {"font_color": f"#{INK}", "bg_color": f"#{INK}"})
        for axis, clues in ((Axis.ROW, layout.rows), (Axis.COLUMN, layout.columns)):
            formulas = self.formulas(Line(axis, 0))
            numbers = layout.numbers(axis)
            for area in (clues, numbers, self.of_all(axis, "total")):
                self.when(area, formulas.cannot_fit, RED)
            self.when(clues, f"={formulas.address(formulas.done)}", GREY)
            # Blank lines with equal totals are meant to be blank.
            blank, differ = formulas.is_blank[1:], self.totals.condition("<>")[1:]
            self.when(numbers, f"=AND({blank},{differ})", YELLOW)

    def draw_picture(self, language: Language) -> None:
        """A second sheet on which a formula draws the picture, and its status above the puzzle."""
        layout, name = self.layout, self.sheet.get_name()
        texts = self.of_all(Axis.ROW, "text"), self.of_all(Axis.COLUMN, "text")
        parts = Parts(name, layout.rows, layout.columns, texts)
        add_names(self.book, language)
        status = add_picture(self.book, self.title, parts, language)
        self.sheet.write_formula(STATUS.row - 1, 0, f"={status.place}", None, status.stored)

    def press(self, language: Language) -> None:
        """The buttons, their macros and the cell for their messages."""
        # Only now: they bring all actions along, and most templates have no buttons.
        from xlnono.buttons.catalogue import BUTTONS, macro
        from xlnono.buttons.settings import STATUS_NAME
        from xlnono.templates.button_sheets import STATUS as STATUS_TEXT

        self.book.add_vba_project(BytesIO(MACROS.read_bytes()), is_stream=True)
        name = self.sheet.get_name()
        wrapped = self.book.add_format({"text_wrap": True, "valign": "top"})
        row = STATUS.row - 1
        self.sheet.merge_range(row, 0, row, self.last_column - 1, STATUS_TEXT.of(language), wrapped)
        # LibreOffice recalculates for ever if a growing row moves the buttons below it.
        self.sheet.set_row_pixels(row, STATUS_PIXELS)
        self.book.define_name(f"{name}!{STATUS_NAME}", f"={reference(name, STATUS)}")
        width, height = BUTTON_PIXELS
        for number, (name, button) in enumerate(BUTTONS.items()):
            row, column = divmod(number, 2)
            offset = {
                "x_offset": column * width,
                "y_offset": row * height,
                "width": width - 2,
                "height": height - 2,
            }
            look = {"macro": macro(name), "caption": button.caption.of(language), **offset}
            self.sheet.insert_button(TOP, 0, look)

    def when(self, area: Area, condition: str, look: dict[str, str]) -> None:
        self.sheet.conditional_format(
            area.address,
            {"type": "formula", "criteria": condition, "format": self.book.add_format(look)},
        )
