"""The sentences of a solve, with the addresses of a sheet."""

from __future__ import annotations

from xlnono.language import Language
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Log
from xlnono.puzzle_sheet.layout import Layout
from xlnono.wording import why


def reasons(log: Log | None, puzzle: Puzzle, layout: Layout, language: Language) -> list[str]:
    """Why each step is right. Log and replay share them: making them is expensive."""
    return [why(step, puzzle, layout, language) for step in log or ()]
