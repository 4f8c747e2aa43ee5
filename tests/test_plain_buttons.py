"""What the buttons do, in workbooks that are open without the macros of xlnono."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.office import Office
from tests.uno_engine import Host
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.templates import template
from xlnono.xlsx.book import open_book

HEART = ".#.#.\n#####\n#####\n.###.\n..#.."
ROWS = [[1, 1], [5], [5], [3], [1]]
COLUMNS = [[2], [4], [4], [4], [2]]
UNKNOWN = "\n".join(["?????"] * 5)


class Desk(Host):
    """A plain workbook that is open, and a person who runs scripts on it."""

    def press(self, name: str) -> str:
        """Run a script; returns what the box says."""
        shown = self.document.CurrentController.ActiveSheet.Name
        before = len(self.alerts)
        self.call(f"import xlnono.excel; xlnono.excel.{name}()")
        assert self.document.CurrentController.ActiveSheet.Name == shown
        assert self.app.screen_updating
        assert self.statuses[-1] is False
        (said,) = self.alerts[before:]
        return said

    @property
    def sheet(self) -> Any:
        return self.document.Sheets.getByIndex(0)

    @property
    def grid(self) -> Any:
        return self.sheet.NamedRanges.getByName("xlnono_grid").getReferredCells()

    def cell(self, row: int, column: int) -> Any:
        return self.grid.getCellByPosition(column, row)

    def select(self, row: int, column: int) -> None:
        self.document.CurrentController.select(self.cell(row, column))

    def board(self) -> str:
        """What the grid shows: # for a dark fill, . for a 0, ? for anything else."""
        return "\n".join(
            "".join(
                "#" if self.cell(row, k).CellBackColor == 0x262626 else "." if held == 0 else "?"
                for k, held in enumerate(values)
            )
            for row, values in enumerate(self.grid.getDataArray())
        )

    def titles(self) -> list[str]:
        return [sheet.Name for sheet in self.document.Sheets if sheet.IsVisible]


@pytest.fixture
def desk_for(office: Office) -> Iterator[Callable[[Path], Desk]]:
    desks: list[Desk] = []

    def open_desk(path: Path) -> Desk:
        desks.append(Desk(office, path))
        return desks[-1]

    yield open_desk
    for desk in desks:
        desk.close()


@pytest.fixture
def heart(desk_for: Callable[[Path], Desk], tmp_path: Path) -> Desk:
    template.filled(tmp_path / "heart.xlsx", ROWS, COLUMNS)
    return desk_for(tmp_path / "heart.xlsx")


def test_solve_paints_the_picture_and_says_what_the_replay_lacks(heart: Desk) -> None:
    said = heart.press("solve")
    assert said.startswith("Result: exactly one solution, easy")
    assert "replay shows the last step only" in said
    assert heart.board() == HEART
    assert heart.titles() == ["Puzzle", "Puzzle log", "Puzzle replay"]
    log = heart.document.Sheets.getByName("Puzzle log")
    assert log.getCellRangeByName("A1").CharWeight == 150
    assert not log.getCellRangeByName("J1").Columns.IsVisible


def test_solving_twice_gives_the_same_and_restore_brings_the_marks_back(heart: Desk) -> None:
    heart.cell(0, 1).setValue(1)
    heart.press("solve")
    titles = heart.titles()
    heart.press("solve")
    assert (heart.board(), heart.titles()) == (HEART, titles)
    assert heart.press("restore") == "The board is as it was before the last run."
    assert heart.board() == HEART
    heart.press("clear")
    assert heart.board() == UNKNOWN
    heart.press("restore")
    assert heart.board() == HEART


def test_restore_brings_back_values_and_colours(heart: Desk) -> None:
    heart.cell(0, 0).setValue(1)
    heart.cell(4, 4).CellBackColor = 0xC0FFEE
    said = heart.press("check")
    assert "Marked wrongly" in said
    assert heart.cell(0, 0).CellBackColor == 0xFF5050
    heart.press("restore")
    assert heart.cell(0, 0).CellBackColor == -1
    assert heart.cell(0, 0).Value == 1
    assert heart.cell(4, 4).CellBackColor == 0xC0FFEE


