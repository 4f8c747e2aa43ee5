"""The replay sheet: the board after any step of the log, shown by formulas alone.

One cell takes the number of a step; with 1 in another one, a step is a single deduction, otherwise
a visit. The board has the fills of the last step, and conditional formats hide the cells fixed
later; so it works without macros, and programs without conditional formats show the last step. A
cell holds the number of the deduction that fixed it, negative if it is white; ±0.5 means a mark
from the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from xlnono.language import COMMA, Language, Text, all_of
from xlnono.model.board import Axis, Cell, lines_of
from xlnono.model.puzzle import Clue, Puzzle
from xlnono.model.steps import Log, Visit
from xlnono.puzzle_sheet.companion_sheets import (
    LOG_NAME,
    REPLAY_NAME,
    before_log,
    numbered,
    own_companion,
    put_companion,
)
from xlnono.puzzle_sheet.layout import Layout, moved_addresses
from xlnono.puzzle_sheet.read import PuzzleSheet
from xlnono.puzzle_sheet.record import SolveRecord
from xlnono.safe_text import safe
from xlnono.spreadsheet.area import LAST_COLUMN, LAST_ROW, Area
from xlnono.spreadsheet.sheet import Condition, Formula, Page, PageCell, Sheet, WholeNumber
from xlnono.spreadsheet.text_size import lines_of_text, row_height
from xlnono.spreadsheet.theme import (
    ACCENT,
    BLACK_FILL,
    CELL_PIXELS,
    CLUE_FILL,
    FAINT,
    MEDIUM,
    NEW_BLACK_FILL,
    NEW_WHITE_FILL,
    PAPER,
    WHITE_FONT,
    heavy,
    light,
)
from xlnono.wording import reasons_singly, technique_name

_WORDS: dict[str, Text] = {
    "title": Text("{sheet} replay", "{sheet} 再生"),
    "heading": Text(
        "The puzzle on the sheet “{sheet}”, step by step", "シート「{sheet}」の問題を1手ずつ見る"
    ),
    "heading of several": Text(
        "The puzzle in {grid} on the sheet “{sheet}”, step by step",
        "シート「{sheet}」の {grid} の問題を1手ずつ見る",
    ),
    "step": Text("Step", "手順"),
    "of": Text("of {count}", "/ {count}"),
    "hint": Text(
        "Type a step number into the frame (0 for the start). Orange cells are new in this step.",
        "枠に番号を入れると、その手順の盤面になります(0 は最初)。橙色は新しいマス。",
    ),
    "singly": Text("Single deductions (1 = on, 0 = off)", "推理を1つずつ見る(1=はい、0=いいえ)"),
    "switch": Text("Single deductions", "推理を1つずつ"),
    "on or off": Text(
        "1 shows every deduction as a step of its own, 0 a whole visit to a line",
        "1 なら推理を1つずつ、0 なら行や列を1回見るごとに進みます",
    ),
    "number": Text("Step number", "手順の番号"),
    "range": Text("A whole number from 0 (the start) to {count}", "0(最初)から {count} までの整数"),
    "start": Text("Start", "最初"),
    "before": Text(
        "The board before the first step. Type 1 to see what follows from the clues.",
        "最初の手順より前の盤面です。1 を入れると、ヒントから何が決まるか分かります。",
    ),
    "on a line": Text("{line}: {technique}", "{line}: {technique}"),
}

_COLUMN_WIDTH = CELL_PIXELS / 7
_ROW_HEIGHT = CELL_PIXELS * 0.75
_LEAST_COLUMNS = 30
"""The least number of columns, so that sentences have room beside a narrow board."""
_MOST_LINES = 8
"""The most lines of a sentence, so that there is room for the board below it."""
_HEAD_ROWS = 5
_STEP_CELL = Area(2, 3)
_STEP_COLUMNS = 2
_SINGLY_CELL = Area(2, 23)
_SINGLY_LABEL = Area(2, 10)

_LINE_NUMBER = '0"."'
_FORMAT = ';"·"'
"""The number of a step is hidden, and a dot if it is below 0."""
_UNKNOWN = PageCell(None, centred=True)
_BLACK = PageCell(1, fill=BLACK_FILL, font=BLACK_FILL, centred=True, number_format=_FORMAT)
_WHITE = PageCell(-1, font=WHITE_FONT, centred=True, number_format=_FORMAT)


_SHOWN_FIELDS = 3
"""The fields of the step that is shown, in hidden cells: line, first and last deduction."""


class _Row(NamedTuple):
    """The texts shown with a step, and the numbers of its first and last deduction. `line` is the
    number of a row, or minus a column's, or 0."""

    name: str
    why: str
    line: int
    first: int
    last: int


