"""Why?: the selected cell is explained, and nothing is painted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.sessions import HEART, UNKNOWN, Session


def test_the_line_that_settles_the_selected_cell_is_named(heart: Session) -> None:
    heart.at(1, 2)
    cell = heart.cell(1, 2).address
    said = heart.press("why")
    assert said.startswith(f"{cell} is black because of row 2 (")
    assert "the 5 fills all 5 cells" in said
    assert heart.board() == UNKNOWN
    assert heart.selection()[0].address == cell


def test_an_open_cell_is_shown_in_both_colours(heart: Session) -> None:
    heart.at(0, 0)
    said = heart.press("why")
    assert said.startswith(f"Neither the row nor the column of {heart.cell(0, 0).address} ")
    assert "it can be black, as in ■□□□■, or white, as in □" in said
    assert "Other lines settle it: it is white" in said


def test_a_single_step_that_comes_first_is_not_counted_in_the_plural(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for([[2], [1]], [[1], [2]])
    desk.at(1, 0)
    assert desk.press("why").endswith("it is white, but one step comes first.")


def test_a_wrong_mark_is_called_wrong(heart: Session) -> None:
    heart.mark(0, 0, 1)
    heart.at(0, 0)
    cell = heart.cell(0, 0).address
    assert heart.press("why").startswith(f"The mark in {cell} is wrong: the cell is white.")
    heart.at(1, 1)
    assert f"Wrong cells: {cell}." in heart.press("why")


def test_a_solved_cell_is_explained_from_the_marks(heart: Session) -> None:
    heart.at(1, 2)
    unsolved = heart.press("why")
    heart.press("solve")
    assert heart.board() == HEART
    heart.at(1, 2)
    assert heart.press("why") == unsolved


@pytest.mark.programs("memory")
def test_outside_the_grid_a_cell_is_asked_for(heart: Session) -> None:
    heart.at(-1, 0)
    assert heart.press("why") == "Select a cell of the grid, then press again."