def test_step_by_step_the_picture_comes_out(heart: Desk) -> None:
    assert heart.press("step").startswith("Look at ")
    boards = [heart.board()]
    while "complete" not in heart.press("step"):
        assert heart.board().count("?") < boards[-1].count("?")
        boards.append(heart.board())
    assert boards[-1] == HEART


def test_hint_gives_away_more_with_every_press_and_selects_the_place(heart: Desk) -> None:
    first, second, third, fourth = (heart.press("hint") for _ in range(4))
    assert "technique" not in first
    assert "technique" in second
    assert third.startswith(second)
    assert fourth == third != second
    assert heart.board() == UNKNOWN
    selected, grid = heart.document.CurrentSelection.RangeAddress, heart.grid.RangeAddress
    assert grid.StartRow <= selected.StartRow <= selected.EndRow <= grid.EndRow


def test_assume_follows_the_lines_and_takes_a_clash_back(
    heart: Desk, desk_for: Callable[[Path], Desk], tmp_path: Path
) -> None:
    heart.select(0, 0)
    assert "nothing fits" in heart.press("assume")
    assert heart.board() == ".????" + "\n?????" * 4
    template.filled(tmp_path / "four.xlsx", [[1]] * 4, [[1]] * 4)
    four = desk_for(tmp_path / "four.xlsx")
    four.select(0, 0)
    assert "6 cells follow" in four.press("assume")
    assert four.cell(0, 0).CellBackColor == 0x1E3A8A
    assert {four.cell(0, k).CellBackColor for k in (1, 2, 3)} == {0xDBEAFE}
    four.press("restore")
    assert {four.cell(0, k).CellBackColor for k in range(4)} == {-1}


def test_where_says_what_it_needs_and_changes_nothing(heart: Desk) -> None:
    assert "xlnono new --macro" in heart.press("where")
    assert [sheet.Name for sheet in heart.document.Sheets] == ["Puzzle"]


def test_a_protected_sheet_is_told_and_stays_as_it_is(heart: Desk) -> None:
    heart.sheet.protect("")
    assert "protected" in heart.press("solve")
    assert heart.board() == UNKNOWN


def test_saved_it_is_a_solved_workbook_for_everybody_else(heart: Desk) -> None:
    heart.press("solve")
    heart.document.store()
    read = read_puzzle(open_book(heart.path).sheets()[0])
    assert read.present.text() == HEART
    assert read.marks.unknown == 25


def test_what_the_command_line_wrote_is_replaced_and_nothing_of_it_left(
    desk_for: Callable[[Path], Desk], tmp_path: Path
) -> None:
    path = tmp_path / "heart.xlsx"
    template.filled(path, ROWS, COLUMNS)
    assert solve_workbook(Job(path, path)).written
    desk = desk_for(path)
    titles = desk.titles()
    log = desk.document.Sheets.getByName("Puzzle log")
    assert log.Charts.Count > 0
    assert desk.press("solve").startswith("Result: exactly one solution")
    assert desk.titles() == titles
    assert log.Charts.Count == 0


def test_it_speaks_the_language_of_the_settings(
    desk_for: Callable[[Path], Desk], tmp_path: Path
) -> None:
    template.filled(tmp_path / "heart.xlsx", ROWS, COLUMNS, language="ja")
    desk = desk_for(tmp_path / "heart.xlsx")
    settings = desk.document.Sheets
    settings.insertNewByName("設定", 1)
    cells = settings.getByName("設定").getCellRangeByName("A1:A4")
    cells.setDataArray(((60.0,), ("ja",), ("yes",), (0.0,)))
    first = cells.getCellByPosition(0, 0).CellAddress
    settings.getByName("設定").NamedRanges.addNewByName(
        "xlnono_settings", cells.AbsoluteName, first, 0
    )
    assert "最後の手順だけ" in desk.press("solve")
    assert desk.board() == HEART
