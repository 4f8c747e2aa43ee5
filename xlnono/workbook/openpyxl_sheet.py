"""Workbook files as sheets, by openpyxl. No other module of the project imports it."""

from __future__ import annotations

import datetime
import warnings
from collections.abc import Sequence
from copy import copy
from io import BytesIO
from pathlib import Path
from typing import Any, Literal
from zipfile import ZipFile

import openpyxl
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.styles.colors import COLOR_INDEX, Color
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils.datetime import from_excel
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from xlnono.errors import XlnonoError
from xlnono.workbook.colours import theme_colours, tinted
from xlnono.workbook.files import DamagedWorkbook, check_not_open, read_workbook, write_whole
from xlnono.workbook.layout import Area, column_letters
from xlnono.workbook.losses import Losses, WouldLose, losses, sheet_parts
from xlnono.workbook.restoring import Result, restored, results
from xlnono.workbook.sheet import (
    Book,
    Condition,
    Dated,
    ErrorValue,
    Formula,
    Page,
    PageCell,
    Sheet,
    Style,
    Uncalculated,
    Value,
    WholeNumber,
)
from xlnono.workbook.squares import MEDIUM, THIN, edge_colour

_LINK_COLOUR = "0563C1"
_EDGES: dict[int, Literal["thin", "medium"]] = {THIN: "thin", MEDIUM: "medium"}
_CHANGING_PART = "docProps/core.xml"


class OpenpyxlSheet:
    """A `Sheet` on an openpyxl worksheet."""

    def __init__(self, book: OpenpyxlBook, worksheet: Worksheet) -> None:
        self._book = book
        self._sheet = worksheet
        # openpyxl makes a cell for whatever is asked for; this looks without making any.
        self._cells: dict[tuple[int, int], Any] = worksheet._cells
        self._results: dict[str, Result] | None = None

    @property
    def title(self) -> str:
        return str(self._sheet.title)

    @property
    def book(self) -> Book:
        return self._book

    def used(self) -> Area | None:
        if not self._cells:
            return None
        rows = [row for row, _ in self._cells]
        columns = [column for _, column in self._cells]
        return Area.between(min(rows), min(columns), max(rows), max(columns))

    def values(self, area: Area) -> list[list[Value]]:
        return [
            [self._value(row, column) for column in range(area.column, area.last_column + 1)]
            for row in range(area.row, area.last_row + 1)
        ]

    def _value(self, row: int, column: int) -> Value:
        cell = self._cells.get((row, column))
        if cell is None or cell.value is None:
            return None
        if cell.data_type == "f":
            return self._result(cell)
        if cell.data_type == "e":
            return ErrorValue(str(cell.value))
        if isinstance(cell.value, bool | int | float | str):
            return cell.value
        if isinstance(cell.value, datetime.date | datetime.time | datetime.timedelta):
            return Dated(cell.value, cell.number_format)
        return str(cell.value)

    def _result(self, cell: Any) -> Value:
        if self._results is None:
            self._results = self._book.results_of(self.title)
        array = isinstance(cell.value, ArrayFormula)
        formula = str(cell.value.text if array else cell.value)
        kind, text = self._results.get(cell.coordinate, ("", ""))
        match kind:
            case "n":
                number = float(text)
                if cell.is_date:
                    return Dated(from_excel(number, self._book.epoch), cell.number_format)
                return int(number) if number.is_integer() else number
            case "b":
                return text == "1"
            case "e":
                return ErrorValue(text)
            case "str":
                return text
        return Uncalculated(formula)

    def fills(self, area: Area) -> list[list[str | None]]:
        return self._of_style(area, "fillId", self._book.fill_colour, None)

    def bordered(self, area: Area) -> list[list[bool]]:
        return self._of_style(area, "borderId", self._book.has_border, False)

    def _of_style(self, area: Area, key: str, look_up: Any, default: Any) -> list[list[Any]]:
        known: dict[int, Any] = {}
        rows = []
        for row in range(area.row, area.last_row + 1):
            found = []
            for column in range(area.column, area.last_column + 1):
                cell = self._cells.get((row, column))
                if cell is None or not cell.has_style:
                    found.append(default)
                    continue
                index = getattr(cell._style, key)
                if index not in known:
                    known[index] = look_up(index)
                found.append(known[index])
            rows.append(found)
        return rows

    def merged(self) -> list[Area]:
        return [
            Area.between(merged.min_row, merged.min_col, merged.max_row, merged.max_col)
            for merged in self._sheet.merged_cells.ranges
        ]

    def names(self) -> dict[str, str]:
        return {name: str(defined.attr_text) for name, defined in self._sheet.defined_names.items()}

    def set_name(self, name: str, refers_to: str) -> None:
        if self.names().get(name) != refers_to:
            self._sheet.defined_names[name] = DefinedName(name, attr_text=refers_to)

    def write(self, area: Area, values: Sequence[Sequence[int | None]]) -> None:
        for row, held in enumerate(values, area.row):
            for column, value in enumerate(held, area.column):
                self._sheet.cell(row, column).value = value

    def restyle(self, areas: Sequence[Area], style: Style) -> None:
        fill = PatternFill("solid", fgColor="FF" + style.fill) if style.fill else PatternFill()
        styles: dict[tuple[int, ...], Any] = {}
        for area in areas:
            for row in range(area.row, area.last_row + 1):
                for column in range(area.column, area.last_column + 1):
                    cell: Any = self._cells.get((row, column)) or self._sheet.cell(row, column)
                    before = tuple(cell._style or ())
                    if before not in styles:
                        cell._style = copy(cell._style)
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
                        styles[before] = cell._style
                    cell._style = styles[before]


