"""The extension for LibreOffice Calc, installed in a LibreOffice of its own and used there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.office import Office
from xlnono.buttons import actions
from xlnono.language import Language
from xlnono.model.steps import Technique
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.spreadsheet.theme import BLACK_FILL
from xlnono.templates import extension, template
from xlnono.wording import technique_name
from xlnono.xlsx.book import open_book

HEART = ".#.#.\n#####\n#####\n.###.\n..#.."
ROWS = [[1, 1], [5], [5], [3], [1]]
COLUMNS = [[2], [4], [4], [4], [2]]
UNKNOWN = "\n".join(["?????"] * 5)


class Desk:
    """A workbook that is open, and a person who uses the toolbar."""

    def __init__(self, calc: Office, path: Path) -> None:
        self.calc, self.path = calc, path
        self.document = calc.open(path)
        self.sheet = self.document.CurrentController.ActiveSheet

    def press(self, command: str) -> str:
        """Give a command; returns the answer."""
        from com.sun.star.beans import PropertyValue

        answer = self.calc.service("com.sun.star.frame.DispatchHelper").executeDispatch(
            self.document.CurrentController.Frame,
            *(f"vnd.xlnono:{command}", "", 0, (PropertyValue("Silent", 0, True, 0),)),
        )
        assert not self.document.hasControllersLocked()
        assert self.document.CurrentController.Frame.ContainerWindow.isEnabled()
        assert self.document.CurrentController.ActiveSheet.Name == self.sheet.Name
        return str(answer.Result)

    @property
    def grid(self) -> Any:
        names = self.sheet.NamedRanges
        if names.hasByName("xlnono_grid"):
            return names.getByName("xlnono_grid").getReferredCells()
        return self.sheet.getCellRangeByName("C3:G7")

    def mark(self, row: int, column: int, value: int) -> None:
        self.grid.getCellByPosition(column, row).setValue(value)

    def fill(self, row: int, column: int) -> int:
        return int(self.grid.getCellByPosition(column, row).CellBackColor)

    def board(self) -> str:
        """What the grid shows: # for a dark fill, . for a 0, ? for anything else."""
        return "\n".join(
            "".join(
                "#" if self.fill(row, k) == int(BLACK_FILL, 16) else "." if held == 0 else "?"
                for k, held in enumerate(values)
            )
            for row, values in enumerate(self.grid.getDataArray())
        )

    def titles(self) -> list[str]:
        return [sheet.Name for sheet in self.document.Sheets if sheet.IsVisible]

    def close(self) -> None:
        self.document.close(True)


@pytest.fixture
def desk_for(calc: Office, tmp_path: Path) -> Iterator[Callable[[Path], Desk]]:
    desks: list[Desk] = []

    def open_desk(path: Path) -> Desk:
        desks.append(Desk(calc, path))
        return desks[-1]

    yield open_desk
    for desk in desks:
        desk.close()


@pytest.fixture
def heart(desk_for: Callable[[Path], Desk], tmp_path: Path) -> Desk:
    """A workbook without macros and without a cell for answers."""
    template.filled(tmp_path / "heart.xlsx", ROWS, COLUMNS)
    return desk_for(tmp_path / "heart.xlsx")


@pytest.fixture
def plain(calc: Office, desk_for: Callable[[Path], Desk], tmp_path: Path) -> Desk:
    """An .ods that somebody has typed, in which nothing has a name."""
    from com.sun.star.beans import PropertyValue
    from com.sun.star.table import BorderLine2, TableBorder2

    new = calc.desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, ())
    sheet = new.Sheets.getByIndex(0)
    sheet.Name = "猫 (it's)"
    for k, clue in enumerate(ROWS):
        sheet.getCellByPosition(1, 2 + k).setString(" ".join(map(str, clue)))
    for k, clue in enumerate(COLUMNS):
        sheet.getCellByPosition(2 + k, 1).setValue(clue[0])
    line = BorderLine2(OuterLineWidth=26, LineWidth=26)
    sides = ("Top", "Bottom", "Left", "Right", "Horizontal", "Vertical")
    frame = TableBorder2(**{f"{side}Line": line for side in sides})
    for side in sides:
        setattr(frame, f"Is{side}LineValid", True)
    sheet.getCellRangeByName("C3:G7").TableBorder2 = frame
    path = tmp_path / "猫.ods"
    new.storeToURL(path.as_uri(), (PropertyValue("FilterName", 0, "calc8", 0),))
    new.close(True)
    return desk_for(path)


