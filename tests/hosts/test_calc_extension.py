"""The extension for LibreOffice Calc, installed in a LibreOffice of its own and used there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.office import Office
from tests.support.office_sessions import CalcSession as Session
from tests.support.sessions import COLUMNS, HEART, ROWS, UNKNOWN
from xlnono.buttons.catalogue import BUTTONS, PRESSES
from xlnono.files.writing import FileExists
from xlnono.language import Language
from xlnono.spreadsheet.area import Area
from xlnono.templates import extension, template


@pytest.fixture
def desk_for(calc: Office, tmp_path: Path) -> Iterator[Callable[[Path], Session]]:
    desks: list[Session] = []

    def open_desk(path: Path) -> Session:
        desks.append(Session(calc, path, "en"))
        desks[-1].title = desks[-1].document.CurrentController.ActiveSheet.Name
        return desks[-1]

    yield open_desk
    for desk in desks:
        desk.close()


@pytest.fixture
def heart(desk_for: Callable[[Path], Session], tmp_path: Path) -> Session:
    """A workbook without macros and without a cell for answers."""
    template.filled(tmp_path / "heart.xlsx", ROWS, COLUMNS)
    return desk_for(tmp_path / "heart.xlsx")


@pytest.fixture
def plain(calc: Office, desk_for: Callable[[Path], Session], tmp_path: Path) -> Session:
    """An .ods that somebody has typed, in which nothing has a name."""
    from com.sun.star.beans import PropertyValue
    from com.sun.star.table import BorderLine2, TableBorder2

    new = calc.desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, ())
    sheet = new.Sheets.getByIndex(0)
    sheet.Name = "Ćat (it's)"
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
    title = desk.title
    said = desk.press("solve")
    assert said.startswith("Result: exactly one solution, easy")
    assert desk.board() == HEART
    assert desk.visible() == [title, f"{title} log", f"{title} replay"]
    controller = desk.document.CurrentController
    controller.setActiveSheet(desk.document.Sheets.getByName(f"{title} log"))
    assert controller.hasFrozenPanes()
    (replay,) = [sheet for sheet in desk.document.Sheets if sheet.Name == f"{title} replay"]
    cell = replay.NamedRanges.getByName("xlnono_board")
    assert cell.getReferredCells().Spreadsheet.Name == title


@pytest.mark.parametrize("kind", ["heart", "plain"])
def test_saved_and_opened_again_it_is_solved_with_the_same_result(
    kind: str, request: pytest.FixtureRequest, desk_for: Callable[[Path], Session], tmp_path: Path
) -> None:
    desk = request.getfixturevalue(kind)
    desk.press("solve")
    desk.document.store()
    titles = desk.visible()
    shutil.copyfile(desk.path, tmp_path / f"copy{desk.path.suffix}")
    again = desk_for(tmp_path / f"copy{desk.path.suffix}")
    assert "exactly one solution, easy" in again.press("solve")
    assert again.board() == HEART
    assert again.visible() == titles
    again.press("restore")
    again.press("clear")
    assert again.board() == UNKNOWN


def test_a_press_is_one_step_to_undo(heart: Session) -> None:
    heart.mark(0, 1, 1)
    heart.press("solve")
    assert heart.document.UndoManager.getCurrentUndoActionTitle() == "xlnono: Solve"
    heart.document.UndoManager.undo()
    assert heart.board() == UNKNOWN
    assert heart.values()[0] == [None, 1, None, None, None]
    assert heart.visible() == ["Puzzle"]
    heart.document.UndoManager.redo()
    assert heart.board() == HEART
    log = heart.document.Sheets.getByName("Puzzle log")
    assert log.getCellRangeByName("A1").String != ""
    heart.document.UndoManager.undo()
    assert heart.press("solve").startswith("Result: exactly one solution")
    assert heart.board() == HEART


def test_a_stored_board_that_was_deleted_is_not_taken_for_the_next_sheet(heart: Session) -> None:
    heart.press("step")
    heart.press("where")
    heart.document.Sheets.removeByName("Puzzle before")
    board, layout = heart.board(), heart.layout()
    clues = [heart.sheet().values(area) for area in (layout.rows, layout.columns)]
    assert heart.press("restore").startswith("There is nothing to restore on this sheet")
    assert heart.board() == board
    assert [heart.sheet().values(area) for area in (layout.rows, layout.columns)] == clues


def test_a_log_that_was_deleted_is_not_taken_for_the_replay(heart: Session) -> None:
    heart.press("solve")
    heart.document.Sheets.removeByName("Puzzle log")
    heart.press("solve")
    assert heart.visible() == ["Puzzle", "Puzzle log", "Puzzle replay"]
    log, replay = (heart.sheet(f"Puzzle {kind}") for kind in ("log", "replay"))
    assert log.values(Area(1, 1)) != replay.values(Area(1, 1))


def test_a_protected_log_is_reported_and_nothing_is_done_by_halves(heart: Session) -> None:
    heart.press("solve")
    heart.press("clear")
    log = heart.document.Sheets.getByName("Puzzle log")
    log.protect("")
    before = log.getCellRangeByName("A1:H9").getDataArray()
    assert heart.press("solve").startswith("sheet “Puzzle log”: the sheet is protected")
    assert heart.board() == UNKNOWN
    assert log.getCellRangeByName("A1:H9").getDataArray() == before
    log.unprotect("")
    assert heart.press("solve").startswith("Result: exactly one solution")
    assert heart.board() == HEART


def test_it_speaks_the_language_of_libreoffice_if_the_sheet_has_none(
    calc: Office, heart: Session
) -> None:
    for row in range(6):
        heart.native().getCellByPosition(0, row).String = ""
    heart.rename("Puzzle", "Sheet1")
    heart.title = "Sheet1"
    calc.speak("ja")
    assert heart.press("solve").startswith("結果: 解は1つ、やさしい")
    assert heart.visible() == ["Sheet1", "Sheet1 解答手順", "Sheet1 再生"]


LANGUAGES: tuple[tuple[Language, str], ...] = (("en", "en-US"), ("ja", "ja-JP"))


@pytest.mark.parametrize(("language", "locale"), LANGUAGES)
def test_a_missing_python_is_reported_with_what_to_do(
    calc: Office, heart: Session, language: Language, locale: str
) -> None:
    calc.speak(locale)
    calc.chosen_python.write_text(str(calc.folder / "nowhere" / "python"), "utf-8")
    said = heart.press("solve")
    assert str(calc.folder / "nowhere" / "python") in said
    assert str(calc.chosen_python) in said
    assert {"en": "cannot be started", "ja": "起動できません"}[language] in said
    assert heart.board() == UNKNOWN


def test_for_a_python_without_xlnono_the_message_says_how_to_get_it(
    calc: Office, heart: Session
) -> None:
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
def test_a_press_that_breaks_off_is_reported_and_leaves_the_sheet_as_it_was(
    calc: Office, heart: Session, tmp_path: Path, script: str
) -> None:
    stand_in(calc, tmp_path, SCRIPTS[script])
    before = heart.native().getCellRangeByName("A1").String
    said = heart.press("solve")
    assert "stopped before it was done" in said
    assert heart.native().getCellRangeByName("A1").String == before
    assert ("out of memory" in said) is script.startswith("dies")


@scripted
def test_a_press_that_is_not_heard_of_is_stopped(
    calc: Office, heart: Session, tmp_path: Path
) -> None:
    # A minute and twice a little less than nothing, for the sake of a quick test.
    stand_in(
        calc,
        tmp_path,
        "ask('do', 'Puzzle', 'value\\tA1\\t7'); ask('allow', -29.9)\ntime.sleep(600)",
    )
    before = heart.native().getCellRangeByName("A1").String
    assert "was stopped" in heart.press("solve")
    assert heart.native().getCellRangeByName("A1").String == before


def test_the_menu_has_every_button_in_both_languages(calc: Office) -> None:
    provider = calc.service("com.sun.star.configuration.ConfigurationProvider")
    from com.sun.star.beans import PropertyValue

    for path, offered in (
        ("OfficeMenuBar/xlnono.calc/Submenu", PRESSES),
        ("OfficeToolBar/xlnono.calc", BUTTONS),
    ):
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
            wanted = [(f"vnd.xlnono:{name}", offered[name].caption) for name in offered]
            assert [url.partition(":")[2] for url, _ in found] == list(offered)
            assert found == [(url, captions[place]) for url, captions in wanted]


def test_the_toolbar_is_shown_below_the_others_under_its_name(calc: Office, heart: Session) -> None:
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
    with pytest.raises(FileExists):
        extension.make(tmp_path / "one.oxt")
    with pytest.raises(extension.NotOxtName):
        extension.make(tmp_path / "xlnono.zip")
    assert not (tmp_path / "xlnono.zip").exists()
