"""The pictures of “show --as”: puzzles as files to print or to put elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from xlnono.cli.exit_codes import DONE, FAILED, NOT_UNIQUE, USAGE
from xlnono.cli.messages import text
from xlnono.cli.output import OutputFailed, complain, complain_of_all, say
from xlnono.cli.recording import current
from xlnono.cli.source_arguments import look_up
from xlnono.cli.status_line import watching
from xlnono.errors import XlnonoError
from xlnono.files.writing import FileExists, write_whole
from xlnono.jobs.convert import targets_of
from xlnono.jobs.printing import Printable, puzzles_to_print
from xlnono.jobs.replay import NoSuchFormat
from xlnono.language import Language, OneOf
from xlnono.model.solution import Outcome, Solution
from xlnono.records import NamedTuple
from xlnono.render.printed import printed_page, printed_svg
from xlnono.safe_text import safe
from xlnono.wording import outcome_name

FORMATS = ("png", "svg", "html")


class Picture(NamedTuple):
    """Which picture is wanted: its format, where it goes, and whether it is the empty puzzle."""

    form: str | None
    out: Path | None
    blank: bool


def show_as(
    sources: Sequence[str], wanted: Picture, sheet: str | None, seconds: float, language: Language
) -> int:
    """Write pictures to a file, or one to standard output; returns the exit code."""
    form = wanted.form
    if form is None:
        if wanted.out is None:
            say(f"{text('error', language)}: {text('blank-needs-as', language)}", error=True)
            return USAGE
        form = wanted.out.suffix.lower().removeprefix(".")
    out = wanted.out
    if out is not None and out.name and not out.suffix:
        out = out.with_name(f"{out.name}.{form}")
    if form not in FORMATS or (out is not None and not out.name):
        endings = OneOf(tuple(f".{each}" for each in FORMATS))
        complain(NoSuchFormat(endings=endings).at(file=str(out)), language)
        return FAILED
    if out is None and form == "png" and sys.stdout is not None and sys.stdout.isatty():
        say(f"{text('error', language)}: {text('png-to-terminal', language)}", error=True)
        return USAGE
    if out is None and current() is not None:
        say(text("json-needs-out", language), error=True)
        return USAGE
    jobs, errors = look_up(sources, None, language, writing=False)
    for error in errors:
        complain(error, language)
    code = FAILED if errors else DONE
    found: list[tuple[Printable, Solution | None]] = []
    with watching(language) as watch:
        for job in jobs:
            watch.file = str(job.source)
            result = puzzles_to_print(
                job, sheet=sheet, solved=not wanted.blank, seconds=seconds, progress=watch
            )
            watch.pause()
            complain_of_all(result.errors, language)
            code = max(code, FAILED if result.errors else DONE)
            found += result.puzzles
    for printable, solution in found:
        if solution is not None and solution.outcome is not Outcome.UNIQUE:
            said = outcome_name(solution.outcome, language)
            place = safe(printable.title)
            say(text("located", language, place=place, said=said), error=True)
            code = max(code, NOT_UNIQUE)
    if not found:
        return FAILED
    contents = _contents(found, form)
    if out is None:
        if len(contents) > 1:
            say(f"{text('error', language)}: {text('several-to-show', language)}", error=True)
            return FAILED
        _to_output(contents[0])
        return code
    return max(code, _to_files(contents, out, language))


def _contents(found: Sequence[tuple[Printable, Solution | None]], form: str) -> list[bytes]:
    """The files: one for each puzzle, or a page with all of them."""
    pictures = [
        (each.read.puzzle, None if solution is None else solution.known, safe(each.title))
        for each, solution in found
    ]
    match form:
        case "html":
            return [printed_page(pictures)]
        case "svg":
            return [printed_svg(*picture) for picture in pictures]
    from xlnono.render.png_gif import printed_png

    return [printed_png(puzzle, board) for puzzle, board, _ in pictures]


def _to_output(content: bytes) -> None:
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    except OSError as failure:
        sys.stdout = None
        if not isinstance(failure, BrokenPipeError):
            raise OutputFailed from None


def _to_files(contents: Sequence[bytes], out: Path, language: Language) -> int:
    """Write each picture to a new file, with numbers if there are several."""
    targets = targets_of(out, len(contents))
    try:
        for target in targets:
            if os.path.lexists(target):
                raise FileExists().at(file=str(target))
    except XlnonoError as error:
        complain(error, language)
        return FAILED
    for target, content in zip(targets, contents, strict=True):
        try:
            write_whole(target, content)
        except XlnonoError as error:
            complain(error.at(file=str(target)), language)
            return FAILED
        say(text("written", language, path=target))
    return DONE