@pytest.mark.parametrize("kind", ["heart", "plain"])
def test_solve_paints_the_picture_and_adds_log_and_replay(
    kind: str, request: pytest.FixtureRequest
) -> None:
    desk = request.getfixturevalue(kind)
    title = desk.sheet.Name
    said = desk.press("solve")
    assert said.startswith("Result: exactly one solution, easy")
    assert desk.board() == HEART
    assert desk.titles() == [title, f"{title} log", f"{title} replay"]
    controller = desk.document.CurrentController
    controller.setActiveSheet(desk.document.Sheets.getByName(f"{title} log"))
    assert controller.hasFrozenPanes()
    (replay,) = [sheet for sheet in desk.document.Sheets if sheet.Name == f"{title} replay"]
    cell = replay.NamedRanges.getByName("xlnono_board")
    assert cell.getReferredCells().Spreadsheet.Name == title


def test_what_is_saved_is_a_solved_workbook_for_everybody_else(heart: Desk) -> None:
    heart.press("solve")
    heart.document.store()
    book = open_book(heart.path)
    read = read_puzzle(book.sheets()[0])
    assert read.present.text() == HEART
    assert read.marks.unknown == 25
    log, replay = book.sheets()[1:3]
    techniques = {technique_name(technique, "en") for technique in Technique}
    assert techniques & {value for row in log.values(log.used()) for value in row}
    assert replay.title == "Puzzle replay"


@pytest.mark.parametrize("kind", ["heart", "plain"])
def test_saved_and_opened_again_it_is_solved_with_the_same_result(
    kind: str, request: pytest.FixtureRequest, desk_for: Callable[[Path], Desk], tmp_path: Path
) -> None:
    desk = request.getfixturevalue(kind)
    desk.press("solve")
    desk.document.store()
    titles = desk.titles()
    shutil.copyfile(desk.path, tmp_path / f"copy{desk.path.suffix}")
    again = desk_for(tmp_path / f"copy{desk.path.suffix}")
    assert "exactly one solution, easy" in again.press("solve")
    assert again.board() == HEART
    assert again.titles() == titles
    again.press("restore")
    again.press("clear")
    assert again.board() == UNKNOWN


def test_a_press_is_one_step_to_undo(heart: Desk) -> None:
    heart.mark(0, 1, 1)
    heart.press("solve")
    assert heart.document.UndoManager.getCurrentUndoActionTitle() == "xlnono"
    heart.document.UndoManager.undo()
    assert heart.board() == UNKNOWN
    assert heart.grid.getDataArray()[0] == ("", 1, "", "", "")
    assert heart.titles() == ["Puzzle"]
    heart.document.UndoManager.redo()
    assert heart.board() == HEART
    log = heart.document.Sheets.getByName("Puzzle log")
    assert log.getCellRangeByName("A1").String != ""
    heart.document.UndoManager.undo()
    assert heart.press("solve").startswith("Result: exactly one solution")
    assert heart.board() == HEART


def test_the_log_has_its_charts_and_once_though_solved_twice(heart: Desk) -> None:
    heart.press("solve")
    heart.press("solve")
    heart.document.store()
    charts = load_workbook(heart.path)["Puzzle log"]._charts
    assert [type(chart).__name__ for chart in charts] == ["BarChart", "ScatterChart"]
    bars, line = (chart.series[0] for chart in charts)
    assert bars.val.numRef.f.startswith("'Puzzle log'!")
    first, last = line.yVal.numRef.f.split("!")[1].replace("$", "").split(":")
    log = load_workbook(heart.path)["Puzzle log"]
    known = [row[0].value for row in log[first:last]]
    assert known == sorted(known)
    assert known[-1] == 25
    assert log.cell(log[first].row - 1, log[first].column).value == "Known"


def test_step_paints_one_deduction_at_a_time_until_the_picture_is_there(heart: Desk) -> None:
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
    assert third != second
    assert fourth == third
    assert heart.board() == UNKNOWN
    selected, grid = heart.document.CurrentSelection.RangeAddress, heart.grid.RangeAddress
    assert grid.StartRow <= selected.StartRow <= selected.EndRow <= grid.EndRow


def test_check_turns_wrong_marks_red_and_restore_brings_them_back(heart: Desk) -> None:
    heart.mark(0, 0, 1)
    heart.mark(1, 1, 1)
    said = heart.press("check")
    assert "exactly one solution, easy" in said
    assert "Marked wrongly" in said
    assert [heart.fill(0, 0), heart.fill(1, 1)] == [0xFF5050, -1]
    assert heart.press("restore") == "The board is as it was before the last run."
    assert heart.fill(0, 0) == -1
    assert heart.grid.getCellByPosition(0, 0).Value == 1


