"""Carries out the commands of xlnono on a sheet in Calc; see xlnono/live/wire_format.py.

Each is a function of the sheet, the areas, and the remaining fields as texts.
"""

from __future__ import annotations

from typing import Any, Callable, NamedTuple

import uno

from .cells import (
    copy_cells,
    format_key,
    notes_in,
    put_in,
    run,
    together,
    turned,
)
from .charts import add_chart
from .conditions import add_condition, forget_conditions
from .undo import Step, Work, nothing

_ALL = 1023
"""Of com.sun.star.sheet.CellFlags."""
_SIDES = {"8": "Top", "9": "Bottom", "7": "Left", "10": "Right"}
_THIN, _MEDIUM = 26, 53
"""Widths of lines, in hundredths of a millimetre."""
_THIN_WEIGHT = "2"
_PIXEL, _POINT = 2540 / 96, 2540 / 72
"""In hundredths of a millimetre."""
_UNTOUCHED = "HoriJustify", "VertJustify", "CharFontName", "CharHeight", "CharWeight"
"""What a conditional format leaves as it is; LibreOffice would take it from its default style."""
_INDENT = round(9 * _PIXEL)
"""One step of Excel's."""
_DIGIT, _PADDING = 7, 5
"""Pixels of a digit, and beside it, as widths of columns count them."""

_TABLE = "__Anonymous_Sheet_DB__"
"""Calc's name for an anonymous table of a sheet; a number follows."""


class Target(NamedTuple):
    """The areas of a command."""

    model: Any
    sheet: Any
    areas: list[Any]
    step: Step
    later: list[Work]
    """Takes what has to wait until everything else is done: changes of the view."""
    forgotten: str = ""
    """The conditions with this word in their formula are to be replaced."""

    @property
    def cells(self) -> Any:
        """All areas as one."""
        return together(self.model, self.areas)

    @property
    def controller(self) -> Any:
        return self.model.CurrentController

    def again(self) -> Callable[[], Any]:
        """A function that finds the sheet, even if it was removed and added again."""
        sheets, title = self.model.Sheets, self.sheet.Name
        return lambda: sheets.getByName(title)

    def fill_in(self, value: Any) -> None:
        """Give the same value to every cell."""
        (area,) = self.areas
        place = area.RangeAddress
        row = (value,) * (place.EndColumn - place.StartColumn + 1)
        put_in(self.model, area, (row,) * (place.EndRow - place.StartRow + 1), self.step)


def carry_out(model: Any, sheet: Any, commands: str, step: Step, later: list[Work]) -> None:
    """Carry out commands, one per line: what to do, where, and with what, separated by tabs.

    The view of a sheet can only be changed while it is shown, so changes of the view come last.
    """
    forgotten: dict[str, str] = {}
    lines = [line.split("\t") for line in commands.split("\n")]
    renewed = {line[1] for line in lines if line[0] == "when"}
    for what, addresses, *values in lines:
        if what == "forget" and renewed.issuperset(addresses.split(" ")):
            # LibreOffice could not undo two changes of the same conditional formats.
            forgotten.update(dict.fromkeys(addresses.split(" "), values[0]))
            continue
        areas = [sheet.getCellRangeByName(address) for address in addresses.split(" ")]
        if what in _VIEWS:
            _COMMANDS[what](Target(model, sheet, areas, step, later), *values)
            continue
        for part in [[area] for area in areas] if what in _SINGLE else [areas]:
            with step.part():
                word = forgotten.pop(addresses, "") if what == "when" else ""
                _COMMANDS[what](Target(model, sheet, part, step, later, word), *values)


def _value(target: Target, number: str) -> None:
    target.fill_in(number and float(number))


def _mark(target: Target, text: str) -> None:
    target.fill_in(text)


