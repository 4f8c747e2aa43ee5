"""The command `line`: what follows from one line alone."""

from __future__ import annotations

import re
import unicodedata
from functools import partial

from xlnono.cli.exit_codes import DONE, FAILED, NOT_UNIQUE, USAGE
from xlnono.cli.messages import text
from xlnono.cli.output import complain, say
from xlnono.cli.recording import add_result
from xlnono.engine.explain.single_line import line
from xlnono.errors import XlnonoError
from xlnono.language import Language
from xlnono.model.single_line import LineReport
from xlnono.wording.single_line import line_in_words


def explain_line(clue: str, cells: str, seconds: float, language: Language) -> int:
    """Print what each technique deduces from a line; returns the exit code."""
    words = re.split(r"[\s,、，]+", unicodedata.normalize("NFKC", clue).strip())
    if not all(re.fullmatch(r"[0-9]{1,9}", word) for word in words if word):
        say(f"{text('error', language)}: {text('bad-clue', language, value=clue)}", error=True)
        return USAGE
    try:
        report = line([int(word) for word in words if word], cells, seconds=seconds)
    except XlnonoError as error:
        complain(error, language)
        return FAILED
    add_result(partial(_fields, report))
    for each in line_in_words(report, language):
        say(each)
    return NOT_UNIQUE if report.settled is None else DONE


def _fields(report: LineReport) -> dict[str, object]:
    from xlnono.cli.recorded_results import fields_of_line

    return fields_of_line(report)
