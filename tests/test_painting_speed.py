"""Solve with a painting speed: the steps appear one after the other, until somebody stops it."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.office import Office
from tests.pressing import Desk, with_stand_in
from tests.test_calc_extension import Desk as CalcDesk
from tests.test_calc_extension import scripted, stand_in
from xlnono.language import Language
from xlnono.live.excel.macro_host import XlwingsHost
from xlnono.templates import template

ROWS = [[1, 1], [5], [5], [3], [1]]
COLUMNS = [[2], [4], [4], [4], [2]]
HEART = ".#.#.\n#####\n#####\n.###.\n..#.."
STOPPED: dict[Language, str] = {
    "en": r"Stopped after step (\d+) of (\d+); press Solve for the rest",
    "ja": r"(?P<steps>\d+)手中(?P<step>\d+)手で止めました。残りは「解く」",
}
PATIENCE = 60
LONG_PAUSES = 0.05
"""Steps a second: nobody waits for the end of a pause of 20 seconds that is to be stopped."""


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


def at_pause(monkeypatch: pytest.MonkeyPatch, number: int, work: Callable[[], object]) -> list[int]:
    """Do some work just before a pause, counted from 1; returns the pauses that there were.

    The pause after that one ends the painting, so that a press that is lost costs no time.
    """
    pauses: list[int] = []
    pause = XlwingsHost.pause

    def watched(host: XlwingsHost, seconds: float) -> bool:
        pauses.append(len(pauses) + 1)
        if len(pauses) == number:
            work()
        return len(pauses) > number or pause(host, seconds)

    monkeypatch.setattr(XlwingsHost, "pause", watched)
    return pauses


@pytest.mark.parametrize("language", STOPPED)
def test_a_press_of_any_button_stops_it(
    desk_for: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    desk = desk_for(language)
    set_speed(desk, LONG_PAUSES)
    desk.mark(0, 1, 1)
    pauses = at_pause(monkeypatch, 1, lambda: desk.host.run("xlwings.PressSoon", "XlnonoHint", "1"))
    said = desk.press("Solve" if language == "en" else "解く")
    assert re.match(STOPPED[language], said)
    assert pauses == [1]
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


@pytest.mark.parametrize("number", [1, 3])
def test_a_press_between_two_pauses_is_not_lost(
    desk_for: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    desk = desk_for()
    set_speed(desk, LONG_PAUSES if number == 1 else 20)
    pauses = at_pause(monkeypatch, number, lambda: desk.host.run("XlnonoMacros.XlnonoHint"))
    said = desk.press("Solve")
    stopped = re.match(STOPPED["en"], said)
    assert stopped, said
    assert len(pauses) == number
    # It does not start a second Python, and the next press does.
    assert desk.host.run("xlwings.Asked") == ""
    assert desk.press("Hint").startswith("Look at ")


def test_a_press_while_python_is_at_work_starts_no_second_one(
    desk_for: Callable[..., Desk],
) -> None:
    desk = desk_for()
    desk.host.run("XlnonoMacros.XlnonoSurvey")
    desk.host.run("XlnonoMacros.XlnonoSolve")
    assert desk.host.run("xlwings.Asked") == ""
    desk.host.run("XlnonoMacros.XlnonoDone")
    desk.host.run("XlnonoMacros.XlnonoSolve")
    assert desk.host.run("xlwings.Asked") == "import xlnono.excel; xlnono.excel.solve()"


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

    def __init__(self, calc: Office, path: Path, speed: float) -> None:
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

    def meanwhile(
        self, ready: Callable[[], bool], *works: Callable[[], object]
    ) -> tuple[str, list[object]]:
        """What Solve answers, and what comes of some work, done once while it goes on."""
        found: list[object] = []
        ended = threading.Event()

        def look_on() -> None:
            while not ready():
                if ended.wait(0.02):
                    return
            for work in works:
                try:
                    found.append(work())
                except Exception as error:
                    found.append(error)

        other = threading.Thread(target=look_on)
        other.start()
        try:
            answer = self.press("solve")
        finally:
            ended.set()
            other.join(PATIENCE)
        return answer, found

    def begun(self) -> bool:
        """Whether anything is on the board."""
        return any(held != "" for row in self.grid.getDataArray() for held in row)

    def give(self, command: str) -> str:
        """Give a command, whatever goes on."""
        from com.sun.star.beans import PropertyValue

        frame = self.document.CurrentController.Frame
        helper = self.calc.service("com.sun.star.frame.DispatchHelper")
        silent = (PropertyValue("Silent", 0, True, 0),)
        return str(helper.executeDispatch(frame, f"vnd.xlnono:{command}", "", 0, silent).Result)


def test_in_calc_a_command_stops_it(calc: Office, tmp_path: Path) -> None:
    desk = Watched(calc, tmp_path / "heart.xlsm", LONG_PAUSES)
    said, answers = desk.meanwhile(desk.begun, lambda: desk.give("hint"))
    stopped = re.match(STOPPED["en"], said)
    assert stopped, (said, answers)
    assert answers == [""]
    assert int(stopped[1]) == 1 < int(stopped[2])
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


@scripted
def test_in_calc_nothing_is_lost_before_the_first_step(calc: Office, tmp_path: Path) -> None:
    desk = Watched(calc, tmp_path / "heart.xlsm", LONG_PAUSES)
    thinking, given = tmp_path / "thinking", tmp_path / "given"
    stand_in(
        calc,
        tmp_path,
        f"from pathlib import Path\nPath({str(thinking)!r}).touch()\n"
        f"while not Path({str(given)!r}).exists(): time.sleep(0.01)\n"
        f"ask('pause', {1 / LONG_PAUSES})\n"
        "print(json.dumps({'done': sys.stdin.readline()}))",
    )
    try:
        said, answers = desk.meanwhile(
            thinking.exists,
            lambda: desk.document.close(False),
            lambda: desk.give("hint"),
            given.touch,
        )
    finally:
        calc.chosen_python.unlink()
    assert type(answers[0]).__name__ == "com.sun.star.util.CloseVetoException"
    assert answers[1:] == ["", None]
    assert json.loads(said) == {"answer": True}
    desk.close()


def test_in_calc_the_document_stays_open_while_it_paints(calc: Office, tmp_path: Path) -> None:
    desk = Watched(calc, tmp_path / "heart.xlsm", LONG_PAUSES)
    said, answers = desk.meanwhile(
        desk.begun, lambda: desk.document.close(False), lambda: desk.give("hint")
    )
    assert type(answers[0]).__name__ == "com.sun.star.util.CloseVetoException"
    assert answers[1:] == [""]
    assert re.match(STOPPED["en"], said)
    assert fits(desk.board(), HEART)
    desk.close()
