"""The lines on which something can be deduced, each tried only as far up the ladder as necessary.

Both the log and the measure of difficulty climb with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xlnono.engine.clock import Clock
from xlnono.engine.explain.techniques import LADDER, LineState, apply
from xlnono.engine.line import settle
from xlnono.model.board import Board
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Technique

_TECHNIQUES = list(LADDER)


@dataclass(slots=True)
class Prospect:
    """A line on which something can be deduced.

    `black` and `white` are the cells that the technique of its rung fixes; 0 until that has
    been tried.
    """

    state: LineState
    black: int = 0
    white: int = 0

    def moves_by(self, technique: Technique) -> bool:
        """Whether the technique of its rung fixes any cell."""
        if not self.black | self.white:
            finding = apply(technique, self.state)
            self.black = finding.black & ~self.state.black
            self.white = finding.white & ~self.state.white
        return bool(self.black | self.white)


class Prospects:
    """The prospects of a board, rung by rung. Lines go by their numbers on it.

    Code that fixes cells must add their lines to `changed`.
    """

    def __init__(self, puzzle: Puzzle, board: Board, clock: Clock) -> None:
        self.puzzle = puzzle
        self.board = board
        self.clock = clock
        self.changed = set(range(len(puzzle.clues)))
        self._rungs: list[dict[int, Prospect]] = [{} for _ in _TECHNIQUES]

    def look(self) -> int | None:
        """Look again at the lines that changed. Returns one that no arrangement fits, if any."""
        for line in sorted(self.changed):
            for prospects in self._rungs:
                prospects.pop(line, None)
            clue, length = self.puzzle.clues[line], self.puzzle.lengths[line]
            known = self.board.black[line], self.board.white[line]
            settled = settle(clue, length, *known, self.clock)
            if settled is None:
                return line
            # If all arrangements agree on nothing new, no technique finds anything either.
            if settled != known:
                self._rungs[0][line] = Prospect(LineState(clue, length, *known, self.clock))
        self.changed.clear()
        return None

    def moving(self) -> tuple[Technique, Mapping[int, Prospect]] | None:
        """The simplest technique that works on any line, and all lines on which it does."""
        for rung, technique in enumerate(_TECHNIQUES):
            here = self._rungs[rung]
            for line, prospect in list(here.items()):
                if not prospect.moves_by(technique):
                    self._rungs[rung + 1][line] = here.pop(line)
            if here:
                return technique, here
        return None
