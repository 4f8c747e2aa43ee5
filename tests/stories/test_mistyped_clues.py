"""Check finds the clue that was mistyped and marks it; pressed there again, it corrects it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.sessions import Clues, Session
from xlnono.buttons.catalogue import Name
from xlnono.model.board import Axis, Grid, Line
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.theme import CONTRADICTION_FILL, SUSPECT_FILL

CUP = """\
..#..#....
...#..#...
..#..#....
..........
#########.
#######..#
#######..#
#########.
.#####....
#########."""
PICTURE = Grid.from_text(CUP)
ROWS, COLUMNS = PICTURE.row_clues(), PICTURE.column_clues()
ROW_6 = Line(Axis.ROW, 5)
SOLVED = "Result: exactly one solution"


def row(index: int) -> Line:
    return Line(Axis.ROW, index)


def with_row(index: int, clue: list[int]) -> Clues:
    return [*ROWS[:index], clue, *ROWS[index + 1 :]]


def noted(desk: Session) -> dict[Area, str]:
    layout, sheet = desk.layout(), desk.sheet()
    return sheet.notes(layout.rows) | sheet.notes(layout.columns)


def clue(desk: Session, line: Line) -> list[int]:
    """The numbers of a clue; some templates hold them as texts."""
    values = (value for row in desk.sheet().values(desk.layout().clue(line)) for value in row)
    return [int(str(value)) for value in values if value is not None]


def fills(desk: Session) -> list[list[list[str | None]]]:
    layout, sheet = desk.layout(), desk.sheet()
    return [sheet.fills(layout.rows), sheet.fills(layout.columns)]


def test_two_numbers_in_the_wrong_order(desk_for: Callable[..., Session]) -> None:
    desk = desk_for(with_row(5, [1, 7]), COLUMNS)
    before = fills(desk)
    said = desk.press("check")
    assert "Probably row 6" in said
    assert "7 1 instead of 1 7" in said
    assert "exactly one solution" in said
    assert desk.colours(ROW_6) == {SUSPECT_FILL}
    (cell,) = noted(desk)
    assert cell == desk.clue(ROW_6)
    assert "7 1 instead of 1 7" in noted(desk)[cell]
    assert clue(desk, ROW_6) == [1, 7]
    desk.select(cell)
    said = desk.press("check")
    assert said.startswith("Corrected: ")
    assert "7 1 instead of 1 7" in said
    assert clue(desk, ROW_6) == [7, 1]
    assert fills(desk) == before
    assert noted(desk) == {}
    assert desk.press("check").startswith(SOLVED)
    desk.press("solve")
    assert desk.board().replace("?", ".") == CUP


def test_restore_brings_back_the_clue_as_it_was_typed(desk_for: Callable[..., Session]) -> None:
    desk = desk_for(with_row(5, [1, 7]), COLUMNS)
    before = fills(desk)
    desk.press("check")
    desk.select(desk.clue(ROW_6))
    desk.press("check")
    desk.press("restore")
    assert clue(desk, ROW_6) == [1, 7]
    assert fills(desk) == before
    assert "7 1 instead of 1 7" in desk.press("check")


def test_a_clue_typed_after_the_next_press_stays(desk_for: Callable[..., Session]) -> None:
    desk = desk_for(with_row(5, [1, 7]), COLUMNS)
    desk.press("check")
    desk.select(desk.clue(ROW_6))
    desk.press("check")
    desk.press("step")
    desk.host().put(desk.title, desk.clue(row(8)), [[6]])
    desk.press("restore")
    assert clue(desk, ROW_6) == [7, 1]
    assert clue(desk, row(8)) == [6]
    assert desk.board() == "\n".join(["?" * 10] * 10)


def test_a_forgotten_row(desk_for: Callable[..., Session]) -> None:
    desk = desk_for([*ROWS[:5], *ROWS[6:], []], COLUMNS)
    said = desk.press("check")
    assert "missing" in said
    marked = [line for line in map(row, range(10)) if SUSPECT_FILL in desk.colours(line)]
    assert marked
    desk.select(desk.clue(marked[0]))
    said = desk.press("check")
    assert said.startswith("Corrected: ")
    assert [[block for block in clue(desk, row(k)) if block] for k in range(10)] == ROWS
    assert desk.press("solve").startswith(SOLVED)


