"""Whole workbooks: read, solved and written; the results are returned, not printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from xlnono.engine import solve
from xlnono.errors import XlnonoError
from xlnono.files.writing import make_folder
from xlnono.jobs.choosing import puzzle_around, puzzles_in_book, puzzles_of
from xlnono.jobs.from_marks import (
    GivensContradict,
    PuzzleProgress,
    bound,
    contradiction,
    solve_from_marks,
    time_left,
)
from xlnono.jobs.proof_files import remove_outdated_proof, write_proof
from xlnono.jobs.puzzle_files import is_workbook, only_one
from xlnono.jobs.sources import Job
from xlnono.jobs.targets import check_target, claimed_target
from xlnono.jobs.typing_mistakes import Located, Locator
from xlnono.language import Language
from xlnono.model.solution import Outcome, Solution
from xlnono.puzzle_sheet.companion_sheets import (
    LOG_NAME,
    mark_solved,
    numbered,
    numbers_of,
    own_companion,
)
from xlnono.puzzle_sheet.language import language_of
from xlnono.puzzle_sheet.log_record import LogOutdated, LogRearranged, check_record
from xlnono.puzzle_sheet.log_sheet import write_log
from xlnono.puzzle_sheet.paint import paint
from xlnono.puzzle_sheet.read import MistypedClues, MistypedSheet, PuzzleSheet
from xlnono.puzzle_sheet.record import record_of
from xlnono.puzzle_sheet.replay_sheet import write_replay
from xlnono.puzzle_sheet.suspects import clear_suspects, mark_suspects
from xlnono.records import NamedTuple
from xlnono.restore.originals import BoardBefore, board_before, remember
from xlnono.restore.undo import is_undoable, originals_of
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Book
from xlnono.xlsx.book import PackageBook, open_book
from xlnono.xlsx.zip_archive import Archive

if TYPE_CHECKING:
    from xlnono.formats.puzzle_file import PuzzleFile
    from xlnono.jobs.repairs import Repaired
    from xlnono.model.hint import Hint
    from xlnono.model.mistakes import MistakeReport
    from xlnono.model.why import Why


class Solved(NamedTuple):
    """One puzzle sheet that was read and solved."""

    read: PuzzleSheet
    solution: Solution


class Hinted(NamedTuple):
    """One puzzle sheet that was read, and the hint for its marks."""

    read: PuzzleSheet
    hint: Hint


class Explained(NamedTuple):
    """A puzzle that was read, and why one of its cells is settled."""

    read: PuzzleSheet
    why: Why


@dataclass
class JobResult:
    """The result of a job.

    `written` is true once the target has been written, `errors` lists what went wrong, `located`
    the typing mistakes in the clues, `outdated` the titles of sheets with a mistake that still show
    an earlier solve, which can be undone, and `outcomes` holds how many solutions each puzzle has,
    if that was asked.
    """

    job: Job
    errors: list[XlnonoError] = field(default_factory=list)
    written: bool = False
    located: list[Located] = field(default_factory=list)
    outdated: list[str] = field(default_factory=list)

    @property
    def outcomes(self) -> Sequence[Outcome]:
        return ()

    def locate(
        self, locator: Locator, read: PuzzleSheet | MistypedSheet, *, unsolvable: bool = False
    ) -> MistakeReport:
        """Search a puzzle for typing mistakes, and keep what is found in the clues."""
        located = locator(read, unsolvable=unsolvable)
        if located.report.outcome is Outcome.NONE or located.report.marks_support:
            self.located.append(located)
        return located.report

    def locate_in_mistyped(self, locator: Locator) -> None:
        """Search the clues that form no puzzle."""
        for error in self.errors:
            if isinstance(error, MistypedClues):
                self.locate(locator, error.read)


@dataclass
class SolveResult(JobResult):
    """The puzzles of a workbook, in the order of the sheets, with their solutions.

    `repaired` are those with several solutions, with their repairs, if that was asked. `proof` is
    the file with the proofs of those that needed a search, if there are any.
    """

    puzzles: list[Solved] = field(default_factory=list)
    repaired: list[Repaired] = field(default_factory=list)
    proof: Path | None = None

    @property
    def outcomes(self) -> Sequence[Outcome]:
        return [puzzle.solution.outcome for puzzle in self.puzzles]

    def repair(
        self,
        read: PuzzleSheet,
        solution: Solution,
        seconds: float | None,
        progress: PuzzleProgress | None,
    ) -> None:
        """Look for repairs of a puzzle if it has several solutions, and keep what is found."""
        from xlnono.jobs.repairs import SECONDS, repairs_of

        seconds = SECONDS if seconds is None else min(seconds, SECONDS)
        found = repairs_of(read, solution, seconds=seconds, progress=bound(progress, read))
        if found is not None:
            self.repaired.append(found)


@dataclass
class HintResult(JobResult):
    """The puzzles of a workbook, in the order of the sheets, with a hint each."""

    hints: list[Hinted] = field(default_factory=list)


_Result = TypeVar("_Result", bound=JobResult)


def _opened(
    source: Path, sheet: str | None, template: Callable[[PuzzleFile], bytes] | None
) -> tuple[PackageBook, str | None]:
    """A workbook and the wanted sheet; for a puzzle file a filled template, if there is one."""
    if template is None or is_workbook(source):
        return open_book(source), sheet
    _, found, _ = only_one(source, sheet)
    return PackageBook(source, Archive(template(found))), None


def placed(result: _Result) -> _Result:
    for error in result.errors:
        error.at(file=str(result.job.source))
    return result


def solve_workbook(
    job: Job,
    *,
    sheet: str | None = None,
    seconds: float | None = None,
    language: Language | None = None,
    fallback: Language = "en",
    explain: bool = True,
    progress: PuzzleProgress | None = None,
    locator: Locator | None = None,
    template: Callable[[PuzzleFile], bytes] | None = None,
    solutions: int = 2,
    repair: bool = False,
) -> SolveResult:
    """Solve every puzzle sheet of a workbook, or just one, and paint the solutions.

    Of a puzzle file, `template` makes the workbook in which its only puzzle is solved.

    With `explain` each gets a log and a replay, in the `language` given, else in that of its
    sheet, or in the `fallback` if the sheet has no texts. Up to so many `solutions` of each are
    found. A sheet with a mistake is left as it is and reported; the other sheets are still solved.
    Without a solution, suspect clues are marked. The target is written whole, once all sheets are
    done, and not if anybody else has changed it meanwhile. `seconds` is the time limit for each
    puzzle. Errors on bad input are in the result; none is raised. Clues without a solution are
    searched for typing mistakes by the `locator`. `repair` is as in `check_workbook`.
    """
    result = SolveResult(job)
    locator = locator or Locator()
    assert job.target is not None
    try:
        with claimed_target(job.target):
            book, sheet = _opened(job.source, sheet, template)
            book.check_writable(job.target)
            check_target(job)
            before = originals_of(book)
            boards: dict[tuple[str, int], BoardBefore] = {}
            for worksheet, read in puzzles_in_book(book, sheet, result.errors):
                try:
                    check_record(worksheet, read)
                    solution = solve_from_marks(
                        read,
                        explain=explain,
                        seconds=seconds,
                        progress=progress,
                        solutions=solutions,
                    )
                except GivensContradict as error:
                    blamed = result.locate(locator, read).marks_support
                    result.errors.append(error.of_clue() if blamed else error)
                    continue
                except (LogOutdated, LogRearranged) as error:
                    result.errors.append(error.at(sheet=read.title, grid=read.place.grid))
                    continue
                report = None
                if solution.outcome is Outcome.NONE:
                    report = result.locate(locator, read, unsolvable=True)
                written = language or language_of(worksheet) or fallback
                solved = book.sheet(read.title)
                if explain:
                    checksum = book.archive.checksum(solved.part)
                    board = board_before(solved, read.layout, checksum)
                    boards[read.title, read.number] = board
                # Clues may be formulas; the puzzle is what they showed when it was read.
                solved.keep_results((read.layout.rows, read.layout.columns))
                memory = paint(worksheet, read, solution)
                place = worksheet, read.layout, read.number
                if report is None:
                    clear_suspects(*place)
                else:
                    memory = memory.with_marked(mark_suspects(*place, report, written))
                record = record_of(read, solution, written)
                write_replay(worksheet, record)
                write_log(worksheet, record, memory)
                mark_solved(worksheet, read.number, read.layout.grid)
                result.puzzles.append(Solved(read, solution))
                if repair:
                    result.repair(read, solution, seconds, progress)
            result.outdated = _outdated(book, result)
            if result.puzzles:
                make_folder(job.target.parent)
                remember(book, before, boards)
                proved = [(read.title, read.puzzle, found.log) for read, found in result.puzzles]
                unsolved = [error.place.sheet for error in result.errors]
                if sheet is not None:
                    unsolved += [title for title in book.titles() if title != sheet]
                result.proof = write_proof(job.target, proved, unsolved)
                book.save(job.target)
                result.written = True
                if result.proof is None:
                    remove_outdated_proof(job.target, proved, unsolved)
            result.locate_in_mistyped(locator)
    except MistypedClues as error:
        # Those of a puzzle file; those of sheets are among the errors already.
        result.errors.append(error)
        result.locate(locator, error.read)
    except XlnonoError as error:
        result.errors.append(error)
    return placed(result)


def _outdated(book: Book, result: SolveResult) -> list[str]:
    """The sheets with a mistake that show an earlier solve, which can be undone."""
    solved = {(read.title, read.number) for read, _ in result.puzzles}
    mistaken = {error.place.sheet for error in result.errors}
    outdated = []
    for sheet in (one for one in book.sheets() if one.title in mistaken):
        earlier = [
            number
            for number in numbers_of(sheet, LOG_NAME)
            if (sheet.title, number) not in solved
            and own_companion(sheet, numbered(LOG_NAME, number)) is not None
        ]
        if earlier and all(is_undoable(sheet, number) for number in earlier):
            outdated.append(sheet.title)
    return outdated


def check_workbook(
    job: Job,
    *,
    sheet: str | None = None,
    cell: Area | None = None,
    seconds: float | None = None,
    progress: PuzzleProgress | None = None,
    locator: Locator | None = None,
    solutions: int = 2,
    repair: bool = False,
) -> SolveResult:
    """Read and solve every puzzle sheet of a workbook, or just one; nothing is written.

    The puzzles are solved from their clues alone, so the verdict is about the puzzle; up to so many
    `solutions` of each are found.
    Marks in the grid that are wrong are reported as an error. Clues without a solution are searched
    for typing mistakes by the `locator`. With `repair`, changes of the picture are looked for that
    leave one of several solutions.
    """
    result = SolveResult(job)
    locator = locator or Locator()
    try:
        for read in puzzles_of(job.source, sheet, result.errors, cell):
            solution = solve(
                read.puzzle,
                explain=True,
                seconds=seconds,
                progress=bound(progress, read),
                solutions=solutions,
            )
            result.puzzles.append(Solved(read, solution))
            if repair:
                result.repair(read, solution, seconds, progress)
            if solution.outcome is Outcome.NONE:
                result.locate(locator, read, unsolvable=True)
            elif read.marks.known:
                from_marks = solve(
                    read.puzzle,
                    read.marks,
                    seconds=time_left(seconds, solution),
                    progress=bound(progress, read),
                )
                if error := contradiction(read, from_marks, solution, painting=False):
                    blamed = result.locate(locator, read).marks_support
                    result.errors.append(error.of_clue() if blamed else error)
        result.locate_in_mistyped(locator)
    except XlnonoError as error:
        result.errors.append(error)
    return placed(result)


def hint_workbook(
    job: Job,
    *,
    sheet: str | None = None,
    cell: Area | None = None,
    seconds: float | None = None,
    progress: PuzzleProgress | None = None,
    locator: Locator | None = None,
) -> HintResult:
    """Find the next step of every puzzle of a workbook, or of a sheet; nothing is written.

    With a `cell`, only of the puzzle that it belongs to or touches.

    It continues from the marks that a person made; cells painted by xlnono do not count. If the
    clues or the marks are wrong, the `locator` searches for typing mistakes.
    """
    from xlnono.engine.hint import hint
    from xlnono.model.hint import Standing

    result = HintResult(job)
    locator = locator or Locator()
    try:
        for read in puzzles_of(job.source, sheet, result.errors, cell):
            found = hint(read.puzzle, read.marks, seconds=seconds, progress=bound(progress, read))
            result.hints.append(Hinted(read, found))
            if found.standing in (Standing.IMPOSSIBLE, Standing.WRONG):
                unsolvable = found.standing is Standing.IMPOSSIBLE
                result.locate(locator, read, unsolvable=unsolvable)
        result.locate_in_mistyped(locator)
    except XlnonoError as error:
        result.errors.append(error)
    return placed(result)


def why_in_workbook(
    source: Path,
    cell: Area,
    *,
    sheet: str | None = None,
    seconds: float | None = None,
    progress: PuzzleProgress | None = None,
) -> Explained:
    """Why a cell of the puzzle around it is settled; nothing is written.

    Raises what reading the workbook raises, SeveralAtCell, or NotInGrid.
    """
    from xlnono.jobs.why import why_on_sheet

    try:
        read = puzzle_around(source, cell, sheet)
        found = why_on_sheet(read, cell, seconds=seconds, progress=bound(progress, read))
    except XlnonoError as error:
        raise error.at(file=str(source)) from None
    return Explained(read, found)
