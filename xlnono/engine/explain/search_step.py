"""A search: some cells at once, proved by what a machine learns if one of them differs.

It is the last resort, where even nested contradictions lead no further. Nobody reads such a proof,
but it can be checked.
"""

from __future__ import annotations

from xlnono.engine.clock import Clock
from xlnono.engine.decide import native
from xlnono.engine.explain.contradiction import coloured
from xlnono.engine.explain.planning.chain import literal
from xlnono.model.board import Board, Cell, Grid
from xlnono.model.proof import Statement, needed
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Step, Technique

CONFLICTS = 50_000
"""The most conflicts of a search; more would make a proof that takes minutes to check."""


def search_step(puzzle: Puzzle, board: Board, grid: Grid, clock: Clock) -> Step | None:
    """Prove a few cells of the only solution from which lines lead to all others.

    Every line of the board must be settled, and there must be a kernel that can explain the puzzle.
    None if the search has too many conflicts. Raises OutOfTime.
    """
    solution = [
        literal(row * puzzle.width + column, black=grid[row, column] is Cell.BLACK)
        for row in range(puzzle.height)
        for column in range(puzzle.width)
    ]
    keys = native.key_cells(puzzle, board, solution, clock)
    learnt = native.prove(puzzle, board, keys, CONFLICTS, clock)
    clock.check()
    if not learnt:
        return None
    statements = []
    for literals, reasons in learnt:
        clock.check()
        cells = tuple(coloured(puzzle, one) for one in sorted(literals))
        statements.append(Statement(cells, tuple(reasons)))
    proof = needed(statements)
    return Step(
        Technique.SEARCH,
        None,
        proof.proved,
        tuple((row, column) for row, column, _ in board.cells()),
        refuted=len(proof.statements),
        depth=1,
        proof=proof,
    )
