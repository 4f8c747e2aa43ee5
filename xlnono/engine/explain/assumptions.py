"""Which colours of single cells lead to a clash when the lines are followed from them."""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.engine.clock import Clock
from xlnono.engine.decide import native
from xlnono.engine.decide.search import frontier
from xlnono.engine.line import settle
from xlnono.model.board import Board, Cell, Grid
from xlnono.model.puzzle import Puzzle

Assumption = tuple[int, int, Cell]

FIRST_LIMIT = 3
"""The rounds that are followed at first: most clashes worth having come within them."""


def clashes(
    puzzle: Puzzle, board: Board, solutions: Sequence[Grid], rounds: int, clock: Clock
) -> tuple[list[tuple[int, Assumption]], bool]:
    """The colours of unknown cells that lead to a clash within so many rounds.

    Each comes with its round: the soonest first, and of those the cells that are hemmed in most.
    In a round all lines that a new cell lies on are settled from the same position; a clash is a
    line without arrangement, or two lines that disagree. Also tells whether any colour could
    clash later. Every line of the board must be settled. Colours that known solutions have
    lead nowhere. Raises OutOfTime.
    """
    cells = frontier(board, clock)
    if native.can_decide(puzzle):
        found, still_open = native.clashes(puzzle, board, rounds, clock)
    else:
        found, still_open = followed(puzzle, board, cells, solutions, rounds, clock)
    rank = {position: number for number, position in enumerate(cells)}
    found.sort(key=lambda clash: (clash[0], rank[clash[1:3]], clash[3] is Cell.WHITE))
    return [(number, (row, column, cell)) for number, row, column, cell in found], still_open


def followed(
    puzzle: Puzzle,
    board: Board,
    cells: Sequence[tuple[int, int]],
    solutions: Sequence[Grid],
    rounds: int,
    clock: Clock,
) -> tuple[list[tuple[int, int, int, Cell]], bool]:
    """What `clashes` finds, without the kernel: round, row, column and colour."""
    found: list[tuple[int, int, int, Cell]] = []
    still_open = False
    for row, column in cells:
        for cell in (Cell.BLACK, Cell.WHITE):
            if any(grid[row, column] is cell for grid in solutions):
                continue
            trial = board.copy()
            trial.fix(row, column, cell)
            lines: set[int] | None = {row, board.height + column}
            number = 0
            while lines and number < rounds:
                number += 1
                clock.tick(board.known)
                lines = _round(puzzle, trial, lines, clock)
            if lines is None:
                found.append((number, row, column, cell))
            still_open = still_open or bool(lines)
    return found, still_open


def _round(puzzle: Puzzle, board: Board, lines: set[int], clock: Clock) -> set[int] | None:
    """Settle some lines, all from the same position; returns the lines to settle next, None if
    one has no arrangement or two of them disagree."""
    found = {}
    for line in lines:
        black, white = board.black[line], board.white[line]
        settled = settle(puzzle.clues[line], puzzle.lengths[line], black, white, clock)
        if settled is None:
            return None
        if settled != (black, white):
            found[line] = settled
    following: set[int] = set()
    for line, (black, white) in found.items():
        if black & board.white[line] or white & board.black[line]:
            return None
        new = black & ~board.black[line], white & ~board.white[line]
        following.update(board.fix_line(line, *new))
    return following
