"""Puzzles made of pictures that were drawn with cells."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.styles import PatternFill

from tests.support.command_line import Run, english_command_line
from tests.support.workbooks import ONLY
from xlnono.formats.registry import read
from xlnono.model.board import Cell

DONE, USAGE, FAILED = 0, 2, 3


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
    assert (said.code, said.out) == (DONE, f"{out}: 5×5, one solution, easy, 1.0\n")
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
