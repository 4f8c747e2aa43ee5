"""The pictures of grids and solutions in notebooks."""

from __future__ import annotations

from xlnono.model.board import Board, Grid
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Solution
from xlnono.render.svg import board_svg, plan_of
from xlnono.wording import outcome_name

LARGEST = 150 * 150
"""A picture with more cells would slow a notebook down, so its text is shown instead."""


def picture(shown: Grid | Solution) -> str | None:
    """A picture with clues; None if there are no cells, or too many.

    Of a solution it shows the cells that are certain. Cells in which two solutions differ are
    outlined, and a line that no arrangement fits is highlighted.
    """
    board = Board.of(shown) if isinstance(shown, Grid) else shown.known
    size = f"{board.height}x{board.width}"
    if not 0 < board.height * board.width <= LARGEST:
        return None
    if isinstance(shown, Grid):
        return board_svg(plan_of(Puzzle.of(shown)), board, None, (), size, "")
    one, two = shown.grid, shown.other
    differing = () if one is None or two is None else one.differing(two)
    outlined = tuple((*position, board[position]) for position in differing)
    said = outcome_name(shown.outcome, "en")
    return board_svg(plan_of(shown.puzzle), board, shown.contradiction, outlined, size, said)
