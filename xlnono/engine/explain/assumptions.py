"""Finds the colours of single cells from which following the lines leads to a contradiction."""

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
"""The rounds that are followed at first: most useful contradictions appear within them."""


def contradictions(
    puzzle: Puzzle, board: Board, solutions: Sequence[Grid], rounds: int, clock: Clock
) -> tuple[list[tuple[int, Assumption]], bool]:
    """The colours of unknown cells that lead to a contradiction within so many rounds.

    Each comes with its round: earliest first, and within a round the cells with the most known
    neighbours first. In a round, all lines that contain a new cell are settled from the same
    position; a contradiction is a line that no arrangement fits, or two lines that disagree. Also
    returns whether any colour could still lead to a contradiction later. Every line of the board
    must be settled. Colours of known solutions are skipped. Raises OutOfTime.
    """
    cells = frontier(board, clock)
    if native.can_decide(puzzle):
        found, still_open = native.contradictions(puzzle, board, rounds, clock)
    else:
        found, still_open = followed(puzzle, board, cells, solutions, rounds, clock)
    rank = {position: number for number, position in enumerate(cells)}
    found.sort(key=lambda one: (one[0], rank[one[1:3]], one[3] is Cell.WHITE))
    return [(number, (row, column, cell)) for number, row, column, cell in found], still_open


def followed(
    puzzle: Puzzle,
    board: Board,
    cells: Sequence[tuple[int, int]],
    solutions: Sequence[Grid],
    rounds: int,
    clock: Clock,
) -> tuple[list[tuple[int, int, int, Cell]], bool]:
    """The result of `contradictions` without the kernel: round, row, column and colour."""
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
    no arrangement fits one of them or two of them disagree."""
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
