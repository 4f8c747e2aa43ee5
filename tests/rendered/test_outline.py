"""Pages in files whose rows belong to the rows above them: collapsed at first, in every program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openxml_audit import OpenXmlValidator

from tests.support.folded import LEVELS, SHOWN, expanded, folded_page
from tests.support.office import Office, converted
from tests.support.packages import part
from xlnono.spreadsheet.sheet import Page
from xlnono.xlsx.book import open_book


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "folded.xlsx"
    workbook = Workbook()
    workbook.active.title = "first"
    workbook.save(path)
    put(path, folded_page())
    return path


def put(path: Path, page: Page) -> None:
    book = open_book(path)
    book.put_page("log", page, book.sheets()[0])
    book.save(path)


def folds(path: Path) -> list[tuple[int, bool, bool]]:
    """The level of each row, whether it is hidden, and whether its details are collapsed."""
    rows = load_workbook(path)["log"].row_dimensions
    return [
        (rows[number].outlineLevel, rows[number].hidden, rows[number].collapsed)
        for number in range(1, 10)
    ]


def test_rows_are_collapsed_under_the_row_above(path: Path) -> None:
    summaries = {2, 5, 6}
    assert folds(path) == [
        (level, level > 0, number in summaries) for number, level in enumerate(LEVELS, 1)
    ]
    sheet = load_workbook(path)["log"]
    assert sheet.sheet_properties.outlinePr.summaryBelow is False
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.sheet_format.outlineLevelRow == 2
    assert sheet.row_dimensions[3].height == 20
    assert sheet.print_area.replace("$", "").endswith("A1:B9")


def test_a_page_has_its_filter_at_the_headings(path: Path) -> None:
    assert load_workbook(path)["log"].auto_filter.ref == "A1:B1"
    put(path, folded_page()._replace(outline={}))
    assert load_workbook(path)["log"].auto_filter.ref == "A1:B9"


def test_collapsed_rows_count_in_charts(path: Path) -> None:
    assert '<c:plotVisOnly val="0"/>' in part(path, "xl/charts/chart1.xml")


def test_a_later_page_has_only_its_own_groups(path: Path) -> None:
    put(path, folded_page()._replace(outline={9: 1}))
    assert [level for level, _, _ in folds(path)] == [0] * 8 + [1]
    put(path, folded_page()._replace(outline={}))
    assert folds(path) == [(0, False, False)] * 9
    assert load_workbook(path)["log"].sheet_properties.outlinePr.summaryBelow


def faults(path: Path) -> set[tuple[str, str, str]]:
    found = OpenXmlValidator().validate(str(path)).errors
    return {(str(error.part_uri), str(error.path), error.description) for error in found}


def test_the_validator_finds_no_new_fault(path: Path) -> None:
    folded = faults(path)
    put(path, folded_page()._replace(outline={}))
    assert folded == faults(path)


@contextmanager
def in_libreoffice(office: Office, path: Path) -> Iterator[Any]:
    document = office.open(path)
    try:
        yield document.Sheets.getByName("log")
    finally:
        document.close(True)


def test_libreoffice_shows_rows_collapsed_and_expands_them(office: Office, path: Path) -> None:
    with in_libreoffice(office, path) as sheet:
        assert expanded(sheet) == SHOWN
    again = converted(path, "xlsx")
    assert [(level, hidden) for level, hidden, _ in folds(again)] == [
        (level, level > 0) for level in LEVELS
    ]
    with in_libreoffice(office, again) as sheet:
        assert expanded(sheet) == SHOWN
