"""Puzzles: what is refused, and in which words."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.support.strategies import grids
from xlnono import Axis, Clue, Grid, InvalidPuzzle, Line, Puzzle
from xlnono.model.puzzle import validate


def test_zero_alone_and_nothing_both_mean_no_black_cell() -> None:
    assert Puzzle([[0], [1]], [[], [1]]) == Puzzle([[], [1]], [[0], [1]])
    assert Puzzle([[0]], [[]]).rows == (Clue(),)


@given(grids())
def test_the_puzzle_of_a_picture_accepts_that_picture(grid: Grid) -> None:
    puzzle = Puzzle.of(grid)
    assert (puzzle.height, puzzle.width) == (grid.height, grid.width)
    assert puzzle.accepts(grid)
    assert sum(clue.total for clue in puzzle.rows) == sum(clue.total for clue in puzzle.columns)


def test_every_defect_is_named_at_once_with_its_line() -> None:
    defects = validate([[1, -2], [3.5, True], [2, 2, 2]], [[9], [1, 0, 1], []])
    assert [(defect.code, getattr(defect, "line", None)) for defect in defects] == [
        ("block-below-one", Line(Axis.ROW, 0)),
        ("block-not-whole", Line(Axis.ROW, 1)),
        ("block-not-whole", Line(Axis.ROW, 1)),
        ("clue-too-long", Line(Axis.ROW, 2)),
        ("clue-too-long", Line(Axis.COLUMN, 0)),
        ("block-below-one", Line(Axis.COLUMN, 1)),
    ]


def test_different_totals_are_named_with_both() -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        Puzzle([[1], [2]], [[2], [2]])
    assert "the row clues add up to 3 and the column clues to 4" in str(caught.value)
    assert "行の数字の合計は 3、列の数字の合計は 4" in caught.value.text("ja")


@pytest.mark.parametrize(("rows", "columns"), [([], [[1]]), ([[1]], []), ([], [])])
def test_a_puzzle_needs_rows_and_columns(rows: list[list[int]], columns: list[list[int]]) -> None:
    with pytest.raises(InvalidPuzzle, match="at least one row and one column"):
        Puzzle(rows, columns)


def test_the_message_says_which_line_and_how_many_cells() -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        Puzzle([[1, 1, 1], [1]], [[1], [1], [1], [1]])
    assert str(caught.value) == (
        "row 1 has the clue 1 1 1, which needs 5 cells, but the line has 4."
    )
    assert caught.value.text("ja").startswith("1行目のヒント 1 1 1 には 5 マス必要")
