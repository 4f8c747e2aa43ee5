"""Undoes the correction of clues in a workbook file."""

from __future__ import annotations

from collections.abc import Collection

from xlnono.puzzle_sheet.companion_sheets import (
    CORRECTED_NAME,
    numbered,
    numbers_of,
    own_companion,
)
from xlnono.puzzle_sheet.corrections_page import read_corrections
from xlnono.puzzle_sheet.memory import recall
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Sheet, Value
from xlnono.xlsx.book import PackageBook


class Uncorrected(NamedTuple):
    """The sheets of puzzles whose clues are as typed again, and the sheets that were removed."""

    puzzles: list[str]
    removed: list[str]


def clues_of_log(sheet: Sheet, number: int, grid: Area) -> str:
    """The clues that the log of a puzzle is about, empty if there is none."""
    memory = recall(sheet, number, grid.height, grid.width)
    return "" if memory is None else "/".join((*memory.rows, *memory.columns))


def take_back_corrections(book: PackageBook, titles: Collection[str]) -> Uncorrected:
    """Write the clues as they were typed, on some sheets, and remove the pages that list them.

    Cells that hold something else by now stay as they are, and so does a puzzle that was solved
    after the correction: that is undone first. Raises CorrectionsUnreadable.
    """
    done = Uncorrected([], [])
    for sheet in list(book.sheets()):
        for number in numbers_of(sheet, CORRECTED_NAME) if sheet.title in titles else ():
            corrected = read_corrections(sheet, number)
            page = own_companion(sheet, numbered(CORRECTED_NAME, number))
            if corrected is None or page is None:
                continue
            if clues_of_log(sheet, number, corrected.grid) not in ("", corrected.log):
                continue
            for cell, (typed, now) in corrected.cells.items():
                if sheet.values(cell)[0][0] == now:
                    sheet.write(cell, [[_content(typed)]])
            done.puzzles.append(sheet.title)
            done.removed.append(page.title)
            book.remove_sheet(page.title, sheet)
            book.remove_name(sheet.title, numbered(CORRECTED_NAME, number))
    return done


def _content(value: Value) -> int | str | None:
    if isinstance(value, float):
        return int(value)
    return value if isinstance(value, int | str) else None
