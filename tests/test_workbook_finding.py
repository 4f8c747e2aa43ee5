"""Puzzles are found wherever and however they are laid out."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.styles import PatternFill
from workbooks import PICTURE, THIN, Arrangement, book_with, put_puzzle

from xlnono.board import Cell, Grid
from xlnono.puzzle import Puzzle
from xlnono.workbook.layout import Area
from xlnono.workbook.package import open_book
from xlnono.workbook.reading import NoPuzzle, read_puzzle

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


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
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
    if not (any(rows) and any(columns)):
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
    for row, column in marks:
        black = grid[row, column] is Cell.BLACK
        sign = data.draw(st.sampled_from([1, "■", "●", "#"] if black else [0, "×", "x", "・", "."]))
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
        with pytest.raises(Exception, match="add up to 12 black cells and the column clues to 13"):
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