class OpenpyxlBook:
    """A `Book` on an openpyxl workbook."""

    def __init__(self, path: Path) -> None:
        """Open a workbook file. Raises what `open_book` raises."""
        self.path = path
        self._source = read_workbook(path)
        try:
            with ZipFile(BytesIO(self._source)) as parts, warnings.catch_warnings():
                warnings.simplefilter("ignore")
                macros = "xl/vbaProject.bin" in parts.namelist()
                self._workbook: Any = openpyxl.load_workbook(
                    BytesIO(self._source), keep_vba=macros or path.suffix.lower() == ".xlsm"
                )
                self._parts = sheet_parts(parts)
            if self._workbook.vba_archive is not None:
                # openpyxl's own one is open for writing and complains when it is thrown away.
                self._workbook.vba_archive.close()
                self._workbook.vba_archive = ZipFile(BytesIO(self._source))
        # openpyxl fails on damaged parts with whatever it stumbles over.
        except Exception as error:
            raise DamagedWorkbook(reason=f"{type(error).__name__}: {error}") from None
        self.epoch = self._workbook.epoch
        self._results_of_pages: dict[str, dict[str, Result]] = {}
        self._theme: tuple[str, ...] | None = None
        self._sheets = {
            sheet.title: OpenpyxlSheet(self, sheet) for sheet in self._workbook.worksheets
        }

    def sheets(self) -> list[Sheet]:
        return [self._sheets[sheet.title] for sheet in self._workbook.worksheets]

    def titles(self) -> list[str]:
        return list(self._workbook.sheetnames)

    def results_of(self, title: str) -> dict[str, Result]:
        """The stored formula results of a sheet, as the file has them."""
        if title not in self._parts:
            return {}
        with ZipFile(BytesIO(self._source)) as parts:
            return results(parts.read(self._parts[title]))

    def has_border(self, index: int) -> bool:
        """Whether a border of the style table has a line on any side."""
        border = self._workbook._borders[index]
        sides = (border.left, border.right, border.top, border.bottom)
        return any(side is not None and side.style for side in sides)

    def fill_colour(self, index: int) -> str | None:
        """The colour of a solid fill of the style table, None for other fills."""
        fill = self._workbook._fills[index]
        if getattr(fill, "patternType", None) != "solid":
            return None
        colour = fill.fgColor
        if colour.type == "theme":
            if self._theme is None:
                theme = self._workbook.loaded_theme
                self._theme = theme_colours(theme.decode() if theme else None)
            plain = self._theme[colour.theme % len(self._theme)]
        elif colour.type == "indexed":
            palette = self._workbook._colors or COLOR_INDEX
            if colour.indexed >= len(palette):
                return "000000" if colour.indexed == 64 else "FFFFFF"
            plain = palette[colour.indexed][-6:].upper()
        else:
            plain = str(colour.rgb)[-6:].upper()
        return tinted(plain, colour.tint) if colour.tint else plain

    def put_page(self, title: str, page: Page, after: Sheet) -> None:
        workbook = self._workbook
        shown = workbook._sheets[workbook._active_sheet_index]
        if title in self._sheets:
            old = workbook[title]
            place = workbook.index(old)
            workbook.remove(old)
        else:
            old = None
            place = self.titles().index(after.title) + 1
        new = workbook.create_sheet(title, place)
        self._sheets[title] = OpenpyxlSheet(self, new)
        self._results_of_pages[title] = _write_page(new, page)
        workbook._active_sheet_index = workbook._sheets.index(new if shown is old else shown)

    def check_writable(self, path: Path) -> None:
        """Raise what `save` would raise for reasons known beforehand.

        That is WouldLose if saving would lose parts of the workbook, FileOpenElsewhere if
        the target is open in a spreadsheet program.
        """
        check_not_open(path)
        with ZipFile(BytesIO(self._source)) as parts:
            if lost := losses(parts):
                raise WouldLose(parts=Losses(lost)).at(file=str(self.path))

    def save(self, path: Path) -> None:
        """Write the workbook, whole or not at all; an unchanged one byte for byte.

        Raises WouldLose, FileOpenElsewhere, FileNotWritable or DamagedWorkbook.
        """
        try:
            self.check_writable(path)
            stream = BytesIO()
            try:
                self._workbook.save(stream)
            except Exception as error:
                raise DamagedWorkbook(reason=f"{type(error).__name__}: {error}") from None
            content = restored(stream.getvalue(), self._source, self._results_of_pages)
            if _same_parts(content, self._source):
                content = self._source
            write_whole(path, content)
        except XlnonoError as error:
            raise error.at(file=str(path)) from None