class _Table:
    """The lookup table of the formulas, in hidden columns.

    It has a row for the start and each step, first for the visits, then for the single deductions.
    """

    def __init__(self, column: int, visits: Sequence[_Row], deductions: Sequence[_Row]) -> None:
        self.column = column
        self.visits = visits
        self.deductions = deductions

    @property
    def rows(self) -> Sequence[_Row]:
        return (*self.visits, *self.deductions)

    def formula(self, field: str) -> Formula:
        """The value of a field of the table for the step that is shown."""
        column = self.column + _Row._fields.index(field)
        visits = Area(1, column, len(self.visits))
        deductions = Area(len(self.visits) + 1, column, len(self.deductions))
        shown, singly = _STEP_CELL.fixed_address, _SINGLY_CELL.fixed_address
        by_visit, by_deduction = (
            f"INDEX({cells.fixed_address},MIN({shown}+1,{cells.height}))"
            for cells in (visits, deductions)
        )
        result = getattr(self.visits[-1], field)
        return Formula(f"=IF({singly}=1,{by_deduction},{by_visit})", result)

    def count(self, text: str) -> Formula:
        """A text with the number of steps."""
        singly = _SINGLY_CELL.fixed_address
        by_visit, by_deduction = (
            text.format(count=len(rows) - 1) for rows in (self.visits, self.deductions)
        )
        return Formula(f'=IF({singly}=1,"{by_deduction}","{by_visit}")', by_visit)


def _place(read: PuzzleSheet) -> Layout:
    """The layout of a template, so that the addresses are mostly those of the puzzle."""
    puzzle = read.puzzle
    across = max(read.layout.rows.width, *(len(clue) or 1 for clue in puzzle.rows))
    down = max(read.layout.columns.height, *(len(clue) or 1 for clue in puzzle.columns))
    return Layout.on_template((puzzle.height, puzzle.width), (across, down))


def _rows(
    visits: Sequence[Visit], why: Sequence[str], start: _Row, layout: Layout, language: Language
) -> list[_Row]:
    """The rows of the table for the start and for each visit."""
    rows = [start]
    for visit, reason in zip(visits, why, strict=True):
        used = [technique_name(technique, language) for technique in visit.techniques]
        name = COMMA.of(language).join(used)
        line = 0
        if visit.line is not None:
            name = _WORDS["on a line"].of(language, line=visit.line, technique=name)
            name = name[0].upper() + name[1:]
            number = visit.line.index + 1
            line = number if visit.line.axis is Axis.ROW else -number
        done = rows[-1].last
        rows.append(_Row(name, reason, line, done + 1, done + len(visit.steps)))
    return rows


class _Sheet:
    """The cells of the page while it is being built."""

    def __init__(self) -> None:
        self.rows: list[list[PageCell | None]] = []

    def put(self, row: int, column: int, cell: PageCell) -> None:
        self.put_all(row, column, [cell])

    def put_all(self, row: int, column: int, cells: list[PageCell]) -> None:
        while len(self.rows) < row:
            self.rows.append([])
        there = self.rows[row - 1]
        there += [None] * (column - 1 - len(there))
        there[column - 1 : column - 1 + len(cells)] = cells


def _in_slots(clue: Clue, count: int) -> list[int | None]:
    """The numbers of a clue next to the grid, with blanks before them."""
    shown = clue or (0,)
    return [*[None] * (count - len(shown)), *shown]


