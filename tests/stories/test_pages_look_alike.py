"""The pages that Solve adds look like those of the command line, in every program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.support.sessions import Session
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook


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
