"""A board as text, for the terminal."""

from __future__ import annotations

from collections.abc import Collection

from xlnono.model.board import Board, Cell, Grid
from xlnono.model.steps import Position

_FULL = {Cell.BLACK: "██", Cell.WHITE: "  ", Cell.UNKNOWN: "░░"}
_PLAIN = {Cell.BLACK: "##", Cell.WHITE: "  ", Cell.UNKNOWN: "??"}
DIFFERENT = {Cell.BLACK: "▓▓", Cell.WHITE: "░░"}
PLAIN_DIFFERENT = {Cell.BLACK: "XX", Cell.WHITE: "--"}
"""The signs for cells that have another colour in another solution."""
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def picture(board: Board, room: int, *, blocks: bool = True) -> str:
    """The board in block characters, or in `#` and `?` if these cannot be shown.

    Every cell is two characters wide. If the board is wider than `room` characters that way
    and every cell is known, it is drawn with half blocks instead, two rows in one.
    """
    if blocks and 2 * board.width > room and not board.unknown:
        lines = []
        for row in range(0, board.height, 2):
            lower = row + 1
            lines.append(
                "".join(
                    _HALVES[
                        board[row, column] is Cell.BLACK,
                        lower < board.height and board[lower, column] is Cell.BLACK,
                    ]
                    for column in range(board.width)
                )
            )
        return "\n".join(line.rstrip() for line in lines)
    signs = _FULL if blocks else _PLAIN
    return "\n".join(
        "".join(signs[board[row, column]] for column in range(board.width)).rstrip()
        for row in range(board.height)
    )


def solution_picture(
    grid: Grid, differing: Collection[Position], room: int, *, blocks: bool = True
) -> str:
    """One of several solutions, with special signs in the differing cells.

    Every cell is two characters wide, or one if the grid is wider than `room` that way.
    """
    same, different = (_FULL, DIFFERENT) if blocks else (_PLAIN, PLAIN_DIFFERENT)
    characters = 2 if 2 * grid.width <= room else 1
    lines = []
    for row in range(grid.height):
        cells = [(row, column) for column in range(grid.width)]
        signs = ((different if cell in differing else same)[grid[cell]] for cell in cells)
        lines.append("".join(sign[:characters] for sign in signs).rstrip())
    return "\n".join(lines)
