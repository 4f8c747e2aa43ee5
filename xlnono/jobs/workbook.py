"""Whole workbooks: read, solved and written; the results are returned, not printed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from xlnono.engine import solve
from xlnono.errors import XlnonoError
from xlnono.files.writing import claimed, make_folder
from xlnono.jobs.from_marks import (
    GivensContradict,
    PuzzleProgress,
    bound,
    contradiction,
    solve_from_marks,
    time_left,
)
from xlnono.jobs.proof_files import remove_outdated_proof, write_proof
from xlnono.jobs.puzzle_files import is_piped, is_workbook, only_in_file, only_one, puzzles_in_file
from xlnono.jobs.sources import Job
from xlnono.jobs.typing_mistakes import Located, Locator
from xlnono.language import Language, Listed, Text
from xlnono.model.puzzle import Clue
from xlnono.model.solution import Outcome, Solution
from xlnono.puzzle_sheet.clues import ClueNotCalculated
from xlnono.puzzle_sheet.companion_sheets import (
    LOG_NAME,
    is_companion,
    mark_solved,
    numbered,
    numbers_of,
    own_companion,
    was_written,
)
from xlnono.puzzle_sheet.evidence import DoubtfulPuzzle
from xlnono.puzzle_sheet.language import language_of
from xlnono.puzzle_sheet.log_record import LogOutdated, LogRearranged, check_record
from xlnono.puzzle_sheet.log_sheet import write_log
from xlnono.puzzle_sheet.paint import paint
from xlnono.puzzle_sheet.read import (
    MistypedClues,
    MistypedSheet,
    NoPuzzle,
    NoPuzzleAtCell,
    PuzzleSheet,
    read_puzzles,
)
from xlnono.puzzle_sheet.record import record_of
from xlnono.puzzle_sheet.replay_sheet import write_replay
from xlnono.puzzle_sheet.suspects import clear_suspects, mark_suspects
from xlnono.records import NamedTuple
from xlnono.restore.originals import BoardBefore, board_before, remember
from xlnono.restore.undo import has_changed, is_undoable, originals_of
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Book, Sheet
from xlnono.xlsx.book import PackageBook, open_book
from xlnono.xlsx.zip_archive import Archive

if TYPE_CHECKING:
    from xlnono.formats.puzzle_file import PuzzleFile
    from xlnono.jobs.repairs import Repaired
    from xlnono.model.hint import Hint
    from xlnono.model.mistakes import MistakeReport
    from xlnono.model.why import Why


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


class TargetExists(XlnonoError):
    code = "target-exists"
    template = Text(
        "{target} already exists and was not written by xlnono, so it was left as it is: move it, "
        "or choose another output folder. Nothing was written.",
        "{target} はすでにあり、xlnono が書いたファイルではないため、そのまま残しました。"
        "移動するか、別の出力フォルダーを指定してください。何も書き込んでいません。",
    )


class ResultChanged(XlnonoError):
    code = "result-changed"
    template = Text(
        "{target} was changed after xlnono had written it, so it was left as it is: move it, or "
        "delete it to have the workbook solved again.",
        "{target} は xlnono が書き込んだあとに変更されているため、そのまま残しました。"
        "移動するか、解き直す場合は削除してください。",
    )


class ResultExists(XlnonoError):
    code = "result-exists"
    template = Text(
        "{target} already exists and was left as it is: move it, or choose an output folder with "
        "--out. Nothing was written.",
        "{target} はすでにあるため、そのまま残しました。移動するか、--out で出力フォルダーを"
        "指定してください。何も書き込んでいません。",
    )


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


def _read(
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


def claimed_target(target: Path) -> AbstractContextManager[object]:
    """Claim the target before the work starts, unless its folder does not exist yet."""
    return claimed(target) if os.path.isdir(target.parent) else nullcontext()  # noqa: PTH112


def check_target(job: Job) -> None:
    """Raise TargetExists if a solve would replace a file other than its source or a result.

    Raises ResultChanged if it would replace a result that somebody has changed since, and
    ResultExists if it would replace anything beside a puzzle file: a workbook that was solved there
    need not be the result of this file.
    """
    target = job.target
    if target is None or not os.path.lexists(target):
        return
    if os.path.realpath(target) == os.path.realpath(job.source):
        return
    beside = Path() if is_piped(job.source) else job.source.parent
    if target.parent == beside and not is_workbook(job.source):
        raise ResultExists(target=target)
    try:
        book = open_book(target)
        ours, changed = was_written(book), has_changed(book)
    except XlnonoError:
        ours = changed = False
    if not ours:
        raise TargetExists(target=target)
    if changed:
        raise ResultChanged(target=target)


def refusals(jobs: Iterable[Job]) -> dict[Path, XlnonoError]:
    """The sources whose targets must not be replaced, with what `check_target` says of them."""
    refused = {}
    for job in jobs:
        try:
            check_target(job)
        except XlnonoError as error:
            refused[job.source] = error
    return refused


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
        for read in _read(job.source, sheet, result.errors, cell):
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
        for read in _read(job.source, sheet, result.errors, cell):
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
        read = _puzzle_around(source, cell, sheet)
        found = why_on_sheet(read, cell, seconds=seconds, progress=bound(progress, read))
    except XlnonoError as error:
        raise error.at(file=str(source)) from None
    return Explained(read, found)


def _puzzle_around(source: Path, cell: Area, sheet: str | None) -> PuzzleSheet:
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
