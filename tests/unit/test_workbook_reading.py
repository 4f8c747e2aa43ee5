"""Clues in every form, every mistake in them, marks, and defined names."""

from datetime import date, datetime, time, timedelta

import pytest
import xlsxwriter
from openpyxl import Workbook, load_workbook
from openpyxl.styles import PatternFill
from openpyxl.styles.colors import Color
from openpyxl.workbook.defined_name import DefinedName

from tests.support.workbooks import PICTURE, Arrangement, book_with, put_puzzle
from xlnono.errors import InvalidPuzzle
from xlnono.model.board import Cell
from xlnono.model.puzzle import Puzzle
from xlnono.puzzle_sheet.read import MistypedClues, read_puzzle
from xlnono.puzzle_sheet.spots import find_layout
from xlnono.xlsx.book import open_book

ONE_A_CELL = Arrangement()


def changed(tmp_path, change, how=ONE_A_CELL):
    """The first sheet of a book with the usual picture, changed by a function."""
    workbook = Workbook()
    put_puzzle(workbook.active, PICTURE, how)
    change(workbook.active)
    path = tmp_path / "book.xlsx"
    workbook.save(path)
    return open_book(path).sheets()[0]


@pytest.mark.parametrize(
    "held",
    [
        *("1 1 1", "1,1,1", "1\n1\n1", "１　１　１", "１，１，１", "1、1、1", "1・1・1", "1･1･1"),
        *("1/1/1", " 1,  1, 1 ", "1-1-1"),
    ],
)
def test_several_numbers_in_a_cell(tmp_path, held):
    def change(sheet):
        sheet["C6"] = held

    sheet = changed(tmp_path, change, Arrangement(separator=" "))
    assert read_puzzle(sheet).puzzle == Puzzle.of(PICTURE)


def test_numbers_as_text_and_whole_decimals_count(tmp_path):
    def change(sheet):
        sheet["C4"] = "３"
        sheet["C8"] = 3.0
        sheet["D3"] = "3"

    assert read_puzzle(changed(tmp_path, change)).puzzle == Puzzle.of(PICTURE)


def test_formulas_count_by_their_stored_value(tmp_path):
    path = tmp_path / "formulas.xlsx"
    with xlsxwriter.Workbook(path) as workbook:
        sheet = workbook.add_worksheet()
        for row in range(2):
            sheet.write_formula(2 + row, 1, "=SUM(1,1)", value=2)
            sheet.write_formula(1, 2 + row, '="1 "&"1"' if row else "=2", value=2)
        sheet.write_formula(3, 0, '=" "', value=" ")
    assert read_puzzle(open_book(path).sheets()[0]).puzzle == Puzzle([[2], [2]], [[2], [2]])


@pytest.mark.parametrize(
    ("held", "number_format", "words"),
    [
        (datetime(2026, 3, 1), "m/d", ["“3/1”", "“3 1”", "text"]),
        (date(2026, 3, 1), "d-mmm", ["“1-Mar”", "“3 1”"]),
        (datetime(2026, 3, 1), 'm"月"d"日"', ["“3月1日”", "“3 1”"]),
        (datetime(2002, 3, 1), "m/d/yyyy", ["“3/1/2002”", "“3 1 2”"]),
        (datetime(2003, 1, 2), "yyyy/mm/dd", ["“2003/01/02”", "“3 1 2”"]),
        (datetime(2010, 3, 1), "mmm-yy", ["“Mar-10”", "“3 10”"]),
        (time(3, 1), "h:mm", ["“3:01”", "“3 1”"]),
        (time(1, 1, 2), "h:mm:ss", ["“1:01:02”", "“1 1 2”"]),
        (timedelta(hours=2, minutes=2), "[h]:mm", ["“2:02”", "“2 2”"]),
        (timedelta(hours=26, minutes=3), "[h]:mm:ss", ["“26:03:00”", "“26 3”"]),
        (time(7, 1), "hh:mm:ss AM/PM", ["“07:01:00 AM”", "“7 1”"]),
        (datetime(2003, 1, 2), "yyyy-mm-dd h:mm:ss", ["“2003-01-02 0:00:00”", "“3 1 2”"]),
        (datetime(2026, 7, 1), "mm/dd/yy", ["“07/01/26”", "“7 1”", "“7 1 26” if you typed three"]),
        (datetime(2026, 1, 7), "dd.mm.yy", ["“07.01.26”", "“7 1”", "“7 1 26” if you typed three"]),
        (datetime(2026, 7, 1), "yyyy-mm-dd", ["“7 1”", "“26 7 1” if you typed three"]),
        (2.5, None, ["2.5", "whole number"]),
        ("2.5", None, ["2.5", "whole number"]),
        (-2, None, ["-2", "type 2"]),
        ("-2", None, ["-2", "type 2"]),
        (True, None, ["TRUE"]),
        ("three", None, ["“three”", "type whole numbers"]),
        ("3 a", None, ["“3 a”"]),
        ("#REF!", None, ["#REF!", "formula"]),
        ("=1+2", None, ["=1+2", "save it"]),
        (99999, None, ["99999", "smaller"]),
        (1e300, None, ["1e+300", "smaller"]),
        (6, None, ["6", "needs 6 cells", "has 5"]),
    ],
)
def test_a_mistake_names_the_cell_what_it_holds_and_what_to_type(
    tmp_path, held, number_format, words
):
    def change(sheet):
        sheet["C4"] = held
        if number_format:
            sheet["C4"].number_format = number_format

    with pytest.raises(InvalidPuzzle) as error:
        read_puzzle(changed(tmp_path, change))
    (defect,) = error.value.defects
    assert (defect.place.sheet, defect.place.cell) == ("Sheet", "C4")
    for word in words:
        assert word in defect.text("en")
    assert "シート「Sheet」、セル C4" in defect.text("ja")
    assert "{" not in defect.text("ja") + defect.text("en")


