"""Prospects by the kernel: it keeps the position, and the lines of it that can move."""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.engine.clock import Clock
from xlnono.engine.decide import native
from xlnono.engine.explain.line_ladder import deduce, named_facts
from xlnono.engine.explain.line_step import step_of
from xlnono.engine.explain.techniques import LineState
from xlnono.model.board import Board, Cell
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Step, Technique

_TECHNIQUES = list(Technique)


class KernelProspects:
    """Does what `xlnono.engine.explain.prospects.Prospects` does."""

    def __init__(self, puzzle: Puzzle, start: Board, clock: Clock) -> None:
        self._puzzle = puzzle
        self._clock = clock
        self._lines = puzzle.lines()
        self._board: Board | None = start.copy()
        self._size = start.height, start.width
        self._cells = start.height * start.width
        self._kernel = native.prospects(puzzle, start)

    @property
    def board(self) -> Board:
        if self._board is None:
            self._board = Board.of_masks(*self._size, *self._kernel.known())
        return self._board

    @property
    def unknown(self) -> int:
        unknown: int = self._kernel.unknown
        return unknown

    @property
    def known(self) -> int:
        return self._cells - self.unknown

    @property
    def choices(self) -> int:
        choices: int = self._kernel.choices
        return choices

    def fix(self, row: int, column: int, cell: Cell) -> None:
        if self._board is not None:
            self._board.fix(row, column, cell)
        self._kernel.fix(row, column, cell is Cell.BLACK)

    def fix_apart(self, step: Step) -> None:
        self._kernel.end_visit()
        for cell in step.fixed:
            self.fix(*cell)

    def look(self) -> int | None:
        contradiction: int = native.in_time(self._kernel.look, self._clock)
        return None if contradiction < 0 else contradiction

    def next_step(self) -> Step | None:
        found = native.in_time(self._kernel.next_step, self._clock)
        if found is None:
            return None
        self._board = None
        line, rung, fixed, evidence, bounds, stretches, cases, known = found
        technique = _TECHNIQUES[rung]
        if technique is Technique.COMPLETE_LINE:
            return self._step_by_refutation(line, fixed, known)
        facts = named_facts(bounds, stretches, cases)
        return Step(technique, self._lines[line], fixed, evidence, *facts, known=known)

    def use_simplest(self) -> tuple[Technique, int, int] | None:
        used = native.in_time(self._kernel.use_simplest, self._clock)
        if used is None:
            return None
        self._board = None
        rung, moved, unfinished = used
        return _TECHNIQUES[rung], moved, unfinished

    def _step_by_refutation(
        self, number: int, fixed: Sequence[tuple[int, int, Cell]], known: tuple[int, int]
    ) -> Step:
        """The kernel does not say what the opposite colours would break."""
        line = self._lines[number]
        clue, length = self._puzzle.clues[number], self._puzzle.lengths[number]
        state = LineState(clue, length, *known, self._clock)
        black, white = line.masks(fixed)
        return step_of(line, deduce(Technique.COMPLETE_LINE, state, black, white), state)
