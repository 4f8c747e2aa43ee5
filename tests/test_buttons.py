"""The buttons of a template, pressed in LibreOffice."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from oletools.olevba import VBA_Parser

from tests.office import Office
from tests.pressing import Desk, builder, with_stand_in
from xlnono import excel
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.language import Language
from xlnono.model.board import Axis, Grid, Line
from xlnono.puzzle_sheet.read import find_layout
from xlnono.templates import template
from xlnono.templates.button_sheets import BUTTONS
from xlnono.xlsx.book import open_book

HEART = ".#.#.\n#####\n#####\n.###.\n..#.."
ROWS = [[1, 1], [5], [5], [3], [1]]
COLUMNS = [[2], [4], [4], [4], [2]]


@pytest.fixture
def desk_for(office: Office, tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    desks: list[Desk] = []

    def make(height: int = 5, width: int = 5, language: Language = "en") -> Desk:
        path = tmp_path / "お絵かき ロジック" / "my puzzle.xlsm"
        path.parent.mkdir()
        template.new(path, height, width, language=language, macro=True)
        with_stand_in(path)
        desks.append(Desk(office, path, language))
        return desks[-1]

    yield make
    for desk in desks:
        desk.close()


@pytest.fixture
def heart(desk_for: Callable[..., Desk]) -> Desk:
    desk = desk_for()
    desk.type_clues(ROWS, COLUMNS)
    return desk


def test_solve_paints_the_picture_and_adds_log_and_replay(heart: Desk) -> None:
    said = heart.press("Solve")
    assert said.startswith("Result: exactly one solution, easy")
    assert heart.board() == HEART
    assert heart.titles()[:3] == ["Puzzle", "Puzzle log", "Puzzle replay"]


def test_the_charts_stand_beside_the_log_once_however_often_it_is_solved(heart: Desk) -> None:
    heart.press("Solve")
    heart.press("Solve")
    log = heart.host.document.Sheets.getByName("Puzzle log")
    titles = [chart.EmbeddedObject.Title.String for chart in log.Charts]
    assert titles == ["Steps by technique", "Cells known after each step"]
    first, second = (shape.Position for shape in log.DrawPage)
    assert log.getCellRangeByName("H1").Position.X < first.X < second.X
    assert log.getCellRangeByName("A2").Position.Y < first.Y == second.Y


def test_step_paints_one_deduction_at_a_time_until_the_picture_is_there(heart: Desk) -> None:
    assert heart.press("Step").startswith("Look at ")
    assert 0 < heart.board().count("?") < 25
    boards = [heart.board()]
    while "complete" not in heart.press("Step"):
        assert heart.board().count("?") < boards[-1].count("?")
        boards.append(heart.board())
    assert boards[-1] == HEART


def test_hint_gives_away_more_with_every_press_and_paints_nothing(heart: Desk) -> None:
    first, second, third, fourth = (heart.press("Hint") for _ in range(4))
    assert "clue" in first
    assert "technique" not in first
    assert second.startswith(first)
    assert "technique" in second
    assert third.startswith(second)
    assert third != second
    assert fourth == third
    assert "#" not in heart.board()


def test_check_says_how_many_solutions_and_marks_wrong_cells(heart: Desk) -> None:
    assert "No mark" not in heart.press("Check")
    heart.mark(0, 0, 1)
    heart.mark(0, 1, 0)
    heart.mark(1, 1, 1)
    said = heart.press("Check")
    assert "exactly one solution, easy" in said
    assert "F11:G11" in said
    assert [heart.fill(0, 0), heart.fill(0, 1)] == [0xFF5050] * 2
    assert heart.fill(1, 1) == -1
    heart.press("Restore")
    assert heart.fill(0, 0) == -1
    assert heart.grid.getCellByPosition(0, 0).Value == 1


def test_clear_and_restore(heart: Desk) -> None:
    heart.mark(0, 1, 1)
    heart.press("Solve")
    assert heart.press("Restore") == "The board is as it was before the last run."
    assert heart.grid.getDataArray()[0] == ("", 1, "", "", "")
    assert heart.fill(0, 1) == -1
    heart.press("Solve")
    heart.press("Clear")
    assert heart.board() == "\n".join(["?????"] * 5)
    assert heart.press("Solve").startswith("Result: exactly one solution")
    assert heart.board() == HEART


def test_nothing_to_restore(heart: Desk) -> None:
    assert "nothing to restore" in heart.press("Restore")


def test_assume_follows_the_lines_in_a_colour_of_its_own_and_restore_gives_it_up(
    desk_for: Callable[..., Desk],
) -> None:
    desk = desk_for(4, 4)
    desk.type_clues([[1], [1], [1], [1]], [[1], [1], [1], [1]])
    desk.select(0, 0)
    said = desk.press("Assume")
    assert said.startswith("Assumption 1: F11 is black. 6 cells follow")
    assert desk.fill(0, 0) == 0x1E3A8A
    assert {desk.fill(0, k) for k in (1, 2, 3)} == {0xDBEAFE}
    desk.select(1, 1)
    assert desk.press("Assume").startswith("Assumption 2: G12 is black.")
    assert desk.fill(1, 1) == 0x581C87
    assert desk.press("Assume").startswith("Assumption 2: G12 is white.")
    assert desk.fill(1, 1) == 0xD8B4FE
    desk.press("Restore")
    assert {desk.fill(row, column) for row in range(4) for column in range(4)} == {-1}
    assert {value for row in desk.grid.getDataArray() for value in row} == {""}


def test_assume_takes_a_clash_back_and_marks_the_opposite(heart: Desk) -> None:
    heart.select(0, 0)
    said = heart.press("Assume")
    assert said.startswith("If F11 is black, nothing fits ")
    assert said.endswith("So F11 is white.")
    assert heart.board() == ".????" + "\n?????" * 4
    assert heart.press("Assume") == "F11 is known already. Select an unknown cell."


def test_assume_wants_a_cell_of_the_grid(heart: Desk) -> None:
    controller = heart.host.document.CurrentController
    controller.select(heart.host.cells("Puzzle", "A1"))
    assert heart.press("Assume").startswith("Select an unknown cell")


def test_a_clash_of_the_marks_is_told_and_nothing_is_painted(heart: Desk) -> None:
    heart.mark(0, 0, 1)
    said = heart.press("Solve")
    assert "contradict the clues" in said
    assert "the other colour in F11" in said
    assert "row" in said or "column" in said
    assert "#" not in heart.board()
    assert heart.titles()[1] == "Settings"


def test_a_mistake_in_the_clues_is_told_with_its_cell(desk_for: Callable[..., Desk]) -> None:
    desk = desk_for()
    desk.type_clues([[1, 1], [5], [5], [3], [7]], COLUMNS)
    said = desk.press("Solve")
    assert "cell E15" in said
    assert "7" in said
    assert "Traceback" not in said


def test_an_impossible_puzzle_gets_a_red_clue(desk_for: Callable[..., Desk]) -> None:
    desk = desk_for(2, 2)
    desk.type_clues([[2], [0]], [[2], [0]])
    said = desk.press("Solve")
    assert said.startswith("Result: no solution")
    assert "its clue is red" in said


def test_the_time_limit_of_the_settings_holds(desk_for: Callable[..., Desk]) -> None:
    desk = desk_for()
    desk.type_clues(ROWS, COLUMNS)
    desk.host.cells("Settings", "B2").setValue(1e-9)
    said = desk.press("Solve")
    assert said.startswith("Result: not decided in the time given")
    assert "settings" in said


@pytest.mark.parametrize(
    ("language", "captions", "said"),
    [
        ("en", ["Solve", "Step", "Hint", "Check", "Where"], "there are no clues yet: type"),
        ("ja", ["解く"], "ヒントがまだ入力されていません"),
    ],
)
def test_a_template_without_clues_is_no_puzzle_yet(
    desk_for: Callable[..., Desk], language: Language, captions: list[str], said: str
) -> None:
    desk = desk_for(language=language)
    for caption in captions:
        assert said in desk.press(caption)
        assert set(desk.board()) == {"?", "\n"}


def test_several_solutions_have_no_grade_and_two_are_on_the_log(
    desk_for: Callable[..., Desk],
) -> None:
    desk = desk_for(2, 2)
    desk.type_clues([[1], [1]], [[1], [1]])
    for caption in ("Check", "Solve", "Solve"):
        said = desk.press(caption)
        assert re.fullmatch(r"Result: more than one solution, [0-9.]+ s\.", said)
    log = desk.host.document.Sheets.getByName("Puzzle log")
    cursor = log.createCursor()
    cursor.gotoEndOfUsedArea(False)
    area = log.getCellRangeByPosition(0, 0, cursor.RangeAddress.EndColumn, 40)
    titles = [
        (row, column)
        for row, held in enumerate(area.getDataArray())
        for column, value in enumerate(held)
        if str(value).startswith("Solution ")
    ]
    pictures = [
        [
            [log.getCellByPosition(column + k, row + 1 + down).CellBackColor for k in (0, 1)]
            for down in (0, 1)
        ]
        for row, column in titles
    ]
    black, white = 0x9A3412, 0xF4B183
    diagonals = [[black, white], [white, black]], [[white, black], [black, white]]
    assert sorted(pictures) == sorted(diagonals)


def test_without_a_log_there_is_only_the_picture(heart: Desk) -> None:
    heart.host.cells("Settings", "B4").setString("no")
    heart.press("Solve")
    assert heart.board() == HEART
    assert "Puzzle log" not in heart.titles()


def test_a_protected_sheet_is_told_in_a_box_and_stays_as_it_is(heart: Desk) -> None:
    heart.host.document.Sheets.getByName("Puzzle").protect("")
    before = heart.status
    assert heart.press("Solve") == before
    assert len(heart.host.alerts) == 1
    assert "protected" in heart.host.alerts[0]
    assert heart.host.document.Sheets.getByName("Puzzle").isProtected()
    assert "#" not in heart.board()


def test_a_renamed_sheet_is_solved(heart: Desk) -> None:
    heart.press("Solve")
    heart.host.document.Sheets.getByName("Puzzle").Name = heart.title = "猫 1 (it's)"
    heart.press("Clear")
    assert heart.press("Solve").startswith("Result: exactly one solution")
    assert heart.board() == HEART
    assert heart.titles()[:4] == ["猫 1 (it's)", "Puzzle log", "Puzzle replay", "Puzzle before"]


def test_a_copied_sheet_is_a_puzzle_of_its_own(heart: Desk) -> None:
    heart.press("Solve")
    heart.host.document.Sheets.copyByName("Puzzle", "Second", 7)
    heart.host.press("Puzzle", "Clear")
    heart.title = "Second"
    heart.type_clues([[1], [2], [3], [4], [5]], [[5], [4], [3], [2], [1]])
    heart.host.show("Second")
    heart.host.call("import xlnono.excel; xlnono.excel.solve()")
    assert heart.board() == "#....\n##...\n###..\n####.\n#####"
    heart.title = "Puzzle"
    assert "#" not in heart.board()


def test_everything_is_given_back(heart: Desk) -> None:
    heart.select(2, 3)
    for caption in ("Solve", "Check", "Step", "Clear", "Restore"):
        heart.press(caption)
        host = heart.host
        assert host.app.screen_updating
        assert host.app.enable_events
        assert host.statuses[-1] is False
        assert host.document.CurrentController.ActiveSheet.Name == "Puzzle"
        assert host.document.CurrentSelection.AbsoluteName == "$Puzzle.$I$13"


def test_it_speaks_japanese(desk_for: Callable[..., Desk]) -> None:
    desk = desk_for(language="ja")
    desk.type_clues(ROWS, COLUMNS)
    assert desk.press("解く").startswith("結果: 解は1つ、やさしい")
    assert desk.titles()[:3] == ["問題", "問題 解答手順", "問題 再生"]
    assert desk.press("元に戻す") == "盤面を前回の実行前に戻しました。"
    assert "手筋" in (desk.press("ヒント"), desk.press("ヒント"))[1]


def test_the_macros_are_made_from_their_text() -> None:
    text = builder().OURS.read_text("ascii")
    held = {name: code for _, _, name, code in VBA_Parser(str(template.MACROS)).extract_macros()}
    assert text in held["XlnonoMacros.bas"].replace("\r\n", "\n")
    assert "Public Function RunPython" in held["xlwings.bas"]
    for macro, _ in BUTTONS:
        name = macro.removeprefix("Xlnono").lower()
        assert f'Public Sub {macro}()\n    Press "{name}"\n' in text
        assert callable(getattr(excel, name))


def test_the_ready_template_is_what_the_command_makes(tmp_path: Path) -> None:
    template.new(tmp_path / "xlnono.xlsm", 20, 20, macro=True, this_machine=False)
    ready = Path(__file__).parents[1] / "templates" / "xlnono.xlsm"
    assert (tmp_path / "xlnono.xlsm").read_bytes() == ready.read_bytes()


def test_the_command_line_solves_a_workbook_with_buttons_and_keeps_them(
    office: Office, tmp_path: Path
) -> None:
    path = tmp_path / "heart.xlsm"
    template.new(path, 5, 5, macro=True)
    with_stand_in(path)
    book = open_book(path)
    layout = find_layout(book.sheets()[0])
    for axis, clues in ((Axis.ROW, ROWS), (Axis.COLUMN, COLUMNS)):
        for line, clue in enumerate(clues):
            slots = list(layout.clue(Line(axis, line)).cells())
            for slot, block in zip(slots, clue, strict=False):
                book.sheets()[0].write(slot, [[block]])
    book.save(path)
    assert solve_workbook(Job(path, path)).written
    desk = Desk(office, path)
    assert desk.board() == HEART
    assert "exactly one" in desk.press("Check")
    assert desk.press("Restore").startswith("There is nothing")
    assert desk.press("Clear") == "The grid is empty."
    desk.close()


@pytest.mark.parametrize(("module", "host"), [("excel", {"xlwings"}), ("calc", set())])
def test_a_press_loads_none_of_the_slow_libraries(module: str, host: set[str]) -> None:
    code = f"import sys, xlnono.{module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    slow = {"xlwings", "openpyxl", "lxml", "xlsxwriter", "click", "rich"}
    assert loaded & slow == host


def test_a_large_picture_takes_few_calls(desk_for: Callable[..., Desk]) -> None:
    size = 60
    chance = random.Random(3)
    grid = Grid.from_cells([[chance.random() < 0.72 for _ in range(size)] for _ in range(size)])
    desk = desk_for(size, size)
    desk.type_clues(grid.row_clues(), grid.column_clues())
    desk.press("Solve")
    shown = ["".join(".#"[int(cell)] for cell in row) for row in desk.grid.getDataArray()]
    assert "\n".join(shown) == grid.text()
    assert [desk.fill(7, k) == 0x262626 for k in range(size)] == [mark == "#" for mark in shown[7]]
    assert sum(desk.host.calls.values()) < 60
