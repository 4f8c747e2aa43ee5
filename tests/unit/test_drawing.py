"""Puzzles made of pictures that were drawn with cells."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.styles import Color, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from tests.support.command_line import Run, english_command_line
from tests.support.workbooks import ONLY
from xlnono.formats.registry import read
from xlnono.model.board import Cell

DONE, USAGE, FAILED = 0, 2, 3
PICTURE = "  ██████\n████  ████\n██  ██  ██\n████  ████\n  ██████"
DARK = PatternFill("solid", fgColor="FF203864")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return english_command_line(capsys, monkeypatch)


@pytest.mark.parametrize("how", ["fill", "mark"])
def test_a_drawing_becomes_a_puzzle_with_its_answer(run: Run, tmp_path: Path, how: str) -> None:
    book = Workbook()
    sheet = book.active
    sheet["A1"] = "My picture"
    for row in range(ONLY.height):
        for column in range(ONLY.width):
            cell, black = sheet.cell(row + 4, column + 3), ONLY[row, column] is Cell.BLACK
            if how == "mark":
                cell.value = "■" if black else "×"
            else:
                cell.fill = PatternFill("solid", fgColor="FF203864" if black else "FFFFF2CC")
    book.create_sheet("empty")
    source, out = tmp_path / "cat.xlsx", tmp_path / "out.xlsx"
    book.save(source)
    before = source.read_bytes()
    said = run("make", "--drawing", source, out)
    assert said.code == DONE
    assert said.out == f"{PICTURE}\n{out}: 5×5, one solution, easy, 1.0\n"
    assert source.read_bytes() == before
    made = load_workbook(out)
    assert made.active["A1"].value == "cat"
    assert made["Answer"].sheet_state == "hidden"
    run("convert", out, tmp_path / "back.json")
    assert read((tmp_path / "back.json").read_bytes())[0].goal == ONLY
    assert run("make", "--drawing", source, out).code == FAILED
    assert "no drawing" in run("make", "--drawing", source, "--sheet", "empty", "x.xlsx").error
    assert run("make", "--drawing", source, "--random", "5x5", "x.xlsx").code == USAGE
    sheet = book["empty"]
    sheet["B2"] = 1
    book.save(source)
    assert "several sheets" in run("make", "--drawing", source, "x.xlsx").error


def drawn(book: Workbook, top: int = 4, left: int = 3) -> Worksheet:
    """Draw a picture on the first sheet of a workbook."""
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    for row, column in product(range(ONLY.height), range(ONLY.width)):
        if ONLY[row, column] is Cell.BLACK:
            sheet.cell(row + top, column + left).fill = DARK
    return sheet


def test_two_drawings_do_not_become_one(run: Run, tmp_path: Path) -> None:
    book = Workbook()
    drawn(book)
    sheet = drawn(book, 13, 10)
    sheet["Z40"].fill = DARK
    source, out = tmp_path / "two.xlsx", tmp_path / "out.non"
    book.save(source)
    said = run("make", "--drawing", source, out)
    assert said.code == FAILED
    assert "(C4:G8, J13:N17, Z40)" in said.error
    assert not out.exists()
    assert PICTURE in run("make", "--drawing", source, "--cell", "J13", out).out
    whole = run("make", "--drawing", source, "--cell", "C4:N17", "--repair", tmp_path / "whole")
    assert "14×12, one solution" in whole.out


def test_what_is_neither_black_nor_white_is_named(run: Run, tmp_path: Path) -> None:
    book = Workbook()
    sheet = drawn(book)
    source, out = tmp_path / "seven.xlsx", tmp_path / "out.non"
    sheet["E5"] = "=1/0"
    book.save(source)
    said = run("make", "--drawing", source, out)
    assert "E5: the cell holds “=1/0” inside the drawing (C4:G8)" in said.error
    assert not out.exists()


def test_merged_themed_and_hidden_cells_count_as_they_look(run: Run, tmp_path: Path) -> None:
    book = Workbook()
    sheet = drawn(book)
    for cell in ("D4", "E4"):
        # Dark blue of the theme; light blue of the theme made darker.
        sheet[cell].fill = PatternFill("solid", fgColor=Color(theme=3))
    sheet["F4"].fill = PatternFill("solid", fgColor=Color(theme=4, tint=-0.5))
    sheet["E5"].fill = PatternFill("solid", fgColor=Color(theme=4, tint=0.8))
    for cell in ("C5", "D5"):
        sheet[cell].fill = PatternFill()
    sheet["C5"] = "■"
    sheet.merge_cells("C5:D5")
    sheet.row_dimensions[6].hidden = True
    sheet.column_dimensions["E"].hidden = True
    source, out = tmp_path / "odd.xlsx", tmp_path / "out.non"
    book.save(source)
    assert run("make", "--drawing", source, out).out.startswith(PICTURE)


def test_the_grid_of_a_template_is_the_picture(run: Run, tmp_path: Path) -> None:
    run("new", "7x7", tmp_path / "template.xlsx")
    book = load_workbook(tmp_path / "template.xlsx")
    grid = book["Puzzle"].defined_names["xlnono_grid"].attr_text.rpartition("!")[2]
    first = book["Puzzle"][grid.replace("$", "")][0][0]
    drawn(book, first.row, first.column)
    book.save(tmp_path / "template.xlsx")
    said = run("make", "--drawing", tmp_path / "template.xlsx", tmp_path / "out")
    assert "7×7, one solution" in said.out
    book["Puzzle"].cell(first.row + 7, first.column).fill = DARK
    book.save(tmp_path / "template.xlsx")
    said = run("make", "--drawing", tmp_path / "template.xlsx", tmp_path / "beyond")
    assert "the drawing goes beyond the grid" in said.error


def test_a_stray_cell_at_the_end_of_the_sheet_is_not_searched_for(run: Run, tmp_path: Path) -> None:
    book = Workbook()
    drawn(book)["XFD1048576"].fill = DARK
    source, out = tmp_path / "stray.xlsx", tmp_path / "out.non"
    book.save(source)
    assert "used as far as XFD1048576" in run("make", "--drawing", source, out).error
    assert PICTURE in run("make", "--drawing", source, "--cell", "C4:G8", out).out
