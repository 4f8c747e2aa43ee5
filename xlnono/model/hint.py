"""What a hint is about, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from xlnono.model.board import Line
from xlnono.model.steps import Position, Step


class Standing(Enum):
    """How a board stands.

    STUCK means that the marks fit several solutions and neither a line nor an assumption on
    one cell settles any more, MISFIT that they fit none although the puzzle has several (or
    how many it has was not decided in time).

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
    """The next step from the marks on a board, or what keeps one from it.

    `step` is there for STEP only; `sure` is false if there was no time to find out whether
    the marks are right. `wrong` are the cells marked otherwise than in the only solution.
    `clash` is a line that no arrangement fits, if one shows the mistake: `at_once` from
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
    clash: Line | None = None
    at_once: bool = False
