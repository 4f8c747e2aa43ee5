"""The option `--fix` of `check`: applies the correction of a typing mistake."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from xlnono.cli.exit_codes import DONE, USAGE
from xlnono.cli.messages import text
from xlnono.cli.output import say
from xlnono.cli.source_arguments import look_up
from xlnono.cli.workbooks import go_through, sheet_option
from xlnono.command_words import as_typed
from xlnono.jobs.fix import FixResult, fix_workbook
from xlnono.jobs.sources import names_one_file
from xlnono.language import Language
from xlnono.spreadsheet.area import Area
from xlnono.wording import corrected_in_words


def fix_one(
    sources: Sequence[str],
    out: Path | None,
    number: int | None,
    sheet: str | None,
    cell: Area | None,
    seconds: float,
    language: Language,
) -> int:
    """Apply the correction with this number to a workbook; returns the exit code.

    It is written into a folder, or in place if `out` is None.
    """
    if number is None or not names_one_file(sources):
        refusal = "fix-missing" if number is None else "fix-one-file"
        say(f"{text('error', language)}: {text(refusal, language)}", error=True)
        return USAGE

    work = partial(
        fix_workbook, number=number, sheet=sheet, cell=cell, seconds=seconds, fallback=language
    )

    solved_before = False
    option = ""

    def show(result: FixResult) -> int:
        nonlocal solved_before, option
        solved_before = result.solved_before
        if result.applied is not None:
            located, correction = result.applied
            if sheet is not None or cell is not None:
                option = sheet_option(located.place.sheet)
            place = located.place._replace(file=str(result.job.source)).named(language)
            said = corrected_in_words(correction, located.layout, language)
            say(text("corrected", language, place=place, number=number, said=said))
        return DONE

    jobs, errors = look_up(sources, out, language, writing=True)
    code, tally = go_through(jobs, errors, seconds, language, work, show)
    if tally.written:
        path = as_typed(jobs[0].target or jobs[0].source) + option
        if solved_before:
            say(text("solve-again", language, path=path))
        say(text("to-undo", language, path=path))
    return code
