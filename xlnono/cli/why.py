"""The command that says why a cell is settled."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from xlnono.cli.exit_codes import DONE, FAILED, NOT_UNIQUE
from xlnono.cli.messages import text
from xlnono.cli.output import complain, say
from xlnono.cli.recording import add_result
from xlnono.cli.status_line import watching
from xlnono.errors import XlnonoError
from xlnono.jobs.workbook import Explained, why_in_workbook
from xlnono.language import Language
from xlnono.model.why import Settled
from xlnono.spreadsheet.area import Area
from xlnono.wording.settled_cell import explanation


def say_why(file: Path, cell: Area, sheet: str | None, seconds: float, language: Language) -> int:
    """Print why a cell is settled, or how its lines leave it open; returns the exit code."""
    with watching(language) as watch:
        watch.file = str(file)
        try:
            found = why_in_workbook(file, cell, sheet=sheet, seconds=seconds, progress=watch)
        except XlnonoError as error:
            watch.pause()
            complain(error, language)
            return FAILED
    add_result(partial(_fields, found, file))
    read = found.read
    say(text("why-for", language, place=read.place._replace(file=str(file))))
    for line in explanation(found.why, read.puzzle, read.layout, language):
        say(line)
    reasoned = found.why.settled in (Settled.BY_LINE, Settled.BY_STEPS)
    return DONE if reasoned else NOT_UNIQUE


def _fields(found: Explained, file: Path) -> dict[str, object]:
    from xlnono.cli.recorded_results import fields_of_why

    return fields_of_why(found, str(file))
