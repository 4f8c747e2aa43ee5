"""The command `book`: many puzzles in one file to print or to play."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from xlnono.cli.exit_codes import DONE, FAILED, NOT_UNIQUE
from xlnono.cli.messages import counted, text
from xlnono.cli.output import complain, complain_of_all, say
from xlnono.cli.source_arguments import look_up
from xlnono.cli.status_line import watching
from xlnono.errors import XlnonoError
from xlnono.files.writing import FileExists, claimed, write_whole
from xlnono.jobs.printing import entry_of, puzzles_to_print
from xlnono.jobs.replay import NoSuchFormat
from xlnono.language import Language, OneOf
from xlnono.model.solution import Outcome
from xlnono.records import NamedTuple
from xlnono.render.book import PAPERS, Entry, book_page
from xlnono.safe_text import safe

_FORMATS = (".html", ".xlsx")


class BookOptions(NamedTuple):
    """How a book looks; see the options of the command."""

    title: str | None
    paper: str
    per_page: int | None


def make_book(
    sources: Sequence[str], out: Path, options: BookOptions, seconds: float, language: Language
) -> int:
    """Write a book of all puzzles of the sources; returns the exit code.

    Sources that cannot be read are named and left out.
    """
    try:
        if out.suffix.lower() not in _FORMATS:
            raise NoSuchFormat(endings=OneOf(_FORMATS))
        if os.path.lexists(out):
            raise FileExists
        # If the file cannot be written, report it before solving.
        with claimed(out):
            return _write(sources, out, options, seconds, language)
    except XlnonoError as error:
        complain(error.at(file=str(out)), language)
        return FAILED


def _write(
    sources: Sequence[str], out: Path, options: BookOptions, seconds: float, language: Language
) -> int:
    entries: list[Entry] = []
    left_out, all_unique = 0, True
    jobs, errors = look_up(sources, None, language, writing=False)
    for error in errors:
        complain(error, language)
    with watching(language) as watch:
        for job in jobs:
            watch.file = str(job.source)
            result = puzzles_to_print(
                job, solved=True, explain=True, seconds=seconds, progress=watch
            )
            watch.pause()
            complain_of_all(result.errors, language)
            left_out += len(result.errors)
            for printable, solution in result.puzzles:
                assert solution is not None
                all_unique = all_unique and solution.outcome is Outcome.UNIQUE
                entries.append(entry_of(printable, solution, language))
    left_out += len(errors)
    if not entries:
        say(f"{text('error', language)}: {text('book-empty', language)}", error=True)
        return FAILED
    title = safe(options.title or text("book-title", language))
    write_whole(out, _content(title, entries, out, options, language))
    say(counted("book-made", len(entries), language, path=out))
    if left_out:
        say(counted("book-left-out", left_out, language), error=True)
        return FAILED
    return DONE if all_unique else NOT_UNIQUE


def _content(
    title: str, entries: Sequence[Entry], out: Path, options: BookOptions, language: Language
) -> bytes:
    if out.suffix.lower() == ".html":
        paper = PAPERS[options.paper]
        return book_page(title, entries, paper=paper, per_page=options.per_page, language=language)
    from xlnono.templates.puzzle_book import puzzle_book

    return puzzle_book(title, entries, paper=options.paper, language=language)
