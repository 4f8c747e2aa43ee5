"""Assume, Clear and Restore: to try something, and to take it back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.sessions import COLUMNS, HEART, ONES, ROWS, UNKNOWN, Session, given_in_the_log
from xlnono.cli import main
from xlnono.language import Language
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.theme import BLACK_FILL, CONTRADICTION_FILL
from xlnono.xlsx.book import open_book

STUCK_ROWS = [[1], [2], [1, 1], [1, 1], [2]]
STUCK_COLUMNS = [[2], [1], [1, 1], [2], [2]]
STUCK_PICTURE = "...#.\n..##.\n#...#\n#...#\n.##.."
"""The one solution of a puzzle in which no line settles a cell by itself."""
NO_SOLUTION = (
    [[2], [1], [2, 1], [1, 1], [1], [2, 1]],
    [[1, 1], [1], [2], [2], [1, 1], [3]],
)
"""Clues whose lines do not show by themselves that there is no solution."""


def test_assume_follows_the_lines_in_a_colour_of_its_own_and_restore_gives_it_up(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(ONES, ONES)
    first, second = desk.cell(0, 0).address, desk.cell(1, 1).address
    desk.at(0, 0)
    said = desk.press("assume")
    assert said.startswith(f"Assumption 1: {first} is black. 6 cells follow")
    assert desk.fill(0, 0) == "1E3A8A"
    assert {desk.fill(0, k) for k in (1, 2, 3)} == {"DBEAFE"}
    desk.at(1, 1)
    assert desk.press("assume").startswith(f"Assumption 2: {second} is black.")
    assert desk.fill(1, 1) == "581C87"
    assert desk.press("assume").startswith(f"Assumption 2: {second} is white.")
    assert desk.fill(1, 1) == "D8B4FE"
    assert desk.press("restore") == (
        "The assumptions were removed. The board is as it was before the first of them."
    )
    assert {fill for row in desk.fills() for fill in row} == {None}
    assert {value for row in desk.values() for value in row} == {None}


def test_a_single_cell_that_follows_from_an_assumption_is_not_counted_in_the_plural(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for([[1], [1]], [[1], [1]])
    desk.mark(0, 1, 0)
    desk.mark(1, 0, 0)
    desk.at(0, 0)
    assert desk.press("assume") == (
        f"Assumption 1: {desk.cell(0, 0).address} is black. 1 cell follows from the lines, "
        "without a contradiction."
    )


def test_an_assumption_from_which_nothing_follows_says_so(desk_for: Callable[..., Session]) -> None:
    desk = desk_for(ONES, ONES)
    desk.at(0, 0)
    desk.press("assume")
    assert desk.press("assume") == (
        f"Assumption 1: {desk.cell(0, 0).address} is white. No other cell follows from the lines, "
        "and there is no contradiction."
    )


def test_assume_takes_back_a_contradiction_and_marks_the_opposite(heart: Session) -> None:
    heart.at(0, 0)
    cell = heart.cell(0, 0).address
    said = heart.press("assume")
    assert said.startswith(f"If {cell} is black, ")
    assert " has a contradiction: no arrangement fits. So " in said
    assert said.endswith(f"So {cell} is white.")
    assert heart.board() == ".????" + "\n?????" * 4
    assert heart.press("assume") == f"{cell} is already known. Select an unknown cell."


def test_solve_removes_assumptions_and_starts_from_the_marks_of_the_person(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(ONES, ONES)
    desk.mark(3, 3, 1)
    desk.at(0, 0)
    desk.press("assume")
    said = desk.press("solve")
    assert said.startswith("The assumptions were removed. Result: more than one solution")
    assert desk.board() == "???.\n???.\n???.\n...#"
    assert given_in_the_log(desk) == 1
    assert "assumptions" not in desk.press("solve")


def test_a_wrong_assumption_is_not_taken_for_a_wrong_mark_by_solve(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(STUCK_ROWS, STUCK_COLUMNS)
    desk.at(0, 2)
    assert desk.press("assume").startswith("Assumption 1: ")
    said = desk.press("solve")
    assert said.startswith("The assumptions were removed. Result: exactly one solution")
    assert desk.board() == STUCK_PICTURE


def test_check_names_a_wrong_assumption_and_leaves_its_colour(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(STUCK_ROWS, STUCK_COLUMNS)
    desk.at(0, 2)
    desk.press("assume")
    before = desk.fills()
    wrong = f" Assumption 1 is wrong: {desk.cell(0, 2).address} is white."
    assert desk.press("check").endswith(wrong)
    assert desk.fills() == before
    desk.mark(4, 0, 1)
    mistake = f" Wrong cells (now red): {desk.cell(4, 0).address}."
    assert desk.press("check").endswith(wrong + mistake)
    assert desk.fill(4, 0) == CONTRADICTION_FILL
    assert desk.fill(0, 2) == before[0][2]


@pytest.mark.parametrize(
    ("language", "consequences"),
    [
        ("en", " Cells that follow from them under an assumption are wrong too."),
        ("ja", "それをもとに仮定から決まったマスにも誤りがあります。"),
    ],
)
def test_check_blames_the_person_only_for_marks_of_their_own(
    desk_for: Callable[..., Session], language: Language, consequences: str
) -> None:
    desk = desk_for(STUCK_ROWS, STUCK_COLUMNS, language)
    desk.mark(0, 2, 1)
    desk.at(2, 0)
    desk.press("assume")
    before = desk.fills()
    said = desk.press("check")
    assert said.endswith(consequences)
    assert desk.cell(0, 2).address in said
    assert [
        (row, column)
        for row, fills in enumerate(desk.fills())
        for column, fill in enumerate(fills)
        if fill != before[row][column]
    ] == [(0, 2)]
    assert desk.fill(0, 2) == CONTRADICTION_FILL
    desk.mark(0, 2, None)
    desk.press("solve")
    assert desk.board() == STUCK_PICTURE


def test_check_does_not_blame_anybody_for_what_followed_from_a_corrected_assumption(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(STUCK_ROWS, STUCK_COLUMNS)
    desk.at(0, 2)
    desk.press("assume")
    desk.mark(0, 2, 0)
    before = desk.fills()
    assert " Cells that follow from an assumption are wrong: " in desk.press("check")
    assert desk.fills() == before


@pytest.mark.parametrize(
    ("language", "misfit", "contradiction"),
    [
        (
            "en",
            "The assumptions match no solution. Without them, your marks match one.",
            "The assumptions lead to a contradiction in ",
        ),
        (
            "ja",
            "仮定に合う解はありません。仮定がなければ、印に合う解があります。",
            "仮定のために",
        ),
    ],
)
@pytest.mark.programs("memory", "macros", "calc")
def test_step_hint_and_where_blame_an_assumption_and_not_the_marks(
    desk_for: Callable[..., Session], language: Language, misfit: str, contradiction: str
) -> None:
    desk = desk_for(STUCK_ROWS, STUCK_COLUMNS, language)
    desk.at(0, 2)
    desk.press("assume")
    assert desk.press("hint") == misfit
    assert desk.press("where") == misfit
    assert desk.press("step") == misfit
    desk.mark(1, 3, 1)
    desk.mark(1, 4, 0)
    assert desk.press("where").startswith(contradiction)
    assert desk.press("hint").startswith(contradiction)
    assert desk.press("step").startswith(contradiction)


def test_hint_still_blames_wrong_marks_from_which_assumed_cells_follow(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(STUCK_ROWS, STUCK_COLUMNS)
    desk.mark(0, 2, 1)
    desk.at(2, 0)
    desk.press("assume")
    assert desk.press("hint") == "There is a mistake in your marks."


def test_check_blames_an_assumption_that_matches_none_of_several_solutions(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(
        [[1], [1, 1], [2], [], [1]],
        [[1], [1, 1], [1], [1], [1]],
    )
    desk.at(0, 2)
    assert desk.press("assume").startswith("Assumption 1: ")
    said = desk.press("check")
    assert " The assumptions match no solution. Without them, your marks match one." in said
    assert "Your marks" not in said


def test_restore_goes_back_to_before_the_first_assumption_even_after_check(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(STUCK_ROWS, STUCK_COLUMNS)
    desk.mark(0, 2, 1)
    desk.at(2, 0)
    desk.press("assume")
    desk.press("check")
    assert desk.press("restore").startswith("The assumptions were removed.")
    assert {fill for row in desk.fills() for fill in row} == {None}
    assert desk.values()[0] == [None, None, 1, None, None]


def test_solve_removes_assumptions_even_if_there_is_no_solution(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(*NO_SOLUTION)
    desk.at(0, 4)
    assert desk.press("assume").startswith("Assumption 1: ")
    assert desk.press("solve").startswith("The assumptions were removed. Result: no solution")
    assert {value for row in desk.values() for value in row} == {None}


@pytest.mark.programs("memory")
def test_solve_that_shows_its_steps_starts_without_the_assumptions(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(STUCK_ROWS, STUCK_COLUMNS, settings=True)
    desk.set("speed", 1000)
    desk.at(0, 2)
    desk.press("assume")
    desk.at_pause(lambda shown: shown == 1)
    assert desk.press("solve").startswith("The assumptions were removed. Stopped after step 1 of ")
    assert not {fill for row in desk.fills() for fill in row} - {None, BLACK_FILL}
    assert "#" not in desk.board().split("\n")[0]


def test_the_command_does_not_take_assumptions_for_marks_either(
    desk_for: Callable[..., Session], tmp_path: Path
) -> None:
    desk = desk_for(STUCK_ROWS, STUCK_COLUMNS)
    desk.at(0, 2)
    desk.press("assume")
    saved = tmp_path / f"saved{desk.path.suffix}"
    desk.host().save(saved)
    with pytest.raises(SystemExit) as stop:
        main(["solve", str(saved), "--lang", "en"])
    assert stop.value.code == 0
    read = read_puzzle(open_book(saved).sheets()[0])
    assert read.present.text() == STUCK_PICTURE
    assert read.marks.known == 0
    assert not read.assumptions


def test_what_step_finds_after_an_assumption_belongs_to_it(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(STUCK_ROWS, STUCK_COLUMNS)
    desk.at(0, 3)
    desk.press("assume")
    assert desk.fill(1, 4) is None
    assert f"{desk.cell(1, 4).address} is white." in desk.press("step")
    assert desk.fill(1, 4) == "DBEAFE"
    desk.press("solve")
    assert given_in_the_log(desk) == 0


def test_restore_gives_up_an_assumption_with_the_steps_that_followed(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(STUCK_ROWS, STUCK_COLUMNS)
    before = everything(desk)
    desk.at(0, 3)
    desk.press("assume")
    desk.press("step")
    assert desk.press("restore").startswith("The assumptions were removed.")
    assert everything(desk) == before


def test_a_mark_typed_over_an_assumed_cell_is_a_mark_of_the_person(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(ONES, ONES)
    desk.at(0, 0)
    desk.press("assume")
    desk.mark(0, 0, 1)
    desk.press("solve")
    assert desk.board()[:4] == "#..."
    assert given_in_the_log(desk) == 1


def test_assume_leaves_a_mark_typed_over_the_assumed_cell_alone(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(ONES, ONES)
    desk.at(0, 0)
    desk.press("assume")
    desk.mark(0, 0, 1)
    assert desk.press("assume").startswith(f"{desk.cell(0, 0).address} is already known.")
    assert desk.values()[0][0] == 1


def test_assume_wants_a_cell_of_the_grid(heart: Session) -> None:
    heart.select(Area(1, 1))
    assert heart.press("assume").startswith("Select an unknown cell")


def test_clear_and_restore(heart: Session) -> None:
    heart.mark(0, 1, 1)
    heart.press("solve")
    assert heart.press("restore") == "The board is as it was before the last run."
    assert heart.values()[0] == [None, 1, None, None, None]
    assert heart.fill(0, 1) is None
    heart.press("solve")
    assert heart.press("clear") == "The grid is empty."
    assert heart.board() == UNKNOWN
    assert {value for row in heart.values() for value in row} == {None}
    heart.press("restore")
    assert heart.board() == HEART


@pytest.mark.parametrize("fill", [None, BLACK_FILL])
def test_clear_pressed_twice_is_taken_back_like_once(heart: Session, fill: str | None) -> None:
    heart.mark(1, 1, 1 if fill is None else None)
    heart.colour(1, 1, fill)
    before = everything(heart)
    heart.press("clear")
    assert heart.press("clear") == "The grid is empty."
    heart.press("restore")
    assert everything(heart) == before


def test_what_clear_removed_comes_back_with_its_assumption(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(ONES, ONES)
    desk.at(0, 0)
    desk.press("assume")
    before = desk.values(), desk.fills()
    desk.press("clear")
    assert desk.press("restore") == "The board is as it was before the last run."
    assert (desk.values(), desk.fills()) == before


def test_of_two_runs_the_last_one_is_taken_back(heart: Session) -> None:
    heart.press("solve")
    heart.press("solve")
    assert heart.press("restore") == "The board is as it was before the last run."
    assert heart.board() == HEART


def test_clues_that_were_typed_since_stay(desk_for: Callable[..., Session]) -> None:
    desk = desk_for(STUCK_ROWS, STUCK_COLUMNS)
    desk.mark(0, 0, 1)
    desk.press("clear")
    desk.type_clues(ROWS, COLUMNS)
    desk.press("restore")
    assert desk.values()[0][0] == 1
    desk.mark(0, 0, None)
    desk.press("solve")
    assert desk.board() == HEART


MISFIT = (
    "Nothing was restored: the grid has moved or changed its size since the last run, or it "
    "belongs to another puzzle."
)


@pytest.mark.parametrize("inside", [False, True])
def test_a_board_is_not_restored_to_another_place(heart: Session, *, inside: bool) -> None:
    heart.press("step")
    heart.insert_row(heart.layout().grid.row + 1 if inside else 1)
    before = everything(heart)
    assert heart.press("restore") == MISFIT
    assert everything(heart) == before
    if not inside:
        heart.press("clear")
        heart.press("restore")
        assert everything(heart) == before


def everything(desk: Session) -> list[object]:
    """What the clues and the grid hold and how they are filled."""
    sheet = desk.sheet()
    return [asked(area) for area in desk.layout() for asked in (sheet.values, sheet.fills)]


def test_nothing_to_restore(heart: Session) -> None:
    assert "nothing to restore" in heart.press("restore")
