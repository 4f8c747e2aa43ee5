"""What a solve returns."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from xlnono.board import Board, Grid, Line
from xlnono.puzzle import Puzzle
from xlnono.steps import Log


class Outcome(Enum):
    """How many solutions a puzzle has."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNDECIDED = "undecided"


class Grade(Enum):
    """How hard a puzzle is for a person, by the hardest technique it needs."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    VERY_HARD = "very-hard"
    EXTREME = "extreme"


class Difficulty(NamedTuple):
    """A grade, and a number that grows with the effort of every pass.

    In a pass all lines move that can by the simplest technique of the moment; `moves`
    is how many lines (or assumed cells) that were on average. `rounds` are the
    sweeps, of all rows or all columns, that a solver of whole lines needs until it is done or
    stuck. `longest_chain` is for how many rounds lines had to be followed from an assumption,
    0 without any.
    """

    grade: Grade
    score: float
    passes: int
    rounds: int
    longest_chain: int
    moves: float


@dataclass(frozen=True)
class Solution:
    """The outcome of a solve.

    `grid` is a solution if one was found, `other` a second one. `known` is the position in
    which just the cells are coloured that were proved. `clash` is a line that cannot be
    satisfied, when there is no solution and one line shows it. `difficulty` and `log` are
    None unless an explanation was asked for. `engine` says which engine decided.
    """

    puzzle: Puzzle
    outcome: Outcome
    grid: Grid | None
    other: Grid | None
    known: Board
    seconds: float
    engine: str
    clash: Line | None = None
    log: Log | None = None
    difficulty: Difficulty | None = None
