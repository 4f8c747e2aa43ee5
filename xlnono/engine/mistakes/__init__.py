"""Locating typing mistakes: which clue is wrong, and what was it meant to be?

A printed puzzle has exactly one solution. If the clues as typed have none, each line of a
contradiction core is freed of its clue: where pictures are left, the right clue can be read off
them. Every reported correction is proved to leave exactly one solution; they are ranked by how
usual the mistake is and how smooth the picture.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from xlnono.engine.clock import Clock, Progress
from xlnono.engine.mistakes.procedure import MistakeSearch
from xlnono.engine.mistakes.ranking import is_sure, ranked
from xlnono.engine.mistakes.reporting import correction
from xlnono.engine.mistakes.trials import Trials
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.model.board import Board
from xlnono.model.mistakes import MistakeReport
from xlnono.model.solution import Outcome

SECONDS = 5.0
"""The time limit unless another one is set."""


def locate_mistakes(
    rows: Sequence[Sequence[int]],
    columns: Sequence[Sequence[int]],
    marks: Board | None = None,
    *,
    seconds: float | None = SECONDS,
    progress: Progress | None = None,
) -> MistakeReport:
    """Find the corrections of the clues after which a puzzle has exactly one solution.

    `rows` and `columns` are the clues as typed, which may be invalid: they may not fit their
    lines, and their totals may differ. `[0]` and `[]` both mean a line without black cells.
    `marks` are the marks on the board (a board of the puzzle's size): corrections that agree with
    them are preferred. Nothing is proposed for a puzzle that has exactly one solution, unless
    marks contradict it, or several solutions.

    After `seconds` of wall time, the report has what was found until then. `progress` is called
    as by `xlnono.solve`.

    Raises ValueError if there are no rows or no columns, a number is negative, or the marks have
    another size than the puzzle.
    """
    started = time.perf_counter()
    typed = TypedClues.of(rows, columns)
    board = Board(typed.height, typed.width) if marks is None else marks
    if (board.height, board.width) != (typed.height, typed.width):
        raise ValueError(
            f"the marks are {board.height}x{board.width}, "
            f"the puzzle is {typed.height}x{typed.width}"
        )
    clock = Clock.start(seconds, progress)
    trials = Trials(typed, Board(typed.height, typed.width), clock)
    engine = "kernel" if trials.by_kernel else "python"
    outcome = _outcome(typed, trials)
    if outcome is not Outcome.NONE:
        return MistakeReport(outcome, engine=engine, seconds=time.perf_counter() - started)
    search = MistakeSearch(typed, trials)
    best_first = ranked(search.candidates(), typed.height, typed.width)
    return MistakeReport(
        outcome,
        corrections=tuple(correction(typed, candidate, board) for candidate in best_first),
        sure=not trials.progressed.incomplete and is_sure(best_first, typed.height, typed.width),
        misfits=tuple(map(board.line, typed.misfits)),
        core=tuple(map(board.line, search.core)),
        only_line=None if search.only_line is None else board.line(search.only_line),
        cut_short=trials.out_of_time,
        engine=engine,
        seconds=time.perf_counter() - started,
    )


def _outcome(typed: TypedClues, trials: Trials) -> Outcome:
    """How many solutions the clues as typed have."""
    if typed.misfits or typed.excess:
        return Outcome.NONE
    found = trials.solutions()
    if found is None or not (found.complete or len(found.found) == 2):
        return Outcome.UNDECIDED
    return (Outcome.NONE, Outcome.UNIQUE, Outcome.MULTIPLE)[len(found.found)]
