"""The log sheet: a summary of the solve, all its steps, and its memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from xlnono.language import Language, Text
from xlnono.model.solution import Solution
from xlnono.puzzle_sheet.companion_sheets import (
    LOG_NAME,
    REPLAY_NAME,
    before_log,
    companion,
    new_title,
    numbered,
    own_companion,
    put_companion,
)
from xlnono.puzzle_sheet.log_charts import COUNT_COLUMNS, NO_CHARTS, log_charts
from xlnono.puzzle_sheet.log_summary import linked_moments, log_summary, moments_of
from xlnono.puzzle_sheet.log_table import HEADINGS, LogTable, Rows, log_table
from xlnono.puzzle_sheet.memory import COLUMNS, Memory
from xlnono.puzzle_sheet.record import SolveRecord
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area, reference
from xlnono.spreadsheet.sheet import OnPage, Page, PageCell, Sheet, Value, page_cell
from xlnono.spreadsheet.text_size import (
    LINE_HEIGHT,
    least_width,
    lines_of_text,
    row_height,
    width_in_digits,
)
from xlnono.spreadsheet.theme import (
    LOG_CHART_COLUMN_WIDTH,
    LOG_MARGIN_WIDTH,
    LOG_WIDEST_COLUMN,
    LOG_WIDTHS,
)

if TYPE_CHECKING:
    from xlnono.puzzle_sheet.log_pictures import LogPictures

_WORDS: dict[str, Text] = {
    "title": Text("{sheet} log", "{sheet} 解答手順"),
    "seconds": Text("{seconds:.3f} s", "{seconds:.3f} 秒"),
    "replay": Text("Replay the steps on the board", "盤面で手順を再生する"),
    "pictures": Text("Show two of the solutions", "2つの解を見る"),
    "more pictures": Text("Show the solutions", "解を見る"),
}

_REPLAY_LINK, _PICTURES_LINK = Area(1, 5), Area(1, 6)
_HIDDEN_WIDTH = 9
"""The width of hidden columns when they are shown."""
_INDENT = 2.0
"""The part of the column width that the indent of a cell takes up."""
_LARGEST_PICTURE = 40_000
"""The most cells of a board whose two solutions are shown; larger ones fit no screen or page. With
more solutions, the most cells of all of them."""
_MOST_PICTURES = 60


def _same_steps(table: Rows, held: list[list[Value]], header_row: int) -> bool:
    values = ([None if cell is None else page_cell(cell).value for cell in row] for row in table)
    new = [[None if value == "" else value for value in row] for row in values]
    old = held[header_row - 1 :]
    return new == old[: len(new)] and not any(any(row) for row in old[len(new) :])


class _Wrapped(NamedTuple):
    """A text of a row that is wrapped: its column, counted from 0, and its width in digits."""

    column: int
    digits: float
    is_link: bool


def _wrapped(row: Sequence[OnPage]) -> list[_Wrapped]:
    return [
        _Wrapped(column, width_in_digits(str(cell.value)), cell.link is not None)
        for column, cell in enumerate(row)
        if isinstance(cell, PageCell) and cell.wrap
    ]


def _widths(table: Iterable[Sequence[_Wrapped]]) -> list[float]:
    """The widths of the columns: that of the lines has room for their names, which Calc does not
    wrap because they are links, and no text needs a higher row than there can be."""
    widths: list[float] = list(LOG_WIDTHS)
    for column, digits, is_link in chain.from_iterable(table):
        needed = digits if is_link else least_width(digits)
        if needed + _INDENT > widths[column]:
            widths[column] = max(widths[column], min(needed + _INDENT, LOG_WIDEST_COLUMN))
    return widths


def _height(row: Sequence[_Wrapped], widths: Sequence[float]) -> float:
    """The height of a row in which every text is fully visible.

    Excel adjusts it automatically, other programs do not.
    """
    lines = [
        lines_of_text(digits, widths[column] - _INDENT)
        for column, digits, _ in row
        if column < len(widths)
    ]
    return row_height(max(lines, default=1))


def _put(rows: Rows, corner: Area, cells: Sequence[Sequence[OnPage]]) -> None:
    """Put rows of cells at a corner, to the right of the existing cells of these rows."""
    rows += [[] for _ in range(corner.row - 1 + len(cells) - len(rows))]
    for row, beside in zip(rows[corner.row - 1 :], cells, strict=False):
        row += [None] * (corner.column - 1 - len(row))
        row += beside


def _title(sheet: Sheet, number: int, language: Language) -> str:
    """The title of the log of a puzzle, even before it is written."""
    old = own_companion(sheet, numbered(LOG_NAME, number))
    return new_title(sheet, _WORDS["title"].of(language)) if old is None else old.title


def _pictures(solution: Solution, language: Language) -> LogPictures | None:
    """The solutions side by side, if there are several and the sheet has room for two or more."""
    shown = min(
        _LARGEST_PICTURE // (solution.puzzle.height * solution.puzzle.width), _MOST_PICTURES
    )
    if solution.other is None or not shown:
        return None
    # Most puzzles have one solution.
    from xlnono.puzzle_sheet.log_pictures import log_pictures

    return log_pictures(solution, max(shown, 2), sum(LOG_WIDTHS), language)


def _page(sheet: Sheet, record: SolveRecord, memory: Memory) -> Page:
    """The log of a solve as data.

    If an earlier log of the sheet is of exactly the same solve, its time is reused.
    """
    read, solution, language = record.read, record.solution, record.language
    time = _WORDS["seconds"].of(language, seconds=solution.seconds)
    log = solution.log
    title = _title(sheet, read.number, language)
    table, links, visits = LogTable([], {}, []) if log is None else log_table(record, log)
    story = [] if log is None else list(moments_of(log, language))
    rows = log_summary(record, len(visits), time)
    header_row = len(rows) + len(linked_moments(story, lambda visit: "", language)) + 1
    earlier, old = read.memory, companion(sheet, numbered(LOG_NAME, read.number))
    if earlier is not None and old is not None and earlier._replace(time="") == memory:
        used = old.used()
        if used is not None:
            held = old.values(Area(1, 1, used.last_row, len(HEADINGS)))
            if _same_steps(table, held, header_row):
                time = earlier.time
                rows = log_summary(record, len(visits), time)

    def at_visit(visit: int) -> str:
        return reference(title, Area(header_row + visits[visit - 1], 1))

    rows += linked_moments(story, at_visit, language) + table
    if (replay := own_companion(sheet, numbered(REPLAY_NAME, read.number))) is not None:
        link = reference(replay.title, Area(1, 1))
        _put(rows, _REPLAY_LINK, [[PageCell(_WORDS["replay"].of(language), link=link)]])
    wrapped = list(map(_wrapped, rows))
    widths = _widths(wrapped[header_row:])
    heights = [_height(row, widths) for row in wrapped]
    printed = Area(1, 1, len(rows), len(HEADINGS))
    beside = NO_CHARTS
    if log is not None:
        steps = Area(header_row + 1, 1, len(table) - 1)
        known = steps._replace(column=len(HEADINGS))
        shown = [
            0.0 if row in links else height for row, height in enumerate(heights[header_row:], 1)
        ]
        beside = log_charts(log, steps, known, shown, language)
    hidden = range(COLUMNS[0], COUNT_COLUMNS.stop)
    widths += [LOG_MARGIN_WIDTH, *[_HIDDEN_WIDTH] * len(hidden)]
    widths += [LOG_CHART_COLUMN_WIDTH] * len(beside.charts)
    behind = [] if beside.area is None else [beside.area]
    pictures = _pictures(solution, language)
    if pictures is not None:
        # Below the table, whose rows are as high as their texts, and right of all else.
        area = pictures.area(len(rows) + 2, len(widths) + 2)
        behind.append(area)
        widths += [LOG_MARGIN_WIDTH, *pictures.widths]
        heights += [LINE_HEIGHT, *pictures.heights]
        link = reference(title, area)
        words = _WORDS["pictures" if len(solution.solutions) == 2 else "more pictures"]
        _put(rows, _PICTURES_LINK, [[PageCell(words.of(language), link=link)]])
    _put(rows, Area(1, COLUMNS[0]), memory._replace(time=time).cells())
    _put(rows, Area(1, COUNT_COLUMNS[0]), beside.counts)
    if pictures is not None:
        _put(rows, area, pictures.rows)
    return Page(
        rows,
        widths,
        heights,
        header_row if table else 0,
        filtered=bool(table),
        printed=printed,
        hidden=hidden,
        charts=beside.charts,
        printed_behind=behind,
        outline={header_row + row: level for row, level in links.items()},
    )


def write_log(sheet: Sheet, record: SolveRecord, memory: Memory) -> None:
    """Write the log of a solve after the puzzle's sheet, or over its existing log.

    A solution without a log gets no new sheet, but the summary replaces an old log, because that
    belongs to another solve.
    """
    read, name = record.read, numbered(LOG_NAME, record.read.number)
    if record.solution.log is None and own_companion(sheet, name) is None:
        return
    page, title = _page(sheet, record, memory), _WORDS["title"].of(record.language)
    put_companion(sheet, name, title, page, read.layout.grid, before_log(sheet, read.number))
