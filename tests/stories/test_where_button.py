"""Where: clues of the lines that can move turn green, for a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.sessions import COLUMNS, HEART, ONES, ROWS, UNKNOWN, Session
from xlnono.language import Language
from xlnono.model.board import Axis, Line, lines_of
from xlnono.spreadsheet.theme import GREEN_FILL, SUSPECT_FILL

AT_FIRST = "rows 2 3 4 columns 2 3 4"
"""The lines of the heart with blocks longer than half of their room."""

shows_conditions = pytest.mark.programs("memory", "calc")


@shows_conditions
def test_the_clues_of_the_lines_that_can_move_turn_green(heart: Session) -> None:
    visible = heart.visible()
    assert heart.green(GREEN_FILL) == ""
    assert heart.press("where") == "6 lines have a next deduction; their clues are green."
    assert heart.green(GREEN_FILL) == AT_FIRST
    assert heart.visible() == visible
    assert heart.board() == UNKNOWN


@pytest.mark.parametrize("name", ["step", "solve", "assume", "check", "clear", "restore"])
@shows_conditions
def test_a_button_that_paints_takes_the_green_back(heart: Session, name: Any) -> None:
    heart.press("step")
    heart.press("where")
    assert heart.green(GREEN_FILL) == "rows 3 4 columns 1 2 3 4 5"
    heart.at(0, 0)
    heart.press("hint")
    assert heart.green(GREEN_FILL) != ""
    heart.press(name)
    assert heart.green(GREEN_FILL) == ""
    if name == "restore":
        heart.press("where")
        assert heart.green(GREEN_FILL) == AT_FIRST


@shows_conditions
def test_it_can_be_asked_for_again_and_again(heart: Session) -> None:
    for _ in range(30):
        said = heart.press("where")
        if "complete" in said:
            break
        assert heart.green(GREEN_FILL) != ""
        heart.press("step")
    assert heart.board() == HEART
    assert heart.green(GREEN_FILL) == ""


@shows_conditions
def test_a_suspect_that_solve_marked_stays_marked(desk_for: Callable[..., Session]) -> None:
    desk = desk_for([[2], [0]], [[2], [0]])
    desk.press("solve")
    marked = [line for line in lines_of(2, 2) if SUSPECT_FILL in desk.colours(line)]
    assert marked
    desk.press("where")
    assert [line for line in lines_of(2, 2) if SUSPECT_FILL in desk.colours(line)] == marked


@shows_conditions
def test_a_copied_sheet_has_green_clues_of_its_own(heart: Session) -> None:
    heart.press("where")
    heart.copy_sheet("Puzzle", "Second")
    heart.title = "Second"
    heart.show("Second")
    heart.press("step")
    assert heart.green(GREEN_FILL) == ""
    heart.press("where")
    assert heart.green(GREEN_FILL) == "rows 3 4 columns 1 2 3 4 5"
    heart.title = "Puzzle"
    assert heart.green(GREEN_FILL) == AT_FIRST
    heart.show("Puzzle")
    heart.press("clear")
    assert heart.green(GREEN_FILL) == ""
    heart.title = "Second"
    assert heart.green(GREEN_FILL) == "rows 3 4 columns 1 2 3 4 5"


@pytest.mark.programs("memory", "macros", "calc")
def test_it_says_why_no_line_can_move(desk_for: Callable[..., Session]) -> None:
    heart = desk_for()
    heart.press("solve")
    assert heart.press("where").endswith("the picture is complete.")
    ones = desk_for(ONES, ONES)
    said = ones.press("where")
    assert said.startswith("From these marks, no line yields a deduction by itself.")
    assert "Assume" in said
    for column in (0, 2):
        ones.mark(3, column, 1)
    assert ones.press("where").startswith("Contradiction in row 4: no arrangement fits.")
    ones.mark(3, 2, 0)
    assert ones.press("where").endswith("their clues are green.")


@shows_conditions
def test_one_line_is_spoken_of_as_one(desk_for: Callable[..., Session]) -> None:
    desk = desk_for([[4], [1], [1], [1]], [[2], [2], [2], [1]])
    assert desk.press("where") == "One line has a next deduction; its clue is green."
    assert desk.green(GREEN_FILL) == "rows 1"


@pytest.mark.programs("memory", "macros", "calc")
def test_a_protected_sheet_is_left_alone(heart: Session) -> None:
    titles = heart.titles()
    heart.protect("Puzzle")
    assert "protected" in heart.press("where")
    assert heart.titles() == titles


@pytest.mark.programs("plain")
@pytest.mark.always
def test_without_macros_it_says_what_it_needs_and_changes_nothing(heart: Session) -> None:
    assert "xlnono new --macro" in heart.press("where")
    assert heart.titles() == ["Puzzle"]


WORDS: dict[Language, str] = {
    "en": "6 lines have a next deduction; their clues are green.",
    "ja": "6本の行・列で次に進めます(緑のヒント)。",
}


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.programs("memory", "macros")
def test_the_lines_are_marked_out_of_sight(
    desk_for: Callable[..., Session], language: Language
) -> None:
    desk = desk_for(ROWS, COLUMNS, language)
    desk.press("step")
    desk.press("restore")
    desk.press("step")
    calls = desk.calls()
    desk.press("restore")
    desk.at(2, 3)
    assert desk.press("where") == WORDS[language]
    assert desk.selection() == [desk.cell(2, 3)]
    title = f"{desk.title} where"
    assert title not in desk.visible()
    layout = desk.layout()
    around = layout.rows.joined(layout.columns).joined(layout.grid)

    def marked() -> set[object]:
        held = [value for row in desk.sheet(title).values(around) for value in row]
        return {cell for cell, value in zip(around.cells(), held, strict=True) if value}

    lines = [Line(axis, k) for axis in Axis for k in (1, 2, 3)]
    assert marked() == {cell for line in lines for cell in layout.clue(line).cells()}
    desk.press("step")
    assert desk.calls() <= calls + 1
    assert not marked()
