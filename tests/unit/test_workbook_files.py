"""Files: what cannot be opened, what is never lost, writing whole or not at all."""

import os
import zipfile

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table

from tests.support.workbooks import PICTURE, book_with, put_puzzle
from tests.unit.test_workbook_painting import solve, solved
from xlnono.errors import XlnonoError
from xlnono.xlsx.book import open_book

OLE = bytes.fromhex("D0CF11E0A1B11AE1")


@pytest.mark.parametrize(
    ("content", "code", "word"),
    [
        (b"", "file-empty", "empty"),
        (b"a,b\n1,2\n", "not-a-workbook", "not an Excel workbook, despite its name"),
        (OLE + bytes(600), "old-workbook", ".xls"),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "encrypted-workbook", "password"),
        (b"PK\x03\x04 cut short", "damaged-workbook", "damaged"),
        (None, "file-unreadable", "cannot be read"),
    ],
)
def test_what_is_not_a_workbook_is_reported_by_its_kind(tmp_path, content, code, word):
    path = tmp_path / "a.xlsx"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(XlnonoError) as error:
        open_book(path)
    assert error.value.code == code
    assert error.value.place.file == str(path)
    assert word in error.value.text("en")
    assert error.value.text("ja") != error.value.text("en")


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["word/document.xml", "[Content_Types].xml"], "not-a-workbook"),
        (["mimetype", "content.xml"], "not-a-workbook"),
        (["xl/workbook.bin", "[Content_Types].xml"], "binary-workbook"),
        (["xl/workbook.xml", "[Content_Types].xml"], "damaged-workbook"),
    ],
)
def test_other_archives_are_no_workbooks(tmp_path, names, code):
    path = tmp_path / "a.xlsx"
    with zipfile.ZipFile(path, "w") as parts:
        for name in names:
            parts.writestr(name, "<oops")
    with pytest.raises(XlnonoError) as error:
        open_book(path)
    assert error.value.code == code


@pytest.mark.parametrize("cut", [0.1, 0.5, 0.9])
def test_a_file_cut_short_is_damaged(tmp_path, cut):
    path = book_with(tmp_path / "a.xlsx")
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * cut)])
    with pytest.raises(XlnonoError) as error:
        open_book(path)
    assert error.value.code == "damaged-workbook"


@pytest.mark.parametrize(
    ("lock", "program"), [("~$cat.xlsx", "Excel"), (".~lock.cat.xlsx#", "LibreOffice")]
)
def test_a_file_open_elsewhere_is_left_alone(tmp_path, lock, program):
    path = book_with(tmp_path / "cat.xlsx")
    before = path.read_bytes()
    (tmp_path / lock).write_text("me")
    with pytest.raises(XlnonoError) as error:
        solve(path, solved)
    assert error.value.code == "file-open-elsewhere"
    assert program in error.value.text("en")
    assert path.read_bytes() == before


def test_a_folder_that_is_not_there_is_reported(tmp_path):
    book = open_book(book_with(tmp_path / "cat.xlsx"))
    with pytest.raises(XlnonoError) as error:
        book.save(tmp_path / "nowhere" / "cat.xlsx")
    assert error.value.code == "file-not-writable"
    assert "nowhere" in error.value.text("ja")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_reported(tmp_path):
    book = open_book(book_with(tmp_path / "cat.xlsx"))
    folder = tmp_path / "shut"
    folder.mkdir(mode=0o500)
    with pytest.raises(XlnonoError) as error:
        book.save(folder / "cat.xlsx")
    assert error.value.code == "file-not-writable"


def test_nothing_is_left_behind_when_writing_fails(tmp_path):
    book = open_book(book_with(tmp_path / "cat.xlsx"))
    target = tmp_path / "taken.xlsx"
    target.mkdir()
    with pytest.raises(XlnonoError):
        book.save(target)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["cat.xlsx", "taken.xlsx"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_mode_and_link_of_the_target_stay(tmp_path):
    path = book_with(tmp_path / "cat.xlsx")
    path.chmod(0o640)
    link = tmp_path / "link.xlsx"
    link.symlink_to(path)
    solve(link, solved)
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert load_workbook(path).sheetnames == ["cat", "cat log"]


def test_everything_else_in_the_workbook_stays(tmp_path):
    path = tmp_path / "full.xlsx"
    workbook = Workbook()
    sheet = workbook.active
    put_puzzle(sheet, PICTURE)
    sheet.freeze_panes = "D4"
    sheet.print_area = "A1:H8"
    sheet.page_setup.orientation = "landscape"
    sheet.oddHeader.center.text = "puzzle club"
    sheet.column_dimensions["D"].width = 3
    other = workbook.create_sheet("other")
    for row in range(1, 6):
        other.append([f"name {row}" if row > 1 else "name", row if row > 1 else "time"])
    other["D1"] = "=SUM(B2:B5)"
    other["D1"].comment = Comment("a note", "me")
    other.add_table(Table(displayName="Times", ref="A1:B5"))
    choice = DataValidation("list", formula1='"easy,hard"')
    choice.add("E1")
    other.add_data_validation(choice)
    other.protection.sheet = True
    chart = BarChart()
    chart.add_data(Reference(other, min_col=2, min_row=1, max_row=5))
    other.add_chart(chart, "G2")
    hidden = workbook.create_sheet("hidden")
    hidden.sheet_state = "veryHidden"
    workbook.save(path)
    solve(path, solved)
    workbook = load_workbook(path)
    sheet, other = workbook["Sheet"], workbook["other"]
    assert workbook.sheetnames == ["Sheet", "Sheet log", "other", "hidden"]
    assert sheet.freeze_panes == "D4"
    assert sheet.print_area == "'Sheet'!$A$1:$H$8"
    assert sheet.page_setup.orientation == "landscape"
    assert sheet.oddHeader.center.text == "puzzle club"
    assert sheet.column_dimensions["D"].width == 3
    assert other["D1"].value == "=SUM(B2:B5)"
    assert other["D1"].comment.text == "a note"
    assert "Times" in other.tables
    assert other.data_validations.dataValidation[0].formula1 == '"easy,hard"'
    assert other.protection.sheet
    assert len(other._charts) == 1
    assert workbook["hidden"].sheet_state == "veryHidden"
