"""What the log and the replay of a solve are made of."""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.language import Language
from xlnono.model.solution import Solution
from xlnono.puzzle_sheet.read import PuzzleSheet
from xlnono.records import NamedTuple
from xlnono.wording import Reasons, reasons


class SolveRecord(NamedTuple):
    """A solved puzzle in a language; `why` are the reasons for the visits of its log."""

    read: PuzzleSheet
    solution: Solution
    why: Sequence[Reasons]
    language: Language


def record_of(read: PuzzleSheet, solution: Solution, language: Language) -> SolveRecord:
    why = reasons(solution.log, read.puzzle, read.layout, language)
    return SolveRecord(read, solution, why, language)