def test_a_forgotten_row_that_the_board_has_no_room_for(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for([*ROWS[:5], *ROWS[6:]], COLUMNS)
    before = fills(desk)
    said = desk.press("check")
    assert "A row is missing between rows 5 and 6" in said
    assert "probably 7 1" in said
    assert "The grid has no room for another row" in said
    assert "press Check again" not in said
    assert noted(desk) == {}
    assert fills(desk) == before


def test_a_number_typed_twice(desk_for: Callable[..., Session]) -> None:
    desk = desk_for(with_row(8, [5, 5]), COLUMNS)
    said = desk.press("check")
    assert "row 9" in said
    # Templates show clues that do not fit their lines in red.
    (fills_of_clue,) = desk.sheet().fills(desk.layout().clue(row(8)))
    assert set(fills_of_clue) == {SUSPECT_FILL}
    desk.select(desk.clue(row(8)))
    assert desk.press("check").startswith("Corrected: ")
    assert clue(desk, row(8)) == [5]
    assert desk.press("solve").startswith(SOLVED)


def test_several_proposals_are_numbered_and_each_can_be_chosen(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(with_row(4, [8]), COLUMNS)
    said = desk.press("check")
    assert "add up to 53" in said
    assert "1. Column 9" in said
    assert "3. Row 8" in said
    assert desk.colours(row(7)) == {SUSPECT_FILL}
    numbers = [int(text.split("\n")[1].split(".")[0]) for text in noted(desk).values()]
    assert sorted(numbers) == [1, 2, 3, 4]
    (both,) = (text for text in noted(desk).values() if "4. Row 1" in text)
    assert "5. Row 1" in both
    desk.select(desk.clue(row(7)))
    assert "10 instead of 9" in desk.press("check")
    assert clue(desk, row(7)) == [10]
    assert desk.press("check").startswith(SOLVED)


def test_a_press_elsewhere_changes_no_clue(desk_for: Callable[..., Session]) -> None:
    desk = desk_for(with_row(5, [1, 7]), COLUMNS)
    first = desk.press("check")
    desk.at(0, 0)
    assert desk.press("check") == first
    desk.select(desk.clue(row(0)))
    assert desk.press("check") == first
    assert clue(desk, ROW_6) == [1, 7]
    assert len(noted(desk)) == 1


def test_a_press_on_a_clue_that_was_not_proposed_yet_changes_nothing(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(with_row(5, [1, 7]), COLUMNS)
    desk.select(desk.clue(ROW_6))
    assert desk.press("check").startswith("Result: no solution")
    assert clue(desk, ROW_6) == [1, 7]


def test_another_change_of_the_clues_is_not_overwritten(desk_for: Callable[..., Session]) -> None:
    desk = desk_for(with_row(5, [1, 7]), COLUMNS)
    desk.press("check")
    desk.host().put(desk.title, desk.clue(row(8)), [[6]])
    desk.select(desk.clue(ROW_6))
    assert not desk.press("check").startswith("Corrected")
    assert clue(desk, ROW_6) == [1, 7]


def test_nothing_is_proposed_for_several_solutions(desk_for: Callable[..., Session]) -> None:
    desk = desk_for([[1], [1]], [[1], [1]])
    assert desk.press("check").startswith("Result: more than one solution")
    assert noted(desk) == {}


@pytest.mark.parametrize("name", ["clear", "restore", "step", "assume", "solve"])
def test_the_marks_go_with_the_next_press_that_paints(
    desk_for: Callable[..., Session], name: Name
) -> None:
    desk = desk_for(with_row(5, [1, 7]), COLUMNS)
    before = fills(desk)
    desk.press("check")
    desk.press("hint")
    assert desk.colours(ROW_6) == {SUSPECT_FILL}
    desk.type_clues(ROWS, COLUMNS)
    desk.press(name)
    assert fills(desk) == before
    assert noted(desk) == {}


def test_a_marked_clue_gets_its_colour_back_in_another_row(
    desk_for: Callable[..., Session],
) -> None:
    desk = desk_for(with_row(9, [1, 8]), COLUMNS)
    before = fills(desk)
    desk.press("check")
    assert desk.colours(row(9)) == {SUSPECT_FILL}
    desk.insert_row(1)
    desk.press("clear")
    assert fills(desk) == before


def test_a_note_of_a_person_is_kept(desk_for: Callable[..., Session]) -> None:
    desk = desk_for(with_row(5, [1, 7]), COLUMNS)
    cell = desk.clue(ROW_6)
    book = desk.book()
    sheet = book.sheet(desk.title)
    assert sheet is not None
    sheet.put_note(cell, "is this 7 1?")
    book.flush()
    desk.press("check")
    assert noted(desk) == {cell: "is this 7 1?"}
    assert desk.colours(ROW_6) == {SUSPECT_FILL}
    desk.select(cell)
    desk.press("check")
    assert clue(desk, ROW_6) == [7, 1]
    assert noted(desk) == {cell: "is this 7 1?"}


def test_in_japanese(desk_for: Callable[..., Session]) -> None:
    desk = desk_for(with_row(5, [1, 7]), COLUMNS, "ja")
    said = desk.press("check")
    assert "1 7 ではなく 7 1 です" in said
    assert "「検査」" in said
    (text,) = noted(desk).values()
    assert "1 7 ではなく 7 1 です" in text
    desk.select(desk.clue(ROW_6))
    assert desk.press("check").startswith("訂正しました: ")
    assert clue(desk, ROW_6) == [7, 1]


def test_an_unsuccessful_solve_marks_the_suspect_too(desk_for: Callable[..., Session]) -> None:
    desk = desk_for(with_row(5, [1, 7]), COLUMNS)
    before = fills(desk)
    said = desk.press("solve")
    assert "7 1 instead of 1 7" in said
    assert desk.colours(ROW_6) == {SUSPECT_FILL}
    assert CONTRADICTION_FILL not in str(fills(desk))
    desk.select(desk.clue(ROW_6))
    assert desk.press("check").startswith("Corrected: ")
    assert desk.press("solve").startswith(SOLVED)
    assert fills(desk) == before


@pytest.mark.parametrize("name", ["check", "solve"])
def test_marks_that_fit_each_other_speak_against_the_clue(
    desk_for: Callable[..., Session], name: Name
) -> None:
    printed = Grid.from_text("......# ...#.#. ###..#. ###..#. #.#..#. ######. ##.#..#")
    rows, columns = printed.row_clues(), printed.column_clues()
    rows[5] = [2, 4]
    desk = desk_for(rows, columns)
    black = printed.text().replace("\n", "")
    desk.host().put(
        desk.title,
        desk.layout().grid,
        [[1 if black[7 * k + j] == "#" else None for j in range(7)] for k in range(7)],
    )
    said = desk.press(name)
    assert "Your marks fit each other, but not the clues" in said
    assert "6 instead of 2 4" in said
    assert desk.colours(ROW_6) == {SUSPECT_FILL}
    assert CONTRADICTION_FILL not in str(desk.fills())
    desk.select(desk.clue(ROW_6))
    assert desk.press("check").startswith("Corrected: ")
    assert "No mark is wrong" in desk.press("check")
