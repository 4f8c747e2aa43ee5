"""Lists typed from the wrong end: the lines of an axis, or the numbers of all its clues.

Nothing shows that rows were typed as columns: that puzzle has exactly one solution too, the
picture on its side.
"""

from __future__ import annotations

from collections.abc import Iterator

from xlnono.engine.decide.line_clues import Changes
from xlnono.engine.mistakes.candidates import Candidate, Slip, only_picture
from xlnono.engine.mistakes.edits import COSTS
from xlnono.engine.mistakes.trials import Trials
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.model.mistakes import MistakeKind

BOTH = 0.3
"""What it costs more if both axes were typed from the wrong end."""


def _slip(typed: TypedClues, kind: MistakeKind, axis: range) -> Slip:
    clues = typed.clues[axis.start : axis.stop]
    right = clues[::-1] if kind is MistakeKind.LIST_REVERSED else [clue[::-1] for clue in clues]
    corrected = dict(zip(axis, right, strict=True))
    changed = {line: clue for line, clue in corrected.items() if clue != typed.clues[line]}
    return Slip(kind, tuple(axis), changed)


def reversals(typed: TypedClues) -> Iterator[tuple[tuple[Slip, ...], tuple[Slip, ...], float]]:
    """The ways to read a puzzle from the wrong end: slips, those of the mirror image, their cost.

    Reversing the list of the rows, or the clues of all columns, gives the same picture, once
    upside down.
    """
    rows, columns = typed.axes
    lists = {axis: _slip(typed, MistakeKind.LIST_REVERSED, axis) for axis in typed.axes}
    clues = {axis: _slip(typed, MistakeKind.ALL_BACKWARDS, axis) for axis in typed.axes}
    cost = COSTS[MistakeKind.LIST_REVERSED]
    yield (lists[rows],), (clues[columns],), cost
    yield (lists[columns],), (clues[rows],), cost
    yield (clues[rows], clues[columns]), (lists[rows], lists[columns]), cost + BOTH


def whole_lists(typed: TypedClues, trials: Trials) -> Iterator[Candidate]:
    """The candidates in which every line of an axis is corrected."""
    for slips, mirrored, cost in reversals(typed):
        changes: list[Changes] = [
            {line: clue for slip in either for line, clue in slip.corrected.items()}
            for either in (slips, mirrored)
        ]
        pictures = [only_picture(found) for found in trials.pictures(changes, 2)]
        if len(pictures) == 2 and pictures[0] and pictures[1]:
            yield Candidate(slips, cost, pictures[0], Candidate(mirrored, cost, pictures[1]))
