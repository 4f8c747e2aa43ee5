"""The command `convert`: the clues of a workbook in a new template."""

from __future__ import annotations

from pathlib import Path

from xlnono.cli.exit_codes import DONE, FAILED
from xlnono.cli.messages import text
from xlnono.cli.output import complain, say
from xlnono.errors import XlnonoError
from xlnono.jobs.workbook import clues_of
from xlnono.language import Language
from xlnono.templates.template import filled


def convert(source: Path, out: Path, sheet: str | None, language: Language) -> int:
    """Write a template with the clues of a workbook; returns the exit code."""
    try:
        rows, columns = clues_of(source, sheet=sheet)
        filled(out, rows, columns, language=language)
    except XlnonoError as error:
        complain(error, language)
        return FAILED
    say(text("made", language, path=out, height=len(rows), width=len(columns)))
    return DONE
