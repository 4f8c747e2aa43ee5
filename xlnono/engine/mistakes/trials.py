"""Trials: deciding variants of the clues as typed, with whichever engine can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xlnono.engine.clock import Clock
from xlnono.engine.decide import native, search
from xlnono.engine.decide.line_clues import Changes, Pictures, UncheckedClues
from xlnono.model.board import Board

MOST_CONFLICTS = 300
"""A search that needs more conflicts is given up: one of hundreds must not use up the time."""
CORE_CONFLICTS = 2000


class Trials:
    """Decides variants of some clues, each with the marks that are taken for given.

    `incomplete` becomes true when a trial was given up: for want of time, and then all later ones
    are too, or after too many conflicts.
    """

    def __init__(self, clues: UncheckedClues, start: Board, clock: Clock) -> None:
        self.clues = clues
        self.start = start
        self.clock = clock
        self.by_kernel = native.can_decide(clues)
        self.out_of_time = False
        self.incomplete = False

    def pictures(self, trials: Sequence[Changes], most: int) -> Iterator[Pictures]:
        """Up to so many pictures for each of these variants; fewer variants if time runs out."""
        if self.out_of_time or not trials:
            return
        decided = 0
        for found in self._decide(trials, most, MOST_CONFLICTS):
            decided += 1
            if not found.complete and len(found.masks) < most:
                self.incomplete = True
            yield found
        if decided < len(trials):
            self.out_of_time = self.incomplete = True

    def solutions(self) -> Pictures | None:
        """Up to two pictures that have the clues themselves; None if there was no time."""
        return next(self._decide([{}], 2, None), None)

    def _decide(
        self, trials: Sequence[Changes], most: int, conflicts: int | None
    ) -> Iterator[Pictures]:
        if self.by_kernel:
            return native.decide_each(self.clues, trials, self.start, most, self.clock, conflicts)
        return search.decide_each(self.clues, trials, self.start, most, self.clock)

    def core(self, changes: Changes) -> list[int]:
        """The numbers of lines that have no common picture; empty if none are found."""
        clues = self.clues.changed(changes)
        if self.by_kernel:
            return native.contradiction_core(clues, self.start, self.clock, CORE_CONFLICTS)
        return search.contradiction_core(clues, self.start, self.clock)
