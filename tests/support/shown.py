"""What a sheet looks like in LibreOffice: open in it, and on the page that it prints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lxml import html
from PIL import Image, ImageChops, ImageFilter

from xlnono.model.board import Cell, Grid
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.theme import BLACK_FILL


def shown_fills(document: Any, title: str, area: Area, folder: Path) -> list[list[str | None]]:
    """The colours "RRGGBB" that the cells of an area show, conditional formats and all."""
    from com.sun.star.beans import PropertyValue

    page = folder / "shown.html"
    document.storeToURL(page.as_uri(), (PropertyValue("FilterName", 0, "HTML (StarCalc)", 0),))
    tree = html.parse(page)
    # Of several tables each is headed by its title; a single one has none.
    headed = [head for head in tree.xpath("//h1[em]") if head.xpath("string(em)") == title]
    (table, *_) = headed[0].xpath("following::table") if headed else tree.xpath("//table")
    rows = table.xpath(".//tr")[area.row - 1 : area.last_row]
    return [
        [_colour(cell) for cell in row.xpath("./td")[area.column - 1 : area.last_column]]
        for row in rows
    ]


def _colour(cell: Any) -> str | None:
    colour = cell.get("bgcolor")
    return None if colour is None else str(colour).lstrip("#").upper()


def areas_of(page: Image.Image, colour: str) -> Image.Image:
    """Where the page has solid areas of a colour, 9 dots wide at least; text has none."""
    distance = ImageChops.difference(page, Image.new("RGB", page.size, f"#{colour}"))
    same = distance.convert("L").point(lambda difference: 255 * (difference < 8))
    return same.filter(ImageFilter.MinFilter(9)).filter(ImageFilter.MaxFilter(9))


def assert_shows(page: Image.Image, grid: Grid) -> None:
    """The dark areas of a page are the black cells of a picture."""
    black = [
        (row, k) for row in range(grid.height) for k in range(grid.width) if _black(grid, row, k)
    ]
    first_row, first_column = min(row for row, _ in black), min(k for _, k in black)
    height = max(row for row, _ in black) - first_row + 1
    width = max(k for _, k in black) - first_column + 1
    areas = areas_of(page, BLACK_FILL)
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
