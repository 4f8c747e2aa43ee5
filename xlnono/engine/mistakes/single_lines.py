"""One wrong clue: a line is freed, and the right clue read off the pictures that are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xlnono.engine.decide.line_clues import Changes
from xlnono.engine.decide.picture import Picture
from xlnono.engine.mistakes.candidates import (
    Candidate,
    Slip,
    clues_read_off,
    freed,
    only_picture,
)
from xlnono.engine.mistakes.edits import COSTS, Numbers, edit_between, likely_clues
from xlnono.engine.mistakes.trials import Trials
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.model.mistakes import MistakeKind

FEW_PICTURES = 8
"""Up to so many pictures are listed with a line free."""
MORE_PICTURES = 100
"""The same where the typed clue says nothing: it is that of a neighbour, or blank."""


def _twin(typed: TypedClues, line: int) -> int | None:
    """A neighbouring line with the same clue."""
    clues, axis = typed.clues, typed.axis(line)
    beside = (k for k in (line - 1, line + 1) if k in axis and clues[k] == clues[line])
    return next(beside, None)


def slip_on(typed: TypedClues, line: int, clue: Numbers) -> tuple[Slip, float]:
    """What happened if this is the right clue of a line, and its cost."""
    kind, cost = edit_between(typed.clues[line], clue, typed.length(line))
    lines: tuple[int, ...] = (line,)
    if cost > COSTS[MistakeKind.LINE_REPEATED] and (twin := _twin(typed, line)) is not None:
        kind, cost = MistakeKind.LINE_REPEATED, COSTS[MistakeKind.LINE_REPEATED]
        lines = min(line, twin), max(line, twin)
    return Slip(kind, lines, {line: clue}), cost


class SingleLines:
    """Candidates that change one clue.

    `possible` are the lines that can have the only wrong clue: without it, there are pictures.
    """

    def __init__(self, typed: TypedClues, trials: Trials) -> None:
        self.typed = typed
        self.trials = trials
        self.possible: list[int] = []

    def candidates(self, core: Sequence[int]) -> Iterator[Candidate]:
        """The candidates that change one line of a core."""
        freeable = [k for k in core if 0 <= self.typed.right_total(k) <= self.typed.length(k)]
        many = []
        trials = self.trials.pictures([freed(line) for line in freeable], FEW_PICTURES)
        for line, found in zip(freeable, trials, strict=False):
            if found.found or not found.complete:
                self.possible.append(line)
            for (clue,), picture in clues_read_off(found, (line,)):
                yield self._candidate(line, clue, picture)
            if not found.complete:
                many.append(line)
        yield from self._with_likely_clues(many)
        yield from self._with_any_clue(
            [k for k in many if not self.typed.clues[k] or _twin(self.typed, k) is not None]
        )

    def _candidate(self, line: int, clue: Numbers, picture: Picture) -> Candidate:
        slip, cost = slip_on(self.typed, line, clue)
        return Candidate((slip,), cost, picture)

    def _with_likely_clues(self, lines: Sequence[int]) -> Iterator[Candidate]:
        """The candidates on lines with many pictures: those of a likely slip."""
        typed = self.typed
        edits = [
            (edit, line, clue)
            for line in lines
            for clue, edit in likely_clues(
                typed.clues[line], typed.length(line), typed.right_total(line)
            ).items()
        ]
        edits.sort(key=lambda each: each[0].cost)
        changes: list[Changes] = [{line: clue} for _, line, clue in edits]
        for (_, line, clue), found in zip(edits, self.trials.pictures(changes, 2), strict=False):
            if picture := only_picture(found):
                yield self._candidate(line, clue, picture)

    def _with_any_clue(self, lines: Sequence[int]) -> Iterator[Candidate]:
        trials = self.trials.pictures([freed(line) for line in lines], MORE_PICTURES)
        for line, found in zip(lines, trials, strict=False):
            for (clue,), picture in clues_read_off(found, (line,)):
                yield self._candidate(line, clue, picture)
