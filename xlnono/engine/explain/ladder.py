"""The explaining engine: climbs the ladder and writes the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from xlnono.engine.clock import Clock, OutOfTime
from xlnono.engine.explain.contradiction import shortest_contradiction
from xlnono.engine.explain.deductions import Deduction
from xlnono.engine.explain.line_ladder import deduce, shown
from xlnono.engine.explain.line_step import step_of
from xlnono.engine.explain.prospects import Prospect, Prospects, Reached
from xlnono.engine.explain.recursion import refute_by_cases
from xlnono.engine.explain.techniques import LADDER
from xlnono.model.board import Board, Grid
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Log, Step, Technique

_GROUPS = tuple(dict.fromkeys(technique.group for technique in LADDER))


class _Explainer:
    def __init__(self, puzzle: Puzzle, start: Board, clock: Clock, reached: Reached) -> None:
        self.puzzle = puzzle
        self.board = start.copy()
        self.clock = clock
        self.log = Log(start.copy())
        self.prospects = Prospects(puzzle, self.board, clock, reached)
        self.visited: int | None = None
        self.visiting = 0
        self.crossing: set[int] = set()

    def _look(self) -> bool:
        """Look again at every line that has changed. False if no arrangement fits one of them."""
        contradiction = self.prospects.look()
        if contradiction is not None:
            self.log.contradiction = self.board.line(contradiction)
        return contradiction is None

    def _distance(self, line: int) -> int:
        """How far a line is from the cells that the visit before it fixed; 0 if it crosses one."""
        height = self.board.height
        return min(
            (abs(line - other) for other in self.crossing if (line < height) == (other < height)),
            default=0,
        )

    def _by_distance(self) -> Iterator[Sequence[int]]:
        """The lines on which something can be deduced, the nearest ones first; those that are
        crossed come before the distance of any other is measured."""
        lines = set(self.prospects.lines)
        yield sorted(lines & self.crossing)
        others = sorted((self._distance(line), line) for line in lines - self.crossing)
        for _, group in groupby(others, itemgetter(0)):
            yield [line for _, line in group]

    def _keep(self, step: Step, line: int | None) -> None:
        """Add a step on a line, or on several."""
        self.log.steps.append(step)
        self.log.choices.append(len(self.prospects.lines))
        if line is None or line != self.visited or step.technique.group > self.visiting:
            self.crossing.clear()
            self.visited, self.visiting = line, step.technique.group
        for row, column, cell in step.fixed:
            self.board.fix(row, column, cell)
            self.crossing.update((row, self.board.height + column))
            self.prospects.changed.update((row, self.board.height + column))
        self.clock.tick(self.board.known)

    def _nearest(self, group: int) -> tuple[int, Prospect] | None:
        """The line of the visit as long as it yields anything within the group, then the nearest
        that does: of several, the one that yields most cells, then the first in reading order."""
        if self.visited is not None and (here := self.prospects.within(self.visited, group)):
            return self.visited, here
        for lines in self._by_distance():
            found = [(line, self.prospects.within(line, group)) for line in lines]
            moving = {line: prospect for line, prospect in found if prospect is not None}
            if moving:
                line = self._with_most_cells(moving, group)
                return line, moving[line]
        return None

    def _with_most_cells(self, moving: Mapping[int, Prospect], group: int) -> int:
        """The line, of some that can move, that a visit within the group fixes most cells of."""
        if len(moving) == 1:
            return next(iter(moving))
        best = (0, 0)
        # Those that promise most come first, so that few others need a closer look.
        for line in sorted(moving, key=lambda line: moving[line].reach.agreed, reverse=True):
            if moving[line].reach.agreed < best[0]:
                break
            best = max(best, (self.prospects.yielded(line, group), -line))
        return -best[1]

    def _on_a_line(self) -> bool:
        """Take the next step on a line, within the easiest group that works anywhere."""
        for group in _GROUPS:
            found = self._nearest(group)
            if found is not None:
                line, prospect = found
                self._keep(step_of(self.board.line(line), _first_deduction(prospect)), line)
                return True
        return False

    def run(self, solutions: Sequence[Grid], unique: bool, most: int | None) -> Log:
        """Add steps until every cell is known, no step is left or there are `most` of them."""
        try:
            while len(self.log) != most and self._look() and self.board.unknown:
                self.log.tried = None
                if self._on_a_line():
                    continue
                self.log.tried = Technique.CONTRADICTION
                step = shortest_contradiction(self.puzzle, self.board, solutions, self.clock)
                if step is None and unique:
                    self.log.tried = Technique.RECURSION
                    step = refute_by_cases(self.puzzle, self.board, solutions[0], self.clock)
                if step is None:
                    break
                self._keep(step, None)
        except OutOfTime:
            self.log.cut_short = self.board.unknown > 0
        if not self.log.cut_short:
            self.log.tried = None
        return self.log


def _first_deduction(prospect: Prospect) -> Deduction:
    """The deduction to begin with: the simplest one, unless another one of its group reads better.

    A line with all its blocks is called finished. Gaps that are too small are filled before it is
    said between which cells a block lies, because it does not lie in them. A place that shows more
    than the simplest technique finds belongs to the technique that finds it all.
    """
    state, reach = prospect
    if state.clue and state.black.bit_count() == sum(state.clue):
        return deduce(Technique.FINISHED_LINE, state, reach.black, reach.white)
    if reach.technique in (Technique.OVERLAP, Technique.WALL_REACH) and reach.black:
        gaps = shown(Technique.GAP_TOO_SMALL, state)[1] & ~state.white
        if gaps:
            return deduce(Technique.GAP_TOO_SMALL, state, 0, gaps)
    simplest = deduce(reach.technique, state, reach.black, reach.white)
    if simplest.tells_all(state):
        return simplest
    for technique in LADDER:
        if technique.rung > reach.rung and technique.group == reach.technique.group:
            black, white = shown(technique, state)
            black, white = black & ~state.black, white & ~state.white
            if black and (other := deduce(technique, state, black, white)).tells_all(state):
                return other
    return simplest


def explain(
    puzzle: Puzzle,
    start: Board,
    solutions: Sequence[Grid],
    clock: Clock,
    *,
    unique: bool,
    most: int | None = None,
    reached: Reached | None = None,
) -> Log:
    """The log of a solve from the position `start`, as a person could have done it.

    `solutions` are the known solutions; `unique` means that there is exactly one. Otherwise,
    cells that need more than a contradiction are left unknown. The log is marked as
    cut short when the clock runs out. With `most` it ends after that many steps. `reached`
    is used and filled like that of Prospects.
    """
    reached = {} if reached is None else reached
    return _Explainer(puzzle, start, clock, reached).run(solutions, unique, most)
