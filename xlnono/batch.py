"""Jobs in, results out: workbooks are read, solved and written here. Never prints."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from xlnono.engine import solve
from xlnono.engine.hinting import hint, wrong_marks
from xlnono.errors import Language, XlnonoError
from xlnono.hints import Hint
from xlnono.solution import Outcome, Solution
from xlnono.workbook.companions import is_companion
from xlnono.workbook.log_sheet import write_log
from xlnono.workbook.package import open_book
from xlnono.workbook.painting import paint
from xlnono.workbook.reading import NoPuzzle, PuzzleSheet, read_puzzle
from xlnono.workbook.reasons import reasons
from xlnono.workbook.replay import write_replay
from xlnono.workbook.sheet import Sheet
from xlnono.workbook.writing import LinkElsewhere, claimed, make_folder

SUFFIXES = (".xlsx", ".xlsm")

Progress = Callable[[PuzzleSheet, int], None]
"""Called now and then with the puzzle in hand and the number of its cells that are known;
what it raises stops the work."""


class NothingFound(XlnonoError):
    code = "nothing-found"
    english = "there is no workbook (.xlsx or .xlsm) here: check the spelling of the path."
    japanese = "ブック(.xlsx、.xlsm)が見つかりません。パスの綴りを確かめてください。"


class NoSuchSheet(XlnonoError):
    code = "no-such-sheet"
    english = "the workbook has no sheet of this name; it has: {sheets}."
    japanese = "この名前のシートはありません。あるのは {sheets} です。"


class SeveralPuzzles(XlnonoError):
    code = "several-puzzles"
    english = "the workbook has several puzzles: choose one with --sheet, of these: {sheets}."
    japanese = "問題が複数あります。--sheet で {sheets} のうち1つを選んでください。"


class SameTarget(XlnonoError):
    code = "same-target"
    english = (
        "it would be written to {target}, where another file of this call is or goes: solve the "
        "two into different folders."
    )
    japanese = (
        "書き込み先 {target} は、同時に指定した別のファイルの場所と重なります。"
        "出力フォルダーを分けて実行してください。"
    )


class GivensContradict(XlnonoError):
    code = "givens-contradict"
    english = (
        "the marks in the grid contradict the clues{line_en}{wrong_en}: correct or erase them "
        "and solve again. Nothing was painted."
    )
    japanese = (
        "盤面の印がヒントと矛盾しています{line_ja}{wrong_ja}。"
        "直すか消してからもう一度解いてください。何も塗っていません。"
    )


class Job(NamedTuple):
    """A workbook to work on, and the file to write (None: nothing is written)."""

    source: Path
    target: Path | None


class PuzzleResult(NamedTuple):
    """One puzzle sheet that was read and solved."""

    read: PuzzleSheet
    solution: Solution


class HintResult(NamedTuple):
    """One puzzle sheet that was read, and the hint for its marks."""

    read: PuzzleSheet
    hint: Hint


@dataclass
class Result:
    """What came of a job: its puzzles in the order of the sheets, and what went wrong.

    `hints` are there instead of `puzzles` if hints were asked for. `written` tells whether
    the target was written.
    """

    job: Job
    puzzles: list[PuzzleResult] = field(default_factory=list)
    hints: list[HintResult] = field(default_factory=list)
    errors: list[XlnonoError] = field(default_factory=list)
    written: bool = False


def _is_workbook(path: Path) -> bool:
    """Whether it looks like a workbook that a person would mean, by its name."""
    return path.suffix.lower() in SUFFIXES and not path.name.startswith(("~$", ".~lock."))


def _real(path: Path) -> Path:
    """The place behind all links; unlike Path.resolve it copes with links in a circle."""
    return Path(os.path.realpath(path))


def _workbooks_under(folder: Path, out: Path | None) -> list[Path]:
    """The workbooks below a folder, but for those that an earlier call wrote there."""
    written = None if out is None or _real(folder).is_relative_to(_real(out)) else _real(out)
    return sorted(
        path
        for path in folder.rglob("*")
        if _is_workbook(path)
        and path.is_file()
        and (written is None or not _real(path).is_relative_to(written))
    )


def _found(source: str, out: Path | None) -> Iterator[tuple[Path, Path]]:
    """The workbooks that a path stands for, each with its path in the output folder."""
    path = Path(source)
    # These of os.path take names that are too long for what is not there.
    if source and os.path.isdir(path):  # noqa: PTH112
        for workbook in _workbooks_under(path, out):
            yield workbook, workbook.relative_to(path)
    elif source and os.path.exists(path):  # noqa: PTH110
        yield path, Path(path.name)
    elif glob.has_magic(source):
        for match in sorted(glob.glob(source, recursive=True)):
            if _is_workbook(Path(match)) or os.path.isdir(match):  # noqa: PTH112
                yield from _found(match, out)


def jobs(
    sources: Sequence[str], out: Path | None, *, writing: bool
) -> tuple[list[Job], list[XlnonoError]]:
    """The jobs that paths stand for: files, folders with all below them, and wildcards.

    Workbooks are written into the folder `out`, those found below a folder in the same place
    as there; without it onto themselves. Files named twice are taken once, rather by their own
    name than by a link. What lies in `out` is taken only if it is asked for itself. Also
    returns an error for every path at which there is nothing, and for files whose target is
    the place of another one or, through a link, outside of `out`.
    """
    errors: list[XlnonoError] = []
    found: dict[Path, tuple[Path, Path]] = {}
    for source in sources:
        pairs = list(_found(source, out if writing else None))
        if not pairs:
            errors.append(NothingFound().at(file=source or "“”"))
        for path, inside in pairs:
            real = _real(path)
            if real not in found or (found[real][0].is_symlink() and not path.is_symlink()):
                found[real] = path, inside
    wanted: list[Job] = []
    taken: set[Path] = set()
    for real, (path, inside) in found.items():
        target = (path if out is None else out / inside) if writing else None
        if target is not None:
            place = _real(target)
            if out is not None and not place.is_relative_to(_real(out)):
                errors.append(LinkElsewhere(real=place).at(file=str(target)))
                continue
            if place in taken or (place in found and place != real):
                errors.append(SameTarget(target=target).at(file=str(path)))
                continue
            taken.add(place)
        wanted.append(Job(path, target))
    return wanted, errors


def _contradiction(read: PuzzleSheet, with_marks: Solution, alone: Solution) -> XlnonoError | None:
    """The error to report if it is the marks, not the clues, that leave no solution."""
    if with_marks.outcome is not Outcome.NONE or alone.outcome is Outcome.NONE:
        return None
    clash = with_marks.clash
    line_en = line_ja = wrong_en = wrong_ja = ""
    if clash is not None:
        line_en, line_ja = f" in {clash.named('en')}", f"({clash.named('ja')})"
    if alone.outcome is Outcome.UNIQUE and alone.grid is not None:
        cells = read.layout.cells(wrong_marks(read.marks, alone.grid))
        wrong_en = f"; the only solution has the other colour in {cells}"
        wrong_ja = f"。唯一の解では {cells} の色が逆です"
    error = GivensContradict(line_en=line_en, line_ja=line_ja, wrong_en=wrong_en, wrong_ja=wrong_ja)
    return error.at(
        sheet=read.title, cell=None if clash is None else read.layout.line(clash).address
    )


def _chosen(sheets: Sequence[Sheet], wanted: str | None) -> list[Sheet]:
    if wanted is None:
        return [sheet for sheet in sheets if not is_companion(sheet)]
    chosen = [sheet for sheet in sheets if sheet.title == wanted]
    if not chosen:
        raise NoSuchSheet(sheets=", ".join(sheet.title for sheet in sheets)).at(sheet=wanted)
    return chosen


def _puzzles(sheets: Sequence[Sheet], result: Result) -> Iterator[tuple[Sheet, PuzzleSheet]]:
    """Read the puzzles of some sheets, passing by sheets without one unless all are."""
    empty: list[NoPuzzle] = []
    for sheet in sheets:
        try:
            read = read_puzzle(sheet)
        except NoPuzzle as error:
            empty.append(error)
        except XlnonoError as error:
            result.errors.append(error.at(sheet=sheet.title))
        else:
            yield sheet, read
    if len(empty) == len(sheets):
        result.errors.append(empty[0] if len(empty) == 1 else NoPuzzle())


def _bound(progress: Progress | None, read: PuzzleSheet) -> Callable[[int], None] | None:
    return None if progress is None else partial(progress, read)


def _placed(result: Result) -> Result:
    for error in result.errors:
        error.at(file=str(result.job.source))
    return result


def only_puzzle(source: Path, *, sheet: str | None = None) -> PuzzleSheet:
    """The puzzle of a workbook that has just one, or the one on a sheet.

    Raises what reading it raises, or SeveralPuzzles.
    """
    result = Result(Job(source, None))
    hosts = _chosen(open_book(source).sheets(), sheet)
    reads = [read for _, read in _puzzles(hosts, result)]
    if len(reads) + len(result.errors) > 1:
        titles = [read.title for read in reads]
        titles += [error.place.sheet for error in result.errors if error.place.sheet]
        order = {host.title: place for place, host in enumerate(hosts)}
        raise SeveralPuzzles(sheets=", ".join(sorted(titles, key=order.__getitem__)))
    if result.errors:
        raise result.errors[0]
    return reads[0]


def solve_from_marks(
    read: PuzzleSheet, *, seconds: float | None = None, progress: Progress | None = None
) -> Solution:
    """Solve and explain a puzzle from the marks on its board.

    Raises GivensContradict if it is the marks, not the clues, that leave no solution.
    """
    bound = _bound(progress, read)
    solution = solve(read.puzzle, read.marks, explain=True, seconds=seconds, progress=bound)
    if solution.outcome is Outcome.NONE and read.marks.known:
        alone = solve(read.puzzle, seconds=seconds, progress=bound)
        if error := _contradiction(read, solution, alone):
            raise error
    return solution


def _alone(target: Path) -> AbstractContextManager[object]:
    """Keep other runs from the target from the start, unless its folder is yet to be made."""
    return claimed(target) if os.path.isdir(target.parent) else nullcontext()  # noqa: PTH112


def solve_workbook(
    job: Job,
    *,
    sheet: str | None = None,
    seconds: float | None = None,
    language: Language = "en",
    progress: Progress | None = None,
) -> Result:
    """Solve every puzzle sheet of a workbook, or just one, and paint and log the solutions.

    A sheet with a mistake is left as it is and reported; the other sheets are still solved.
    The target is written whole, once all sheets are done, and not if anybody else has changed
    it meanwhile. `seconds` is the time limit for each puzzle. Errors on bad input are in the
    result; none is raised.
    """
    result = Result(job)
    assert job.target is not None
    try:
        with _alone(job.target):
            book = open_book(job.source)
            book.check_writable(job.target)
            for host, read in _puzzles(_chosen(book.sheets(), sheet), result):
                try:
                    solution = solve_from_marks(read, seconds=seconds, progress=progress)
                except GivensContradict as error:
                    result.errors.append(error)
                    continue
                memory = paint(host, read, solution)
                why = reasons(solution.log, read.puzzle, read.layout, language)
                write_replay(host, read, solution, why, language)
                write_log(host, read, solution, memory, why, language)
                result.puzzles.append(PuzzleResult(read, solution))
            if result.puzzles:
                make_folder(job.target.parent)
                book.save(job.target)
                result.written = True
    except XlnonoError as error:
        result.errors.append(error)
    return _placed(result)


def check_workbook(
    job: Job,
    *,
    sheet: str | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Result:
    """Read and solve every puzzle sheet of a workbook, or just one; nothing is written.

    The puzzles are solved from their clues alone, so the verdict is about the puzzle.
    Marks in the grid that are wrong are reported as an error.
    """
    result = Result(job)
    try:
        for _, read in _puzzles(_chosen(open_book(job.source).sheets(), sheet), result):
            solution = solve(
                read.puzzle,
                explain=True,
                seconds=seconds,
                progress=_bound(progress, read),
            )
            result.puzzles.append(PuzzleResult(read, solution))
            if read.marks.known and solution.outcome is not Outcome.NONE:
                from_marks = solve(
                    read.puzzle, read.marks, seconds=seconds, progress=_bound(progress, read)
                )
                if error := _contradiction(read, from_marks, solution):
                    result.errors.append(error)
    except XlnonoError as error:
        result.errors.append(error)
    return _placed(result)


def hint_workbook(
    job: Job,
    *,
    sheet: str | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Result:
    """Find the next step on every puzzle sheet of a workbook, or on just one; nothing is written.

    It goes on from the marks that a person made: what an earlier solve painted is no mark.
    """
    result = Result(job)
    try:
        for _, read in _puzzles(_chosen(open_book(job.source).sheets(), sheet), result):
            found = hint(read.puzzle, read.marks, seconds=seconds, progress=_bound(progress, read))
            result.hints.append(HintResult(read, found))
    except XlnonoError as error:
        result.errors.append(error)
    return _placed(result)
