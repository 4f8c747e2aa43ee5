"""The progress of a batch: a bar in a terminal, otherwise a line from time to time."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from xlnono.cli.messages import text
from xlnono.cli.output import say
from xlnono.jobs.results import Result
from xlnono.language import Language

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

_INTERVAL = 10.0
"""Seconds between two plain lines."""
_HOUR, _MINUTE = 3600, 60


class BatchProgress:
    """Counts finished workbooks and shows the counts on standard error unless `quiet`."""

    def __init__(self, total: int, language: Language, *, quiet: bool, json: bool) -> None:
        """With `json`, standard output gets lines; a bar in the same terminal would garble them."""
        self.total, self.language = total, language
        self.workbooks = self.puzzles = self.failures = 0
        self._began = time.monotonic()
        self._shown_at = self._began + _INTERVAL
        self._bar: RichProgress | None = None
        terminal = sys.stderr is not None and sys.stderr.isatty()
        garbling = json and sys.stdout is not None and sys.stdout.isatty()
        self._quiet = quiet or (terminal and garbling)
        if terminal and not self._quiet and os.environ.get("TERM") != "dumb":
            self._bar = self._new_bar()
            with suppress(OSError):
                self._bar.start()

    def _new_bar(self) -> RichProgress:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as RichProgress

        bar = RichProgress(
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.description}"),
            console=Console(stderr=True),
            transient=True,
            # Otherwise output meant for a file would go to the console.
            redirect_stdout=False,
        )
        self._task = bar.add_task("", total=self.total)
        return bar

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            # The terminal may have been closed.
            with suppress(OSError):
                self._bar.stop()

    @property
    def seconds(self) -> float:
        return max(time.monotonic() - self._began, 1e-9)

    def add(self, result: Result) -> None:
        """Count a finished workbook."""
        self.workbooks += 1
        self.puzzles += len(result.puzzles)
        self.failures += bool(result.mistakes)
        if self._bar is not None:
            self._bar.update(self._task, completed=self.workbooks, description=self._facts())
        elif not self._quiet and time.monotonic() >= self._shown_at:
            self._shown_at = time.monotonic() + _INTERVAL
            say(
                text(
                    "batch-line",
                    self.language,
                    done=self.workbooks,
                    total=self.total,
                    facts=self._facts(),
                ),
                error=True,
            )

    def _facts(self) -> str:
        left = (self.total - self.workbooks) * self.seconds / self.workbooks
        return text(
            "batch-facts",
            self.language,
            workbooks=self.workbooks / self.seconds,
            puzzles=self.puzzles / self.seconds,
            left=_span(left),
            failures=self.failures,
        )


def _span(seconds: float) -> str:
    """A time as 5:07 or 1:05:07."""
    hours, rest = divmod(round(seconds), _HOUR)
    minutes, seconds = divmod(rest, _MINUTE)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
