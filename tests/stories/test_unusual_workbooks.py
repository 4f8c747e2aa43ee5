"""All eight buttons where people have filtered, frozen, hidden, renamed or protected something."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.support.memory_host import MemoryHost
from tests.support.sessions import HEART, Session
from xlnono.buttons.catalogue import Name
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Value

BUTTONS: tuple[Name, ...] = get_args(Name)

# After a dozen presses with macros, LibreOffice crashes. What macros do in Excel is in
# tests/hosts/test_macros_interpreted.py.
pytestmark = pytest.mark.programs("memory", "plain", "calc")

State = tuple[list[list[Value]], list[list[str | None]]]


def state(desk: Session) -> State:
    """What the cells of the puzzle hold and how they are filled, without the answer."""
    grid = desk.layout().grid
    area = Area.between(grid.row - 3, 1, grid.last_row, grid.last_column)
    return desk.sheet().values(area), desk.sheet().fills(area)


def press_all(desk: Session) -> None:
    """Press each button twice, and solve in the end."""
    for name in BUTTONS:
        for _ in range(2):
            desk.at(0, 0)
            said = desk.press(name)
            assert "error" not in said.casefold(), said
    desk.press("clear")
    assert desk.press("solve").startswith("Result: exactly one solution")
    assert desk.board() == HEART


def restores(desk: Session) -> None:
    """What a button painted is taken back, cell by cell."""
    desk.press("clear")
    desk.mark(1, 1, 1)
    desk.colour(3, 3, "C0FFEE")
    before = state(desk)
    for name in ("solve", "step", "clear"):
        desk.press(name)
        assert state(desk) != before
        desk.press("restore")
        assert state(desk) == before


@pytest.fixture
def filtered(heart: Session) -> Session:
    """A puzzle with a filter that hides its second and its fourth row."""
    grid = heart.layout().grid
    column = Area(grid.row - 1, grid.last_column + 9, grid.height + 1)
    heart.host().put(heart.title, column, [[f"'{text}"] for text in "kxyxyx"])
    heart.filter(column, "x")
    assert heart.hidden_rows(grid) == [grid.row + 1, grid.row + 3]
    return heart


@pytest.mark.programs("memory", "calc")
def test_rows_that_a_filter_hides_are_painted_and_restored(filtered: Session) -> None:
    hidden = filtered.hidden_rows(filtered.layout().grid)
    restores(filtered)
    assert filtered.hidden_rows(filtered.layout().grid) == hidden
    press_all(filtered)
    assert filtered.hidden_rows(filtered.layout().grid) == hidden


def test_a_name_with_a_formula_of_several_lines_is_in_nobodys_way(heart: Session) -> None:
    heart.define("adds", "LAMBDA(x,\n\tx+1)")
    assert "adds" in heart.sheet().names()
    press_all(heart)
    restores(heart)


def test_a_frozen_sheet_is_painted_and_restored(heart: Session) -> None:
    heart.freeze()
    press_all(heart)
    restores(heart)


def test_sheets_can_be_called_anything(heart: Session) -> None:
    heart.rename("Puzzle", "it's a!b “お絵かき” & more")
    heart.title = "it's a!b “お絵かき” & more"
    press_all(heart)
    restores(heart)


@pytest.mark.programs("memory", "plain", "calc")
def test_a_protected_structure_is_reported_before_anything_is_painted(heart: Session) -> None:
    heart.mark(0, 1, 1)
    before, titles = state(heart), heart.titles()
    heart.protect_structure()
    for name in ("solve", "step", "assume", "clear", "where"):
        heart.at(2, 0)
        said = heart.press(name)
        if name == "where" and not heart.host().conditions:
            continue
        assert said == (
            "the structure of the workbook is protected, so no sheet can be added: unprotect the "
            "workbook and press again."
        ), name
    assert heart.press("hint").startswith("Look at ")
    assert (state(heart), heart.titles()) == (before, titles)
    heart.unprotect_structure()
    press_all(heart)


def test_a_protected_structure_is_no_matter_once_the_sheets_are_there(heart: Session) -> None:
    press_all(heart)
    heart.protect_structure()
    press_all(heart)
    restores(heart)


def test_a_hidden_log_is_written_and_stays_hidden(heart: Session) -> None:
    heart.press("solve")
    for title in ("Puzzle log", "Puzzle replay"):
        heart.hide(title)
    visible = heart.visible()
    heart.press("clear")
    press_all(heart)
    assert heart.visible() == visible


def test_a_protected_log_is_reported_before_anything_is_painted(heart: Session) -> None:
    heart.press("solve")
    heart.press("clear")
    before = state(heart)
    heart.protect("Puzzle log")
    assert heart.press("solve") == (
        "sheet “Puzzle log”: the sheet is protected, so nothing can be painted: unprotect it and "
        "press again."
    )
    assert state(heart) == before
    heart.unprotect("Puzzle log")
    press_all(heart)


@pytest.mark.programs("memory")
def test_an_answer_that_the_sheet_does_not_take_is_shown_in_a_box(
    heart: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("a cell is being edited")

    monkeypatch.setattr(MemoryHost, "put", refuse)
    said = heart.press("hint")
    assert said.startswith("Look at ")
    assert heart.boxes == [said]
