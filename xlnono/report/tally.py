"""The counts of a report; their size does not depend on the number of results."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass, field

from xlnono.jobs.results import PuzzleResult, Result
from xlnono.model.solution import Grade, Outcome

SECONDS = (0.01, 0.1, 1, 10, 60)
"""The boundaries between the classes of solving times."""
SIDES = (10, 15, 20, 25, 30, 40, 50, 100)
"""The upper bound of each class of sizes except the last."""


@dataclass
class Tally:
    """Counts of workbooks, puzzles and errors.

    `seconds` is the time of all workbooks from opening to closing, `solving` that of all
    puzzles. `times` and `sizes` count the puzzles by the classes of `SECONDS` and `SIDES`.
    """

    workbooks: int = 0
    written: int = 0
    faulty: int = 0
    seconds: float = 0.0
    puzzles: int = 0
    solving: float = 0.0
    longest: float = 0.0
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    grades: Counter[Grade | None] = field(default_factory=Counter)
    times: Counter[int] = field(default_factory=Counter)
    sizes: Counter[int] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)

    def add(self, result: Result) -> None:
        self.workbooks += 1
        self.written += result.target is not None
        self.faulty += bool(result.mistakes)
        self.seconds += result.seconds
        self.codes.update(mistake.code for mistake in result.mistakes)
        for puzzle in result.puzzles:
            self._add_puzzle(puzzle)

    def _add_puzzle(self, puzzle: PuzzleResult) -> None:
        self.puzzles += 1
        self.solving += puzzle.seconds
        self.longest = max(self.longest, puzzle.seconds)
        self.outcomes[puzzle.outcome] += 1
        self.grades[puzzle.grade] += 1
        self.times[bisect_right(SECONDS, puzzle.seconds)] += 1
        self.sizes[bisect_left(SIDES, max(puzzle.height, puzzle.width))] += 1
