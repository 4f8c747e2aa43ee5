"""Puzzles are found wherever and however they are laid out."""

import datetime
import sys
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook
from openpyxl.styles import PatternFill

from tests.support.laid_out import Plan, joined, lay_out
from tests.support.memory_book import MemoryBook, MemoryCell, MemorySheet
from tests.support.strategies import examples
from tests.support.workbooks import ONLY, PICTURE, THIN, Arrangement, book_with, put_puzzle
from xlnono.errors import InvalidPuzzle
from xlnono.jobs.choosing import only_puzzle
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import check_workbook, solve_workbook
from xlnono.model.board import Board, Cell, Grid
from xlnono.model.puzzle import Puzzle
from xlnono.puzzle_sheet.evidence import DoubtfulPuzzle
from xlnono.puzzle_sheet.locate import find
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.puzzle_sheet.spots import NoPuzzle, find_layout
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Dated
from xlnono.xlsx.book import open_book

SEPARATORS = [None, " ", ",", "\n", "、", "\u3000", "・", "/", "，", ", ", "-"]


def first_sheet(path):
    return open_book(path).sheets()[0]


def saved(tmp_path, workbook):
    path = tmp_path / "book.xlsx"
    workbook.save(path)
    return path


grids = st.tuples(st.integers(2, 9), st.integers(2, 9)).flatmap(
    lambda size: st.lists(
        st.lists(st.booleans(), min_size=size[1], max_size=size[1]),
        min_size=size[0],
        max_size=size[0],
    ).map(Grid.from_cells)
)


def spans(grid):
    """Whether the outermost lines have clues, so that no border is needed to see them."""
    rows, columns = grid.row_clues(), grid.column_clues()
    return all(clues[0] and clues[-1] for clues in (rows, columns))


def counts_up(clues):
    """Whether the clues could be the headings 1, 2, 3 … as well."""
    numbers = [sum(clue) for clue in clues]
    return numbers in (list(range(len(numbers))), list(range(1, len(numbers) + 1)))


@settings(examples(200), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), grid=grids)
def test_any_puzzle_in_any_arrangement_is_read_back(tmp_path, data, grid):
    how = Arrangement(
        row=data.draw(st.integers(10, 14), "row"),
        column=data.draw(st.integers(10, 14), "column"),
        separator=data.draw(st.sampled_from(SEPARATORS), "separator"),
        far=data.draw(st.booleans(), "far"),
        bordered=data.draw(st.booleans(), "bordered"),
        zeros=data.draw(st.booleans(), "zeros"),
    )
    rows, columns = grid.row_clues(), grid.column_clues()
    if not (any(rows) and any(columns)) or (counts_up(rows) and counts_up(columns)):
        return
    if not how.bordered and not spans(grid):
        return
    workbook = Workbook()
    sheet = workbook.active
    put_puzzle(sheet, grid, how)
    if data.draw(st.booleans(), "title"):
        sheet["A1"] = "今月の問題 No.12"
        sheet["A2"] = "2 hours, level 3"
    if data.draw(st.booleans(), "note"):
        sheet.cell(how.row + grid.height + 2, how.column, "answers next month")
        sheet.cell(how.row + 1, how.column + grid.width + 3, "good luck!")
        sheet.cell(how.row + 3, how.column + grid.width + 3, 2026)
    marks = data.draw(
        st.lists(st.tuples(st.integers(0, grid.height - 1), st.integers(0, grid.width - 1)))
        if how.bordered
        else st.just([]),
        "marks",
    )
    # Beside very few clues, marks that are numbers may as well be clues or what they add up to.
    plain = grid.black >= 5
    for row, column in marks:
        black = grid[row, column] is Cell.BLACK
        signs = ["■", "●", "#"] if black else ["×", "x", "・", "."]
        sign = data.draw(st.sampled_from([int(black), *signs] if plain else signs))
        sheet.cell(how.row + row, how.column + column, sign)
    found = read_puzzle(first_sheet(saved(tmp_path, workbook)))
    assert found.layout.grid == Area(how.row, how.column, grid.height, grid.width)
    assert found.puzzle == Puzzle(rows, columns)
    assert {(row, column) for row, column, _ in found.marks.cells()} == set(marks)
    assert all(grid[row, column] is cell for row, column, cell in found.marks.cells())


def test_a_clue_row_apart_from_the_grid_is_found_by_the_borders(tmp_path):
    workbook = Workbook()
    sheet = workbook.active
    for k, clue in enumerate(PICTURE.row_clues()):
        sheet.cell(10 + k, 2, " ".join(map(str, clue)))
    for k, clue in enumerate(PICTURE.column_clues()):
        sheet.cell(7, 5 + k, " ".join(map(str, clue)))
    for cell in Area(10, 5, 5, 5).cells():
        sheet.cell(cell.row, cell.column).border = THIN
    found = read_puzzle(first_sheet(saved(tmp_path, workbook)))
    assert found.layout.grid.address == "E10:I14"
    assert found.puzzle == Puzzle.of(PICTURE)


