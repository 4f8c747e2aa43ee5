"""Probes: what follows from single cells, kept up to date while the position grows."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from xlnono.engine.explain.planning.chain import Chain, Literal, negated
from xlnono.engine.explain.planning.follower import Follower, Work, has
from xlnono.model.board import Board
from xlnono.model.puzzle import Puzzle


class State(Enum):
    NOT_PROBED = "not-probed"
    OPEN = "open"
    CONTRADICTION = "contradiction"


@dataclass(slots=True)
class Probe:
    """What is known of the colour of one cell.

    A contradiction stays one as the position grows. Of an open probe, `follows` is all that
    follows from it, with the cell itself, and `seen` says how many cells of the history it
    knows. `lines` is the length of the chain to a contradiction.
    """

    state: State = State.NOT_PROBED
    seen: int = 0
    follows: frozenset[Literal] = frozenset()
    lines: int = 0


@dataclass
class Probes:
    """A position, the order in which its cells become known, and the probes of its literals."""

    puzzle: Puzzle
    board: Board
    work: Work
    history: list[Literal] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._follower = Follower(self.puzzle, self.board, self.work)
        self._probes: dict[Literal, Probe] = {}

    def __getitem__(self, one: Literal) -> Probe:
        return self._probes.setdefault(one, Probe())

    def fix(self, one: Literal) -> bool:
        """Fix a cell, and all that follows by lines. False if there is a contradiction."""
        self._follower.assume(one)
        self._follower.wait_for_lines_of(one)
        return self._close()

    def fix_by_all_lines(self) -> bool:
        for line in range(len(self.puzzle.clues)):
            self._follower.wait_for(line)
        return self._close()

    def update(self, one: Literal) -> Probe:
        """The probe of a literal, brought up to date."""
        probe = self[one]
        if probe.state is State.CONTRADICTION:
            return probe
        if probe.state is State.OPEN:
            fine = not self._resume(one, probe)
            probe.seen = len(self.history)
        else:
            self._follower.assume(one)
            self._follower.wait_for_lines_of(one)
            fine = self._follow(probe)
        if not fine:
            probe.state, probe.follows = State.CONTRADICTION, frozenset()
            probe.lines = self.chain(one).lines
        return probe

    def chain(self, one: Literal) -> Chain:
        """The chain of a literal that leads to a contradiction, from the present position."""
        chain = self._follower.refute(one)
        assert chain is not None
        return chain

    def _close(self) -> bool:
        fine = self._follower.follow()
        self.history += self._follower.trail
        self._follower.keep()
        return fine

    def _resume(self, one: Literal, probe: Probe) -> bool:
        """Continue an open probe from the cells that have become known since. True if that leads
        to a contradiction."""
        new = self.history[probe.seen :]
        if any(negated(known) in probe.follows for known in new):
            return True
        unexpected = [known for known in new if known not in probe.follows]
        if not unexpected:
            return False
        self._follower.assume(one)
        for following in sorted(probe.follows):
            if following != one and not has(self.board, following):
                self._follower.assume(following)
        for known in unexpected:
            self._follower.wait_for_lines_of(known)
        return not self._follow(probe)

    def _follow(self, probe: Probe) -> bool:
        fine = self._follower.follow()
        if fine:
            probe.state, probe.seen = State.OPEN, len(self.history)
            probe.follows = frozenset(self._follower.trail)
        self._follower.undo()
        return fine
