"""Which puzzles of a workbook or of a puzzle file are meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from xlnono.errors import XlnonoError
from xlnono.jobs.puzzle_files import is_workbook, only_in_file, puzzles_in_file
from xlnono.language import Listed, Text
from xlnono.model.puzzle import Clue
from xlnono.puzzle_sheet.clues import ClueNotCalculated
from xlnono.puzzle_sheet.companion_sheets import is_companion
from xlnono.puzzle_sheet.evidence import DoubtfulPuzzle
from xlnono.puzzle_sheet.read import MistypedClues, PuzzleSheet, read_puzzles
from xlnono.puzzle_sheet.spots import NoPuzzle, NoPuzzleAtCell
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Book, Sheet
from xlnono.xlsx.book import open_book


class NoSuchSheet(XlnonoError):
    code = "no-such-sheet"
    template = Text(
        "the workbook has no sheet of this name: choose one of {sheets}.",
        "この名前のシートはありません。{sheets} から選んでください。",
    )


class SeveralPuzzles(XlnonoError):
    code = "several-puzzles"
    template = Text(
        "the workbook has several puzzles ({puzzles}): choose one with --sheet, or with --cell and "
        "the address of one of its cells.",
        "問題が複数あります({puzzles})。--sheet か、--cell とマスの番地で1つを選んでください。",
    )


class SeveralAtCell(SeveralPuzzles):
    """A cell is in grids on several sheets."""

    template = Text(
        "several sheets have a puzzle at this cell ({sheets}): choose one with --sheet.",
        "この番地のマスがある問題は、複数のシートにあります({sheets})。"
        "--sheet で1つを選んでください。",
    )


def chosen_sheets(sheets: Sequence[Sheet], wanted: str | None) -> list[Sheet]:
    if wanted is None:
        return [sheet for sheet in sheets if not is_companion(sheet)]
    chosen = [sheet for sheet in sheets if sheet.title == wanted]
    if not chosen:
        raise NoSuchSheet(sheets=", ".join(sheet.title for sheet in sheets)).at(sheet=wanted)
    return chosen


def puzzles_in_book(
    book: Book, wanted: str | None, errors: list[XlnonoError], cell: Area | None = None
) -> Iterator[tuple[Sheet, PuzzleSheet]]:
    """Read the puzzles of a workbook, or the one on the wanted sheet.

    Sheets without a puzzle are skipped, unless no sheet has one. A sheet that is named counts
    as a puzzle even if it may be an ordinary table. If the clues of a sheet are formulas without
    stored values, the sheets they refer to belong to it and hold no puzzle themselves. With a
    `cell`, only the puzzles count that it belongs to or touches.
    """
    sheets = chosen_sheets(book.sheets(), wanted)
    empty: list[NoPuzzle] = []
    found: list[tuple[Sheet, PuzzleSheet]] = []
    sources: set[str] = set()
    for sheet in sheets:
        for read in read_puzzles(sheet, certain=wanted is not None, cell=cell):
            if isinstance(read, NoPuzzle):
                empty.append(read)
            elif isinstance(read, XlnonoError):
                errors.append(read)
                for defect in read.single():
                    if isinstance(defect, ClueNotCalculated):
                        sources.update(defect.sheets)
            else:
                found.append((sheet, read))
    for sheet, read in found:
        if sheet.title not in sources:
            yield sheet, read
    if len(empty) == len(sheets):
        errors.append(empty[0] if len(empty) == 1 else _none_of(empty))


def _none_of(empty: Sequence[NoPuzzle]) -> NoPuzzle:
    """One error for all sheets: there are no puzzles, or they are elsewhere than at a cell."""
    elsewhere = [error for error in empty if isinstance(error, NoPuzzleAtCell)]
    if len(elsewhere) < 2:
        return elsewhere[0] if elsewhere else NoPuzzle()
    grids = [f"{error.place.sheet} {grid}" for error in elsewhere for grid in error.grids]
    return NoPuzzleAtCell(grids).at(cell=elsewhere[0].place.cell)


def puzzles_of(
    source: Path, wanted: str | None, errors: list[XlnonoError], cell: Area | None = None
) -> Iterator[PuzzleSheet]:
    """Read the puzzles of a workbook as `puzzles_in_book` does, or those of a puzzle file."""
    if is_workbook(source):
        for _, read in puzzles_in_book(open_book(source), wanted, errors, cell):
            yield read
    else:
        try:
            yield from puzzles_in_file(source, wanted)
        except MistypedClues as error:
            errors.append(error)


def only_puzzle(
    source: Path, *, sheet: str | None = None, cell: Area | None = None
) -> tuple[Sheet | None, PuzzleSheet]:
    """The only puzzle of a workbook, or the one on a sheet or at a cell, with its sheet.

    A puzzle of a puzzle file has no sheet.

    Raises what reading it raises, or SeveralPuzzles. Doubtful puzzles only count if there is no
    other.
    """
    if not is_workbook(source):
        return None, only_in_file(source, sheet)
    reported: list[XlnonoError] = []
    book = open_book(source)
    found = list(puzzles_in_book(book, sheet, reported, cell))
    errors = [error for error in reported if not (found and isinstance(error, DoubtfulPuzzle))]
    if len(found) + len(errors) > 1:
        places = [read.place for _, read in found] + [error.place for error in errors]
        order = {worksheet.title: place for place, worksheet in enumerate(book.sheets())}
        named = sorted(
            (order[place.sheet], place.sheet, place.grid or "") for place in places if place.sheet
        )
        puzzles = [f"{title} {grid}".strip() for _, title, grid in named]
        raise SeveralPuzzles(puzzles=Listed(tuple(dict.fromkeys(puzzles))))
    if errors:
        raise errors[0]
    return found[0]


def clues_of(
    source: Path, *, sheet: str | None = None, cell: Area | None = None
) -> tuple[Sequence[Clue], Sequence[Clue]]:
    """The clues of the rows and of the columns of the only puzzle of a workbook, of those on a
    sheet or at a cell.

    They may also be two lists without a grid. Raises what reading them raises, or SeveralPuzzles.
    """
    from xlnono.puzzle_sheet.clue_lists import CluesWithoutGrid

    try:
        _, read = only_puzzle(source, sheet=sheet, cell=cell)
    except CluesWithoutGrid as found:
        return found.lists.rows, found.lists.columns
    except XlnonoError as error:
        raise error.at(file=str(source)) from None
    return read.puzzle.rows, read.puzzle.columns


def puzzle_around(source: Path, cell: Area, sheet: str | None) -> PuzzleSheet:
    """The puzzle whose grid a cell is in, or the only one that it touches.

    Raises what reading the workbook raises, SeveralAtCell, or NotInGrid.
    """
    from xlnono.jobs.why import NotInGrid

    if not is_workbook(source):
        return only_in_file(source, sheet)
    reported: list[XlnonoError] = []
    near = [read for _, read in puzzles_in_book(open_book(source), sheet, reported, cell)]
    around = [read for read in near if read.layout.grid.contains(cell)]
    if len(around) > 1:
        sheets = Listed(tuple(read.title for read in around))
        raise SeveralAtCell(sheets=sheets).at(cell=cell.address)
    if around:
        return around[0]
    for error in reported:
        if isinstance(error, NoPuzzleAtCell):
            raise NotInGrid(error.place, grid=Listed(tuple(error.grids)))
        if not (near and isinstance(error, DoubtfulPuzzle)):
            raise error
    if len(near) == 1:
        return near[0]
    grids = tuple(f"{read.title} {read.layout.grid.address}" for read in near)
    raise NotInGrid(grid=Listed(grids)).at(cell=cell.address)
