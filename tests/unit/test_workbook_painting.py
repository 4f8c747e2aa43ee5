"""What a person sees on the sheet after solving, once and again."""

import pytest
from openpyxl import load_workbook
from openpyxl.styles import PatternFill

from tests.support.workbooks import (
    AMBIGUOUS,
    PICTURE,
    ambiguous,
    book_with,
    unique,
    without_solution,
)
from xlnono.model.board import Axis, Board, Line
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Outcome, Solution
from xlnono.puzzle_sheet.log_sheet import write_log
from xlnono.puzzle_sheet.paint import paint
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.puzzle_sheet.record import record_of
from xlnono.xlsx.book import open_book

BLACK, YELLOW, ORANGE, RED = "FF262626", "FFFFF2CC", "FFF4B183", "FFFF5050"


def solve(path, solution_of, language="en"):
    """Read, paint, log and save in place; returns what was read."""
    book = open_book(path)
    sheet = book.sheets()[0]
    read = read_puzzle(sheet)
    solution = solution_of(read)
    memory = paint(sheet, read, solution)
    write_log(sheet, record_of(read, solution, language), memory)
    book.save(path)
    return read


def solved(read):
    return unique(read.puzzle, PICTURE, read.marks)


def impossible(read):
    return without_solution(read.puzzle, read.marks, Line(Axis.ROW, 2))


def colours(path, cells):
    sheet = load_workbook(path).worksheets[0]
    return [
        cell.fill.fgColor.rgb if cell.fill.fill_type else None
        for row in sheet[cells]
        for cell in row
    ]


def values(path, cells):
    return [cell.value for row in load_workbook(path).worksheets[0][cells] for cell in row]


@pytest.fixture
def path(tmp_path):
    return book_with(tmp_path / "cat.xlsx")


def test_a_solved_picture_is_painted_with_values_and_fills(path):
    solve(path, solved)
    assert values(path, "D4:H5") == [0, 1, 1, 1, 0, 1, 0, 0, 0, 1]
    assert colours(path, "D4:H4") == [None, BLACK, BLACK, BLACK, None]
    cell = load_workbook(path).worksheets[0]["D4"]
    assert cell.border.left.style == "thin"
    assert cell.number_format.endswith(';;"·"')
    assert cell.alignment.horizontal == "center"


def test_the_areas_get_names_on_the_sheet(path):
    solve(path, solved)
    names = load_workbook(path).worksheets[0].defined_names
    assert {name: names[name].attr_text for name in names} == {
        "xlnono_rows": "'cat'!$A$4:$C$8",
        "xlnono_columns": "'cat'!$D$1:$H$3",
        "xlnono_grid": "'cat'!$D$4:$H$8",
        "xlnono_log": "'cat log'!$A$1",
    }


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("solution_of", [solved, impossible])
def test_solving_twice_gives_the_same_file(path, solution_of, language):
    solve(path, solution_of, language)
    once = path.read_bytes()
    read = solve(path, solution_of, language)
    assert path.read_bytes() == once
    assert read.marks.unknown == 25


def test_solving_twice_gives_the_same_file_with_a_persons_marks(path):
    workbook = load_workbook(path)
    workbook.active["E4"] = "■"
    workbook.active["D4"] = "×"
    workbook.save(path)
    solve(path, solved)
    once = path.read_bytes()
    read = solve(path, solved)
    assert path.read_bytes() == once
    assert read.marks.text().split()[0] == ".#???"


def test_the_time_of_the_first_solve_is_kept_until_something_changes(path):
    solve(path, solved)

    def slower(read):
        return Solution(**{**vars(solved(read)), "seconds": 9.0})

    solve(path, slower)
    assert "0.250 s" in values_of_log(path)
    workbook = load_workbook(path)
    workbook.worksheets[0]["E4"] = "×"
    workbook.save(path)
    solve(path, slower)
    assert "9.000 s" in values_of_log(path)


def values_of_log(path):
    return [cell.value for row in load_workbook(path).worksheets[1].iter_rows() for cell in row]


def test_a_cell_changed_after_solving_is_a_given_and_the_painted_ones_are_not(path):
    solve(path, solved)
    workbook = load_workbook(path)
    sheet = workbook.worksheets[0]
    sheet["E4"] = 0
    sheet["D4"] = "■"
    sheet["D5"] = None
    sheet["D5"].fill = PatternFill()
    workbook.save(path)
    marks = read_puzzle(open_book(path).sheets()[0]).marks
    assert marks.text().split() == ["#.???", *["?????"] * 4]


def test_cells_not_known_are_yellow(path):
    known = Board.from_text("?###?\n" + "\n".join(["?????"] * 4))

    def undecided(read):
        return Solution(read.puzzle, Outcome.UNDECIDED, None, None, known, 1.0, "python")

    solve(path, undecided)
    assert values(path, "D4:H4") == [None, 1, 1, 1, None]
    assert colours(path, "D4:H4") == [YELLOW, BLACK, BLACK, BLACK, YELLOW]


def test_cells_in_which_two_solutions_differ_have_their_own_colour(tmp_path):
    path = book_with(tmp_path / "two.xlsx", AMBIGUOUS[0])
    solve(path, lambda read: ambiguous(read.puzzle, Board(2, 2)))
    assert values(path, "D4:E5") == [None] * 4
    assert colours(path, "D4:E5") == [ORANGE] * 4
    once = path.read_bytes()
    read = solve(path, lambda read: ambiguous(read.puzzle, Board(2, 2)))
    assert read.puzzle == Puzzle([[1], [1]], [[1], [1]])
    assert path.read_bytes() == once


def test_the_line_on_which_a_contradiction_surfaces_is_not_painted(path):
    before = colours(path, "A1:H8")
    solve(path, impossible)
    assert colours(path, "A1:H8") == before
    assert values(path, "D4:H8") == [None] * 25


def test_what_was_painted_goes_when_there_is_no_solution_any_more(path):
    workbook = load_workbook(path)
    workbook.active["E4"] = "■"
    workbook.save(path)
    solve(path, solved)
    solve(path, impossible)
    assert [value for value in values(path, "D4:H8") if value is not None] == [1]
    assert colours(path, "D4:H4") == [None, BLACK, None, None, None]


def test_a_changed_format_of_painted_cells_is_restored_for_new_marks(path):
    solve(path, solved)
    workbook = load_workbook(path)
    workbook.worksheets[0]["D4"] = 1
    shown = workbook.worksheets[0]["D4"].number_format.split(";")[0]
    assert "■" in shown
