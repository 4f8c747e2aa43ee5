"""How hard a puzzle is for a person: what it asks for at each point, whatever the order.

The log is one way through a puzzle, and which of several steps comes first is settled by the
reading order. A measure must not hang on that: here every line that can move by the simplest
technique of the moment moves at once, from the same position. Such a pass is the same for a
puzzle, its mirror image and its transpose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from xlnono.board import Axis, Board, Cell, Grid
from xlnono.engine.assumptions import FIRST_LIMIT, clashes
from xlnono.engine.line import settle
from xlnono.engine.prospects import Prospects
from xlnono.engine.search import Clock, OutOfTime
from xlnono.puzzle import Puzzle
from xlnono.solution import Difficulty, Grade
from xlnono.steps import Technique

_HARDEST_OF_GRADE = {
    Grade.EASY: Technique.RUNS_MATCHED,
    Grade.MEDIUM: Technique.BLACK_SEVERAL_OWNERS,
    Grade.HARD: Technique.COMPLETE_LINE,
    Grade.VERY_HARD: Technique.CONTRADICTION,
    Grade.EXTREME: Technique.RECURSION,
}


class Pass(NamedTuple):
    """One pass over the board: the technique, on how many of the open lines (or, for
    assumptions, of the open cells) it worked, and for how many rounds lines had to be
    followed from one assumption."""

    technique: Technique
    moved: int
    of: int
    rounds: int = 1

    @property
    def effort(self) -> float:
        """The work of what moved, and of looking for the first of it: on average that takes
        (open + 1) / (moving + 1) looks."""
        weight = (self.technique.rung + 1) * self.rounds
        return weight * (self.moved + (self.of + 1) / (self.moved + 1))


class _Passes:
    def __init__(
        self, puzzle: Puzzle, start: Board, solutions: Sequence[Grid], unique: bool, clock: Clock
    ) -> None:
        self.puzzle = puzzle
        self.board = start.copy()
        self.solutions = solutions
        self.unique = unique
        self.clock = clock
        self.prospects = Prospects(puzzle, self.board)

    def __iter__(self) -> Iterator[Pass]:
        while self.board.unknown and self.prospects.look() is None:
            self.clock.tick(self.board.known)
            made = self._on_lines() or self._by_assumption()
            if made is None:
                if self.unique:
                    cells = self.board.unknown
                    yield Pass(Technique.RECURSION, cells, cells)
                return
            yield made

    def _on_lines(self) -> Pass | None:
        """Use the simplest technique that works anywhere on all lines where it works."""
        found = self.prospects.moving()
        if found is None:
            return None
        technique, moving = found
        whole = [(1 << length) - 1 for length in self.puzzle.lengths]
        known = zip(self.board.black, self.board.white, whole, strict=True)
        of = sum(black | white != all_cells for black, white, all_cells in known)
        for line, prospect in moving.items():
            # A line that moved before may have fixed some of the same cells.
            black = prospect.black & ~self.board.black[line]
            white = prospect.white & ~self.board.white[line]
            self.prospects.changed.add(line)
            self.prospects.changed.update(self.board.fix_line(line, black, white))
        return Pass(technique, len(moving), of)

    def _by_assumption(self) -> Pass | None:
        """Refute all colours of single cells that need the fewest rounds to clash."""
        limit, still_open = FIRST_LIMIT, True
        while still_open:
            found, still_open = clashes(self.puzzle, self.board, self.solutions, limit, self.clock)
            if found:
                rounds, of = found[0][0], self.board.unknown
                refuted = [assumption for number, assumption in found if number == rounds]
                for row, column, cell in refuted:
                    if self.board[row, column] is Cell.UNKNOWN:
                        self.board.fix(row, column, cell.opposite)
                    self.prospects.changed |= {row, self.board.height + column}
                return Pass(Technique.CONTRADICTION, len(refuted), of, rounds)
            limit *= 3
        return None


def _sweeps(puzzle: Puzzle, start: Board, first: Axis) -> int:
    """How many sweeps, of all rows and all columns in turn, until nothing more comes out."""
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
            settled = settle(puzzle.clues[line], puzzle.lengths[line], black, white)
            if settled is None:
                return sweeps
            if settled != (black, white):
                last = sweeps
                waiting.update(board.fix_line(line, settled[0] & ~black, settled[1] & ~white))
    return last


def difficulty(
    puzzle: Puzzle, start: Board, solutions: Sequence[Grid], clock: Clock, *, unique: bool
) -> Difficulty:
    """The grade of the hardest technique a puzzle needs, and the effort of all its passes.

    `solutions` are those that are known; `unique` tells that there is one and no other. If it
    is not, the measure goes as far as single assumptions lead. When the clock runs out it
    tells of what was done by then. The same for the puzzle's mirror images and its transpose.
    """
    passes: list[Pass] = []
    with suppress(OutOfTime):
        passes.extend(_Passes(puzzle, start, solutions, unique, clock))
    hardest = max((done.technique.rung for done in passes), default=0)
    grade = next(grade for grade, most in _HARDEST_OF_GRADE.items() if hardest <= most.rung)
    chains = [done.rounds for done in passes if done.technique is Technique.CONTRADICTION]
    return Difficulty(
        grade,
        sum(done.effort for done in passes),
        passes=len(passes),
        rounds=min(_sweeps(puzzle, start, axis) for axis in Axis),
        longest_chain=max(chains, default=0),
        moves=sum(done.moved for done in passes) / max(len(passes), 1),
    )
