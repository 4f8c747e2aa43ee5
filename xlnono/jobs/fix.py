"""Correcting the clues of a workbook."""

from __future__ import annotations

from dataclasses import dataclass

from xlnono.errors import XlnonoError
from xlnono.files.writing import make_folder
from xlnono.jobs.choosing import SeveralPuzzles
from xlnono.jobs.from_marks import PuzzleProgress
from xlnono.jobs.sources import Job
from xlnono.jobs.targets import check_target, claimed_target
from xlnono.jobs.typing_mistakes import Located, Locator
from xlnono.jobs.workbook import JobResult, SolveResult, check_workbook, placed
from xlnono.language import Language, Listed, Text
from xlnono.model.board import Axis
from xlnono.model.mistakes import Correction
from xlnono.model.solution import Outcome
from xlnono.puzzle_sheet.corrections_page import (
    CorrectedCells,
    read_corrections,
    write_corrections,
)
from xlnono.puzzle_sheet.language import language_of
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.read import PuzzleSheet, read_puzzles
from xlnono.puzzle_sheet.suspects import clear_suspects
from xlnono.puzzle_sheet.write_clue import write_clues
from xlnono.restore.corrected_clues import clues_of_log
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Sheet, Value
from xlnono.xlsx.book import open_book


class NoCorrection(XlnonoError):
    code = "no-correction"


class NothingToCorrect(NoCorrection):
    template = Text(
        "no correction was found for these clues. Nothing was written.",
        "このヒントの訂正は見つかりませんでした。何も書き込んでいません。",
    )


class NothingWrong(NoCorrection):
    template = Text(
        "nothing is wrong: these clues have a solution. Nothing was written.",
        "間違いはありません。このヒントには解があります。何も書き込んでいません。",
    )


class NoSuchCorrection(NoCorrection):
    template = Text(
        "there is no correction {number}, because the last one is {last}: list them with “xlnono "
        "check”. Nothing was written.",
        "訂正 {number} はありません。{last} までです。「xlnono check」で確かめてください。"
        "何も書き込んでいません。",
    )


class CorrectionsUncertain(NoCorrection):
    template = Text(
        "the search for typing mistakes ran out of time, so its corrections have no fixed numbers: "
        "correct the clue by hand. Nothing was written.",
        "時間切れで入力ミスを探しきれず、訂正の番号が定まりません。ヒントを手で直してください。"
        "何も書き込んでいません。",
    )


class NoRoomForLine(NoCorrection):
    template = Text(
        "the grid has no room for the line that was left out: add it to the sheet by hand. Nothing "
        "was written.",
        "盤面に、抜けた行や列を入れる空きがありません。シートに手で追加してください。"
        "何も書き込んでいません。",
    )


class CorrectionNotWritten(NoCorrection):
    template = Text(
        "the corrected clues would not be read as they should from these cells: correct them by "
        "hand. Nothing was written.",
        "訂正したヒントが、これらのセルからは正しく読み取れません。手で直してください。"
        "何も書き込んでいません。",
    )


@dataclass
class FixResult(JobResult):
    """The correction that was applied, and the puzzle it was applied to.

    `solved_before`: the sheet has the log of a solve from before the correction.
    """

    applied: tuple[Located, Correction] | None = None
    solved_before: bool = False


def fix_workbook(
    job: Job,
    number: int,
    *,
    sheet: str | None = None,
    cell: Area | None = None,
    seconds: float | None = None,
    fallback: Language = "en",
    progress: PuzzleProgress | None = None,
    locator: Locator | None = None,
) -> FixResult:
    """Apply a correction that `check_workbook` lists for the same puzzle, by its number from 1.

    The clue cells are overwritten, and a page that lists them is added, from which `restore` undoes
    it; it is in the language of the sheet, or in the `fallback`. The target is written whole or not
    at all. Errors are in the result; none is raised.
    """
    result = FixResult(job)
    assert job.target is not None
    try:
        with claimed_target(job.target):
            checked = check_workbook(
                Job(job.source, None),
                sheet=sheet,
                cell=cell,
                seconds=seconds,
                progress=progress,
                locator=locator,
            )
            located = _only(checked)
            correction = _chosen(located, number)
            book = open_book(job.source)
            book.check_writable(job.target)
            check_target(job)
            worksheet = book.sheet(located.place.sheet or "")
            _apply(worksheet, located, correction, fallback)
            make_folder(job.target.parent)
            book.save(job.target)
            result.written = True
            result.applied = located, correction
            log = clues_of_log(worksheet, located.number, located.layout.grid)
            result.solved_before = bool(log)
    except XlnonoError as error:
        result.errors.append(error)
    return placed(result)


def _only(checked: SolveResult) -> Located:
    """The only puzzle with corrections. Raises SeveralPuzzles or NoCorrection."""
    located = checked.located
    choosable = [found for found in located if found.report.choices]
    if len(choosable) > 1:
        puzzles = [f"{it.place.sheet} {it.place.grid or ''}".strip() for it in choosable]
        raise SeveralPuzzles(puzzles=Listed(tuple(puzzles)))
    if choosable:
        return choosable[0]
    if any(found.report.cut_short for found in located):
        raise CorrectionsUncertain()
    if checked.errors and not located:
        raise checked.errors[0]
    solvable = all(it in (Outcome.UNIQUE, Outcome.MULTIPLE) for it in checked.outcomes)
    raise NothingWrong() if solvable and not located else NothingToCorrect()


def _chosen(located: Located, number: int) -> Correction:
    choices = located.report.choices
    place = located.place
    if located.report.cut_short:
        raise CorrectionsUncertain(place)
    if not 1 <= number <= len(choices):
        raise NoSuchCorrection(place, number=number, last=len(choices))
    chosen = choices[number - 1]
    if chosen.left_out is not None:
        raise NoRoomForLine(place)
    return chosen


def _apply(sheet: Sheet, located: Located, correction: Correction, fallback: Language) -> None:
    """Correct the clue cells, and list them on a page. Raises what `write_clues` raises,
    CorrectionNotWritten, or CorrectionsUnreadable."""
    layout, number = located.layout, located.number
    log = clues_of_log(sheet, number, layout.grid)
    before = _clue_cells(sheet, layout)
    write_clues(sheet, layout, correction.changes)
    after = _clue_cells(sheet, layout)
    again = [
        read
        for read in read_puzzles(sheet, certain=True, cell=layout.grid)
        if isinstance(read, PuzzleSheet) and read.layout.grid == layout.grid
    ]
    if not again or again[0].puzzle != correction.puzzle:
        raise CorrectionNotWritten(located.place)
    clear_suspects(sheet, layout, number)
    # After an earlier correction, cells go back to what was typed first.
    earlier = read_corrections(sheet, number)
    typed = before | {
        cell: first for cell, (first, _) in (earlier.cells if earlier else {}).items()
    }
    cells = {cell: (typed[cell], held) for cell, held in after.items() if typed[cell] != held}
    corrected = CorrectedCells(cells, layout.grid, log)
    write_corrections(sheet, number, corrected, language_of(sheet) or fallback)


def _clue_cells(sheet: Sheet, layout: Layout) -> dict[Area, Value]:
    """The values of all cells that may hold a clue, on either side of the grid."""
    held: dict[Area, Value] = {}
    for axis, area in zip(Axis, (layout.rows, layout.columns), strict=True):
        for side in (area, layout.opposite(axis)):
            if side is not None:
                values = (value for row in sheet.values(side) for value in row)
                held.update(zip(side.cells(), values, strict=True))
    return held