def test_blank_first_and_last_lines_belong_to_a_bordered_grid(tmp_path):
    grid = Grid.from_text("....\n.##.\n.#..\n....")
    path = book_with(tmp_path / "a.xlsx", grid)
    found = read_puzzle(first_sheet(path))
    assert found.layout.grid.address == "D4:G7"
    assert found.puzzle == Puzzle.of(grid)


def test_a_frame_only_around_the_grid_is_enough(tmp_path):
    grid = Grid.from_text("....\n.##.\n.#..\n....")
    workbook = Workbook()
    put_puzzle(workbook.active, grid, Arrangement(bordered=False))
    for cell in Area(4, 4, 4, 4).cells():
        if cell.row in (4, 7) or cell.column in (4, 7):
            workbook.active.cell(cell.row, cell.column).border = THIN
    found = read_puzzle(first_sheet(saved(tmp_path, workbook)))
    assert found.layout.grid.address == "D4:G7"


def test_differing_totals_do_not_hide_a_puzzle(tmp_path):
    for bordered in (True, False):
        workbook = Workbook()
        put_puzzle(workbook.active, PICTURE, Arrangement(bordered=bordered))
        workbook.active["C4"] = 2
        with pytest.raises(Exception, match="add up to 12 and the column clues to 13"):
            read_puzzle(first_sheet(saved(tmp_path, workbook)))


def test_another_table_on_the_sheet_is_no_trouble(tmp_path):
    workbook = Workbook()
    sheet = workbook.active
    put_puzzle(sheet, PICTURE)
    for row in range(3, 15):
        for column in range(13, 17):
            sheet.cell(row, column, row * column)
    for row in range(14, 30):
        for column in range(3, 8):
            sheet.cell(row, column, row + column)
    found = read_puzzle(first_sheet(saved(tmp_path, workbook)))
    assert found.puzzle == Puzzle.of(PICTURE)
    assert found.layout.grid.address == "D4:H8"


def test_a_half_painted_grid_without_its_borders_is_found(tmp_path):
    workbook = Workbook()
    sheet = workbook.active
    put_puzzle(sheet, PICTURE)
    black = PatternFill("solid", fgColor="FF000000")
    for cell in ("E4", "F4", "G4", "D5"):
        sheet[cell].fill = black
        sheet[cell].border = None
    sheet["D4"] = "×"
    sheet["D4"].border = None
    found = read_puzzle(first_sheet(saved(tmp_path, workbook)))
    assert found.layout.grid.address == "D4:H8"
    assert found.marks.text().startswith(".###?\n#????")


@pytest.mark.parametrize(
    "rows",
    [
        [["sheet", "rows", "columns", "cells"], ["a", 20, 20, 400], ["b", 15, 10, 150]],
        [["", 2019, 2020, 2021], [1, 5, 3], [2, 4], [3]],
        [["", 1, 2, 3, 4, 5, 6], [1], [2], [3], [4], [5], [6]],
        [["a note"], [], ["and one number", 5]],
        [],
    ],
)
def test_other_tables_are_not_taken_for_puzzles(tmp_path, rows):
    workbook = Workbook()
    for row, values in enumerate(rows, 1):
        for column, value in enumerate(values, 1):
            workbook.active.cell(row, column, value or None).border = THIN
    with pytest.raises(NoPuzzle) as error:
        read_puzzle(first_sheet(saved(tmp_path, workbook)))
    assert error.value.place.sheet == "Sheet"
    assert "xlnono_grid" in error.value.text("ja")


def test_far_away_formats_do_not_slow_it_down(tmp_path):
    workbook = Workbook()
    put_puzzle(workbook.active, PICTURE)
    workbook.active["XFD1048576"].border = THIN
    assert read_puzzle(first_sheet(saved(tmp_path, workbook))).puzzle == Puzzle.of(PICTURE)


def table(workbook, rows, bordered=True):
    for row, values in enumerate(rows, 1):
        for column, value in enumerate(values, 1):
            cell = workbook.active.cell(row, column, value)
            if bordered:
                cell.border = THIN


def roster():
    """A roster of people and days, with the number of people above and of days beside."""
    comes = ["x..x.x", ".x.x..", "xx.xxx", "..x..x", "x.x..x"]
    total = [None, *(sum(row[k] == "x" for row in comes) for k in range(6))]
    return [total, *([row.count("x"), *(mark.strip(".") or None for mark in row)] for row in comes)]


def seats():
    return [[None, 1, 2, 3, 4], *([row, None, None, None, None] for row in (1, 2, 3, 4))]


