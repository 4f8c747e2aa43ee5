"""What a reader sees of a solved workbook: the page that LibreOffice prints of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.support.office import first_page
from tests.support.shown import areas_of, assert_shows
from xlnono import Grid
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.spreadsheet.theme import DIFFERENT_FILL

SAMPLES = Path(__file__).parents[2] / "samples"


def _solved(name: str, folder: Path) -> Image.Image:
    target = folder / "solved.xlsx"
    result = solve_workbook(Job(SAMPLES / f"{name}.xlsx", target))
    assert not result.errors
    return first_page(target)


@pytest.mark.parametrize("name", ["lighthouse-30x20", "fish-10x15"])
def test_the_printed_page_shows_the_picture(name: str, tmp_path: Path) -> None:
    page = _solved(name, tmp_path)
    grid = Grid.from_text((SAMPLES / "pictures" / f"{name}.txt").read_text(encoding="utf-8"))
    assert_shows(page, grid)


def test_the_printed_page_shows_where_two_solutions_differ(tmp_path: Path) -> None:
    page = _solved("odd/two-solutions-die-10x10", tmp_path)
    assert areas_of(page, DIFFERENT_FILL).getbbox()
