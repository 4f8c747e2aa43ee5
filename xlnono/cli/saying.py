"""Printing, whatever the terminal can show."""

from __future__ import annotations

import re
import sys
from contextlib import suppress

import click

from xlnono.cli.texts import text
from xlnono.errors import Language, XlnonoError

_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


class OutputFailed(Exception):
    """Standard output cannot be written, though somebody wants to read it."""


def say(message: str, *, error: bool = False) -> None:
    """Print a message; characters that the terminal does not have become question marks.

    Does nothing where there is no such output, or nobody reads it any more, as in
    "xlnono show … | head": the work goes on. Raises OutputFailed if it cannot be written.
    """
    stream = sys.stderr if error else sys.stdout
    if stream is None:
        return
    encoding = stream.encoding or "utf-8"
    shown = _CONTROLS.sub("?", message).encode(encoding, "replace").decode(encoding)
    if error:
        # There is no other place to say it.
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
    for line in error.text(language).split("\n"):
        say(f"{text('error', language)}: {line}", error=True)
