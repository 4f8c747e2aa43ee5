"""Boards and grids: text, masks, turning and mirroring."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.strategies import givens_of, grids
from xlnono import Axis, Board, Cell, Grid, Line

PICTURE = "#..#\n.##.\n#?.."


def test_text_and_board_invert_each_other() -> None:
    board = Board.from_text(PICTURE)
    assert board.text() == PICTURE
    assert (board.height, board.width, board.known, board.unknown) == (3, 4, 11, 1)
    assert board[0, 0] is Cell.BLACK
    assert board[0, 1] is Cell.WHITE
    assert board[2, 1] is Cell.UNKNOWN


@pytest.mark.parametrize("text", ["##\n#", "#x"])
def test_text_that_is_no_picture_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="of the picture"):
        Board.from_text(text)


def test_a_grid_needs_every_cell() -> None:
    with pytest.raises(ValueError, match="1 cells are unknown"):
        Board.from_text(PICTURE).grid()


@given(grids())
def test_grid_and_board_are_the_same_picture(grid: Grid) -> None:
    assert Grid.from_text(grid.text()) == grid
    assert Board.of(grid).grid() == grid
    assert Board.of(grid) == Board.from_text(grid.text())
    cells = [[grid[row, k] is Cell.BLACK for k in range(grid.width)] for row in range(grid.height)]
    assert Grid.from_cells(cells) == grid


@given(grids(), st.data())
def test_two_pictures_differ_where_one_was_changed(grid: Grid, data: st.DataObject) -> None:
    cells = [(row, column) for row in range(grid.height) for column in range(grid.width)]
    changed = data.draw(st.sets(st.sampled_from(cells)))
    other = Grid.from_cells(
        [
            [(grid[row, k] is Cell.BLACK) ^ ((row, k) in changed) for k in range(grid.width)]
            for row in range(grid.height)
        ]
    )
    assert grid.differing(other) == other.differing(grid) == sorted(changed)


@given(grids())
def test_turning_exchanges_the_clues_and_mirroring_reverses_them(grid: Grid) -> None:
    assert grid.transposed().transposed() == grid
    assert grid.transposed().row_clues() == grid.column_clues()
    assert grid.mirrored().mirrored() == grid
    assert grid.mirrored().row_clues() == [clue[::-1] for clue in grid.row_clues()]
    assert grid.mirrored().column_clues() == grid.column_clues()[::-1]


@given(grids().flatmap(givens_of), st.data())
def test_every_cell_stands_in_both_of_its_lines(board: Board, data: st.DataObject) -> None:
    row = data.draw(st.integers(0, board.height - 1))
    column = data.draw(st.integers(0, board.width - 1))
    for line, offset in ((Line(Axis.ROW, row), column), (Line(Axis.COLUMN, column), row)):
        assert line.cell(offset) == (row, column)
        assert board.line(board.number(line)) == line
        number = board.number(line)
        assert (board.black[number] >> offset & 1) == (board[row, column] is Cell.BLACK)
        assert (board.white[number] >> offset & 1) == (board[row, column] is Cell.WHITE)


def test_a_copy_goes_its_own_way() -> None:
    board = Board(2, 3)
    twin = board.copy()
    twin.fix(1, 2, Cell.BLACK)
    assert board.text() == "???\n???"
    assert twin.text() == "???\n??#"
    assert list(twin.cells()) == [(1, 2, Cell.BLACK)]
