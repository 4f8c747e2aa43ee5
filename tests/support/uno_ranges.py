"""Ranges of a sheet that LibreOffice has open, as xlwings sees those of Excel; see `uno_engine`."""

from __future__ import annotations

import datetime
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

import xlwings
from xlwings import base_classes

from tests.support.calc import PYTHONPATH
from xlnono.spreadsheet.area import Area

_EPOCH = datetime.datetime(1899, 12, 30)
_DATES, _LOGICAL = 6, 1024
"""Kinds of number formats."""
_FORMULA_ERRORS = 4
_CONTENTS = 1 | 2 | 4 | 16
"""The kinds of content of a cell."""
_BORDERS = {
    "edge_top": "TopBorder",
    "edge_left": "LeftBorder",
    "edge_bottom": "BottomBorder",
    "edge_right": "RightBorder",
}


def counted(function: Callable[..., Any]) -> Callable[..., Any]:
    """A method that is a call into the host."""

    def call(self: Any, *arguments: Any, **options: Any) -> Any:
        self.host.calls[f"{type(self).__name__.lstrip('_')}.{function.__name__}"] += 1
        return function(self, *arguments, **options)

    return call


class Range(base_classes.Range):
    max_cells_per_read = max_cells_per_write = None

    def __init__(self, sheet: Any, area: Area) -> None:
        self.sheet, self.host, self.area = sheet, sheet.host, area
        self.native = sheet.native.getCellRangeByName(area.address)

    api = property(lambda self: self.native)
    row = property(lambda self: self.area.row)
    column = property(lambda self: self.area.column)
    shape = property(lambda self: (self.area.height, self.area.width))
    address = property(lambda self: self.area.fixed_address)

    def _look(self, **properties: Any) -> None:
        """Give a look, which Excel refuses where the sheet is protected."""
        self.host.calls["Range.look"] += 1
        if self.sheet.native.isProtected():
            raise ValueError("the sheet is protected")
        for name, value in properties.items():
            setattr(self.native, name, value)

    @property
    def color(self) -> tuple[int, int, int] | None:
        self.host.calls["Range.color"] += 1
        assert len(self) == 1, "Excel does not tell the colours of several cells"
        colour = self.native.CellBackColor
        return None if colour < 0 else (colour >> 16, colour >> 8 & 0xFF, colour & 0xFF)

    @color.setter
    def color(self, colour: tuple[int, int, int] | None) -> None:
        self._look(CellBackColor=-1 if colour is None else _number(colour))

    @property
    def font(self) -> Font:
        return Font(self)

    @property
    def borders(self) -> dict[str, Border]:
        return {side: Border(self, name) for side, name in _BORDERS.items()}

    def _put_alignment(self, name: str, kind: str) -> None:
        import uno
        from com.sun.star.table import CellVertJustify2

        if name == "HoriJustify":
            self._look(HoriJustify=uno.Enum("com.sun.star.table.CellHoriJustify", kind))
        else:
            self._look(VertJustify=getattr(CellVertJustify2, kind))

    horizontal_alignment = property(
        fset=lambda self, kind: self._put_alignment("HoriJustify", kind.upper())
    )
    vertical_alignment = property(
        fset=lambda self, kind: self._put_alignment("VertJustify", kind.upper())
    )
    wrap_text = property(fset=lambda self, wanted: self._look(IsTextWrapped=wanted))

    def _size(self, lines: Any, name: str, size: int) -> None:
        self.host.calls["Range.size"] += 1
        if size:
            lines.IsVisible = True
            setattr(lines, name, size)
        else:
            lines.IsVisible = False

    column_width = property(
        fset=lambda self, digits: self._size(
            self.native.Columns, "Width", round((digits * 7 + 5) * 2540 / 96) if digits else 0
        )
    )
    row_height = property(
        fset=lambda self, points: self._size(self.native.Rows, "Height", round(points * 2540 / 72))
    )

    @counted
    def merge(self, across: bool) -> None:
        assert not across
        self.native.merge(True)

    @property
    def merge_cells(self) -> bool | None:
        self.host.calls["Range.merge_cells"] += 1
        if len(self) == 1:
            return bool(self.native.IsMerged) or self._merged().area != self.area
        alike = self.native.getUniqueCellFormatRanges()
        some = any(part.getByIndex(0).getCellByPosition(0, 0).IsMerged for part in alike)
        # Excel says None if only some are.
        return None if some or self(1, 1).merge_cells else False

    @property
    def merge_area(self) -> Range:
        self.host.calls["Range.merge_area"] += 1
        return self._merged()

    def _merged(self) -> Range:
        cursor = self.sheet.native.createCursorByRange(self.native)
        cursor.collapseToMergedArea()
        return self.sheet.range(cursor.AbsoluteName.rpartition(".")[2].replace("$", ""))

    @counted
    def clear_contents(self) -> None:
        self.native.clearContents(_CONTENTS)

    @counted
    def copy(self, destination: xlwings.Range) -> None:
        corner = destination.api.getCellByPosition(0, 0).CellAddress
        self.sheet.native.copyRange(corner, self.native.RangeAddress)

    @counted
    def select(self) -> None:
        controller = self.host.document.CurrentController
        if controller.ActiveSheet.Name != self.sheet.name:
            raise ValueError("Excel selects on the sheet that is shown only")
        controller.select(self.native)

    @property
    def conditional_formats(self) -> Conditions:
        self.host.calls["Range.conditional_formats"] += 1
        if not self.host.takes_conditions:
            raise NotImplementedError
        return Conditions(self)

    @property
    def data_validation(self) -> Validation:
        if not self.host.takes_conditions:
            raise NotImplementedError
        return Validation(self)

    def __len__(self) -> int:
        return self.area.height * self.area.width

    def __call__(self, row: int, column: int | None = None) -> Range:
        if column is None:
            row, column = divmod(row - 1, self.area.width)
            row, column = row + 1, column + 1
        area = Area(self.area.row + row - 1, self.area.column + column - 1)
        return Range(self.sheet, area)

    def _cells_in(self, native: Any) -> Iterator[tuple[int, int]]:
        """The cells of a range, counted from 0 within this one."""
        address = native.RangeAddress
        for row in range(address.StartRow, address.EndRow + 1):
            for column in range(address.StartColumn, address.EndColumn + 1):
                yield row + 1 - self.area.row, column + 1 - self.area.column

    @property
    def note(self) -> Note | None:
        self.host.calls["Range.note"] += 1
        assert len(self) == 1
        return next(
            (note for note in notes_on(self.sheet) if note.location.area == self.area), None
        )

    @counted
    def add_note(self, text: str) -> Note:
        place = self.native.getCellByPosition(0, 0).CellAddress
        self.sheet.native.Annotations.insertNew(place, text)
        note = self.note
        assert note is not None
        return note

    @property
    def formula(self) -> Any:
        self.host.calls["Range.formula"] += 1
        held = self.native.getFormulaArray()
        return held[0][0] if len(self) == 1 else held

    @property
    def raw_value(self) -> list[list[Any]]:
        self.host.calls["Range.value"] += 1
        rows = [list(row) for row in self.native.getDataArray()]
        formats = self.host.document.NumberFormats
        for part in self.native.getUniqueCellFormatRanges():
            kind = formats.getByKey(part.NumberFormat).Type
            for native in part if kind & (_DATES | _LOGICAL) else ():
                for row, column in self._cells_in(native):
                    if isinstance(rows[row][column], float):
                        rows[row][column] = (
                            bool(rows[row][column])
                            if kind & _LOGICAL
                            else _EPOCH + datetime.timedelta(days=rows[row][column])
                        )
        for native in self.native.queryFormulaCells(_FORMULA_ERRORS):
            for row, column in self._cells_in(native):
                cell = self.native.getCellByPosition(column, row)
                rows[row][column] = cell.String
        return rows

    @raw_value.setter
    def raw_value(self, values: Any) -> None:
        self.host.calls["Range.value"] += 1
        if not isinstance(values, list | tuple):
            values = [[values]]
        formats = self.host.document.NumberFormats
        for part in self.native.getUniqueCellFormatRanges():
            # In Excel, a number in a cell that held TRUE stays a number.
            if formats.getByKey(part.NumberFormat).Type & _LOGICAL:
                part.NumberFormat = 0
        notes = [(note.location.area, note.text) for note in notes_on(self.sheet)]
        self.native.setFormulaArray(
            tuple(tuple("" if value is None else value for value in row) for row in values)
        )
        # In Excel, cells keep their notes.
        for area, text in notes:
            if self.area.contains(area):
                self.sheet.range(area.address).add_note(text)

    @property
    def number_format(self) -> str:
        self.host.calls["Range.number_format"] += 1
        formats = self.host.document.NumberFormats
        return str(formats.getByKey(self.native.NumberFormat).FormatString)

    @number_format.setter
    def number_format(self, text: str) -> None:
        from com.sun.star.lang import Locale

        formats, english = self.host.document.NumberFormats, Locale("en", "US", "")
        key = formats.queryKey(text, english, False)
        self._look(NumberFormat=formats.addNew(text, english) if key < 0 else key)


