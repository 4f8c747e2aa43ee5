"""The command `page`: a web page that solves puzzles."""

from __future__ import annotations

import os
from pathlib import Path

from xlnono.cli.exit_codes import DONE, FAILED
from xlnono.cli.messages import text
from xlnono.cli.output import complain, say
from xlnono.errors import XlnonoError
from xlnono.files.writing import FileExists, claimed, write_whole
from xlnono.jobs.replay import NoSuchFormat
from xlnono.language import Language
from xlnono.page.build import page


def write_page(out: Path, language: Language) -> int:
    """Write the page to a new file; returns the exit code."""
    try:
        if out.suffix.lower() != ".html":
            raise NoSuchFormat(endings=".html")
        if os.path.lexists(out):
            raise FileExists
        with claimed(out):
            write_whole(out, page(language))
    except XlnonoError as error:
        complain(error.at(file=str(out)), language)
        return FAILED
    say(text("written", language, path=out))
    return DONE
