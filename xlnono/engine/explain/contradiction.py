"""Contradictions as steps: each link with its technique and its reason.

What is assumed, which links follow and in which order the contradictions come is planned by the
kernel or by `planning/`.
"""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.engine.clock import Clock
from xlnono.engine.decide import native
from xlnono.engine.explain.impossible import why_impossible
from xlnono.engine.explain.line_step import simplest_for
from xlnono.engine.explain.planning.chain import Chain, Link, Literal, literal
from xlnono.model.board import Board, Cell, Grid
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Branch, Position, Step, Technique
from xlnono.records import NamedTuple


class Planned(NamedTuple):
    """The contradictions of an explanation from a position, in their order.

    Each is to be used when all lines have been followed. `out_of_time` and `over_budget` if time or
    work ran out before the plan was as short as it can be made. `stuck` is that of `Planner`.
    """

    chains: list[Chain]
    out_of_time: bool
    over_budget: bool
    stuck: int


def plan_contradictions(
    puzzle: Puzzle,
    board: Board,
    solutions: Sequence[Grid],
    clock: Clock,
    *,
    unique: bool,
    only_first: bool,
) -> Planned:
    """Plan the contradictions that an explanation needs beyond lines.

    Colours that the known `solutions` have are not assumed. If there is only one solution,
    contradictions may be nested. With `only_first`, the plan ends after one. Raises OutOfTime.
    """
    width = puzzle.width
    possible = {
        literal(row * width + column, black=bool(cells >> column & 1))
        for grid in solutions
        for row, cells in enumerate(grid.rows)
        for column in range(width)
    }
    if native.can_explain(puzzle):
        chains, out_of_time, over_budget, stuck = native.plan_contradictions(
            puzzle, board, sorted(possible), clock, nested=unique, only_first=only_first
        )
        return Planned(list(map(_chain, chains)), out_of_time, over_budget, stuck)
    from xlnono.engine.explain.planning.planner import Planner

    planner = Planner(puzzle, board, frozenset(possible), unique, clock)
    plan = planner.first() if only_first else planner.shortest()
    return Planned(plan.steps, plan.out_of_time, plan.over_budget, planner.stuck)


def _chain(found: native.PlannedChain) -> Chain:
    assumed, links, contradiction = found
    return Chain(
        assumed,
        tuple(
            Link(line, tuple(fixed), None if inside is None else _chain(inside))
            for line, fixed, inside in links
        ),
        contradiction,
    )


def contradiction_step(puzzle: Puzzle, board: Board, chain: Chain, clock: Clock) -> Step:
    """A contradiction on a board, with a reason for every link and for the last line.

    Raises OutOfTime.
    """
    branch = branch_of(puzzle, board, [chain.assumed], chain, clock)
    ((row, column, cell),) = branch.assumed
    return Step(
        Technique.NESTED_CONTRADICTION if chain.is_nested else Technique.CONTRADICTION,
        None,
        ((row, column, cell.opposite),),
        evidence_of(branch, board),
        branches=(branch,),
        refuted=1 + len(chain.assumed_inside),
        depth=2 if chain.is_nested else 1,
    )


def coloured(puzzle: Puzzle, one: Literal) -> tuple[int, int, Cell]:
    """Row, column and colour of a literal."""
    row, column = divmod(one >> 1, puzzle.width)
    return row, column, Cell.WHITE if one & 1 else Cell.BLACK


def branch_of(
    puzzle: Puzzle, board: Board, literals: Sequence[Literal], chain: Chain, clock: Clock
) -> Branch:
    """A chain from assumed literals on a board, with a reason for every link and for the last line.

    Raises OutOfTime.
    """
    position = board.copy()

    def seen(line: int) -> tuple[tuple[int, ...], int, int, int]:
        return puzzle.clues[line], puzzle.lengths[line], position.black[line], position.white[line]

    assumed = tuple(coloured(puzzle, one) for one in literals)
    for one in assumed:
        position.fix(*one)
    steps = []
    for number, following, inside in chain.links:
        clock.check()
        fixed = [coloured(puzzle, one) for one in following]
        if inside is not None:
            steps.append(contradiction_step(puzzle, position, inside, clock))
        else:
            line = position.line(number)
            clue, length, *known = seen(number)
            cells = sum(1 << (row + column - line.index) for row, column, _ in fixed)
            steps.append(simplest_for(line, clue, length, (known[0], known[1]), cells, clock))
        for row, column, cell in fixed:
            position.fix(row, column, cell)
    line = position.line(chain.contradiction)
    reason = why_impossible(line, *seen(chain.contradiction), clock)
    return Branch(assumed, tuple(steps), reason)


def evidence_of(branch: Branch, board: Board) -> tuple[Position, ...]:
    """The cells known on the board that a contradiction relies on."""
    cells = {position for step in branch.chain for position in step.evidence}
    cells.update((row, column) for row, column, _ in branch.impossible.evidence)
    return tuple(sorted(cell for cell in cells if board[cell] is not Cell.UNKNOWN))
