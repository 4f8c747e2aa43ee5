"""Repairs of puzzles with several solutions, from the picture that is meant."""

from __future__ import annotations

from enum import Enum

from xlnono.engine.clock import Progress
from xlnono.making.repair import FEW_CELLS, find_repairs
from xlnono.model.board import Grid
from xlnono.model.repair import Repairs
from xlnono.model.solution import Outcome, Solution
from xlnono.puzzle_sheet.read import PuzzleSheet
from xlnono.records import NamedTuple

SECONDS = 2.0
"""The time limit for repairs that are only offered."""


class Meant(Enum):
    """Where the picture that is meant comes from: the file that holds it, the marks in the grid,
    or, as nothing says, the first solution."""

    GOAL = "goal"
    MARKS = "marks"
    FIRST_SOLUTION = "first-solution"


class Repaired(NamedTuple):
    """A puzzle with several solutions, and the repairs of the picture that is meant."""

    read: PuzzleSheet
    meant: Meant
    repairs: Repairs

    @property
    def is_guess(self) -> bool:
        """Whether nothing says which of the solutions is meant."""
        return self.meant is Meant.FIRST_SOLUTION


def picture_of(read: PuzzleSheet, first: Grid | None) -> tuple[Meant, Grid] | None:
    """The picture that a puzzle is meant to have, if it is known or there is a first solution."""
    if read.goal is not None:
        return Meant.GOAL, read.goal
    if not read.marks.unknown and read.puzzle.accepts(drawn := read.marks.grid()):
        return Meant.MARKS, drawn
    return None if first is None else (Meant.FIRST_SOLUTION, first)


def repairs_of(
    read: PuzzleSheet,
    solution: Solution,
    *,
    most_cells: int = FEW_CELLS,
    seconds: float | None = SECONDS,
    progress: Progress | None = None,
) -> Repaired | None:
    """The repairs of a puzzle that was solved; None if it has not several solutions."""
    picture = picture_of(read, solution.grid)
    if solution.outcome is not Outcome.MULTIPLE or picture is None:
        return None
    meant, grid = picture
    found = find_repairs(grid, most_cells=most_cells, seconds=seconds, progress=progress)
    return Repaired(read, meant, found)
