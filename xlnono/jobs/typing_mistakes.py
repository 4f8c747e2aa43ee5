"""The search for typing mistakes in the clues of a workbook."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from xlnono.model.solution import Outcome
from xlnono.places import Place
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.read import MistypedSheet, PuzzleSheet
from xlnono.records import NamedTuple

if TYPE_CHECKING:
    from xlnono.model.mistakes import MistakeReport

SECONDS_IN_BATCH = 1.0
"""The time limit for each workbook of a batch."""

Searching = Callable[[Place], None]
"""Called from time to time with the place that is searched; an exception stops the work."""


class Located(NamedTuple):
    """What the search found in a puzzle, with the place, number and layout of the puzzle."""

    place: Place
    number: int
    layout: Layout
    report: MistakeReport


class Locator:
    """Searches the puzzles of one workbook, all of them within one time limit in seconds.

    The limit is never longer than the usual one.
    """

    def __init__(self, seconds: float = math.inf, searching: Searching | None = None) -> None:
        self._left = seconds
        self._searching = searching

    def __call__(self, read: PuzzleSheet | MistypedSheet, *, unsolvable: bool = False) -> Located:
        """Locate the typing mistakes of a puzzle, from its clues and the marks in its grid.

        `unsolvable`: its clues have no solution, even if the search has no time to find that out.
        """
        # Most puzzles have no mistakes.
        from dataclasses import replace

        from xlnono.engine.mistakes import SECONDS, locate_mistakes

        searching, place = self._searching, read.place
        self._left = min(self._left, SECONDS)
        began = time.perf_counter()
        report = locate_mistakes(
            read.rows,
            read.columns,
            read.marks,
            seconds=self._left,
            progress=None if searching is None else lambda _known: searching(place),
        )
        self._left = max(self._left - (time.perf_counter() - began), 0.0)
        if unsolvable and report.outcome is Outcome.UNDECIDED:
            report = replace(report, outcome=Outcome.NONE)
        return Located(place, read.number, read.layout, report)
