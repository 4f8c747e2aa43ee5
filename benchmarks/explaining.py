"""Explaining and deciding a 40×40 puzzle in Python, each with empty caches.

Run: python benchmarks/explaining.py [runs]
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

import xlnono
from xlnono.engine.line import fits, settle

PICTURE = Path(__file__).parents[1] / "samples" / "pictures" / "balloon-40x40.txt"


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    puzzle = xlnono.Puzzle.of(xlnono.Grid.from_text(PICTURE.read_text()))
    for explain, limit in ((True, 1000), (False, 20)):
        times = []
        for _ in range(runs):
            settle.cache_clear()
            fits.cache_clear()
            began = time.perf_counter()
            solution = xlnono.solve(puzzle, explain=explain)
            times.append((time.perf_counter() - began) * 1000)
        assert solution.outcome is xlnono.Outcome.UNIQUE
        what = "with its whole log" if explain else "without the log"
        print(
            f"40×40 {what}: median {statistics.median(times):.1f} ms, "
            f"slowest {max(times):.1f} ms of {runs}; it must be under {limit} ms"
        )


if __name__ == "__main__":
    main()
