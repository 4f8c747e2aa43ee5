"""Locating typing mistakes: which clue is wrong, and what was it meant to be?"""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.engine.clock import Progress
from xlnono.model.board import Board
from xlnono.model.mistakes import MistakeReport

SECONDS = 5.0
"""The time limit unless another one is given."""


def locate_mistakes(
    rows: Sequence[Sequence[int]],
    columns: Sequence[Sequence[int]],
    marks: Board | None = None,
    *,
    seconds: float | None = SECONDS,
    progress: Progress | None = None,
) -> MistakeReport:
    """Find the corrections of the clues after which a puzzle has exactly one solution.

    `rows` and `columns` are the clues as typed, which may be invalid: they may not fit their
    lines, and their totals may differ. `[0]` and `[]` both mean a line without black cells.
    `marks` are the marks on the board (a board of the puzzle's size): corrections that agree with
    them are preferred. Nothing is proposed for a puzzle that has exactly one solution, unless
    marks contradict it, or several solutions.

    After `seconds` of wall time, the report has what was found until then. `progress` is called
    as by `xlnono.solve`.

    Raises ValueError if there are no rows or no columns, a number is negative, or the marks have
    another size than the puzzle.
    """
    raise NotImplementedError
