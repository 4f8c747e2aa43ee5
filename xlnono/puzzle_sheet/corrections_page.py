"""The page that lists the clue cells that xlnono has corrected, from which they can be restored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xlnono.errors import XlnonoError
from xlnono.language import LANGUAGES, Language, Text
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


_MOST_HEAD = 100
"""The headings are searched for in this many rows and columns."""

Rows = Sequence[Sequence[Value]]


class CorrectionsUnreadable(XlnonoError):
    code = "corrections-unreadable"
    template = Text(
        "the sheet “{page}”, which lists the clues that xlnono corrected, was changed and can no "
        "longer be read. Undo that change, or write back by hand what you had typed and delete "
        "“{page}”. Nothing was written.",
        "xlnono が訂正したヒントの一覧「{page}」が変更されていて、読み取れません。"
        "変更を取り消すか、ヒントを手で元の入力に戻してから「{page}」を削除してください。何も書き込んでいません。",
    )


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
    """What the page of a puzzle says, None if there is none.

    The cells are where they are now, if rows or columns were inserted or deleted in front of them;
    on the page itself, too, somebody may have inserted some. Raises CorrectionsUnreadable.
    """
    page = own_companion(sheet, numbered(CORRECTED_NAME, number))
    if page is None:
        return None
    try:
        return _read(page)
    except ValueError:
        raise CorrectionsUnreadable(page=page.title).at(sheet=sheet.title) from None


def _read(page: Sheet) -> CorrectedCells:
    """What a page says. Raises ValueError if too much of it was changed."""
    used = page.used() or Area(1, 1)
    last_row, last_column = min(used.last_row, _MOST_HEAD), min(used.last_column, _MOST_HEAD)
    head = page.values(Area(1, 1, last_row, last_column))
    headings, places = _headings(head)
    grid, log = _about(head[:headings], places[-1])
    _, now = parse_reference(page.names()[BOARD_NAME])
    down, right = now.row - grid.row, now.column - grid.column
    first, last = places[0], places[-1]
    rows = Area.between(headings + 2, first + 1, max(used.last_row, headings + 2), last + 1)
    cells = {}
    for row in page.values(rows):
        address, typed, corrected = (row[place - first] for place in places)
        if (address, typed, corrected) != (None, None, None):
            cell = Area.parse(str(address))
            moved = cell._replace(row=cell.row + down, column=cell.column + right)
            cells[moved] = typed, corrected
    if not cells:
        raise ValueError("no cell is listed")
    return CorrectedCells(cells, now, log)


def _headings(head: Rows) -> tuple[int, list[int]]:
    """The row and the columns of the headings, from 0. Raises ValueError if they are not there."""
    for language in LANGUAGES:
        wanted = [text.of(language) for text in _HEADINGS]
        for number, row in enumerate(head):
            places = [place for place, value in enumerate(row) if value in wanted]
            if [row[place] for place in places] == wanted:
                return number, places
    raise ValueError("no row has the headings")


def _about(above: Rows, last_heading: int) -> tuple[Area, str]:
    """The address of the grid, and what the log was about, from above the headings and right of
    them. Raises ValueError if there is no address."""
    beside = (value for row in above for value in row[last_heading + 1 :] if value is not None)
    address, *others = map(str, beside)
    return Area.parse(address), others[0] if others else ""
