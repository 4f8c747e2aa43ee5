"""A page whose rows belong to the rows above them, with a filter and a chart."""

from __future__ import annotations

from typing import Any

from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Chart, Page, PageCell

LEVELS = 0, 0, 1, 1, 0, 1, 2, 2, 0
"""Rows 3 and 4 belong to row 2, row 6 to row 5, and rows 7 and 8 to row 6."""
SHOWN = [[number for number, level in enumerate(LEVELS, 1) if level <= most] for most in range(3)]
"""The rows in view while all levels are collapsed, the second is, and none is."""


def folded_page() -> Page:
    rows = [["Row", "Number"], *([f"row {number}", number] for number in range(2, 10))]
    chart = Chart(
        *("bars", "Numbers", Area.parse("A2:A9"), None, Area.parse("B2:B9"), "Number"),
        *(Area.parse("D1"), 300.0, 200.0),
    )
    return Page(
        [[PageCell(held) for held in row] for row in rows],
        [12.0, 12.0],
        [20.0] * 9,
        header_row=1,
        filtered=True,
        printed=Area.parse("A1:B9"),
        hidden=[],
        charts=[chart],
        outline={number: level for number, level in enumerate(LEVELS, 1) if level},
    )


def expanded(sheet: Any) -> list[list[int]]:
    """The rows that LibreOffice shows at first, and with one level after the other expanded."""
    import uno

    rows = uno.Enum("com.sun.star.table.TableOrientation", "ROWS")
    found = []
    for level in range(3):
        if level:
            sheet.showLevel(level, rows)
        found.append([k + 1 for k in range(9) if sheet.Rows.getByIndex(k).IsVisible])
    return found
