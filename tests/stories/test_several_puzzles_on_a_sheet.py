"""Three puzzles on one sheet: a button acts on the one at the selected cell, or asks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.support.sessions import Session
from tests.support.workbooks import ONLY, Arrangement, put_puzzle
from xlnono.buttons.catalogue import BUTTONS, Name
from xlnono.model.board import Grid
from xlnono.spreadsheet.area import Area

PICTURES = Path(__file__).parents[2] / "samples" / "pictures"
CUP, TROPHY = (
    Grid.from_text((PICTURES / f"{name}.txt").read_text()) for name in ("cup-10x10", "trophy-10x11")
)
FIRST, SECOND, THIRD = GRIDS = tuple(map(Area.parse, ("F6:J10", "S8:AC17", "F24:O33")))
WRONG = Area.parse("R9")

# Macros need a template, whose sheet has one puzzle.
pytestmark = pytest.mark.programs("memory", "plain", "desktop", "calc")


@pytest.fixture
def puzzles(reopen: Callable[[Path], Session], tmp_path: Path) -> Session:
    """Three puzzles; a clue of the second one is too long."""
    workbook = Workbook()
    sheet = workbook.active
    assert isinstance(sheet, Worksheet)
    for grid, place in zip((ONLY, TROPHY, CUP), GRIDS, strict=True):
        put_puzzle(sheet, grid, Arrangement(place.row, place.column, bordered=True))
    sheet[WRONG.address] = 22
    workbook.save(tmp_path / "magazine.xlsx")
    desk = reopen(tmp_path / "magazine.xlsx")
    desk.title = "Sheet"
    return desk


def pressed(desk: Session, name: Name, cell: Area) -> str:
    desk.select(cell._replace(height=1, width=1))
    return desk.press(name)


def shown(desk: Session, area: Area) -> str:
    """The picture that a grid shows, without one an empty text."""
    values = desk.host().read("Sheet", area)
    if not any(value is not None for row in values for value in row):
        return ""
    return "\n".join("".join("#" if value else "." for value in row) for row in values)


def test_each_is_solved_cleared_and_restored_by_itself(puzzles: Session) -> None:
    assert "exactly one solution" in pressed(puzzles, "solve", THIRD)
    assert [shown(puzzles, grid) for grid in GRIDS] == ["", "", CUP.text()]
    # A clue belongs to its puzzle, too.
    beside = Area(FIRST.row, FIRST.column - 1)
    assert "exactly one solution" in pressed(puzzles, "solve", beside)
    solved = [ONLY.text(), "", CUP.text()]
    assert [shown(puzzles, grid) for grid in GRIDS] == solved
    logs = [title for title in puzzles.visible() if "log" in title]
    assert len(logs) == 2
    assert pressed(puzzles, "clear", THIRD) == "The grid is empty."
    assert [shown(puzzles, grid) for grid in GRIDS] == [ONLY.text(), "", ""]
    pressed(puzzles, "restore", FIRST)
    assert [shown(puzzles, grid) for grid in GRIDS] == ["", "", ""]
    pressed(puzzles, "restore", THIRD)
    assert [shown(puzzles, grid) for grid in GRIDS] == ["", "", CUP.text()]


def test_the_broken_one_is_reported_and_the_others_are_left_alone(puzzles: Session) -> None:
    pressed(puzzles, "solve", FIRST)
    titles = puzzles.visible()
    for name in ("solve", "step", "hint", "check"):
        said = pressed(puzzles, name, SECOND)
        assert WRONG.address in said, name
        assert "22" in said
    assert puzzles.visible() == titles
    assert [shown(puzzles, grid) for grid in GRIDS] == [ONLY.text(), "", ""]
    puzzles.host().put("Sheet", WRONG, [[2]])
    assert "exactly one solution" in pressed(puzzles, "solve", SECOND)
    assert [shown(puzzles, grid) for grid in GRIDS] == [ONLY.text(), TROPHY.text(), ""]


def test_away_from_all_of_them_it_asks(puzzles: Session) -> None:
    for name in BUTTONS:
        if name != "where" or puzzles.host().conditions:
            said = pressed(puzzles, name, Area.parse("AZ99"))
            assert "select a cell of the one you mean" in said, name
            assert all(grid.address in said for grid in GRIDS)
    assert [shown(puzzles, grid) for grid in GRIDS] == ["", "", ""]
    assert puzzles.titles() == ["Sheet"]


def test_a_board_is_not_restored_to_the_puzzle_that_has_its_number_now(puzzles: Session) -> None:
    pressed(puzzles, "step", FIRST)
    mark = Area(SECOND.row, SECOND.column)
    puzzles.host().put("Sheet", mark, [[1]])
    clues = (
        FIRST._replace(row=FIRST.row - 3, height=3),
        FIRST._replace(column=FIRST.column - 3, width=3),
    )
    for area in (FIRST, *clues):
        puzzles.host().put("Sheet", area, [[None] * area.width] * area.height)
    around = Area.parse("O3:AC17")
    before = puzzles.sheet().values(around)
    assert pressed(puzzles, "restore", SECOND).startswith("Nothing was restored")
    assert puzzles.sheet().values(around) == before


def test_step_hint_assume_and_where_mean_the_one_at_the_cell(puzzles: Session) -> None:
    assert pressed(puzzles, "step", THIRD).startswith("Look at ")
    step = shown(puzzles, THIRD)
    assert step
    pressed(puzzles, "hint", FIRST)
    assert all(area.intersects(FIRST) for area in puzzles.selection())
    assert pressed(puzzles, "assume", FIRST).startswith("If F6 is black, column 1 has")
    assert shown(puzzles, THIRD) == step
    if puzzles.host().conditions:
        assert "green" in pressed(puzzles, "where", THIRD)
    assert pressed(puzzles, "restore", FIRST).startswith("The board is as it was")
    assert [shown(puzzles, grid) for grid in GRIDS] == ["", "", step]
