"""Progress in the terminal for work that takes more than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from xlnono.cli.messages import text
from xlnono.language import Language
from xlnono.places import Place
from xlnono.puzzle_sheet.read import PuzzleSheet

if TYPE_CHECKING:
    from rich.status import Status

_PATIENCE = 1.0
"""Seconds before anything is shown."""
_INTERVAL = 0.1


@contextmanager
def watching(language: Language) -> Iterator[Watch]:
    """A watch whose display is removed at the end."""
    watch = Watch(language)
    try:
        yield watch
    finally:
        watch.pause()


class Watch:
    """Shows the current puzzle and its progress on standard error, if that is a terminal."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.file = ""
        self._shown_at = time.monotonic() + _PATIENCE
        self._status: Status | None = None

    def pause(self) -> None:
        """Remove the display, so that something else can be printed."""
        if self._status is not None:
            # The terminal may have been closed.
            with suppress(OSError):
                self._status.stop()
            self._status = None
        self._shown_at = time.monotonic() + _PATIENCE

    def __call__(self, read: PuzzleSheet, known: int) -> None:
        """Show how many cells are known."""
        self._show("progress", read, known)

    def drawing(self, read: PuzzleSheet, drawn: int) -> None:
        """Show how many cells are drawn."""
        self._show("drawing", read, drawn)

    def trying(self, tried: int) -> None:
        """Show how many pictures were tried."""
        self._say("trying", tried=tried)

    def proving(self, known: int) -> None:
        """Show that a picture is being examined."""
        self._say("proving")

    def checking(self, line: int, lines: int) -> None:
        """Show which line of a proof is checked."""
        self._say("checking", line=line, lines=lines)

    def searching(self, place: Place) -> None:
        """Show that the clues at a place are searched for typing mistakes."""
        self._say("searching", sheet=place.sheet)

    def _show(self, key: str, read: PuzzleSheet, done: int) -> None:
        cells = read.puzzle.height * read.puzzle.width
        self._say(key, sheet=read.title, done=done, cells=cells)

    def _say(self, key: str, **facts: object) -> None:
        now = time.monotonic()
        if now < self._shown_at or sys.stderr is None or not sys.stderr.isatty():
            return
        self._shown_at = now + _INTERVAL
        message = text(key, self.language, file=self.file, **facts)
        if self._status is None:
            # Imported only now: most solves are over before rich could be loaded.
            from rich.console import Console
            from rich.status import Status
            from rich.text import Text

            # Plain text, so that markup or ":cat:" in a name is shown as it is.
            self._text = Text
            self._status = Status(Text(message), console=Console(stderr=True))
            with suppress(OSError):
                self._status.start()
        else:
            self._status.update(self._text(message))
