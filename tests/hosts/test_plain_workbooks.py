"""Workbooks that xlwings reaches without the macros of xlnono: what is different in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.office import Office
from tests.support.office_sessions import PlainSession
from tests.support.sessions import COLUMNS, HEART, ROWS
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.language import Language
from xlnono.templates import template


@pytest.fixture
def desk_for(office: Office) -> Iterator[Callable[..., PlainSession]]:
    desks: list[PlainSession] = []

    def open_desk(path: Path, language: Language = "en") -> PlainSession:
        desks.append(PlainSession(office, path, language))
        return desks[-1]

    yield open_desk
    for desk in desks:
        desk.close()


def test_what_the_command_line_wrote_is_replaced_and_nothing_of_it_left(
    desk_for: Callable[..., PlainSession], tmp_path: Path
) -> None:
    path = tmp_path / "heart.xlsx"
    template.filled(path, ROWS, COLUMNS)
    assert solve_workbook(Job(path, path)).written
    desk = desk_for(path)
    titles = desk.visible()
    log = desk.native("Puzzle log")
    assert log.Charts.Count > 0
    assert desk.press("solve").startswith("Result: exactly one solution")
    assert desk.visible() == titles
    assert log.Charts.Count == 0
    assert not log.getCellRangeByName("J1").Columns.IsVisible


def test_it_speaks_the_language_of_the_settings(
    desk_for: Callable[..., PlainSession], tmp_path: Path
) -> None:
    template.filled(tmp_path / "heart.xlsx", ROWS, COLUMNS, language="ja")
    desk = desk_for(tmp_path / "heart.xlsx", "ja")
    sheets = desk.document.Sheets
    sheets.insertNewByName("設定", 1)
    cells = sheets.getByName("設定").getCellRangeByName("A1:A4")
    cells.setDataArray(((60.0,), ("ja",), ("yes",), (0.0,)))
    first = cells.getCellByPosition(0, 0).CellAddress
    sheets.getByName("設定").NamedRanges.addNewByName(
        "xlnono_settings", cells.AbsoluteName, first, 0
    )
    assert "最後の手順だけ" in desk.press("solve")
    assert desk.board() == HEART
