"""One job of a batch, wherever it is worked on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from xlnono.command_words import as_typed
from xlnono.errors import XlnonoError
from xlnono.jobs.corrections import typing_mistakes
from xlnono.jobs.picture_repairs import picture_repairs
from xlnono.jobs.puzzle_files import SeveralInFile
from xlnono.jobs.results import Mistake, PuzzleResult, Result
from xlnono.jobs.sources import Job
from xlnono.jobs.typing_mistakes import SECONDS_IN_BATCH, Locator
from xlnono.jobs.workbook import Solved, solve_workbook
from xlnono.language import LANGUAGES, Language, Text
from xlnono.places import Place
from xlnono.puzzle_sheet.read import PuzzleSheet
from xlnono.records import NamedTuple
from xlnono.safe_text import safe

if TYPE_CHECKING:
    from pathlib import Path

    from xlnono.formats.puzzle_file import PuzzleFile

GRACE = 1.0
"""Seconds for workbooks in progress to finish when a batch is stopped."""
LOOK = 0.1
"""Seconds between two checks whether to stop."""


class Settings(NamedTuple):
    """How the workbooks of a batch are solved.

    `seconds` is the time limit for each puzzle. Logs and replays are in the `language`; with
    None in that of each sheet, or in the `fallback` if a sheet has no texts.
    """

    seconds: float = 60.0
    explain: bool = True
    language: Language | None = None
    fallback: Language = "en"


class Unexpected(XlnonoError):
    code = "unexpected"
    template = Text(
        "internal error in this workbook ({error}): this is a bug in xlnono; please report it. "
        "Nothing was written.",
        "このブックの処理中に xlnono の内部でエラー({error})が起きました。xlnono の不具合です。"
        "ご報告ください。何も書き込んでいません。",
    )


class SeveralInFileOfBatch(XlnonoError):
    code = SeveralInFile.code
    template = Text(
        "the file has {count} puzzles, but a batch needs one in each file. To write each puzzle "
        "to a workbook of its own first, run: {command} --out FOLDER",
        "問題が {count} 問ありますが、batch で解けるのは1ファイルに1問です。先に1問ずつのブックに"
        "分けるには、次のコマンドを実行してください: {command} --out FOLDER",
    )


def work(job: Job, settings: Settings, alive: Callable[[], None] | None = None) -> Result:
    """Solve a workbook; any error is in the result.

    `alive` is called from time to time as a sign of progress.
    """

    def progress(_read: PuzzleSheet, _known: int) -> None:
        if alive is not None:
            alive()

    def searching(_place: Place) -> None:
        if alive is not None:
            alive()

    def template(found: PuzzleFile) -> bytes:
        # Only puzzle files need it, and it is slow to load.
        from xlnono.templates.from_puzzle_file import template_of

        return template_of(found, settings.language or settings.fallback)

    began = time.perf_counter()
    try:
        workings = solve_workbook(
            job,
            seconds=settings.seconds,
            explain=settings.explain,
            language=settings.language,
            fallback=settings.fallback,
            progress=progress,
            locator=Locator(SECONDS_IN_BATCH, searching),
            template=template,
            repair=settings.explain,
        )
    except Exception as error:
        # One bad file must not stop the batch.
        return failed(job, Unexpected(error=f"{type(error).__name__}: {error}"))
    return Result(
        str(job.source),
        str(job.target) if workings.written else None,
        time.perf_counter() - began,
        tuple(map(result_of, workings.puzzles)),
        tuple(
            mistake
            for error in workings.errors
            for mistake in mistakes(_for_batch(error, job.source), job.source)
        ),
        tuple(map(typing_mistakes, workings.located)),
        tuple(map(picture_repairs, workings.repaired)),
        None if workings.proof is None else str(workings.proof),
    )


def _for_batch(error: XlnonoError, source: Path) -> XlnonoError:
    """The same error with advice that a batch can follow: it has no option to choose a puzzle."""
    if not isinstance(error, SeveralInFile):
        return error
    command = f"xlnono convert {as_typed(source)}"
    return SeveralInFileOfBatch(error.place, command=command, **error.facts)


def failed(job: Job, error: XlnonoError) -> Result:
    """The result of a workbook that failed altogether."""
    return Result(str(job.source), None, 0.0, (), tuple(mistakes(error, job.source)))


def mistakes(error: XlnonoError, source: Path) -> Iterator[Mistake]:
    """The mistakes of an error about a source, one for each defect.

    Messages about another file, such as one that cannot be written, begin with its name.
    """
    for defect in error.single():
        place = defect.place
        elsewhere = place.file is not None and place.file != str(source)
        other = f"{safe(place.file or '')}: " if elsewhere else ""
        messages = {language: other + defect.message(language) for language in LANGUAGES}
        yield Mistake(defect.code, place.sheet, place.cell, messages, place.grid)


def result_of(solved: Solved) -> PuzzleResult:
    """The result of a puzzle, as plain data."""
    read, solution = solved
    difficulty = solution.difficulty
    return PuzzleResult(
        read.title,
        read.puzzle.height,
        read.puzzle.width,
        solution.outcome,
        None if difficulty is None else difficulty.rating,
        None if difficulty is None else difficulty.effort,
        solution.rating_at_least,
        difficulty.rounds if difficulty is not None and difficulty.by_lines else None,
        solution.explained,
        None if solution.log is None else len(solution.log.visits),
        solution.seconds,
        solution.engine,
        tuple(solution.known.text().splitlines()),
        read.layout.grid.address,
        None if solution.log is None else len(solution.log),
    )
