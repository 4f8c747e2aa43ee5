"""Solve with a painting speed: the steps appear one after the other, until somebody stops it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.support.sessions import COLUMNS, HEART, ROWS, Session
from xlnono.buttons.settings import SETTINGS_NAME
from xlnono.language import Language
from xlnono.spreadsheet.area import parse_reference, reference

STOPPED: dict[Language, str] = {
    "en": r"Stopped after step (?P<step>\d+) of (?P<steps>\d+); press Solve for the rest",
    "ja": r"(?P<steps>\d+)手中(?P<step>\d+)手で止めました。残りは「解く」",
}

pytestmark = pytest.mark.programs("memory", "macros")


def fits(board: str, picture: str) -> bool:
    """Whether a board shows nothing but cells of a picture."""
    return all(shown in ("?", meant) for shown, meant in zip(board, picture, strict=True))


def steps(desk: Session) -> list[str]:
    """What the status bar said of steps."""
    return [text for text in desk.statuses if text and "step" in text]


def test_the_steps_are_shown_one_after_the_other(desk_for: Callable[..., Session]) -> None:
    desk = desk_for([[1], [3], [1]], [[1], [3], [1]])
    boards: list[str] = []
    desk.at_pause(lambda number: boards.append(desk.board()))
    desk.set("speed", 20)
    assert desk.press("solve").startswith("Result: exactly one solution")
    shown = steps(desk)
    assert shown == [f"xlnono: step {k} of {len(shown)} …" for k in range(1, len(shown) + 1)]
    assert len(boards) == len(shown) > 1
    unknown = [board.count("?") for board in boards]
    assert unknown == sorted(set(unknown), reverse=True)
    assert boards[-1] == desk.board() == ".#.\n###\n.#."
    assert "Puzzle log" in desk.titles()
    # A full board is shown anew, but for what was marked; a part of it is completed.
    boards.clear()
    desk.press("solve")
    assert [board.count("?") for board in boards] == unknown
    desk.mark(0, 0, 0)
    desk.mark(1, 1, None)
    desk.colour(1, 1, None)
    boards.clear()
    desk.press("solve")
    assert [board.count("?") for board in boards] == [0]


@pytest.mark.parametrize("language", STOPPED)
def test_stopped_it_leaves_the_steps_so_far_and_continues_from_there(
    desk_for: Callable[..., Session], language: Language
) -> None:
    desk = desk_for(ROWS, COLUMNS, language)
    titles = desk.titles()
    desk.set("speed", 20)
    desk.mark(0, 1, 1)
    desk.at_pause(lambda number: True)
    said = desk.press("solve")
    stopped = re.match(STOPPED[language], said)
    assert stopped, said
    assert int(stopped["step"]) == 1 < int(stopped["steps"])
    board = desk.board()
    assert fits(board, HEART)
    assert "?" in board
    assert "#" in board
    assert desk.titles() == [*titles, f"{titles[0]} before"]
    desk.set("speed", 0)
    assert desk.press("solve").startswith(("Result", "結果"))
    assert desk.board() == HEART
    desk.press("restore")
    assert desk.board() == board


def test_what_was_there_before_it_was_stopped_can_be_had_back(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for()
    desk.mark(0, 1, 1)
    desk.at_pause(lambda number: number == 2)
    desk.set("speed", 20)
    assert desk.press("solve").startswith("Stopped after step 2 of ")
    desk.press("restore")
    assert desk.values() == [[None, 1, None, None, None], *[[None] * 5] * 4]


@pytest.mark.parametrize("speed", [0, -2, "fast", None])
def test_without_a_speed_there_is_no_pause(desk_for: Callable[..., Session], speed: object) -> None:
    desk = desk_for()
    pauses: list[int] = []
    desk.at_pause(pauses.append)
    desk.set("speed", speed)
    desk.press("solve")
    assert desk.board() == HEART
    assert not pauses
    assert not steps(desk)


def test_the_settings_of_an_older_workbook_have_no_speed(desk_for: Callable[..., Session]) -> None:
    desk = desk_for()
    desk.set("speed", 1)
    desk.set("language", "ja")
    settings = desk.sheet("Settings")
    _, area = parse_reference(settings.names()[SETTINGS_NAME])
    desk.host().add_name("Settings", SETTINGS_NAME, reference("Settings", area._replace(height=3)))
    assert desk.press("solve").startswith("結果: 解は1つ")
    assert desk.board() == HEART