def _look(target: Target, fill: str, font: str, number_format: str, centred: str) -> None:
    cells = target.cells
    cells.CellBackColor = -1 if fill == "none" else turned(int(fill))
    if font:
        cells.CharColor = turned(int(font))
    if number_format:
        cells.NumberFormat = format_key(target.model, number_format)
    if centred:
        _centre(target)


def _fill(target: Target, colour: str) -> None:
    target.cells.CellBackColor = turned(int(colour))


def _font(target: Target, colour: str) -> None:
    target.cells.CharColor = turned(int(colour))


def _bold(target: Target) -> None:
    cells = target.cells
    cells.CharWeight = cells.CharWeightAsian = cells.CharWeightComplex = 150.0


def _underline(target: Target) -> None:
    target.cells.CharUnderline = uno.getConstantByName("com.sun.star.awt.FontUnderline.SINGLE")


def _format(target: Target, number_format: str) -> None:
    target.cells.NumberFormat = format_key(target.model, number_format)


def _centre(target: Target) -> None:
    cells = target.cells
    cells.HoriJustify = uno.Enum("com.sun.star.table.CellHoriJustify", "CENTER")
    cells.VertJustify = uno.getConstantByName("com.sun.star.table.CellVertJustify2.CENTER")


def _left(target: Target) -> None:
    cells = target.cells
    cells.HoriJustify = uno.Enum("com.sun.star.table.CellHoriJustify", "LEFT")
    cells.VertJustify = uno.getConstantByName("com.sun.star.table.CellVertJustify2.TOP")
    cells.ParaIndent = _INDENT


def _wrap(target: Target) -> None:
    cells = target.cells
    cells.IsTextWrapped = True
    cells.VertJustify = uno.getConstantByName("com.sun.star.table.CellVertJustify2.TOP")


def _line(width: int, colour: int) -> Any:
    line = uno.createUnoStruct("com.sun.star.table.BorderLine2")
    line.OuterLineWidth = line.LineWidth = width
    line.Color = colour
    return line


def _edge(target: Target, side: str, weight: str, colour: str) -> None:
    width = _THIN if weight == _THIN_WEIGHT else _MEDIUM
    # Setting the border as a whole would remove the other borders where they differ.
    border = uno.createUnoStruct("com.sun.star.table.TableBorder2")
    setattr(border, f"{_SIDES[side]}Line", _line(width, turned(int(colour))))
    setattr(border, f"Is{_SIDES[side]}LineValid", True)
    target.cells.TableBorder2 = border


def _width(target: Target, digits: str) -> None:
    (area,) = target.areas
    area.Columns.Width = round((float(digits) * _DIGIT + _PADDING) * _PIXEL)


def _height(target: Target, points: str) -> None:
    # LibreOffice does not redo heights that are set as a property of the rows.
    target.controller.setActiveSheet(target.sheet)
    target.controller.select(target.cells)
    run(target.controller.Frame, ".uno:RowHeight", RowHeight=round(float(points) * _POINT))


def _hide(target: Target) -> None:
    (area,) = target.areas
    area.Columns.IsVisible = False


def _group(target: Target) -> None:
    (area,) = target.areas
    rows = uno.Enum("com.sun.star.table.TableOrientation", "ROWS")
    target.sheet.group(area.RangeAddress, rows)
    target.sheet.hideDetail(area.RangeAddress)


def _merge(target: Target) -> None:
    (area,) = target.areas
    area.merge(True)


def _filter(target: Target) -> None:
    (area,) = target.areas
    _take_filters(target)
    ranges, number = target.model.DatabaseRanges, target.sheet.RangeAddress.Sheet
    # Sheets that were moved keep the name they got in their old place.
    while ranges.hasByName(f"{_TABLE}{number}"):
        number += 1
    ranges.addNewByName(f"{_TABLE}{number}", area.RangeAddress)
    ranges.getByName(f"{_TABLE}{number}").AutoFilter = True


