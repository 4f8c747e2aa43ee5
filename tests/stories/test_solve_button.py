"""Solve: the picture, the log and the replay, or why there are none."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.support.sessions import COLUMNS, HEART, ROWS, UNKNOWN, Session, given_in_the_log
from xlnono.buttons.catalogue import Name
from xlnono.language import Language
from xlnono.live.wire_format import command
from xlnono.model.board import Axis, Line, lines_of
from xlnono.model.steps import Technique
from xlnono.puzzle_sheet.companion_sheets import BOARD_NAME
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.spreadsheet.area import Area, parse_reference
from xlnono.spreadsheet.theme import DIFFERENT_FILL, SUSPECT_FILL
from xlnono.wording import technique_name
from xlnono.xlsx.book import open_book


def test_it_paints_the_picture_and_adds_log_and_replay(heart: Session) -> None:
    said = heart.press("solve")
    assert said.startswith("Result: exactly one solution, easy")
    assert heart.board() == HEART
    assert heart.titles()[:3] == ["Puzzle", "Puzzle log", "Puzzle replay"]
    assert heart.visible()[:3] == heart.titles()[:3]
    assert "Puzzle before" not in heart.visible()
    title, _ = parse_reference(heart.sheet("Puzzle replay").names()[BOARD_NAME])
    assert title == "Puzzle"
    assert ("replay shows only the last step" in said) is not heart.host().conditions


def chart_titles(charts: list[Any]) -> list[str]:
    return ["".join(run.t for run in chart.title.tx.rich.p[0].r) for chart in charts]


@pytest.mark.programs("memory", "macros", "calc")
def test_the_charts_stand_beside_the_log_once_however_often_it_is_solved(
    heart: Session, tmp_path: Path
) -> None:
    heart.press("solve")
    heart.press("solve")
    heart.host().save(tmp_path / "saved.xlsm")
    log = load_workbook(tmp_path / "saved.xlsm")["Puzzle log"]
    assert chart_titles(log._charts) == ["Deductions by technique", "Cells known after each step"]
    assert [type(chart).__name__ for chart in log._charts] == ["BarChart", "ScatterChart"]
    first, second = (chart.anchor._from for chart in log._charts)
    assert 7 < first.col < second.col
    assert 1 < first.row == second.row
    bars, line = (chart.series[0] for chart in log._charts)
    if not heart.links_charts:
        return
    assert bars.val.numRef.f.startswith("'Puzzle log'!")
    top, bottom = line.yVal.numRef.f.split("!")[1].replace("$", "").split(":")
    known = [row[0].value for row in log[top:bottom]]
    assert known == sorted(known)
    assert known[-1] == 25
    assert log.cell(log[top].row - 1, log[top].column).value == "Known"


def test_what_is_saved_is_a_solved_workbook_for_everybody_else(
    heart: Session, tmp_path: Path
) -> None:
    heart.press("solve")
    saved = tmp_path / f"saved{heart.path.suffix}"
    heart.host().save(saved)
    book = open_book(saved)
    read = read_puzzle(book.sheets()[0])
    assert read.present.text() == HEART
    assert read.marks.unknown == 25
    log, replay = book.sheets()[1:3]
    techniques = {technique_name(technique, "en") for technique in Technique}
    used = log.used()
    assert used is not None
    assert techniques & {value for row in log.values(used) for value in row}
    assert replay.title == "Puzzle replay"


@pytest.mark.programs("memory", "plain", "calc")
def test_saved_and_opened_again_it_is_solved_with_the_same_result(
    heart: Session, reopen: Callable[[Path], Session], tmp_path: Path
) -> None:
    heart.press("solve")
    titles = heart.titles()
    saved = tmp_path / f"saved{heart.path.suffix}"
    heart.host().save(saved)
    again = reopen(saved)
    assert "exactly one solution, easy" in again.press("solve")
    assert again.board() == HEART
    assert again.titles() == titles
    again.press("restore")
    again.press("clear")
    assert again.board() == UNKNOWN


def test_solving_twice_gives_the_same(heart: Session) -> None:
    heart.press("solve")
    titles = heart.titles()
    heart.press("solve")
    assert (heart.board(), heart.titles()) == (HEART, titles)
    heart.press("clear")
    assert heart.press("solve").startswith("Result: exactly one solution")
    assert heart.board() == HEART


@pytest.mark.parametrize("button", ["clear", "restore"])
def test_marks_made_on_an_emptied_board_count_even_where_they_repeat_the_last_picture(
    desk_for: Callable[..., Session], button: Name
) -> None:
    desk = desk_for([[1], [1]], [[1], [1]])
    desk.mark(0, 0, 1)
    desk.press("solve")
    assert desk.board() == "#.\n.#"
    desk.press(button)
    desk.mark(0, 0, None)
    desk.mark(1, 1, 1)
    assert desk.press("solve").startswith("Result: exactly one solution")
    assert desk.board() == "#.\n.#"


@pytest.mark.programs("memory", "macros", "calc")
def test_white_marks_made_on_an_emptied_board_count_as_well(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for([[1], [1]], [[1], [1]])
    desk.mark(0, 0, 1)
    desk.press("solve")
    desk.press("clear")
    desk.mark(0, 1, 0)
    assert desk.press("solve").startswith("Result: exactly one solution")
    assert desk.board() == "#.\n.#"


def test_a_painted_cell_is_no_mark_even_in_another_colour(desk_for: Callable[..., Session]) -> None:
    desk = desk_for([[1], [1]], [[1], [1]])
    desk.mark(0, 0, 1)
    desk.press("solve")
    desk.colour(1, 1, "F87171")
    desk.press("solve")
    assert given_in_the_log(desk) == 1


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_only_solution_from_marks_is_not_said_to_be_that_of_the_clues(
    desk_for: Callable[..., Session], language: Language
) -> None:
    desk = desk_for([[1], [1]], [[1], [1]], language)
    given = {"en": "takes your mark as given", "ja": "印1個を正しいものとして"}[language]
    assert given not in desk.press("solve")
    desk.mark(0, 0, 1)
    assert given in desk.press("solve")
    desk = desk_for([[1], [1]], [[1], [1]], language)
    desk.mark(0, 0, 1)
    desk.mark(1, 1, 1)
    assert given.replace("mark", "2 marks").replace("1個", "2個") in desk.press("solve")


def test_marks_that_contradict_the_clues_are_reported_and_nothing_is_painted(
    heart: Session,
) -> None:
    titles = heart.titles()
    heart.mark(0, 0, 1)
    said = heart.press("solve")
    assert "contradict the clues" in said
    cell = heart.cell(0, 0).address
    assert f"the other colour in {cell}" in said
    assert "row" in said or "column" in said
    assert "#" not in heart.board()
    assert heart.titles() == titles


def test_a_mistake_in_the_clues_is_reported_with_its_cell(desk_for: Callable[..., Session]) -> None:
    desk = desk_for([[1, 1], [5], [5], [3], [7]], COLUMNS)
    titles = desk.visible()
    said = desk.press("solve")
    layout = desk.layout()
    assert f"“Puzzle”, cell {Area(layout.rows.last_row, layout.rows.last_column).address}" in said
    assert "7" in said
    assert "Traceback" not in said
    assert desk.board() == UNKNOWN
    assert desk.visible() == titles


def test_suspects_of_an_impossible_puzzle_are_marked(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for([[2], [0]], [[2], [0]])
    said = desk.press("solve")
    assert said.startswith("Result: no solution. No single correction is enough.")
    assert "1. Row 1" in said
    assert SUSPECT_FILL in desk.colours(Line(Axis.ROW, 0))
    layout = desk.layout()
    notes = desk.sheet().notes(layout.rows) | desk.sheet().notes(layout.columns)
    assert all(text.startswith("xlnono:\n") for text in notes.values())
    assert desk.board() == "??\n??"


@pytest.mark.programs("memory", "macros", "calc")
def test_the_time_limit_of_the_settings_holds(desk_for: Callable[..., Session]) -> None:
    desk = desk_for(settings=True)
    desk.set("seconds", 1e-9)
    said = desk.press("solve")
    assert said.startswith("Result: not decided within the time limit")
    assert "settings" in said


@pytest.mark.parametrize(
    ("language", "names", "said"),
    [
        (
            "en",
            ["solve", "step", "hint", "check", "where"],
            "there are no clues yet: type",
        ),
        ("ja", ["solve"], "ヒントがまだ入力されていません"),
    ],
)
@pytest.mark.programs("memory", "macros")
def test_a_template_without_clues_is_no_puzzle_yet(
    desk_for: Callable[..., Session], language: Language, names: list[Any], said: str
) -> None:
    desk = desk_for([[]] * 5, [[]] * 5, language)
    for name in names:
        assert said in desk.press(name)
        assert set(desk.board()) == {"?", "\n"}


def test_several_solutions_have_no_grade_and_two_are_on_the_log(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for([[1], [1]], [[1], [1]])
    for name in ("check", "solve", "solve"):
        said = desk.press(name)
        assert re.match(r"Result: more than one solution, [0-9.]+ s\.", said)
    log = desk.sheet("Puzzle log")
    area = Area(1, 1, 41, 30)
    titles = [
        (row, column)
        for row, held in enumerate(log.values(area), start=1)
        for column, value in enumerate(held, start=1)
        if str(value).startswith("Solution ")
    ]
    pictures = [log.fills(Area(row + 1, column, 2, 2)) for row, column in titles]
    black, white = "9A3412", DIFFERENT_FILL
    diagonals = [[black, white], [white, black]], [[white, black], [black, white]]
    assert sorted(pictures, key=str) == sorted(diagonals, key=str)


@pytest.mark.programs("memory", "macros", "calc")
def test_without_a_log_there_is_only_the_picture(desk_for: Callable[..., Session]) -> None:
    desk = desk_for(settings=True)
    desk.set("log", "no")
    desk.press("solve")
    assert desk.board() == HEART
    assert "Puzzle log" not in desk.titles()


def test_a_protected_sheet_is_reported_in_a_box_and_stays_as_it_is(heart: Session) -> None:
    heart.protect("Puzzle")
    boxes, titles = len(heart.boxes), heart.titles()
    said = heart.press("solve")
    assert "protected" in said
    if not heart.hidden_boxes:
        assert heart.boxes[boxes:] == [said]
    assert "protected" in heart.press("where")
    assert heart.board() == UNKNOWN
    assert heart.titles() == titles


@pytest.mark.programs("memory", "plain", "calc")
def test_a_sheet_without_a_puzzle_is_reported(heart: Session) -> None:
    heart.add_sheet("empty")
    heart.show("empty")
    heart.title = "empty"
    assert "there is no puzzle on this sheet" in heart.press("solve")


@pytest.mark.programs("memory", "macros")
def test_a_renamed_sheet_is_solved(heart: Session) -> None:
    heart.press("solve")
    heart.rename("Puzzle", "猫 1 (it's)")
    heart.title = "猫 1 (it's)"
    heart.press("clear")
    assert heart.press("solve").startswith("Result: exactly one solution")
    assert heart.board() == HEART
    assert heart.titles()[:3] == ["猫 1 (it's)", "Puzzle log", "Puzzle replay"]
    assert heart.titles()[-1] == "Puzzle before"


@pytest.mark.programs("memory", "plain", "calc")
def test_a_copied_sheet_is_a_puzzle_of_its_own(heart: Session) -> None:
    heart.press("solve")
    heart.copy_sheet("Puzzle", "Second")
    heart.press("clear")
    heart.title = "Second"
    heart.type_clues([[1], [2], [3], [4], [5]], [[5], [4], [3], [2], [1]])
    heart.show("Second")
    heart.press("solve")
    assert heart.board() == "#....\n##...\n###..\n####.\n#####"
    heart.title = "Puzzle"
    assert "#" not in heart.board()


def test_what_was_shown_and_selected_still_is(heart: Session) -> None:
    heart.at(2, 3)
    for name in ("solve", "check", "step", "clear", "restore"):
        heart.press(name)
        assert heart.book().shown == "Puzzle"
        assert heart.selection() == [heart.cell(2, 3)]


@pytest.mark.programs("memory", "macros")
def test_it_speaks_japanese(desk_for: Callable[..., Session]) -> None:
    desk = desk_for(ROWS, COLUMNS, "ja")
    assert desk.press("solve").startswith("結果: 解は1つ、やさしい")
    assert desk.titles()[:3] == ["問題", "問題 解答手順", "問題 再生"]
    assert desk.press("restore") == "盤面を前回の実行前に戻しました。"
    assert "手筋" in (desk.press("hint"), desk.press("hint"))[1]


@pytest.mark.programs("memory", "macros", "calc")
def test_a_workbook_with_a_place_for_answers_gets_them_there(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for([[]] * 5, [[]] * 5, "ja", settings=True)
    said = desk.press("clear")
    assert said == "盤面を空にしました。"
    assert desk.status() == said


@pytest.mark.programs("memory", "macros", "calc")
def test_a_colour_puzzle_is_refused(desk_for: Callable[..., Session]) -> None:
    desk = desk_for([[1, 1], [1, 1], [1, 1]], [[1, 1], [3], [1, 1]])
    layout, host = desk.layout(), desk.host()
    for line in lines_of(3, 3):
        nearest_first = [*layout.clue(line).cells()][::-1]
        for cell, colour in zip(nearest_first, (0xFF, 0xFF0000), strict=False):
            host.do(desk.title, command("font", [cell], colour))
    assert "this seems to be a colour puzzle" in desk.press("solve")
    assert "#" not in desk.board()
