"""The processor time of explaining and rating, by the kernel and beside it by Python.

Without puzzles, a 40×40 picture of the samples is explained several times, and decided by Python.
With files of JSON lines, every nth puzzle is explained once, as far as possible if it has several
solutions. Caches are empty each time. The logs must be the same, and all texts are made from them:
the program says where they differ, and exits with code 1 then.

Run: python benchmarks/explaining.py [--runs N] [--without-python] [--every N] [PUZZLES…]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from puzzles import read

from xlnono import Grid, Outcome, Puzzle, Solution, solve
from xlnono.engine.clock import UNLIMITED
from xlnono.engine.decide import native, search
from xlnono.engine.explain.explanation import Explanation, explained
from xlnono.engine.line import forget
from xlnono.model.board import Board

PICTURE = Path(__file__).parents[1] / "samples" / "pictures" / "balloon-40x40.txt"


class Timed(NamedTuple):
    """An explanation, and the milliseconds that it took."""

    explanation: Explanation
    milliseconds: float


@contextmanager
def _without_kernel() -> Iterator[None]:
    available, native.AVAILABLE = native.AVAILABLE, False
    yield
    native.AVAILABLE = available


def _timed(puzzle: Puzzle, decided: Solution) -> Timed:
    grids = [grid for grid in (decided.grid, decided.other) if grid is not None]
    start = Board(puzzle.height, puzzle.width)
    forget()
    began = time.process_time()
    explanation = explained(puzzle, start, grids, decided.outcome, UNLIMITED)
    return Timed(explanation, (time.process_time() - began) * 1000)


def _by_python(puzzle: Puzzle, decided: Solution) -> Timed:
    with _without_kernel():
        return _timed(puzzle, decided)


def _one_picture(runs: int, python: bool) -> None:
    puzzle = Puzzle.of(Grid.from_text(PICTURE.read_text()))
    decided = solve(puzzle)

    def explained_by(explain: Callable[[Puzzle, Solution], Timed]) -> list[float]:
        return [explain(puzzle, decided).milliseconds for _ in range(runs)]

    _report(f"explained by the {decided.engine}", explained_by(_timed), limit=60)
    if python:
        _report("explained by Python", explained_by(_by_python), limit=1000)
        _report("decided by Python", [_deciding(puzzle) for _ in range(runs)], limit=20)


def _deciding(puzzle: Puzzle) -> float:
    forget()
    began = time.process_time()
    search.decide(puzzle, Board(puzzle.height, puzzle.width), UNLIMITED)
    return (time.process_time() - began) * 1000


def _report(what: str, milliseconds: list[float], limit: int) -> None:
    print(
        f"40×40 {what}: median {statistics.median(milliseconds):.1f} ms, "
        f"slowest {max(milliseconds):.1f} ms of {len(milliseconds)}; it must be under {limit} ms"
    )


def _of_files(paths: list[Path], every: int, python: bool) -> int:
    """Returns how many explanations differ."""
    ours: list[float] = []
    theirs: list[float] = []
    steps = differing = 0
    for clued in read(paths, every):
        puzzle = Puzzle(clued.rows, clued.columns)
        decided = solve(puzzle)
        if decided.outcome not in (Outcome.UNIQUE, Outcome.MULTIPLE):
            continue
        first = _timed(puzzle, decided)
        steps += len(first.explanation.log)
        ours.append(first.milliseconds)
        if python:
            second = _by_python(puzzle, decided)
            theirs.append(second.milliseconds)
            if second.explanation != first.explanation:
                differing += 1
                print(f"{clued.collection}: {clued.name}: the explanations differ")
    print(f"{len(ours)} puzzles, {steps:,} steps")
    if python:
        print(f"{differing} explanations differ")
    for name, times in ((f"by the {decided.engine}", ours), ("by Python", theirs)):
        if times:
            print(
                f"{name}: {sum(times) / 1000:.2f} s, "
                f"median {statistics.median(times):.1f} ms, slowest {max(times):.0f} ms"
            )
    return differing


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("puzzles", nargs="*", type=Path, metavar="PUZZLES")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--without-python", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="of each file, only every nth puzzle")
    arguments = parser.parse_args()
    if arguments.puzzles:
        if _of_files(arguments.puzzles, arguments.every, not arguments.without_python):
            sys.exit(1)
    else:
        _one_picture(arguments.runs, not arguments.without_python)


if __name__ == "__main__":
    main()
