"""Workbooks and solutions made for the tests of the workbook layer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from openpyxl import Workbook, load_workbook
from openpyxl.styles import Border, PatternFill, Side

from xlnono.model.board import Axis, Board, Cell, Grid, Line
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Difficulty, Outcome, Solution
from xlnono.model.steps import Log, Step, Technique

PICTURE = Grid.from_text(
    """
    .###.
    #...#
    #.#.#
    #...#
    .###.
    """
)
ONLY = Grid.from_text(
    """
    .###.
    ##.##
    #.#.#
    ##.##
    .###.
    """
)
"""A picture that its clues determine."""
AMBIGUOUS = Grid.from_text("#.\n.#"), Grid.from_text(".#\n#.")

THIN = Border(*[Side("thin")] * 4)
CLUE_FILL = PatternFill("solid", fgColor="FFDDEBF7")


@dataclass(frozen=True)
class Arrangement:
    """How a puzzle is put on a sheet; `separator` None writes one number a cell."""

    row: int = 4
    column: int = 4
    separator: str | None = None
    far: bool = False
    bordered: bool = True
    zeros: bool = False


def copy_with_names(workbook, title):
    """Copy a sheet as “copy”, with its own defined names, as programs do."""
    copied = workbook.copy_worksheet(workbook[title])
    copied.title = "copy"
    for name, defined in workbook[title].defined_names.items():
        text = defined.attr_text.replace(f"'{title}'!", "'copy'!")
        copied.defined_names[name] = type(defined)(name, attr_text=text)
    return copied


def put_puzzle(worksheet, grid, how=Arrangement()):
    """Write the clues of a picture, the grid's first cell at (how.row, how.column)."""
    height, width = grid.height, grid.width
    for clues, axis in ((grid.row_clues(), Axis.ROW), (grid.column_clues(), Axis.COLUMN)):
        depth = 1 if how.separator else max(1, *map(len, clues))
        for k, clue in enumerate(clues):
            clue = clue or ([0] if how.zeros else [])
            held = [how.separator.join(map(str, clue)) or None] if how.separator else clue
            start = -depth if how.far else -len(held)
            for place, value in enumerate(held, start):
                row, column = (k, place) if axis is Axis.ROW else (place, k)
                worksheet.cell(how.row + row, how.column + column, value).fill = CLUE_FILL
    if how.bordered:
        for row in range(height):
            for column in range(width):
                worksheet.cell(how.row + row, how.column + column).border = THIN


def book_with(path: Path, grid: Grid = PICTURE, how: Arrangement = Arrangement(), title="cat"):
    """A file with one puzzle on its only sheet."""
    workbook = Workbook()
    workbook.active.title = title
    put_puzzle(workbook.active, grid, how)
    workbook.save(path)
    return path


def unique(puzzle: Puzzle, grid: Grid, start: Board | None = None) -> Solution:
    """The solution of a puzzle whose log fixes the rest of one row a step."""
    start = start or Board(grid.height, grid.width)
    log = Log(start.copy())
    for row in range(grid.height):
        fixed = tuple(
            (row, column, grid[row, column])
            for column in range(grid.width)
            if start[row, column] is Cell.UNKNOWN
        )
        if fixed:
            line = Line(Axis.ROW, row)
            log.steps.append(Step(Technique.OVERLAP, line, fixed, ((row, 0), (row, 1))))
    known = Board.from_text(grid.text())
    return Solution(
        puzzle,
        Outcome.UNIQUE,
        grid,
        None,
        known,
        0.25,
        "python",
        log=log,
        difficulty=Difficulty(2.4, 12.0, 4, 3, True, 0, 2),
    )


def without_solution(puzzle: Puzzle, start: Board, contradiction: Line) -> Solution:
    log = Log(start.copy(), contradiction=contradiction)
    return Solution(
        puzzle, Outcome.NONE, None, None, start, 0.1, "python", contradiction=contradiction, log=log
    )


def ambiguous(puzzle: Puzzle, known: Board) -> Solution:
    grid, other = AMBIGUOUS
    log = Log(Board(2, 2))
    return Solution(puzzle, Outcome.MULTIPLE, grid, other, known, 0.1, "python", log=log)


@contextmanager
def edited_with_openpyxl(path: Path) -> Iterator[Workbook]:
    """A workbook with macros, to be changed; what is left of it is written when that is done."""
    workbook = load_workbook(path, keep_vba=True)
    yield workbook
    workbook.save(path)
    # openpyxl leaves its copy of the package open, and collecting it would print an error into
    # what a later test reads.
    assert workbook.vba_archive is not None
    workbook.vba_archive.close()
