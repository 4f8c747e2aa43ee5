"""The explaining engine: climbs the ladder and writes the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from xlnono.engine.clock import Clock, OutOfTime
from xlnono.engine.decide import native
from xlnono.engine.explain.prospects import Reached, prospects_of
from xlnono.model.board import Board, Grid
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Log, Step, Technique

if TYPE_CHECKING:
    from xlnono.engine.explain.contradiction import Planned

PLANNING = 0.7
"""The share of the time that planning contradictions may take."""


class _Explainer:
    def __init__(self, puzzle: Puzzle, start: Board, clock: Clock, reached: Reached) -> None:
        self.puzzle = puzzle
        self.clock = clock
        self.log = Log(start.copy())
        self.prospects = prospects_of(puzzle, start, clock, reached)
        self.plan: Planned | None = None

    @property
    def board(self) -> Board:
        return self.prospects.board

    def _look(self) -> bool:
        """Look again at every line that has changed. False if no arrangement fits one of them."""
        contradiction = self.prospects.look()
        if contradiction is not None:
            self.log.contradiction = self.board.line(contradiction)
        return contradiction is None

    def _keep(self, step: Step) -> None:
        """Add a step whose cells have been fixed."""
        self.log.steps.append(step)
        self.log.choices.append(self.prospects.choices)
        self.clock.tick(self.prospects.known)

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

    def _beyond_lines(
        self, solutions: Sequence[Grid], unique: bool, *, only_first: bool
    ) -> Step | None:
        """The next step where no line yields anything. Raises OutOfTime."""
        self.log.tried = Technique.CONTRADICTION
        step = self._contradiction(solutions, unique=unique, only_first=only_first)
        if step is None and unique:
            self.log.tried = Technique.SEARCH
            step = self._search(solutions[0])
        return step

    def run(self, solutions: Sequence[Grid], unique: bool, most: int | None) -> Log:
        """Add steps until every cell is known, no step is left or there are `most` of them."""
        try:
            while len(self.log) != most:
                self.log.tried = None
                step = self.prospects.next_step()
                if step is None:
                    if not self._look() or not self.prospects.unknown:
                        break
                    step = self._beyond_lines(solutions, unique, only_first=most is not None)
                    if step is None:
                        out_of_budget = self.plan is not None and self.plan.over_budget
                        self.log.cut_short = unique or out_of_budget
                        break
                    self.prospects.fix_apart(step)
                self._keep(step)
        except OutOfTime:
            self.log.cut_short = self.log.unknown > 0
        if not self.log.cut_short:
            self.log.tried = None
        return self.log


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
