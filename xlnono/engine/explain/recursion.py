"""Recursion: if no single cell leads to a contradiction, refute a colour case by case.

This is the last rung of the ladder: recursion with deduction (確定探索付き再帰).
"""

from __future__ import annotations

from xlnono.engine.clock import Clock
from xlnono.engine.decide.search import assume, frontier
from xlnono.engine.explain.assumptions import Assumption
from xlnono.engine.explain.contradiction import branch_of, evidence_of
from xlnono.engine.explain.planning.chain import Chain, Literal, literal, negated
from xlnono.engine.explain.planning.follower import Follower, Work
from xlnono.model.board import Board, Cell, Grid
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Step, Technique

BRANCHES_SHOWN = 3
"""The number of refuted branches in a step: those with the fewest assumptions and links."""


def _forcing(puzzle: Puzzle, board: Board, clock: Clock, wrong: Grid | None) -> Assumption:
    """The assumption that fixes most: wrong colours of the grid, or either of any cell."""
    best: tuple[int, Assumption] | None = None
    for row, column in frontier(board, clock):
        clock.tick(board.known)
        for cell in (Cell.BLACK, Cell.WHITE):
            if wrong is not None and wrong[row, column] is cell:
                continue
            trial = assume(puzzle, board, row, column, cell, clock)
            # An immediate contradiction closes its branch with the shortest chain.
            known = board.height * board.width + 1 if trial is None else trial.known
            if best is None or known > best[0]:
                best = known, (row, column, cell)
    assert best is not None
    return best[1]


def refute_by_cases(puzzle: Puzzle, board: Board, grid: Grid, clock: Clock) -> Step:
    """Refute a colour that is wrong in the only solution, case by case.

    Every line of the board must be settled, and `grid` must be its only solution. Each case is
    followed to a contradiction; the cases are on an explicit stack.
    """
    first = _forcing(puzzle, board, clock, grid)
    position = board.copy()
    follower = Follower(puzzle, position, Work(clock))
    found: list[tuple[int, tuple[Literal, ...], Chain]] = []
    refuted, deepest = 0, 1
    cases: list[tuple[Literal, ...]] = [(_literal(puzzle, first),)]
    while cases:
        clock.tick(board.known)
        assumed = cases.pop()
        deepest = max(deepest, len(assumed))
        for one in assumed:
            follower.assume(one)
            follower.wait_for_lines_of(one)
        if follower.follow():
            cell = _literal(puzzle, _forcing(puzzle, position, clock, None))
            cases += [(*assumed, negated(cell)), (*assumed, cell)]
        else:
            chain = follower.shortest()
            refuted += 1
            found.append((len(assumed) + len(chain.links), assumed, chain))
            found.sort(key=lambda one: one[0])
            del found[BRANCHES_SHOWN:]
        follower.undo()
    branches = tuple(branch_of(puzzle, board, assumed, chain, clock) for _, assumed, chain in found)
    row, column, wrong = first
    return Step(
        Technique.SEARCH,
        None,
        ((row, column, wrong.opposite),),
        tuple(sorted({cell for branch in branches for cell in evidence_of(branch, board)})),
        branches=branches,
        refuted=refuted,
        depth=deepest,
    )


def _literal(puzzle: Puzzle, assumption: Assumption) -> Literal:
    row, column, cell = assumption
    return literal(row * puzzle.width + column, black=cell is Cell.BLACK)
