"""Workbooks with buttons in LibreOffice: what only their macros do, and what one press costs."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from oletools.olevba import VBA_Parser

from tests.support.blobs import blobs
from tests.support.office import Office, first_page
from tests.support.office_sessions import MacroSession
from tests.support.pressing import builder, with_stand_in
from tests.support.sessions import COLUMNS, HEART, ROWS, Clues
from tests.support.shown import assert_shows
from tests.support.uno_engine import Host
from xlnono import excel
from xlnono.buttons.catalogue import PRESSES, macro
from xlnono.engine.clock import Clock
from xlnono.engine.decide.search import follow_lines
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.language import Language
from xlnono.model.board import Axis, Cell, Grid, Line
from xlnono.model.puzzle import Puzzle
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.spots import find_layout
from xlnono.templates import template, template_sheet
from xlnono.xlsx.book import open_book

NO_PYTHON = """\
Public Function RunPython(PythonCommand As String)
    Err.Raise 53, "xlwings", "File not found"
End Function
Public Function Asked() As String
    Asked = "pass"
End Function
"""
STOPPED = r"Stopped after step (\d+) of (\d+); press Solve for the rest"
LONG_PAUSES = 0.05
"""Steps a second: nobody waits for the end of a pause of 20 seconds that is to be stopped."""


@pytest.fixture
def desk_for(office: Office, tmp_path: Path) -> Iterator[Callable[..., MacroSession]]:
    desks: list[MacroSession] = []

    def make(
        rows: Clues = ROWS, columns: Clues = COLUMNS, language: Language = "en"
    ) -> MacroSession:
        path = tmp_path / f"{len(desks)}.xlsm"
        template.new(path, len(rows), len(columns), language=language, macro=True)
        desks.append(MacroSession(office, path, language))
        desks[-1].type_clues(rows, columns)
        return desks[-1]

    yield make
    for desk in desks:
        desk.close()


def test_where_between_solves_leaves_the_charts_in_place(
    desk_for: Callable[..., MacroSession],
) -> None:
    desk = desk_for()
    for name in ("solve", "where", "solve", "where", "solve"):
        desk.press(name)
    log = desk.document.Sheets.getByName("Puzzle log")
    assert log.Charts.Count == 2
    titles = list(desk.document.Sheets.ElementNames)
    visible = [title for title in titles if desk.native(title).IsVisible]
    assert titles[: titles.index(visible[-1]) + 1] == visible


def test_the_macros_are_made_from_their_text() -> None:
    texts = {name: path.read_text("ascii") for name, path in builder().OURS.items()}
    held = {
        name: code for _, _, name, code in VBA_Parser(str(template_sheet.MACROS)).extract_macros()
    }
    for name, text in texts.items():
        assert text in held[f"{name}.bas"].replace("\r\n", "\n")
    text = texts["XlnonoMacros"]
    assert "Public Function RunPython" in held["xlwings.bas"]
    for name in PRESSES:
        assert f'Public Sub {macro(name)}()\n    Press "{name}"\n' in text
        assert callable(getattr(excel, name))


def test_the_ready_template_is_what_the_command_makes(tmp_path: Path) -> None:
    template.new(tmp_path / "xlnono.xlsm", 20, 20, macro=True, this_machine=False)
    ready = Path(__file__).parents[2] / "templates" / "xlnono.xlsm"
    assert (tmp_path / "xlnono.xlsm").read_bytes() == ready.read_bytes()


def test_the_command_line_solves_a_workbook_with_buttons_and_keeps_them(
    office: Office, tmp_path: Path
) -> None:
    path = tmp_path / "heart.xlsm"
    template.new(path, 5, 5, macro=True)
    book = open_book(path)
    layout = find_layout(book.sheets()[0])
    for axis, clues in ((Axis.ROW, ROWS), (Axis.COLUMN, COLUMNS)):
        for line, clue in enumerate(clues):
            slots = list(layout.clue(Line(axis, line)).cells())
            for slot, block in zip(slots, clue, strict=False):
                book.sheets()[0].write(slot, [[block]])
    book.save(path)
    assert solve_workbook(Job(path, path)).written
    desk = MacroSession(office, path, "en")
    assert desk.board() == HEART
    assert "exactly one" in desk.press("check")
    assert desk.press("restore").startswith("There is nothing")
    assert desk.press("clear") == "The grid is empty."
    desk.close()


@pytest.mark.parametrize("size", [25, pytest.param(40, marks=pytest.mark.long)])
def test_a_large_picture_takes_few_calls_and_is_seen_on_its_page(
    desk_for: Callable[..., MacroSession], tmp_path: Path, size: int
) -> None:
    chance = random.Random(3)
    grid = Grid.from_cells([[chance.random() < 0.72 for _ in range(size)] for _ in range(size)])
    desk = desk_for(grid.row_clues(), grid.column_clues())
    desk.press("solve")
    assert desk.calls() < 65
    assert desk.board() == grid.text()
    desk.workbook.book.save(str(tmp_path / "solved.xlsm"))
    # The cells of a large board are small on its page.
    assert_shows(first_page(tmp_path / "solved.xlsm", dots=200), grid)


def test_the_page_of_a_japanese_workbook_shows_the_picture(
    desk_for: Callable[..., MacroSession], tmp_path: Path
) -> None:
    picture = blobs(20, 3)
    desk = desk_for(picture.row_clues(), picture.column_clues(), "ja")
    desk.press("solve")
    desk.workbook.book.save(str(tmp_path / "solved.xlsm"))
    assert_shows(first_page(tmp_path / "solved.xlsm"), picture)


def test_a_press_of_any_button_stops_the_painting(desk_for: Callable[..., MacroSession]) -> None:
    desk = desk_for()
    desk.set("speed", LONG_PAUSES)
    pauses: list[int] = []

    def press_soon(number: int) -> bool:
        pauses.append(number)
        if number == 1:
            desk.workbook.run("xlwings.PressSoon", "XlnonoHint", "1")
        # So a press that is lost costs no time.
        return number > 1

    desk.at_pause(press_soon)
    assert re.match(STOPPED, desk.press("solve"))
    assert pauses == [1]
    assert desk.workbook.run("xlwings.Asked") == ""


@pytest.mark.parametrize("number", [1, 3])
def test_a_press_between_two_pauses_is_not_lost(
    desk_for: Callable[..., MacroSession], number: int
) -> None:
    desk = desk_for()
    desk.set("speed", LONG_PAUSES if number == 1 else 20)
    pauses: list[int] = []

    def press_now(pause: int) -> bool:
        pauses.append(pause)
        if pause == number:
            desk.workbook.run("XlnonoMacros.XlnonoHint")
        return pause > number

    desk.at_pause(press_now)
    said = desk.press("solve")
    assert re.match(STOPPED, said), said
    assert len(pauses) == number
    # It does not start a second Python, and the next press does.
    assert desk.workbook.run("xlwings.Asked") == ""
    assert desk.press("hint").startswith("Look at ")


def test_a_press_while_python_is_at_work_starts_no_second_one(
    desk_for: Callable[..., MacroSession],
) -> None:
    run = desk_for().workbook.run
    run("XlnonoMacros.XlnonoAsk", "survey", "", "")
    run("XlnonoMacros.XlnonoSolve")
    assert run("xlwings.Asked") == ""
    run("XlnonoMacros.XlnonoAsk", "done", "", "")
    run("XlnonoMacros.XlnonoSolve")
    assert run("xlwings.Asked") == "import xlnono.excel; xlnono.excel.solve()"


def without_python(path: Path, rows: Clues, columns: Clues) -> Layout:
    """A workbook with buttons and clues where no Python answers."""
    size = len(rows), len(columns)
    template.new(path, *size, macro=True, language="ja", this_machine=False)
    book = open_book(path)
    layout = find_layout(book.sheets()[0])
    for axis, clues in ((Axis.ROW, rows), (Axis.COLUMN, columns)):
        for index, clue in enumerate(clues):
            cell = [*layout.clue(Line(axis, index)).cells()][-1]
            book.sheets()[0].write(cell, [[" ".join(map(str, clue)) or "0"]])
    book.save(path)
    with_stand_in(path, NO_PYTHON)
    return layout


@pytest.mark.long
def test_without_python_a_large_board_is_settled_as_far_as_lines_allow(
    office: Office, tmp_path: Path
) -> None:
    chance, size = random.Random(4), 40
    picture = [
        [(abs(r - 20) + abs(c - 20) < 18) ^ (chance.random() < 0.08) for c in range(size)]
        for r in range(size)
    ]
    puzzle = Puzzle.of(Grid.from_cells(picture))
    path = tmp_path / "alone.xlsm"
    layout = without_python(path, puzzle.rows, puzzle.columns)
    host = Host(office, path)
    host.run("XlnonoMacros.XlnonoSolve")
    assert "Python の応答がありません" in str(host.cells("問題", "A3").String)
    expected = follow_lines(puzzle, Clock())
    assert 0 < expected.unknown < size * size
    signs = {Cell.BLACK: 1, Cell.WHITE: 0, Cell.UNKNOWN: ""}
    assert [list(row) for row in host.cells("問題", layout.grid.address).DataArray] == [
        [signs[expected[row, column]] for column in range(size)] for row in range(size)
    ]
    host.close()


def test_without_python_a_press_solves_by_lines_and_another_one_takes_it_back(
    office: Office, tmp_path: Path
) -> None:
    path = tmp_path / "alone.xlsm"
    layout = without_python(path, ROWS, COLUMNS)
    host = Host(office, path)
    grid = host.cells("問題", layout.grid.address)
    for caption, message, black in (("解く", "Python なしで", 16), ("元に戻す", "最後に", 0)):
        host.press("問題", caption)
        assert str(host.cells("問題", "A3").String).startswith(message)
        assert sum(value == 1 for row in grid.DataArray for value in row) == black
    host.close()


def test_without_python_a_board_that_has_moved_is_not_restored_in_its_old_place(
    office: Office, tmp_path: Path
) -> None:
    path = tmp_path / "alone.xlsm"
    layout = without_python(path, ROWS, COLUMNS)
    host = Host(office, path)
    host.press("問題", "解く")
    sheet = host.document.Sheets.getByName("問題")
    sheet.Rows.insertByIndex(layout.box.row - 1, 2)
    solved = sheet.getCellRangeByName("A1:AZ60").FormulaArray
    host.press("問題", "元に戻す")
    status, *others = (row for row in sheet.getCellRangeByName("A3:AZ60").FormulaArray)
    assert "戻すものがありません" in status[0]
    assert others == [*solved[3:]]
    # The next board is stored where the grid is now.
    host.press("問題", "解く")
    host.press("問題", "元に戻す")
    assert str(sheet.getCellRangeByName("A3").String).startswith("最後に")
    host.close()
