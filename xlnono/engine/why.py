"""Why a cell is settled: the simplest reason on one of its lines, or the steps that lead to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xlnono.engine import DECIDING, solve
from xlnono.engine.clock import Clock, OutOfTime, Progress
from xlnono.engine.hint import STEP_SECONDS, hint
from xlnono.engine.line import fits, settle
from xlnono.model.board import Board, Cell, Grid
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Outcome
from xlnono.model.steps import Position, Step
from xlnono.model.why import BothColours, Settled, Why


def why(
    puzzle: Puzzle,
    marks: Board,
    cell: Position,
    *,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Why:
    """Why a cell has its colour, judged from the clues and the other marks on the board.

    A mark on the cell itself does not count. `seconds` is the time limit; half a second more may
    be spent on a reason that needs no solution. `progress` is called as by `solve`.

    Raises ValueError if the board has another size than the puzzle, IndexError if the cell is
    not on it.

    >>> from xlnono import Puzzle
    >>> puzzle = Puzzle(rows=[[2], [1]], columns=[[1], [2]])
    >>> why(puzzle, Board(2, 2), (0, 1)).steps[0].line.named("en")
    'row 1'
    >>> why(puzzle, Board(2, 2), (1, 0)).settled
    <Settled.BY_STEPS: 'by-steps'>
    """
    clock = Clock.start(seconds, progress)
    marked = marks[cell]
    others = marks.without({cell})
    deciding = None if seconds is None else DECIDING * seconds
    solution = solve(puzzle, others, seconds=deciding, progress=progress)
    if solution.outcome is Outcome.NONE:
        found = hint(puzzle, marks, seconds=clock.extended(STEP_SECONDS).left(), progress=progress)
        return Why(cell, Settled.MISTAKE, marked, mistake=found)
    clock = clock.extended(STEP_SECONDS)
    solutions = [grid for grid in (solution.grid, solution.other) if grid is not None]
    unique = solution.outcome is Outcome.UNIQUE
    try:
        return _reason(puzzle, others, cell, marked, solutions, clock, unique=unique)
    except OutOfTime:
        return Why(cell, Settled.UNDECIDED, marked)


def _reason(
    puzzle: Puzzle,
    others: Board,
    cell: Position,
    marked: Cell,
    solutions: Sequence[Grid],
    clock: Clock,
    *,
    unique: bool,
) -> Why:
    if step := _on_its_lines(puzzle, others, cell, clock):
        return Why(cell, Settled.BY_LINE, marked, _colour(step, cell), (step,))
    open_lines = tuple(_open_lines(puzzle, others, cell, clock))
    colours = {grid[cell] for grid in solutions}
    if len(colours) > 1 or (not unique and _has_other(puzzle, others, cell, colours, clock)):
        return Why(cell, Settled.NOT, marked, open_lines=open_lines)
    steps, cut_short = _steps_to(puzzle, others, cell, solutions, clock, unique=unique)
    if steps:
        return Why(cell, Settled.BY_STEPS, marked, _colour(steps[-1], cell), steps, open_lines)
    if cut_short or not colours:
        return Why(cell, Settled.UNDECIDED, marked, open_lines=open_lines)
    return Why(cell, Settled.BY_SEARCH, marked, colours.pop(), open_lines=open_lines)


def _has_other(
    puzzle: Puzzle, others: Board, cell: Position, colours: set[Cell], clock: Clock
) -> bool:
    """Whether there is a solution in which a cell has another colour than those."""
    for colour in {Cell.BLACK, Cell.WHITE} - colours:
        board = others.copy()
        board.fix(*cell, colour)
        if not _has_solution(puzzle, board, clock):
            return False
    return True


def _has_solution(puzzle: Puzzle, board: Board, clock: Clock) -> bool:
    """Raises OutOfTime."""
    found = solve(puzzle, board, seconds=clock.left(), progress=clock.progress)
    if found.outcome is Outcome.UNDECIDED:
        raise OutOfTime
    return found.outcome is not Outcome.NONE


def _colour(step: Step, cell: Position) -> Cell:
    return next(known for row, column, known in step.fixed if (row, column) == cell)


def _lines(board: Board, cell: Position) -> Iterator[tuple[int, int]]:
    """The numbers of the two lines of a cell, each with its bit for the cell."""
    row, column = cell
    yield row, 1 << column
    yield board.height + column, 1 << row


def _on_its_lines(puzzle: Puzzle, board: Board, cell: Position, clock: Clock) -> Step | None:
    """The simplest step by which its row or its column settles the cell, relying on the fewest
    cells."""
    # Loading takes longer than most answers.
    from xlnono.engine.explain.line_step import simplest_for

    steps = []
    for line, bit in _lines(board, cell):
        clue, length = puzzle.clues[line], puzzle.lengths[line]
        known = board.black[line], board.white[line]
        settled = settle(clue, length, *known, clock)
        if settled is not None and (settled[0] | settled[1]) & bit:
            steps.append(simplest_for(board.line(line), clue, length, known, bit, clock))
    return min(steps, key=lambda step: (step.technique.rung, len(step.evidence)), default=None)


def _open_lines(
    puzzle: Puzzle, board: Board, cell: Position, clock: Clock
) -> Iterator[BothColours]:
    for line, bit in _lines(board, cell):
        clue, length = puzzle.clues[line], puzzle.lengths[line]
        black, white = board.black[line], board.white[line]
        yield BothColours(
            board.line(line),
            _arrangement(clue, length, black | bit, white, clock),
            _arrangement(clue, length, black, white | bit, clock),
        )


def _arrangement(clue: tuple[int, ...], length: int, black: int, white: int, clock: Clock) -> int:
    """An arrangement that fits a line, as a mask of its black cells; one must exist.

    Every block lies as far right as the blocks before it allow.
    """
    for offset in range(length):
        bit = 1 << offset
        if not (black | white) & bit:
            if fits(clue, length, black, white | bit, clock):
                white |= bit
            else:
                black |= bit
    return black


def _steps_to(
    puzzle: Puzzle,
    start: Board,
    cell: Position,
    solutions: Sequence[Grid],
    clock: Clock,
    *,
    unique: bool,
) -> tuple[tuple[Step, ...], bool]:
    """The steps of an explanation that the one which settles the cell relies on, and that one.

    Empty if the explanation does not reach the cell; the second is whether it lacked the time.
    """
    from xlnono.engine.explain.ladder import explain

    log = explain(puzzle, start, solutions, clock, unique=unique)
    settled_by = {
        (row, column): number
        for number, step in enumerate(log.steps)
        for row, column, _ in step.fixed
    }
    if cell not in settled_by:
        return (), log.cut_short
    needed: set[int] = set()
    waiting = [settled_by[cell]]
    while waiting:
        number = waiting.pop()
        if number not in needed:
            needed.add(number)
            evidence = log.steps[number].evidence
            waiting += [settled_by[known] for known in evidence if known in settled_by]
    return tuple(log.steps[number] for number in sorted(needed)), False
