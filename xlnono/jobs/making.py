"""Puzzles made from pictures: with one solution, or repaired so that only one is left."""

from __future__ import annotations

from pathlib import Path

from xlnono.engine import solve
from xlnono.engine.clock import Progress
from xlnono.errors import XlnonoError
from xlnono.jobs.choosing import only_puzzle
from xlnono.jobs.repairs import picture_of
from xlnono.language import Text
from xlnono.making.repair import find_repairs
from xlnono.model.board import Grid
from xlnono.model.puzzle import Puzzle
from xlnono.model.repair import Repair
from xlnono.model.solution import Outcome, Solution
from xlnono.puzzle_sheet.read import PuzzleSheet
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area

_MOST_CELLS = 60
"""A repair that is asked for changes so many cells at most."""


class SeveralSolutions(XlnonoError):
    code = "several-solutions"
    template = Text(
        "the puzzle of this picture has more than one solution: add --repair to change as few of "
        "its cells as possible. Nothing was written.",
        "この絵の問題は解が1つに決まりません。--repair を付けると、なるべく少ないマスを変えて"
        "1つにします。何も書き込んでいません。",
    )


class NoRepair(XlnonoError):
    code = "no-repair"
    template = Text(
        "no change of the picture was found that leaves only one solution: allow more time with "
        "--seconds, or change the picture, for example with thicker lines. Nothing was written.",
        "解が1つになるような絵の変更は見つかりませんでした。--seconds で時間を延ばすか、線を太く"
        "するなど絵を変えてください。何も書き込んでいません。",
    )


class NoPicture(XlnonoError):
    code = "no-picture"
    template = Text(
        "this puzzle has no solution, so there is no picture to make a puzzle from: see “xlnono "
        "check”.",
        "この問題には解がないので、元になる絵がありません。「xlnono check」で確かめてください。",
    )


class NotDecided(XlnonoError):
    code = "not-decided"
    template = Text(
        "the time ran out before it was clear whether there is only one solution: allow more with "
        "--seconds. Nothing was written.",
        "解が1つかどうか、時間内に分かりませんでした。--seconds で時間を延ばしてください。"
        "何も書き込んでいません。",
    )


class MadeFrom(NamedTuple):
    """The puzzle of a picture, solved, and the changes of the picture, if it needed any."""

    solution: Solution
    repair: Repair | None


def puzzle_of_picture(
    grid: Grid, *, repair: bool, seconds: float | None = None, progress: Progress | None = None
) -> MadeFrom:
    """Prove that the puzzle of a picture has one solution; with `repair`, change it if necessary.

    Raises SeveralSolutions, NoRepair or NotDecided.
    """
    outcome = solve(Puzzle.of(grid), seconds=seconds, progress=progress).outcome
    chosen = None
    if outcome is Outcome.UNDECIDED:
        raise NotDecided
    if outcome is Outcome.MULTIPLE:
        if not repair:
            raise SeveralSolutions
        found = find_repairs(grid, most_cells=_MOST_CELLS, seconds=seconds, progress=progress)
        if not found.choices:
            raise NoRepair
        chosen = found.choices[0]
        grid = chosen.after
    solution = solve(Puzzle.of(grid), explain=True, seconds=seconds, progress=progress)
    return MadeFrom(solution, chosen)


def picture_in(
    source: Path,
    *,
    sheet: str | None = None,
    cell: Area | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> tuple[PuzzleSheet, Grid]:
    """The only puzzle of a workbook or puzzle file, and the picture that is meant.

    That is the one that a file holds, that of a filled grid, or the first solution. Raises what
    reading the puzzle raises, NoPicture or NotDecided.
    """
    try:
        _, read = only_puzzle(source, sheet=sheet, cell=cell)
        picture = picture_of(read, None)
        if picture is None:
            solution = solve(read.puzzle, seconds=seconds, progress=progress)
            if solution.outcome is Outcome.UNDECIDED:
                raise NotDecided
            picture = picture_of(read, solution.grid)
        if picture is None:
            raise NoPicture
    except XlnonoError as error:
        raise error.at(file=str(source)) from None
    return read, picture[1]
