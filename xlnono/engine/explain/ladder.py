"""The explaining engine: climbs the ladder and writes the log."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING

from xlnono.engine.clock import Clock, OutOfTime
from xlnono.engine.decide import native
from xlnono.engine.explain.prospects import Reached, prospects_of
from xlnono.engine.explain.techniques import LADDER
from xlnono.model.board import Board, Grid
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Log, Step, Technique

if TYPE_CHECKING:
    from xlnono.engine.explain.contradiction import Planned

PLANNING = 0.7
"""The share of the time that planning contradictions may take."""

_GROUPS = tuple(dict.fromkeys(technique.group for technique in LADDER))


class _Explainer:
    def __init__(self, puzzle: Puzzle, start: Board, clock: Clock, reached: Reached) -> None:
        self.puzzle = puzzle
        self.height = start.height
        self.clock = clock
        self.log = Log(start.copy())
        self.prospects = prospects_of(puzzle, start, clock, reached)
        self.lines = list(range(len(puzzle.clues)))
        self.plan: Planned | None = None
        self.visited: int | None = None
        self.visiting = 0
        self.crossing: set[int] = set()

    @property
    def board(self) -> Board:
        return self.prospects.board

    def _look(self) -> bool:
        """Look again at every line that has changed. False if no arrangement fits one of them."""
        contradiction = self.prospects.look()
        if contradiction is not None:
            self.log.contradiction = self.board.line(contradiction)
        return contradiction is None

    def _nearest(self, lines: Sequence[int]) -> list[int]:
        """Of some lines, in ascending order, those nearest to the cells that the visit before them
        fixed: by the distance to the nearest parallel line of these, 0 if there is none."""
        if not self.crossing:
            return list(lines)
        columns = bisect_left(lines, self.height)
        parallel = lines[:columns], lines[columns:]
        # A visit crosses few of many lines, so not the distance of each of these is looked up.
        distances: dict[int, int] = {}
        for crossed in self.crossing:
            for line in _neighbours(crossed, parallel[crossed >= self.height]):
                distance = abs(line - crossed)
                distances[line] = min(distance, distances.get(line, distance))
        smallest = min(distances.values())
        return sorted(line for line, distance in distances.items() if distance == smallest)

    def _keep(self, step: Step, line: int | None) -> None:
        """Add a step on a line, or on several."""
        self.log.steps.append(step)
        self.log.choices.append(self.prospects.choices)
        if line is None or line != self.visited or step.technique.group > self.visiting:
            self.crossing.clear()
            self.visited, self.visiting = line, step.technique.group
        for row, column, cell in step.fixed:
            self.prospects.fix(row, column, cell)
            self.crossing.update((row, self.height + column))
        self.clock.tick(self.board.known)

    def _next_line(self, group: int) -> int | None:
        """The line of the visit as long as it yields anything within the group, then the nearest
        that does, those crossed first: of several, the one that yields most cells, then the first
        in reading order."""
        prospects = self.prospects
        # A harder group begins another visit.
        visited = self.visited if group <= self.visiting else None
        if visited is not None and prospects.movable([visited], group):
            return visited
        if moving := prospects.movable(sorted(self.crossing), group):
            return prospects.best_of(moving, group)
        if moving := prospects.movable(self.lines, group):
            return prospects.best_of(self._nearest(moving), group)
        return None

    def _on_a_line(self) -> bool:
        """Take the next step on a line, within the easiest group that works anywhere."""
        for group in _GROUPS:
            line = self._next_line(group)
            if line is not None:
                self._keep(self.prospects.first_step(line), line)
                return True
        return False

    def _search(self, grid: Grid) -> Step | None:
        if self.plan is not None and not self.plan.over_budget:
            # When more is known, contradictions may be found again.
            self.plan = None
        if native.can_explain(self.puzzle):
            from xlnono.engine.explain.search_step import search_step

            return search_step(self.puzzle, self.board, grid, self.clock)
        from xlnono.engine.explain.recursion import refute_by_cases

        return refute_by_cases(self.puzzle, self.board, grid, self.clock)

    def _contradiction(
        self, solutions: Sequence[Grid], *, unique: bool, only_first: bool
    ) -> Step | None:
        """The next planned contradiction. Raises OutOfTime if time cut the plan short."""
        # Most puzzles need none.
        from xlnono.engine.explain.contradiction import contradiction_step, plan_contradictions

        if self.plan is None:
            self.plan = plan_contradictions(
                self.puzzle,
                self.board,
                solutions,
                # The remaining time is for the steps that are made of it.
                self.clock.share(PLANNING),
                unique=unique,
                only_first=only_first,
            )
            self.log.stuck = max(self.log.stuck, self.plan.stuck)
            self.log.not_shortened = self.plan.out_of_time
        if not self.plan.chains:
            if self.plan.out_of_time:
                raise OutOfTime
            return None
        return contradiction_step(self.puzzle, self.board, self.plan.chains.pop(0), self.clock)

    def run(self, solutions: Sequence[Grid], unique: bool, most: int | None) -> Log:
        """Add steps until every cell is known, no step is left or there are `most` of them."""
        try:
            while len(self.log) != most and self._look() and self.board.unknown:
                self.log.tried = None
                if self._on_a_line():
                    continue
                self.log.tried = Technique.CONTRADICTION
                step = self._contradiction(solutions, unique=unique, only_first=most is not None)
                if step is None and unique:
                    self.log.tried = Technique.SEARCH
                    step = self._search(solutions[0])
                if step is None:
                    self.log.cut_short = unique or (self.plan is not None and self.plan.over_budget)
                    break
                self._keep(step, None)
        except OutOfTime:
            self.log.cut_short = self.board.unknown > 0
        if not self.log.cut_short:
            self.log.tried = None
        return self.log


def _neighbours(line: int, others: Sequence[int]) -> Sequence[int]:
    """Those of some lines, in ascending order, that are nearest to a line on either side."""
    after = bisect_left(others, line)
    return others[max(after - 1, 0) : after + 1]


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
    cut short, or as not shortened, when the clock runs out. With `most` it ends after that many
    steps. `reached` is used and filled like that of Prospects.
    """
    reached = {} if reached is None else reached
    return _Explainer(puzzle, start, clock, reached).run(solutions, unique, most)
