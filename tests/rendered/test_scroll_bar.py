"""The scroll bar of a replay: it works without macros, and keeps out of the way of all else."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from openpyxl import Workbook
from openxml_audit import OpenXmlValidator

from tests.support.office import Office
from tests.support.packages import parts_of
from tests.support.workbooks import ONLY, put_puzzle
from xlnono.jobs.restore import restore_workbook
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import Solved, solve_workbook
from xlnono.puzzle_sheet.spots import find_layout
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Page, PageCell, ScrollBar
from xlnono.templates import template
from xlnono.xlsx.book import open_book

SAMPLES = Path(__file__).parents[2] / "samples"
HEART = SAMPLES / "heart-5x5.xlsx"
_BACK, _FORWARD = 0, 1
"""What assistive technology can do with a scroll bar."""


def _solve(source: Path, target: Path) -> list[Solved]:
    result = solve_workbook(Job(source, target), language="en")
    assert not result.errors
    return result.puzzles


@contextmanager
def _opened(office: Office, path: Path) -> Iterator[Any]:
    document = office.open(path)
    try:
        yield document
    finally:
        document.close(True)


def _bar(sheet: Any) -> Any:
    """The only control on a sheet, as LibreOffice has it."""
    page = sheet.DrawPage
    (shape,) = (page.getByIndex(k) for k in range(page.Count))
    return shape.Control


def _faults(path: Path) -> list[object]:
    return list(OpenXmlValidator().validate(path).errors)


@pytest.mark.parametrize("ending", [".xlsx", ".xlsm"])
def test_moving_it_shows_another_step(office: Office, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"puzzle{ending}"
    if ending == ".xlsm":
        _heart_with_buttons(path)
    else:
        path.write_bytes(HEART.read_bytes())
    (solved,) = _solve(path, path)
    assert not _faults(path)
    log = solved.solution.log
    assert log is not None
    last = max(len(log.visits), len(log))
    with _opened(office, path) as document:
        sheet = document.Sheets.getByName(f"{solved.read.title} replay")
        bar, cell = _bar(sheet), sheet.getCellRangeByName("C2")
        assert bar.supportsService("com.sun.star.form.component.ScrollBar")
        assert (bar.ScrollValueMin, bar.ScrollValueMax) == (0, last)
        assert cell.Value == len(log.visits)
        for step in (2, 0, last):
            bar.ScrollValue = step
            assert cell.Value == step
            shown = sheet.getCellRangeByName("A3").String
            number = min(step, len(log.visits))
            assert shown.startswith(f"Step {number} " if number else "Start")
        cell.Value = 3
        assert bar.ScrollValue == 3
        # The arrows at its ends, as a person presses them.
        controller = document.CurrentController
        controller.setActiveSheet(sheet)
        controller.setFormDesignMode(False)
        pressed = controller.getControl(bar).getAccessibleContext()
        for arrow, step in ((_FORWARD, 4), (_FORWARD, 5), (_BACK, 4)):
            pressed.doAccessibleAction(arrow)
            assert cell.Value == step


def _heart_with_buttons(path: Path) -> None:
    template.new(path, 5, 5, language="en", macro=True)
    book = open_book(path)
    sheet = book.sheet("Puzzle")
    layout = find_layout(sheet)
    for row, clue in enumerate(([1, 1], [5], [5], [3], [1])):
        area = layout.rows
        place = Area(area.row + row, area.last_column - len(clue) + 1, 1, len(clue))
        sheet.write(place, [clue])
    for column, clue in enumerate(([2], [4], [4], [4], [2])):
        area = layout.columns
        sheet.write(Area(area.last_row, area.column + column), [clue])
    book.save(path)


def test_it_lies_beside_the_step_number(tmp_path: Path) -> None:
    _solve(HEART, tmp_path / "solved.xlsx")
    book = open_book(tmp_path / "solved.xlsx")
    drawing = etree.fromstring(_part(book.archive, "vmlDrawing"))
    (anchor,) = drawing.iter("{urn:schemas-microsoft-com:office:excel}Anchor")
    left, _, top, _, right, _, bottom, _ = map(int, anchor.text.split(", "))
    assert (top, bottom) == (1, 2)
    assert 7 <= left < right <= 12


def _part(archive: Any, kind: str) -> bytes:
    (name,) = (name for name in archive.names if kind in name and not name.endswith(".rels"))
    return bytes(archive.read(name))


def test_a_note_can_be_put_beside_it(office: Office, tmp_path: Path) -> None:
    path = tmp_path / "solved.xlsx"
    _solve(HEART, path)
    book = open_book(path)
    replay = book.sheets()[2]
    replay.put_note(Area(3, 1), "look here")
    book.save(path)
    assert not _faults(path)
    with _opened(office, path) as document:
        sheet = document.Sheets.getByIndex(2)
        assert sheet.Annotations.Count == 1
        page = sheet.DrawPage
        shapes = [page.getByIndex(k) for k in range(page.Count)]
        assert (
            sum(shape.supportsService("com.sun.star.drawing.ControlShape") for shape in shapes) == 1
        )
    book = open_book(path)
    book.sheets()[2].remove_note(Area(3, 1))
    book.save(path)
    with _opened(office, path) as document:
        assert _bar(document.Sheets.getByIndex(2)).ScrollValueMax > 0


def held_in(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as parts:
        return {name: parts.read(name) for name in parts.namelist()}


def test_restoring_takes_it_away(tmp_path: Path) -> None:
    path = tmp_path / "solved.xlsx"
    _solve(HEART, path)
    assert any("ctrlProp" in name for name in held_in(path))
    assert restore_workbook(path).puzzles
    assert held_in(path) == held_in(HEART)


def test_each_puzzle_of_a_workbook_has_its_own(office: Office, tmp_path: Path) -> None:
    path = tmp_path / "two.xlsx"
    workbook = Workbook()
    del workbook[workbook.sheetnames[0]]
    for title in ("one", "two"):
        put_puzzle(workbook.create_sheet(title), ONLY)
    workbook.save(path)
    _solve(path, path)
    with _opened(office, path) as document:
        one, two = (document.Sheets.getByName(f"{title} replay") for title in ("one", "two"))
        before = two.getCellRangeByName("C2").Value
        _bar(one).ScrollValue = 1
        assert one.getCellRangeByName("C2").Value == 1
        assert two.getCellRangeByName("C2").Value == before


def test_another_page_leaves_no_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    Workbook().save(path)
    bar = ScrollBar(Area(1, 3, 1, 4), Area(1, 1), 50_000, 7, "Steps & “more”")
    page = Page([[PageCell(7)]], [10], [18], 0, False, Area(1, 1), ())
    plain = _put(path, page)
    faults = len(_faults(path))
    with_bar = _put(path, page._replace(scroll_bar=bar))
    assert len(_faults(path)) == faults
    # No scroll bar of Excel goes further.
    book = open_book(path)
    assert b'max="30000"' in _part(book.archive, "ctrlProp")
    assert _put(path, page._replace(scroll_bar=bar)) == with_bar
    assert _put(path, page) == plain


def _put(path: Path, page: Page) -> set[str]:
    book = open_book(path)
    book.put_page("page", page, book.sheets()[0])
    book.save(path)
    return set(parts_of(path))