@pytest.mark.parametrize("year", [2002, 2009])
def test_a_year_before_programs_added_one_was_typed(tmp_path, year):
    def change(sheet):
        sheet["C4"] = datetime(year, 7, 1)
        sheet["C4"].number_format = "mm/dd/yy"

    with pytest.raises(InvalidPuzzle) as error:
        read_puzzle(changed(tmp_path, change))
    assert f"“7 1 {year % 100}”" in error.value.text("en")
    assert "three" not in error.value.text("en")
    assert "3つ" not in error.value.text("ja")


def test_all_mistakes_are_reported_at_once(tmp_path):
    def change(sheet):
        sheet["C4"] = "three"
        sheet["C8"] = 6
        sheet["D3"] = datetime(2026, 3, 1)
        sheet["D3"].number_format = "m/d"

    with pytest.raises(InvalidPuzzle) as error:
        read_puzzle(changed(tmp_path, change))
    assert {defect.place.cell for defect in error.value.defects} == {"C4", "C8", "D3"}
    assert len(error.value.text("ja").splitlines()) == 3


def test_a_clue_that_is_too_long_as_a_whole_names_its_cells(tmp_path):
    def change(sheet):
        sheet["C6"] = 3

    with pytest.raises(InvalidPuzzle) as error:
        read_puzzle(changed(tmp_path, change))
    assert error.value.defects[0].place.cell == "A6:C6"


@pytest.mark.parametrize("number", [6, 4])
def test_clues_that_form_no_puzzle_come_with_the_error_as_typed(tmp_path, number):
    def change(sheet):
        sheet["C4"] = number
        sheet["D4"] = "■"

    with pytest.raises(MistypedClues) as error:
        read_puzzle(changed(tmp_path, change))
    read, puzzle = error.value.read, Puzzle.of(PICTURE)
    assert [list(clue) for clue in read.rows] == [[number], *map(list, puzzle.rows[1:])]
    assert [list(clue) for clue in read.columns] == list(map(list, puzzle.columns))
    assert list(read.marks.cells()) == [(0, 0, Cell.BLACK)]
    assert read.layout.grid.address == "D4:H8"


def test_clues_that_cannot_be_read_are_no_typed_clues(tmp_path):
    def change(sheet):
        sheet["C4"], sheet["C8"] = "three", 6

    with pytest.raises(InvalidPuzzle) as error:
        read_puzzle(changed(tmp_path, change))
    assert not isinstance(error.value, MistypedClues)


def test_marks_are_givens(tmp_path):
    def change(sheet):
        for cell, sign in zip("DEFGH", ["x", 1, "■", "●", "・"], strict=True):
            sheet[f"{cell}4"] = sign
        sheet["D5"].fill = PatternFill("solid", fgColor="FF000000")
        sheet["E5"] = 0
        sheet["F5"] = "?"
        sheet["G5"].fill = PatternFill("solid", fgColor="FFFFFF00")
        sheet["H5"].fill = PatternFill("solid", fgColor=Color(theme=1))
        sheet["D6"].fill = PatternFill("solid", fgColor=Color(theme=0, tint=-0.15))
        sheet["E6"].fill = PatternFill("solid", fgColor=Color(theme=0, tint=-0.8))
        sheet["F6"].fill = PatternFill("solid", fgColor=Color(indexed=8))
        sheet["G6"].fill = PatternFill("lightGray")
        sheet["D7"].fill = PatternFill("solid", fgColor="FF000000")
        sheet["D7"] = "×"

    marks = read_puzzle(changed(tmp_path, change)).marks
    assert marks.text() == ".###.\n#.??#\n?##??\n.????\n?????"


