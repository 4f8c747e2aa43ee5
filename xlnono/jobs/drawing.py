"""A picture that somebody drew with cells of a sheet."""

from __future__ import annotations

from pathlib import Path

from xlnono.errors import XlnonoError
from xlnono.jobs.workbook import chosen_sheets
from xlnono.language import Listed, Text
from xlnono.model.board import Cell, Grid
from xlnono.puzzle_sheet.marks import mark_of
from xlnono.puzzle_sheet.read import GRID_NAME
from xlnono.spreadsheet.area import parse_reference
from xlnono.spreadsheet.sheet import Sheet
from xlnono.xlsx.book import open_book


class NoDrawing(XlnonoError):
    code = "no-drawing"
    template = Text(
        "no drawing was found: fill cells with a dark colour, or type 1, # or ■ into them.",
        "絵が見つかりません。セルを濃い色で塗るか、1、#、■ を入力してください。",
    )


class SeveralDrawings(XlnonoError):
    code = "several-drawings"
    template = Text(
        "several sheets have a drawing ({sheets}): choose one with --sheet.",
        "絵のあるシートが複数あります({sheets})。--sheet で1つを選んでください。",
    )


def drawing_of(source: Path, wanted: str | None = None) -> Grid:
    """The picture on the only sheet of a workbook that has one, or on a sheet.

    It is as large as the grid of a puzzle on that sheet, otherwise as all its black cells together.
    Raises what opening the workbook raises, NoSuchSheet, NoDrawing or SeveralDrawings.
    """
    try:
        found = {
            sheet.title: grid
            for sheet in chosen_sheets(open_book(source).sheets(), wanted)
            if (grid := _drawn(sheet)) is not None
        }
        if not found:
            raise NoDrawing().at(sheet=wanted)
        if len(found) > 1:
            raise SeveralDrawings(sheets=Listed(tuple(found)))
    except XlnonoError as error:
        raise error.at(file=str(source)) from None
    return next(iter(found.values()))


def _drawn(sheet: Sheet) -> Grid | None:
    area = sheet.used()
    named = sheet.names().get(GRID_NAME)
    if named is not None:
        try:
            _, area = parse_reference(named)
        except ValueError:
            named = None
    if area is None:
        return None
    pairs = zip(sheet.values(area), sheet.fills(area), strict=True)
    black = [
        [mark_of(value, fill) is Cell.BLACK for value, fill in zip(values, fills, strict=True)]
        for values, fills in pairs
    ]
    rows = [row for row, cells in enumerate(black) if any(cells)]
    columns = [column for column, cells in enumerate(zip(*black, strict=True)) if any(cells)]
    if not rows:
        return None
    if named is None:
        black = [row[columns[0] : columns[-1] + 1] for row in black[rows[0] : rows[-1] + 1]]
    return Grid.from_cells(black)
