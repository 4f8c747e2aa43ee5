"""A folder of workbooks through `xlnono batch`, beside openpyxl opening and saving the same files.

Run with the installed package: python benchmarks/batching.py [workbooks] [--memory].
Each way is a process of its own, from its start to its end, the ways one after the other. The ratio
is that of the processor time, with that of the processes it has started. With
--memory only the peak memory of `xlnono batch` is measured: of all its processes together, shared
pages counted once.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import numpy as np

from xlnono import Grid, Puzzle
from xlnono.templates import template

BARE = """
import sys
from pathlib import Path
import openpyxl
source, out = map(Path, sys.argv[1:])
for path in sorted(source.rglob("*.xlsx")):
    target = out / path.relative_to(source)
    target.parent.mkdir(parents=True, exist_ok=True)
    openpyxl.load_workbook(path).save(target)
"""
DIFFERENT = 1000
"""The number of different puzzles; any more are copies."""
MOST = {"--no-explain --jobs 1": 0.6, "--explain --jobs 1": 1.5}
"""The greatest ratios that are fast enough."""
SMALLEST, LARGEST = 10, 30
"""Cells along a side, in steps of 5 as in magazines."""


def _grid(rng: np.random.Generator, height: int, width: int) -> Grid:
    """A picture of blobs, about half of it black."""
    noise = rng.random((height + 4, width + 4))
    smooth = sum(noise[k : k + height, j : j + width] for k in range(5) for j in range(5))
    return Grid.from_cells((smooth > np.median(smooth)).tolist())


def make(folder: Path, count: int) -> None:
    """Fill a folder with puzzles, a hundred in each folder below it."""
    rng = np.random.default_rng(7)
    made: list[Path] = []
    for number in range(count):
        path = folder / f"{number // 100:03}" / f"puzzle-{number:05}.xlsx"
        path.parent.mkdir(parents=True, exist_ok=True)
        if number >= DIFFERENT:
            shutil.copy(made[number % DIFFERENT], path)
            continue
        height, width = (int(n) for n in rng.integers(SMALLEST // 5, LARGEST // 5 + 1, 2) * 5)
        puzzle = Puzzle.of(_grid(rng, height, width))
        template.filled(path, puzzle.rows, puzzle.columns)
        made.append(path)


def _batch(source: Path, out: Path, *options: str) -> list[str]:
    program = str(Path(sys.executable).with_name("xlnono"))
    return [program, "batch", str(source), "--out", str(out), "--quiet", *options]


def _run(command: list[str]) -> tuple[float, float]:
    """Seconds by the clock, and of the processors."""
    began, before = time.perf_counter(), _processors()
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode not in (0, 1) or done.stderr:
        sys.exit(f"{command} ended with {done.returncode}: {done.stderr[-500:]}")
    return time.perf_counter() - began, _processors() - before


def _processors() -> float:
    """The processor time of all processes that have been started and have ended."""
    spent = os.times()
    return spent.children_user + spent.children_system


def _children(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *_children(child)]
    return found


def _memory(pid: int) -> int:
    """The memory of a process and its descendants in KiB."""
    total = 0
    for each in (pid, *_children(pid)):
        for line in Path(f"/proc/{each}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1])
    return total


def _peak(command: list[str]) -> int:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    peak = 0
    while process.poll() is None:
        with suppress(OSError):  # it has just ended
            peak = max(peak, _memory(process.pid))
        threading.Event().wait(0.2)
    return peak


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("workbooks", type=int, nargs="?", default=1000)
    parser.add_argument("--memory", action="store_true")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "in"
        make(source, wanted.workbooks)
        if wanted.memory:
            command = _batch(source, folder / "out", "--no-explain", "--jobs", "2")
            command += ["--report", str(folder / "report.xlsx")]
            print(
                f"{wanted.workbooks} workbooks, 2 processes: peak {_peak(command) / 1024:.0f} MiB"
            )
            return
        ways = {
            "openpyxl, load and save": [sys.executable, "-c", BARE, str(source), f"{folder}/bare"]
        }
        for explain in ("--no-explain", "--explain"):
            for processes in ("1", "2"):
                options = (explain, "--jobs", processes)
                ways[" ".join(options)] = _batch(source, folder / "".join(options), *options)
        bare = 0.0
        for way, command in ways.items():
            seconds, processors = _run(command)
            bare = bare or processors
            most = MOST.get(way)
            print(
                f"{way:25} {seconds:7.1f} s {wanted.workbooks / seconds:7.1f} workbooks/s"
                f"   processors {processors / wanted.workbooks * 1000:6.1f} ms a workbook"
                f"   ratio {processors / bare:.2f}"
                + ("" if most is None else f"; it must be at most {most}"),
                flush=True,
            )


if __name__ == "__main__":
    main()
