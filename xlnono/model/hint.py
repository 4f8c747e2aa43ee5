"""Hints, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from xlnono.model.board import Line
from xlnono.model.steps import Position, Step


class Standing(Enum):
    """The state of a board, as a hint sees it.

    STUCK: the marks fit several solutions, and neither a line nor an assumption about one cell
    determines any more cells. MISFIT: they match no solution, although the puzzle has several
    (or it was not decided in time how many it has).

    >>> Standing("stuck")
    <Standing.STUCK: 'stuck'>
    """

    STEP = "step"
    DONE = "done"
    WRONG = "wrong"
    MISFIT = "misfit"
    STUCK = "stuck"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Hint:
    """The next step from the marks on a board, or the reason why there is none.

    `step` is only set for STEP; `sure` is false if there was no time to check that the marks are
    right. `wrong` are the cells whose marks differ from the only solution.
    `contradiction` is a line that no arrangement fits, if one shows the mistake: `at_once` from
    the marks on it, otherwise after following the lines from them.

    >>> from xlnono import Board, Puzzle, hint
    >>> puzzle = Puzzle(rows=[[2], [1]], columns=[[1], [2]])
    >>> found = hint(puzzle, Board.from_text("#? ??"))
    >>> found.step.technique.value, found.step.line.named("en")
    ('overlap', 'column 2')
    """

    standing: Standing
    step: Step | None = None
    sure: bool = True
    wrong: tuple[Position, ...] = ()
    contradiction: Line | None = None
    at_once: bool = False