def _number(colour: tuple[int, int, int]) -> int:
    red, green, blue = colour
    return red << 16 | green << 8 | blue


def notes_on(sheet: Any) -> list[Note]:
    held = sheet.native.Annotations
    return [Note(sheet, held.getByIndex(k)) for k in range(held.Count)]


class Note(base_classes.Note):
    def __init__(self, sheet: Any, native: Any) -> None:
        self.sheet, self.host, self.native = sheet, sheet.host, native

    @property
    def text(self) -> str:
        self.host.calls["Note.text"] += 1
        return str(self.native.String)

    @property
    def location(self) -> Range:
        place = self.native.Position
        return Range(self.sheet, Area(place.Row + 1, place.Column + 1))

    @counted
    def delete(self) -> None:
        notes, here = self.sheet.native.Annotations, self.location.area
        for number in range(notes.Count):
            place = notes.getByIndex(number).Position
            if (place.Row + 1, place.Column + 1) == here[:2]:
                notes.removeByIndex(number)
                return


class Font(base_classes.Font):
    def __init__(self, of: Range) -> None:
        self._of = of

    color = property(fset=lambda self, colour: self._of._look(CharColor=_number(colour)))
    bold = property(fset=lambda self, wanted: self._of._look(CharWeight=150.0 if wanted else 100.0))


