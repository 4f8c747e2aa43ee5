"""The commands that go through workbooks: solve, check and show."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from xlnono import batch
from xlnono.cli.exits import DONE, FAILED, NOT_UNIQUE
from xlnono.cli.saying import complain, say
from xlnono.cli.texts import text
from xlnono.cli.watch import Watch
from xlnono.errors import Language
from xlnono.render.text import picture
from xlnono.solution import Outcome
from xlnono.wording import grade_name, outcome_name

_CELLS_NAMED = 40


def _verdict(result: batch.PuzzleResult, file: Path, language: Language) -> str:
    read, solution = result.read, result.solution
    rating = ""
    if solution.difficulty is not None and solution.log is not None and solution.log.steps:
        rating = text(
            "rating",
            language,
            grade=grade_name(solution.difficulty.grade, language),
            score=solution.difficulty.score,
            steps=len(solution.log),
        )
        if solution.log.cut_short:
            rating += text("cut-short", language)
    return text(
        "puzzle",
        language,
        file=file,
        sheet=read.title,
        height=read.puzzle.height,
        width=read.puzzle.width,
        outcome=outcome_name(solution.outcome, language),
        rating=rating,
        seconds=solution.seconds,
        engine=text(solution.engine, language),
    )


def _details(result: batch.PuzzleResult, language: Language) -> list[str]:
    read, solution = result.read, result.solution
    lines = []
    if solution.clash is not None:
        place = read.layout.clue(solution.clash).address
        lines.append(text("clash", language, line=solution.clash.named(language), cell=place))
    if solution.grid is not None and solution.other is not None:
        differing = [
            (row, column)
            for row in range(read.puzzle.height)
            for column in range(read.puzzle.width)
            if solution.grid[row, column] is not solution.other[row, column]
        ]
        cells = read.layout.cells(differing[:_CELLS_NAMED])
        if len(differing) > _CELLS_NAMED:
            cells += " …"
        lines.append(text("differ", language, count=len(differing), cells=cells))
    return lines


def _go_through(
    sources: Sequence[str],
    out: Path | None,
    language: Language,
    work: Callable[[batch.Job, Watch], batch.Result],
    show: Callable[[batch.PuzzleResult], None] | None = None,
    *,
    writing: bool,
) -> int:
    code = DONE
    jobs, errors = batch.jobs(sources, out, writing=writing)
    for error in errors:
        complain(error, language)
        code = FAILED
    with Watch(language) as watch:
        for job in jobs:
            watch.file = str(job.source)
            result = work(job, watch)
            watch.pause()
            for puzzle in result.puzzles:
                say(_verdict(puzzle, job.source, language))
                for detail in _details(puzzle, language):
                    say(detail)
                if show is not None:
                    show(puzzle)
                if puzzle.solution.outcome is not Outcome.UNIQUE:
                    code = max(code, NOT_UNIQUE)
            for error in result.errors:
                complain(error, language)
                code = FAILED
            if result.written:
                say(text("written", language, path=job.target))
    return code


def solve_all(
    sources: Sequence[str],
    out: Path | None,
    sheet: str | None,
    seconds: float,
    language: Language,
) -> int:
    """Solve workbooks and write them; returns the exit code."""

    def work(job: batch.Job, watch: Watch) -> batch.Result:
        return batch.solve_workbook(
            job, sheet=sheet, seconds=seconds, language=language, progress=watch
        )

    return _go_through(sources, out, language, work, writing=True)


def check_all(sources: Sequence[str], sheet: str | None, seconds: float, language: Language) -> int:
    """Say what the puzzles of workbooks are worth; returns the exit code."""

    def work(job: batch.Job, watch: Watch) -> batch.Result:
        return batch.check_workbook(job, sheet=sheet, seconds=seconds, progress=watch)

    return _go_through(sources, None, language, work, writing=False)


def show_all(
    sources: Sequence[str], sheet: str | None, seconds: float, language: Language, room: int
) -> int:
    """Print the pictures of workbooks, at most `room` characters wide; returns the exit code."""
    try:
        "█▀▄░".encode(getattr(sys.stdout, "encoding", None) or "ascii")
        blocks = True
    except UnicodeEncodeError:
        blocks = False

    def work(job: batch.Job, watch: Watch) -> batch.Result:
        return batch.check_workbook(job, sheet=sheet, seconds=seconds, progress=watch)

    def show(result: batch.PuzzleResult) -> None:
        if result.solution.outcome is not Outcome.NONE:
            say(picture(result.solution.known, room, blocks=blocks))

    return _go_through(sources, None, language, work, show, writing=False)
