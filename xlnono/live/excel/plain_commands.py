"""Orders for a sheet carried out through xlwings alone; see `orders`.

What cannot be done so, or would take a call for each line of a board, is left out: conditional
formats, borders, rules for what may be typed, filters, frozen rows, print set-up and charts. Of
several areas only the first one is selected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import xlwings

from xlnono.spreadsheet.area import Area

_USUAL_WIDTH = 8.43
"""Of a column, in characters."""


def carry_out(sheet: xlwings.Sheet, orders: str) -> None:
    """Carry out orders, one a line: what to do, where, and with what, parted by tabs."""
    for line in orders.split("\n"):
        what, addresses, *values = line.split("\t")
        areas = [Area.parse(address) for address in addresses.split(" ")]
        if what in _LOOKS:
            # One by one: on a Mac xlwings misunderstands an address of several areas.
            for area in areas:
                _LOOKS[what](sheet.range(area.address), *values)
        elif what not in _LEFT_OUT:
            _WORKS[what](sheet, areas, *values)


def _rgb(colour: str) -> tuple[int, int, int]:
    number = int(colour)
    return number & 0xFF, number >> 8 & 0xFF, number >> 16


def _look(cells: xlwings.Range, fill: str, font: str, number_format: str, centred: str) -> None:
    cells.color = None if fill == "none" else _rgb(fill)
    if font:
        _font(cells, font)
    if number_format:
        _format(cells, number_format)
    if centred:
        _centre(cells)


def _fill(cells: xlwings.Range, colour: str) -> None:
    cells.color = _rgb(colour)


def _font(cells: xlwings.Range, colour: str) -> None:
    cells.font.color = _rgb(colour)


def _bold(cells: xlwings.Range) -> None:
    cells.font.bold = True


def _format(cells: xlwings.Range, number_format: str) -> None:
    cells.number_format = number_format


def _centre(cells: xlwings.Range) -> None:
    cells.horizontal_alignment = cells.vertical_alignment = "center"


def _wrap(cells: xlwings.Range) -> None:
    cells.wrap_text = True
    cells.vertical_alignment = "top"


_LOOKS: Mapping[str, Callable[..., None]] = {
    "look": _look,
    "fill": _fill,
    "font": _font,
    "bold": _bold,
    "format": _format,
    "centre": _centre,
    "wrap": _wrap,
}
"""What is done to a range."""


def _value(sheet: xlwings.Sheet, areas: list[Area], number: str) -> None:
    if number == "":
        for area in areas:
            sheet.range(area.address).clear_contents()
    else:
        _fill_in(sheet, areas, int(number))


def _fill_in(sheet: xlwings.Sheet, areas: list[Area], value: object) -> None:
    for area in areas:
        sheet.range(area.address).raw_value = [[value] * area.width] * area.height


def _width(sheet: xlwings.Sheet, areas: list[Area], digits: str) -> None:
    for area in areas:
        sheet.range(area.address).column_width = float(digits)


def _height(sheet: xlwings.Sheet, areas: list[Area], points: str) -> None:
    for area in areas:
        sheet.range(area.address).row_height = float(points)


def _hide(sheet: xlwings.Sheet, areas: list[Area]) -> None:
    _width(sheet, areas, "0")


def _merge(sheet: xlwings.Sheet, areas: list[Area]) -> None:
    for area in areas:
        sheet.range(area.address).merge()


def _add(sheet: xlwings.Sheet, _: list[Area], title: str) -> None:
    sheet.book.sheets.add(title, after=sheet)


def _blank(sheet: xlwings.Sheet, _: list[Area]) -> None:
    sheet.used_range.column_width = _USUAL_WIDTH
    sheet.clear()
    for chart in list(sheet.charts):
        chart.delete()


def _conceal(sheet: xlwings.Sheet, _: list[Area]) -> None:
    sheet.visible = False


def _copy(sheet: xlwings.Sheet, areas: list[Area], title: str) -> None:
    other = sheet.book.sheets[title]
    for area in areas:
        sheet.range(area.address).copy(other.range(area.address))


def _show(sheet: xlwings.Sheet, _: list[Area]) -> None:
    sheet.activate()


def _select(sheet: xlwings.Sheet, areas: list[Area], _: str) -> None:
    sheet.activate()
    sheet.range(areas[0].address).select()


_WORKS: Mapping[str, Callable[..., None]] = {
    "value": _value,
    "mark": _fill_in,
    "width": _width,
    "height": _height,
    "hide": _hide,
    "merge": _merge,
    "add": _add,
    "blank": _blank,
    "conceal": _conceal,
    "copy": _copy,
    "show": _show,
    "select": _select,
}
"""What is done on a sheet."""
_LEFT_OUT = frozenset(("edge", "filter", "number", "when", "forget", "view", "print", "chart"))
