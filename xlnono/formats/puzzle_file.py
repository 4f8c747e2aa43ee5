"""A puzzle as a file holds it: the clues, and what the file says about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from xlnono.errors import InvalidPuzzle, XlnonoError
from xlnono.files import limits
from xlnono.formats.errors import GoalMisfit, Spot, at
from xlnono.model.board import Axis, Grid
from xlnono.model.puzzle import ClueTooLong, Defect, Puzzle, TotalsDiffer


@dataclass(frozen=True)
class About:
    """What a file says about a puzzle; None where it says nothing."""

    title: str | None = None
    author: str | None = None
    copyright: str | None = None
    licence: str | None = None
    source: str | None = None
    description: str | None = None

    def items(self) -> list[tuple[str, str]]:
        """The names of the fields that are set, with their texts."""
        found = ((field.name, getattr(self, field.name)) for field in fields(self))
        return [(name, value) for name, value in found if value]


NOTHING_SAID = About()


@dataclass(frozen=True)
class PuzzleFile:
    """A puzzle and what is said about it; `goal` is its picture, if the file holds one."""

    puzzle: Puzzle
    about: About = NOTHING_SAID
    goal: Grid | None = None


class MistypedFile(InvalidPuzzle):
    """All clues can be read, but they do not form a puzzle; `about` is what the file says."""

    def __init__(
        self,
        defects: Sequence[XlnonoError],
        rows: Sequence[Sequence[int]],
        columns: Sequence[Sequence[int]],
        about: About,
    ) -> None:
        super().__init__(list(defects))
        self.rows, self.columns, self.about = rows, columns, about


class Clues:
    """The clues of the rows or of the columns, with the places where a file has them."""

    def __init__(self) -> None:
        self.clues: list[list[int]] = []
        self.spots: list[Spot] = []

    def add(self, clue: list[int], spot: Spot) -> None:
        self.clues.append(clue)
        self.spots.append(spot)

    def __len__(self) -> int:
        return len(self.clues)

    def blocks(self) -> list[tuple[int, ...]]:
        """The clues without the 0 of a line that has no black cell."""
        return [tuple(block for block in clue if block) for clue in self.clues]


def check_size(height: int, width: int) -> None:
    """Raise TooLarge if a puzzle has more cells than xlnono reads."""
    limits.check(limits.PUZZLE_CELLS, height * width)


def puzzle_file(
    rows: Clues,
    columns: Clues,
    about: About = NOTHING_SAID,
    goal: Grid | None = None,
    goal_spot: Spot | None = None,
) -> PuzzleFile:
    """The puzzle with these clues.

    Raises TooLarge, GoalMisfit, or InvalidPuzzle with the places of the clues; that is a
    MistypedFile if there may be typing mistakes in them.
    """
    check_size(len(rows), len(columns))
    try:
        puzzle = Puzzle(rows.clues, columns.clues)
    except InvalidPuzzle as error:
        for defect in error.defects:
            if isinstance(defect, Defect) and defect.line is not None:
                clues = rows if defect.line.axis is Axis.ROW else columns
                at(defect, clues.spots[defect.line.index])
        if all(isinstance(defect, ClueTooLong | TotalsDiffer) for defect in error.defects):
            raise MistypedFile(error.defects, rows.blocks(), columns.blocks(), about) from None
        raise
    if goal is not None and not puzzle.accepts(goal):
        raise at(GoalMisfit(), goal_spot or Spot(1))
    return PuzzleFile(puzzle, about, goal)


def of_picture(grid: Grid, about: About = NOTHING_SAID) -> PuzzleFile:
    """The puzzle of a picture."""
    check_size(grid.height, grid.width)
    return PuzzleFile(Puzzle.of(grid), about, grid)


def of_signs(rows: Sequence[str], black: str) -> Grid:
    """A picture from rows of signs of equal length; any other sign than `black` is white."""
    return Grid.from_cells([[sign == black for sign in row] for row in rows])