def _put_clues(sheet: _Sheet, puzzle: Puzzle, layout: Layout) -> None:
    @cache
    def cell(number: int | None, edges: tuple[int, int, int, int]) -> PageCell:
        return PageCell(number, fill=CLUE_FILL, centred=True, edges=edges)

    rows, columns = layout.rows, layout.columns
    across = [light(k, rows.width) for k in range(rows.width)]
    for row, clue in enumerate(puzzle.rows):
        outer = heavy(row, rows.height)
        numbers = _in_slots(clue, rows.width)
        cells = [
            cell(number, (*outer, *inner)) for number, inner in zip(numbers, across, strict=True)
        ]
        sheet.put_all(rows.row + row, rows.column, cells)
    down = [heavy(column, columns.width) for column in range(columns.width)]
    slots = zip(*(_in_slots(clue, columns.height) for clue in puzzle.columns), strict=True)
    for row, held in enumerate(slots):
        inner = light(row, columns.height)
        cells = [cell(number, (*inner, *outer)) for number, outer in zip(held, down, strict=True)]
        sheet.put_all(columns.row + row, columns.column, cells)


def _put_numbers(sheet: _Sheet, layout: Layout) -> None:
    """The numbers of the rows and columns, outside their clues."""
    for line in lines_of(layout.grid.height, layout.grid.width):
        place = layout.number(line)
        number = PageCell(line.index + 1, font=FAINT, centred=True, number_format=_LINE_NUMBER)
        sheet.put(place.row, place.column, number)


def _put_board(sheet: _Sheet, log: Log, grid: Area) -> None:
    """The board after the last step, each cell with the number of its deduction."""

    @cache
    def cell(number: float | None, edges: tuple[int, int, int, int]) -> PageCell:
        look = _UNKNOWN if number is None else _BLACK if number > 0 else _WHITE
        return look._replace(value=number, edges=edges)

    numbers: list[list[float | None]] = [[None] * grid.width for _ in range(grid.height)]
    for step, fixed in enumerate((log.start.cells(), *(step.fixed for step in log))):
        number = step or 0.5
        for row, column, colour in fixed:
            numbers[row][column] = number if colour is Cell.BLACK else -number
    columns = [heavy(column, grid.width) for column in range(grid.width)]
    for row, held in enumerate(numbers):
        rows = heavy(row, grid.height)
        cells = [cell(number, (*rows, *edges)) for number, edges in zip(held, columns, strict=True)]
        sheet.put_all(grid.row + row, grid.column, cells)


def _conditions(layout: Layout, line: Area, first: Area, last: Area) -> Iterable[Condition]:
    """Without functions and decimal points, which some programs expect in the user's language.

    `line`, `first` and `last` are the cells with these fields of the step that is shown.
    """
    grid = layout.grid
    cell, since, now = Area(grid.row, grid.column).address, first.fixed_address, last.fixed_address
    later = f"({cell}>{now}+1/2)+({cell}<-{now}-1/2)>0"
    yield Condition(grid, later, PAPER, font=PAPER)
    new_black = f"({now}>0)*({cell}>={since})*({cell}<={now})>0"
    new_white = f"({now}>0)*({cell}<=-{since})*({cell}>=-{now})>0"
    yield Condition(grid, new_black, NEW_BLACK_FILL, font=NEW_BLACK_FILL, edge=ACCENT)
    yield Condition(grid, new_white, NEW_WHITE_FILL, font=ACCENT, edge=ACCENT)
    for axis, clues, sign in ((Axis.ROW, layout.rows, ""), (Axis.COLUMN, layout.columns, "-")):
        numbers = layout.numbers(axis)
        number = Area(numbers.row, numbers.column).fixed_address
        # The dollar sign stays where the number is in the same column, or row, for every cell.
        _, column, row = number.split("$")
        cell = f"${column}{row}" if axis is Axis.ROW else f"{column}${row}"
        shown = f"{sign}{cell}={line.fixed_address}"
        yield Condition(clues.joined(numbers), shown, NEW_WHITE_FILL)


