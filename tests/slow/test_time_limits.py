"""Time limits and interruptions take effect soon, on puzzles that would take minutes or hours.

The limits allowed here are far above what it takes, as the machine may be busy, and far below
the time that the work would take without them.
"""

from __future__ import annotations

import _thread
import threading
import time
from dataclasses import dataclass
from functools import cache
from random import Random

import pytest

import xlnono
from xlnono import Board, Grid, Outcome, Puzzle
from xlnono.engine import line
from xlnono.engine.clock import Clock, OutOfTime
from xlnono.engine.decide import native
from xlnono.engine.explain.deductions import deduce
from xlnono.engine.explain.difficulty import grading
from xlnono.engine.explain.ladder import explain
from xlnono.engine.explain.techniques import LADDER, LineState, climb

SOON = 15.0
TIMEOUT = 0.1


def picture_of(kind: str) -> Grid:
    random = Random(kind)
    height, width = map(int, kind.split("x"))
    return Grid(tuple(random.getrandbits(width) for _ in range(height)), width)


@cache
def puzzle_of(kind: str) -> Puzzle:
    if kind == "crowded":
        # Next to nothing is known of any line, and each has a great many blocks to settle.
        return Puzzle([[1] * 150] * 400, [[1] * 150] * 400)
    return Puzzle.of(picture_of(kind))


KINDS = ["crowded", "300x300", "1x16000", "16000x1", "2x8000"]
kinds = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture(params=["kernel", "python"], autouse=True)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "python":
        monkeypatch.setattr(native, "AVAILABLE", False)
    elif not native.AVAILABLE:
        pytest.skip("the kernel could not be compiled here")
    return str(request.param)


class Stopped(Exception):
    pass


@kinds
def test_an_explained_solve_ends_in_time(kind: str) -> None:
    puzzle = puzzle_of(kind)
    began = time.monotonic()
    solution = xlnono.solve(puzzle, explain=True, seconds=TIMEOUT)
    assert time.monotonic() - began < SOON
    assert solution.log is not None
    assert solution.log.cut_short


@kinds
def test_a_hint_comes_in_time(kind: str) -> None:
    puzzle = puzzle_of(kind)
    began = time.monotonic()
    xlnono.hint(puzzle, Board(puzzle.height, puzzle.width), seconds=TIMEOUT)
    assert time.monotonic() - began < SOON


@kinds
@pytest.mark.usefixtures("interruptible")
def test_an_explained_solve_is_interrupted_without_a_callback(kind: str) -> None:
    puzzle = puzzle_of(kind)
    interrupt = threading.Timer(0.3, _thread.interrupt_main)
    began = time.monotonic()
    interrupt.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            xlnono.solve(puzzle, explain=True, seconds=120)
    finally:
        interrupt.cancel()
    assert time.monotonic() - began < SOON


@kinds
def test_what_the_progress_raises_stops_an_explained_solve(kind: str) -> None:
    puzzle = puzzle_of(kind)
    began = time.monotonic()

    def stop(known: int) -> None:
        if time.monotonic() - began > TIMEOUT:
            raise Stopped

    with pytest.raises(Stopped):
        xlnono.solve(puzzle, explain=True, seconds=120, progress=stop)
    assert time.monotonic() - began < SOON


@pytest.mark.parametrize("kind", ["300x300", "1x16000"])
def test_explaining_and_rating_end_in_time_on_their_own(kind: str) -> None:
    puzzle = puzzle_of(kind)
    start = Board(puzzle.height, puzzle.width)
    began = time.monotonic()
    explain(puzzle, start, [], Clock.start(TIMEOUT), unique=False)
    assert time.monotonic() - began < SOON
    began = time.monotonic()
    grading(puzzle, start, picture_of(kind), Clock.start(TIMEOUT))
    assert time.monotonic() - began < SOON


def test_what_was_proved_before_the_time_ran_out_is_kept() -> None:
    random = Random(1)
    # Rows and columns of two thirds black cells tell something, and far from all.
    rows = [random.getrandbits(300) | random.getrandbits(300) for _ in range(150)]
    # The others leave more arrangements than anybody can go through.
    rows += [random.getrandbits(300) for _ in range(150)]
    grid = Grid(tuple(rows), 300)
    solution = xlnono.solve(Puzzle.of(grid), seconds=0.5)
    assert solution.outcome is Outcome.UNDECIDED
    assert all(grid[row, column] is cell for row, column, cell in solution.known.cells())


@dataclass
class Counting(Clock):
    looks: int = 0

    def check(self) -> None:
        self.looks += 1
        if self.deadline is not None and self.looks > self.deadline:
            raise OutOfTime


def long_line() -> tuple[tuple[int, ...], int]:
    return tuple(puzzle_of("1x16000").rows[0]), 16000


def test_a_long_line_is_settled_with_a_look_at_the_clock_for_each_block() -> None:
    clue, length = long_line()
    clock = Counting()
    assert line.settle(clue, length, 0, 0, clock) is not None
    assert len(clue) < clock.looks
    with pytest.raises(OutOfTime):
        line.settle(clue, length, 0, 0, Counting(deadline=len(clue) / 2))
    with pytest.raises(OutOfTime):
        line.fits(clue, length, 0, 0, Counting(deadline=len(clue) / 2))


def test_leaving_away_evidence_ends_in_time() -> None:
    clue, length = long_line()
    truth = sum(1 << column for column, black in enumerate(_cells(clue, length)) if black)
    known = Random(2).getrandbits(length) | Random(3).getrandbits(length)
    state = LineState(clue, length, truth & known, ~truth & known, Clock.start(60))
    found = climb(state)
    assert found is not None
    assert found[0] in LADDER
    state.clock = Counting(deadline=10)
    with pytest.raises(OutOfTime):
        deduce(found[0], state, *found[1:])


def _cells(clue: tuple[int, ...], length: int) -> list[bool]:
    cells: list[bool] = []
    for block in clue:
        cells += [True] * block + [False]
    return (cells + [False] * length)[:length]
