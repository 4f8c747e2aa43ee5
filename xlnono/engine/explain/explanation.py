"""The optional parts of a solution: the log and the difficulty."""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.engine.clock import Clock
from xlnono.engine.explain.difficulty import certain_rating, grading
from xlnono.engine.explain.ladder import explain
from xlnono.engine.explain.prospects import Reached
from xlnono.model.board import Board, Grid
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Difficulty, Grade, Outcome
from xlnono.model.steps import Log, Technique
from xlnono.records import NamedTuple

EXPLAINING = 0.8
"""The share of the time that explaining may take; grading has the remaining time."""


class Explanation(NamedTuple):
    """The log of a solve; `difficulty` and `rating_at_least` are those of a Solution."""

    log: Log
    difficulty: Difficulty | None = None
    rating_at_least: float | None = None


def explained(
    puzzle: Puzzle, start: Board, grids: Sequence[Grid], outcome: Outcome, clock: Clock
) -> Explanation:
    """Explain a puzzle, and rate it if it has exactly one solution.

    `grids` are the known solutions.
    """
    if outcome is not Outcome.UNIQUE:
        return Explanation(explain(puzzle, start, grids, clock, unique=False))
    reached: Reached = {}
    log = explain(puzzle, start, grids, clock.share(EXPLAINING), unique=True, reached=reached)
    bound = certain_rating(log)
    if log.cut_short and log.hardest is Technique.SEARCH:
        return Explanation(log, rating_at_least=bound)
    difficulty, certain = grading(puzzle, start, grids[0], clock, reached)
    if difficulty is not None and not log.cut_short:
        return Explanation(log, difficulty)
    bound = max(rating for rating in (bound, certain, Grade.EASY.lowest) if rating is not None)
    return Explanation(log, rating_at_least=None if Grade.of(bound) is Grade.EASY else bound)