def test_assume_follows_the_lines_from_the_selected_cell(heart: Desk) -> None:
    heart.document.CurrentController.select(heart.grid.getCellByPosition(0, 0))
    said = heart.press("assume")
    assert "nothing fits" in said
    assert heart.board() == ".????" + "\n?????" * 4


def test_clear_empties_the_grid(heart: Desk) -> None:
    heart.press("solve")
    assert heart.press("clear") == "The grid is empty."
    assert heart.board() == UNKNOWN
    assert {held for row in heart.grid.getDataArray() for held in row} == {""}


def test_a_workbook_with_a_place_for_answers_gets_them_there(
    desk_for: Callable[[Path], Desk], tmp_path: Path
) -> None:
    template.new(tmp_path / "buttons.xlsm", 5, 5, language="ja", macro=True)
    desk = desk_for(tmp_path / "buttons.xlsm")
    said = desk.press("clear")
    assert said == "盤面を空にしました。"
    cell = desk.sheet.NamedRanges.getByName("xlnono_status").getReferredCells()
    assert cell.getCellByPosition(0, 0).String == said


def test_a_mistake_in_the_clues_is_told_with_its_cell(
    desk_for: Callable[[Path], Desk], tmp_path: Path
) -> None:
    template.filled(tmp_path / "wrong.xlsx", [[1, 1], [5], [5], [3], [7]], COLUMNS)
    desk = desk_for(tmp_path / "wrong.xlsx")
    said = desk.press("solve")
    assert "“Puzzle”, cell " in said
    assert "7" in said
    assert "Traceback" not in said
    assert desk.board() == UNKNOWN
    assert desk.titles() == ["Puzzle"]


def test_a_sheet_without_a_puzzle_and_a_protected_one_are_told(heart: Desk) -> None:
    heart.sheet.protect("")
    assert "protected" in heart.press("solve")
    assert heart.board() == UNKNOWN
    heart.sheet.unprotect("")
    heart.document.Sheets.insertNewByName("empty", 1)
    heart.sheet = heart.document.Sheets.getByName("empty")
    heart.document.CurrentController.setActiveSheet(heart.sheet)
    assert "no puzzle was found" in heart.press("solve")


def test_what_calc_refuses_is_told_and_nothing_is_done_by_halves(heart: Desk) -> None:
    heart.press("solve")
    heart.press("clear")
    log = heart.document.Sheets.getByName("Puzzle log")
    log.protect("")
    before = log.getCellRangeByName("A1:H9").getDataArray()
    assert heart.press("solve").endswith("The sheet is as it was.")
    assert heart.board() == UNKNOWN
    assert log.getCellRangeByName("A1:H9").getDataArray() == before
    log.unprotect("")
    assert heart.press("solve").startswith("Result: exactly one solution")
    assert heart.board() == HEART


def test_it_speaks_the_language_of_libreoffice(calc: Office, heart: Desk) -> None:
    calc.speak("ja")
    assert heart.press("solve").startswith("結果: 解は1つ、やさしい")
    assert heart.titles() == ["Puzzle", "Puzzle 解答手順", "Puzzle 再生"]


LANGUAGES: tuple[tuple[Language, str], ...] = (("en", "en-US"), ("ja", "ja-JP"))


@pytest.mark.parametrize(("language", "locale"), LANGUAGES)
def test_a_missing_python_is_told_with_what_to_do(
    calc: Office, heart: Desk, language: Language, locale: str
) -> None:
    calc.speak(locale)
    calc.chosen_python.write_text(str(calc.folder / "nowhere" / "python"), "utf-8")
    said = heart.press("solve")
    assert str(calc.folder / "nowhere" / "python") in said
    assert str(calc.chosen_python) in said
    assert {"en": "cannot be started", "ja": "起動できません"}[language] in said
    assert heart.board() == UNKNOWN


def test_a_python_without_xlnono_is_told_how_to_get_it(calc: Office, heart: Desk) -> None:
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", calc.folder / "bare"], check=True
    )
    python = calc.folder / "bare" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    calc.chosen_python.write_text(f"\ufeff{python}\n", "utf-8")
    said = heart.press("solve")
    assert f"{python} -m pip install xlnono" in said


