"""The command that undoes a solve."""

from __future__ import annotations

from pathlib import Path

from xlnono.cli.exit_codes import DONE, FAILED
from xlnono.cli.messages import text
from xlnono.cli.output import complain, say
from xlnono.errors import XlnonoError
from xlnono.jobs.restore import restore_workbook
from xlnono.language import Language, Listed


def restore(path: Path, sheet: str | None, language: Language) -> int:
    """Undo a solve and report what was restored; returns the exit code."""
    try:
        found = restore_workbook(path, sheet=sheet)
    except XlnonoError as error:
        complain(error, language)
        return FAILED
    if not found.puzzles:
        if found.elsewhere:
            facts = {"path": path, "sheet": sheet, "sheets": Listed(found.elsewhere)}
            say(text("nothing-on-sheet", language, **facts))
        else:
            say(text("nothing-to-restore", language, path=path))
        return DONE
    puzzles, sheets = (
        text(key if count == 1 else f"{key}s", language, count=count)
        for key, count in (
            ("restored-puzzle", len(found.puzzles)),
            ("restored-sheet", len(found.removed)),
        )
    )
    say(text("restored", language, path=path, puzzles=puzzles, sheets=sheets))
    for title in found.plain:
        say(text("restored-plain", language, sheet=title))
    return DONE