def _take_filters(target: Target) -> None:
    """Remove the filters that xlnono put on a sheet."""
    ranges = target.model.DatabaseRanges
    for name in ranges.ElementNames:
        held = ranges.getByName(name)
        if name.startswith(_TABLE) and held.DataArea.Sheet == target.sheet.RangeAddress.Sheet:
            held.AutoFilter = False
            ranges.removeByName(name)


def _number(target: Target, greatest: str, title: str, message: str) -> None:
    (area,) = target.areas
    rule = area.Validation
    rule.Type = uno.Enum("com.sun.star.sheet.ValidationType", "WHOLE")
    rule.setOperator(uno.Enum("com.sun.star.sheet.ConditionOperator", "BETWEEN"))
    rule.setFormula1("0")
    rule.setFormula2(greatest)
    rule.ErrorTitle = rule.InputTitle = title
    rule.ErrorMessage = rule.InputMessage = message
    rule.ShowErrorMessage, rule.ShowInputMessage = False, True
    area.Validation = rule


def _when(target: Target, formula: str, fill: str, font: str, edge: str) -> None:
    style = _style(target, fill, font, edge)
    _record(target)
    for area in target.areas:
        add_condition(target.model, area, formula, style, target.forgotten)


def _forget(target: Target, word: str) -> None:
    _record(target)
    for area in target.areas:
        forget_conditions(target.model, area, word)


def _record(target: Target) -> None:
    """Have LibreOffice record which conditional formats the cells have.

    It does so when cells are copied, even onto themselves, but not when these are replaced.
    """
    for area in target.areas:
        copy_cells(area, area.getCellByPosition(0, 0), target.step)


def _style(target: Target, fill: str, font: str, edge: str) -> str:
    """A cell style with that look."""
    name = f"xlnono {fill} {font} {edge}".rstrip()
    styles = target.model.StyleFamilies.getByName("CellStyles")
    first = target.areas[0].getCellByPosition(0, 0)
    own = [(each, first.getPropertyValue(each)) for each in _UNTOUCHED]

    def make() -> None:
        styles.insertByName(name, target.model.createInstance("com.sun.star.style.CellStyle"))
        style = styles.getByName(name)
        for each, value in own:
            style.setPropertyValue(each, value)
        style.CellBackColor = turned(int(fill))
        if font:
            style.CharColor = turned(int(font))
        for side in _SIDES.values() if edge else ():
            setattr(style, f"{side}Border", _line(_THIN, turned(int(edge))))

    if not styles.hasByName(name):
        target.step.repeat(make, lambda: styles.removeByName(name))
    return name


def _note(target: Target, text: str) -> None:
    (area,) = target.areas
    notes, held = target.sheet.Annotations, notes_in(area)
    if text and not held:
        notes.insertNew(area.getCellByPosition(0, 0).CellAddress, text.replace("\v", "\n"))
    elif not text and held:
        place = held[0].Position
        # A note has no number of its own, and removing one changes those of the others.
        (number,) = (
            k
            for k in range(notes.Count)
            if (notes.getByIndex(k).Position.Row, notes.getByIndex(k).Position.Column)
            == (place.Row, place.Column)
        )
        notes.removeByIndex(number)


def _view(target: Target, rows: str) -> None:
    controller, sheet = target.controller, target.again()

    def view() -> None:
        controller.setActiveSheet(sheet())
        controller.freezeAtPosition(0, int(rows))
        controller.ShowGrid = False

    target.later.append(view)


def _print(target: Target, landscape: str, one_page: str, repeated: str, printed: str) -> None:
    sheet, before = target.again(), target.sheet.PageStyle
    areas = map(target.sheet.getCellRangeByName, printed.split(","))
    target.sheet.setPrintAreas(tuple(area.RangeAddress for area in areas))
    target.sheet.setPrintTitleRows(bool(repeated))
    if repeated:
        rows = target.sheet.getCellRangeByName("A" + repeated.split(":")[0].strip("$"))
        target.sheet.setTitleRows(rows.RangeAddress)
    name = _page_style(target, bool(landscape), bool(one_page))

    def give(style: str) -> None:
        sheet().PageStyle = style

    target.step.repeat(lambda: give(name), lambda: give(before))


