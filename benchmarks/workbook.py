"""Solving a workbook in a process of its own, beside openpyxl opening and saving it.

Run with the installed package: python benchmarks/workbook.py [runs]. The two take turns, and what
counts is processor time, which other programs disturb least. Modules are compiled once before, as
they are by an installation.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from xlnono import Grid, Puzzle
from xlnono.templates import template

PICTURES = Path(__file__).parents[1] / "samples" / "pictures"
MOST = {"cat-20x20": 0.7, "balloon-40x40": 0.9}
"""The pictures, and the greatest ratio that is fast enough."""
BARE = "import sys, openpyxl; openpyxl.load_workbook(sys.argv[1]).save(sys.argv[2])"


def processor_seconds(command: list[str], bytecode: Path) -> float:
    """The processor time of a process, with that of the processes that it waits for."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(bytecode)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def measured(picture: str, runs: int, folder: Path) -> list[tuple[float, float]]:
    """Seconds of openpyxl and of xlnono, turn by turn, without the first turn."""
    puzzle = Puzzle.of(Grid.from_text((PICTURES / f"{picture}.txt").read_text()))
    source, saved = folder / f"{picture}.xlsx", folder / "saved.xlsx"
    template.filled(source, puzzle.rows, puzzle.columns)
    bare = [sys.executable, "-c", BARE, str(source), str(saved)]
    ours = [str(Path(sys.executable).with_name("xlnono")), "solve", str(source)]
    ours += ["--out", str(folder / "out")]
    bytecode = folder / "bytecode"
    times = [
        (processor_seconds(bare, bytecode), processor_seconds(ours, bytecode))
        for _ in range(runs + 1)
    ]
    return times[1:]


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print(f"Processor seconds, medians of {runs} turns:")
    with tempfile.TemporaryDirectory() as folder:
        for picture, most in MOST.items():
            times = measured(picture, runs, Path(folder))
            bare, ours = (statistics.median(column) for column in zip(*times, strict=True))
            ratio = statistics.median(ours / bare for bare, ours in times)
            print(
                f"{picture:15} openpyxl load and save {bare:.3f}   xlnono solve {ours:.3f}   "
                f"ratio {ratio:.2f}; it must be at most {most}"
            )


if __name__ == "__main__":
    main()
