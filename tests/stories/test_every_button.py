"""All buttons, one after the other, in every program."""

from __future__ import annotations

import pytest

from tests.support.sessions import HEART, UNKNOWN, Session
from xlnono.puzzle_sheet.companion_sheets import BOARD_NAME
from xlnono.spreadsheet.area import parse_reference
from xlnono.spreadsheet.theme import CONTRADICTION_FILL, GREEN_FILL


@pytest.mark.always
def test_every_button_works(heart: Session) -> None:
    said = heart.press("where")
    if heart.host().conditions:
        assert said == "6 lines have a next deduction; their clues are green."
        assert "Puzzle where" in heart.titles()
        assert "Puzzle where" not in heart.visible()
    else:
        assert "xlnono new --macro" in said
        assert heart.titles() == ["Puzzle"]
    if heart.conditions:
        assert heart.green(GREEN_FILL) == "rows 2 3 4 columns 2 3 4"
    first, second = heart.press("hint"), heart.press("hint")
    assert "technique" not in first
    assert "technique" in second
    assert heart.board() == UNKNOWN
    heart.press("hint")
    assert heart.layout().grid.contains(heart.selection()[0])
    heart.at(0, 0)
    assert heart.press("why").startswith(
        f"Neither the row nor the column of {heart.cell(0, 0).address} "
    )
    assert heart.board() == UNKNOWN
    assert "no arrangement fits" in heart.press("assume")
    if heart.conditions:
        assert heart.green(GREEN_FILL) == ""
    assert heart.board() == ".????" + "\n?????" * 4
    assert heart.press("restore") == "The board is as it was before the last run."
    assert heart.board() == UNKNOWN
    heart.mark(0, 0, 1)
    heart.mark(1, 1, 1)
    heart.colour(4, 4, "C0FFEE")
    said = heart.press("check")
    assert "exactly one solution, easy" in said
    assert f"Wrong cells (now red): {heart.cell(0, 0).address}." in said
    assert [heart.fill(0, 0), heart.fill(1, 1)] == [CONTRADICTION_FILL, None]
    heart.press("restore")
    assert [heart.fill(0, 0), heart.fill(4, 4)] == [None, "C0FFEE"]
    assert heart.values()[0] == [1, None, None, None, None]
    heart.mark(0, 0, None)
    assert heart.press("step").startswith("Look at ")
    assert 0 < heart.board().count("?") < 24
    said = heart.press("solve")
    assert said.startswith("Result: exactly one solution, easy")
    assert ("replay shows only the last step" in said) is not heart.host().conditions
    assert heart.board() == HEART
    assert heart.titles()[:3] == ["Puzzle", "Puzzle log", "Puzzle replay"]
    assert "Puzzle before" not in heart.visible()
    title, _ = parse_reference(heart.sheet("Puzzle replay").names()[BOARD_NAME])
    assert title == "Puzzle"
    assert heart.press("clear") == "The grid is empty."
    assert heart.board() == UNKNOWN
    assert {value for row in heart.values() for value in row} == {None}
    heart.press("restore")
    assert heart.board() == HEART
