"""Where a puzzle or its marks are wrong, the buttons say what the command line says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.sessions import COLUMNS, ROWS, UNKNOWN, Clues, Session, at_desk
from xlnono.buttons.catalogue import BUTTONS
from xlnono.cli import main
from xlnono.language import Language
from xlnono.spreadsheet.theme import CONTRADICTION_FILL
from xlnono.templates import template

DIE: Clues = [[1], [1]]
DIAGONALS: Clues = [[1], [1], [1]]


def from_the_command_line(desk: Session, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    path = folder / f"checked{desk.path.suffix}"
    desk.host().save(path)
    with pytest.raises(SystemExit):
        main(["check", str(path), "--lang", "en"])
    captured = capsys.readouterr()
    return captured.out + captured.err


@pytest.mark.parametrize("button", ["solve", "check"])
def test_several_solutions_are_told_apart(
    desk_for: Callable[..., Session],
    button: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    desk = desk_for(DIE, DIE)
    differing = f"Two solutions differ in 4 cells: {desk.layout().grid.address}."
    assert differing in from_the_command_line(desk, tmp_path, capsys)
    said = desk.press("check" if button == "check" else "solve")
    assert said.startswith("Result: more than one solution")
    assert differing in said
    assert ("you can leave it only one solution, for example: make" in said) is (button == "check")


@pytest.mark.parametrize("button", ["solve", "check"])
def test_typing_mistakes_are_located(
    desk_for: Callable[..., Session],
    button: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    desk = desk_for([[2], [0]], [[2], [0]])
    found = from_the_command_line(desk, tmp_path, capsys)
    corrections = [line.strip() for line in found.split("\n") if " instead of " in line]
    assert corrections
    said = desk.press("check" if button == "check" else "solve")
    for correction in corrections:
        # The button marks the cells instead of naming them.
        assert re.sub(r" \([A-Z]+\d+(?::[A-Z]+\d+)?\)", "", correction) in said
    assert "Please compare with your source." in found
    assert "Please compare with your source." in said


def test_every_button_refuses_an_empty_template(desk_for: Callable[..., Session]) -> None:
    desk = desk_for([[]] * 3, [[]] * 4)
    for name in BUTTONS:
        seen = name != "where" or desk.host().conditions
        if seen and name not in ("clear", "restore"):
            assert "there are no clues yet" in desk.press(name), name
    assert desk.board() == "\n".join(["????"] * 3)


def test_check_finds_wrong_marks_that_are_all_white(heart: Session) -> None:
    heart.mark(1, 1, 0)
    said = heart.press("check")
    assert f"Wrong cells (now red): {heart.cell(1, 1).address}." in said
    assert heart.fill(1, 1) == CONTRADICTION_FILL


def test_marks_that_match_none_of_several_solutions_are_explained(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(DIAGONALS, DIAGONALS)
    desk.mark(0, 0, 1)
    desk.mark(1, 0, 1)
    line = f"no arrangement fits the marks in column 1 ({desk.cell(0, 0).address}:"
    for name in ("check", "hint", "step"):
        said = desk.press(name)
        assert "Your marks match no solution." in said, name
        assert line in said, name


def test_where_leads_nobody_on_from_wrong_marks(heart: Session) -> None:
    if not heart.host().conditions:
        pytest.skip("it has no green clues")
    heart.mark(0, 0, 1)
    assert heart.press("where").startswith("Your marks match no solution, although no line shows")
    assert "wrong" not in heart.press("where")


def test_a_log_or_a_settings_sheet_says_where_the_puzzle_is(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(settings=True)
    desk.press("solve")
    solved = desk.board()
    desk.press("clear")
    assert desk.board() == UNKNOWN != solved
    for title in ("Puzzle log", "Puzzle replay", "Settings"):
        desk.show(title)
        for name in ("solve", "clear", "hint"):
            said = desk.press(name)
            assert "there is no puzzle on this sheet: go to the sheet “Puzzle”" in said
    desk.show("Puzzle")
    assert desk.board() == UNKNOWN


@pytest.mark.programs("memory")
@pytest.mark.parametrize(("language", "answer"), [("en", "Look at row 2"), ("ja", "2行目")])
def test_without_settings_the_sheet_says_which_language_to_speak(
    program: str, language: Language, answer: str, tmp_path: Path
) -> None:
    path = tmp_path / "plain.xlsx"
    template.filled(path, ROWS, COLUMNS, language=language)
    desk = at_desk(program, path, language)
    # The program itself speaks English.
    assert desk.press("hint").startswith(answer)


def test_a_longer_time_limit_is_suggested_where_it_can_be_set(
    desk_for: Callable[..., Session],
) -> None:
    size = 30
    desk = desk_for([[1, 2, 1, 2, 1, 2]] * size, [[1, 2, 1, 2, 1, 2]] * size, settings=True)
    desk.set("seconds", 0.0001)
    said = desk.press("check")
    assert "not decided within the time limit" in said
    assert said.endswith("A longer time limit may help: see the settings sheet.")
    desk.mark(0, 0, 1)
    assert desk.press("check").endswith("There was not enough time to check your marks.")
