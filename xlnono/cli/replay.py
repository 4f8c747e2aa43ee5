"""The command `replay`: draws how a puzzle is solved."""

from __future__ import annotations

from xlnono.cli.status_line import watching
from xlnono.cli.workbooks import print_end, print_puzzles
from xlnono.jobs.replay import Showing, replay_workbook
from xlnono.jobs.sources import Job
from xlnono.language import Language
from xlnono.spreadsheet.area import Area


def replay_one(
    job: Job,
    showing: Showing,
    sheet: str | None,
    cell: Area | None,
    seconds: float,
    language: Language,
    asked: Language | None,
) -> int:
    """Draw how the puzzle of a workbook is solved; returns the exit code."""
    with watching(language) as watch:
        watch.file = str(job.source)
        result = replay_workbook(
            job,
            showing,
            sheet=sheet,
            cell=cell,
            seconds=seconds,
            language=asked,
            fallback=language,
            progress=watch,
            drawing=watch.drawing,
        )
    shown = print_puzzles(result.puzzles, job.source, language)
    return max(shown, print_end(result, language))
