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
HEADINGS = ("start", "painted", "rows", "columns", "red", "time")
_NO_FILL = "none"
_MOST_ROWS = 20_000
"""More than any line has cells or clues; a sheet can have a million rows."""
_SEARCHED = Area(1, 1, 200, 100)
"""Where a log can have its headings after people have inserted rows and columns."""


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
        columns = [(heading, *texts) for heading, texts in zip(HEADINGS, lists, strict=True)]
        return [list(row) for row in zip_longest(*columns)]


def headings_at(log: Sheet, headings: Sequence[str], column: int) -> Area | None:
    """The cells of a log with these headings: usually from that column of the first row."""
    usual = Area(1, column, 1, len(headings))
    wanted = list(headings)
    if log.values(usual)[0] == wanted:
        return usual
    for row, held in enumerate(log.values(_SEARCHED), _SEARCHED.row):
        for place, value in enumerate(held):
            if value == wanted[0] and held[place : place + len(wanted)] == wanted:
                return usual._replace(row=row, column=place + _SEARCHED.column)
    return None


def has_memory(log: Sheet) -> bool:
    return headings_at(log, HEADINGS, COLUMNS[0]) is not None


def _texts(cells: list[list[Value]], column: int) -> list[str]:
    texts = []
    for row in cells[1:]:
        if row[column] is None:
            break
        texts.append(str(row[column]))
    return texts


def memory_in(log: Sheet) -> Memory | None:
    """The memory of a solve in its log, None if there is none or it is not valid."""
    used, headings = log.used(), headings_at(log, HEADINGS, COLUMNS[0])
    if used is None or headings is None:
        return None
    rows = min(used.last_row - headings.row + 1, _MOST_ROWS)
    # A row that was inserted since is empty.
    cells = [row for row in log.values(headings._replace(height=rows)) if any(row)]
    try:
        start, painted = (Board.from_text("\n".join(_texts(cells, k))) for k in (0, 1))
        marked = []
        for text in _texts(cells, 4):
            address, fill = text.split()
            marked.append((Area.parse(address), None if fill == _NO_FILL else fill))
    except ValueError:
        return None
    if (start.height, start.width) != (painted.height, painted.width):
        return None
    return Memory(
        start,
        painted,
        tuple(_texts(cells, 2)),
        tuple(_texts(cells, 3)),
        tuple(marked),
        "".join(_texts(cells, 5)),
    )


def has_remains(log: Sheet) -> bool:
    """Whether anything is where a log keeps its memory, valid or not."""
    used = log.used()
    if used is None:
        return False
    columns = Area(1, COLUMNS[0], min(used.last_row, _MOST_ROWS), len(COLUMNS))
    return has_memory(log) or any(value is not None for row in log.values(columns) for value in row)


def recall(sheet: Sheet, number: int, height: int, width: int) -> Memory | None:
    """The memory of the puzzle of that number and size in its log, None if there is none."""
    log = companion(sheet, numbered(LOG_NAME, number))
    memory = None if log is None else memory_in(log)
    if memory is None or (memory.start.height, memory.start.width) != (height, width):
        return None
    return memory
