"""Solve with a painting speed in Calc, where somebody stops it from within."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from pathlib import Path

from tests.hosts.test_calc_extension import scripted, stand_in
from tests.support.office import Office
from tests.support.office_sessions import CalcSession
from tests.support.sessions import COLUMNS, HEART, ROWS, UNKNOWN
from xlnono.templates import template

STOPPED = r"Stopped after step (\d+) of (\d+); press Solve for the rest"
PATIENCE = 60
LONG_PAUSES = 0.05
"""Steps a second: nobody waits for the end of a pause of 20 seconds that is to be stopped."""


def fits(board: str, picture: str) -> bool:
    """Whether a board shows nothing but cells of a picture."""
    return all(shown in ("?", meant) for shown, meant in zip(board, picture, strict=True))


class Watched(CalcSession):
    """A workbook with buttons in Calc, in which Solve is slow enough to be stopped."""

    def __init__(self, calc: Office, path: Path, speed: float) -> None:
        template.new(path, 5, 5, macro=True)
        super().__init__(calc, path, "en")
        self.type_clues(ROWS, COLUMNS)
        self.set("speed", speed)

    def meanwhile(
        self, ready: Callable[[], bool], *works: Callable[[], object]
    ) -> tuple[str, list[object]]:
        """The answer of Solve, and the results of some work done once while it runs."""
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

    def started(self) -> bool:
        """Whether anything is on the board."""
        return any(held is not None for row in self.values() for held in row)

    def give(self, command: str) -> str:
        """Give a command, even while another one is running."""
        from com.sun.star.beans import PropertyValue

        frame = self.document.CurrentController.Frame
        helper = self.office.service("com.sun.star.frame.DispatchHelper")
        silent = (PropertyValue("Silent", 0, True, 0),)
        return str(helper.executeDispatch(frame, f"vnd.xlnono:{command}", "", 0, silent).Result)


def test_in_calc_a_command_stops_it(calc: Office, tmp_path: Path) -> None:
    desk = Watched(calc, tmp_path / "heart.xlsm", LONG_PAUSES)
    said, answers = desk.meanwhile(desk.started, lambda: desk.give("hint"))
    stopped = re.match(STOPPED, said)
    assert stopped, (said, answers)
    assert answers == [""]
    assert int(stopped[1]) == 1 < int(stopped[2])
    board = desk.board()
    assert fits(board, HEART)
    assert "?" in board
    assert desk.visible()[:2] == ["Puzzle", "Settings"]
    desk.document.UndoManager.undo()
    assert desk.board() == UNKNOWN
    desk.document.UndoManager.redo()
    assert desk.board() == board
    desk.set("speed", 50)
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
        desk.started, lambda: desk.document.close(False), lambda: desk.give("hint")
    )
    assert type(answers[0]).__name__ == "com.sun.star.util.CloseVetoException"
    assert answers[1:] == [""]
    assert re.match(STOPPED, said)
    assert fits(desk.board(), HEART)
    desk.close()
