"""The memory of a solve on the log sheet, so that solving again starts from the same marks.

It is stored as plain text in hidden columns of the log sheet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from xlnono.model.board import Board
from xlnono.puzzle_sheet.companion_sheets import LOG_NAME, companion, numbered
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import OnPage, Sheet, Value

COLUMNS = range(10, 16)
"""The columns of the log sheet with the memory."""
ORIGINALS_COLUMNS = range(COLUMNS.stop, COLUMNS.stop + 2)
"""The columns after it, for the original workbook file: its parts as text, and cells with the
formats of the board, so that any program that saves the file renumbers them too."""
_HEADINGS = ("start", "painted", "rows", "columns", "red", "time")
_NO_FILL = "none"
_MOST_ROWS = 20_000
"""More than any line has cells or clues; a sheet can have a million rows."""


class Memory(NamedTuple):
    """The marks before solving, those painted, and the clue cells coloured as suspects.

    `marked` holds each of these cells with the fill it had before; `rows` and `columns` are the
    clues as text; `time` is the figure the log shows. In a picture, unknown cells are `?`.
    """

    start: Board
    painted: Board
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    marked: tuple[tuple[Area, str | None], ...] = ()
    time: str = ""

    def with_marked(self, before: Mapping[Area, str | None]) -> Memory:
        """The same with other coloured cells, by the fills they had before."""
        return self._replace(marked=tuple(before.items()))

    def cells(self) -> list[list[OnPage]]:
        """The hidden columns, headings first."""
        lists: Sequence[Sequence[str]] = (
            self.start.text().split("\n"),
            self.painted.text().split("\n"),
            self.rows,
            self.columns,
            [f"{area.address} {fill or _NO_FILL}" for area, fill in self.marked],
            [self.time],
        )
        columns = [(heading, *texts) for heading, texts in zip(_HEADINGS, lists, strict=True)]
        return [list(row) for row in zip_longest(*columns)]


def _texts(cells: list[list[Value]], column: int) -> list[str]:
    texts = []
    for row in cells[1:]:
        if row[column] is None:
            break
        texts.append(str(row[column]))
    return texts


def has_memory(log: Sheet) -> bool:
    return tuple(log.values(Area(1, COLUMNS[0], 1, len(COLUMNS)))[0]) == _HEADINGS


def recall(sheet: Sheet, number: int, height: int, width: int) -> Memory | None:
    """The memory of the puzzle of that number and size in its log, None if there is none."""
    log = companion(sheet, numbered(LOG_NAME, number))
    used = None if log is None else log.used()
    if log is None or used is None:
        return None
    rows = min(used.last_row, _MOST_ROWS)
    cells = log.values(Area(1, COLUMNS[0], rows, len(COLUMNS)))
    if tuple(cells[0]) != _HEADINGS:
        return None
    try:
        start, painted = (Board.from_text("\n".join(_texts(cells, k))) for k in (0, 1))
        marked = []
        for text in _texts(cells, 4):
            address, fill = text.split()
            marked.append((Area.parse(address), None if fill == _NO_FILL else fill))
    except ValueError:
        return None
    if any((board.height, board.width) != (height, width) for board in (start, painted)):
        return None
    return Memory(
        start,
        painted,
        tuple(_texts(cells, 2)),
        tuple(_texts(cells, 3)),
        tuple(marked),
        "".join(_texts(cells, 5)),
    )
