"""Assume, Clear and Restore: to try something, and to take it back."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.sessions import HEART, ONES, UNKNOWN, Session
from xlnono.spreadsheet.area import Area


def test_assume_follows_the_lines_in_a_colour_of_its_own_and_restore_gives_it_up(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(ONES, ONES)
    first, second = desk.cell(0, 0).address, desk.cell(1, 1).address
    desk.at(0, 0)
    said = desk.press("assume")
    assert said.startswith(f"Assumption 1: {first} is black. 6 cells follow")
    assert desk.fill(0, 0) == "1E3A8A"
    assert {desk.fill(0, k) for k in (1, 2, 3)} == {"DBEAFE"}
    desk.at(1, 1)
    assert desk.press("assume").startswith(f"Assumption 2: {second} is black.")
    assert desk.fill(1, 1) == "581C87"
    assert desk.press("assume").startswith(f"Assumption 2: {second} is white.")
    assert desk.fill(1, 1) == "D8B4FE"
    desk.press("restore")
    assert {fill for row in desk.fills() for fill in row} == {None}
    assert {value for row in desk.values() for value in row} == {None}


def test_assume_takes_back_a_contradiction_and_marks_the_opposite(heart: Session) -> None:
    heart.at(0, 0)
    cell = heart.cell(0, 0).address
    said = heart.press("assume")
    assert said.startswith(f"If {cell} is black, ")
    assert " has a contradiction: no arrangement fits. So " in said
    assert said.endswith(f"So {cell} is white.")
    assert heart.board() == ".????" + "\n?????" * 4
    assert heart.press("assume") == f"{cell} is already known. Select an unknown cell."


def test_assume_wants_a_cell_of_the_grid(heart: Session) -> None:
    heart.select(Area(1, 1))
    assert heart.press("assume").startswith("Select an unknown cell")


def test_clear_and_restore(heart: Session) -> None:
    heart.mark(0, 1, 1)
    heart.press("solve")
    assert heart.press("restore") == "The board is as it was before the last run."
    assert heart.values()[0] == [None, 1, None, None, None]
    assert heart.fill(0, 1) is None
    heart.press("solve")
    assert heart.press("clear") == "The grid is empty."
    assert heart.board() == UNKNOWN
    assert {value for row in heart.values() for value in row} == {None}
    heart.press("restore")
    assert heart.board() == HEART


def test_of_two_runs_the_last_one_is_taken_back(heart: Session) -> None:
    heart.press("solve")
    heart.press("solve")
    assert heart.press("restore") == "The board is as it was before the last run."
    assert heart.board() == HEART


def test_nothing_to_restore(heart: Session) -> None:
    assert "nothing to restore" in heart.press("restore")
