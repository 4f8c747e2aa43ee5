"""The lines on which something can be deduced, each tried only as far up the ladder as necessary.

Both the log and the measure of difficulty climb with it. They fix cells in different orders, but
more than half of the line positions that the second one meets have been tried by the first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from xlnono.engine.clock import Clock
from xlnono.engine.explain.bounds import Contradiction
from xlnono.engine.explain.line_ladder import shown
from xlnono.engine.explain.techniques import LADDER, LineState
from xlnono.engine.line import settle
from xlnono.model.board import Board
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Technique

_TECHNIQUES = list(LADDER)


@dataclass(slots=True)
class Reach:
    """How far up the ladder a line in one position has been tried.

    `agreed` is the number of unknown cells on which all arrangements agree. `black` and `white` are
    the cells that the technique of `rung` fixes; 0 until it has been tried.
    """

    agreed: int
    rung: int = 0
    black: int = 0
    white: int = 0

    @property
    def technique(self) -> Technique:
        return _TECHNIQUES[self.rung]

    @property
    def cells(self) -> int:
        return self.black | self.white


Reached = dict[tuple[int, int, int], Reach | None]
"""The reach of each line in each position met: the line's number and its black and white cells.
None if nothing can be deduced from the position."""


class Prospect(NamedTuple):
    """A line on which something can be deduced, in its present position."""

    state: LineState
    reach: Reach

    def moves(self) -> bool:
        """Whether the technique of its rung fixes any cell."""
        reach = self.reach
        if not reach.cells:
            black, white = shown(reach.technique, self.state)
            reach.black, reach.white = black & ~self.state.black, white & ~self.state.white
        return bool(reach.cells)


class Prospects:
    """The prospects of a board, rung by rung. Lines go by their numbers on it.

    Code that fixes cells must add their lines to `changed`. Positions in `reached` are not tried
    again, and new ones are added.
    """

    def __init__(self, puzzle: Puzzle, board: Board, clock: Clock, reached: Reached) -> None:
        self.puzzle = puzzle
        self.board = board
        self.clock = clock
        self.changed = set(range(len(puzzle.clues)))
        self._reached = reached
        self._lines: dict[int, Prospect] = {}

    def _in_position(self, line: int, black: int, white: int) -> Prospect | None:
        """The prospect of a line of which these cells are known, None if nothing can be deduced.

        Raises Contradiction if no arrangement fits it.
        """
        clue, length = self.puzzle.clues[line], self.puzzle.lengths[line]
        position = line, black, white
        if position not in self._reached:
            settled = settle(clue, length, black, white, self.clock)
            if settled is None:
                raise Contradiction
            # If all arrangements agree on nothing new, no technique finds anything either.
            agreed = (settled[0] & ~black | settled[1] & ~white).bit_count()
            self._reached[position] = Reach(agreed) if agreed else None
        reach = self._reached[position]
        if reach is None:
            return None
        return Prospect(LineState(clue, length, black, white, self.clock), reach)

    def look(self) -> int | None:
        """Look again at the lines that changed. Returns one that no arrangement fits, if any."""
        for line in sorted(self.changed):
            self._lines.pop(line, None)
            known = self.board.black[line], self.board.white[line]
            try:
                prospect = self._in_position(line, *known)
            except Contradiction:
                return line
            if prospect is not None:
                self._lines[line] = prospect
        self.changed.clear()
        return None

    def moving(self) -> tuple[Technique, Mapping[int, Prospect]] | None:
        """The simplest technique that works on any line, and all lines on which it does."""
        for rung, technique in enumerate(_TECHNIQUES):
            here = {}
            for line, prospect in self._lines.items():
                if prospect.reach.rung == rung:
                    if prospect.moves():
                        here[line] = prospect
                    else:
                        prospect.reach.rung += 1
            if here:
                return technique, here
        return None

    def within(self, line: int, group: int) -> Prospect | None:
        """The prospect of a line, if a technique of a group or an easier one works on it."""
        return _within(self._lines.get(line), group)

    def yielded(self, line: int, group: int) -> int:
        """How many cells of a line the techniques of a group and easier ones fix, one after the
        other."""
        count = 0
        prospect = self.within(line, group)
        while prospect is not None:
            state, reach = prospect
            count += reach.cells.bit_count()
            if reach.cells.bit_count() == reach.agreed:
                break
            known = state.black | reach.black, state.white | reach.white
            prospect = _within(self._in_position(line, *known), group)
        return count

    @property
    def lines(self) -> Collection[int]:
        """The lines on which something can be deduced."""
        return self._lines


def _within(prospect: Prospect | None, group: int) -> Prospect | None:
    while prospect is not None and prospect.reach.technique.group <= group:
        if prospect.moves():
            return prospect
        prospect.reach.rung += 1
    return None
