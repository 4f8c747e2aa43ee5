"""Plans of contradictions: the kernel and Python make the same, and none is superfluous."""

from __future__ import annotations

import random

import pytest

import xlnono
from tests.unit.test_explain import NEEDS_CONTRADICTION, NEEDS_RECURSION
from xlnono import Board, Cell, Grid, Outcome, Puzzle, Technique
from xlnono.engine.clock import Clock
from xlnono.engine.decide import native
from xlnono.engine.decide.propagation import propagate
from xlnono.engine.explain.contradiction import plan_contradictions
from xlnono.engine.explain.planning.chain import Chain, literal
from xlnono.engine.explain.planning.follower import fix
from xlnono.engine.explain.planning.planner import READABLE, Planner

NEEDS_SEARCH = Puzzle.of(
    Grid.from_text(
        """
        .#..#..#.#...##.#..#
        ..#.#####....#..#.##
        ..#.#.##.####..####.
        .###.........#...#..
        .#.#..#...##....##.#
        ...##..#...#.###..##
        ....#.#.#.#.#.###..#
        .##...#...##.##.#.#.
        ....#.##....#..##.#.
        .#...###.####.#.....
        ##...###..#..#......
        ##.#.##.#.#.#..##...
        ..#...#...#...######
        #.#.#.#.###.....#.##
        #....##........##..#
        ..#...###.#.........
        #..##.###.###.......
        ...##....##....#....
        ######..#.#..###...#
        #....#....#.#.#.##..
        """
    )
)
"""Planning takes seconds, because contradictions are nested in vain."""


NESTED_IN_VAIN = Puzzle.of(
    Grid.from_text(
        """
        .#.##.......#
        #..##.##...##
        #....##.#...#
        .#.##........
        ##.....##..##
        .#..###.....#
        ..###..####.#
        .#.....#.#...
        .....#.#..##.
        #.##.#....#.#
        .#.###..##...
        ...#.##.##.#.
        .....####..#.
        #.#..#.#.#.#.
        """
    )
)


def solutions(puzzle: Puzzle) -> list[Grid]:
    solution = xlnono.solve(puzzle)
    return [grid for grid in (solution.grid, solution.other) if grid is not None]


def planned(puzzle: Puzzle, grids: list[Grid]) -> list[Chain]:
    start = Board(puzzle.height, puzzle.width)
    unique = len(grids) == 1
    plan = plan_contradictions(puzzle, start, grids, Clock(), unique=unique, only_first=False)
    assert not plan.out_of_time
    assert not plan.over_budget
    return plan.chains


def planned_in_python(puzzle: Puzzle, grids: list[Grid]) -> list[Chain]:
    possible = frozenset(
        literal(row * puzzle.width + column, black=grid[row, column] is Cell.BLACK)
        for grid in grids
        for row in range(puzzle.height)
        for column in range(puzzle.width)
    )
    start = Board(puzzle.height, puzzle.width)
    plan = Planner(puzzle, start, possible, len(grids) == 1, Clock()).shortest()
    return [without_evidence(chain) for chain in plan.steps]


def without_evidence(chain: Chain) -> Chain:
    """Only Python says what a chain relies on."""
    links = tuple(
        link if link.inside is None else link._replace(inside=without_evidence(link.inside))
        for link in chain.links
    )
    return chain._replace(links=links, evidence=())


def puzzles() -> list[Puzzle]:
    rng = random.Random(5)
    sizes = [(rng.randint(4, 9), rng.randint(4, 9)) for _ in range(60)]
    return [
        Puzzle.of(
            Grid.from_cells([[rng.random() < 0.5 for _ in range(width)] for _ in range(height)])
        )
        for height, width in sizes
    ]


@pytest.mark.skipif(not native.AVAILABLE, reason="needs the kernel")
def test_the_kernel_and_python_plan_the_same() -> None:
    met = 0
    for puzzle in [NEEDS_CONTRADICTION, *puzzles()]:
        grids = solutions(puzzle)
        plan = planned(puzzle, grids)
        assert plan == planned_in_python(puzzle, grids)
        met += len(plan)
    assert met > 5


@pytest.mark.long
@pytest.mark.skipif(not native.AVAILABLE, reason="needs the kernel")
def test_the_kernel_and_python_nest_the_same() -> None:
    grids = solutions(NEEDS_RECURSION)
    plan = planned(NEEDS_RECURSION, grids)
    assert any(chain.is_nested for chain in plan)
    assert plan == planned_in_python(NEEDS_RECURSION, grids)


@pytest.mark.long
@pytest.mark.skipif(not native.AVAILABLE, reason="needs the kernel")
def test_contradictions_are_not_nested_in_vain() -> None:
    grids = solutions(NESTED_IN_VAIN)
    plan = planned(NESTED_IN_VAIN, grids)
    assert plan
    assert not any(chain.is_nested for chain in plan)
    assert plan == planned_in_python(NESTED_IN_VAIN, grids)


def reached(puzzle: Puzzle, chains: list[Chain]) -> int:
    """How many cells are known after contradictions that all hold."""
    board = Board(puzzle.height, puzzle.width)
    assert propagate(puzzle, board, range(len(puzzle.clues)), Clock()) is None
    for chain in chains:
        one = chain.assumed ^ 1
        row, column = divmod(one >> 1, puzzle.width)
        if board[row, column] is Cell.UNKNOWN:
            fix(board, one)
            propagate(puzzle, board, [row, board.height + column], Clock())
    return board.known


def test_every_contradiction_is_needed() -> None:
    """Even if all others held, less would be known without it."""
    met = 0
    for puzzle in [NEEDS_CONTRADICTION, *puzzles()]:
        plan = planned(puzzle, solutions(puzzle))
        met += len(plan)
        for left_out in range(len(plan)):
            if plan[left_out].longest <= READABLE:
                rest = plan[:left_out] + plan[left_out + 1 :]
                assert reached(puzzle, rest) < reached(puzzle, plan)
    assert met > 5


def test_the_same_puzzle_always_has_the_same_log() -> None:
    logs = [xlnono.solve(NEEDS_RECURSION, explain=True).log for _ in range(2)]
    assert logs[0] == logs[1]
    assert logs[0] is not None
    assert Technique.NESTED_CONTRADICTION in logs[0].by_technique()


def test_planning_stops_when_time_is_up() -> None:
    solution = xlnono.solve(NEEDS_RECURSION)
    assert solution.outcome is Outcome.UNIQUE
    assert solution.grid is not None
    start = Board(NEEDS_RECURSION.height, NEEDS_RECURSION.width)
    with pytest.raises(xlnono.engine.clock.OutOfTime):
        plan_contradictions(
            NEEDS_RECURSION, start, [solution.grid], Clock.start(0), unique=True, only_first=False
        )


class Stopped(Exception):
    pass


@pytest.mark.parametrize("kernel", [True, False])
def test_planning_can_be_stopped(kernel: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if kernel and not native.AVAILABLE:
        pytest.skip("needs the kernel")
    grids = solutions(NEEDS_SEARCH)
    monkeypatch.setattr(native, "AVAILABLE", kernel)
    start = Board(NEEDS_SEARCH.height, NEEDS_SEARCH.width)

    def stop(known: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        plan_contradictions(
            NEEDS_SEARCH, start, grids, Clock(progress=stop), unique=True, only_first=False
        )
    soon = Clock.start(0.2)
    plan = plan_contradictions(NEEDS_SEARCH, start, grids, soon, unique=True, only_first=False)
    assert plan.out_of_time
