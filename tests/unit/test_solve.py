"""Deciding: outcomes, givens, limits, and agreement with trying every picture."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import xlnono
from tests.support.strategies import examples, givens_of, grids
from xlnono import Axis, Board, Grid, Line, Outcome, Puzzle
from xlnono.engine import ENGINE

DIAGONAL = Puzzle([[1], [1]], [[1], [1]])
NEEDS_MORE_THAN_LINES = Puzzle([[1, 1], [2], [1], [1]], [[2], [1], [2], [1]])


def test_the_smallest_puzzle_that_lines_alone_do_not_solve() -> None:
    solution = xlnono.solve(NEEDS_MORE_THAN_LINES)
    assert solution.outcome is Outcome.UNIQUE
    assert solution.grid is not None
    assert NEEDS_MORE_THAN_LINES.accepts(solution.grid)
    assert solution.known.grid() == solution.grid
    assert solution.engine == ENGINE


def test_two_solutions_are_both_shown() -> None:
    solution = xlnono.solve(DIAGONAL)
    assert solution.outcome is Outcome.MULTIPLE
    assert {solution.grid, solution.other} == {Grid.from_text("#.\n.#"), Grid.from_text(".#\n#.")}
    assert solution.known.unknown == 4


def test_a_given_can_make_the_solution_unique() -> None:
    solution = xlnono.solve(DIAGONAL, Board.from_text("?#\n??"))
    assert solution.outcome is Outcome.UNIQUE
    assert solution.grid == Grid.from_text(".#\n#.")


def test_a_given_that_contradicts_names_the_line() -> None:
    solution = xlnono.solve(Puzzle([[2], [1]], [[1], [2]]), Board.from_text("??\n#?"))
    assert solution.outcome is Outcome.NONE
    assert solution.contradiction in (Line(Axis.ROW, 0), Line(Axis.ROW, 1), Line(Axis.COLUMN, 0))
    assert solution.grid is None


def test_clues_without_a_solution_show_no_cell_as_proved() -> None:
    solution = xlnono.solve(Puzzle([[3], [1, 1], [0]], [[2], [1], [2]]))
    assert solution.outcome is Outcome.UNIQUE
    solution = xlnono.solve(Puzzle([[1, 1], [3], [0]], [[1], [2], [2]]))
    assert solution.outcome is Outcome.NONE
    assert solution.known.known == 0


def test_givens_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="the givens are 3x2, the puzzle is 2x2"):
        xlnono.solve(DIAGONAL, Board(3, 2))


def test_the_time_limit_ends_the_search_undecided() -> None:
    solution = xlnono.solve(NEEDS_MORE_THAN_LINES, seconds=1e-9)
    assert solution.outcome is Outcome.UNDECIDED
    assert solution.grid is None


def test_what_the_progress_raises_stops_the_work() -> None:
    def stop(known: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        xlnono.solve(NEEDS_MORE_THAN_LINES, explain=True, progress=stop)


def _all_solutions(puzzle: Puzzle, givens: Board) -> list[Grid]:
    known = {(row, column): cell for row, column, cell in givens.cells()}
    found = []
    for rows in product(range(1 << puzzle.width), repeat=puzzle.height):
        grid = Grid(rows, puzzle.width)
        if all(grid[place] is cell for place, cell in known.items()) and puzzle.accepts(grid):
            found.append(grid)
    return found


@examples(150)
@given(st.data())
def test_the_outcome_is_that_of_trying_every_picture(data: st.DataObject) -> None:
    grid = data.draw(grids(largest=3))
    puzzle = Puzzle.of(grid)
    givens = data.draw(givens_of(data.draw(st.sampled_from([grid, grid.mirrored()]))))
    expected = _all_solutions(puzzle, givens)
    solution = xlnono.solve(puzzle, givens)
    outcomes = {0: Outcome.NONE, 1: Outcome.UNIQUE}
    assert solution.outcome is outcomes.get(len(expected), Outcome.MULTIPLE)
    shown = [shown for shown in (solution.grid, solution.other) if shown is not None]
    assert len(set(shown)) == min(len(expected), 2)
    assert set(shown) <= set(expected)
    for row, column, cell in solution.known.cells():
        if expected:
            assert all(one[row, column] is cell for one in expected)


@examples(60)
@given(grids(largest=8))
def test_a_turned_or_mirrored_puzzle_has_the_turned_or_mirrored_solution(grid: Grid) -> None:
    solution = xlnono.solve(Puzzle.of(grid))
    for image, turned in (
        (grid.transposed(), Grid.transposed),
        (grid.mirrored(), Grid.mirrored),
    ):
        other = xlnono.solve(Puzzle.of(image))
        assert other.outcome is solution.outcome
        if solution.outcome is Outcome.UNIQUE:
            assert solution.grid is not None
            assert other.grid == turned(solution.grid)
