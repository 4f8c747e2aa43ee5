"""The result of a solve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from xlnono.model.board import Board, Cell, Grid, Line
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Log, Position
from xlnono.records import NamedTuple


class Outcome(Enum):
    """How many solutions a puzzle has.

    >>> [outcome.value for outcome in Outcome]
    ['unique', 'multiple', 'none', 'undecided']
    """

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNDECIDED = "undecided"


HARDEST_RATING = 10.0
"""Ratings end here; they begin at `Grade.EASY.lowest`."""


class Grade(Enum):
    """How hard a puzzle is for a person, as a word for its rating.

    >>> [(grade.value, grade.lowest) for grade in Grade]
    [('easy', 1.0), ('medium', 3.0), ('hard', 5.0), ('very-hard', 7.0), ('extreme', 9.0)]
    >>> Grade.of(4.9)
    <Grade.MEDIUM: 'medium'>
    """

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    VERY_HARD = "very-hard"
    EXTREME = "extreme"

    @property
    def lowest(self) -> float:
        """The lowest rating with this grade."""
        return _LOWEST[self]

    @classmethod
    def of(cls, rating: float) -> Grade:
        """The grade of a rating."""
        return max((grade for grade in cls if grade.lowest <= rating), key=_LOWEST.__getitem__)


_LOWEST = {grade: 1.0 + 2 * number for number, grade in enumerate(Grade)}


class Explained(Enum):
    """Whether a log is as complete as possible, or was cut short by the time limit.

    LONG: it is complete, but the time ran out before needless contradictions were left out.
    """

    COMPLETE = "complete"
    LONG = "long"
    CUT = "cut"


class Difficulty(NamedTuple):
    """How hard a puzzle is for a person. The same for its mirror images and its transpose.

    `rating` is a number from 1.0 to 10.0 with one decimal, from the hardest technique that is
    needed and how much of it; docs/techniques.md says how.

    In a pass, the simplest technique that works anywhere is applied to every line on which it
    works. `effort` is the work of all passes, without an upper limit; `moves` is the average number
    of lines (or assumed cells) per pass. `rounds` is the number of sweeps, over all rows or all
    columns, that a solver of whole lines needs until it is done (`by_lines`) or stuck.
    `longest_chain` is the greatest number of rounds for which lines had to be followed from an
    assumption, 0 if there was none.

    >>> from xlnono import Puzzle, solve
    >>> puzzle = Puzzle(rows=[[2], [1]], columns=[[1], [2]])
    >>> difficulty = solve(puzzle, explain=True).difficulty
    >>> difficulty.rating, difficulty.grade
    (1.0, <Grade.EASY: 'easy'>)
    >>> difficulty.rounds, difficulty.by_lines
    (2, True)
    """

    rating: float
    effort: float
    passes: int
    rounds: int
    by_lines: bool
    longest_chain: int
    moves: float

    @property
    def grade(self) -> Grade:
        return Grade.of(self.rating)


def shared_cells(grids: Sequence[Grid]) -> Board:
    """The cells that have the same colour in all of some pictures.

    >>> shared_cells([Grid.from_text("#. .#"), Grid.from_text("#. ##")]).text()
    '#.\\n?#'
    """
    height, width = grids[0].height, grids[0].width
    every = (1 << width) - 1
    black = [every] * height
    white = [every] * height
    for grid in grids:
        for row, mask in enumerate(grid.rows):
            black[row] &= mask
            white[row] &= ~mask
    return Board.of_rows(height, width, black, white)


@dataclass(frozen=True)
class Solution:
    """The result of a solve.

    `grid` is a solution if one was found, `other` a second one, and `further` are those beyond two.
    `all_found` says that there are no others. `known` is the position
    in which only the proved cells have a colour. `contradiction` is a line that no arrangement
    fits, if there is no solution and one line shows it: after the last step of the log if that
    leads to it, otherwise after following the lines. `engine` is the engine that decided.
    `seconds` is the time it took, without loading the libraries.

    `log` is None unless an explanation was asked for. Only a puzzle with exactly one solution,
    explained and rated to the end, has a `difficulty`. If there was not enough time for that,
    `rating_at_least` is a rating that is certainly reached and `at_least` its grade, or both are
    None if that is easy, because every puzzle is at least easy.

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
    rating_at_least: float | None = None
    further: tuple[Grid, ...] = ()
    all_found: bool = False

    def __repr__(self) -> str:
        height, width = self.known.height, self.known.width
        facts = [f"{height}x{width}", f"{self.known.known:,} of {height * width:,} cells known"]
        if self.log is not None:
            facts.append(f"{len(self.log.visits):,} steps")
        if self.difficulty is not None:
            facts.append(f"{self.difficulty.grade.value}, {self.difficulty.rating}")
        return f"<Solution {self.outcome.value}: {', '.join(facts)}>"

    @property
    def solutions(self) -> tuple[Grid, ...]:
        """All solutions that were found."""
        return tuple(grid for grid in (self.grid, self.other) if grid is not None) + self.further

    @property
    def differing(self) -> list[Position]:
        """The cells in which the solutions that were found differ."""
        if self.other is None:
            return []
        shared = shared_cells(self.solutions)
        return [
            (row, column)
            for row in range(shared.height)
            for column in range(shared.width)
            if shared[row, column] is Cell.UNKNOWN
        ]

    @property
    def at_least(self) -> Grade | None:
        """The grade of `rating_at_least`."""
        return None if self.rating_at_least is None else Grade.of(self.rating_at_least)

    @property
    def explained(self) -> Explained | None:
        """Whether the log is as complete as possible; None without a log."""
        if self.log is None:
            return None
        unfinished = self.outcome is Outcome.UNIQUE and self.log.unknown > 0
        if self.log.cut_short or unfinished or self.outcome is Outcome.UNDECIDED:
            return Explained.CUT
        if self.log.not_shortened:
            return Explained.LONG
        return Explained.COMPLETE
