"""Step, Hint and Check: what comes next, and what is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.sessions import HEART, UNKNOWN, Session
from xlnono.spreadsheet.theme import CONTRADICTION_FILL


def test_step_paints_one_deduction_at_a_time_until_the_picture_is_there(heart: Session) -> None:
    assert heart.press("step").startswith("Look at ")
    assert 0 < heart.board().count("?") < 25
    boards = [heart.board()]
    while "complete" not in heart.press("step"):
        assert heart.board().count("?") < boards[-1].count("?")
        boards.append(heart.board())
    assert boards[-1] == HEART


def test_hint_gives_away_more_with_every_press_and_selects_the_place(heart: Session) -> None:
    first, second, third, fourth = (heart.press("hint") for _ in range(4))
    assert "clue" in first
    assert "technique" not in first
    assert second.startswith(first)
    assert "technique" in second
    assert third.startswith(second)
    assert third != second
    assert fourth == third
    assert heart.board() == UNKNOWN
    grid = heart.layout().grid
    assert all(grid.contains(area) for area in heart.selection())


@pytest.mark.programs("memory", "macros", "calc")
def test_hint_gives_away_more_on_a_protected_template_too(desk_for: Callable[..., Session]) -> None:
    desk = desk_for(settings=True)
    desk.protect("Puzzle")
    first, second, third = (desk.press("hint") for _ in range(3))
    assert "technique" not in first
    assert second.startswith(first)
    assert "technique" in second
    assert third.startswith(second)
    assert third != second


def test_check_says_how_many_solutions_and_marks_wrong_cells(heart: Session) -> None:
    assert "No mark" not in heart.press("check")
    heart.mark(0, 0, 1)
    heart.mark(0, 1, 0)
    heart.mark(1, 1, 1)
    heart.colour(4, 4, "C0FFEE")
    said = heart.press("check")
    assert "exactly one solution, easy" in said
    wrong = f"{heart.cell(0, 0).address}:{heart.cell(0, 1).address}"
    assert f"Wrong cells (now red): {wrong}." in said
    assert [heart.fill(0, 0), heart.fill(0, 1)] == [CONTRADICTION_FILL] * 2
    assert heart.fill(1, 1) is None
    assert heart.press("restore") == "The board is as it was before the last run."
    assert heart.fill(0, 0) is None
    assert heart.values()[0] == [1, 0, None, None, None]
    assert heart.fill(4, 4) == "C0FFEE"


def test_check_takes_the_red_from_what_is_no_longer_wrong(heart: Session) -> None:
    for column in range(3):
        heart.mark(0, column, int(column != 1))
    heart.press("check")
    assert [heart.fill(0, column) for column in range(3)] == [CONTRADICTION_FILL] * 3
    heart.mark(0, 0, 0)
    heart.mark(0, 1, None)
    before = heart.values()
    assert heart.press("check").endswith(f" Wrong cells (now red): {heart.cell(0, 2).address}.")
    assert [heart.fill(0, column) for column in range(3)] == [None, None, CONTRADICTION_FILL]
    assert heart.values() == before
    heart.mark(0, 2, None)
    assert heart.press("check").endswith(" No mark is wrong.")
    assert {fill for row in heart.fills() for fill in row} == {None}
    assert heart.press("restore") == "The board is as it was before the last run."
    assert heart.fill(0, 2) == CONTRADICTION_FILL


def test_check_takes_the_red_from_an_emptied_board(heart: Session) -> None:
    heart.mark(0, 0, 1)
    heart.press("check")
    heart.mark(0, 0, None)
    heart.press("check")
    assert heart.fill(0, 0) is None


def test_painted_cells_are_painted_again_when_a_clue_makes_them_right(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for([[1], [2]], [[2], [1]])
    desk.press("solve")
    picture, values = desk.board(), desk.values()
    desk.type_clues([[1], [2]], [[1], [2]])
    desk.press("check")
    assert desk.fills()[0] == [CONTRADICTION_FILL] * 2
    desk.type_clues([[1], [2]], [[2], [1]])
    assert desk.press("check").endswith(" No mark is wrong.")
    assert (desk.board(), desk.values()) == (picture, values)


def test_check_says_whether_the_board_matches_one_of_several_solutions(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for([[1], [1]], [[1], [1]])
    assert "matches one" not in desk.press("check")
    desk.mark(0, 0, 1)
    assert " The board matches one of the solutions. If you made this puzzle" in desk.press("check")
    desk.mark(1, 1, 0)
    said = desk.press("check")
    assert "Your marks match no solution." in said
    assert "matches one" not in said
