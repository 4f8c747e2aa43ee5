"""Painting a solution on the grid, and removing the paint of an earlier solve."""

from __future__ import annotations

from collections import defaultdict
from enum import Enum

from xlnono.model.board import Board, Cell
from xlnono.model.solution import Outcome, Solution
from xlnono.puzzle_sheet.companion_sheets import numbered
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.memory import Memory
from xlnono.puzzle_sheet.read import PuzzleSheet
from xlnono.puzzle_sheet.spots import NAMES
from xlnono.spreadsheet.area import reference
from xlnono.spreadsheet.sheet import Sheet, Style
from xlnono.spreadsheet.theme import (
    BLACK_FILL,
    BLACK_FONT,
    DIFFERENT_FILL,
    TEXT,
    UNKNOWN_FILL,
    WHITE_FONT,
)

BLACK_FORMAT = ';;"·"'
WHITE_FORMAT = '"■";;"·"'
"""Both show 0 as a dot; a 1 that a person writes over a dot still shows."""


class Paint(Enum):
    """The ways to paint a cell of the grid."""

    BLACK = "black"
    WHITE = "white"
    UNKNOWN = "unknown"
    DIFFERENT = "different"
    CLEARED = "cleared"

    # The one of Enum is written in Python, which is slow for many cells.
    __hash__ = object.__hash__


CLEARED_STYLE = Style(None, TEXT, "General", centred=True)
_SIGNS = {"#": Paint.BLACK, ".": Paint.WHITE, "?": Paint.UNKNOWN}
_VALUES = {Paint.BLACK: 1, Paint.WHITE: 0}
_STYLES = {
    Paint.BLACK: Style(BLACK_FILL, BLACK_FONT, BLACK_FORMAT, centred=True),
    Paint.WHITE: Style(None, WHITE_FONT, WHITE_FORMAT, centred=True),
    Paint.UNKNOWN: Style(UNKNOWN_FILL, TEXT, "General", centred=True),
    Paint.DIFFERENT: Style(DIFFERENT_FILL, TEXT, "General", centred=True),
    Paint.CLEARED: CLEARED_STYLE,
}


def _known(solution: Solution) -> Board:
    """The cells that have a colour on the sheet."""
    if solution.outcome is Outcome.UNIQUE and solution.grid is not None:
        return Board.of(solution.grid)
    return solution.known.copy()


def _paints(solution: Solution, known: Board) -> dict[tuple[int, int], Paint]:
    """The paint of each cell of the grid."""
    paints = {
        (row, column): _SIGNS[sign]
        for row, signs in enumerate(known.text().split("\n"))
        for column, sign in enumerate(signs)
    }
    for position in solution.differing:
        if paints[position] is Paint.UNKNOWN:
            paints[position] = Paint.DIFFERENT
    return paints


def _leftovers(sheet: Sheet, read: PuzzleSheet) -> dict[tuple[int, int], Paint]:
    """Cells that an earlier solve painted or that are assumed, to be cleared because there is no
    solution."""
    if read.memory is None and not read.assumptions:
        return {}
    fills = sheet.fills(read.layout.grid)
    return {
        (row, column): Paint.CLEARED
        for row in range(read.puzzle.height)
        for column in range(read.puzzle.width)
        if read.marks[row, column] is Cell.UNKNOWN
        and (
            read.present[row, column] is not Cell.UNKNOWN
            or fills[row][column] in (UNKNOWN_FILL, DIFFERENT_FILL)
        )
    }


def paint_cells(sheet: Sheet, layout: Layout, paints: dict[tuple[int, int], Paint]) -> None:
    """Give cells of the grid the values and the looks for their paints."""
    for area in layout.areas(paints):
        top, left = area.row - layout.grid.row, area.column - layout.grid.column
        columns = range(left, left + area.width)
        rows = range(top, top + area.height)
        sheet.write(
            area, [[_VALUES.get(paints[row, column]) for column in columns] for row in rows]
        )
    groups: dict[Paint, list[tuple[int, int]]] = defaultdict(list)
    for position, paint in paints.items():
        groups[paint].append(position)
    for paint, positions in groups.items():
        sheet.restyle(layout.areas(positions), _STYLES[paint])


def _name_areas(sheet: Sheet, read: PuzzleSheet) -> None:
    names = sheet.names()
    for base, area in zip(NAMES, read.layout, strict=True):
        name = numbered(base, read.number)
        if name not in names:
            sheet.set_name(name, reference(sheet.title, area))


def paint(sheet: Sheet, read: PuzzleSheet, solution: Solution) -> Memory:
    """Show a solution on the sheet it was read from.

    If there is none, assumptions and the paint of an earlier solve are removed. Returns the memory
    for the log.
    """
    puzzle = read.puzzle
    if solution.outcome is Outcome.NONE:
        paints = _leftovers(sheet, read)
        painted = read.marks
    else:
        painted = _known(solution)
        paints = _paints(solution, painted)
    paint_cells(sheet, read.layout, paints)
    _name_areas(sheet, read)
    return Memory(
        read.marks,
        painted,
        tuple(" ".join(map(str, clue or (0,))) for clue in puzzle.rows),
        tuple(" ".join(map(str, clue or (0,))) for clue in puzzle.columns),
    )
