"""The result of a solve."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from xlnono.model.board import Board, Grid, Line
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Log


class Outcome(Enum):
    """How many solutions a puzzle has.

    >>> [outcome.value for outcome in Outcome]
    ['unique', 'multiple', 'none', 'undecided']
    """

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNDECIDED = "undecided"


class Grade(Enum):
    """How hard a puzzle is for a person, by the hardest technique it needs.

    >>> [grade.value for grade in Grade]
    ['easy', 'medium', 'hard', 'very-hard', 'extreme']
    """

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    VERY_HARD = "very-hard"
    EXTREME = "extreme"


class Explained(Enum):
    """Whether a log is as complete as possible, or was cut short by the time limit."""

    COMPLETE = "complete"
    CUT = "cut"


class Difficulty(NamedTuple):
    """A grade, and a number that grows with the effort of every pass.

    In a pass, the simplest technique that works anywhere is applied to every line on which it
    works; `moves` is the average number of lines (or assumed cells) per pass. `rounds` is the
    number of sweeps, over all rows or all columns, that a solver of whole lines needs until it
    is done or stuck. `longest_chain` is the greatest number of rounds for which lines had to be
    followed from an assumption, 0 if there was none.

    >>> from xlnono import Puzzle, solve
    >>> puzzle = Puzzle(rows=[[2], [1]], columns=[[1], [2]])
    >>> solve(puzzle, explain=True).difficulty.grade
    <Grade.EASY: 'easy'>
    """

    grade: Grade
    score: float
    passes: int
    rounds: int
    longest_chain: int
    moves: float


@dataclass(frozen=True)
class Solution:
    """The result of a solve.

    `grid` is a solution if one was found, `other` a second one. `known` is the position
    in which only the proved cells have a colour. `contradiction` is a line that no arrangement
    fits, if there is no solution and one line shows it. `engine` is the engine that decided.
    `seconds` is the time it took, without loading the libraries.

    `log` is None unless an explanation was asked for. Only a puzzle with exactly one solution,
    explained and graded to the end, has a `difficulty`. If there was not enough time for that,
    `at_least` is the grade for the hardest technique that is certainly needed, or None if that
    is an easy one, because every puzzle is at least easy.

    >>> from xlnono import Puzzle, solve
    >>> solution = solve(Puzzle(rows=[[1], [1]], columns=[[1], [1]]))
    >>> solution
    <Solution multiple: 2x2, 0 of 4 cells known>
    >>> solution.other.differing(solution.grid)
    [(0, 0), (0, 1), (1, 0), (1, 1)]

    A notebook shows a solution as a picture.
    """

    puzzle: Puzzle
    outcome: Outcome
    grid: Grid | None
    other: Grid | None
    known: Board
    seconds: float
    engine: str
    contradiction: Line | None = None
    log: Log | None = None
    difficulty: Difficulty | None = None
    at_least: Grade | None = None

    def __repr__(self) -> str:
        height, width = self.known.height, self.known.width
        facts = [f"{height}x{width}", f"{self.known.known:,} of {height * width:,} cells known"]
        if self.log is not None:
            facts.append(f"{len(self.log.visits):,} steps")
        if self.difficulty is not None:
            facts.append(self.difficulty.grade.value)
        return f"<Solution {self.outcome.value}: {', '.join(facts)}>"

    @property
    def explained(self) -> Explained | None:
        """Whether the log is as complete as possible; None without a log."""
        if self.log is None:
            return None
        unfinished = self.outcome is Outcome.UNIQUE and self.log.unknown > 0
        if self.log.cut_short or unfinished or self.outcome is Outcome.UNDECIDED:
            return Explained.CUT
        return Explained.COMPLETE
