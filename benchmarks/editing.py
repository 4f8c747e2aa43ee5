"""Writing a 100×100 board and a log of 20,000 rows into a workbook that has both already,
beside openpyxl opening and saving the same file.

Each in a process of its own, turn by turn: `python benchmarks/editing.py [--runs N]`.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from xlnono.model.board import Grid
from xlnono.model.puzzle import Puzzle
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Page, PageCell, Style
from xlnono.templates import template
from xlnono.xlsx.book import open_book

SIZE, ROWS = 100, 20_000
OPENPYXL = "import sys, openpyxl; openpyxl.load_workbook(sys.argv[1]).save(sys.argv[2])"


def log_page(seed: int) -> Page:
    """A page like a log sheet, with texts that differ by the seed."""
    numbers = random.Random(seed)
    rows: list[list[PageCell | None]] = [
        [PageCell(head, bold=True, fill="D9E1F2") for head in ("Step", "Line", "Why", "Left")]
    ]
    for step in range(1, ROWS + 1):
        line, first, last = (numbers.randint(1, SIZE) for _ in range(3))
        rows.append(
            [
                PageCell(step),
                PageCell(f"row {line}", link=f"'Puzzle'!$A${line}"),
                PageCell("overlap"),
                PageCell(f"{first} to {last} ■", wrap=True),
                PageCell(
                    f"Counting from both ends, the {line} lies between {first} and {last}, so it "
                    "is black in any case.",
                    wrap=True,
                ),
                PageCell(f"C{first}:C{last}"),
                PageCell(numbers.randint(0, SIZE * SIZE)),
                PageCell(step * 3),
            ]
        )
    return Page(
        rows, [7, 19, 24, 26, 62, 24, 21, 12], [15.0] * len(rows), 1, True,
        Area(1, 1, len(rows), 8), [],
    )  # fmt: skip


def write(source: Path, target: Path, seed: int) -> None:
    """Paint all cells of the board and replace the log."""
    book = open_book(source)
    sheet = book.sheets()[0]
    grid = Area.parse(sheet.names()["xlnono_grid"].rpartition("!")[2])
    numbers = random.Random(seed)
    picture = [[numbers.randint(0, 1) for _ in range(SIZE)] for _ in range(SIZE)]
    sheet.write(grid, picture)
    for value, fill in ((1, "262626"), (0, None)):
        areas = [
            Area(grid.row + row, grid.column + column)
            for row in range(SIZE)
            for column in range(SIZE)
            if picture[row][column] == value
        ]
        sheet.restyle(areas, Style(fill, centred=True))
    book.put_page("Log", log_page(seed), sheet)
    book.save(target)


def measured(command: list[str]) -> tuple[float, float]:
    """Seconds and peak megabytes of a process."""
    start = time.perf_counter()
    with subprocess.Popen(command) as process:
        _, status, usage = resource_of(process.pid)
        process.returncode = status
    if status:
        raise SystemExit(f"{command} ended with {status}")
    return time.perf_counter() - start, usage


def resource_of(process: int) -> tuple[int, int, float]:
    """Wait for a process; its id, exit status and peak memory in megabytes."""
    import os

    found, status, usage = os.wait4(process, 0)
    return found, os.waitstatus_to_exitcode(status), usage.ru_maxrss / 1024


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--write", nargs=2, type=Path, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.write:
        write(*chosen.write, seed=2)
        return
    with tempfile.TemporaryDirectory() as folder:
        blank, source, target = (Path(folder, name) for name in ("a.xlsx", "b.xlsx", "c.xlsx"))
        numbers = random.Random(0)
        grid = Grid(tuple(numbers.getrandbits(SIZE) for _ in range(SIZE)), SIZE)
        puzzle = Puzzle.of(grid)
        template.filled(blank, puzzle.rows, puzzle.columns)
        write(blank, source, seed=1)
        ours: list[tuple[float, float]] = []
        theirs: list[tuple[float, float]] = []
        for _ in range(chosen.runs):
            ours.append(measured([sys.executable, __file__, "--write", str(source), str(target)]))
            theirs.append(measured([sys.executable, "-c", OPENPYXL, str(source), str(target)]))
        print(f"{source.stat().st_size / 1e6:.1f} MB, medians of {chosen.runs} runs")
        for name, figures in (("xlnono", ours), ("openpyxl", theirs)):
            seconds, memory = (statistics.median(column) for column in zip(*figures, strict=True))
            print(f"{name:10} {seconds:6.2f} s {memory:7.0f} MB")


if __name__ == "__main__":
    main()
