"""Recursion: if no single cell leads to a contradiction, refute a colour case by case.

This is the last rung of the ladder: recursion with deduction (確定探索付き再帰).
"""

from __future__ import annotations

from xlnono.engine.clock import Clock
from xlnono.engine.decide.search import assume, frontier
from xlnono.engine.explain.assumptions import Assumption
from xlnono.engine.explain.contradiction import Chain, Refutation, evidence_of
from xlnono.model.board import Board, Cell, Grid
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Position, Step, Technique

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
    row, column, wrong = _forcing(puzzle, board, clock, grid)
    found: list[Refutation] = []
    evidence: set[Position] = set()
    refuted = 0
    deepest = 1
    cases: list[tuple[Assumption, ...]] = [((row, column, wrong),)]
    while cases:
        assumed = cases.pop()
        deepest = max(deepest, len(assumed))
        chain = Chain(puzzle, board, assumed, clock)
        while chain.follow_round():
            clock.tick(board.known)
        if chain.contradictions:
            refutation = chain.refutation()
            evidence.update(refutation.evidence)
            refuted += 1
            found.append(refutation)
            found.sort(key=lambda one: len(one.chain) + len(one.assumed))
            del found[BRANCHES_SHOWN:]
            continue
        next_row, next_column, cell = _forcing(puzzle, chain.board, clock, None)
        cases += [
            (*assumed, (next_row, next_column, cell.opposite)),
            (*assumed, (next_row, next_column, cell)),
        ]
    branches = tuple(one.branch(puzzle, board, clock) for one in found)
    for branch in branches:
        evidence.update(evidence_of(branch, board))
    return Step(
        Technique.RECURSION,
        None,
        ((row, column, wrong.opposite),),
        tuple(sorted(evidence)),
        branches=branches,
        refuted=refuted,
        depth=deepest,
    )
