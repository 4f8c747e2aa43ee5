"""Solving a 20×20 workbook in a process of its own, beside openpyxl opening and saving it.

Run with the installed package: python benchmarks/workbook.py [runs]. Modules are compiled
once before, as they are by an installation.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from xlnono import Grid, Puzzle
from xlnono.templates import template

PICTURE = Path(__file__).parents[1] / "samples" / "pictures" / "cat-20x20.txt"
BARE = "import sys, openpyxl; openpyxl.load_workbook(sys.argv[1]).save(sys.argv[2])"


def _seconds(command: list[str], bytecode: Path) -> float:
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(bytecode)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return time.perf_counter() - began


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    puzzle = Puzzle.of(Grid.from_text(PICTURE.read_text()))
    with tempfile.TemporaryDirectory() as folder:
        source, saved, out = (Path(folder, name) for name in ("cat.xlsx", "saved.xlsx", "out"))
        template.filled(source, puzzle.rows, puzzle.columns)
        bare = [sys.executable, "-c", BARE, str(source), str(saved)]
        ours = [str(Path(sys.executable).with_name("xlnono")), "solve", str(source)]
        ours += ["--out", str(out)]
        bytecode = Path(folder, "bytecode")
        times = [(_seconds(bare, bytecode), _seconds(ours, bytecode)) for _ in range(runs + 1)]
        del times[0]
    first, second = (statistics.median(column) for column in zip(*times, strict=True))
    print(
        f"openpyxl load and save: {first:.3f} s, xlnono solve: {second:.3f} s (medians of {runs})"
    )
    print(f"ratio {second / first:.2f}; it must be at most 1.5")


if __name__ == "__main__":
    main()