def _same_parts(one: bytes, other: bytes) -> bool:
    with ZipFile(BytesIO(one)) as first, ZipFile(BytesIO(other)) as second:
        names = set(first.namelist())
        return names == set(second.namelist()) and all(
            first.read(name) == second.read(name) for name in names - {_CHANGING_PART}
        )


def _dress(cell: Any, look: PageCell) -> None:
    usual = cell.font
    cell.font = Font(
        name=usual.name,
        size=usual.size,
        bold=look.bold,
        color="FF" + (_LINK_COLOUR if look.link else look.font or "000000"),
        underline="single" if look.link else None,
    )
    # openpyxl reads False back as None and would take it for another style.
    if look.centred:
        cell.alignment = Alignment(vertical="center", horizontal="center", shrink_to_fit=True)
    else:
        cell.alignment = Alignment(
            vertical="top", horizontal="left", wrap_text=look.wrap or None, indent=1
        )
    if look.fill:
        cell.fill = PatternFill("solid", fgColor="FF" + look.fill)
    if look.number_format:
        cell.number_format = look.number_format
    if look.edges:
        top, bottom, left, right = (
            Side(_EDGES[weight], color="FF" + edge_colour(weight)) for weight in look.edges
        )
        cell.border = Border(top=top, bottom=bottom, left=left, right=right)


def _write_cells(sheet: Any, page: Page) -> dict[str, Result]:
    """Write the cells of a page; returns the results of its formulas."""
    styles: dict[tuple[object, ...], Any] = {}
    found: dict[str, Result] = {}
    for row, cells in enumerate(page.rows, 1):
        for column, held in enumerate(cells, 1):
            if held is None:
                continue
            cell = sheet.cell(row, column)
            value = held.value
            if isinstance(value, Formula):
                cell.value = value.text
                kind = "str" if isinstance(value.result, str) else "n"
                found[cell.coordinate] = kind, str(value.result)
            else:
                cell.value = value
                if isinstance(value, str):
                    cell.data_type = "s"
            key = (*held[1:5], held.link is None, *held[6:])
            if key not in styles:
                _dress(cell, held)
                styles[key] = cell._style
            cell._style = styles[key]
            if held.link is not None:
                cell.hyperlink = Hyperlink(ref=cell.coordinate, location=held.link)
    return found


def _add_conditions(sheet: Any, conditions: Sequence[Condition]) -> None:
    for condition in conditions:
        side = Side("thin", color="FF" + condition.edge) if condition.edge else None
        look = DifferentialStyle(
            font=Font(color="FF" + condition.font) if condition.font else None,
            fill=PatternFill(bgColor="FF" + condition.fill),
            border=Border(left=side, right=side, top=side, bottom=side) if side else None,
        )
        rule = Rule("expression", dxf=look, stopIfTrue=True, formula=[condition.formula])
        sheet.conditional_formatting.add(condition.area.address, rule)


def _add_inputs(sheet: Any, inputs: Sequence[WholeNumber]) -> None:
    for number in inputs:
        validation = DataValidation(
            type="whole",
            operator="between",
            formula1="0",
            formula2=str(number.greatest),
            showErrorMessage=True,
            showInputMessage=True,
            errorTitle=number.title,
            error=number.message,
            promptTitle=number.title,
            prompt=number.message,
        )
        validation.add(number.cell.address)
        sheet.add_data_validation(validation)


def _write_page(sheet: Any, page: Page) -> dict[str, Result]:
    """Write a page on an empty sheet; returns the results of its formulas."""
    found = _write_cells(sheet, page)
    for area in page.merged:
        sheet.merge_cells(area.address)
    for column, width in enumerate(page.widths, 1):
        sheet.column_dimensions[column_letters(column)].width = width
    for row, height in enumerate(page.heights, 1):
        sheet.row_dimensions[row].height = height
    for column in page.hidden:
        sheet.column_dimensions[column_letters(column)].hidden = True
    for name, refers_to in page.names.items():
        sheet.defined_names[name] = DefinedName(name, attr_text=refers_to)
    _add_conditions(sheet, page.conditions)
    _add_inputs(sheet, page.inputs)
    if page.header_row:
        sheet.freeze_panes = f"A{page.header_row + 1}"
    if page.filtered:
        sheet.auto_filter.ref = Area.between(
            page.header_row, 1, page.printed.last_row, page.printed.last_column
        ).address
        sheet.print_title_rows = f"{page.header_row}:{page.header_row}"
    sheet.print_area = page.printed.address
    sheet.page_setup.orientation = "landscape" if page.landscape else "portrait"
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.oddFooter.center.text = "&P / &N"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = int(page.one_page)
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.sheet_view.showGridLines = False
    return found


def open_book(path: Path) -> OpenpyxlBook:
    """Open a workbook file.

    Raises FileUnreadable, FileEmpty, OldWorkbook, BinaryWorkbook, EncryptedWorkbook,
    NotAWorkbook or DamagedWorkbook, each with the file as its place.
    """
    try:
        return OpenpyxlBook(path)
    except XlnonoError as error:
        raise error.at(file=str(path)) from None
