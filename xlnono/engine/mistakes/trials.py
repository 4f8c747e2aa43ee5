"""Trials: deciding variants of the clues as typed, with whichever engine can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xlnono.engine.clock import Clock
from xlnono.engine.decide import native, search
from xlnono.engine.decide.line_clues import Changes, Pictures
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.model.board import Board

MOST_CONFLICTS = 300
"""A search stops after so many conflicts: one trial of hundreds must not use up the time."""
CORE_CONFLICTS = 2000
"""The same for a search for a core."""


@dataclass
class Progressed:
    """How far all trials together have come.

    `incomplete` says that some were not finished: for want of time, and then all later ones are
    not even begun, or after too many conflicts.
    """

    out_of_time: bool = False
    incomplete: bool = False


class Trials:
    """Decides variants of some clues, each with the marks that are taken for given."""

    def __init__(
        self, typed: TypedClues, start: Board, clock: Clock, progressed: Progressed | None = None
    ) -> None:
        self.clues = typed.unchecked
        self.start = start
        self.clock = clock
        self.progressed = progressed or Progressed()
        self.by_kernel = native.can_decide(self.clues)

    def of(self, typed: TypedClues) -> Trials:
        """Trials of other clues, with the same clock."""
        return Trials(typed, self.start, self.clock, self.progressed)

    def of_another_size(self, typed: TypedClues) -> Trials:
        """Trials of other clues, with the same clock, on a blank board of their size."""
        return Trials(typed, Board(typed.height, typed.width), self.clock, self.progressed)

    def from_marks(self, typed: TypedClues, marks: Board) -> Trials:
        """Trials in which only pictures count that agree with marks."""
        return Trials(typed, marks, self.clock, self.progressed)

    @property
    def out_of_time(self) -> bool:
        return self.progressed.out_of_time

    def solutions(self) -> Pictures | None:
        """Up to two pictures that have the clues themselves; None if there was no time."""
        return next(self._decide([{}], 2, None), None)

    def pictures(self, trials: Sequence[Changes], most: int) -> Iterator[Pictures]:
        """Up to so many pictures for each of these variants; fewer variants if time runs out."""
        if self.out_of_time or not trials:
            return
        decided = 0
        for found in self._decide(trials, most, MOST_CONFLICTS):
            decided += 1
            if not found.complete and len(found.found) < most:
                self.progressed.incomplete = True
            yield found
        self._note(decided, len(trials))

    def cores(self, trials: Sequence[Changes]) -> list[list[int]]:
        """For each of these variants, lines that have no common picture; empty if none are
        known."""
        if self.out_of_time or not trials:
            return []
        if self.by_kernel:
            cores = native.contradiction_cores(
                self.clues, trials, self.start, self.clock, CORE_CONFLICTS
            )
        else:
            cores = search.contradiction_cores(self.clues, trials, self.start, self.clock)
        self._note(len(cores), len(trials))
        return cores

    def _decide(
        self, trials: Sequence[Changes], most: int, conflicts: int | None
    ) -> Iterator[Pictures]:
        if self.by_kernel:
            return native.decide_each(self.clues, trials, self.start, most, self.clock, conflicts)
        return search.decide_each(self.clues, trials, self.start, most, self.clock)

    def _note(self, done: int, wanted: int) -> None:
        if done < wanted:
            self.progressed.out_of_time = self.progressed.incomplete = True
