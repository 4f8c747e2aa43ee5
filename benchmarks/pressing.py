"""From the press of Solve to the painted board and its log, with the share of the program.

Run with LibreOffice installed: python benchmarks/pressing.py [programs] [--sizes 5 20] [--runs N]
The programs are those of the stories: calc, macros, plain, desktop. Each run opens a new workbook.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from xlnono import Grid

ROOT = Path(__file__).parents[1]
SEED = 3
IN_CALC = """\
#!{python}
import sys
from pathlib import Path
sys.path.insert(0, {folder!r})
from pressing import measured
sys.argv[1:3] = []
from xlnono.calc import main
with measured(Path({report!r}), started=True):
    main()
"""
"""The Python that the extension starts, which measures itself."""


class Times(NamedTuple):
    """Seconds: of the whole press, in the program, and for the solution and its explanation.

    `processor` is the processor time of the press in the process of xlnono, in which Calc's part
    does not count; where xlnono is started for the press, loading is included.
    """

    whole: float
    program: float
    solution: float
    processor: float

    @property
    def writing(self) -> float:
        """What is left: reading the puzzle, making the pages of the log and the replay."""
        return self.whole - self.program - self.solution


class _Timed:
    """A host that adds up how long its program takes."""

    def __init__(self, host: Any) -> None:
        self.host, self.seconds = host, 0.0

    def __getattr__(self, name: str) -> Any:
        held = getattr(self.host, name)
        return self._timed(held) if callable(held) else held

    def _timed(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: Any) -> Any:
            began = time.perf_counter()
            try:
                return work(*arguments)
            finally:
                self.seconds += time.perf_counter() - began

        return timed


@contextmanager
def measured(report: Path, *, started: bool = False) -> Iterator[None]:
    """Write how long the one press in this block takes to a file.

    `started`: this process was started for the press, so that all its time counts.
    """
    processor = 0.0 if started else time.process_time()
    press: Any = import_module("xlnono.buttons.press")
    actions: Any = import_module("xlnono.buttons.actions")
    hosts: list[_Timed] = []
    solutions: list[float] = []
    book, solve = press.LiveBook, actions.solve_from_marks

    def timed_book(host: Any) -> Any:
        hosts.append(_Timed(host))
        return book(hosts[-1])

    def timed_solve(*arguments: Any, **options: Any) -> Any:
        began = time.perf_counter()
        try:
            return solve(*arguments, **options)
        finally:
            solutions.append(time.perf_counter() - began)

    press.LiveBook = timed_book
    actions.solve_from_marks = timed_solve
    began = time.perf_counter()
    try:
        yield
    finally:
        whole = time.perf_counter() - began
        press.LiveBook, actions.solve_from_marks = book, solve
        program = sum(host.seconds for host in hosts)
        times = Times(whole, program, sum(solutions), time.process_time() - processor)
        report.write_text(json.dumps(times), "utf-8")


def pressed(program: str, picture: Grid, folder: Path) -> tuple[float, Times]:
    """How long Solve takes until it answers, and what Python has measured of it."""
    from tests.support.office import the_office
    from tests.support.sessions import opened

    report, chosen = folder / "times.json", None
    desk = opened(program, folder / "new", picture.row_clues(), picture.column_clues())
    try:
        if program == "calc":
            python, chosen = folder / "python", the_office().chosen_python
            facts = {"python": sys.executable, "folder": str(ROOT / "benchmarks")}
            python.write_text(IN_CALC.format(report=str(report), **facts), "utf-8")
            python.chmod(0o755)
            chosen.write_text(str(python), "utf-8")
            began = time.perf_counter()
            said = desk.press("solve")
        else:
            began = time.perf_counter()
            with measured(report):
                said = desk.press("solve")
        whole = time.perf_counter() - began
    finally:
        desk.close()
        if chosen is not None:
            chosen.unlink()
    assert said.startswith("Result: exactly one solution"), said
    return whole, Times(*json.loads(report.read_text("utf-8")))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", nargs="*", default=["calc", "macros"])
    parser.add_argument("--sizes", type=int, nargs="+", default=[5, 20, 60, 100])
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    from tests.support.blobs import blobs
    from tests.support.office import close_office

    print("Median seconds:")
    print("program     size   press  program  solution  writing  start and end  processor")
    try:
        for program in given.programs:
            for size in given.sizes:
                picture, found = blobs(size, SEED), []
                # The first press after LibreOffice has started takes longer.
                for run in range(given.runs + 1):
                    with tempfile.TemporaryDirectory() as folder:
                        whole, times = pressed(program, picture, Path(folder))
                    if run:
                        ends = whole - times.whole
                        parts = times.program, times.solution, times.writing, ends, times.processor
                        found.append((whole, *parts))
                medians = [statistics.median(column) for column in zip(*found, strict=True)]
                print(
                    "{:8} {:>3}×{:<3} {:7.2f} {:8.2f} {:9.2f} {:8.2f} {:14.2f} {:10.2f}".format(
                        program, size, size, *medians
                    ),
                    flush=True,
                )
    finally:
        close_office()


if __name__ == "__main__":
    main()
