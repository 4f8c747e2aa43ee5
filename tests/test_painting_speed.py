"""Solve with a painting speed: the steps appear one after the other, until somebody stops it."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.pressing import Desk, with_stand_in
from tests.test_calc_extension import Calc
from tests.test_calc_extension import Desk as CalcDesk
from tests.uno_engine import Office
from xlnono.errors import Language
from xlnono.workbook import template
from xlnono.workbook.xlwings_host import XlwingsHost

ROWS = [[1, 1], [5], [5], [3], [1]]
COLUMNS = [[2], [4], [4], [4], [2]]
HEART = ".#.#.\n#####\n#####\n.###.\n..#.."
STOPPED: dict[Language, str] = {
    "en": r"Stopped after step (\d+) of (\d+); press Solve for the rest",
    "ja": r"(?P<steps>\d+)手中(?P<step>\d+)手で止めました。残りは「解く」",
}
PATIENCE = 60


@pytest.fixture
def desk_for(office: Office, tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    desks: list[Desk] = []

    def make(language: Language = "en", clues: list[list[int]] | None = None) -> Desk:
        path = tmp_path / f"{len(desks)}.xlsm"
        size = len(clues or ROWS)
        template.new(path, size, size, language=language, macro=True)
        with_stand_in(path)
        desks.append(Desk(office, path, language))
        desks[-1].type_clues(clues or ROWS, clues or COLUMNS)
        return desks[-1]

    yield make
    for desk in desks:
        desk.close()


def set_speed(desk: Desk, speed: object) -> None:
    cell = desk.host.cells("Settings" if desk.language == "en" else "設定", "B5")
    if isinstance(speed, str):
        cell.setString(speed)
    else:
        cell.setValue(speed)


def fits(board: str, picture: str) -> bool:
    """Whether a board shows nothing but cells of a picture."""
    return all(shown in ("?", meant) for shown, meant in zip(board, picture, strict=True))


class Seen:
    """What the board showed, and whether the screen could, whenever there was a pause."""

    def __init__(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        self.boards: list[str] = []
        pause = XlwingsHost.pause

        def watched(host: XlwingsHost, seconds: float) -> bool:
            self.boards.append(desk.board())
            return pause(host, seconds)

        monkeypatch.setattr(XlwingsHost, "pause", watched)


def test_the_steps_are_shown_one_after_the_other(
    desk_for: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = desk_for(clues=[[1], [3], [1]])
    seen = Seen(desk, monkeypatch)
    set_speed(desk, 20)
    assert desk.press("Solve").startswith("Result: exactly one solution")
    told = [text for text in desk.host.statuses if text and "step" in text]
    assert told == [f"xlnono: step {k} of {len(told)} …" for k in range(1, len(told) + 1)]
    assert len(seen.boards) == len(told) > 1
    unknown = [board.count("?") for board in seen.boards]
    assert unknown == sorted(set(unknown), reverse=True)
    assert seen.boards[-1] == desk.board() == ".#.\n###\n.#."
    assert "Puzzle log" in desk.titles()
    assert desk.host.app.screen_updating
    assert desk.host.statuses[-1] is False
    # A full board is shown anew, but for what was marked; a part of it is completed.
    seen.boards.clear()
    desk.press("Solve")
    assert [board.count("?") for board in seen.boards] == unknown
    desk.mark(0, 0, 0)
    desk.grid.getCellByPosition(1, 1).setString("")
    desk.grid.getCellByPosition(1, 1).CellBackColor = -1
    seen.boards.clear()
    desk.press("Solve")
    assert [board.count("?") for board in seen.boards] == [0]


@pytest.mark.parametrize("language", STOPPED)
def test_a_press_of_any_button_stops_it(desk_for: Callable[..., Desk], language: Language) -> None:
    desk = desk_for(language)
    set_speed(desk, 1)
    desk.mark(0, 1, 1)
    desk.host.run("xlwings.PressSoon", "XlnonoHint", "2")
    said = desk.press("Solve" if language == "en" else "解く")
    assert re.match(STOPPED[language], said)
    board = desk.board()
    assert fits(board, HEART)
    assert "?" in board
    assert "#" in board
    assert desk.host.run("xlwings.Asked") == ""
    assert desk.host.app.screen_updating
    assert desk.titles()[1:3] == (
        ["Puzzle before", "Settings"] if language == "en" else ["問題 before", "設定"]
    )
    set_speed(desk, 0)
    assert desk.press("Solve" if language == "en" else "解く").startswith(("Result", "結果"))
    assert desk.board() == HEART
    desk.press("Restore" if language == "en" else "元に戻す")
    assert desk.board() == board


def test_what_was_there_before_it_was_stopped_can_be_had_back(
    desk_for: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = desk_for()
    desk.mark(0, 1, 1)
    pauses = iter((False, True))
    monkeypatch.setattr(XlwingsHost, "pause", lambda host, seconds: next(pauses))
    set_speed(desk, 1)
    assert desk.press("Solve").startswith("Stopped after step 2 of ")
    desk.press("Restore")
    assert desk.grid.getDataArray() == (("", 1, "", "", ""), *[("",) * 5] * 4)


@pytest.mark.parametrize("speed", [0, -2, "fast", ""])
def test_without_a_speed_there_is_no_pause(
    desk_for: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch, speed: object
) -> None:
    desk = desk_for()
    seen = Seen(desk, monkeypatch)
    set_speed(desk, speed)
    desk.press("Solve")
    assert desk.board() == HEART
    assert not seen.boards
    assert not [text for text in desk.host.statuses if text and "step" in text]


def test_the_settings_of_an_older_workbook_have_no_speed(desk_for: Callable[..., Desk]) -> None:
    desk = desk_for()
    settings = desk.host.document.Sheets.getByName("Settings")
    settings.NamedRanges.getByName("xlnono_settings").setContent("$Settings.$B$2:$B$4")
    set_speed(desk, 1)
    desk.host.cells("Settings", "B3").setString("ja")
    assert desk.press("Solve").startswith("結果: 解は1つ")
    assert desk.board() == HEART


class Watched(CalcDesk):
    """A workbook with buttons in Calc, in which Solve is slow enough to be stopped."""

    def __init__(self, calc: Calc, path: Path, speed: float) -> None:
        template.new(path, 5, 5, macro=True)
        super().__init__(calc, path)
        names = self.sheet.NamedRanges
        for clues, name in ((ROWS, "xlnono_rows"), (COLUMNS, "xlnono_columns")):
            cells = names.getByName(name).getReferredCells()
            for k, clue in enumerate(clues):
                across = name == "xlnono_rows"
                last = (cells.Columns.Count if across else cells.Rows.Count) - 1
                cell = cells.getCellByPosition(*((last, k) if across else (k, last)))
                cell.setString(" ".join(map(str, clue)))
        self.document.Sheets.getByName("Settings").getCellRangeByName("B5").Value = speed

    def meanwhile(self, work: Callable[[], object]) -> tuple[str, list[object]]:
        """What Solve answers, and what comes of some work, done now and then in its midst."""
        found: list[object] = []
        done = threading.Event()

        def look_on() -> None:
            while not done.wait(0.2):
                known = sum(held != "" for row in self.grid.getDataArray() for held in row)
                if 5 < known < 20:
                    try:
                        found.append(work())
                    except Exception as error:
                        found.append(error)

        other = threading.Thread(target=look_on)
        other.start()
        try:
            answer = self.press("solve")
        finally:
            done.set()
            other.join(PATIENCE)
        return answer, found

    def give(self, command: str) -> str:
        """Give a command, whatever goes on."""
        from com.sun.star.beans import PropertyValue

        frame = self.document.CurrentController.Frame
        helper = self.calc.service("com.sun.star.frame.DispatchHelper")
        silent = (PropertyValue("Silent", 0, True, 0),)
        return str(helper.executeDispatch(frame, f"vnd.xlnono:{command}", "", 0, silent).Result)


def test_in_calc_a_command_stops_it(calc: Calc, tmp_path: Path) -> None:
    desk = Watched(calc, tmp_path / "heart.xlsm", speed=2)
    said, answered = desk.meanwhile(lambda: desk.give("hint"))
    stopped = re.match(STOPPED["en"], said)
    assert stopped, (said, answered)
    assert answered[0] == ""
    assert 1 <= int(stopped[1]) < int(stopped[2])
    board = desk.board()
    assert fits(board, HEART)
    assert "?" in board
    assert desk.titles()[:2] == ["Puzzle", "Settings"]
    desk.document.UndoManager.undo()
    assert desk.board() == "\n".join(["?????"] * 5)
    desk.document.UndoManager.redo()
    assert desk.board() == board
    desk.document.Sheets.getByName("Settings").getCellRangeByName("B5").Value = 50
    assert desk.press("solve").startswith("Result: exactly one solution")
    assert desk.board() == HEART
    assert "Puzzle log" in desk.titles()
    desk.document.UndoManager.undo()
    assert desk.board() == board
    desk.close()


def test_in_calc_the_document_stays_open_while_it_paints(calc: Calc, tmp_path: Path) -> None:
    desk = Watched(calc, tmp_path / "heart.xlsm", speed=3)
    said, answers = desk.meanwhile(lambda: desk.document.close(False))
    assert {type(answer).__name__ for answer in answers} == {"com.sun.star.util.CloseVetoException"}
    assert said.startswith("Result: exactly one solution")
    assert desk.board() == HEART
    desk.close()
