"""The command `share`: workbooks fit to send to others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from xlnono.cli.exit_codes import DONE, FAILED
from xlnono.cli.messages import counted, text
from xlnono.cli.output import complain, say
from xlnono.cli.replay import replay_one
from xlnono.errors import XlnonoError
from xlnono.files.writing import FileExists
from xlnono.jobs.convert import targets_of
from xlnono.jobs.replay import Showing
from xlnono.jobs.sources import Job
from xlnono.language import COMMA, Language, Listed
from xlnono.puzzle_sheet.read import PuzzleSheet
from xlnono.sharing.workbook import Shared, puzzles_to_show, share_workbook, target_for

_KINDS = (
    "macros", "macro-sheets", "ribbons", "buttons", "active-x", "macro-links", "copies", "people",
    "properties", "printers", "paths", "package",
)  # fmt: skip


def share(
    source: Path,
    out: Path | None,
    *,
    formula: bool,
    page: bool,
    seconds: float,
    language: Language,
    asked: Language | None,
) -> int:
    """Write a clean copy of a workbook, and say what was removed; returns the exit code."""
    try:
        target = target_for(source, out)
        target.check(source)
        pages = _pages(source, target.path) if page else []
        found = share_workbook(source, target, formula=formula, language=asked, fallback=language)
    except XlnonoError as error:
        complain(error, language)
        return FAILED
    say(text("shared", language, path=target.path))
    for line in _summary(found, language):
        say(line)
    code = DONE
    for read, path in pages:
        job = Job(source, path)
        cell = read.layout.grid._replace(height=1, width=1)
        code = max(code, replay_one(job, Showing(), read.title, cell, seconds, language, asked))
    return code


def _pages(source: Path, target: Path) -> list[tuple[PuzzleSheet, Path]]:
    """The puzzles, and where their pages are written. Raises FileExists if one is there."""
    puzzles = puzzles_to_show(source)
    paths = targets_of(target.with_suffix(".html"), len(puzzles))
    for path in paths:
        if path.exists():
            raise FileExists().at(file=str(path))
    return list(zip(puzzles, paths, strict=True))


def _summary(found: Shared, language: Language) -> Iterator[str]:
    """What was removed, what was added, and what the sender should look at."""
    kinds = [
        counted(f"removed-{kind}", found.removed[kind], language)
        for kind in _KINDS
        if found.removed[kind]
    ]
    if found.sheets:
        titles = Listed(tuple(found.sheets))
        kinds.insert(0, counted("removed-sheets", len(found.sheets), language, titles=titles))
    if kinds:
        yield text("shared-removed", language, kinds=COMMA.of(language).join(kinds))
    else:
        yield text("shared-clean", language)
    for title in found.pictures:
        yield text("shared-picture", language, sheet=title)
    if found.hidden:
        yield text("shared-hidden", language, sheets=Listed(tuple(found.hidden)))
    if found.local_links:
        yield counted("shared-links", found.local_links, language)
