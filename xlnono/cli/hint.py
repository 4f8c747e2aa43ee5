"""The command `hint`: the next step on each board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from xlnono.cli.exit_codes import DONE, NOT_UNIQUE
from xlnono.cli.messages import text
from xlnono.cli.output import say
from xlnono.cli.source_arguments import look_up
from xlnono.cli.workbooks import go_through
from xlnono.jobs.workbook import Hinted, HintResult, hint_workbook
from xlnono.language import Language
from xlnono.model.hint import Standing
from xlnono.spreadsheet.area import Area
from xlnono.wording import Level, advice


def _hint(result: Hinted, file: Path, language: Language, level: Level) -> str:
    read = result.read
    said = advice(result.hint, read.puzzle, read.layout, language, level)
    place = read.place._replace(file=str(file)).named(language)
    return text("hint-for", language, place=place, hint=said)


def _print_hints(result: HintResult, language: Language, level: Level) -> int:
    """Print each hint, but not that marks are wrong if it is a clue; returns the exit code."""
    mistyped = [found.place for found in result.located if found.report.marks_support]
    for found in result.hints:
        if found.hint.standing is not Standing.WRONG or found.read.place not in mistyped:
            say(_hint(found, result.job.source, language, level))
    fine = all(found.hint.standing in (Standing.STEP, Standing.DONE) for found in result.hints)
    return DONE if fine else NOT_UNIQUE


def hint_all(
    sources: Sequence[str],
    sheet: str | None,
    cell: Area | None,
    seconds: float,
    language: Language,
    level: Level,
) -> int:
    """Print the next step for each board of workbooks; returns the exit code."""
    work = partial(hint_workbook, sheet=sheet, cell=cell, seconds=seconds)

    def show(result: HintResult) -> int:
        return _print_hints(result, language, level)

    jobs, errors = look_up(sources, None, language, writing=False)
    several = sheet is not None or cell is not None
    return go_through(jobs, errors, seconds, language, work, show, several=several)[0]
