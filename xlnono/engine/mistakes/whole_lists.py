"""Lists typed from the wrong end: the lines of an axis, or the numbers of all its clues.

Nothing shows that rows were typed as columns: that puzzle has exactly one solution too, the
picture on its side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xlnono.engine.decide.line_clues import Changes
from xlnono.engine.mistakes.candidates import Candidate, Slip, only_picture
from xlnono.engine.mistakes.edits import COSTS
from xlnono.engine.mistakes.mirroring import Flip
from xlnono.engine.mistakes.trials import Trials
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.model.mistakes import MistakeKind

BOTH = 0.3
"""What it costs more if both axes were typed from the wrong end."""


@dataclass(frozen=True)
class Reversal:
    """A way to read a puzzle from the wrong end: two sets of slips that leave mirror images.

    Reversing the list of the rows, or the clues of all columns, gives the same picture, once
    upside down.
    """

    slips: tuple[Slip, ...]
    mirrored: tuple[Slip, ...]
    cost: float
    flip: Flip


def _slip(typed: TypedClues, kind: MistakeKind, axis: range) -> Slip:
    clues = typed.clues[axis.start : axis.stop]
    right = clues[::-1] if kind is MistakeKind.LIST_REVERSED else [clue[::-1] for clue in clues]
    corrected = dict(zip(axis, right, strict=True))
    changed = {line: clue for line, clue in corrected.items() if clue != typed.clues[line]}
    return Slip(kind, tuple(axis), changed)


def reversals(typed: TypedClues) -> list[Reversal]:
    """All ways to read a puzzle from the wrong end."""
    rows, columns = typed.axes
    lists = {axis: _slip(typed, MistakeKind.LIST_REVERSED, axis) for axis in typed.axes}
    clues = {axis: _slip(typed, MistakeKind.ALL_BACKWARDS, axis) for axis in typed.axes}
    cost = COSTS[MistakeKind.LIST_REVERSED]
    upside_down, left_right = Flip(typed, rows=True), Flip(typed, columns=True)
    both = Flip(typed, rows=True, columns=True)
    return [
        Reversal((lists[rows],), (clues[columns],), cost, upside_down),
        Reversal((lists[columns],), (clues[rows],), cost, left_right),
        Reversal((clues[rows], clues[columns]), (lists[rows], lists[columns]), cost + BOTH, both),
    ]


def whole_lists(typed: TypedClues, trials: Trials) -> Iterator[Candidate]:
    """The candidates in which every line of an axis is corrected, with their mirror images."""
    variants = reversals(typed)
    changes: list[Changes] = [
        {**typed.differing(typed.after(reversal.slips))} for reversal in variants
    ]
    found_for = trials.pictures(changes, 2)
    for reversal, found in zip(variants, found_for, strict=False):
        if picture := only_picture(found):
            mirrored = Candidate(reversal.mirrored, reversal.cost, reversal.flip.picture(picture))
            yield Candidate(reversal.slips, reversal.cost, picture, mirrored)


def with_mirror_image(typed: TypedClues, reversal: Reversal, candidate: Candidate) -> Candidate:
    """A candidate with a reversal and then another slip, and the same seen in the mirror."""
    flip = reversal.flip
    mirrored = typed.after(reversal.mirrored)
    corrected = flip.clues(typed.after(candidate.slips))
    slips = tuple(
        Slip(slip.kind, tuple(map(flip.line, slip.lines)), mirrored.differing(corrected))
        for slip in candidate.slips[len(reversal.slips) :]
    )
    image = Candidate(reversal.mirrored + slips, candidate.cost, flip.picture(candidate.picture))
    return Candidate(candidate.slips, candidate.cost, candidate.picture, image)
