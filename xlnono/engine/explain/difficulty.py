"""How hard a puzzle is for a person, regardless of the order of the steps.

The log is one way through a puzzle, and reading order decides which of several steps comes
first. The score must not depend on that: here the simplest technique that works anywhere is
applied to every line on which it works, all from the same position. Such a pass is the same for a
puzzle, its mirror image and its transpose. So the difficulty cannot be read off the log, and the
ladder is climbed a second time; only lines in positions that the log has not met are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from xlnono.engine.clock import Clock, OutOfTime
from xlnono.engine.explain.assumptions import FIRST_LIMIT, contradictions
from xlnono.engine.explain.prospects import Prospects, Reached
from xlnono.engine.line import settle
from xlnono.model.board import Axis, Board, Cell, Grid
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Difficulty, Grade
from xlnono.model.steps import HARDEST_OF_GROUPS, Technique

_HARDEST_OF_GRADE = dict(zip(Grade, HARDEST_OF_GROUPS, strict=True))


class Pass(NamedTuple):
    """One pass over the board.

    `moved` is the number of lines (or, for assumptions, of cells) on which the technique worked,
    `candidates` that of the unfinished ones, and `rounds` the number of rounds for which lines
    had to be followed from one assumption.
    """

    technique: Technique
    moved: int
    candidates: int
    rounds: int = 1

    @property
    def effort(self) -> float:
        """The work on the lines that moved, and of finding the first of them, which takes
        (candidates + 1) / (moved + 1) looks on average."""
        weight = (self.technique.rung + 1) * self.rounds
        return weight * (self.moved + (self.candidates + 1) / (self.moved + 1))


class Grading(NamedTuple):
    """The result of grading: the difficulty (None if the time ran out) and the hardest technique
    that is certain to be needed."""

    difficulty: Difficulty | None
    hardest: Technique | None


class _Passes:
    """The passes over a board, and the hardest technique that they have needed so far."""

    def __init__(
        self, puzzle: Puzzle, start: Board, grid: Grid, clock: Clock, reached: Reached
    ) -> None:
        self.puzzle = puzzle
        self.board = start.copy()
        self.solutions = [grid]
        self.clock = clock
        self.prospects = Prospects(puzzle, self.board, clock, reached)
        self.hardest: Technique | None = None

    def __iter__(self) -> Iterator[Pass]:
        while self.board.unknown and self.prospects.look() is None:
            self.clock.tick(self.board.known)
            made = self._on_lines() or self._by_assumption()
            if made is None:
                self._need(Technique.RECURSION)
                cells = self.board.unknown
                yield Pass(Technique.RECURSION, cells, cells)
                return
            yield made

    def _need(self, technique: Technique) -> None:
        if self.hardest is None or technique.rung > self.hardest.rung:
            self.hardest = technique

    def _on_lines(self) -> Pass | None:
        """Use the simplest technique that works anywhere on all lines where it works."""
        found = self.prospects.moving()
        if found is None:
            return None
        technique, moving = found
        self._need(technique)
        whole = [(1 << length) - 1 for length in self.puzzle.lengths]
        known = zip(self.board.black, self.board.white, whole, strict=True)
        unfinished = sum(black | white != all_cells for black, white, all_cells in known)
        for line, prospect in moving.items():
            # A line that moved before may have fixed some of the same cells.
            black = prospect.reach.black & ~self.board.black[line]
            white = prospect.reach.white & ~self.board.white[line]
            self.prospects.changed.add(line)
            self.prospects.changed.update(self.board.fix_line(line, black, white))
        return Pass(technique, len(moving), unfinished)

    def _by_assumption(self) -> Pass | None:
        """Refute all colours of single cells that need the fewest rounds to a contradiction."""
        self._need(Technique.CONTRADICTION)
        limit, still_open = FIRST_LIMIT, True
        while still_open:
            found, still_open = contradictions(
                self.puzzle, self.board, self.solutions, limit, self.clock
            )
            if found:
                rounds, cells = found[0][0], self.board.unknown
                refuted = [assumption for number, assumption in found if number == rounds]
                for row, column, cell in refuted:
                    if self.board[row, column] is Cell.UNKNOWN:
                        self.board.fix(row, column, cell.opposite)
                    self.prospects.changed |= {row, self.board.height + column}
                return Pass(Technique.CONTRADICTION, len(refuted), cells, rounds)
            limit *= 3
        return None


def _sweeps(puzzle: Puzzle, start: Board, first: Axis, clock: Clock) -> int:
    """How many sweeps, of all rows and all columns in turn, until nothing more is found.

    Raises OutOfTime.
    """
    board = start.copy()
    rows, columns = range(puzzle.height), range(puzzle.height, len(puzzle.clues))
    turns = (rows, columns) if first is Axis.ROW else (columns, rows)
    waiting = set(range(len(puzzle.clues)))
    sweeps = last = 0
    while waiting and board.unknown:
        sweeps += 1
        for line in turns[(sweeps - 1) % 2]:
            if line not in waiting:
                continue
            waiting.discard(line)
            black, white = board.black[line], board.white[line]
            settled = settle(puzzle.clues[line], puzzle.lengths[line], black, white, clock)
            if settled is None:
                return sweeps
            if settled != (black, white):
                last = sweeps
                waiting.update(board.fix_line(line, settled[0] & ~black, settled[1] & ~white))
    return last


def grade_of(hardest: Technique) -> Grade:
    """The grade of a puzzle whose hardest technique is this one."""
    return next(grade for grade, most in _HARDEST_OF_GRADE.items() if hardest.rung <= most.rung)


def grading(
    puzzle: Puzzle, start: Board, grid: Grid, clock: Clock, reached: Reached | None = None
) -> Grading:
    """The grade of the hardest technique a puzzle needs, and the effort of all its passes.

    `grid` must be the only solution. The same for the puzzle's mirror images and its transpose.
    `reached` is used and filled like that of Prospects.
    """
    passes: list[Pass] = []
    made = _Passes(puzzle, start, grid, clock, {} if reached is None else reached)
    try:
        passes.extend(made)
        rounds = min(_sweeps(puzzle, start, axis, clock) for axis in Axis)
    except OutOfTime:
        return Grading(None, made.hardest)
    if made.hardest is None:
        return Grading(None, None)
    chains = [done.rounds for done in passes if done.technique is Technique.CONTRADICTION]
    difficulty = Difficulty(
        grade_of(made.hardest),
        sum(done.effort for done in passes),
        passes=len(passes),
        rounds=rounds,
        longest_chain=max(chains, default=0),
        moves=sum(done.moved for done in passes) / len(passes),
    )
    return Grading(difficulty, made.hardest)
