"""Solving a puzzle from the marks on its board, and the error for wrong marks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from xlnono.engine import solve
from xlnono.engine.clock import Clock
from xlnono.errors import XlnonoError
from xlnono.language import Language, Phrase, Text
from xlnono.model.solution import Outcome, Solution
from xlnono.model.steps import Position
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.read import PuzzleSheet
from xlnono.records import NamedTuple
from xlnono.wording.cell_names import first_cells

_LEAST_SECONDS = 0.5

PuzzleProgress = Callable[[PuzzleSheet, int], None]
"""Called from time to time with the current puzzle and the number of its known cells; an exception
from it stops the work."""


_IN_LINE = Text(" in {line}", "({line})")
_FOLLOWED = Text(
    " (following the lines from them leaves no arrangement for {line})",
    "(印から行と列を1本ずつ進めると、{line}の置き方がなくなります)",
)
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


class _FirstCells(NamedTuple):
    """Cells of which a text names the first ones."""

    cells: tuple[Position, ...]
    layout: Layout

    def named(self, language: Language) -> str:
        return first_cells(self.cells, self.layout, language)


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
    from xlnono.engine.hint import STEP_SECONDS, line_that_shows_it, wrong_marks

    line, at_once = line_that_shows_it(read.puzzle, read.marks, Clock.start(STEP_SECONDS))
    if line is None:
        line = with_marks.contradiction
    where: Phrase | str = ""
    if line is not None:
        where = Phrase(_IN_LINE if at_once else _FOLLOWED, {"line": line})
    wrong: Phrase | str = ""
    cell = read.layout.line(line).address if line is not None and at_once else None
    if alone.outcome is Outcome.UNIQUE and alone.grid is not None:
        cells = wrong_marks(read.marks, alone.grid)
        wrong = Phrase(_WRONG_CELLS, {"cells": _FirstCells(tuple(cells), read.layout)})
        cell = cell or read.layout.cell(*cells[0])
    result: Text | str = _NOT_PAINTED if painting else ""
    error = GivensContradict(line=where, wrong=wrong, result=result)
    return error.at(sheet=read.title, cell=cell, grid=read.place.grid)


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
