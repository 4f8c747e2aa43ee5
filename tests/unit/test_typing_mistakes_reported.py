"""Typing mistakes on the command line and in reports."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.support.command_line import Run, english_command_line
from tests.support.workbooks import AMBIGUOUS, Arrangement, put_puzzle
from xlnono.jobs.results import Result
from xlnono.jobs.sources import Job
from xlnono.jobs.typing_mistakes import Locator
from xlnono.jobs.workbook import check_workbook
from xlnono.model.board import Grid
from xlnono.wording import report_in_words

CAT = Grid.from_text((Path(__file__).parents[2] / "samples/pictures/cat-20x20.txt").read_text())
HOW = Arrangement(separator=" ")
TOP, LEFT = HOW.row, HOW.column
FAILED, NOT_UNIQUE = 3, 1


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return english_command_line(capsys, monkeypatch)


Change = Callable[[Worksheet], None]


def cat(path: Path, change: Change = lambda sheet: None) -> Path:
    workbook = Workbook()
    put_puzzle(workbook.active, CAT, HOW)
    change(workbook.active)
    workbook.save(path)
    return path


def row_clue(row: int, clue: object) -> Change:
    """Type another clue for a row counted from 1."""

    def change(sheet: Worksheet) -> None:
        sheet.cell(TOP + row - 1, LEFT - 1).value = clue

    return change


def swapped(sheet: Worksheet) -> None:
    """Exchange the two numbers of column 3, so that the totals still agree."""
    sheet.cell(TOP - 1, LEFT + 2).value = "6 11"


@pytest.mark.parametrize("command", ["check", "solve", "hint"])
def test_a_correction_is_named_with_its_line_and_cells(
    run: Run, tmp_path: Path, command: str
) -> None:
    said = run(command, cat(tmp_path / "cat.xlsx", swapped))
    assert said.code == NOT_UNIQUE
    assert (
        "Probably column 3 (F3): 11 6 instead of 6 11. With this clue the puzzle has exactly one "
        "solution. Please compare with your source." in said.out
    )


@pytest.mark.parametrize(
    ("clue", "error"),
    [("7 1", "the row clues add up to"), ("15 8", "needs 24 cells"), ("4 4 0", "at least one")],
)
@pytest.mark.parametrize("command", ["check", "solve"])
def test_clues_that_form_no_puzzle_are_corrected_too(
    run: Run, tmp_path: Path, command: str, clue: str, error: str
) -> None:
    path = cat(tmp_path / "cat.xlsx", row_clue(19, clue))
    before = path.read_bytes()
    said = run(command, path)
    assert said.code == FAILED
    assert error in said.error
    assert "row 19 (C22): 2 4 7 instead of" in said.out
    assert path.read_bytes() == before


def test_the_words_are_japanese_too(run: Run, tmp_path: Path) -> None:
    said = run("check", cat(tmp_path / "cat.xlsx", swapped), "--lang", "ja")
    assert (
        "おそらく、3列目(F3)は 6 11 ではなく 11 6 です。このヒントなら、解はちょうど1つです。"
        in said.out
    )


def test_numbers_of_lines_beside_a_mistyped_clue_are_not_clues(run: Run, tmp_path: Path) -> None:
    how = Arrangement(row=12, column=12)

    def change(sheet: Worksheet) -> None:
        row_clues, column_clues = CAT.row_clues(), CAT.column_clues()
        for k in range(20):
            sheet.cell(how.row + k, how.column - max(map(len, row_clues)) - 1).value = k + 1
            sheet.cell(how.row - max(map(len, column_clues)) - 1, how.column + k).value = k + 1
        sheet.cell(how.row + 13, how.column - 2).value = 9

    workbook = Workbook()
    put_puzzle(workbook.active, CAT, how)
    change(workbook.active)
    workbook.save(tmp_path / "numbered.xlsx")
    said = run("check", tmp_path / "numbered.xlsx")
    assert "10 2 instead of 9 2" in said.out
    assert "needs" not in said.error


def test_nothing_is_proposed_for_several_solutions(run: Run, tmp_path: Path) -> None:
    workbook = Workbook()
    put_puzzle(workbook.active, AMBIGUOUS[0])
    workbook.save(tmp_path / "two.xlsx")
    said = run("check", tmp_path / "two.xlsx")
    assert "instead of" not in said.out
    assert "--fix" not in said.out


def test_each_puzzle_of_a_sheet_has_its_own_corrections(run: Run, tmp_path: Path) -> None:
    workbook = Workbook()
    for top in (TOP, TOP + 30):
        put_puzzle(workbook.active, CAT, Arrangement(top, LEFT, separator=" "))
        workbook.active.cell(top - 1, LEFT + 2).value = "6 11" if top == TOP else "11 5"
    workbook.save(tmp_path / "two.xlsx")
    said = run("check", tmp_path / "two.xlsx")
    assert "D4:W23: Probably column 3 (F3): 11 6 instead of 6 11." in said.out
    assert "Column 3 (F33): 11 6 instead of 11 5." in said.out
    assert "--fix 1" not in said.out.replace("--sheet Sheet --cell D4 --fix 1", "")


@pytest.mark.parametrize(
    ("command", "choice"),
    [
        (command, choice)
        for command in ("check", "hint", "solve")
        for choice in (("--sheet", "B side"), ("--cell", "D4"))
        if (command, choice[0]) != ("solve", "--cell")
    ],
)
def test_the_proposed_command_corrects_the_chosen_puzzle(
    run: Run, tmp_path: Path, command: str, choice: tuple[str, str]
) -> None:
    workbook = Workbook()
    put_puzzle(workbook.active, CAT, Arrangement(TOP, 40, separator=" "))
    workbook.active.cell(TOP - 1, 41).value = 19
    put_puzzle(second := workbook.create_sheet("B side"), CAT, HOW)
    swapped(second)
    workbook.save(path := tmp_path / "two.xlsx")
    said = run(command, path, *choice)
    proposed = re.search(r"To apply it: xlnono (.*)", said.out)
    assert proposed is not None
    said = run(*shlex.split(proposed[1]))
    assert said.code == 0
    assert "sheet “B side”: correction 1 applied." in said.out
    undo = re.search(r"To undo: xlnono (.*)", said.out)
    assert undo is not None
    assert run(*shlex.split(undo[1])).code == 0
    assert load_workbook(path)["B side"].cell(TOP - 1, LEFT + 2).value == "6 11"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names, and another shell")
@pytest.mark.parametrize(
    "name",
    [
        b"bad\xff\xfe.xlsx",
        b"two\nlines.xlsx",
        b"it's \\ \x1b[31m.xlsx",
        "-猫\u202e\u200b.xlsx".encode(),
        b"@\xffab.xlsx",
    ],
)
def test_proposed_commands_can_name_a_file_whose_name_cannot_be_shown(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: bytes
) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed")
    monkeypatch.chdir(tmp_path)
    path = os.fsdecode(name)
    try:
        cat(tmp_path / path, swapped)
    except OSError:
        pytest.skip("the disk has no such names")
    said = run("check", f"./{path}", "--fix", "1")
    proposed = re.search(r"To undo: (xlnono restore .*)", said.out)
    assert proposed is not None
    assert proposed[1].isprintable()
    words = subprocess.run(
        [bash, "-c", f"printf '%s\\0' {proposed[1]}"], capture_output=True, check=True
    ).stdout.split(b"\0")[:-1]
    assert words[:2] == [b"xlnono", b"restore"]
    assert words[2].removeprefix(b"./") == name
    assert run(*map(os.fsdecode, words[1:])).code == 0


@pytest.mark.parametrize("name", ["-x.xlsx", "@x.xlsx"])
def test_proposed_commands_can_name_any_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    cat(tmp_path / name, swapped)
    proposed = re.search(r"To apply it: xlnono (.*)", run("check", f"./{name}").out)
    assert proposed is not None
    said = run(*shlex.split(proposed[1]))
    assert "correction 1 applied." in said.out
    undo = re.search(r"To undo: xlnono (.*)", said.out)
    assert undo is not None
    assert run(*shlex.split(undo[1])).code == 0


def test_solve_says_what_it_left_on_a_sheet_whose_totals_differ(run: Run, tmp_path: Path) -> None:
    path = cat(tmp_path / "cat.xlsx", row_clue(4, "1"))
    said = run("solve", path)
    assert "Nothing was written for this puzzle: clues only turn blue if" in said.out
    assert "earlier solve" not in said.out
    assert "Nothing was written" not in run("check", path).out
    assert run("solve", cat(path)).code == 0
    workbook = load_workbook(path)
    row_clue(4, "1")(workbook["Sheet"])
    workbook.save(path)
    content = path.read_bytes()
    said = run("solve", path)
    assert path.read_bytes() == content
    assert "sheet “Sheet”: the picture and the log are from an earlier solve." in said.out
    proposed = re.search(r"To remove them: xlnono (.*)", said.out)
    assert proposed is not None
    assert run(*shlex.split(proposed[1])).code == 0
    assert load_workbook(path).sheetnames == ["Sheet"]


def test_solve_does_not_advise_a_restore_that_fails(run: Run, tmp_path: Path) -> None:
    path = cat(tmp_path / "cat.xlsx")
    assert run("solve", path).code == 0
    workbook = load_workbook(path)
    sheet = workbook["Sheet"]
    names = {name: sheet.defined_names[name] for name in ("xlnono_rows", "xlnono_grid")}
    last = re.sub(r".*\$", "", names["xlnono_grid"].attr_text)
    sheet.delete_rows(int(last))
    for name in names.values():
        # As spreadsheet programs do.
        name.attr_text = name.attr_text.removesuffix(last) + str(int(last) - 1)
    workbook.save(path)
    said = run("solve", path)
    assert "the row clues add up to" in said.error
    assert "xlnono restore" not in said.out
    assert run("restore", path).code == 3


def test_what_was_found_is_reported_when_the_time_is_up(tmp_path: Path) -> None:
    path = cat(tmp_path / "cat.xlsx", swapped)
    (located,) = check_workbook(Job(path, None), locator=Locator(0.0)).located
    assert report_in_words(located.report, located.layout, "en") == [
        "The search for typing mistakes ran out of time."
    ]


def test_marks_that_fit_another_clue_speak_against_the_clue(run: Run, tmp_path: Path) -> None:
    printed = Grid.from_text("......# ...#.#. ###..#. ###..#. #.#..#. ######. ##.#..#")
    workbook = Workbook()
    sheet = workbook.active
    put_puzzle(sheet, printed, HOW)
    sheet.cell(TOP + 5, LEFT - 1).value = "2 4"
    for row in range(7):
        for column in range(7):
            sheet.cell(TOP + row, LEFT + column).value = int(printed.rows[row] >> column & 1)
    workbook.save(tmp_path / "marked.xlsx")
    for command in ("check", "hint", "solve"):
        said = run(command, tmp_path / "marked.xlsx", "--sheet", "Sheet")
        assert "probably a clue is wrong, not your marks" in said.out
        assert "row 6 (C9): 6 instead of 2 4" in said.out.lower().replace("c9", "C9")
        assert "Wrong cells" not in said.out
        assert "correct or erase them" not in said.error


def test_wrong_marks_on_right_clues_are_named_and_no_clue_is(run: Run, tmp_path: Path) -> None:
    def mark(sheet: Worksheet) -> None:
        sheet.cell(TOP, LEFT).value = 0 if CAT.rows[0] & 1 else 1

    said = run("check", cat(tmp_path / "cat.xlsx", mark))
    assert "the other colour in D4" in said.error
    assert "instead of" not in said.out


def test_a_batch_has_corrections_as_data_and_in_its_reports(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    cat(source / "swapped.xlsx", swapped)
    cat(source / "total.xlsx", row_clue(19, "7 1"))
    said = run("batch", source, "--out", tmp_path / "out", "--json", "--jobs", 1)
    lines = [json.loads(line) for line in said.out.splitlines()]
    by_name = {Path(line["source"]).stem: line for line in lines}
    (found,) = by_name["swapped"]["typing_mistakes"]
    assert found["sure"] is True
    assert found["sheet"] == "Sheet"
    assert found["corrections"][0] == {
        "mistakes": [{"kind": "swapped", "lines": ["column 3"]}],
        "cost": 2.1,
        "changes": [{"line": "column 3", "cells": "F3", "typed": [6, 11], "correct": [11, 6]}],
    }
    assert "instead of 6 11" in found["en"]
    for text in said.out.splitlines():
        assert json.loads(Result.from_json(text).to_json()) == json.loads(text)

    again = "--out", tmp_path / "out", "--resume", "--jobs", 1, "--report"
    run("batch", source, *again, tmp_path / "report.xlsx")
    sheet = load_workbook(tmp_path / "report.xlsx")["Typing mistakes"]
    said_of = {Path(row[0]).stem: row[3] for row in sheet.iter_rows(min_row=2, values_only=True)}
    assert "column 3 (F3): 11 6 instead of 6 11" in said_of["swapped"]
    assert "row 19 (C22): 2 4 7 instead of 7 1" in said_of["total"].lower().replace("c22", "C22")
    run("batch", source, *again, tmp_path / "report.csv")
    table = (tmp_path / "report.csv").read_text("utf-8-sig")
    cells = [row[-2] for row in csv.reader(io.StringIO(table))]
    assert any("column 3 (F3): 11 6 instead of 6 11" in cell for cell in cells)


def test_a_report_without_typing_mistakes_has_no_sheet_for_them(run: Run, tmp_path: Path) -> None:
    path, report = cat(tmp_path / "cat.xlsx"), tmp_path / "report.xlsx"
    run("batch", path, "--out", tmp_path / "out", "--jobs", 1, "--report", report)
    assert load_workbook(report).sheetnames == ["Summary", "Puzzles", "Errors"]
