"""The optional parts of a solution: the log and the difficulty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from xlnono.engine.clock import Clock
from xlnono.engine.explain.difficulty import grade_of, grading
from xlnono.engine.explain.ladder import explain
from xlnono.engine.explain.prospects import Reached
from xlnono.model.board import Board, Grid
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Difficulty, Grade, Outcome
from xlnono.model.steps import Log, Technique

EXPLAINING = 0.8
"""The share of the time that explaining may take; grading has the remaining time."""


class Explanation(NamedTuple):
    """The log of a solve; `difficulty` and `at_least` are those of a Solution."""

    log: Log
    difficulty: Difficulty | None = None
    at_least: Grade | None = None


def explained(
    puzzle: Puzzle, start: Board, grids: Sequence[Grid], outcome: Outcome, clock: Clock
) -> Explanation:
    """Explain a puzzle, and grade it if it has exactly one solution.

    `grids` are the known solutions.
    """
    if outcome is not Outcome.UNIQUE:
        return Explanation(explain(puzzle, start, grids, clock, unique=False))
    reached: Reached = {}
    log = explain(puzzle, start, grids, clock.share(EXPLAINING), unique=True, reached=reached)
    if log.hardest is Technique.RECURSION and log.cut_short:
        return Explanation(log, at_least=Grade.EXTREME)
    difficulty, hardest = grading(puzzle, start, grids[0], clock, reached)
    if difficulty is not None and not log.cut_short:
        return Explanation(log, difficulty)
    met = [technique for technique in (log.hardest, hardest) if technique is not None]
    bound = max(map(grade_of, met), key=list(Grade).index, default=Grade.EASY)
    return Explanation(log, at_least=None if bound is Grade.EASY else bound)
