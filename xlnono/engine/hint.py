"""Hints: the next step from a position, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from xlnono.engine import DECIDING, solve
from xlnono.engine.clock import Clock, OutOfTime, Progress
from xlnono.engine.decide.propagation import propagate
from xlnono.engine.line import fits, settle
from xlnono.model.board import Board, Cell, Grid, Line
from xlnono.model.hint import Hint, Standing
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Outcome
from xlnono.model.steps import Position

STEP_SECONDS = 0.5
"""Extra time to find a step, or the mistake in the marks, after the time limit."""


def wrong_marks(marks: Board, grid: Grid) -> list[Position]:
    """The marks that have another colour in the grid."""
    return [(row, column) for row, column, cell in marks.cells() if grid[row, column] is not cell]


def first_wrong_mark(marks: Iterable[tuple[int, int, Cell]], grid: Grid) -> Position | None:
    """The first of the marks (row, column, colour), in the order in which they were made, that has
    another colour in the grid."""
    wrong = ((row, column) for row, column, cell in marks if grid[row, column] is not cell)
    return next(wrong, None)


def hint(
    puzzle: Puzzle,
    marks: Board,
    *,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Hint:
    """What to do next from the marks on the board: the first step of an explanation.

    `seconds` is the time limit for finding the solutions. If it runs out, half a second more is
    spent looking for a step that needs no solution. `progress` is called as by `solve`.

    Raises ValueError if the board has another size than the puzzle.

    >>> from xlnono import Puzzle
    >>> puzzle = Puzzle(rows=[[2], [1]], columns=[[1], [2]])
    >>> hint(puzzle, Board.from_text("?# ??")).standing
    <Standing.STEP: 'step'>
    >>> hint(puzzle, Board.from_text("## #?")).wrong
    ((1, 0),)
    """
    # Before the clock starts: loading takes longer than solving most puzzles.
    from xlnono.engine.explain.ladder import explain

    clock = Clock.start(seconds, progress)
    deciding = None if seconds is None else DECIDING * seconds
    solution = solve(puzzle, marks, seconds=deciding, progress=progress)
    if solution.outcome is Outcome.NONE:
        return _mistake(puzzle, marks, clock)
    if not marks.unknown:
        return Hint(Standing.DONE)
    unique = solution.outcome is Outcome.UNIQUE
    solutions = [grid for grid in (solution.grid, solution.other) if grid is not None]
    clock = clock.extended(STEP_SECONDS)
    log = explain(puzzle, marks, solutions, clock, unique=unique, most=1)
    if log.steps:
        return Hint(Standing.STEP, log.steps[0], sure=solution.outcome is not Outcome.UNDECIDED)
    decided = solution.outcome is Outcome.MULTIPLE and not log.cut_short
    return Hint(Standing.STUCK if decided else Standing.UNDECIDED)


def movable(puzzle: Puzzle, marks: Board) -> tuple[list[Line], Line | None]:
    """The lines whose own clue and marks settle a cell that is unknown.

    The second is a line with a contradiction (no arrangement fits), if there is one.
    """
    lines: list[Line] = []
    for k, (clue, length) in enumerate(zip(puzzle.clues, puzzle.lengths, strict=True)):
        settled = settle(clue, length, marks.black[k], marks.white[k])
        if settled is None:
            return [], marks.line(k)
        if settled != (marks.black[k], marks.white[k]):
            lines.append(marks.line(k))
    return lines, None


def _mistake(puzzle: Puzzle, marks: Board, clock: Clock) -> Hint:
    """The hint for marks that match no solution."""
    alone = solve(puzzle, seconds=clock.extended(STEP_SECONDS).left(), progress=clock.progress)
    if alone.outcome is Outcome.NONE:
        return Hint(Standing.IMPOSSIBLE, contradiction=alone.contradiction)
    line, at_once = line_that_shows_it(puzzle, marks, clock.extended(STEP_SECONDS))
    if alone.outcome is Outcome.UNIQUE and alone.grid is not None:
        wrong = tuple(wrong_marks(marks, alone.grid))
        return Hint(Standing.WRONG, wrong=wrong, contradiction=line, at_once=at_once)
    return Hint(Standing.MISFIT, contradiction=line, at_once=at_once)


def line_that_shows_it(puzzle: Puzzle, marks: Board, clock: Clock) -> tuple[Line | None, bool]:
    """A line that shows that marks match no solution, and whether the marks on it alone do.

    None if there is no such line, or no time to find it.
    """
    lines = range(len(puzzle.clues))
    with suppress(OutOfTime):
        for line in lines:
            known = marks.black[line], marks.white[line]
            if not fits(puzzle.clues[line], puzzle.lengths[line], *known, clock):
                return marks.line(line), True
        contradiction = propagate(puzzle, marks.copy(), lines, clock)
        if contradiction is not None:
            return marks.line(contradiction), False
    return None, False
