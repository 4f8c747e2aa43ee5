"""Difficulty: the same for a mirrored or rotated puzzle, and dependent on the techniques needed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import xlnono
from tests.support.strategies import examples, grids
from tests.unit.test_explain import NEEDS_CONTRADICTION, NEEDS_RECURSION
from xlnono import Grade, Grid, Puzzle, Technique
from xlnono.engine.explain.difficulty import Pass, rating_of
from xlnono.model.solution import Difficulty

Clues = list[list[int]]


def difficulty_of(rows: Clues, columns: Clues) -> Difficulty | None:
    return xlnono.solve(Puzzle(rows, columns), explain=True).difficulty


def rated(rows: Clues, columns: Clues) -> Difficulty:
    rating = difficulty_of(rows, columns)
    assert rating is not None
    return rating


def faces(puzzle: Puzzle) -> list[tuple[Clues, Clues]]:
    """The clues of a puzzle and of its mirror images and transpose."""
    rows, columns = [list(clue) for clue in puzzle.rows], [list(clue) for clue in puzzle.columns]
    return [
        (rows, columns),
        ([clue[::-1] for clue in rows], columns[::-1]),
        (rows[::-1], [clue[::-1] for clue in columns]),
        (columns, rows),
    ]


@examples(60)
@given(grids(largest=9))
def test_mirrors_and_the_transpose_are_as_hard(grid: Grid) -> None:
    assert len({difficulty_of(*clues) for clues in faces(Puzzle.of(grid))}) == 1


@pytest.mark.parametrize("puzzle", [NEEDS_CONTRADICTION, NEEDS_RECURSION])
def test_what_needs_assumptions_is_as_hard_from_every_side(puzzle: Puzzle) -> None:
    assert len({rated(*clues) for clues in faces(puzzle)}) == 1


def test_the_numbers_of_a_puzzle_that_can_be_counted_by_hand() -> None:
    # Pass 1: the row and column of 3 by overlap, 2 of 6 lines. Pass 2: the other four are
    # finished. A sweep over the rows leaves two cells of each column, one over the columns none.
    rating = rated([[1], [3], [1]], [[1], [3], [1]])
    assert rating.grade is Grade.EASY
    assert (rating.passes, rating.rounds, rating.by_lines, rating.longest_chain) == (2, 2, True, 0)
    assert rating.moves == (2 + 4) / 2


def test_a_longer_way_is_harder() -> None:
    small = rated([[1], [3], [1]], [[1], [3], [1]])
    contradiction = rated(*faces(NEEDS_CONTRADICTION)[0])
    recursion = rated(*faces(NEEDS_RECURSION)[0])
    assert small.rating < contradiction.rating < recursion.rating
    assert small.effort < contradiction.effort < recursion.effort
    assert contradiction.longest_chain >= 1
    assert [one.by_lines for one in (small, contradiction, recursion)] == [True, False, False]


@given(st.integers(1, 8), st.integers(1, 8))
def test_an_empty_puzzle_takes_one_pass(height: int, width: int) -> None:
    rating = rated([[]] * height, [[]] * width)
    assert (rating.grade, rating.passes, rating.rounds) == (Grade.EASY, 1, 1)


@examples(60)
@given(grids(largest=9))
def test_a_rating_is_a_number_from_1_to_10_with_one_decimal_and_decides_the_grade(
    grid: Grid,
) -> None:
    found = difficulty_of(*faces(Puzzle.of(grid))[0])
    if found is not None:
        assert 1 <= found.rating <= 10
        assert float(f"{found.rating:.1f}") == found.rating
        lower = [grade for grade in Grade if grade.lowest <= found.rating]
        assert found.grade is lower[-1]


OVERLAP, PUSHED = Technique.OVERLAP, Technique.BLACK_ONE_OWNER
CONTRADICTION, NESTED = Technique.CONTRADICTION, Technique.NESTED_CONTRADICTION


@pytest.mark.parametrize(
    ("passes", "rating"),
    [
        ([Pass(OVERLAP, moved=1, candidates=1)], 1.0),
        ([Pass(OVERLAP, moved=0, candidates=99)], 2.0),
        ([Pass(OVERLAP, moved=0, candidates=99)] * 10, 3.0),
        ([Pass(PUSHED, moved=1, candidates=159)], 4.2),
        ([Pass(PUSHED, moved=1, candidates=159), Pass(OVERLAP, moved=1, candidates=159)], 4.2),
        ([Pass(CONTRADICTION, moved=1, candidates=1, rounds=2)], 5.0),
        ([Pass(CONTRADICTION, moved=1, candidates=19, rounds=2)], 6.0),
        ([Pass(CONTRADICTION, moved=1, candidates=1, rounds=20)], 7.0),
        ([Pass(NESTED, moved=0, candidates=99)], 9.5),
        ([Pass(NESTED, moved=0, candidates=9999)], 10.0),
    ],
)
def test_the_hardest_passes_and_their_looks_make_the_rating(
    passes: list[Pass], rating: float
) -> None:
    assert rating_of(passes) == rating