def stand_in(calc: Office, folder: Path, script: str) -> None:
    """Have a script started in the place of Python."""
    path = folder / "python"
    path.write_text(
        f"#!{sys.executable}\nimport json, sys, time\n"
        "def ask(what, *arguments):\n"
        "    print(json.dumps({'ask': what, 'arguments': arguments}), flush=True)\n"
        f"{script}\n"
    )
    path.chmod(0o755)
    calc.chosen_python.write_text(str(path), "utf-8")


SCRIPTS = {
    "dies": "sys.exit('out of memory')",
    "dies at work": "ask('do', 'Puzzle', 'value\\tA1\\t77'); sys.exit('out of memory')",
    "talks nonsense": "print('hello', flush=True); sys.stdin.read()",
    "asks for what is not there": "ask('read', 'nowhere', 'A1'); sys.exit(sys.stdin.readline())",
}


scripted = pytest.mark.skipif(sys.platform == "win32", reason="a script stands in for Python")


@scripted
@pytest.mark.parametrize("script", SCRIPTS)
def test_a_press_that_breaks_off_is_told_and_leaves_the_sheet_as_it_was(
    calc: Office, heart: Desk, tmp_path: Path, script: str
) -> None:
    stand_in(calc, tmp_path, SCRIPTS[script])
    before = heart.sheet.getCellRangeByName("A1").String
    said = heart.press("solve")
    assert "stopped before it was done" in said
    assert heart.sheet.getCellRangeByName("A1").String == before
    assert ("out of memory" in said) is script.startswith("dies")


@scripted
def test_a_press_that_is_not_heard_of_is_stopped(calc: Office, heart: Desk, tmp_path: Path) -> None:
    # A minute and twice a little less than nothing, for the sake of a quick test.
    stand_in(
        calc,
        tmp_path,
        "ask('do', 'Puzzle', 'value\\tA1\\t7'); ask('allow', -29.9)\ntime.sleep(600)",
    )
    before = heart.sheet.getCellRangeByName("A1").String
    assert "was stopped" in heart.press("solve")
    assert heart.sheet.getCellRangeByName("A1").String == before


def test_the_menu_has_every_button_in_both_languages(calc: Office) -> None:
    provider = calc.service("com.sun.star.configuration.ConfigurationProvider")
    from com.sun.star.beans import PropertyValue

    for path in ("OfficeMenuBar/xlnono.calc/Submenu", "OfficeToolBar/xlnono.calc"):
        for locale, place in (("en-US", 0), ("ja", 1)):
            items = provider.createInstanceWithArguments(
                "com.sun.star.configuration.ConfigurationAccess",
                (
                    PropertyValue(
                        "nodepath", 0, f"/org.openoffice.Office.Addons/AddonUI/{path}", 0
                    ),
                    PropertyValue("Locale", 0, locale, 0),
                ),
            )
            found = [(items.getByName(k).URL, items.getByName(k).Title) for k in items.ElementNames]
            wanted = [
                (f"vnd.xlnono:{macro.removeprefix('Xlnono').lower()}", captions)
                for macro, captions in template.BUTTONS
            ]
            assert [url.partition(":")[2] for url, _ in found] == list(actions.BUTTONS)
            assert found == [(url, captions[place]) for url, captions in wanted]


def test_the_toolbar_is_shown_below_the_others_under_its_name(calc: Office, heart: Desk) -> None:
    bar = "private:resource/toolbar/addon_xlnono.calc"
    assert heart.document.CurrentController.Frame.LayoutManager.isElementVisible(bar)
    states = calc.service("com.sun.star.ui.WindowStateConfiguration")
    state = states.getByName("com.sun.star.sheet.SpreadsheetDocument").getByName(bar)
    facts = {fact.Name: fact.Value for fact in state}
    assert (facts["UIName"], facts["Docked"], facts["DockPos"].Y) == ("xlnono", True, 2)


def test_the_extension_is_always_the_same_file_and_never_written_over(tmp_path: Path) -> None:
    for name in ("one.oxt", "two.oxt"):
        extension.make(tmp_path / name)
    assert (tmp_path / "one.oxt").read_bytes() == (tmp_path / "two.oxt").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.oxt") as package:
        assert package.read("python.txt").decode() == sys.executable
        assert not [name for name in package.namelist() if "__pycache__" in name]
    with pytest.raises(template.FileExists):
        extension.make(tmp_path / "one.oxt")
    with pytest.raises(extension.NotOxtName):
        extension.make(tmp_path / "xlnono.zip")
    assert not (tmp_path / "xlnono.zip").exists()
