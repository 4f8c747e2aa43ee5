"""Follow the lines: settle every line again until nothing changes."""

from __future__ import annotations

from collections.abc import Iterable

from xlnono.engine.clock import UNLIMITED, Clock
from xlnono.engine.decide.line_clues import LineClues
from xlnono.engine.line import settle
from xlnono.model.board import Board


def propagate(
    puzzle: LineClues,
    board: Board,
    dirty: Iterable[int],
    clock: Clock = UNLIMITED,
    deductions: list[tuple[int, int]] | None = None,
) -> int | None:
    """Settle the dirty lines, and repeatedly every line that crosses a newly fixed cell.

    The board is changed in place. Every line that fixes cells is appended to `deductions`, with
    the mask of those cells. Returns the number of a line that no arrangement fits,
    if there is one; the board is then unusable. Raises OutOfTime; the cells that the board then
    shows are proved.
    """
    clues, lengths = puzzle.clues, puzzle.lengths
    waiting: dict[int, None] = dict.fromkeys(dirty)
    while waiting:
        number = next(iter(waiting))
        del waiting[number]
        clue = clues[number]
        if clue is None:
            continue
        black, white = board.black[number], board.white[number]
        settled = settle(clue, lengths[number], black, white, clock)
        if settled is None:
            return number
        new_black = settled[0] & ~black
        new_white = settled[1] & ~white
        if new_black or new_white:
            if deductions is not None:
                deductions.append((number, new_black | new_white))
            waiting.update(dict.fromkeys(board.fix_line(number, new_black, new_white)))
    return None
