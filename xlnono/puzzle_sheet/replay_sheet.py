"""The replay sheet: the board after any step of the log, shown by formulas alone.

One cell takes the number of a step, and a scroll bar is linked to it; with 1 in another one, a step
is a single deduction or a link of a contradiction, otherwise a visit. The board has the fills of
the last step, and conditional formats hide the cells fixed later; so it works without macros, and
programs without conditional formats show the last step. A cell holds the number of the deduction
that fixed it, negative if it is white; ±0.5 means a mark from the start.

What a step relies on and assumes is in texts of the hidden table. Formulas in hidden columns find
the code of each cell in them, and conditional formats show its look.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product

from xlnono.language import Language, Text, all_of
from xlnono.model.board import Axis, Cell, lines_of
from xlnono.model.puzzle import Clue, Puzzle
from xlnono.model.steps import Log
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
from xlnono.puzzle_sheet.replay_formulas import (
    SINGLY_CELL,
    STEP_CELL,
    Cells,
    Hidden,
    columns_of,
    fits,
)
from xlnono.puzzle_sheet.replay_rows import (
    ASSUMED,
    EVIDENCE,
    FOLLOWS,
    FOLLOWS_NOW,
    IMPOSSIBLE,
    RANGE,
    SUPPOSED_EVIDENCE,
    SUPPOSED_IMPOSSIBLE,
    replay_rows,
)
from xlnono.safe_text import safe
from xlnono.spreadsheet import theme
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Condition, Page, PageCell, ScrollBar, Sheet, WholeNumber
from xlnono.spreadsheet.text_size import lines_of_text, row_height, width_in_digits
from xlnono.spreadsheet.theme import (
    ACCENT,
    ASSUMED_FILLS,
    BLACK_FILL,
    CELL_PIXELS,
    CLUE_FILL,
    EVIDENCE_BLACK_FILL,
    EVIDENCE_WHITE_FILL,
    FAINT,
    IMPOSSIBLE_BLACK_FILL,
    IMPOSSIBLE_WHITE_FILL,
    MEDIUM,
    NEW_BLACK_FILL,
    NEW_WHITE_FILL,
    PAPER,
    RANGE_FILL,
    THIN,
    WHITE_FONT,
    heavy,
    light,
)
from xlnono.wording import Reasons

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
        "Type a step number into the frame (0 for the start), or use the scroll bar. Single "
        "deductions show contradictions link by link.",
        "枠に番号を入れるか(0 は最初)、スクロールバーで進めます。"
        "推理を1つずつ見ると、矛盾も1手ずつ見られます。",
    ),
    "new": Text("new", "新しい"),
    "evidence": Text("evidence", "根拠"),
    "range": Text("range", "範囲"),
    "assumed": Text("assumed", "仮定"),
    "follows": Text("follows", "仮定から"),
    "impossible": Text("impossible", "矛盾"),
    "scroll": Text("Steps", "手順"),
    "singly": Text("Single deductions (1 = on, 0 = off)", "推理を1つずつ見る(1=はい、0=いいえ)"),
    "switch": Text("Single deductions", "推理を1つずつ"),
    "on or off": Text(
        "1 shows every deduction as a step of its own, 0 a whole visit to a line",
        "1 なら推理を1つずつ、0 なら行や列を1回見るごとに進みます",
    ),
    "number": Text("Step number", "手順の番号"),
    "numbers": Text(
        "A whole number from 0 (the start) to {count}", "0(最初)から {count} までの整数"
    ),
}

_COLUMN_WIDTH = CELL_PIXELS / 7
_ROW_HEIGHT = CELL_PIXELS * 0.75
_MOST_LINES = 8
"""The most lines of a sentence, so that there is room for the board below it."""
_HEAD_ROWS = 6
_STEP_COLUMNS = 2
_SINGLY_LABEL = Area(2, 13)
_SCROLL_BAR = Area(2, 8, 1, 4)
_SWATCH, _LEGEND_STEP = 2, 5
"""The columns of the colours of an entry of the legend, and from one entry to the next."""

_LINE_NUMBER = '0"."'
_FORMAT = ';"·"'
"""The number of a step is hidden, and a dot if it is below 0."""
_UNKNOWN = PageCell(None, centred=True)
_BLACK = PageCell(1, fill=BLACK_FILL, font=BLACK_FILL, centred=True, number_format=_FORMAT)
_WHITE = PageCell(-1, font=WHITE_FONT, centred=True, number_format=_FORMAT)


def _place(read: PuzzleSheet) -> Layout:
    """The layout of a template, so that the addresses are mostly those of the puzzle."""
    puzzle = read.puzzle
    across = max(read.layout.rows.width, *(len(clue) or 1 for clue in puzzle.rows))
    down = max(read.layout.columns.height, *(len(clue) or 1 for clue in puzzle.columns))
    return Layout.on_template((puzzle.height, puzzle.width), (across, down))


def _in_slots(clue: Clue, count: int) -> list[int | None]:
    """The numbers of a clue next to the grid, with blanks before them."""
    shown = clue or (0,)
    return [*[None] * (count - len(shown)), *shown]


def _put_clues(sheet: Cells, puzzle: Puzzle, layout: Layout) -> None:
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


def _put_numbers(sheet: Cells, layout: Layout) -> None:
    """The numbers of the rows and columns, outside their clues."""
    for line in lines_of(layout.grid.height, layout.grid.width):
        place = layout.number(line)
        number = PageCell(line.index + 1, font=FAINT, centred=True, number_format=_LINE_NUMBER)
        sheet.put(place.row, place.column, number)


def _put_board(sheet: Cells, log: Log, grid: Area) -> None:
    """The board after the last step, each cell with the number of its deduction."""

    numbers: list[list[float | None]] = [[None] * grid.width for _ in range(grid.height)]
    for step, fixed in enumerate((log.start.cells(), *(step.fixed for step in log))):
        number = step or 0.5
        for row, column, colour in fixed:
            numbers[row][column] = number if colour is Cell.BLACK else -number
    columns = [heavy(column, grid.width) for column in range(grid.width)]

    @cache
    def looks(edges: tuple[int, int]) -> list[tuple[PageCell, PageCell, PageCell]]:
        """The cells of a row with these edges that are unknown, black and white."""
        unknown, black, white = (
            [look._replace(edges=(*edges, *of_column)) for of_column in columns]
            for look in (_UNKNOWN, _BLACK, _WHITE)
        )
        return list(zip(unknown, black, white, strict=True))

    for row, held in enumerate(numbers):
        # Every cell is another one; replacing its fields by name would be slow.
        cells = [
            unknown
            if number is None
            else PageCell._make((number, *(black if number > 0 else white)[1:]))
            for number, (unknown, black, white) in zip(
                held, looks(heavy(row, grid.height)), strict=True
            )
        ]
        sheet.put_all(grid.row + row, grid.column, cells)


_EDGES = {
    FOLLOWS_NOW: ACCENT,
    SUPPOSED_EVIDENCE: theme.EVIDENCE,
    SUPPOSED_IMPOSSIBLE: theme.IMPOSSIBLE,
    "": None,
}
_SUPPOSED = dict(
    zip(
        (ASSUMED[Cell.BLACK], FOLLOWS[Cell.BLACK], ASSUMED[Cell.WHITE], FOLLOWS[Cell.WHITE]),
        ASSUMED_FILLS[0],
        strict=True,
    )
)
_MARKED = {
    EVIDENCE[Cell.BLACK]: (EVIDENCE_BLACK_FILL, EVIDENCE_BLACK_FILL, None),
    EVIDENCE[Cell.WHITE]: (EVIDENCE_WHITE_FILL, EVIDENCE_BLACK_FILL, None),
    IMPOSSIBLE[Cell.BLACK]: (IMPOSSIBLE_BLACK_FILL, IMPOSSIBLE_BLACK_FILL, None),
    IMPOSSIBLE[Cell.WHITE]: (IMPOSSIBLE_WHITE_FILL, IMPOSSIBLE_BLACK_FILL, None),
    RANGE[Cell.UNKNOWN]: (RANGE_FILL, RANGE_FILL, theme.RANGE),
    RANGE[Cell.BLACK]: (BLACK_FILL, BLACK_FILL, theme.RANGE),
    RANGE[Cell.WHITE]: (RANGE_FILL, WHITE_FONT, theme.RANGE),
}
"""The fill, the font and the edge of cells by their codes."""


def _conditions(layout: Layout, hidden: Hidden) -> Iterable[Condition]:
    """Without functions and decimal points, which some programs expect in the user's language."""
    grid, line = layout.grid, hidden.shown("line")
    cell, since, now = (
        Area(grid.row, grid.column).address,
        hidden.shown("first"),
        hidden.shown("last"),
    )
    new_black = f"({now}>0)*({cell}>={since})*({cell}<={now})>0"
    new_white = f"({now}>0)*({cell}<=-{since})*({cell}>=-{now})>0"
    yield Condition(grid, new_black, NEW_BLACK_FILL, font=NEW_BLACK_FILL, edge=ACCENT)
    yield Condition(grid, new_white, NEW_WHITE_FILL, font=ACCENT, edge=ACCENT)
    if hidden.highlighted:
        code = Area(hidden.codes.row, hidden.codes.column).address
        for mark, (fill, font, edge) in _MARKED.items():
            yield Condition(grid, f'{code}="{mark}"', fill, font=font, edge=edge)
        if hidden.rows.assumes:
            for (chain, fill), (mark, edge) in product(_SUPPOSED.items(), _EDGES.items()):
                yield Condition(grid, f'{code}="{mark}{chain}"', fill, font=fill, edge=edge)
    later = f"({cell}>{now}+1/2)+({cell}<-{now}-1/2)>0"
    yield Condition(grid, later, PAPER, font=PAPER)
    for axis, clues, sign in ((Axis.ROW, layout.rows, ""), (Axis.COLUMN, layout.columns, "-")):
        numbers = layout.numbers(axis)
        number = Area(numbers.row, numbers.column).fixed_address
        # The dollar sign stays where the number is in the same column, or row, for every cell.
        _, column, row = number.split("$")
        cell = f"${column}{row}" if axis is Axis.ROW else f"{column}${row}"
        of_line = f"({sign}{cell}={line})"
        area = clues.joined(numbers)
        if hidden.rows.assumes:
            wrong = f"{of_line}*({hidden.shown('impossible')}=1)>0"
            yield Condition(area, wrong, IMPOSSIBLE_WHITE_FILL)
        yield Condition(area, f"{of_line}*1>0", NEW_WHITE_FILL)


