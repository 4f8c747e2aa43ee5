"""The page that lists the clue cells that xlnono has corrected, from which they can be restored."""

from __future__ import annotations

from collections.abc import Mapping

from xlnono.language import Language, Text
from xlnono.puzzle_sheet.companion_sheets import (
    BOARD_NAME,
    CORRECTED_NAME,
    numbered,
    own_companion,
    put_companion,
)
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area, parse_reference
from xlnono.spreadsheet.sheet import OnPage, Page, PageCell, Sheet, Value
from xlnono.spreadsheet.text_size import row_height
from xlnono.spreadsheet.theme import HEADER_FILL

_TITLE = Text("{sheet} corrections", "{sheet} の訂正")
_HEADINGS = (Text("Cell", "セル"), Text("Typed", "元の入力"), Text("Corrected", "訂正後"))
_MADE = Text(
    "xlnono corrected these clue cells. “xlnono restore” takes it back.",
    "xlnono がこれらのヒントを訂正しました。「xlnono restore」で元に戻せます。",
)
_WIDTHS = (12.0, 30.0, 30.0)
_HEADER_ROW = 3
_MEMORY_COLUMN = len(_WIDTHS) + 1
"""A hidden column with the address of the grid, and what the log was about."""


class CorrectedCells(NamedTuple):
    """What clue cells held before and after, with the address of the grid at that time.

    `log` are the clues that the log of the puzzle was about, empty if there was none.
    """

    cells: Mapping[Area, tuple[Value, Value]]
    grid: Area
    log: str


def write_corrections(
    sheet: Sheet, number: int, corrected: CorrectedCells, language: Language
) -> None:
    """Write the page of a puzzle, after its sheet, or over the one that it has."""
    rows: list[list[OnPage]] = [
        [PageCell(_MADE.of(language), bold=True)],
        [],
        [PageCell(text.of(language), bold=True, fill=HEADER_FILL) for text in _HEADINGS],
    ]
    for cell, values in sorted(corrected.cells.items()):
        rows.append([cell.address, *map(_held, values)])
    for row, text in enumerate((corrected.grid.address, corrected.log)):
        rows[row] += [None] * (_MEMORY_COLUMN - 1 - len(rows[row])) + [text]
    page = Page(
        rows,
        (*_WIDTHS, 8.0),
        [row_height(1)] * len(rows),
        _HEADER_ROW,
        filtered=True,
        printed=Area(1, 1, len(rows), len(_WIDTHS)),
        hidden=[_MEMORY_COLUMN],
    )
    name = numbered(CORRECTED_NAME, number)
    put_companion(sheet, name, _TITLE.of(language), page, corrected.grid, sheet)


def _held(value: Value) -> int | float | str | None:
    return value if isinstance(value, int | float | str) else None


def read_corrections(sheet: Sheet, number: int) -> CorrectedCells | None:
    """What the page of a puzzle says, None if there is none or somebody has changed it.

    The cells are where they are now, if rows or columns were inserted or deleted in front of them.
    """
    page = own_companion(sheet, numbered(CORRECTED_NAME, number))
    used = None if page is None else page.used()
    if page is None or used is None or used.last_row <= _HEADER_ROW:
        return None
    rows = page.values(Area(1, 1, used.last_row, _MEMORY_COLUMN))
    try:
        grid = Area.parse(str(rows[0][-1]))
        _, now = parse_reference(page.names()[BOARD_NAME])
        cells = {}
        for address, typed, corrected, *_ in rows[_HEADER_ROW:]:
            cell = Area.parse(str(address))
            down, right = now.row - grid.row, now.column - grid.column
            moved = cell._replace(row=cell.row + down, column=cell.column + right)
            cells[moved] = typed, corrected
    except ValueError:
        return None
    return CorrectedCells(cells, now, str(rows[1][-1] or ""))
