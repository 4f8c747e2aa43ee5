"""Explaining and deciding a 40×40 puzzle in Python, each with empty caches.

Run: python benchmarks/explaining.py [runs]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import xlnono
from xlnono.engine import ENGINE
from xlnono.engine.clock import Clock
from xlnono.engine.decide import search
from xlnono.engine.line import forget

PICTURE = Path(__file__).parents[1] / "samples" / "pictures" / "balloon-40x40.txt"


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    puzzle = xlnono.Puzzle.of(xlnono.Grid.from_text(PICTURE.read_text()))
    empty = xlnono.Board(puzzle.height, puzzle.width)
    _report(
        "explained with its whole log, decided by the " + ENGINE,
        lambda: xlnono.solve(puzzle, explain=True),
        runs,
        1000,
    )
    _report("decided by Python", lambda: search.decide(puzzle, empty, Clock()), runs, 20)


def _report(what: str, work: Callable[[], object], runs: int, limit: int) -> None:
    times = []
    for _ in range(runs):
        forget()
        began = time.perf_counter()
        work()
        times.append((time.perf_counter() - began) * 1000)
    print(
        f"40×40 {what}: median {statistics.median(times):.1f} ms, "
        f"slowest {max(times):.1f} ms of {runs}; it must be under {limit} ms"
    )


if __name__ == "__main__":
    main()