def name_areas(sheet, **areas):
    for name, text in areas.items():
        sheet.defined_names[f"xlnono_{name}"] = DefinedName(f"xlnono_{name}", attr_text=text)


RIGHT = {"rows": "Sheet!$A$4:$C$8", "columns": "Sheet!$D$1:$H$3", "grid": "Sheet!$D$4:$H$8"}


def test_names_say_where_the_puzzle_is(tmp_path):
    sheet = changed(tmp_path, lambda sheet: name_areas(sheet, **RIGHT))
    layout = find_layout(sheet)
    assert (layout.rows.address, layout.columns.address) == ("A4:C8", "D1:H3")
    assert read_puzzle(sheet).puzzle == Puzzle.of(PICTURE)


@pytest.mark.parametrize(
    ("names", "code", "words"),
    [
        ({"rows": RIGHT["rows"]}, "names-incomplete", ["xlnono_rows", "xlnono_grid"]),
        (RIGHT | {"grid": "Sheet!#REF!"}, "name-unusable", ["xlnono_grid", "#REF!"]),
        (RIGHT | {"grid": "Other!$A$1:$B$2"}, "name-unusable", ["Other"]),
        (RIGHT | {"rows": "Sheet!$A$4:$C$7"}, "names-do-not-fit", ["A4:C7", "D4:H8"]),
        (RIGHT | {"columns": "Sheet!$D$1:$I$3"}, "names-do-not-fit", ["D1:I3"]),
        (RIGHT | {"rows": "Sheet!$A$4:$D$8"}, "names-overlap", ["xlnono_rows", "xlnono_grid"]),
    ],
)
def test_names_that_are_no_use_are_explained(tmp_path, names, code, words):
    sheet = changed(tmp_path, lambda sheet: name_areas(sheet, **names))
    with pytest.raises(Exception, match="name") as error:
        read_puzzle(sheet)
    assert error.value.code == code
    assert error.value.place.sheet == "Sheet"
    for word in words:
        assert word in error.value.text("en")
        assert word in error.value.text("ja")


def test_a_clue_may_be_merged_along_its_line_only(tmp_path):
    path = book_with(tmp_path / "a.xlsx")
    workbook = load_workbook(path)
    sheet = workbook.active
    sheet["A4"] = 3
    sheet["C4"] = None
    sheet.merge_cells("A4:C4")
    workbook.save(path)
    assert read_puzzle(open_book(path).sheets()[0]).puzzle == Puzzle.of(PICTURE)
    sheet.merge_cells("D7:E7")
    sheet.merge_cells("A7:A8")
    workbook.save(path)
    with pytest.raises(InvalidPuzzle) as error:
        read_puzzle(open_book(path).sheets()[0])
    assert {defect.place.cell for defect in error.value.defects} == {"A7:E8"}


def test_many_merged_cells_are_one_error(tmp_path):
    def change(sheet):
        for row in range(4, 9):
            sheet.merge_cells(f"D{row}:E{row}")
        for row in (4, 6):
            sheet.merge_cells(f"A{row}:A{row + 1}")
        sheet.merge_cells("G7:H8")

    with pytest.raises(InvalidPuzzle) as error:
        read_puzzle(changed(tmp_path, change))
    (merged,) = error.value.defects
    assert merged.place.cell == "A4:H8"
    assert "8 merged ranges here (A4:A5, D4:E4, D5:E5, A6:A7, D6:E6, …) cannot" in merged.text("en")
    assert "結合された 8 か所(A4:A5、D4:E4、D5:E5、A6:A7、D6:E6、…)" in merged.text("ja")


def test_defects_of_a_kind_stand_together_in_the_order_of_their_cells(tmp_path):
    def change(sheet):
        for cell, held in {"C8": "x", "C5": "y", "D2": "z", "A6": -1, "C4": -2, "E3": -3}.items():
            sheet[cell] = held
        sheet["A7"] = sheet["B7"] = 0

    with pytest.raises(InvalidPuzzle) as error:
        read_puzzle(changed(tmp_path, change))
    assert [(defect.code, defect.place.cell) for defect in error.value.defects] == [
        *(("clue-is-text", "D2"), ("clue-is-text", "C5"), ("clue-is-text", "C8")),
        *(("clue-is-negative", "E3"), ("clue-is-negative", "C4"), ("clue-is-negative", "A6")),
        ("block-below-one", "A7:B7"),
    ]
