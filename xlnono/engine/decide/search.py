"""Deciding in Python: follow the lines, probe single cells, then try both colours.

Probing a cell beside known ones or at a corner first is from takanaweb5's article on solving
by simple contradiction (二次元背理法); cheaper deductions first, then recursion with an explicit
stack, from the article お絵かきロジック(ののぐらむ) on recursion with deduction.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xlnono.engine.clock import Clock, OutOfTime
from xlnono.engine.decide.propagation import propagate
from xlnono.model.board import Board, Cell, Grid, Line
from xlnono.model.puzzle import Puzzle


@dataclass
class Decision:
    """The result of the search: up to two grids, and the position that it proved.

    `finished` is false when it ran out of time. `contradiction` is a line that no arrangement
    fits, if following the lines from the start leads to one.
    """

    known: Board
    grids: list[Grid] = field(default_factory=list)
    finished: bool = True
    contradiction: Line | None = None


def frontier(board: Board, clock: Clock) -> list[tuple[int, int]]:
    """The unknown cells, those with the most known neighbours first; walls count as known."""
    hemmed: list[tuple[int, int, int]] = []
    rows = [board.black[row] | board.white[row] for row in range(board.height)]
    every = (1 << board.width) - 1
    for row, known in enumerate(rows):
        clock.check()
        if known == every:
            continue
        above = rows[row - 1] if row else every
        below = rows[row + 1] if row + 1 < board.height else every
        left = known << 1 | 1
        right = known >> 1 | 1 << (board.width - 1)
        for column in range(board.width):
            if not known >> column & 1:
                sides = sum(side >> column & 1 for side in (above, below, left, right))
                hemmed.append((-sides, row, column))
    return [(row, column) for _, row, column in sorted(hemmed)]


def assume(
    puzzle: Puzzle, board: Board, row: int, column: int, cell: Cell, clock: Clock
) -> Board | None:
    """The position that follows from the lines if the cell has that colour; None if there is a
    contradiction."""
    trial = board.copy()
    trial.fix(row, column, cell)
    contradiction = propagate(puzzle, trial, (row, board.height + column), clock)
    return trial if contradiction is None else None


def _probe(
    puzzle: Puzzle, board: Board, clock: Clock
) -> tuple[Board, tuple[Board, Board] | None] | None:
    """Assume both colours of every unknown cell until no probe fixes anything.

    Returns the position reached, and the two positions that follow from the colours of the
    cell on which a guess determines most (None if every cell is known). None if there is a
    contradiction.
    """
    while board.unknown:
        best: tuple[tuple[int, int], tuple[Board, Board]] | None = None
        for row, column in frontier(board, clock):
            if board[row, column] is not Cell.UNKNOWN:
                continue
            clock.tick(board.known)
            black = assume(puzzle, board, row, column, Cell.BLACK, clock)
            white = assume(puzzle, board, row, column, Cell.WHITE, clock)
            if black is None or white is None:
                forced = black or white
                if forced is None:
                    return None
                board, best = forced, None
                break
            gain = tuple(sorted((black.known, white.known)))
            if best is None or gain > best[0]:
                best = (gain[0], gain[1]), (black, white)
        else:
            assert best is not None
            return board, best[1]
    return board, None


def decide(puzzle: Puzzle, start: Board, clock: Clock) -> Decision:
    """Look for two solutions that agree with `start`, or prove that there are fewer."""
    board = start.copy()
    decision = Decision(board)
    try:
        contradiction = propagate(puzzle, board, range(len(puzzle.clues)), clock)
        if contradiction is not None:
            return Decision(start.copy(), contradiction=board.line(contradiction))
        stack = [board]
        at_root = True
        while stack and len(decision.grids) < 2:
            probed = _probe(puzzle, stack.pop(), clock)
            if probed is None:
                continue
            position, branches = probed
            if at_root:
                decision.known = position
                at_root = False
            if branches is None:
                decision.grids.append(position.grid())
            else:
                stack += sorted(branches, key=lambda branch: branch.known)
    except OutOfTime:
        decision.finished = False
    return decision
