"""How hard a puzzle is for a person, regardless of the order of the steps.

The log is one way through a puzzle, and reading order decides which of several steps comes
first. The rating must not depend on that: here the simplest technique that works anywhere is
applied to every line on which it works, all from the same position. Such a pass is the same for a
puzzle, its mirror image and its transpose. So the difficulty cannot be read off the log, and the
ladder is climbed a second time; only lines in positions that the log has not met are tried.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import groupby

from xlnono.engine.clock import Clock, OutOfTime
from xlnono.engine.decide import native
from xlnono.engine.explain.assumptions import FIRST_LIMIT, contradictions
from xlnono.engine.explain.prospects import Reached, prospects_of
from xlnono.engine.line import settle
from xlnono.model.board import Axis, Board, Cell, Grid
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import HARDEST_RATING, Difficulty, Grade
from xlnono.model.steps import Log, Technique
from xlnono.records import NamedTuple

_LEVELS_OF_GROUPS = (0.0, 2.3, 3.6, 5.0, 7.5)
"""How hard one look for the first technique of each group is; see docs/techniques.md."""
_RUNG = 0.05
"""How much harder a look for the next technique of the group is."""
_SHORTEST_CHAIN = 2
"""The rounds of the shortest contradictions: every line is settled, so one round finds none."""


def _levels() -> dict[Technique, float]:
    levels: dict[Technique, float] = {}
    for group, techniques in groupby(Technique, lambda technique: technique.group):
        for place, technique in enumerate(techniques):
            levels[technique] = _LEVELS_OF_GROUPS[group] + place * _RUNG
    return levels


LEVELS = _levels()
"""How hard one look for each technique is; for contradictions, for one of the shortest chains."""


class Pass(NamedTuple):
    """One pass over the board.

    `moved` is the number of lines (or, for assumptions, of cells) on which the technique worked,
    `candidates` that of the unfinished ones, and `rounds` the number of rounds for which lines
    had to be followed from one assumption. In a recursion no cell moves by itself.
    """

    technique: Technique
    moved: int
    candidates: int
    rounds: int = 1

    @property
    def looks(self) -> float:
        """How many lines (or cells) a person examines on average until the first one moves."""
        return (self.candidates + 1) / (self.moved + 1)

    @property
    def effort(self) -> float:
        """The work on the lines that moved, and of finding the first of them."""
        return (self.technique.rung + 1) * self.rounds * (self.moved + self.looks)

    @property
    def level(self) -> float:
        """How hard each look is."""
        level = LEVELS[self.technique]
        if self.technique is Technique.CONTRADICTION:
            level += 2 * math.log10(self.rounds / _SHORTEST_CHAIN)
        return level


_A_CONTRADICTION = Pass(Technique.CONTRADICTION, moved=1, candidates=1, rounds=_SHORTEST_CHAIN)
"""The easiest pass that needs an assumption."""


class Grading(NamedTuple):
    """The result of grading: the difficulty, or if the time ran out, a rating that is certainly
    reached (None if nothing is known)."""

    difficulty: Difficulty | None
    certain: float | None


class _Passes:
    """The passes over a board; `assuming` if no line moves and an assumption is needed."""

    def __init__(
        self, puzzle: Puzzle, start: Board, grid: Grid, clock: Clock, reached: Reached
    ) -> None:
        self.puzzle = puzzle
        self.cells = start.height * start.width
        self.solutions = [grid]
        self.clock = clock
        self.prospects = prospects_of(puzzle, start, clock, reached)
        self.assuming = False

    def __iter__(self) -> Iterator[Pass]:
        while self.prospects.unknown and self.prospects.look() is None:
            self.clock.tick(self.cells - self.prospects.unknown)
            used = self.prospects.use_simplest()
            made = None if used is None else Pass(*used)
            if made is None:
                self.assuming = True
                made = self._by_assumption()
                self.assuming = False
            if made is None:
                yield Pass(Technique.NESTED_CONTRADICTION, 0, self.prospects.unknown)
                return
            yield made

    def _by_assumption(self) -> Pass | None:
        """Refute all colours of single cells that need the fewest rounds to a contradiction."""
        limit, still_open = FIRST_LIMIT, True
        board = self.prospects.board
        while still_open:
            found, still_open = contradictions(
                self.puzzle, board, self.solutions, limit, self.clock
            )
            if found:
                rounds, cells = found[0][0], board.unknown
                refuted = [assumption for number, assumption in found if number == rounds]
                for row, column, cell in refuted:
                    if board[row, column] is Cell.UNKNOWN:
                        self.prospects.fix(row, column, cell.opposite)
                return Pass(Technique.CONTRADICTION, len(refuted), cells, rounds)
            limit *= 3
        return None


def _sweeps(puzzle: Puzzle, start: Board, first: Axis, clock: Clock) -> int:
    """How many sweeps, of all rows and all columns in turn, until nothing more is found.

    Raises OutOfTime.
    """
    if native.can_explain(puzzle):
        return native.sweeps(puzzle, start, first is Axis.ROW, clock)
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


def rating_of(passes: Iterable[Pass]) -> float:
    """The rating of some passes: ten times as many looks of the same level are one point more."""
    total = math.fsum(10**one.level * one.looks for one in passes)
    return min(HARDEST_RATING, max(Grade.EASY.lowest, round(math.log10(total), 1)))


def certain_rating(log: Log) -> float | None:
    """The rating of the assumptions that a log certainly needs, None if it needs none.

    All lines, and all single contradictions, reach the same position in any order.
    """
    if log.hardest is None or log.hardest.rung < Technique.CONTRADICTION.rung:
        return None
    beyond = Pass(Technique.NESTED_CONTRADICTION, 0, log.stuck)
    return rating_of([beyond if log.stuck else _A_CONTRADICTION])


def grading(
    puzzle: Puzzle, start: Board, grid: Grid, clock: Clock, reached: Reached | None = None
) -> Grading:
    """Rate a puzzle by all its passes.

    `grid` must be the only solution. The same for the puzzle's mirror images and its transpose.
    `reached` is used and filled like that of Prospects.
    """
    passes: list[Pass] = []
    made = _Passes(puzzle, start, grid, clock, {} if reached is None else reached)
    try:
        passes.extend(made)
        rounds = min(_sweeps(puzzle, start, axis, clock) for axis in Axis)
    except OutOfTime:
        certain = [*passes, _A_CONTRADICTION] if made.assuming else passes
        return Grading(None, rating_of(certain) if certain else None)
    if not passes:
        return Grading(None, None)
    chains = [done.rounds for done in passes if done.technique is Technique.CONTRADICTION]
    difficulty = Difficulty(
        rating_of(passes),
        sum(done.effort for done in passes),
        passes=len(passes),
        rounds=rounds,
        by_lines=all(done.technique.rung <= Technique.COMPLETE_LINE.rung for done in passes),
        longest_chain=max(chains, default=0),
        moves=sum(done.moved for done in passes) / len(passes),
    )
    return Grading(difficulty, difficulty.rating)
