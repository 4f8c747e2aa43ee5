"""Pictures in the terminal."""

from __future__ import annotations

import sys

from xlnono.cli.messages import text
from xlnono.cli.output import say
from xlnono.language import Language
from xlnono.model.board import Board, Cell, Grid
from xlnono.model.repair import Repair
from xlnono.model.solution import Solution
from xlnono.render.text import DIFFERENT, PLAIN_DIFFERENT, picture, solution_picture


def shows_blocks() -> bool:
    """Whether block characters can be printed."""
    try:
        "█▀▄▓░".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def show_picture(shown: Grid | Board, room: int) -> None:
    """Print a picture, at most `room` characters wide if possible."""
    board = Board.of(shown) if isinstance(shown, Grid) else shown
    say(picture(board, room, blocks=shows_blocks()), whole=True)


def show_solutions(solution: Solution, room: int, language: Language) -> None:
    """Print several solutions one below the other."""
    _say_signs("different", language)
    differing = set(solution.differing)
    for number, grid in enumerate(solution.solutions, start=1):
        say(text("solution", language, number=number))
        say(solution_picture(grid, differing, room, blocks=shows_blocks()), whole=True)


def show_changes(change: Repair, room: int, language: Language) -> None:
    """Print a picture before and after a repair."""
    _say_signs("changed-cells", language)
    for key, grid in (("before", change.before), ("after", change.after)):
        say(text(key, language))
        say(solution_picture(grid, change.cells, room, blocks=shows_blocks()), whole=True)


def _say_signs(key: str, language: Language) -> None:
    different = DIFFERENT if shows_blocks() else PLAIN_DIFFERENT
    say(text(key, language, black=different[Cell.BLACK], white=different[Cell.WHITE]))
