"""Suspect clues on a sheet: their colour, their notes, and how both go again."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.comments import Comment
from openpyxl.styles import PatternFill

from tests.support.workbooks import PICTURE, Arrangement, book_with, unique, without_solution
from xlnono.engine.mistakes import locate_mistakes
from xlnono.jobs.restore import restore_workbook
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.language import Language
from xlnono.model.board import Axis, Board, Line
from xlnono.model.mistakes import ChangedClue, Correction, Mistake, MistakeKind, MistakeReport
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Outcome
from xlnono.puzzle_sheet.log_sheet import write_log
from xlnono.puzzle_sheet.paint import paint
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.puzzle_sheet.record import record_of
from xlnono.puzzle_sheet.suspects import clear_suspects, mark_suspects, suspects
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.theme import BLACK_FILL, DIFFERENT_FILL, SUSPECT_FILL, UNKNOWN_FILL
from xlnono.xlsx.book import open_book

WHOLE = Area.parse("A1:Z40")
ROWS, COLUMNS = PICTURE.row_clues(), PICTURE.column_clues()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return book_with(tmp_path / "cat.xlsx", PICTURE, Arrangement())


def fail(path: Path, report: MistakeReport, language: Language = "en") -> None:
    """What an unsuccessful solve does with the sheet."""
    book = open_book(path)
    sheet = book.sheets()[0]
    read = read_puzzle(sheet)
    solution = without_solution(read.puzzle, read.marks, Line(Axis.ROW, 0))
    memory = paint(sheet, read, solution)
    memory = memory.with_marked(mark_suspects(sheet, read.layout, read.number, report, language))
    write_log(sheet, record_of(read, solution, language), memory)
    book.save(path)


def succeed(path: Path) -> None:
    book = open_book(path)
    sheet = book.sheets()[0]
    read = read_puzzle(sheet)
    solution = unique(read.puzzle, PICTURE, read.marks)
    memory = paint(sheet, read, solution)
    clear_suspects(sheet, read.layout, read.number)
    write_log(sheet, record_of(read, solution, "en"), memory)
    book.save(path)


def fills(path: Path, address: str) -> list[str | None]:
    return [fill for row in open_book(path).sheets()[0].fills(Area.parse(address)) for fill in row]


def notes(path: Path) -> dict[str, str]:
    found = open_book(path).sheets()[0].notes(WHOLE)
    return {cell.address: text for cell, text in found.items()}


def report_of_row(index: int) -> MistakeReport:
    """A report in which the clue of one row is wrong, for sure."""
    line = Line(Axis.ROW, index)
    return sure(Mistake(MistakeKind.OTHER, (line,), (ChangedClue(line, (9,), tuple(ROWS[index])),)))


def sure(mistake: Mistake) -> MistakeReport:
    correction = Correction((mistake,), mistake.changes, Puzzle.of(PICTURE), PICTURE, 2.0)
    return MistakeReport(Outcome.NONE, (correction,), sure=True)


def test_a_suspect_is_blue_with_a_note_until_the_puzzle_is_solved(path: Path) -> None:
    before = fills(path, "A4:C8")
    fail(path, report_of_row(1))
    assert fills(path, "A5:C5") == [SUSPECT_FILL] * 3
    held = notes(path)
    assert list(held) == ["C5"]
    assert held["C5"].startswith("xlnono:\n")
    assert "ow 2: " in held["C5"]
    assert "exactly one solution" in held["C5"]
    succeed(path)
    assert fills(path, "A4:C8") == before
    assert notes(path) == {}


def test_a_note_with_several_corrections_says_of_each_that_it_leaves_one_solution(
    path: Path,
) -> None:
    one, other = (report_of_row(1).corrections[0] for _ in range(2))
    fail(path, MistakeReport(Outcome.NONE, (one, other)))
    said = notes(path)["C5"].splitlines()
    assert [line[:3] for line in said[1:3]] == ["1. ", "2. "]
    assert said[3].startswith("With each of them the puzzle has exactly one solution.")


def test_failing_twice_gives_the_same_workbook(path: Path) -> None:
    report = report_of_row(1)
    fail(path, report)
    once = path.read_bytes()
    fail(path, report)
    assert path.read_bytes() == once


def test_a_note_of_a_person_stays_and_no_second_one_is_written(path: Path) -> None:
    workbook = load_workbook(path)
    workbook.active["C5"].comment = Comment("xlnono: my own thoughts", "A person")
    workbook.save(path)
    fail(path, report_of_row(1))
    assert notes(path) == {"C5": "xlnono: my own thoughts"}
    assert fills(path, "A5:C5") == [SUSPECT_FILL] * 3
    succeed(path)
    assert notes(path) == {"C5": "xlnono: my own thoughts"}


def test_a_note_that_a_person_has_continued_stays(path: Path) -> None:
    fail(path, report_of_row(1))
    workbook = load_workbook(path)
    held = workbook.worksheets[0]["C5"].comment.text + "\nchecked: it is right"
    workbook.worksheets[0]["C5"].comment = Comment(held, "A person")
    workbook.save(path)
    succeed(path)
    assert notes(path) == {"C5": held}


def test_a_suspect_gets_back_the_colour_that_a_person_gave_it(path: Path) -> None:
    workbook = load_workbook(path)
    workbook.active["B5"].fill = PatternFill("solid", fgColor="FFFFF2CC")
    workbook.save(path)
    before = fills(path, "A4:C8")
    fail(path, report_of_row(1))
    succeed(path)
    assert fills(path, "A4:C8") == before


def test_clues_that_a_person_has_given_our_colour_stay(path: Path) -> None:
    workbook = load_workbook(path)
    for cell in ("A4", "B4", "C4"):
        workbook.active[cell].fill = PatternFill("solid", fgColor=f"FF{UNKNOWN_FILL}")
    workbook.save(path)
    book = open_book(path)
    read = read_puzzle(book.sheets()[0])
    clear_suspects(book.sheets()[0], read.layout, read.number)
    assert book.sheets()[0].fills(Area.parse("A4:C4")) == [[UNKNOWN_FILL] * 3]


def test_without_a_proposal_the_core_is_light_yellow_and_has_no_notes(path: Path) -> None:
    core = (Line(Axis.ROW, 0), Line(Axis.COLUMN, 3))
    fail(path, MistakeReport(Outcome.NONE, core=core))
    read = read_puzzle(open_book(path).sheets()[0])
    for line in core:
        assert set(fills(path, read.layout.clue(line).address)) == {UNKNOWN_FILL}
    assert fills(path, "A5:C5") != [UNKNOWN_FILL] * 3
    assert notes(path) == {}
    succeed(path)
    assert UNKNOWN_FILL not in fills(path, "A1:H8")


def test_several_suspects_have_their_numbers_in_the_notes(path: Path) -> None:
    rows = [[2], [1], [1, 1]]
    report = locate_mistakes(rows, [[1], [2], [1]])
    assert not report.sure
    layout = read_puzzle(open_book(path).sheets()[0]).layout
    found = suspects(report, layout, "en")
    assert {said[:2] for one in found for said in one.said} == {
        f"{k}." for k, choice in enumerate(report.choices, 1) if choice.left_out is None
    }


def test_a_whole_list_has_one_note(path: Path) -> None:
    lines = tuple(Line(Axis.ROW, k) for k in range(5))
    changes = tuple(ChangedClue(line, (9,), tuple(ROWS[line.index])) for line in lines)
    fail(path, sure(Mistake(MistakeKind.LIST_REVERSED, lines, changes)), "ja")
    assert list(notes(path)) == ["C4"]
    assert "行が下から上へ入力されているようです" in notes(path)["C4"]
    assert set(fills(path, "A4:C8")) == {SUSPECT_FILL}


def _luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_black_and_white_text_is_legible_on_a_suspect() -> None:
    luminance = _luminance(SUSPECT_FILL)
    assert (luminance + 0.05) / 0.05 > 4.5
    assert 1.05 / (luminance + 0.05) > 4.4
    assert len({SUSPECT_FILL, DIFFERENT_FILL, UNKNOWN_FILL, BLACK_FILL}) == 4


def test_a_board_without_marks_has_no_suspects() -> None:
    report = locate_mistakes(ROWS, COLUMNS, Board(5, 5))
    assert report.choices == ()


def mistyped(path: Path) -> Path:
    """A workbook in which two rows are exchanged, and a person's note."""
    book_with(path)
    workbook = load_workbook(path)
    sheet = workbook.active
    for first, second in (("A4", "A5"), ("B4", "B5"), ("C4", "C5")):
        sheet[first].value, sheet[second].value = sheet[second].value, sheet[first].value
    sheet["H8"].comment = Comment("mine", "A person")
    workbook.save(path)
    return path


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


def test_an_unsuccessful_solve_of_a_file_marks_suspects_and_restoring_takes_them_back(
    tmp_path: Path,
) -> None:
    path, target = mistyped(tmp_path / "cat.xlsx"), tmp_path / "solved.xlsx"
    result = solve_workbook(Job(path, target))
    assert result.written
    assert result.outcomes == [Outcome.NONE]
    (located,) = result.located
    assert located.report.choices
    held = notes(target)
    assert held.pop("H8") == "mine"
    assert held
    assert all(text.startswith("xlnono:\n") for text in held.values())
    assert SUSPECT_FILL in fills(target, "A4:C8") + fills(target, "D1:H3")
    # Another program has saved it since, so that it is restored cell by cell.
    workbook = load_workbook(target)
    workbook.save(tmp_path / "saved.xlsx")
    for solved in (target, tmp_path / "saved.xlsx"):
        assert restore_workbook(solved).puzzles == ["cat"]
        assert notes(solved) == {"H8": "mine"}
        assert fills(solved, "A1:H8") == fills(path, "A1:H8")
    assert parts(target) == parts(path)
