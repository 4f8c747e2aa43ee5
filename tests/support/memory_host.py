"""A host without a program: the commands of `xlnono.live.wire_format` carried out on a workbook of
openpyxl, so that buttons can be pressed anywhere.

tests/hosts/test_commands.py holds it equal to LibreOffice, command by command.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from pathlib import Path
from typing import Any

from openpyxl.chart import BarChart, Reference, ScatterChart, Series
from openpyxl.formatting.formatting import ConditionalFormattingList
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Border, PatternFill, Side
from openpyxl.styles.cell_style import StyleArray
from openpyxl.styles.colors import Color
from openpyxl.worksheet.datavalidation import DataValidation, DataValidationList
from openpyxl.worksheet.filters import AutoFilter
from openpyxl.worksheet.views import Selection

from tests.support.openpyxl_book import OpenpyxlBook, OpenpyxlSheet
from xlnono.live.host import Question
from xlnono.live.wire_format import colour_number, from_one_line, in_one_line
from xlnono.spreadsheet.area import Area, column_letters, parse_reference, reference
from xlnono.spreadsheet.sheet import Sheet, Uncalculated, Value

_LINK = re.compile(r'=HYPERLINK\("(?:[^"]|"")*","((?:[^"]|"")*)"\)')
_SIDES = {"8": "top", "9": "bottom", "7": "left", "10": "right"}
_WEIGHTS = {"2": "thin", "-4138": "medium"}
_HARMLESS = frozenset(("add", "copy", "show", "select", "view"))
"""Commands that programs carry out on protected sheets, too."""


class MemoryHost:
    """A `Host` of a workbook in memory, as it was read from a file."""

    conditions = True

    def __init__(self, path: Path) -> None:
        self.book = OpenpyxlBook(path)
        self.shown = str(self.workbook.active.title)
        self.calls = 0
        self._styles: dict[object, StyleArray] = {}

    @property
    def workbook(self) -> Any:
        return self.book.workbook

    def worksheet(self, title: str) -> Any:
        return self.workbook[title]

    def _sheet(self, title: str) -> Sheet:
        return next(sheet for sheet in self.book.sheets() if sheet.title == title)

    def survey(self) -> str:
        self.calls += 1
        selected = self.worksheet(self.shown).sheet_view.selection[0].sqref
        first = Area.parse(str(selected).split(" ")[0])
        lines = [f"{self.shown}\t{Area(first.row, first.column).address}"]
        if " " not in str(selected):
            lines.append(f"selected\t{selected}")
        if self.workbook.security and self.workbook.security.lockStructure:
            lines.append("structure\tprotected")
        lines += [f"tab\t{title}" for title in self.book.titles()]
        for sheet in self.book.sheets():
            state = "protected" if self.worksheet(sheet.title).protection.sheet else "open"
            used = sheet.used() or Area(1, 1)
            lines.append(f"sheet\t{sheet.title}\t{used.fixed_address}\t{state}")
            for name, text in sheet.names().items():
                refers_to = re.sub(r"[\r\n\t]", " ", text)
                lines.append(f"name\t{name}\t={refers_to}")
        return "\n".join(lines)

    def ask(self, what: Question, title: str, area: Area) -> str:
        self.calls += 1
        sheet = self._sheet(title)
        if what == "merged":
            return " ".join(each.address for each in sheet.merged() if area.contains(each))
        if what == "colours":
            return "\n".join(
                " ".join(",".join(f"{colour_number(one):X}" for one in cell) or "-" for cell in row)
                for row in sheet.text_colours(area)
            )
        if what == "notes":
            held = sheet.notes(area).items()
            return "\n".join(f"{cell.address}\t{in_one_line(text)}" for cell, text in held)
        if what in ("borders", "formulas"):
            marked = sheet.bordered(area) if what == "borders" else sheet.calculated(area)
            return "\n".join("".join("+" if mark else "-" for mark in row) for row in marked)
        return "\n".join(
            " ".join("-" if fill is None else f"{colour_number(fill):X}" for fill in row)
            for row in sheet.fills(area)
        )

    def do(self, title: str, commands: str) -> None:
        self.calls += 1
        for line in commands.split("\n"):
            what, addresses, *values = line.split("\t")
            if what not in _HARMLESS:
                self._refuse_if_protected(title)
            areas = [Area.parse(address) for address in addresses.split(" ")]
            getattr(self, f"_{what}")(self.worksheet(title), areas, *values)

    def _refuse_if_protected(self, title: str) -> None:
        if self.worksheet(title).protection.sheet:
            raise PermissionError(f"the sheet {title} is protected")

    def read(self, title: str, area: Area) -> list[list[Value]]:
        self.calls += 1
        return [[_shown(value) for value in row] for row in self._sheet(title).values(area)]

    def put(self, title: str, area: Area, values: Sequence[Sequence[object]]) -> None:
        self.calls += 1
        self._refuse_if_protected(title)
        self._type(title, area, values)

    def _type(self, title: str, area: Area, values: Sequence[Sequence[object]]) -> None:
        sheet, worksheet = self._sheet(title), self.worksheet(title)
        assert isinstance(sheet, OpenpyxlSheet)
        for row, held in enumerate(values, area.row):
            for column, value in enumerate(held, area.column):
                if value in (None, "") and (row, column) not in worksheet._cells:
                    continue
                sheet.forget_result(row, column)
                _type(worksheet.cell(row, column), value)

    def add_name(self, title: str, name: str, refers_to: str) -> None:
        self.calls += 1
        self._sheet(title).set_name(name, refers_to)

    def take_back(self) -> bool:
        return False

    def save(self, path: Path) -> None:
        self.calls += 1
        self.workbook.active = self.workbook.sheetnames.index(self.shown)
        self.book.save(path)

    # What a person does, apart from pressing.

    def rename(self, title: str, new: str) -> None:
        """Rename a sheet; what refers to it does so under its new name."""
        self.worksheet(title).title = new
        self.book.renamed(title, new)
        for sheet in self.book.sheets():
            for name, text in sheet.names().items():
                sheet.set_name(name, _retitled(text, title, new))
        self.shown = new if self.shown == title else self.shown

    def insert_row(self, title: str, row: int) -> None:
        """Insert an empty row above one; names move along."""
        self.worksheet(title).insert_rows(row)
        for sheet in self.book.sheets():
            for name, text in sheet.names().items():
                sheet.set_name(name, _with_row(text, title, row))

    def copy_sheet(self, title: str, new: str) -> None:
        """Copy a sheet to the end; the names of the copy refer to the copy."""
        worksheet = self.worksheet(title)
        made = self.workbook.copy_worksheet(worksheet)
        made.title = new
        _keep_rules(made, rules_of(worksheet))
        sheet = self.book.added(made)
        for name, text in self._sheet(title).names().items():
            sheet.set_name(name, _retitled(text, title, new))

    # The commands.

    def _value(self, worksheet: Any, areas: list[Area], number: str) -> None:
        self._fill_in(worksheet, areas, int(number) if number else None)

    def _mark(self, worksheet: Any, areas: list[Area], text: str) -> None:
        self._fill_in(worksheet, areas, f"'{text}")

    def _fill_in(self, worksheet: Any, areas: list[Area], value: object) -> None:
        for area in areas:
            self._type(worksheet.title, area, [[value] * area.width] * area.height)

    def _restyle(
        self, worksheet: Any, areas: list[Area], key: object, change: Callable[[Any], None]
    ) -> None:
        """Change the look of cells: once for all that looked the same, as openpyxl takes long."""
        for area in areas:
            for place in area.cells():
                cell = worksheet.cell(place.row, place.column)
                if cell._style is None:
                    cell._style = StyleArray()
                before = cell._style.tobytes()
                if (key, before) in self._styles:
                    cell._style = copy(self._styles[key, before])
                else:
                    change(cell)
                    self._styles[key, before] = copy(cell._style)

    def _change(self, ws: Any, areas: list[Area], aspect: str, **values: object) -> None:
        """Change a part of the look of cells, and leave the others as they are."""

        def change(cell: Any) -> None:
            part = copy(getattr(cell, aspect))
            for name, value in values.items():
                setattr(part, name, value)
            setattr(cell, aspect, part)

        self._restyle(ws, areas, (aspect, str(values)), change)

    def _look(
        self, ws: Any, areas: list[Area], fill: str, font: str, number_format: str, centred: str
    ) -> None:
        self._fill(ws, areas, fill)
        if font:
            self._font(ws, areas, font)
        if number_format:
            self._format(ws, areas, number_format)
        if centred:
            self._centre(ws, areas)

    def _fill(self, worksheet: Any, areas: list[Area], colour: str) -> None:
        fill = PatternFill()
        if colour != "none":
            fill = PatternFill("solid", fgColor="FF" + _colour(colour))
        self._restyle(worksheet, areas, ("fill", colour), lambda cell: setattr(cell, "fill", fill))

    def _font(self, worksheet: Any, areas: list[Area], colour: str) -> None:
        self._change(worksheet, areas, "font", color=Color("FF" + _colour(colour)))

    def _bold(self, worksheet: Any, areas: list[Area]) -> None:
        self._change(worksheet, areas, "font", b=True)

    def _underline(self, worksheet: Any, areas: list[Area]) -> None:
        self._change(worksheet, areas, "font", u="single")

    def _format(self, worksheet: Any, areas: list[Area], number_format: str) -> None:
        def change(cell: Any) -> None:
            cell.number_format = number_format

        self._restyle(worksheet, areas, ("format", number_format), change)

    def _centre(self, worksheet: Any, areas: list[Area]) -> None:
        self._change(worksheet, areas, "alignment", horizontal="center", vertical="center")

    def _left(self, worksheet: Any, areas: list[Area]) -> None:
        self._change(worksheet, areas, "alignment", horizontal="left", vertical="top", indent=1)

    def _wrap(self, worksheet: Any, areas: list[Area]) -> None:
        self._change(worksheet, areas, "alignment", wrap_text=True, vertical="top")

    def _edge(self, ws: Any, areas: list[Area], side: str, weight: str, colour: str) -> None:
        line = Side(_WEIGHTS[weight], Color("FF" + _colour(colour)))
        self._change(ws, areas, "border", **{_SIDES[side]: line})

    def _width(self, worksheet: Any, areas: list[Area], digits: str) -> None:
        for area in areas:
            for column in range(area.column, area.last_column + 1):
                worksheet.column_dimensions[column_letters(column)].width = float(digits)

    def _height(self, worksheet: Any, areas: list[Area], points: str) -> None:
        for area in areas:
            for row in range(area.row, area.last_row + 1):
                worksheet.row_dimensions[row].height = float(points)

    def _hide(self, worksheet: Any, areas: list[Area]) -> None:
        for area in areas:
            for column in range(area.column, area.last_column + 1):
                worksheet.column_dimensions[column_letters(column)].hidden = True

    def _group(self, worksheet: Any, areas: list[Area]) -> None:
        worksheet.sheet_properties.outlinePr.summaryBelow = False
        for area in areas:
            for row in range(area.row, area.last_row + 1):
                worksheet.row_dimensions[row].outlineLevel += 1
                worksheet.row_dimensions[row].hidden = True

    def _merge(self, worksheet: Any, areas: list[Area]) -> None:
        for area in areas:
            worksheet.merge_cells(area.address)

    def _filter(self, worksheet: Any, areas: list[Area]) -> None:
        worksheet.auto_filter.ref = areas[0].address

    def _number(
        self, worksheet: Any, areas: list[Area], greatest: str, title: str, message: str
    ) -> None:
        rule = DataValidation("whole", operator="between", formula1="0", formula2=greatest)
        rule.errorTitle = rule.promptTitle = title
        rule.error = rule.prompt = message
        rule.showErrorMessage, rule.showInputMessage = False, True
        worksheet.add_data_validation(rule)
        for area in areas:
            rule.add(area.address)

    def _scroll(
        self, worksheet: Any, areas: list[Area], linked: str, greatest: str, name: str
    ) -> None:
        """openpyxl has no form controls."""

    def _when(
        self, ws: Any, areas: list[Area], formula: str, fill: str, font: str, edge: str
    ) -> None:
        line = Side("thin", Color("FF" + _colour(edge))) if edge else None
        for area in areas:
            rule = FormulaRule([formula.removeprefix("=")])
            rule.dxf.fill = PatternFill(bgColor="FF" + _colour(fill))
            if font:
                rule.dxf.font = copy(ws.cell(1, 1).font)
                rule.dxf.font.color = Color("FF" + _colour(font))
            if line:
                rule.dxf.border = Border(left=line, right=line, top=line, bottom=line)
            ws.conditional_formatting.add(area.address, rule)

    def _forget(self, worksheet: Any, areas: list[Area], word: str) -> None:
        def forgotten(area: Area, rule: Any) -> bool:
            inside = any(each.contains(area) for each in areas)
            return inside and any(word in formula for formula in rule.formula)

        _keep_rules(
            worksheet,
            (found for found in rules_of(worksheet) if not forgotten(*found)),
        )

    def _note(self, worksheet: Any, areas: list[Area], text: str) -> None:
        sheet = self._sheet(worksheet.title)
        for cell in areas:
            if text:
                sheet.put_note(cell, from_one_line(text))
            else:
                sheet.remove_note(cell)

    def _view(self, worksheet: Any, areas: list[Area], rows: str) -> None:
        self.shown = worksheet.title
        worksheet.freeze_panes = f"A{int(rows) + 1}" if int(rows) else None
        worksheet.sheet_view.showGridLines = False

    def _print(
        self, ws: Any, areas: list[Area], landscape: str, one_page: str, repeated: str, printed: str
    ) -> None:
        ws.print_area = printed
        ws.page_setup.orientation = "landscape" if landscape else "portrait"
        ws.sheet_properties.pageSetUpPr.fitToPage = True
        ws.page_setup.fitToWidth, ws.page_setup.fitToHeight = 1, int(bool(one_page))
        ws.print_title_rows = repeated.replace("$", "") or None

    def _chart(
        self,
        ws: Any,
        areas: list[Area],
        kind: str,
        title: str,
        labels: str,
        values: str,
        *rest: str,
    ) -> None:
        labels_name, values_name, width, height, _ = rest
        drawn = BarChart() if kind == "bars" else ScatterChart()
        drawn.title, drawn.legend = title, None
        drawn.x_axis.title, drawn.y_axis.title = labels_name or None, values_name
        drawn.width, drawn.height = float(width) / 72 * 2.54, float(height) / 72 * 2.54
        at = [
            Reference(ws, range_string=reference(ws.title, Area.parse(each)))
            for each in (labels, values)
        ]
        if kind == "bars":
            drawn.type = "bar"
            drawn.add_data(at[1])
            drawn.set_categories(at[0])
        else:
            drawn.series.append(Series(at[1], at[0]))
        ws.add_chart(drawn, areas[0].address)

    def _add(self, worksheet: Any, areas: list[Area], title: str) -> None:
        place = self.workbook.sheetnames.index(worksheet.title) + 1
        self.book.added(self.workbook.create_sheet(title, place))
        # Excel shows a new sheet at once.
        self.shown = title

    def _blank(self, worksheet: Any, areas: list[Area]) -> None:
        for merged in list(worksheet.merged_cells.ranges):
            worksheet.unmerge_cells(str(merged))
        worksheet._cells.clear()
        _keep_rules(worksheet, ())
        worksheet.data_validations = DataValidationList()
        worksheet.auto_filter = AutoFilter()
        worksheet._charts.clear()
        for dimension in worksheet.column_dimensions.values():
            dimension.hidden = False
        for dimension in worksheet.row_dimensions.values():
            dimension.hidden, dimension.outlineLevel = False, 0

    def _conceal(self, worksheet: Any, areas: list[Area]) -> None:
        worksheet.sheet_state = "veryHidden"

    def _copy(self, worksheet: Any, areas: list[Area], title: str) -> None:
        self._refuse_if_protected(title)
        other = self.worksheet(title)
        for area in areas:
            for place in area.cells():
                source = worksheet._cells.get((place.row, place.column))
                if source is None:
                    other._cells.pop((place.row, place.column), None)
                    continue
                cell = other.cell(place.row, place.column)
                cell.value, cell._style = source.value, copy(source._style)
                cell.comment = copy(source.comment)
        found = [(area, rule) for area, rule in rules_of(worksheet) if _in_one(area, areas)]
        others = [(area, rule) for area, rule in rules_of(other) if not _in_one(area, areas)]
        _keep_rules(other, [*others, *found])

    def _show(self, worksheet: Any, areas: list[Area]) -> None:
        assert worksheet.sheet_state == "visible", "a hidden sheet cannot be shown"
        self.shown = worksheet.title

    def _select(self, worksheet: Any, areas: list[Area], addresses: str) -> None:
        self.shown = worksheet.title
        first = Area.parse(addresses.split(",")[0])
        worksheet.sheet_view.selection = [
            Selection(
                activeCell=Area(first.row, first.column).address,
                sqref=addresses.replace(",", " "),
            )
        ]


class MemoryFront:
    """A `Front` that records its messages."""

    def __init__(self, host: MemoryHost) -> None:
        self._host = host
        self._messages: dict[str, str] = {}
        self.boxes: list[str] = []
        self.statuses: list[str] = []
        self.timeouts: list[float] = []
        self.at_pause: Callable[[float], bool] = lambda seconds: False
        """Called while the sheet is shown; returns whether the user wants to stop."""

    def show_message(self, message: str) -> None:
        self._messages[self._host.shown] = message
        self.boxes.append(message)

    def last_message(self) -> str:
        return self._messages.get(self._host.shown, "")

    def status(self, message: str) -> None:
        self.statuses.append(message)

    def pause(self, seconds: float) -> bool:
        return self.at_pause(seconds)

    def set_timeout(self, seconds: float) -> None:
        self.timeouts.append(seconds)


def rules_of(worksheet: Any) -> list[tuple[Area, Any]]:
    """The conditional formats of a sheet, each with the area it is for."""
    return [
        (Area.parse(address), rule)
        for ranges in worksheet.conditional_formatting
        for rule in ranges.rules
        for address in str(ranges.sqref).split(" ")
    ]


def _keep_rules(worksheet: Any, rules: Iterable[tuple[Area, Any]]) -> None:
    remaining = list(rules)
    worksheet.conditional_formatting = ConditionalFormattingList()
    for area, rule in remaining:
        worksheet.conditional_formatting.add(area.address, copy(rule))


def _in_one(area: Area, areas: Iterable[Area]) -> bool:
    return any(each.contains(area) for each in areas)


def _shown(value: Value) -> Value:
    """What a cell shows: a link shows its text."""
    if isinstance(value, Uncalculated) and (link := _LINK.fullmatch(value.formula)):
        return link[1].replace('""', '"')
    return value


def _type(cell: Any, value: object) -> None:
    """Type something into a cell."""
    if isinstance(value, str) and value.startswith("'"):
        # Not `value`, which takes =1 for a formula.
        cell.value = None
        cell._value, cell.data_type = value[1:], "s"
    else:
        cell.value = None if value == "" else value


def _colour(number: str) -> str:
    """A colour as "RRGGBB"; Excel's numbers have blue in front."""
    text = f"{int(number):06X}"
    return text[4:] + text[2:4] + text[:2]


def _retitled(text: str, title: str, new: str) -> str:
    """A reference that is to the sheet under its new title if it was to the one before."""
    sheet, _, address = text.removeprefix("=").rpartition("!")
    plain = sheet.removeprefix("'").removesuffix("'").replace("''", "'")
    return "'{}'!{}".format(new.replace("'", "''"), address) if plain == title else text


def _with_row(text: str, title: str, row: int) -> str:
    """A reference as it is after a row was inserted above one of a sheet."""
    try:
        sheet, area = parse_reference(text)
    except ValueError:
        return text
    if sheet != title or area.last_row < row:
        return text
    grown = area._replace(height=area.height + 1)
    return reference(sheet, grown if area.row < row else area._replace(row=area.row + 1))
