"""The engine: works on puzzles and positions, independently of files, sheets and wording."""

from __future__ import annotations

import time

from xlnono.engine.clock import Clock, Progress
from xlnono.engine.decide import native, search
from xlnono.model.board import Board, Cell
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Outcome, Solution, shared_cells
from xlnono.model.steps import Log

ENGINE = "kernel" if native.AVAILABLE else "python"
"""The engine that decides and explains: the compiled kernel, or Python where there is none."""

DECIDING = 0.8
"""The share of the time that deciding may take if an explanation is wanted; explaining has the
remaining time."""


def solve(
    puzzle: Puzzle,
    givens: Board | None = None,
    *,
    explain: bool = False,
    seconds: float | None = None,
    progress: Progress | None = None,
    solutions: int = 2,
) -> Solution:
    """Decide how many solutions a puzzle has: one, several or none.

    Up to so many `solutions` are found; with more than 2, it also finds out whether there are
    others.

    `givens` are known cells (a board of the puzzle's size). With `explain`, the solution has a log
    of the steps by which a person can find it and, if it is the only one, a difficulty. After
    `seconds` of wall time, an undecided puzzle is UNDECIDED, the log is cut short, and there is
    no difficulty; explaining and rating each have a share of the time. `progress` is called now and
    then with the number of known cells; an exception that it raises stops the work and is passed
    on. The solution says which engine decided and explained: the kernel, or
    Python where it could not be compiled or a line is longer than its words.

    Raises ValueError if the givens have another size than the puzzle, or if `solutions` is below 2.

    >>> from xlnono import Puzzle
    >>> solution = solve(Puzzle(rows=[[2], [1]], columns=[[1], [2]]), explain=True)
    >>> solution
    <Solution unique: 2x2, 4 of 4 cells known, 3 steps, easy, 1.0>
    >>> solution.grid
    Grid.from_text('''
    ##
    .#
    ''')
    """
    if explain:
        # Before the clock starts: loading takes longer than solving most puzzles.
        from xlnono.engine.explain import explanation as explaining
    started = time.perf_counter()
    start = Board(puzzle.height, puzzle.width) if givens is None else givens
    if (start.height, start.width) != (puzzle.height, puzzle.width):
        raise ValueError(
            f"the givens are {start.height}x{start.width}, "
            f"the puzzle is {puzzle.height}x{puzzle.width}"
        )
    if solutions < 2:
        raise ValueError(f"two solutions are needed to see whether there are several: {solutions}")
    clock = Clock.start(seconds, progress)
    by_kernel = native.can_decide(puzzle)
    deciding = clock.share(DECIDING) if explain else clock
    # One more than wanted shows whether those are all.
    most = solutions if solutions == 2 else solutions + 1
    decision = (native if by_kernel else search).decide(puzzle, start, deciding, most)
    grids = decision.grids[:solutions]
    all_found = decision.complete and len(grids) == len(decision.grids)
    if len(grids) > 1:
        outcome = Outcome.MULTIPLE
    elif not decision.finished:
        outcome = Outcome.UNDECIDED
    else:
        outcome = Outcome.UNIQUE if grids else Outcome.NONE
    known = decision.known
    if outcome is Outcome.UNIQUE and known.unknown:
        known = Board.of(grids[0])
    elif outcome is Outcome.NONE:
        known = start
    contradiction = decision.contradiction
    log = difficulty = at_least = None
    if explain:
        log, difficulty, at_least = explaining.explained(puzzle, start, grids, outcome, clock)
        if outcome in (Outcome.MULTIPLE, Outcome.UNDECIDED):
            known = _proved(known, log)
        elif outcome is Outcome.NONE and log.contradiction is not None:
            # The decision took the lines in another order.
            contradiction = log.contradiction
    if outcome is Outcome.MULTIPLE and all_found:
        known = shared_cells(grids)
    return Solution(
        puzzle=puzzle,
        outcome=outcome,
        grid=grids[0] if grids else None,
        other=grids[1] if len(grids) > 1 else None,
        known=known,
        seconds=time.perf_counter() - started,
        engine="kernel" if by_kernel else "python",
        contradiction=contradiction,
        log=log,
        difficulty=difficulty,
        rating_at_least=at_least,
        further=tuple(grids[2:]),
        all_found=all_found,
    )


def _proved(known: Board, log: Log) -> Board:
    """The position that was proved by the search and by the steps of a log.

    The steps may have proved more than the search needed; if they were cut short, less.
    """
    reached = log.position(len(log))
    if log.cut_short:
        for row, column, cell in known.cells():
            if reached[row, column] is Cell.UNKNOWN:
                reached.fix(row, column, cell)
    return reached
