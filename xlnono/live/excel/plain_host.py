"""A workbook that Excel has open without the macros of xlnono.

Everything is done from outside, through xlwings: values, colours and number
formats of ranges, column widths, whole sheets, and where the program allows it,
conditional formats and rules for input.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

import xlwings

from xlnono.live.excel.macro_host import XlwingsHost
from xlnono.live.host import Question
from xlnono.live.wire_format import from_one_line, in_one_line
from xlnono.patterns import pattern
from xlnono.spreadsheet.area import Area

_SIDES = ("edge_top", "edge_left", "edge_bottom", "edge_right")
_SPACES = pattern(r"[\r\n\t]")
_USUAL_WIDTH, _USUAL_HEIGHT = 8.43, 15
"""Of a column, in characters, and of a row, in points."""


class PlainXlwingsHost(XlwingsHost):
    """A `Host` of any workbook, through the functions of xlwings alone.

    It reads the formats cell by cell, which is several times slower. `conditions` are carried out
    in Excel for Windows and Mac, not in the web and in xlwings Lite.
    """

    def __init__(self, book: xlwings.Book) -> None:
        super().__init__(book)
        self.conditions = _takes_conditions(book)

    def survey(self) -> str:
        """See `Host`. Tabs with charts are left out."""
        selected = self._book.selection
        cell = "" if selected is None else selected.address.split(",")[0].split(":")[0]
        sheets = list(self._book.sheets)
        lines = [f"{self._book.sheets.active.name}\t{cell}"]
        if selected is not None and "," not in selected.address:
            lines.append(f"selected\t{selected.address}")
        if getattr(self._book.api, "ProtectStructure", False):
            lines.append("structure\tprotected")
        lines += [f"tab\t{sheet.name}" for sheet in sheets]
        for sheet in sheets:
            # Only Excel for Windows reports this; elsewhere the changes themselves fail.
            protected = bool(getattr(sheet.api, "ProtectContents", False))
            state = "protected" if protected else "open"
            lines.append(f"sheet\t{sheet.name}\t{sheet.used_range.address}\t{state}")
            for name in sheet.names:
                refers_to = _SPACES.sub(" ", name.refers_to or "")
                lines.append(f"name\t{name.name}\t{refers_to}")
        return "\n".join(lines)

    def ask(self, what: Question, title: str, area: Area) -> str:
        if what == "merged":
            return " ".join(self._merged(title, area))
        if what == "colours":
            # Each cell would take two more calls, so they are not known.
            return "\n".join([" ".join("-" * area.width)] * area.height)
        if what == "notes":
            return "\n".join(self._notes(title, area))
        if what == "formulas":
            return "\n".join(
                "".join("+" if str(text).startswith("=") else "-" for text in row)
                for row in _grid(self._range(title, area).formula)
            )
        describe, separator = {"fills": (_colour_of, " "), "borders": (_bordered, "")}[what]
        return "\n".join(
            separator.join(
                describe(self._range(title, Area(row, column)))
                for column in range(area.column, area.last_column + 1)
            )
            for row in range(area.row, area.last_row + 1)
        )

    def _merged(self, title: str, area: Area) -> Iterator[str]:
        """The merged areas that start within an area; areas without any are skipped."""
        cells = self._range(title, area)
        # For a range in which only some cells are merged it is None.
        if cells.merge_cells is False:
            return
        if area.height * area.width > 1:
            for half in _halves(area):
                yield from self._merged(title, half)
        elif cells.merge_area[0].address == cells.address:
            yield cells.merge_area.address

    def _notes(self, title: str, area: Area) -> Iterator[str]:
        """The cells of an area that have notes or threaded comments, with their texts."""
        sheet = self._sheet(title)
        for kind in (sheet.notes, sheet.comments):
            # Not every program has both.
            with suppress(NotImplementedError):
                for note in kind:
                    cell = Area.parse(note.location.address)
                    if area.contains(cell):
                        yield f"{cell.address}\t{in_one_line(note.text or '')}"

    def do(self, title: str, commands: str) -> None:
        """Carry out the commands in `_COMMANDS`; the others are left out."""
        lines = commands.split("\n")
        # Each new condition counts before the others.
        conditions = [line for line in reversed(lines) if line.startswith("when\t")]
        for line in [*(line for line in lines if not line.startswith("when\t")), *conditions]:
            what, addresses, *values = line.split("\t")
            if what not in _LEFT_OUT and (self.conditions or what not in _ABOUT_CONDITIONS):
                # One by one: on a Mac xlwings misunderstands an address of several areas.
                for address in addresses.split(" "):
                    _COMMANDS[what](self._range(title, Area.parse(address)), *values)

    def pause(self, seconds: float) -> bool:
        """Show the sheet for that long; it cannot be stopped meanwhile."""
        self._app.screen_updating = True
        time.sleep(seconds)
        self._app.screen_updating = False
        return False

    def alive(self) -> None:
        """There are no macros that wait."""

    def done(self) -> None:
        """There are no macros to report to."""


def _takes_conditions(book: xlwings.Book) -> bool:
    """Whether conditional formats can be read, which is needed to replace them."""
    try:
        len(book.sheets.active.range("A1").conditional_formats)
    except Exception:
        # What is raised depends on the program.
        return False
    return True


def _grid(held: object) -> Sequence[Sequence[object]]:
    """What xlwings tells of a range: a single value for one cell, else rows of them."""
    return held if isinstance(held, list | tuple) else ((held,),)


def _halves(area: Area) -> tuple[Area, Area]:
    if area.height > 1:
        top = area._replace(height=area.height // 2)
        return top, area._replace(row=top.last_row + 1, height=area.height - top.height)
    left = area._replace(width=area.width // 2)
    return left, area._replace(column=left.last_column + 1, width=area.width - left.width)


def _colour_of(cell: xlwings.Range) -> str:
    colour = cell.color
    if colour is None:
        return "-"
    red, green, blue = colour
    return f"{blue:02X}{green:02X}{red:02X}"


def _bordered(cell: xlwings.Range) -> str:
    styles = (cell.borders[side].line_style for side in _SIDES)
    return "+" if any(style not in (None, "none") for style in styles) else "-"


def _rgb(colour: str) -> tuple[int, int, int]:
    number = int(colour)
    return number & 0xFF, number >> 8 & 0xFF, number >> 16


def _value(cells: xlwings.Range, number: str) -> None:
    if number == "":
        cells.clear_contents()
    else:
        _put(cells, int(number))


def _put(cells: xlwings.Range, value: object) -> None:
    rows, columns = cells.shape
    cells.raw_value = [[value] * columns] * rows


def _look(cells: xlwings.Range, fill: str, font: str, number_format: str, _centred: str) -> None:
    if fill == "none":
        cells.color = None
    else:
        _fill(cells, fill)
    if font:
        _font(cells, font)
    if number_format:
        # A 1 typed into a cell that was black would stay hidden in its former format.
        _format(cells, number_format)


def _fill(cells: xlwings.Range, colour: str) -> None:
    cells.color = _rgb(colour)


def _font(cells: xlwings.Range, colour: str) -> None:
    cells.font.color = _rgb(colour)


def _format(cells: xlwings.Range, number_format: str) -> None:
    cells.number_format = number_format


def _width(cells: xlwings.Range, characters: str) -> None:
    cells.column_width = float(characters)


def _hide(cells: xlwings.Range) -> None:
    cells.column_width = 0


def _add(cells: xlwings.Range, title: str) -> None:
    cells.sheet.book.sheets.add(title, after=cells.sheet)


def _when(cells: xlwings.Range, formula: str, fill: str, font: str, _edge: str) -> None:
    """Borders are left out."""
    book = cells.sheet.book
    shown, selected = book.sheets.active, book.selection
    # Excel reads the formula as the selected cell sees it.
    cells.sheet.activate()
    cells(1, 1).select()
    cells.conditional_formats.add_custom(
        formula,
        fill_color=_rgb(fill),
        font_color=_rgb(font) if font else None,
        stop_if_true=True,
    )
    shown.activate()
    if selected is not None:
        selected.select()


def _forget(cells: xlwings.Range, word: str) -> None:
    for condition in reversed(list(cells.conditional_formats)):
        if word in (condition.formula or ""):
            condition.delete()


def _note(cell: xlwings.Range, text: str) -> None:
    if not text and cell.note is not None:
        cell.note.delete()
    elif text and cell.note is None:
        cell.add_note(from_one_line(text))


def _blank(cells: xlwings.Range) -> None:
    used = cells.sheet.used_range
    # Hidden columns come back with a width, and rows with a height.
    used.column_width, used.row_height = _USUAL_WIDTH, _USUAL_HEIGHT
    # Groups of rows can be removed in Excel for Windows only; elsewhere the error depends on the
    # program.
    with suppress(Exception):
        cells.sheet.api.Cells.ClearOutline()
    with suppress(NotImplementedError):
        used.conditional_formats.clear()
        used.data_validation.delete()
    cells.sheet.clear()
    for chart in list(cells.sheet.charts):
        chart.delete()


def _conceal(cells: xlwings.Range) -> None:
    cells.sheet.visible = False


def _copy(cells: xlwings.Range, title: str) -> None:
    cells.copy(cells.sheet.book.sheets[title].range(cells.address))


def _show(cells: xlwings.Range) -> None:
    cells.sheet.activate()


def _select(cells: xlwings.Range, _addresses: str) -> None:
    cells.sheet.activate()
    cells.select()


_COMMANDS: Mapping[str, Callable[..., None]] = {
    "value": _value,
    "mark": _put,
    "look": _look,
    "fill": _fill,
    "font": _font,
    "format": _format,
    "when": _when,
    "forget": _forget,
    "note": _note,
    "width": _width,
    "hide": _hide,
    "add": _add,
    "blank": _blank,
    "conceal": _conceal,
    "copy": _copy,
    "show": _show,
    "select": _select,
}
"""What is done to each area. Looks are not centred; only the first area is selected."""
_ABOUT_CONDITIONS = frozenset(("when", "forget"))
_LEFT_OUT = frozenset(
    (
        *("bold", "underline", "centre", "left", "wrap", "edge", "height", "group", "merge"),
        *("filter", "view", "print", "chart", "number", "scroll"),
    )
)
