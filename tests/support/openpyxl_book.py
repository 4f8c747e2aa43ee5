"""The sheet interface on openpyxl: a second opinion about what a workbook file holds.

It differs from what the project reads in four things. openpyxl knows no look of cells that the
file does not hold, makes cells of all that a merged area covers, makes times and durations of
some numbers where the project has dates, and leaves escaped characters such as _x000D_ as they are.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill
from openpyxl.styles.colors import COLOR_INDEX, Color
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula

from xlnono.spreadsheet.area import Area, column_letters
from xlnono.spreadsheet.sheet import (
    Book,
    Content,
    Dated,
    ErrorValue,
    Formula,
    Page,
    Sheet,
    Style,
    Uncalculated,
    Value,
    page_cell,
)
from xlnono.xlsx.colours import theme_colours, tinted
from xlnono.xlsx.xml import parse


def _colour(colour: Any, workbook: Any) -> str:
    if colour.type == "theme":
        theme = workbook.loaded_theme
        colours = theme_colours(parse(theme, "theme") if theme else None)
        plain = colours[colour.theme % len(colours)]
    elif colour.type == "indexed":
        palette = workbook._colors or COLOR_INDEX
        if colour.indexed >= len(palette):
            return "000000" if colour.indexed == 64 else "FFFFFF"
        plain = palette[colour.indexed][-6:].upper()
    else:
        plain = str(colour.rgb)[-6:].upper()
    return tinted(plain, colour.tint) if colour.tint else plain


class OpenpyxlSheet:
    """A `Sheet` on an openpyxl worksheet, and on the same one with results for formulas."""

    def __init__(self, book: OpenpyxlBook, worksheet: Any, results: Any) -> None:
        self._book, self._sheet, self._results = book, worksheet, results

    @property
    def title(self) -> str:
        return str(self._sheet.title)

    @property
    def book(self) -> Book:
        return self._book

    def _held(self, area: Area) -> list[list[Any]]:
        # openpyxl makes a cell for whatever is asked for; this looks without making any.
        return [
            [self._sheet._cells.get((row, area.column + k)) for k in range(area.width)]
            for row in range(area.row, area.last_row + 1)
        ]

    def used(self) -> Area | None:
        if not self._sheet._cells:
            return None
        rows, columns = zip(*self._sheet._cells, strict=True)
        return Area.between(min(rows), min(columns), max(rows), max(columns))

    def values(self, area: Area) -> list[list[Value]]:
        return [[self._value(cell) for cell in row] for row in self._held(area)]

    def _value(self, cell: Any) -> Value:
        value = None if cell is None else cell.value
        if value is None:
            return None
        if cell.data_type == "f":
            result = None if self._results is None else self._results[cell.coordinate]
            if result is None or result.value is None:
                return Uncalculated(str(value.text if isinstance(value, ArrayFormula) else value))
            cell, value = result, result.value
        if cell.data_type == "e":
            return ErrorValue(str(value))
        if isinstance(value, datetime.date | datetime.time | datetime.timedelta):
            return Dated(value, cell.number_format)
        return value if isinstance(value, bool | int | float) else str(value)

    def fills(self, area: Area) -> list[list[str | None]]:
        return [[self._fill(cell) for cell in row] for row in self._held(area)]

    def _fill(self, cell: Any) -> str | None:
        if cell is None or cell.fill.fill_type != "solid":
            return None
        return _colour(cell.fill.fgColor, self._sheet.parent)

    def text_colours(self, area: Area) -> list[list[tuple[str, ...]]]:
        return [
            [
                ()
                if cell is None or cell.font.color is None
                else (_colour(cell.font.color, self._sheet.parent),)
                for cell in row
            ]
            for row in self._held(area)
        ]

    def bordered(self, area: Area) -> list[list[bool]]:
        return [
            [
                cell is not None
                and any(
                    (side := getattr(cell.border, name)) is not None and side.style
                    for name in ("left", "right", "top", "bottom")
                )
                for cell in row
            ]
            for row in self._held(area)
        ]

    def calculated(self, area: Area) -> list[list[bool]]:
        return [
            [cell is not None and cell.data_type == "f" for cell in row] for row in self._held(area)
        ]

    def merged(self) -> list[Area]:
        return [Area.parse(merged.coord) for merged in self._sheet.merged_cells.ranges]

    def notes(self, area: Area) -> dict[Area, str]:
        return {
            cell: held.comment.text
            for row in self._held(area)
            for held in row
            if held is not None and held.comment is not None
            for cell in [Area(held.row, held.column)]
        }

    def put_note(self, cell: Area, text: str) -> None:
        held = self._sheet.cell(cell.row, cell.column)
        if held.comment is None:
            held.comment = Comment(text, "xlnono")

    def remove_note(self, cell: Area) -> None:
        if cell in self.notes(cell):
            self._sheet.cell(cell.row, cell.column).comment = None

    def forget_result(self, row: int, column: int) -> None:
        """Have no result for a formula in a cell, as another one is written there."""
        if self._results is not None:
            self._results._cells.pop((row, column), None)

    def names(self) -> dict[str, str]:
        return {name: str(held.attr_text) for name, held in self._sheet.defined_names.items()}

    def set_name(self, name: str, refers_to: str) -> None:
        self._sheet.defined_names[name] = DefinedName(name, attr_text=refers_to)

    def write(self, area: Area, values: Sequence[Sequence[Content]]) -> None:
        for row, held in enumerate(values, area.row):
            for column, value in enumerate(held, area.column):
                self._sheet.cell(row, column).value = value

    def restyle(self, areas: Sequence[Area], style: Style) -> None:
        fill = PatternFill("solid", fgColor="FF" + style.fill) if style.fill else PatternFill()
        for place in (cell for area in areas for cell in area.cells()):
            cell = self._sheet.cell(place.row, place.column)
            cell.fill = fill
            if style.font is not None:
                font = copy(cell.font)
                font.color = Color("FF" + style.font)
                cell.font = font
            if style.number_format is not None:
                cell.number_format = style.number_format
            if style.centred:
                alignment = copy(cell.alignment)
                alignment.horizontal = alignment.vertical = "center"
                cell.alignment = alignment


class OpenpyxlBook:
    """A `Book` on an openpyxl workbook."""

    def __init__(self, path: Path) -> None:
        self.workbook: Any = openpyxl.load_workbook(path)
        results = openpyxl.load_workbook(path, data_only=True)
        self._sheets = {
            sheet.title: OpenpyxlSheet(self, sheet, results[sheet.title])
            for sheet in self.workbook.worksheets
        }

    def sheets(self) -> list[Sheet]:
        return [self._sheets[sheet.title] for sheet in self.workbook.worksheets]

    def added(self, worksheet: Any) -> OpenpyxlSheet:
        """A sheet that was added to the workbook as such."""
        sheet = self._sheets[worksheet.title] = OpenpyxlSheet(self, worksheet, None)
        return sheet

    def renamed(self, title: str, new: str) -> None:
        """A sheet was renamed."""
        self._sheets[new] = self._sheets.pop(title)

    def titles(self) -> list[str]:
        return list(self.workbook.sheetnames)

    def put_page(self, title: str, page: Page, after: Sheet) -> None:
        place = self.workbook.sheetnames.index(after.title) + 1
        if title in self._sheets:
            place = self.workbook.sheetnames.index(title)
            del self.workbook[title]
        new = self.workbook.create_sheet(title, place)
        self._sheets[title] = OpenpyxlSheet(self, new, None)
        for row, cells in enumerate(page.rows, 1):
            for column, held in enumerate(cells, 1):
                if held is None:
                    continue
                held = page_cell(held)
                cell = new.cell(row, column)
                value = held.value
                cell.value = value.text if isinstance(value, Formula) else value
                cell.font = Font(bold=held.bold, color="FF" + (held.font or "000000"))
                if held.fill:
                    cell.fill = PatternFill("solid", fgColor="FF" + held.fill)
        for column in page.hidden:
            new.column_dimensions[column_letters(column)].hidden = True
        for row, level in page.outline.items():
            new.row_dimensions[row].outline_level, new.row_dimensions[row].hidden = level, True
        new.sheet_properties.outlinePr.summaryBelow = not page.outline
        for area in page.merged:
            new.merge_cells(area.address)
        for name, refers_to in page.names.items():
            self._sheets[title].set_name(name, refers_to)

    def save(self, path: Path) -> None:
        self.workbook.save(path)
