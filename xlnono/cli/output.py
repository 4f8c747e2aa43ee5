"""Printing, within what the terminal can show, and exit codes."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

import click

from xlnono.cli.messages import text
from xlnono.cli.recording import current
from xlnono.cli.wrapping import wrapped
from xlnono.errors import XlnonoError
from xlnono.language import Language
from xlnono.safe_text import safe

MOST_OF_A_KIND = 10
"""The most errors with the same code that are printed for a workbook; reports have all."""
_USUAL_COLUMNS = 80


class OutputFailed(Exception):
    """Standard output cannot be written, although it is open for reading."""


def _columns(terminal: TextIO) -> int:
    """The width of a terminal without its last column, where some terminals break the line."""
    with suppress(ValueError):
        if (asked := int(os.environ.get("COLUMNS", ""))) > 0:
            return asked - 1
    try:
        found = os.get_terminal_size(terminal.fileno()).columns
    except OSError:
        found = 0
    return (found or _USUAL_COLUMNS) - 1


def say(message: str, *, error: bool = False, whole: bool = False, hanging: int = 0) -> None:
    """Print a message; characters that the terminal cannot show become question marks.

    In a terminal, long lines are broken between words and continued with an indent of `hanging`,
    unless `whole`. With --json the message is recorded instead.

    Does nothing if there is no such output or it is no longer read, as in
    "xlnono show … | head". Raises OutputFailed if it cannot be written.
    """
    if (record := current()) is not None:
        (record.notes if error else record.messages).append(
            "\n".join(map(safe, message.split("\n")))
        )
        return
    stream = sys.stderr if error else sys.stdout
    if stream is None:
        return
    encoding = stream.encoding or "utf-8"
    # Texts are safe already; this is for messages from other sources.
    message = "\n".join(map(safe, message.split("\n")))
    shown = message.encode(encoding, "replace").decode(encoding)
    if not whole and stream.isatty():
        width = _columns(stream)
        lines = shown.split("\n")
        shown = "\n".join(part for line in lines for part in wrapped(line, width, hanging))
    if error:
        # There is nowhere else to report it.
        with suppress(OSError):
            click.echo(shown, err=True)
        return
    try:
        click.echo(shown)
    except OSError as failure:
        # Python would try to write the rest when it exits.
        sys.stdout = None
        if not isinstance(failure, BrokenPipeError):
            raise OutputFailed from None


def complain(error: XlnonoError, language: Language) -> None:
    """Print an error, one line for each thing that is wrong."""
    complain_of_all([error], language)


def complain_of_all(errors: Iterable[XlnonoError], language: Language) -> None:
    """Print all errors of a workbook, one line for each thing that is wrong."""
    if (record := current()) is not None:
        for error in errors:
            record.add_error(error)
        return
    print_errors(
        ((defect.code, defect.text(language)) for error in errors for defect in error.single()),
        language,
    )


def print_errors(errors: Iterable[tuple[str, str]], language: Language) -> None:
    """Print errors of one workbook, each a code and a text; of each code only the first few."""
    counts: Counter[str] = Counter()
    for code, message in errors:
        counts[code] += 1
        if counts[code] <= MOST_OF_A_KIND:
            say(f"{text('error', language)}: {message}", error=True)
    for code, count in counts.items():
        if count > MOST_OF_A_KIND:
            more = text("more-errors", language, count=count - MOST_OF_A_KIND, code=code)
            say(f"{text('error', language)}: {more}", error=True)
