"""The clues of all puzzles of a workbook, also of mistyped ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from xlnono.errors import XlnonoError
from xlnono.jobs.choosing import puzzles_in_book
from xlnono.places import Place
from xlnono.puzzle_sheet.clue_lists import CluesWithoutGrid
from xlnono.puzzle_sheet.evidence import DoubtfulPuzzle
from xlnono.puzzle_sheet.read import MistypedClues
from xlnono.records import NamedTuple
from xlnono.spreadsheet.sheet import Book
from xlnono.xlsx.book import open_book


class SheetClues(NamedTuple):
    """The clues of a puzzle, and its place: a sheet, and the grid if there are several on it."""

    place: Place
    rows: Sequence[Sequence[int]]
    columns: Sequence[Sequence[int]]

    @property
    def title(self) -> str:
        return f"{self.place.sheet} {self.place.grid or ''}".strip()


def workbook_clues(source: Path) -> tuple[list[SheetClues], list[XlnonoError]]:
    """The clues of the puzzles of a workbook, in its order, and what is wrong with others.

    Clues that do not form a puzzle, and two lists of clues without a grid count, too. A table that
    may be a puzzle counts if there is nothing else. Raises what opening the workbook raises.
    """
    book = open_book(source)
    found, errors = _clues_in(book, None)
    doubtful = [error for error in errors if isinstance(error, DoubtfulPuzzle)]
    others = [error for error in errors if not isinstance(error, DoubtfulPuzzle)]
    if not found:
        for sheet in dict.fromkeys(error.place.sheet for error in doubtful):
            more, wrong = _clues_in(book, sheet)
            found += more
            others += wrong
    order = {sheet.title: number for number, sheet in enumerate(book.sheets())}
    found.sort(key=lambda each: order[each.place.sheet or ""])
    return found, others


def _clues_in(book: Book, sheet: str | None) -> tuple[list[SheetClues], list[XlnonoError]]:
    errors: list[XlnonoError] = []
    read = [each for _, each in puzzles_in_book(book, sheet, errors)]
    found = [SheetClues(each.place, each.puzzle.rows, each.puzzle.columns) for each in read]
    left: list[XlnonoError] = []
    for error in errors:
        if isinstance(error, MistypedClues):
            mistyped = error.read
            found.append(
                SheetClues(mistyped.place, _plain(mistyped.rows), _plain(mistyped.columns))
            )
        elif isinstance(error, CluesWithoutGrid):
            found.append(SheetClues(error.place, error.lists.rows, error.lists.columns))
        else:
            left.append(error)
    return found, left


def _plain(clues: Sequence[Sequence[int]]) -> list[list[int]]:
    return [[block for block in clue if block] for clue in clues]
