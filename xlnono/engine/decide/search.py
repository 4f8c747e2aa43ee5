"""Deciding in Python: follow the lines, probe single cells, then try both colours.

Probing a cell beside known ones or at a corner first is from takanaweb5's article on solving
by simple contradiction (二次元背理法); cheaper deductions first, then recursion with an explicit
stack, from the article お絵かきロジック(ののぐらむ) on recursion with deduction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from xlnono.engine.clock import Clock, OutOfTime
from xlnono.engine.decide.line_clues import Changes, LineClues, Pictures, UncheckedClues
from xlnono.engine.decide.picture import Picture
from xlnono.engine.decide.propagation import propagate
from xlnono.model.board import Board, Cell, Grid, Line, bits

CORE_ROUNDS = 3
"""How often a contradiction core is looked for among the lines of the last one."""


@dataclass
class Decision:
    """The result of the search: some grids, and the position that it proved.

    `finished` is false when it ran out of time. `complete`: there are no other grids.
    `contradiction` is a line that no arrangement fits, if following the lines from the start leads
    to one.
    """

    known: Board
    grids: list[Grid] = field(default_factory=list)
    finished: bool = True
    contradiction: Line | None = None
    complete: bool = False


def frontier(board: Board, clock: Clock) -> list[tuple[int, int]]:
    """The unknown cells, those with the most known neighbours first; walls count as known."""
    hemmed: list[tuple[int, int, int]] = []
    rows = [board.black[row] | board.white[row] for row in range(board.height)]
    every = (1 << board.width) - 1
    for row, known in enumerate(rows):
        clock.check()
        if known == every:
            continue
        above = rows[row - 1] if row else every
        below = rows[row + 1] if row + 1 < board.height else every
        left = known << 1 | 1
        right = known >> 1 | 1 << (board.width - 1)
        for column in range(board.width):
            if not known >> column & 1:
                sides = sum(side >> column & 1 for side in (above, below, left, right))
                hemmed.append((-sides, row, column))
    return [(row, column) for _, row, column in sorted(hemmed)]


def assume(
    puzzle: LineClues, board: Board, row: int, column: int, cell: Cell, clock: Clock
) -> Board | None:
    """The position that follows from the lines if the cell has that colour; None if there is a
    contradiction."""
    trial = board.copy()
    trial.fix(row, column, cell)
    contradiction = propagate(puzzle, trial, (row, board.height + column), clock)
    return trial if contradiction is None else None


def _probe(
    puzzle: LineClues, board: Board, clock: Clock
) -> tuple[Board, tuple[Board, Board] | None] | None:
    """Assume both colours of every unknown cell until no probe fixes anything.

    Returns the position reached, and the two positions that follow from the colours of the
    cell on which a guess determines most (None if every cell is known). None if there is a
    contradiction.
    """
    while board.unknown:
        best: tuple[tuple[int, int], tuple[Board, Board]] | None = None
        for row, column in frontier(board, clock):
            if board[row, column] is not Cell.UNKNOWN:
                continue
            clock.tick(board.known)
            black = assume(puzzle, board, row, column, Cell.BLACK, clock)
            white = assume(puzzle, board, row, column, Cell.WHITE, clock)
            if black is None or white is None:
                forced = black or white
                if forced is None:
                    return None
                board, best = forced, None
                break
            gain = tuple(sorted((black.known, white.known)))
            if best is None or gain > best[0]:
                best = (gain[0], gain[1]), (black, white)
        else:
            assert best is not None
            return board, best[1]
    return board, None


def follow_lines(puzzle: LineClues, clock: Clock) -> Board:
    """The position that follows from the lines alone; up to a contradiction, if there is one.

    Raises OutOfTime.
    """
    board = Board(puzzle.height, puzzle.width)
    propagate(puzzle, board, range(len(puzzle.clues)), clock)
    return board


def decide(puzzle: LineClues, start: Board, clock: Clock, solutions: int = 2) -> Decision:
    """Look for so many solutions that agree with `start`, or prove that there are fewer."""
    board = start.copy()
    decision = Decision(board)
    try:
        contradiction = propagate(puzzle, board, range(len(puzzle.clues)), clock)
        if contradiction is not None:
            line = board.line(contradiction)
            return Decision(start.copy(), contradiction=line, complete=True)
        stack = [board]
        at_root = True
        while stack and len(decision.grids) < solutions:
            probed = _probe(puzzle, stack.pop(), clock)
            if probed is None:
                continue
            position, branches = probed
            if at_root:
                decision.known = position
                at_root = False
            if branches is None:
                decision.grids.append(position.grid())
            else:
                stack += sorted(branches, key=lambda branch: branch.known)
        decision.complete = not stack
    except OutOfTime:
        decision.finished = False
    return decision


def decide_each(
    clues: UncheckedClues, trials: Sequence[Changes], start: Board, solutions: int, clock: Clock
) -> Iterator[Pictures]:
    """For each of the changes, look for so many pictures that agree with `start`.

    Ends early when time is up.
    """
    for changes in trials:
        decision = decide(clues.changed(changes), start, clock, solutions)
        if not decision.finished:
            return
        pictures = tuple(map(Picture.of, decision.grids))
        # Whether there are more than so many is not known, so there may be.
        yield Pictures(pictures, complete=len(pictures) < solutions)


def contradiction_cores(
    clues: UncheckedClues, trials: Sequence[Changes], start: Board, clock: Clock
) -> list[list[int]]:
    """For each of the changes, the numbers of lines that have no common picture agreeing with
    `start`.

    Only lines are followed: empty if that leads to no contradiction. Ends early when time is up.
    """
    cores: list[list[int]] = []
    with suppress(OutOfTime):
        for changes in trials:
            cores.append(_smallest_core(clues.changed(changes), start, clock))
    return cores


def _smallest_core(clues: UncheckedClues, start: Board, clock: Clock) -> list[int]:
    """The core of the lines of the core, and so on, as long as it gets smaller."""
    core: list[int] = []
    for _ in range(CORE_ROUNDS):
        smaller = _core(clues, start, clock)
        if not smaller or len(smaller) == len(core):
            break
        core = smaller
        clues = clues.changed({k: None for k in range(len(clues.clues)) if k not in core})
    return core


def _core(clues: UncheckedClues, start: Board, clock: Clock) -> list[int]:
    """The lines that a contradiction follows from; empty if there is none. Raises OutOfTime."""
    board = start.copy()
    deductions: list[tuple[int, int]] = []
    contradiction = propagate(clues, board, range(len(clues.clues)), clock, deductions)
    if contradiction is None:
        return []
    known = [black | white for black, white in zip(board.black, board.white, strict=True)]
    needed = [0] * len(known)
    core = {contradiction}

    def crossings(line: int, cells: int) -> Iterator[tuple[int, int]]:
        """The lines that cross there, each with the mask of the cell."""
        first, number = (clues.height, line) if line < clues.height else (0, line - clues.height)
        return ((first + offset, 1 << number) for offset in bits(cells))

    def need(line: int) -> None:
        needed[line] |= known[line]
        for crossing, cell in crossings(line, known[line]):
            needed[crossing] |= cell

    need(contradiction)
    for line, cells in reversed(deductions):
        known[line] &= ~cells
        for crossing, cell in crossings(line, cells):
            known[crossing] &= ~cell
        if needed[line] & cells:
            core.add(line)
            need(line)
    return sorted(core)