def _legend(hidden: Hidden) -> Iterable[tuple[str, str, str]]:
    """The colours of black and of white cells, after the word for them."""
    yield "new", NEW_BLACK_FILL, NEW_WHITE_FILL
    if hidden.highlighted:
        yield "evidence", EVIDENCE_BLACK_FILL, EVIDENCE_WHITE_FILL
        yield "range", RANGE_FILL, RANGE_FILL
        if hidden.rows.assumes:
            for name, marks in (("assumed", ASSUMED), ("follows", FOLLOWS)):
                yield name, _SUPPOSED[marks[Cell.BLACK]], _SUPPOSED[marks[Cell.WHITE]]
            yield "impossible", IMPOSSIBLE_BLACK_FILL, IMPOSSIBLE_WHITE_FILL


def _put_head(
    sheet: Cells, read: PuzzleSheet, hidden: Hidden, columns: int, language: Language
) -> list[float]:
    """The input and the texts above the board; returns the heights of the rows they need."""
    words = all_of(_WORDS, language)
    before_input, behind = STEP_CELL.column - 2, STEP_CELL.column + _STEP_COLUMNS
    heading = words["heading" if read.alone else "heading of several"].format(
        sheet=safe(read.title), grid=read.layout.grid.address
    )
    sheet.put(1, 1, PageCell(heading, bold=True))
    sheet.put(2, before_input, PageCell(words["step"], bold=True))
    frame = (MEDIUM,) * 4
    number = PageCell(len(hidden.rows.visits) - 1, bold=True, centred=True, edges=frame)
    rest = [number._replace(value=None)] * (_STEP_COLUMNS - 1)
    sheet.put_all(2, STEP_CELL.column, [number, *rest])
    sheet.put(2, behind, PageCell(hidden.count(words["of"]), bold=True))
    sheet.put(_SINGLY_LABEL.row, _SINGLY_LABEL.column, PageCell(words["singly"], font=FAINT))
    sheet.put(
        SINGLY_CELL.row, SINGLY_CELL.column, PageCell(0, bold=True, centred=True, edges=frame)
    )
    sheet.put(3, 1, PageCell(hidden.field("name"), bold=True))
    sheet.put(4, 1, PageCell(hidden.field("why"), wrap=True))
    sheet.put(5, 1, PageCell(words["hint"], font=FAINT))
    for place, (name, *fills) in enumerate(_legend(hidden)):
        column = 1 + place * _LEGEND_STEP
        swatches = [PageCell(None, fill=fill, edges=(THIN,) * 4) for fill in fills]
        sheet.put_all(_HEAD_ROWS, column, [*swatches, PageCell(words[name])])
    width = columns * _COLUMN_WIDTH - 2
    lines = lines_of_text(max(width_in_digits(row.why) for row in hidden.table), width)
    return [_ROW_HEIGHT] * 3 + [row_height(min(lines, _MOST_LINES))] + [_ROW_HEIGHT] * 2


