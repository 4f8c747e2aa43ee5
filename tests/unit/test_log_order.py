"""The order of the log: where each visit goes, and that it takes what the line yields."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import example, given

import xlnono
from tests.support.strategies import examples, grids
from xlnono import Board, Grid, Puzzle
from xlnono.engine.explain.techniques import LADDER, LineState, apply
from xlnono.model.steps import Visit

WAVES = Grid.from_cells(
    [[(r * r + r * c + 2 * c * c) % 29 < 15 for c in range(16)] for r in range(16)]
)
"""A picture whose lines are crossed by several others that yield cells of different numbers."""

HARDER_ELSEWHERE = Grid(rows=(176, 679, 0, 1, 796, 1, 4), width=10)
"""A picture on which a harder group yields more on a line just crossed than on the line itself."""


def _yield(puzzle: Puzzle, board: Board, line: int, group: int) -> int:
    """How many cells of a line the techniques of a group, and easier ones, fix in the end."""
    black, white = board.black[line], board.white[line]
    before = (black | white).bit_count()
    while True:
        state = LineState(puzzle.clues[line], puzzle.lengths[line], black, white)
        found = [apply(technique, state) for technique in LADDER if technique.group <= group]
        new = next((one for one in found if one.black & ~black or one.white & ~white), None)
        if new is None:
            return (black | white).bit_count() - before
        black, white = black | new.black, white | new.white


def _lines(board: Board, visit: Visit) -> set[int]:
    """The rows and columns of the cells that a visit determined."""
    return {n for row, column, _ in visit.fixed for n in (row, board.height + column)}


def _distance(board: Board, line: int, crossed: set[int]) -> int:
    alike = [other for other in crossed if (other < board.height) == (line < board.height)]
    return min((abs(line - other) for other in alike), default=0)


def _visits(grid: Grid) -> Iterator[tuple[Puzzle, Board, Visit, Visit]]:
    """Each visit to a line with the board and the visit before it."""
    puzzle = Puzzle.of(grid)
    log = xlnono.solve(puzzle, explain=True).log
    assert log is not None
    board, last = log.start.copy(), Visit(None, ())
    for visit in log.visits:
        if visit.line is not None:
            yield puzzle, board, last, visit
        for row, column, cell in visit.fixed:
            board.fix(row, column, cell)
        last = visit


@examples(60)
@given(grids(largest=10))
@example(WAVES)
@example(HARDER_ELSEWHERE)
def test_a_line_just_crossed_comes_next_or_the_nearest_one_that_yields_anything(grid: Grid) -> None:
    for puzzle, board, last, visit in _visits(grid):
        assert visit.line is not None
        number, group = board.number(visit.line), visit.steps[0].technique.group
        yields = {line: _yield(puzzle, board, line, group) for line in range(len(puzzle.clues))}
        moving = {line for line, count in yields.items() if count}
        crossed = _lines(board, last)
        near = moving & crossed
        if near:
            assert number in near
            assert yields[number] == max(yields[line] for line in near)
        else:
            distances = {line: _distance(board, line, crossed) for line in moving}
            nearest = [line for line in moving if distances[line] == min(distances.values())]
            assert number in nearest
            assert yields[number] == max(yields[line] for line in nearest)


@examples(60)
@given(grids(largest=10))
@example(WAVES)
def test_a_harder_group_is_used_only_if_no_easier_one_works_on_any_line(grid: Grid) -> None:
    for puzzle, before, _, visit in _visits(grid):
        board = before.copy()
        for step in visit.steps:
            if easier := step.technique.group:
                lines = range(len(puzzle.clues))
                assert not any(_yield(puzzle, board, line, easier - 1) for line in lines)
            for row, column, cell in step.fixed:
                board.fix(row, column, cell)


@examples(60)
@given(grids(largest=10))
@example(WAVES)
def test_a_visit_takes_all_that_the_line_yields_with_the_easiest_group(grid: Grid) -> None:
    for puzzle, board, _, visit in _visits(grid):
        assert visit.line is not None
        if visit.steps[0].technique.group == 0:
            # A step also fixes cells of harder techniques if the places that it states show them.
            assert len(visit.fixed) >= _yield(puzzle, board, board.number(visit.line), 0)
