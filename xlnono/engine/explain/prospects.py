"""The lines on which something can be deduced, each tried only as far up the ladder as necessary.

Both the log and the measure of difficulty climb with it. They fix cells in different orders, but
more than half of the line positions that the second one meets have been tried by the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from xlnono.engine.clock import Clock
from xlnono.engine.decide import native
from xlnono.engine.explain.bounds import Contradiction
from xlnono.engine.explain.first_deduction import first_deduction
from xlnono.engine.explain.kernel_prospects import KernelProspects
from xlnono.engine.explain.line_ladder import shown
from xlnono.engine.explain.line_step import step_of, with_all_shown
from xlnono.engine.explain.techniques import LADDER, LineState
from xlnono.engine.explain.visits import Visits
from xlnono.engine.line import settle
from xlnono.model.board import Board, Cell
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Step, Technique
from xlnono.records import NamedTuple

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

    Positions in `reached` are not tried again, and new ones are added. What tries techniques raises
    OutOfTime.
    """

    def __init__(self, puzzle: Puzzle, start: Board, clock: Clock, reached: Reached) -> None:
        self.board = start.copy()
        self._puzzle = puzzle
        self._clock = clock
        self._changed = set(range(len(puzzle.clues)))
        self._reached = reached
        self._lines: dict[int, Prospect] = {}
        self._visits = Visits(start.height, start.width)

    @property
    def unknown(self) -> int:
        """The number of unknown cells."""
        return self.board.unknown

    @property
    def known(self) -> int:
        """The number of known cells."""
        return self.board.known

    @property
    def choices(self) -> int:
        """The number of lines on which something can be deduced."""
        return len(self._lines)

    def fix(self, row: int, column: int, cell: Cell) -> None:
        """Give an unknown cell its colour."""
        self.board.fix(row, column, cell)
        self._changed.update((row, self.board.height + column))

    def fix_apart(self, step: Step) -> None:
        """Fix the cells of a step on several lines, which ends the visit of a line."""
        self._keep(step, None)

    def next_step(self) -> Step | None:
        """Look again, and take the next step on a line. None if there is none, or if no arrangement
        fits a line."""
        if self.look() is not None:
            return None
        line = self._visits.next_line(self)
        if line is None:
            return None
        step = self._first_step(line)
        self._keep(step, line)
        return step

    def _keep(self, step: Step, line: int | None) -> None:
        self._visits.keep(line, step.technique, step.fixed)
        for cell in step.fixed:
            self.fix(*cell)

    def look(self) -> int | None:
        """Look again at the lines that changed. Returns one that no arrangement fits, if any."""
        for line in sorted(self._changed):
            self._lines.pop(line, None)
            known = self.board.black[line], self.board.white[line]
            try:
                prospect = self._in_position(line, *known)
            except Contradiction:
                return line
            if prospect is not None:
                self._lines[line] = prospect
        self._changed.clear()
        return None

    def movable(self, lines: Iterable[int], group: int) -> list[int]:
        """Those of some lines on which a technique of a group or an easier one works."""
        return [line for line in lines if _within(self._lines.get(line), group)]

    def best_of(self, lines: Sequence[int], group: int) -> int:
        """Of some of these lines, in ascending order, the first on which a visit within the group
        fixes most cells."""
        if len(lines) == 1:
            return lines[0]
        agreed = {line: self._lines[line].reach.agreed for line in lines}
        best = (0, 0)
        # Those that promise most come first, so that few others need a closer look.
        for line in sorted(lines, key=agreed.__getitem__, reverse=True):
            if agreed[line] < best[0]:
                break
            best = max(best, (self._yielded(line, group), -line))
        return -best[1]

    def _first_step(self, line: int) -> Step:
        """The step with which a visit of such a line begins or continues."""
        state, reach = self._lines[line]
        deduction = first_deduction(state, reach.technique, reach.black, reach.white)
        step = step_of(self.board.line(line), deduction, state)
        return with_all_shown(step, state.clue, state.length)

    def use_simplest(self) -> tuple[Technique, int, int] | None:
        """Use the simplest technique that works on any line on all lines where it works.

        All start from the same position. Returns the technique, on how many lines it worked and
        how many were unfinished; None if none works.
        """
        found = self._moving()
        if found is None:
            return None
        technique, moving = found
        whole = [(1 << length) - 1 for length in self._puzzle.lengths]
        known = zip(self.board.black, self.board.white, whole, strict=True)
        unfinished = sum(black | white != all_cells for black, white, all_cells in known)
        for line, (_, reach) in moving.items():
            # A line that moved before may have fixed some of the same cells.
            black = reach.black & ~self.board.black[line]
            white = reach.white & ~self.board.white[line]
            self._changed.add(line)
            self._changed.update(self.board.fix_line(line, black, white))
        return technique, len(moving), unfinished

    def _in_position(self, line: int, black: int, white: int) -> Prospect | None:
        """The prospect of a line of which these cells are known, None if nothing can be deduced.

        Raises Contradiction if no arrangement fits it.
        """
        clue, length = self._puzzle.clues[line], self._puzzle.lengths[line]
        position = line, black, white
        if position not in self._reached:
            settled = settle(clue, length, black, white, self._clock)
            if settled is None:
                raise Contradiction
            # If all arrangements agree on nothing new, no technique finds anything either.
            agreed = (settled[0] & ~black | settled[1] & ~white).bit_count()
            self._reached[position] = Reach(agreed) if agreed else None
        reach = self._reached[position]
        if reach is None:
            return None
        return Prospect(LineState(clue, length, black, white, self._clock), reach)

    def _moving(self) -> tuple[Technique, Mapping[int, Prospect]] | None:
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

    def _yielded(self, line: int, group: int) -> int:
        """How many cells of a line the techniques of a group and easier ones fix, one after the
        other."""
        count = 0
        prospect = _within(self._lines.get(line), group)
        while prospect is not None:
            state, reach = prospect
            count += reach.cells.bit_count()
            if reach.cells.bit_count() == reach.agreed:
                break
            known = state.black | reach.black, state.white | reach.white
            prospect = _within(self._in_position(line, *known), group)
        return count


def _within(prospect: Prospect | None, group: int) -> Prospect | None:
    while prospect is not None and prospect.reach.technique.group <= group:
        if prospect.moves():
            return prospect
        prospect.reach.rung += 1
    return None


def prospects_of(
    puzzle: Puzzle, start: Board, clock: Clock, reached: Reached
) -> Prospects | KernelProspects:
    """The prospects from a position, by the kernel if it can. Only Python uses `reached`."""
    if native.can_explain(puzzle):
        return KernelProspects(puzzle, start, clock)
    return Prospects(puzzle, start, clock, reached)