def risks():
    """The axes of a chart of risks: the greatest number is at the top."""
    return [[None, 1, 2, 3, 4, 5], *([row, *[None] * 5] for row in (5, 4, 3, 2, 1))]


def staircase():
    return [[None, *range(7, 0, -1)], *([row, *[None] * 7] for row in range(1, 8))]


def quantities():
    """Numbers that would all fit, but far from the same total."""
    return [[None, 1, 1, 0, 1, 1, 0, 1, 1], *([7, *[None] * 8] for _ in range(8))]


@pytest.mark.parametrize(
    "rows",
    [
        [["Day", "In", "Out", "Hours"], *([8, None, None, 0] for _ in range(7)), [0, 0, 0, 0]],
        [[None, *[0] * 9], *([0, *[None] * 9] for _ in range(6))],
        [[None, *range(8, 18)], *([day, *[None] * 10] for day in range(1, 6))],
        [[None, 3, 6, 9, 12], *([k, 3 * k, 6 * k, 9 * k, 12 * k] for k in range(1, 6))],
        [
            [5, 3, None, None, 7],
            [6, None, None, 1, 9],
            [None, 9, 8, None, None],
            [8, 1, None, 6, 3],
        ],
        [["", "A", "B", "Sum"], ["Ann", 1, 1, 2], ["Bob", None, 1, 1], ["Sum", 1, 2, 3]],
    ],
    ids=["time card", "zeros", "hours", "products", "sudoku", "cross table"],
)
@pytest.mark.parametrize("bordered", [True, False])
def test_office_tables_are_not_taken_for_puzzles(tmp_path, rows, bordered):
    workbook = Workbook()
    table(workbook, rows, bordered)
    with pytest.raises(NoPuzzle):
        read_puzzle(first_sheet(saved(tmp_path, workbook)))


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (roster(), "totals of the cells"),
        (seats(), "equal steps, as headings do"),
        (risks(), "equal steps, as headings do"),
        (staircase(), "equal steps, as headings do"),
        (quantities(), "the rows add up to 56 and the columns to 6"),
    ],
    ids=["roster", "seats", "risks", "staircase", "quantities"],
)
def test_what_may_be_a_table_as_well_is_doubtful_until_somebody_is_certain(tmp_path, rows, reason):
    workbook = Workbook()
    table(workbook, rows, bordered=False)
    height, width = len(rows) - 1, len(rows[0]) - 1
    for cell in Area(2, 2, height, width).cells():
        workbook.active.cell(cell.row, cell.column).border = THIN
    sheet = first_sheet(saved(tmp_path, workbook))
    with pytest.raises(DoubtfulPuzzle, match=reason) as error:
        find_layout(sheet)
    grid = Area(2, 2, height, width)
    assert error.value.place.cell == grid.address
    assert "--sheet" in error.value.text("ja")
    assert find_layout(sheet, certain=True).grid == grid


def test_only_a_sheet_that_is_named_is_solved_if_it_is_doubtful(tmp_path):
    workbook = Workbook()
    workbook.active.title = "seats"
    table(workbook, seats(), bordered=False)
    put_puzzle(workbook.create_sheet("puzzle"), ONLY)
    path, target = saved(tmp_path, workbook), tmp_path / "solved.xlsx"
    both = solve_workbook(Job(path, target))
    assert [error.code for error in both.errors] == ["doubtful-puzzle"]
    assert [solved.read.title for solved in both.puzzles] == ["puzzle"]
    assert load_workbook(target)["seats"]["B2"].value is None
    named = solve_workbook(Job(path, target), sheet="seats")
    assert not named.errors
    seated = load_workbook(target)["seats"]
    assert [cell.value for cell in seated["E"][1:]] == [1, 1, 1, 1]
    # Solving has added the names, which leave no doubt.
    assert [solved.read.title for solved in check_workbook(Job(target, None)).puzzles] == [
        "seats",
        "puzzle",
    ]


def test_a_doubtful_table_beside_the_only_puzzle_does_not_make_two(tmp_path):
    workbook = Workbook()
    workbook.active.title = "seats"
    table(workbook, seats(), bordered=False)
    put_puzzle(workbook.create_sheet("puzzle"), ONLY)
    assert only_puzzle(saved(tmp_path, workbook))[1].title == "puzzle"


MISTAKES = {
    "more": lambda clue: [clue[0] + 1, *clue[1:]],
    "left out": lambda clue: clue[1:],
    "joined": lambda clue: [int("".join(map(str, (*clue, 3))))],
    "once more": lambda clue: [*clue, 1],
    "negative": lambda clue: [-clue[0], *clue[1:]],
    "fraction": lambda clue: [clue[0] + 0.5, *clue[1:]],
    "text": lambda clue: ["l", *clue[1:]],
    "date": lambda clue: [datetime.date(2026, 3, 1), *clue[1:]],
}


