"""The explaining engine: climbs the ladder and writes the log."""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.engine.clock import Clock, OutOfTime
from xlnono.engine.explain.contradiction import shortest_contradiction
from xlnono.engine.explain.prospects import Prospect, Prospects, Reached
from xlnono.engine.explain.recursion import refute_by_cases
from xlnono.engine.explain.techniques import LADDER, Deduction, LineState, apply, deduce
from xlnono.model.board import Board, Grid, Line, bits
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Log, Step, Technique


class _Explainer:
    def __init__(self, puzzle: Puzzle, start: Board, clock: Clock, reached: Reached) -> None:
        self.puzzle = puzzle
        self.board = start.copy()
        self.clock = clock
        self.log = Log(start.copy())
        self.prospects = Prospects(puzzle, self.board, clock, reached)
        self.latest: int | None = None
        self.crossing: set[int] = set()

    def _look(self) -> bool:
        """Look again at every line that has changed. False if no arrangement fits one of them."""
        contradiction = self.prospects.look()
        if contradiction is not None:
            self.log.contradiction = self.board.line(contradiction)
        return contradiction is None

    def _preference(self, line: int, prospect: Prospect) -> tuple[int, int, int]:
        """The line of the previous step, then those that cross it where it fixed a cell, then the
        one with the most cells; ties are broken by reading order."""
        if self.latest is None or line == self.latest:
            distance = 0
        else:
            distance = 1 if line in self.crossing else 2
        cells = (prospect.reach.black | prospect.reach.white).bit_count()
        return distance, -cells, line

    def _keep(self, step: Step) -> None:
        self.log.steps.append(step)
        self.crossing.clear()
        for row, column, cell in step.fixed:
            self.board.fix(row, column, cell)
            self.crossing.update((row, self.board.height + column))
        self.prospects.changed |= self.crossing
        self.clock.tick(self.board.known)

    def _on_a_line(self) -> Step | None:
        """The simplest step on any line."""
        found = self.prospects.moving()
        if found is None:
            return None
        technique, moving = found
        line = min(moving, key=lambda line: self._preference(line, moving[line]))
        prospect = moving[line]
        self.latest = line
        deduction = deduce(technique, prospect.state, prospect.reach.black, prospect.reach.white)
        return _step(self.board.line(line), deduction)

    def run(self, solutions: Sequence[Grid], unique: bool, most: int | None) -> Log:
        """Add steps until every cell is known, no step is left or there are `most` of them."""
        try:
            while len(self.log) != most and self._look() and self.board.unknown:
                self.log.tried = None
                step = self._on_a_line()
                if step is None:
                    self.log.tried = Technique.CONTRADICTION
                    step = shortest_contradiction(self.puzzle, self.board, solutions, self.clock)
                if step is None and unique:
                    self.log.tried = Technique.RECURSION
                    step = refute_by_cases(self.puzzle, self.board, solutions[0], self.clock)
                if step is None:
                    break
                self._keep(step)
        except OutOfTime:
            self.log.cut_short = self.board.unknown > 0
        if not self.log.cut_short:
            self.log.tried = None
        return self.log


def _step(line: Line, deduction: Deduction) -> Step:
    fixed = line.colours(deduction.black, deduction.white)
    evidence = tuple(line.cell(offset) for offset in bits(deduction.evidence))
    return Step(deduction.technique, line, fixed, evidence, deduction.bounds)


def simplest_for(
    line: Line, clue: tuple[int, ...], length: int, known: tuple[int, int], cells: int, clock: Clock
) -> Step:
    """The simplest step on a line that settles all of some cells, and only those.

    `known` are the masks of its black and white cells, `cells` is a mask of cells that all
    arrangements agree on. Raises OutOfTime.
    """
    state = LineState(clue, length, *known, clock)
    for technique in LADDER:
        finding = apply(technique, state)
        if not cells & ~(finding.black | finding.white):
            break
    deduction = deduce(technique, state, finding.black & cells, finding.white & cells)
    return _step(line, deduction)


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
