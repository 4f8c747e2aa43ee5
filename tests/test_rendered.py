"""What a reader sees of a solved workbook: the page that LibreOffice prints of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter

from tests.office import first_page
from xlnono import Grid, workbooks
from xlnono.board import Cell
from xlnono.sources import Job
from xlnono.workbook.painting import BLACK_FILL, DIFFERENT_FILL

SAMPLES = Path(__file__).parents[1] / "samples"


def _solved(name: str, folder: Path) -> Image.Image:
    target = folder / "solved.xlsx"
    result = workbooks.solve_workbook(Job(SAMPLES / f"{name}.xlsx", target))
    assert not result.errors
    return first_page(target)


def _areas_of(page: Image.Image, colour: str) -> Image.Image:
    """Where the page has solid areas of a colour, 9 dots wide at least; text has none."""
    distance = ImageChops.difference(page, Image.new("RGB", page.size, f"#{colour}"))
    same = distance.convert("L").point(lambda difference: 255 * (difference < 8))
    return same.filter(ImageFilter.MinFilter(9)).filter(ImageFilter.MaxFilter(9))


@pytest.mark.parametrize("name", ["lighthouse-30x20", "fish-10x15"])
def test_the_printed_page_shows_the_picture(name: str, tmp_path: Path) -> None:
    page = _solved(name, tmp_path)
    grid = Grid.from_text((SAMPLES / "pictures" / f"{name}.txt").read_text(encoding="utf-8"))
    black = [
        (row, k) for row in range(grid.height) for k in range(grid.width) if _black(grid, row, k)
    ]
    first_row, first_column = min(row for row, _ in black), min(k for _, k in black)
    height = max(row for row, _ in black) - first_row + 1
    width = max(k for _, k in black) - first_column + 1
    areas = _areas_of(page, BLACK_FILL)
    box = areas.getbbox()
    assert box is not None
    left, top, right, bottom = box
    for row in range(height):
        for column in range(width):
            middle = (
                left + round((right - left) * (column + 0.5) / width),
                top + round((bottom - top) * (row + 0.5) / height),
            )
            dark = areas.getpixel(middle) == 255
            assert dark == _black(grid, first_row + row, first_column + column), (row, column)


def _black(grid: Grid, row: int, column: int) -> bool:
    return grid[row, column] is Cell.BLACK


def test_the_printed_page_shows_where_two_solutions_differ(tmp_path: Path) -> None:
    page = _solved("two-solutions-die-10x10", tmp_path)
    assert _areas_of(page, DIFFERENT_FILL).getbbox()