def _page_style(target: Target, landscape: bool, one_page: bool) -> str:
    """The page style of a sheet of ours."""
    name = f"xlnono {target.sheet.Name}"
    styles = target.model.StyleFamilies.getByName("PageStyles")

    def make() -> None:
        styles.insertByName(name, target.model.createInstance("com.sun.star.style.PageStyle"))
        style = styles.getByName(name)
        if landscape != (style.Width > style.Height):
            style.Width, style.Height = style.Height, style.Width
        style.IsLandscape = landscape
        style.ScaleToPagesX, style.ScaleToPagesY = 1, int(one_page)

    if not styles.hasByName(name):
        target.step.repeat(make, lambda: styles.removeByName(name))
    return name


def _chart(target: Target, *values: str) -> None:
    (corner,) = target.areas
    add_chart(target.model, target.sheet, corner, *values)


def _scroll(target: Target, linked: str, greatest: str, name: str) -> None:
    """Nothing: LibreOffice crashes when it has to undo that a form control was added."""


def _add(target: Target, title: str) -> None:
    libraries = target.model.BasicLibraries
    # LibreOffice does not record sheets that are added to a document with VBA.
    vba, libraries.VBACompatibilityMode = libraries.VBACompatibilityMode, False
    try:
        target.model.Sheets.insertNewByName(title, target.sheet.RangeAddress.Sheet + 1)
    finally:
        libraries.VBACompatibilityMode = vba


def _blank(target: Target) -> None:
    sheet = target.sheet
    _take_filters(target)
    sheet.clearOutline()
    sheet.Columns.IsVisible = sheet.Rows.IsVisible = True
    for name in sheet.Charts.ElementNames:
        sheet.Charts.removeByName(name)
    sheet.merge(False)
    sheet.clearContents(_ALL)


def _conceal(target: Target) -> None:
    target.sheet.IsVisible = False


def _copy(target: Target, title: str) -> None:
    (area,) = target.areas
    place, other = area.RangeAddress, target.model.Sheets.getByName(title)
    if other.IsVisible:
        # LibreOffice does not calculate anew what depends on cells whose copying it has undone.
        # Nothing depends on the hidden copy of a board.
        target.step.repeat(nothing, target.model.calculateAll)
    copy_cells(area, other.getCellByPosition(place.StartColumn, place.StartRow), target.step)


def _show(target: Target) -> None:
    controller, sheet = target.controller, target.again()
    target.later.append(lambda: controller.setActiveSheet(sheet()))


def _select(target: Target, addresses: str) -> None:
    areas = [target.sheet.getCellRangeByName(address) for address in addresses.split(",")]
    target.controller.select(areas[0] if len(areas) == 1 else together(target.model, areas))


_COMMANDS: dict[str, Callable[..., None]] = {
    "value": _value,
    "mark": _mark,
    "look": _look,
    "fill": _fill,
    "font": _font,
    "bold": _bold,
    "underline": _underline,
    "format": _format,
    "centre": _centre,
    "left": _left,
    "wrap": _wrap,
    "edge": _edge,
    "width": _width,
    "height": _height,
    "hide": _hide,
    "group": _group,
    "merge": _merge,
    "filter": _filter,
    "note": _note,
    "number": _number,
    "when": _when,
    "forget": _forget,
    "view": _view,
    "print": _print,
    "chart": _chart,
    "scroll": _scroll,
    "add": _add,
    "blank": _blank,
    "conceal": _conceal,
    "copy": _copy,
    "show": _show,
    "select": _select,
}
_VIEWS = "show", "select", "view"
"""Commands that change nothing on a sheet, only what is seen of it."""
_SINGLE = "value", "mark", "width", "hide", "group", "merge", "note", "number", "copy"
"""Commands that are carried out for one area after the other."""
