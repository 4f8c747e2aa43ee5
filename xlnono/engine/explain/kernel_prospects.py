"""Prospects by the kernel: it keeps the position, and the lines of it that can move."""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.engine.clock import Clock
from xlnono.engine.decide import native
from xlnono.engine.explain.line_ladder import deduce, named_facts
from xlnono.engine.explain.line_step import step_of, with_all_shown
from xlnono.engine.explain.techniques import LineState
from xlnono.model.board import Board, Cell
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import HARDEST_OF_GROUPS, Step, Technique

_TECHNIQUES = list(Technique)
_LAST_RUNGS = [technique.rung for technique in HARDEST_OF_GROUPS]


class KernelProspects:
    """Does what `xlnono.engine.explain.prospects.Prospects` does."""

    def __init__(self, puzzle: Puzzle, start: Board, clock: Clock) -> None:
        self._puzzle = puzzle
        self._clock = clock
        self._lines = puzzle.lines()
        self._board: Board | None = start.copy()
        self._size = start.height, start.width
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
    def choices(self) -> int:
        choices: int = self._kernel.choices
        return choices

    def fix(self, row: int, column: int, cell: Cell) -> None:
        self.board.fix(row, column, cell)
        self._kernel.fix(row, column, cell is Cell.BLACK)

    def look(self) -> int | None:
        contradiction: int = native.in_time(self._kernel.look, self._clock)
        return None if contradiction < 0 else contradiction

    def movable(self, lines: Sequence[int], group: int) -> list[int]:
        last = _LAST_RUNGS[group]
        moving: list[int] = native.in_time(self._kernel.movable, self._clock, lines, last)
        return moving

    def best_of(self, lines: Sequence[int], group: int) -> int:
        last = _LAST_RUNGS[group]
        best: int = native.in_time(self._kernel.best_of, self._clock, lines, last)
        return best

    def first_step(self, line: int) -> Step:
        rung, fixed, evidence, *facts = native.in_time(
            self._kernel.first_deduction, self._clock, line
        )
        technique = _TECHNIQUES[rung]
        if technique is Technique.COMPLETE_LINE:
            return self._step_by_refutation(line, fixed)
        known = self.board.black[line], self.board.white[line]
        step = Step(
            technique, self._lines[line], fixed, evidence, *named_facts(*facts), known=known
        )
        return with_all_shown(step, self._puzzle.clues[line], self._puzzle.lengths[line])

    def use_simplest(self) -> tuple[Technique, int, int] | None:
        used = native.in_time(self._kernel.use_simplest, self._clock)
        if used is None:
            return None
        self._board = None
        rung, moved, unfinished = used
        return _TECHNIQUES[rung], moved, unfinished

    def _step_by_refutation(self, number: int, fixed: Sequence[tuple[int, int, Cell]]) -> Step:
        """The kernel does not say what the opposite colours would break."""
        line, board = self._lines[number], self.board
        black = white = 0
        for row, column, cell in fixed:
            bit = 1 << row + column - line.index
            black, white = (black | bit, white) if cell is Cell.BLACK else (black, white | bit)
        clue, length = self._puzzle.clues[number], self._puzzle.lengths[number]
        state = LineState(clue, length, board.black[number], board.white[number], self._clock)
        return step_of(line, deduce(Technique.COMPLETE_LINE, state, black, white), state)