class Border(base_classes.Border):
    def __init__(self, of: Range, name: str) -> None:
        self._of, self._name = of, name

    @property
    def line_style(self) -> str:
        self._of.host.calls["Border.line_style"] += 1
        line = getattr(self._of.native, self._name)
        return "continuous" if line.OuterLineWidth else "none"


class Conditions(base_classes.ConditionalFormats):
    """The conditional formats of a range."""

    def __init__(self, of: Range) -> None:
        self._of, self.host = of, of.host
        sys.path[:] = dict.fromkeys([*sys.path, str(PYTHONPATH)])

    def _held(self) -> list[str]:
        return [entry.getFormula1() for entry in self._of.native.ConditionalFormat]

    def __len__(self) -> int:
        return len(self._held())

    def __iter__(self) -> Iterator[ConditionOf]:
        return (ConditionOf(self._of, formula) for formula in self._held())

    @counted
    def add_custom(self, spec: dict[str, Any]) -> ConditionOf:
        from xlnono_calc.conditions import add_condition

        of, document = self._of, self.host.document
        seen_from = self.host.app.selection
        assert seen_from is not None
        assert (seen_from.sheet.name, seen_from.area) == (of.sheet.name, of(1, 1).area)
        assert not re.search(r"[A-Z]+\(|\.", re.sub("\".*?\"|'.*?'", "", spec["formula"])), (
            "Excel expects functions and decimal points in the user's language"
        )
        styles = document.StyleFamilies.getByName("CellStyles")
        name = f"xlwings {len(styles.ElementNames)}"
        styles.insertByName(name, document.createInstance("com.sun.star.style.CellStyle"))
        style = styles.getByName(name)
        style.CellBackColor = _number(spec["fill_color"])
        if "font_color" in spec:
            style.CharColor = _number(spec["font_color"])
        add_condition(document, of.native, spec["formula"], name)
        return ConditionOf(of, spec["formula"])

    @counted
    def clear(self) -> None:
        entries = self._of.native.ConditionalFormat
        entries.clear()
        self._of.native.ConditionalFormat = entries


class ConditionOf(base_classes.ConditionalFormat):
    def __init__(self, of: Range, formula: str) -> None:
        self._of, self._formula = of, formula

    @property
    def formula(self) -> str:
        return self._formula

    def delete(self) -> None:
        from xlnono_calc.conditions import forget_conditions

        forget_conditions(self._of.host.document, self._of.native, self._formula)


class Validation(base_classes.DataValidation):
    def __init__(self, of: Range) -> None:
        self._of = of

    def _change(self, kind: str, first: str, last: str) -> None:
        import uno

        rule = self._of.native.Validation
        rule.Type = uno.Enum("com.sun.star.sheet.ValidationType", kind)
        rule.setOperator(uno.Enum("com.sun.star.sheet.ConditionOperator", "BETWEEN"))
        rule.setFormula1(first)
        rule.setFormula2(last)
        rule.ShowErrorMessage = True
        self._of.native.Validation = rule

    def set_rule(self, kind: str, operator: str, first: str, last: str) -> None:
        assert (kind, operator) == ("whole_number", "between")
        self._change("WHOLE", first, last)

    def delete(self) -> None:
        self._change("ANY", "", "")
