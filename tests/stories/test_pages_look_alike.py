"""The pages that Solve adds look like those of the command line, in every program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.support.sessions import HEART, Session
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.theme import (
    BLACK_FILL,
    EVIDENCE_BLACK_FILL,
    EVIDENCE_WHITE_FILL,
    NEW_BLACK_FILL,
    NEW_WHITE_FILL,
)


def looks(cell: Any) -> tuple[object, ...]:
    place = cell.alignment
    return (
        *(place.horizontal, place.vertical, bool(place.wrap_text), round(place.indent)),
        *(bool(cell.font.b), cell.font.u, cell.fill.fill_type and cell.fill.fgColor.rgb[-6:]),
    )


@pytest.mark.always
@pytest.mark.programs("memory", "macros", "calc")
def test_texts_and_numbers_stand_where_the_command_line_puts_them(
    heart: Session, tmp_path: Path
) -> None:
    by_command, by_button = (tmp_path / f"{k}{heart.path.suffix}" for k in range(2))
    heart.host().save(by_command)
    assert solve_workbook(Job(by_command, by_command)).written
    heart.press("solve")
    heart.host().save(by_button)
    wanted, found = load_workbook(by_command), load_workbook(by_button)
    for title in ("Puzzle log", "Puzzle replay"):
        differing = {
            cell.coordinate: (looks(found[title][cell.coordinate]), looks(cell))
            for row in wanted[title].iter_rows(max_col=8)
            for cell in row
            if cell.value is not None and looks(found[title][cell.coordinate]) != looks(cell)
        }
        assert differing == {}
        for row, size in wanted[title].row_dimensions.items():
            assert found[title].row_dimensions[row].height == pytest.approx(size.height, abs=0.5)


@pytest.mark.always
@pytest.mark.programs("desktop", "calc")
def test_the_replay_shows_the_step_that_is_typed(heart: Session) -> None:
    grid = heart.layout().grid
    assert "replay" not in heart.press("solve")
    heart.title = "Puzzle replay"
    dark = {
        step: "".join(
            _SIGNS.get(fill or "", ".") for row in _typed(heart, step, grid) for fill in row
        )
        for step in (0, 1, 2, 12)
    }
    assert dark[0] == "." * 25
    # Row 2, then column 1.
    assert dark[1] == ".....+++++..............."
    assert dark[2] == ".....e####.....-....-...."
    seen = dark[12].translate(str.maketrans("-we", "..#"))
    assert seen == HEART.replace("\n", "")
    assert dark[12].count("-") == 1
    # The clue of the line of the step.
    (clue,) = heart.shown_fills(Area(grid.row + 4, 1, 1, 3))
    assert clue == [NEW_WHITE_FILL] * 3


_SIGNS = {
    BLACK_FILL: "#",
    NEW_BLACK_FILL: "+",
    NEW_WHITE_FILL: "-",
    EVIDENCE_BLACK_FILL: "e",
    EVIDENCE_WHITE_FILL: "w",
}


def _typed(desk: Session, step: int, grid: Area) -> list[list[str | None]]:
    desk.host().put(desk.title, Area(2, 3), [[step]])
    return desk.shown_fills(grid)
