"""Solving a puzzle from the marks on its board, and the error for wrong marks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from xlnono.engine import solve
from xlnono.errors import XlnonoError
from xlnono.language import Phrase, Text
from xlnono.model.solution import Outcome, Solution
from xlnono.puzzle_sheet.read import PuzzleSheet

_LEAST_SECONDS = 0.5

PuzzleProgress = Callable[[PuzzleSheet, int], None]
"""Called from time to time with the current puzzle and the number of its known cells; an exception
from it stops the work."""


_IN_LINE = Text(" in {line}", "({line})")
_NOT_PAINTED = Text(" Nothing was painted.", "何も塗っていません。")
_WRONG_CELLS = Text(
    "; the only solution has the other colour in {cells}", "。唯一の解では {cells} の色が逆です"
)


class GivensContradict(XlnonoError):
    code = "givens-contradict"
    template = Text(
        "the marks in the grid contradict the clues{line}{wrong}: correct or erase them.{result}",
        "盤面の印がヒントと矛盾しています{line}{wrong}。直すか消してください。{result}",
    )

    def of_clue(self) -> MarksFitOtherClue:
        """The error if a clue is probably wrong, not the marks."""
        return MarksFitOtherClue(self.place, **self.facts)


class MarksFitOtherClue(GivensContradict):
    template = Text(
        "the marks in the grid contradict the clues{line}, but fit each other: compare the clues "
        "with the source, or erase the marks.{result}",
        "盤面の印がヒントと矛盾していますが{line}、印どうしは合っています。元の問題とヒントを"
        "見比べるか、印を消してください。{result}",
    )


def bound(progress: PuzzleProgress | None, read: PuzzleSheet) -> Callable[[int], None] | None:
    """The callback that the engine takes, for one puzzle."""
    return None if progress is None else partial(progress, read)


def time_left(seconds: float | None, solution: Solution) -> float | None:
    """The rest of the time limit after a solve, for solving the same puzzle again; at least half a
    second, and None without a limit."""
    return None if seconds is None else max(seconds - solution.seconds, _LEAST_SECONDS)


def contradiction(
    read: PuzzleSheet, with_marks: Solution, alone: Solution, *, painting: bool
) -> GivensContradict | None:
    """The error to report if it is the marks, not the clues, that leave no solution.

    If solving was for `painting` the picture, the error says that nothing was painted.
    """
    if with_marks.outcome is not Outcome.NONE or alone.outcome is Outcome.NONE:
        return None
    line = with_marks.contradiction
    where: Phrase | str = "" if line is None else Phrase(_IN_LINE, {"line": line})
    wrong: Phrase | str = ""
    if alone.outcome is Outcome.UNIQUE and alone.grid is not None:
        from xlnono.engine.hint import wrong_marks

        cells = read.layout.cells(wrong_marks(read.marks, alone.grid))
        wrong = Phrase(_WRONG_CELLS, {"cells": cells})
    result: Text | str = _NOT_PAINTED if painting else ""
    error = GivensContradict(line=where, wrong=wrong, result=result)
    error.at(sheet=read.title, cell=None if line is None else read.layout.line(line).address)
    return error


def solve_from_marks(
    read: PuzzleSheet,
    *,
    explain: bool = True,
    seconds: float | None = None,
    progress: PuzzleProgress | None = None,
    solutions: int = 2,
    painting: bool = True,
) -> Solution:
    """Solve a puzzle from the marks on its board, usually for `painting` the picture.

    Raises GivensContradict if it is the marks, not the clues, that leave no solution.
    """
    report = bound(progress, read)
    solution = solve(
        read.puzzle,
        read.marks,
        explain=explain,
        seconds=seconds,
        progress=report,
        solutions=solutions,
    )
    if solution.outcome is Outcome.NONE and read.marks.known:
        alone = solve(read.puzzle, seconds=time_left(seconds, solution), progress=report)
        if error := contradiction(read, solution, alone, painting=painting):
            raise error
    return solution