def _moved(reasons: Reasons, down: int, right: int) -> Reasons:
    visit, *steps = (
        moved_addresses(sentence, down, right) for sentence in (reasons.visit, *reasons.steps)
    )
    return Reasons(visit, steps)


def replay_page(record: SolveRecord) -> Page:
    """The replay of a solve as data."""
    read, solution, why, language = record
    log, puzzle = solution.log or Log(read.marks), read.puzzle
    words, layout = all_of(_WORDS, language), _place(read)
    grid = layout.grid
    columns = columns_of(grid)
    down, right = grid.row - read.layout.grid.row, grid.column - read.layout.grid.column
    if down or right:
        why = [_moved(reasons, down, right) for reasons in why]
    hidden = Hidden(columns + 1, replay_rows(log, puzzle, layout, language, why), grid, puzzle)

    sheet = Cells()
    heights = _put_head(sheet, read, hidden, columns, language)
    _put_clues(sheet, puzzle, layout)
    _put_numbers(sheet, layout)
    _put_board(sheet, log, grid)
    hidden.put(sheet)
    heights += [_ROW_HEIGHT] * (grid.last_row - len(heights))
    last = max(len(hidden.rows.visits), len(hidden.rows.singly)) - 1
    message = words["numbers"].format(count=last)
    return Page(
        sheet.rows,
        [_COLUMN_WIDTH] * columns,
        heights,
        header_row=_HEAD_ROWS,
        filtered=False,
        printed=Area.between(1, 1, grid.last_row, columns),
        hidden=range(columns + 1, hidden.last_column + 1),
        merged=(STEP_CELL._replace(width=_STEP_COLUMNS), Area(4, 1, 1, columns)),
        conditions=tuple(_conditions(layout, hidden)),
        inputs=(
            WholeNumber(STEP_CELL, last, words["number"], message),
            WholeNumber(SINGLY_CELL, 1, words["switch"], words["on or off"]),
        ),
        scroll_bar=ScrollBar(
            _SCROLL_BAR, STEP_CELL, last, len(hidden.rows.visits) - 1, words["scroll"]
        ),
        one_page=True,
        landscape=columns > grid.last_row,
    )


def write_replay(sheet: Sheet, record: SolveRecord) -> None:
    """Write the replay of a solve after the log of the puzzle's sheet, or over its old one.

    A solution without steps gets no new sheet, but replaces an old one, which belongs to another
    solve. There is no replay of a puzzle that does not fit on a sheet with a column for each
    number of its clues.
    """
    read, name = record.read, numbered(REPLAY_NAME, record.read.number)
    if not record.solution.log and own_companion(sheet, name) is None:
        return
    if not fits(_place(read).grid):
        return
    log = own_companion(sheet, numbered(LOG_NAME, read.number))
    after = log or before_log(sheet, read.number)
    title = _WORDS["title"].of(record.language)
    put_companion(sheet, name, title, replay_page(record), read.layout.grid, after)
