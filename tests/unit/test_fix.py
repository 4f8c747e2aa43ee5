"""Applying a correction with `check --fix`, and taking it back."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import xlsxwriter
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.support.workbooks import Arrangement, book_with, put_puzzle
from xlnono import Puzzle
from xlnono.cli import main
from xlnono.jobs.fix import CorrectionsUncertain, NothingWrong, fix_workbook
from xlnono.jobs.restore import restore_workbook
from xlnono.jobs.sources import Job
from xlnono.jobs.typing_mistakes import Locator
from xlnono.jobs.workbook import check_workbook, solve_workbook
from xlnono.model.board import Grid
from xlnono.puzzle_sheet.read import MistypedClues, PuzzleSheet, read_puzzles
from xlnono.puzzle_sheet.suspects import mark_suspects
from xlnono.xlsx.book import open_book

CAT = Grid.from_text((Path(__file__).parents[2] / "samples/pictures/cat-20x20.txt").read_text())
TEXT = Arrangement(separator=" ")
CELLS = Arrangement(row=12, column=12)
DONE, USAGE, FAILED = 0, 2, 3

Change = Callable[[Worksheet], None]


def cat(path: Path, change: Change, how: Arrangement = TEXT) -> Path:
    workbook = Workbook()
    put_puzzle(workbook.active, CAT, how)
    change(workbook.active)
    workbook.save(path)
    return path


def swapped(sheet: Worksheet) -> None:
    """Exchange the two numbers of column 3."""
    sheet.cell(TEXT.row - 1, TEXT.column + 2).value = "6 11"


def values(path: Path) -> list[list[object]]:
    return [list(row) for row in load_workbook(path).worksheets[0].iter_rows(values_only=True)]


def puzzles(path: Path) -> list[Puzzle]:
    found = [read for sheet in open_book(path).sheets() for read in read_puzzles(sheet)]
    return [read.puzzle for read in found if isinstance(read, PuzzleSheet)]


def fix(path: Path, number: int = 1, target: Path | None = None, **options: object) -> object:
    (result,) = [fix_workbook(Job(path, target or path), number, **options)]  # type: ignore[arg-type]
    return result


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")

    def run(*words: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main([str(word) for word in words])
        captured = capsys.readouterr()
        return int(str(stop.value.code)), captured.out, captured.err

    return run


def test_a_correction_is_written_into_the_clue_and_taken_back(run, tmp_path):
    path = cat(tmp_path / "cat.xlsx", swapped)
    typed = values(path)
    code, out, _ = run("check", path, "--fix", 1)
    assert code == DONE
    assert "correction 1 applied. Column 3 (F3): 11 6 instead of 6 11." in out
    assert f"xlnono restore {path}" in out
    assert puzzles(path) == [Puzzle.of(CAT)]
    page = load_workbook(path)["Sheet corrections"]
    assert [[cell.value for cell in row[:3]] for row in page["A3:C4"]] == [
        ["Cell", "Typed", "Corrected"],
        ["F3", "6 11", "11 6"],
    ]
    code, out, _ = run("restore", path)
    assert code == DONE
    assert values(path) == typed
    assert load_workbook(path).sheetnames == ["Sheet"]


def left_out(sheet: Worksheet) -> None:
    """Leave out row 6, so that the rows behind it are one too high."""
    for row in range(CELLS.row + 5, CELLS.row + 19):
        for column in range(1, CELLS.column):
            sheet.cell(row, column).value = sheet.cell(row + 1, column).value
    for column in range(1, CELLS.column):
        sheet.cell(CELLS.row + 19, column).value = None


def test_a_line_left_out_moves_all_lines_behind_it(tmp_path):
    path = cat(tmp_path / "cat.xlsx", left_out, CELLS)
    typed = values(path)
    assert fix(path).written
    assert puzzles(path) == [Puzzle.of(CAT)]
    restore_workbook(path)
    assert values(path) == typed


def no_clue(sheet: Worksheet) -> None:
    sheet.cell(TEXT.row + 3, TEXT.column - 1).value = None


def test_what_was_corrected_is_said_of_the_clues_as_they_are_now(run, tmp_path):
    path = cat(tmp_path / "cat.xlsx", no_clue)
    assert "has no clue (probably" in run("check", path)[1]
    out = run("check", path, "--fix", 1)[1]
    assert re.search(
        r"correction 1 applied\. Row 4 \(\w+\): [0-9 ]+ instead of an empty clue\.", out
    )
    assert "has no clue" not in out
    path = cat(tmp_path / "shifted.xlsx", left_out, CELLS)
    out = run("check", path, "--fix", 1)[1]
    assert re.search(r"applied\. The clues of rows 6 .* were replaced\.", out)


def test_a_clue_that_is_a_zero_is_not_said_to_be_missing(run, tmp_path):
    def zero(sheet: Worksheet) -> None:
        sheet.cell(TEXT.row + 3, TEXT.column - 1).value = 0

    path = cat(tmp_path / "cat.xlsx", zero)
    out = run("check", path)[1]
    assert re.search(r"Row 4 \(\w+\): [0-9 ]+ instead of 0\.", out)
    assert "has no clue" not in out
    assert re.search(
        r"4行目\(\w+\)は 0 ではなく [0-9 ]+ です。", run("check", path, "--lang", "ja")[1]
    )


def test_two_zeros_that_leave_the_totals_equal_are_named_too(run, tmp_path):
    def zeros(sheet: Worksheet) -> None:
        sheet.cell(TEXT.row, TEXT.column - 1).value = 0
        sheet.cell(TEXT.row - 1, TEXT.column + 18).value = 0

    said = run("check", cat(tmp_path / "cat.xlsx", zeros))[1]
    assert re.search(r"1\. Row 1 \(\w+\): 1 1 instead of 0, and column 19 \(\w+\): 2 instead", said)
    assert "an empty clue" not in said


def test_with_out_the_source_stays_as_it_is(run, tmp_path):
    path = cat(tmp_path / "cat.xlsx", swapped)
    before = path.read_bytes()
    for _ in range(2):
        code, *_ = run("check", path, "--fix", 1, "--out", tmp_path / "out")
        assert code == DONE
    assert path.read_bytes() == before
    assert puzzles(tmp_path / "out" / "cat.xlsx") == [Puzzle.of(CAT)]


def test_a_foreign_file_is_not_overwritten(run, tmp_path):
    path = cat(tmp_path / "cat.xlsx", swapped)
    other = cat(tmp_path / "out.xlsx", swapped)
    (tmp_path / "out").mkdir()
    other = other.rename(tmp_path / "out" / "cat.xlsx")
    before = other.read_bytes()
    code, _, error = run("check", path, "--fix", 1, "--out", tmp_path / "out")
    assert code == FAILED
    assert "already exists" in error
    assert other.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--fix", "7"), FAILED, "there is no correction 7"),
        (("--fix", "0"), USAGE, "Invalid correction “0”"),
        (("--fix", "x"), USAGE, "Invalid correction “x”"),
        (("--out", "out"), USAGE, "--out is for --fix"),
    ],
)
def test_a_number_that_does_not_exist_changes_nothing(run, tmp_path, words, code, said):
    path = cat(tmp_path / "cat.xlsx", swapped)
    before = path.read_bytes()
    got, _, error = run("check", path, *words)
    assert got == code
    assert said in error
    assert path.read_bytes() == before


def test_a_line_without_room_is_named_but_not_offered(run, tmp_path):
    def too_few(sheet: Worksheet) -> None:
        sheet.delete_rows(TEXT.row + 5)

    path = cat(tmp_path / "cat.xlsx", too_few)
    before = path.read_bytes()
    _, out, _ = run("check", path)
    assert "A row is missing between rows 5 and 6 (C8:C9; probably 11)." in " ".join(out.split())
    assert "The grid has no room for another row: add the missing one to the sheet" in out
    assert "--fix" not in out
    code, _, error = run("check", path, "--fix", 1)
    assert code == FAILED
    assert "no room for the line that was left out" in error
    assert path.read_bytes() == before
    _, out, _ = run("check", path, "--lang", "ja")
    assert "盤面に空きがないので、抜けた行はシートに手で追加してください。" in out


def test_several_files_are_refused(run, tmp_path):
    paths = [cat(tmp_path / name, swapped) for name in ("a.xlsx", "b.xlsx")]
    code, _, error = run("check", *paths, "--fix", 1)
    assert code == USAGE
    assert "just one file" in error


def test_a_right_puzzle_has_nothing_to_correct(tmp_path):
    path = book_with(tmp_path / "right.xlsx")
    before = path.read_bytes()
    (error,) = fix(path).errors
    assert isinstance(error, NothingWrong)
    assert "nothing is wrong" in error.text()
    assert path.read_bytes() == before


def test_a_search_without_time_has_no_numbers(tmp_path):
    path = cat(tmp_path / "cat.xlsx", swapped)
    (error,) = fix(path, locator=Locator(0.0)).errors
    assert isinstance(error, CorrectionsUncertain)


def test_the_puzzle_is_chosen_if_there_are_several(run, tmp_path):
    workbook = Workbook()
    for top in (TEXT.row, TEXT.row + 30):
        put_puzzle(workbook.active, CAT, Arrangement(top, TEXT.column, separator=" "))
        workbook.active.cell(top - 1, TEXT.column + 2).value = "6 11"
    path = tmp_path / "two.xlsx"
    workbook.save(path)
    code, _, error = run("check", path, "--fix", 1)
    assert code == FAILED
    assert "several puzzles (Sheet D4:W23, Sheet D34:W53)" in error
    code, *_ = run("check", path, "--fix", 1, "--cell", "D34")
    assert code == DONE
    sheet = load_workbook(path).worksheets[0]
    assert [sheet["F3"].value, sheet["F33"].value] == ["6 11", "11 6"]
    restore_workbook(path)
    assert load_workbook(path).worksheets[0]["F33"].value == "6 11"


def test_a_cell_that_was_changed_since_keeps_its_value(tmp_path):
    path = cat(tmp_path / "cat.xlsx", left_out, CELLS)
    fix(path)
    workbook = load_workbook(path)
    cell = next(
        workbook.worksheets[0][row[0].value]
        for row in workbook.worksheets[1].iter_rows(min_row=4)
        if row[2].value == 5
    )
    cell.value = 9
    workbook.save(path)
    restore_workbook(path)
    assert load_workbook(path).worksheets[0][cell.coordinate].value == 9
    assert load_workbook(path).sheetnames == ["Sheet"]


def test_rows_inserted_since_are_minded(tmp_path):
    path = cat(tmp_path / "cat.xlsx", swapped)
    fix(path)
    workbook = load_workbook(path)
    sheet, page = workbook.worksheets
    sheet.move_range("A1:Z40", rows=2)
    for name in page.defined_names.values():
        name.attr_text = name.attr_text.replace("$D$4:$W$23", "$D$6:$W$25")
    workbook.save(path)
    restore_workbook(path)
    assert load_workbook(path).worksheets[0]["F5"].value == "6 11"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    "change",
    [
        lambda page: page.insert_rows(1),
        lambda page: page.insert_rows(2, 3),
        lambda page: page.insert_rows(4),
        lambda page: page.insert_cols(1),
        lambda page: page.insert_cols(2),
        lambda page: page.insert_cols(4, 2),
    ],
)
def test_rows_and_columns_inserted_in_the_list_are_minded(tmp_path, change, language):
    path = cat(tmp_path / "cat.xlsx", swapped)
    typed = values(path)
    fix(path, fallback=language)
    workbook = load_workbook(path)
    change(workbook.worksheets[1])
    workbook.save(path)
    restore_workbook(path)
    assert values(path) == typed
    assert load_workbook(path).sheetnames == ["Sheet"]


@pytest.mark.parametrize(
    "change",
    [
        lambda page: page.delete_rows(3),
        lambda page: page.delete_rows(4),
        lambda page: page.delete_cols(2),
        lambda page: page.delete_cols(4),
        lambda page: page.cell(4, 1, "here"),
        lambda page: page.delete_rows(1, 99),
    ],
)
def test_a_list_that_cannot_be_read_is_reported_with_a_way_out(run, tmp_path, change):
    path = cat(tmp_path / "cat.xlsx", swapped)
    fix(path)
    workbook = load_workbook(path)
    change(workbook.worksheets[1])
    workbook.save(path)
    before = path.read_bytes()
    code, out, err = run("restore", path)
    assert (code, out) == (FAILED, "")
    assert "sheet “Sheet”: the sheet “Sheet corrections”, which lists the clues" in err
    assert "delete “Sheet corrections”" in err
    assert path.read_bytes() == before
    del workbook["Sheet corrections"]
    workbook.save(path)
    code, out, _ = run("restore", path)
    assert code == DONE
    assert "Nothing to restore" in out


def test_a_solve_after_the_correction_is_undone_first(tmp_path):
    path = cat(tmp_path / "cat.xlsx", swapped)
    typed = values(path)
    fix(path)
    corrected = path.read_bytes()
    assert solve_workbook(Job(path, path)).written
    restore_workbook(path)
    assert values(path) == values_of(corrected, tmp_path)
    restore_workbook(path)
    assert values(path) == typed


def values_of(content: bytes, folder: Path) -> list[list[object]]:
    (folder / "other.xlsx").write_bytes(content)
    return values(folder / "other.xlsx")


def test_a_correction_after_a_solve_is_undone_first(run, tmp_path):
    path = cat(tmp_path / "cat.xlsx", swapped)
    typed = values(path)
    run("solve", path)
    code, out, _ = run("check", path, "--fix", 1)
    assert code == DONE
    assert "To solve again: xlnono solve" in out
    restore_workbook(path)
    assert load_workbook(path).worksheets[0]["F3"].value == "6 11"
    assert len(load_workbook(path).sheetnames) > 1
    restore_workbook(path)
    assert values(path) == typed
    assert load_workbook(path).sheetnames == ["Sheet"]


def test_a_corrected_clue_is_no_longer_marked(tmp_path):
    path = cat(tmp_path / "cat.xlsx", swapped)
    (found,) = check_workbook(Job(path, None)).located
    book = open_book(path)
    sheet = book.sheets()[0]
    mark_suspects(sheet, found.layout, 1, found.report, "en")
    book.save(path)
    assert load_workbook(path).worksheets[0]["F3"].comment is not None
    fix(path)
    corrected = load_workbook(path).worksheets[0]["F3"]
    assert corrected.value == "11 6"
    assert corrected.comment is None


def test_clues_on_both_sides_are_corrected(tmp_path):
    def both(sheet: Worksheet) -> None:
        for row, clue in enumerate(CAT.row_clues()):
            sheet.cell(TEXT.row + row, TEXT.column + 20).value = " ".join(map(str, clue))
        for column in (TEXT.column - 1, TEXT.column + 20):
            sheet.cell(TEXT.row + 18, column).value = "7 4 2"

    path = cat(tmp_path / "cat.xlsx", both)
    assert fix(path).written
    sheet = load_workbook(path).worksheets[0]
    assert [sheet["C22"].value, sheet["X22"].value] == ["2 4 7", "2 4 7"]
    assert puzzles(path) == [Puzzle.of(CAT)]


def test_a_clue_without_room_is_left_and_reported(tmp_path):
    how = Arrangement(row=12, column=12)
    path = cat(tmp_path / "cat.xlsx", lambda sheet: None, how)
    workbook = load_workbook(path)
    sheet = workbook.active
    widest = max(range(20), key=lambda row: len(CAT.row_clues()[row]))
    assert sum(len(c) == len(CAT.row_clues()[widest]) for c in CAT.row_clues()) == 1
    clue = CAT.row_clues()[widest]
    first = how.column - len(clue)
    sheet.cell(how.row + widest, first).value = None
    workbook.save(path)
    before = path.read_bytes()
    (read,) = read_puzzles(open_book(path).sheets()[0])
    assert isinstance(read, MistypedClues)
    result = fix(path)
    (error,) = result.errors
    assert "make room" in error.text()
    assert path.read_bytes() == before


def sheet_of_cat(workbook: xlsxwriter.Workbook) -> xlsxwriter.worksheet.Worksheet:
    """The puzzle on a sheet of a workbook in which formulas may have results."""
    sheet, border = workbook.add_worksheet(), workbook.add_format({"border": 1})
    for row, clue in enumerate(CAT.row_clues()):
        for column in range(20):
            sheet.write_blank(1 + row, 1 + column, None, border)
        sheet.write_string(1 + row, 0, " ".join(map(str, clue)))
    for column, clue in enumerate(CAT.column_clues()):
        sheet.write_string(0, 1 + column, " ".join(map(str, clue)))
    return sheet


@pytest.mark.parametrize("stored", ["7 4 2", "2 4 7"], ids=["new result", "old result"])
def test_formulas_that_repeat_clues_on_the_other_side_stay(tmp_path, stored):
    path = tmp_path / "repeated.xlsx"
    with xlsxwriter.Workbook(path) as workbook:
        sheet = sheet_of_cat(workbook)
        sheet.write_string(19, 0, "7 4 2")
        for row, clue in enumerate(CAT.row_clues()):
            shown = stored if row == 18 else " ".join(map(str, clue))
            sheet.write_formula(1 + row, 21, f"=TRIM(A{2 + row})", value=shown)
    assert fix(path).written
    assert puzzles(path) == [Puzzle.of(CAT)]
    sheet = load_workbook(path).worksheets[0]
    assert [sheet["A20"].value, sheet["V20"].value] == ["2 4 7", "=TRIM(A20)"]


def test_a_formula_is_left_and_reported(tmp_path):
    path = tmp_path / "formula.xlsx"
    with xlsxwriter.Workbook(path) as workbook:
        sheet = sheet_of_cat(workbook)
        sheet.write_formula(0, 3, '="6 "&"11"', value="6 11")
    before = path.read_bytes()
    (error,) = fix(path).errors
    assert "result of a formula" in error.text()
    assert path.read_bytes() == before
