"""Locating typing mistakes: which clue is wrong, and what was it meant to be?

A printed puzzle has exactly one solution. If the clues as typed have none, each line of a
contradiction core is freed of its clue: where pictures are left, the right clue can be read off
them. Every reported correction is proved to leave exactly one solution; they are ranked by how
usual the mistake is and how smooth the picture.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from xlnono.engine.clock import Clock, Progress
from xlnono.engine.decide.line_clues import Changes
from xlnono.engine.hint import wrong_marks
from xlnono.engine.mistakes.candidates import Candidate, only_picture
from xlnono.engine.mistakes.procedure import MistakeSearch
from xlnono.engine.mistakes.ranking import SURE_COST, is_sure, ranked
from xlnono.engine.mistakes.reporting import correction
from xlnono.engine.mistakes.trials import Trials
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.model.board import Board, Grid
from xlnono.model.mistakes import MistakeReport
from xlnono.model.solution import Outcome
from xlnono.model.steps import Position

SECONDS = 5.0
"""The time limit unless another one is set."""
FEWEST_WRONG_MARKS = 3
"""The clues are only doubted if so many marks contradict the only solution."""


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
    blank = Board(typed.height, typed.width)
    board = blank if marks is None else marks
    if (board.height, board.width) != (typed.height, typed.width):
        raise ValueError(
            f"the marks are {board.height}x{board.width}, "
            f"the puzzle is {typed.height}x{typed.width}"
        )
    trials = Trials(typed, blank, Clock.start(seconds, progress))
    report = _report(typed, trials, board)
    engine = "kernel" if trials.by_kernel else "python"
    return replace(report, engine=engine, seconds=time.perf_counter() - started)


def _report(typed: TypedClues, trials: Trials, marks: Board) -> MistakeReport:
    if typed.misfits or typed.excess:
        return _of_no_solution(typed, trials, marks)
    found = trials.solutions()
    if found is None or not (found.complete or len(found.found) == 2):
        return MistakeReport(Outcome.UNDECIDED, cut_short=True)
    if not found.found:
        return _of_no_solution(typed, trials, marks)
    if len(found.found) == 2:
        return MistakeReport(Outcome.MULTIPLE)
    wrong = wrong_marks(marks, Grid(tuple(found.found[0][: typed.height]), typed.width))
    return _of_wrong_marks(typed, trials, marks, tuple(wrong))


def _of_no_solution(typed: TypedClues, trials: Trials, marks: Board) -> MistakeReport:
    search = MistakeSearch(typed, trials)
    best_first = ranked(search.candidates(), typed, marks)
    corrections = tuple(correction(typed, candidate, marks) for candidate in best_first)
    return MistakeReport(
        Outcome.NONE,
        corrections,
        sure=not trials.progressed.incomplete and is_sure(best_first, marks),
        misfits=tuple(map(marks.line, typed.misfits)),
        core=tuple(map(marks.line, search.core)),
        only_line=None if search.only_line is None else marks.line(search.only_line),
        shorter=typed.shorter,
        cut_short=trials.out_of_time,
        marks_support=bool(marks.known and corrections and not corrections[0].wrong_marks),
    )


def _of_wrong_marks(
    typed: TypedClues, trials: Trials, marks: Board, wrong: tuple[Position, ...]
) -> MistakeReport:
    """The report on clues with exactly one solution that some marks contradict.

    One or two wrong marks are likelier than a wrong clue that leaves one solution.
    """
    if len(wrong) < FEWEST_WRONG_MARKS:
        return MistakeReport(Outcome.UNIQUE, wrong_marks=wrong)
    from_marks = trials.from_marks(typed, marks)
    candidates = [
        candidate
        for candidate in MistakeSearch(typed, from_marks).with_one_mistake()
        if _is_unique(typed, trials, candidate)
    ]
    best_first = ranked(candidates, typed, marks)
    return MistakeReport(
        Outcome.UNIQUE,
        tuple(correction(typed, candidate, marks) for candidate in best_first),
        sure=not trials.progressed.incomplete and is_sure(best_first, marks),
        cut_short=trials.out_of_time,
        wrong_marks=wrong,
        marks_support=bool(best_first) and best_first[0].cost <= SURE_COST,
    )


def _is_unique(typed: TypedClues, trials: Trials, candidate: Candidate) -> bool:
    """Whether a candidate leaves exactly one solution without the marks, too."""
    changes: Changes = {**typed.differing(typed.after(candidate.slips))}
    return any(only_picture(found) for found in trials.pictures([changes], 2))
