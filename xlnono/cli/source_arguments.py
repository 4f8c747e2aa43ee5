"""Finds the workbooks that the arguments of a command stand for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from xlnono.cli.messages import counted
from xlnono.cli.output import say
from xlnono.errors import XlnonoError
from xlnono.jobs.sources import Job, find_jobs
from xlnono.language import Language


def look_up(
    sources: Sequence[str],
    out: Path | None,
    language: Language,
    *,
    writing: bool,
    pattern: str | None = None,
    quiet: bool = False,
) -> tuple[list[Job], list[XlnonoError]]:
    """The jobs and errors of `find_jobs`; unless `quiet`, says which files were skipped.

    With an output folder, a workbook that would overwrite its source is an error.
    """
    skipped: set[Path] = set()
    jobs, errors = find_jobs(
        sources,
        out,
        writing=writing,
        pattern=pattern,
        in_place=out is None,
        skipped=skipped.add,
    )
    if skipped and not quiet:
        endings = ", ".join(sorted({path.suffix.lower() for path in skipped}))
        say(counted("skipped", len(skipped), language, endings=endings), error=True)
    return jobs, errors
