"""A picture that somebody drew with cells of a sheet of a workbook."""

from __future__ import annotations

from pathlib import Path

from xlnono.errors import XlnonoError
from xlnono.jobs.choosing import chosen_sheets
from xlnono.language import Listed, Text
from xlnono.model.board import Grid
from xlnono.puzzle_sheet.drawing import Drawing, NoDrawing, find_drawing
from xlnono.spreadsheet.area import Area
from xlnono.xlsx.book import open_book


class SeveralDrawings(XlnonoError):
    code = "several-drawings"
    template = Text(
        "several sheets have a drawing ({sheets}): choose one with --sheet.",
        "絵のあるシートが複数あります({sheets})。--sheet で1つを選んでください。",
    )


def drawing_of(source: Path, wanted: str | None = None, chosen: Area | None = None) -> Grid:
    """The picture on the only sheet of a workbook that has one, or on a sheet.

    `chosen` is a cell of the drawing, or its range. Raises what opening the workbook raises,
    NoSuchSheet, SeveralDrawings, or what `find_drawing` raises.
    """
    found: dict[str, Drawing | XlnonoError] = {}
    try:
        for sheet in chosen_sheets(open_book(source).sheets(), wanted):
            try:
                found[sheet.title] = find_drawing(sheet, chosen)
            except NoDrawing:
                continue
            except XlnonoError as error:
                found[sheet.title] = error
        if not found:
            raise NoDrawing().at(sheet=wanted)
        if len(found) > 1:
            raise SeveralDrawings(sheets=Listed(tuple(found)))
        (drawing,) = found.values()
        if isinstance(drawing, XlnonoError):
            raise drawing
    except XlnonoError as error:
        raise error.at(file=str(source)) from None
    return drawing.grid
