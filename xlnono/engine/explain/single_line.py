"""What each technique deduces from one line alone."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from xlnono.engine.clock import Clock, OutOfTime
from xlnono.engine.line import fits, settle
from xlnono.errors import InvalidPuzzle, XlnonoError
from xlnono.language import Text
from xlnono.model.board import Axis, Board, Grid, Line
from xlnono.model.puzzle import Puzzle, TotalsDiffer, validate
from xlnono.model.single_line import LineReport
from xlnono.model.steps import Step

if TYPE_CHECKING:
    from xlnono.engine.explain.techniques import LineState

LONGEST = 500
"""The most cells of a line."""
_SIGNS = {
    **dict.fromkeys("#■●", "#"),
    **dict.fromkeys(".・×x", "."),
    **dict.fromkeys("?○", "?"),
}
_ROW = Line(Axis.ROW, 0)


class UnknownSign(XlnonoError):
    code = "unknown-sign"
    template = Text(
        "cell {number} of the line is “{sign}”: use # for black, . for white and ? for unknown.",
        "{number}マス目が「{sign}」です。黒は #、白は .、未確定は ? で書いてください。",
    )


class LineLength(XlnonoError):
    code = "line-length"
    template = Text(
        "the line has {length} cells: it must have 1 to {longest}.",
        "マスが {length} 個あります。1 から {longest} 個で書いてください。",
    )


def line(clue: Sequence[int], cells: str, *, seconds: float | None = None) -> LineReport:
    """What each technique deduces from one line, each from the same cells.

    `cells` has a sign for each: # black, . white, ? unknown (■, ●, ×, ・ and ○ are understood as
    well). A line that no arrangement fits has no steps, and `settled` is None. After `seconds`, no
    further technique is tried, and the report is `cut_short`.

    Raises UnknownSign, LineLength, or InvalidPuzzle if the clue cannot fit a line of this length.

    >>> report = line([3, 2, 1], "??#?.?????")
    >>> print(*(technique.value for technique in report.techniques))
    white-several-reaches short-blocks complete-line
    >>> print(report.settled.text())
    ?##?.?#???
    """
    # `import xlnono` loads this module, and most of its users never explain anything.
    from xlnono.engine.explain.techniques import LineState

    board = _board(cells)
    puzzle = _puzzle(clue, board.width)
    numbers = tuple(puzzle.rows[0])
    black, white = board.black[0], board.white[0]
    settled = settle(numbers, board.width, black, white)
    if settled is None:
        return LineReport(puzzle, board)
    steps, cut_short = [], False
    try:
        state = LineState(numbers, board.width, black, white, Clock.start(seconds))
        for step in _steps(state):
            steps.append(step)
    except OutOfTime:
        cut_short = True
    return LineReport(
        puzzle,
        board,
        tuple(steps),
        _row(board.width, *settled),
        _first_arrangement(numbers, board),
        _first_arrangement(numbers[::-1], _mirrored(board)).mirrored(),
        cut_short,
    )


def _board(cells: str) -> Board:
    plain = unicodedata.normalize("NFKC", cells.strip())
    if not 1 <= len(plain) <= LONGEST:
        raise LineLength(length=len(plain), longest=LONGEST)
    for number, sign in enumerate(plain, start=1):
        if sign not in _SIGNS:
            raise UnknownSign(number=number, sign=sign)
    return Board.from_text("".join(map(_SIGNS.__getitem__, plain)))


def _puzzle(clue: Sequence[int], length: int) -> Puzzle:
    """A puzzle of one row, for what takes a puzzle; its columns have any clues that fit."""
    defects = validate([clue], [()] * length)
    if wrong := [defect for defect in defects if not isinstance(defect, TotalsDiffer)]:
        raise InvalidPuzzle(wrong)
    total = sum(clue)
    return Puzzle([clue], [[1] if column < total else [] for column in range(length)])


def _row(length: int, black: int, white: int) -> Board:
    board = Board(1, length)
    for row, column, cell in _ROW.colours(black, white):
        board.fix(row, column, cell)
    return board


def _steps(state: LineState) -> Iterator[Step]:
    from xlnono.engine.explain.deductions import deduce
    from xlnono.engine.explain.line_step import step_of
    from xlnono.engine.explain.techniques import LADDER, apply

    for technique in LADDER:
        finding = apply(technique, state)
        black, white = finding.black & ~state.black, finding.white & ~state.white
        if black or white:
            found = deduce(technique, state, black, white)
            if not found.black | found.white:
                continue
            yield step_of(_ROW, found, state)


def _mirrored(board: Board) -> Board:
    return Board.from_text(board.text()[::-1])


def _first_arrangement(clue: tuple[int, ...], board: Board) -> Grid:
    """The arrangement with every block as far left as possible."""
    black, white = board.black[0], board.white[0]
    for column in range(board.width):
        bit = 1 << column
        if not (black | white) & bit:
            if fits(clue, board.width, black | bit, white):
                black |= bit
            else:
                white |= bit
    return Grid((black,), board.width)