@pytest.mark.parametrize("mistake", MISTAKES)
@pytest.mark.parametrize("bordered", [True, False])
def test_a_puzzle_with_one_mistake_is_still_found(tmp_path, mistake, bordered):
    workbook = Workbook()
    sheet = workbook.active
    grid = Grid.from_text("#.##.##\n##.##.#\n.###.##\n##..###\n#.#.#.#\n###.###\n##.#.##")
    put_puzzle(sheet, grid, Arrangement(row=7, column=9, bordered=bordered))
    clue = MISTAKES[mistake](grid.row_clues()[3])
    for column in range(1, 9):
        sheet.cell(10, column).value = None
    for column, value in enumerate(clue, 9 - len(clue)):
        sheet.cell(10, column, value)
    with pytest.raises(InvalidPuzzle):
        read_puzzle(first_sheet(saved(tmp_path, workbook)))
    layout = find_layout(first_sheet(tmp_path / "book.xlsx"))
    assert layout.grid == Area(7, 9, 7, 7)


@pytest.mark.parametrize("dates", [["A3", "A4", "A5", "A6", "A8"], ["B2", "D2"], ["A5", "D2"]])
def test_clues_that_became_dates_do_not_hide_a_puzzle(tmp_path, dates):
    """They look like blank lines, so that the totals of the others are far apart."""
    grid = Grid.from_text("#.##.##\n##.##.#\n.###.##\n##..###\n#.#.#.#\n###.###\n##.#.##")
    workbook = Workbook()
    lay_out(workbook.active, grid, Plan(row=3, column=2, write=joined(" ")))
    for cell in dates:
        workbook.active[cell] = datetime.date(2026, 3, 1)
    with pytest.raises(InvalidPuzzle) as error:
        read_puzzle(first_sheet(saved(tmp_path, workbook)))
    assert sorted(defect.place.cell for defect in error.value.defects) == dates
    assert {defect.code for defect in error.value.defects} == {"clue-is-date"}


@pytest.mark.parametrize("bordered", [True, False])
def test_the_marks_of_a_finished_picture_are_no_doubt(tmp_path, bordered):
    workbook = Workbook()
    put_puzzle(workbook.active, ONLY, Arrangement(bordered=bordered))
    for row, column, cell in Board.from_text(ONLY.text()).cells():
        if cell is Cell.BLACK:
            workbook.active.cell(4 + row, 4 + column, "●")
    assert read_puzzle(first_sheet(saved(tmp_path, workbook))).puzzle == Puzzle.of(ONLY)


class Counted(MemorySheet):
    """Counts how often it is asked for a whole area."""

    asked = 0

    def _of(self, area):
        self.asked += 1
        return super()._of(area)


def calls_to_find(rows, columns, bordered):
    """How many functions of ours are called to find nothing in a table of all kinds of things."""
    random = Random(rows)
    sheet = Counted("table", MemoryBook())
    day = Dated(datetime.date(2026, 3, 1), "d.m.")
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            value = random.choice([None, None, 0, 1, 1, 1, 5, day, "text"])
            sheet.cells[Area(row, column)] = MemoryCell(value, bordered=bordered)
    calls = 0

    def count(frame, event, argument):
        nonlocal calls
        calls += event == "call" and "xlnono" in frame.f_code.co_filename

    sys.setprofile(count)
    try:
        assert not find(sheet)
    finally:
        sys.setprofile(None)
    return calls, sheet.asked


@pytest.mark.parametrize("bordered", [True, False])
@pytest.mark.parametrize("size", [(50, 20), (200, 20), (60, 60), (8, 500)])
def test_looking_through_a_table_takes_work_in_proportion_to_its_cells(size, bordered):
    calls, asked = calls_to_find(*size, bordered)
    assert calls < 240 * size[0] * size[1]
    # Values, borders and fills: once each, for a program that is open answers slowly.
    assert asked == 3


def test_a_hostile_sheet_does_not_hide_a_puzzle_with_borders():
    """A staircase of numbers, in which every pair of lines could be the start of a grid."""
    sheet = MemorySheet("stairs", MemoryBook())
    for k in range(1, 400):
        sheet.cells[Area(20 + k, 440 - k)] = MemoryCell(3)
    for k, (row, column) in enumerate(zip(ONLY.row_clues(), ONLY.column_clues(), strict=True)):
        sheet.cells[Area(7 + k, 4)] = MemoryCell(" ".join(map(str, row)))
        sheet.cells[Area(6, 5 + k)] = MemoryCell(" ".join(map(str, column)))
    for cell in Area(7, 5, 5, 5).cells():
        sheet.cells[cell] = MemoryCell(bordered=True)
    (found,) = find(sheet)
    assert found.layout.grid == Area(7, 5, 5, 5)
