"""A line left out or typed twice: all lines behind it have the clue of another."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from xlnono.engine.decide.line_clues import Changes
from xlnono.engine.mistakes.candidates import Candidate, Slip, clues_read_off
from xlnono.engine.mistakes.edits import COSTS, Numbers
from xlnono.engine.mistakes.single_lines import MORE_PICTURES
from xlnono.engine.mistakes.trials import Trials
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.model.mistakes import MistakeKind


@dataclass(frozen=True)
class Shift:
    """A line left out or typed twice.

    `lines` are those to name, `free` is the line whose clue was never typed, and `changes` are
    the clues of all lines that change, with that one free.
    """

    kind: MistakeKind
    lines: tuple[int, ...]
    free: int
    changes: Changes

    def slip_of(self, typed: TypedClues, read: Sequence[Numbers]) -> Slip:
        """The slip, once the missing clue is known."""
        (missing,) = read
        right = {line: missing if clue is None else clue for line, clue in self.changes.items()}
        corrected = {line: clue for line, clue in right.items() if clue != typed.clues[line]}
        return Slip(self.kind, self.lines, corrected)


def behind(typed: TypedClues, line: int) -> dict[int, Numbers]:
    """The clues of the lines behind one on the same axis, each that of the line before."""
    return {k + 1: typed.clues[k] for k in range(line, typed.axis(line)[-1])}


def all_shifts(typed: TypedClues, axis: range) -> Iterator[Shift]:
    """A line can be missing if the last one is blank, and twice if its neighbour is equal."""
    clues, last = typed.clues, axis[-1]
    for line in axis[:-1]:
        if not clues[last]:
            changes: Changes = {**behind(typed, line), line: None}
            yield Shift(MistakeKind.LINE_MISSING, (line,), line, changes)
        if clues[line] == clues[line + 1]:
            changes = {k: clues[k + 1] for k in range(line + 1, last)}
            kind, lines = MistakeKind.LINE_REPEATED, (line, line + 1)
            yield Shift(kind, lines, last, {**changes, last: None})


def shifts(typed: TypedClues, trials: Trials, core: Collection[int]) -> Iterator[Candidate]:
    """The candidates with a line left out or typed twice that change a line of the core."""
    variants = [
        shift
        for axis in typed.axes
        for shift in all_shifts(typed, axis)
        if any(line in core for line in shift.changes)
    ]
    pictures = trials.pictures([shift.changes for shift in variants], MORE_PICTURES)
    for shift, found in zip(variants, pictures, strict=False):
        for clues, picture in clues_read_off(found, (shift.free,)):
            slip = shift.slip_of(typed, clues)
            if slip.corrected:
                yield Candidate((slip,), COSTS[slip.kind], picture)
