"""Printing, whatever the terminal can show."""

from __future__ import annotations

import sys

import click

from xlnono.cli.texts import text
from xlnono.errors import Language, XlnonoError


def say(message: str, *, error: bool = False) -> None:
    """Print a message; characters that the terminal does not have become question marks."""
    encoding = (sys.stderr if error else sys.stdout).encoding or "utf-8"
    click.echo(message.encode(encoding, "replace").decode(encoding), err=error)


def complain(error: XlnonoError, language: Language) -> None:
    """Print an error, one line for each thing that is wrong."""
    for line in error.text(language).splitlines():
        say(f"{text('error', language)}: {line}", error=True)
