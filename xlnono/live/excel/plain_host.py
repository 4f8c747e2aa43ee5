"""A workbook that Excel has open without the macros of xlnono: all is done from outside."""

from __future__ import annotations

import time
from collections.abc import Iterator

import xlwings

from xlnono.live.excel.macro_host import XlwingsHost
from xlnono.live.excel.plain_commands import carry_out
from xlnono.live.host import Question
from xlnono.spreadsheet.area import Area

_SIDES = ("edge_top", "edge_left", "edge_bottom", "edge_right")


class PlainXlwingsHost(XlwingsHost):
    """A `Host` of any workbook, by what xlwings itself offers.

    What cells look like is asked cell by cell, so this takes a multiple of the time.
    """

    conditions = False

    def survey(self) -> str:
        """See `Host`. Tabs of charts are not told of."""
        selected = self._book.selection
        cell = "" if selected is None else selected.address.split(",")[0].split(":")[0]
        sheets = list(self._book.sheets)
        lines = [f"{self._book.sheets.active.name}\t{cell}"]
        lines += [f"tab\t{sheet.name}" for sheet in sheets]
        for sheet in sheets:
            # Only Excel for Windows tells; elsewhere it refuses what is then done.
            protected = bool(getattr(sheet.api, "ProtectContents", False))
            state = "protected" if protected else "open"
            lines.append(f"sheet\t{sheet.name}\t{sheet.used_range.address}\t{state}")
            lines += [f"name\t{name.name}\t{name.refers_to}" for name in sheet.names]
        return "\n".join(lines)

    def ask(self, what: Question, title: str, area: Area) -> str:
        if what == "merged":
            return " ".join(self._merged(title, area))
        tell, between = {"fills": (_fill, " "), "borders": (_bordered, "")}[what]
        return "\n".join(
            between.join(
                tell(self._range(title, Area(row, column)))
                for column in range(area.column, area.last_column + 1)
            )
            for row in range(area.row, area.last_row + 1)
        )

    def _merged(self, title: str, area: Area) -> Iterator[str]:
        """The merged areas that begin among some cells, looked for where there are any."""
        cells = self._range(title, area)
        # Of a range in which some cells are merged it is None.
        if cells.merge_cells is False:
            return
        if area.height * area.width > 1:
            for half in _halves(area):
                yield from self._merged(title, half)
        elif cells.merge_area[0].address == cells.address:
            yield cells.merge_area.address

    def do(self, title: str, orders: str) -> None:
        carry_out(self._sheet(title), orders)

    def pause(self, seconds: float) -> bool:
        """Show the sheet for that long; nobody can stop it meanwhile."""
        self._app.screen_updating = True
        time.sleep(seconds)
        self._app.screen_updating = False
        return False

    def done(self) -> None:
        """There are no macros to tell."""


def _halves(area: Area) -> tuple[Area, Area]:
    if area.height > 1:
        top = area._replace(height=area.height // 2)
        return top, area._replace(row=top.last_row + 1, height=area.height - top.height)
    left = area._replace(width=area.width // 2)
    return left, area._replace(column=left.last_column + 1, width=area.width - left.width)


def _fill(cell: xlwings.Range) -> str:
    colour = cell.color
    if colour is None:
        return "-"
    red, green, blue = colour
    return f"{blue:02X}{green:02X}{red:02X}"


def _bordered(cell: xlwings.Range) -> str:
    styles = (cell.borders[side].line_style for side in _SIDES)
    return "+" if any(style not in (None, "none") for style in styles) else "-"