def _put_head(
    sheet: _Sheet, read: PuzzleSheet, table: _Table, columns: int, language: Language
) -> list[float]:
    """The input and the texts above the board; returns the heights of the rows they need."""
    words = all_of(_WORDS, language)
    before_input, behind = _STEP_CELL.column - 2, _STEP_CELL.column + _STEP_COLUMNS
    heading = words["heading" if read.alone else "heading of several"].format(
        sheet=safe(read.title), grid=read.layout.grid.address
    )
    sheet.put(1, 1, PageCell(heading, bold=True))
    sheet.put(2, before_input, PageCell(words["step"], bold=True))
    frame = (MEDIUM,) * 4
    number = PageCell(len(table.visits) - 1, bold=True, centred=True, edges=frame)
    rest = [number._replace(value=None)] * (_STEP_COLUMNS - 1)
    sheet.put_all(2, _STEP_CELL.column, [number, *rest])
    sheet.put(2, behind, PageCell(table.count(words["of"]), bold=True))
    sheet.put(_SINGLY_LABEL.row, _SINGLY_LABEL.column, PageCell(words["singly"], font=FAINT))
    sheet.put(
        _SINGLY_CELL.row, _SINGLY_CELL.column, PageCell(0, bold=True, centred=True, edges=frame)
    )
    sheet.put(3, 1, PageCell(table.formula("name"), bold=True))
    sheet.put(4, 1, PageCell(table.formula("why"), wrap=True))
    sheet.put(_HEAD_ROWS, 1, PageCell(words["hint"], font=FAINT))
    width = columns * _COLUMN_WIDTH - 2
    lines = max(lines_of_text(row.why, width) for row in table.rows)
    return [_ROW_HEIGHT] * 3 + [row_height(min(lines, _MOST_LINES)), _ROW_HEIGHT]


def replay_page(record: SolveRecord) -> Page:
    """The replay of a solve as data."""
    read, solution, why, language = record
    log = solution.log or Log(read.marks)
    words, layout = all_of(_WORDS, language), _place(read)
    grid = layout.grid
    columns = max(grid.last_column, _LEAST_COLUMNS)
    start = _Row(words["start"], words["before"], 0, 0, 0)
    down, right = grid.row - read.layout.grid.row, grid.column - read.layout.grid.column
    singly = reasons_singly(log, why, read.puzzle, read.layout, language)
    if down or right:
        why = [moved_addresses(sentence, down, right) for sentence in why]
        singly = [moved_addresses(sentence, down, right) for sentence in singly]
    table = _Table(
        columns + 1,
        _rows(log.visits, why, start, layout, language),
        _rows(log.deductions, singly, start, layout, language),
    )
    line, first, last = (
        Area(1, table.column + len(_Row._fields) + place) for place in range(_SHOWN_FIELDS)
    )

    sheet = _Sheet()
    heights = _put_head(sheet, read, table, columns, language)
    _put_clues(sheet, read.puzzle, layout)
    _put_numbers(sheet, layout)
    _put_board(sheet, log, grid)
    for number, fields in enumerate(table.rows, 1):
        sheet.put_all(number, table.column, [PageCell(field) for field in fields])
    for place, field in ((line, "line"), (first, "first"), (last, "last")):
        sheet.put(place.row, place.column, PageCell(table.formula(field)))
    heights += [_ROW_HEIGHT] * (grid.last_row - len(heights))
    message = words["range"].format(count=len(log))
    return Page(
        sheet.rows,
        [_COLUMN_WIDTH] * columns,
        heights,
        header_row=_HEAD_ROWS,
        filtered=False,
        printed=Area.between(1, 1, grid.last_row, columns),
        hidden=range(columns + 1, last.column + 1),
        merged=(_STEP_CELL._replace(width=_STEP_COLUMNS), Area(4, 1, 1, columns)),
        conditions=tuple(_conditions(layout, line, first, last)),
        inputs=(
            WholeNumber(_STEP_CELL, len(log), words["number"], message),
            WholeNumber(_SINGLY_CELL, 1, words["switch"], words["on or off"]),
        ),
        one_page=True,
        landscape=columns > grid.last_row,
    )


def _fits(grid: Area) -> bool:
    columns = max(grid.last_column, _LEAST_COLUMNS) + len(_Row._fields) + _SHOWN_FIELDS
    return grid.last_row <= LAST_ROW and columns <= LAST_COLUMN


def write_replay(sheet: Sheet, record: SolveRecord) -> None:
    """Write the replay of a solve after the log of the puzzle's sheet, or over its old one.

    A solution without steps gets no new sheet, but replaces an old one, which belongs to another
    solve. There is no replay of a puzzle that does not fit on a sheet with a column for each
    number of its clues.
    """
    read, name = record.read, numbered(REPLAY_NAME, record.read.number)
    if not record.solution.log and own_companion(sheet, name) is None:
        return
    if not _fits(_place(read).grid):
        return
    log = own_companion(sheet, numbered(LOG_NAME, read.number))
    after = log or before_log(sheet, read.number)
    title = _WORDS["title"].of(record.language)
    put_companion(sheet, name, title, replay_page(record), read.layout.grid, after)
