"""The explaining engine: climb the ladder, and keep the log."""

from __future__ import annotations

from dataclasses import dataclass

from xlnono.board import Board, Grid, Line, bits
from xlnono.engine.chains import shortest_contradiction
from xlnono.engine.line import settle
from xlnono.engine.recursion import refute_by_cases
from xlnono.engine.search import Clock, OutOfTime
from xlnono.engine.techniques import LADDER, Deduction, LineState, apply, deduce
from xlnono.puzzle import Puzzle
from xlnono.steps import Log, Step

_TECHNIQUES = list(LADDER)


@dataclass(slots=True)
class _Prospect:
    """How far up the ladder a line has been looked at on which something can be deduced.

    `black` and `white` are the cells that the technique of that rung fixes; none, while a
    higher rung has to be tried.
    """

    state: LineState
    rung: int = 0
    black: int = 0
    white: int = 0


class _Explainer:
    def __init__(self, puzzle: Puzzle, start: Board, clock: Clock) -> None:
        self.puzzle = puzzle
        self.board = start.copy()
        self.clock = clock
        self.log = Log(start.copy())
        # Lines go by their numbers on the board, which is also the reading order.
        self.prospects: dict[int, _Prospect] = {}
        self.dirty = set(range(len(puzzle.clues)))
        self.latest: int | None = None
        self.crossing: set[int] = set()

    def _look(self) -> bool:
        """Look again at every line that has changed. False if one cannot be satisfied."""
        for line in sorted(self.dirty):
            self.prospects.pop(line, None)
            clue, length = self.puzzle.clues[line], self.puzzle.lengths[line]
            known = self.board.black[line], self.board.white[line]
            settled = settle(clue, length, *known)
            if settled is None:
                self.log.clash = self.board.line(line)
                return False
            # Where all arrangements agree on nothing new, no technique can.
            if settled != known:
                self.prospects[line] = _Prospect(LineState(clue, length, *known))
        self.dirty.clear()
        return True

    def _simplest(self) -> int | None:
        """The line to go on with; every line is looked at only as far up as need be."""
        for rung, technique in enumerate(LADDER):
            moving = []
            for line, prospect in self.prospects.items():
                if prospect.rung == rung:
                    if not prospect.black | prospect.white:
                        finding = apply(technique, prospect.state)
                        prospect.black = finding.black & ~prospect.state.black
                        prospect.white = finding.white & ~prospect.state.white
                    if prospect.black | prospect.white:
                        moving.append(line)
                    else:
                        prospect.rung += 1
            if moving:
                return min(moving, key=self._preference)
        return None

    def _preference(self, line: int) -> tuple[int, int, int]:
        """The line of the step before, then those that cross it where it fixed a cell, then
        the most cells; reading order settles the rest."""
        prospect = self.prospects[line]
        if self.latest is None or line == self.latest:
            distance = 0
        else:
            distance = 1 if line in self.crossing else 2
        cells = (prospect.black | prospect.white).bit_count()
        return distance, -cells, line

    def _keep(self, step: Step) -> None:
        self.log.steps.append(step)
        self.crossing.clear()
        for row, column, cell in step.fixed:
            self.board.fix(row, column, cell)
            self.crossing.update((row, self.board.height + column))
        self.dirty |= self.crossing
        self.clock.tick(self.board.known)

    def _step_on(self, line: int) -> Step:
        prospect = self.prospects[line]
        technique = _TECHNIQUES[prospect.rung]
        deduction = deduce(technique, prospect.state, prospect.black, prospect.white)
        return _step(self.board.line(line), deduction)

    def run(self, grid: Grid | None, most: int | None) -> Log:
        """Go on until every cell is known, nothing more can be shown or there are `most` steps.

        `grid` is the only solution, if there is just one: probes then try wrong colours only.
        """
        try:
            while len(self.log) != most and self._look() and self.board.unknown:
                if (line := self._simplest()) is not None:
                    self._keep(self._step_on(line))
                    self.latest = line
                    continue
                step = shortest_contradiction(self.puzzle, self.board, grid, self.clock)
                if step is None and grid is not None:
                    step = refute_by_cases(self.puzzle, self.board, grid, self.clock)
                if step is None:
                    break
                self._keep(step)
        except OutOfTime:
            self.log.cut_short = True
        return self.log


def _step(line: Line, deduction: Deduction) -> Step:
    fixed = line.colours(deduction.black, deduction.white)
    evidence = tuple(line.cell(offset) for offset in bits(deduction.evidence))
    return Step(deduction.technique, line, fixed, evidence, deduction.bounds)


def explain(
    puzzle: Puzzle, start: Board, grid: Grid | None, clock: Clock, *, most: int | None = None
) -> Log:
    """The log of a solve from the position `start`, as a person could have done it.

    `grid` is the solution where it is known to be the only one, else None; cells that then
    need more than a contradiction are left unknown. The log is marked as cut short when the
    clock runs out. With `most` it ends after that many steps.
    """
    return _Explainer(puzzle, start, clock).run(grid, most)
