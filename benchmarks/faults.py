"""Kills solves at random moments and checks the workbooks they leave.

Half of the kills fall anywhere in a solve, half while its result is written. After each kill
the file must be the old one, byte for byte, or a complete new one, which solving again does not
change. That next solve must also remove everything the killed one left in the folder.

Run with the installed package, not on Windows: python benchmarks/faults.py [kills] [workbooks]
"""

from __future__ import annotations

import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from xlnono import Grid, Puzzle
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.templates import template

SEED = 1
SMALLEST, LARGEST = 5, 20
BEYOND = 1.2
"""The latest moment of a kill, as a fraction of the usual time of a solve."""
WARM_UP = 3


def _made(folder: Path, chance: random.Random, number: int) -> Path:
    height, width = (chance.randint(SMALLEST, LARGEST) for _ in range(2))
    rows = ["".join(chance.choices("#.", (3, 2), k=width)) for _ in range(height)]
    puzzle = Puzzle.of(Grid.from_text("\n".join(rows)))
    path = folder / f"{number}.xlsx"
    template.filled(path, puzzle.rows, puzzle.columns)
    return path


def _solve(path: Path) -> bool:
    result = solve_workbook(Job(path, path))
    return result.written and not result.errors


class _Solve:
    """A solve in a process of its own, which reports when it starts to write."""

    def __init__(self, path: Path) -> None:
        self._reports, reporting = os.pipe()
        self.process = os.fork()
        if self.process:
            os.close(reporting)
            return

        def tell(event: str, facts: tuple[object, ...]) -> None:
            if event == "open" and str(facts[0]).endswith(".tmp"):
                os.write(reporting, b"!")

        sys.addaudithook(tell)
        os._exit(0 if _solve(path) else 1)

    def await_writing(self) -> None:
        os.read(self._reports, 1)

    def kill(self) -> None:
        os.kill(self.process, signal.SIGKILL)

    def ended(self) -> bool:
        """Whether it finished without an error."""
        os.close(self._reports)
        _, status = os.waitpid(self.process, 0)
        return status == 0


def _usual(path: Path) -> tuple[float, float]:
    """How many seconds a solve takes until it writes, and then to its end."""
    old = path.read_bytes()
    # The first solve loads and compiles modules for the later processes.
    _solve(path)
    path.write_bytes(old)
    times = []
    for _ in range(WARM_UP):
        began = time.perf_counter()
        solve = _Solve(path)
        solve.await_writing()
        writes = time.perf_counter()
        if not solve.ended():
            raise RuntimeError(f"{path} cannot be solved")
        times.append((writes - began, time.perf_counter() - writes))
        path.write_bytes(old)
    before, writing = (statistics.median(column) for column in zip(*times, strict=True))
    return before, writing


def _outcome(path: Path, old: bytes) -> str:
    """The state of a workbook after a kill: old, new or damaged, or with files left over."""
    found = path.read_bytes()
    solved = _Solve(path).ended()
    if not solved or (found != old and path.read_bytes() != found):
        return "damaged"
    if len(list(path.parent.iterdir())) > 1:
        return "left over"
    return "old" if found == old else "new"


def main() -> int:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    workbooks = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    chance = random.Random(SEED)
    counts: Counter[tuple[str, str]] = Counter()
    for number in range(workbooks):
        with tempfile.TemporaryDirectory() as folder:
            path = _made(Path(folder), chance, number)
            old = path.read_bytes()
            before, writing = _usual(path)
            for kill in range(number, kills, workbooks):
                while_writing = kill // workbooks % 2 == 1
                solve = _Solve(path)
                if while_writing:
                    solve.await_writing()
                    time.sleep(chance.uniform(0, BEYOND * writing))
                else:
                    time.sleep(chance.uniform(0, BEYOND * (before + writing)))
                solve.kill()
                solve.ended()
                moment = "while writing" if while_writing else "at any moment"
                counts[moment, _outcome(path, old)] += 1
                path.write_bytes(old)
    print(f"{kills} kills over {workbooks} workbooks")
    for moment in ("at any moment", "while writing"):
        figures = [f"{counts[moment, end]} {end}" for end in ("old", "new", "damaged", "left over")]
        print(f"{moment}: {', '.join(figures)}")
    good = sum(count for (_, end), count in counts.items() if end in ("old", "new"))
    print(f"{kills - good} of {kills} harmed; it must be 0")
    return 0 if good == kills else 1


if __name__ == "__main__":
    sys.exit(main())
