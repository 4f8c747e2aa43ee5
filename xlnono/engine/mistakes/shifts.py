"""A line left out or typed twice: all lines behind it have the clue of another."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from xlnono.engine.decide.line_clues import LineClue
from xlnono.engine.mistakes.candidates import Candidate, Slip, clues_read_off
from xlnono.engine.mistakes.edits import COSTS
from xlnono.engine.mistakes.single_lines import MORE_PICTURES
from xlnono.engine.mistakes.trials import Trials
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.model.mistakes import MistakeKind

Shifted = tuple[MistakeKind, tuple[int, ...], int, dict[int, LineClue]]
"""A kind, the lines to name, the free line, and all lines that change."""


def _shifted(typed: TypedClues, axis: range, core: Collection[int]) -> Iterator[Shifted]:
    """Each variant that changes a line of the core."""
    clues, last = typed.clues, axis[-1]
    reach = max((line for line in core if line in axis), default=-1)
    for line in axis[:-1]:
        if line > reach:
            return
        if not clues[last]:
            behind: dict[int, LineClue] = {k + 1: clues[k] for k in range(line, last)}
            yield MistakeKind.LINE_MISSING, (line,), line, {line: None, **behind}
        if clues[line] == clues[line + 1] and line + 1 <= reach:
            behind = {k: clues[k + 1] for k in range(line + 1, last)}
            yield MistakeKind.LINE_REPEATED, (line, line + 1), last, {**behind, last: None}


def shifts(typed: TypedClues, trials: Trials, core: Collection[int]) -> Iterator[Candidate]:
    """The candidates with a line left out or typed twice."""
    variants = [each for axis in typed.axes for each in _shifted(typed, axis, core)]
    pictures = trials.pictures([changes for *_, changes in variants], MORE_PICTURES)
    for (kind, lines, free, changes), found in zip(variants, pictures, strict=False):
        for (clue,), masks in clues_read_off(found, (free,)):
            right = changes | {free: clue}
            corrected = {k: c for k, c in right.items() if c is not None and c != typed.clues[k]}
            if corrected:
                yield Candidate((Slip(kind, lines, corrected),), COSTS[kind], masks)
