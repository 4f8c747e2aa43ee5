"""Corrected clues written into the cells of their lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.styles import Border, Side

from xlnono.model.board import Axis, Line
from xlnono.model.mistakes import ChangedClue
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.puzzle_sheet.write_clue import ClueHasNoRoom, ClueIsFormula, write_clues
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Sheet, Value
from xlnono.xlsx.book import open_book

LAYOUT = Layout(Area.parse("B4:D8"), Area.parse("E2:I3"), Area.parse("E4:I8"))
"""Three cells for the clue of each row, two for that of each column."""
ROWS = {Area(4 + k, 4): clue for k, clue in enumerate((1, 5, 1, 3, 1))}
COLUMNS = {"E3": 1, "F2": 1, "F3": 1, "G3": 5, "H2": 1, "H3": 1, "I3": 1}


@pytest.fixture
def sheet(tmp_path: Path) -> Callable[[Mapping[str, object]], Sheet]:
    """A sheet with these cells, and what it holds once it was saved."""

    def made(cells: Mapping[str, object], merged: str | None = None) -> Sheet:
        workbook = Workbook()
        side = Side("thin")
        for cell in LAYOUT.grid.cells():
            workbook.active[cell.address].border = Border(side, side, side, side)
        for address, value in cells.items():
            workbook.active[address] = value
        if merged:
            workbook.active.merge_cells(merged)
        workbook.save(tmp_path / "puzzle.xlsx")
        return open_book(tmp_path / "puzzle.xlsx").sheets()[0]

    return made


def row(index: int, typed: tuple[int, ...], correct: tuple[int, ...]) -> ChangedClue:
    return ChangedClue(Line(Axis.ROW, index), typed, correct)


def column(index: int, typed: tuple[int, ...], correct: tuple[int, ...]) -> ChangedClue:
    return ChangedClue(Line(Axis.COLUMN, index), typed, correct)


def held(sheet: Sheet, address: str) -> list[Value]:
    return [value for line in sheet.values(Area.parse(address)) for value in line]


def test_numbers_in_cells_of_their_own_stay_at_the_grid(sheet) -> None:
    one = sheet({"C4": 2, "D4": 1, "D5": 3, "B6": 1, "C6": 1, "D6": 1, "E3": 2, "E2": 1})
    write_clues(
        one,
        LAYOUT,
        [row(0, (2, 1), (1, 2)), row(1, (3,), (1, 1, 1)), row(2, (1, 1, 1), (2,)),
         column(0, (1, 2), (3,))],
    )  # fmt: skip
    assert held(one, "B4:D4") == [None, 1, 2]
    assert held(one, "B5:D5") == [1, 1, 1]
    assert held(one, "B6:D6") == [None, None, 2]
    assert held(one, "E2:E3") == [None, 3]


def test_numbers_that_begin_at_the_far_side_still_do(sheet) -> None:
    one = sheet({"B4": 2, "C4": 1, "B5": 3})
    write_clues(one, LAYOUT, [row(0, (2, 1), (3,)), row(1, (3,), (1, 1))])
    assert held(one, "B4:D5") == [3, None, None, 1, 1, None]


def test_clues_on_the_right_begin_at_the_grid(sheet) -> None:
    layout = LAYOUT._replace(rows=Area.parse("J4:L8"))
    one = sheet({"J4": 2, "K4": 1})
    write_clues(one, layout, [row(0, (2, 1), (3,)), row(1, (), (1, 1))])
    assert held(one, "J4:L5") == [3, None, None, 1, 1, None]


@pytest.mark.parametrize(
    ("typed", "correct", "after"),
    [
        ("7 2", (2, 7), "2 7"),
        ("7,2", (2, 7, 1), "2,7,1"),
        ("[7、2]", (9,), "[9]"),
        ("7\n2", (2, 7), "2\n7"),
        ("７・２", (2, 7), "2・7"),
        ("7-2", (2, 7), "2-7"),
        ("7 2", (), "0"),
    ],
)
def test_a_text_keeps_its_separators(
    sheet, typed: str, correct: tuple[int, ...], after: str
) -> None:
    one = sheet({"D4": typed, "D5": "1 1", "D6": "2"})
    write_clues(one, LAYOUT, [row(0, (7, 2), correct)])
    assert held(one, "B4:D4") == [None, None, after]


def test_the_number_of_the_line_stays_before_its_clue(sheet) -> None:
    one = sheet({"D4": "1. 3", "D5": "2. 1 1", "D6": "3: 2 1"})
    write_clues(one, LAYOUT, [row(0, (3,), (1, 1)), row(1, (1, 1), (3,))])
    assert held(one, "D4:D5") == ["1. 1 1", "2. 3"]


def test_other_lines_tell_how_to_separate_numbers(sheet) -> None:
    one = sheet({"D4": 5, "D5": "1、1", "D6": "2、1", "D7": "1 1"})
    write_clues(one, LAYOUT, [row(0, (5,), (2, 3)), row(4, (), (1, 1))])
    assert held(one, "D4:D8") == ["2、3", "1、1", "2、1", "1 1", "1、1"]


def test_a_line_becomes_blank_with_a_zero_and_a_zero_goes(sheet) -> None:
    one = sheet({"C4": 2, "D4": 1, "D5": 0})
    write_clues(one, LAYOUT, [row(0, (2, 1), ()), row(1, (), (2, 1))])
    assert held(one, "B4:D5") == [None, None, 0, None, 2, 1]


def test_padding_stays(sheet) -> None:
    one = sheet({"B4": "-", "C4": 2, "D4": 1, "B5": 0, "C5": 0, "D5": 3})
    write_clues(one, LAYOUT, [row(0, (2, 1), (3,)), row(1, (3,), (1, 1))])
    assert held(one, "B4:D5") == ["-", "-", 3, 0, 1, 1]


def test_merged_cells_count_once(sheet) -> None:
    one = sheet({"B4": "2 1", "B5": 3}, "B4:D4")
    write_clues(one, LAYOUT, [row(0, (2, 1), (1, 2))])
    assert held(one, "B4:D4") == ["1 2", None, None]


def test_too_many_numbers_for_the_cells_are_an_error_and_nothing_is_written(sheet) -> None:
    one = sheet({"D4": 3, "D5": 2, "E3": 1})
    with pytest.raises(ClueHasNoRoom) as raised:
        write_clues(one, LAYOUT, [row(1, (2,), (3,)), column(0, (1,), (1, 1, 1))])
    assert raised.value.place.cell == "E2:E3"
    said = raised.value.message()
    assert "of column 1 is to become “1 1 1”, which needs 3 cells, but it has only 2:" in said
    assert "1 1 1" in raised.value.message("ja")
    assert held(one, "D5") == [2]


def test_formulas_are_not_overwritten(sheet) -> None:
    one = sheet({"D4": "=1+1", "D5": 2, "E3": 1})
    with pytest.raises(ClueIsFormula) as raised:
        write_clues(one, LAYOUT, [row(0, (2,), (3,)), row(1, (2,), (3,))])
    assert raised.value.place.cell == "D4"
    assert held(one, "D5") == [2]
    write_clues(one, LAYOUT, [row(1, (2,), (3,))])
    assert held(one, "D5") == [3]


def test_clues_on_both_sides_change_together(sheet) -> None:
    left = {"D4": 1, "D5": 5, "C6": 1, "D6": 1, "D7": 3, "D8": 1}
    right = {"J4": 1, "J5": 5, "J6": 1, "K6": 1, "J7": 3, "J8": 1}
    one = sheet(left | right)
    write_clues(one, LAYOUT, [row(2, (1, 1), (2,)), row(3, (3,), (1, 1))])
    assert held(one, "B6:D7") == [None, None, 2, None, 1, 1]
    assert held(one, "J6:L7") == [2, None, None, 1, 1, None]


def test_totals_on_the_other_side_stay(sheet) -> None:
    left = {"D4": 1, "D5": 5, "C6": 1, "D6": 1, "D7": 3, "D8": 1}
    one = sheet(left | {f"J{4 + k}": total for k, total in enumerate((1, 5, 2, 3, 1))})
    write_clues(one, LAYOUT, [row(3, (3,), (2,))])
    assert held(one, "J4:J8") == [1, 5, 2, 3, 1]


@pytest.mark.parametrize("clues", ["cells", "texts"])
def test_what_was_written_is_read_again(sheet, clues: str, tmp_path: Path) -> None:
    cells: dict[str, object] = {"E2": 2, "E3": 1, "F3": 1, "G3": 4, "H3": 1, "I3": 1}
    cells |= {"C4": 1, "D4": 1, "D5": 5, "D6": 1, "D7": 1, "D8": 1}
    if clues == "texts":
        cells |= {"C4": None, "D4": "1 1", "E2": None, "E3": "2 1"}
    one = sheet(cells)
    write_clues(
        one,
        LAYOUT,
        [row(0, (1, 1), (1,)), row(3, (1,), (1, 1)), column(0, (2, 1), (1,)),
         column(1, (1,), (1, 1)), column(2, (4,), (5,))],
    )  # fmt: skip
    one.book.save(tmp_path / "written.xlsx")
    read = read_puzzle(open_book(tmp_path / "written.xlsx").sheets()[0], certain=True)
    assert read.puzzle.rows == ((1,), (5,), (1,), (1, 1), (1,))
    assert read.puzzle.columns == ((1,), (1, 1), (5,), (1,), (1,))
