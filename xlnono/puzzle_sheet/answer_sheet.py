"""The hidden sheet that keeps the picture of a puzzle, for whoever made it."""

from __future__ import annotations

from contextlib import suppress

from xlnono.language import Text
from xlnono.model.board import Grid
from xlnono.model.puzzle import Puzzle
from xlnono.spreadsheet.area import parse_reference
from xlnono.spreadsheet.sheet import Sheet

ANSWER_NAME = "xlnono_answer"
"""The name, of the puzzle's sheet, of the cells that hold a row of the picture each."""
ANSWER_SHEET = Text("Answer", "答え")


def kept_answer(sheet: Sheet, puzzle: Puzzle) -> Grid | None:
    """The picture kept for the puzzle on a sheet; None without one that fits the clues."""
    place = sheet.names().get(ANSWER_NAME)
    if place is None:
        return None
    # The name or its sheet may have been changed since.
    with suppress(ValueError):
        title, area = parse_reference(place)
        holders = [each for each in sheet.book.sheets() if each.title == title]
        if holders and area.height == puzzle.height and area.width == 1:
            rows = [str(row[0] or "") for row in holders[0].values(area)]
            if all(len(row) == puzzle.width and not row.strip("#.") for row in rows):
                grid = Grid.from_cells([[sign == "#" for sign in row] for row in rows])
                return grid if puzzle.accepts(grid) else None
    return None
