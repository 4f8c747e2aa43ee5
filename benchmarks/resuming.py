"""Kills batches at random moments and resumes them with `--resume`.

A batch is killed again and again, each time a little later, until it finishes. Then its folder and
its report must be the same as those of an undisturbed batch, except for times; every file must be
complete after each kill. Then this is repeated in a new folder.

Run with the installed package, not on Windows: python benchmarks/resuming.py [kills] [workbooks]
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from xlnono import Grid, Puzzle
from xlnono.templates import template

SEED = 1
SMALLEST, LARGEST = 5, 25
PROCESSES = 2
BEYOND = 1.1
"""The latest moment of a kill, as a fraction of the usual time of a batch."""

Parts = dict[str, bytes]
_TIME = re.compile(rb"\d+\.\d{3} s")


def _make(folder: Path, chance: random.Random, workbooks: int) -> None:
    for number in range(workbooks):
        height, width = (chance.randint(SMALLEST, LARGEST) for _ in range(2))
        rows = ["".join(chance.choices("#.", (3, 2), k=width)) for _ in range(height)]
        puzzle = Puzzle.of(Grid.from_text("\n".join(rows)))
        (folder / f"{number % 3}").mkdir(parents=True, exist_ok=True)
        template.filled(folder / f"{number % 3}/{number}.xlsx", puzzle.rows, puzzle.columns)


def _batch(sources: Path, out: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", "from xlnono.cli import main; main()", "batch", str(sources)]
    options = ["--resume", "--quiet", "--out", str(out), "--jobs", str(PROCESSES), "--lang", "en"]
    report = ["--report", str(out / "report.jsonl")]
    # Python reports there what a killed process left to clean up.
    return subprocess.Popen([*command, *options, *report], stderr=subprocess.DEVNULL)


def _workbooks(out: Path) -> dict[str, Parts]:
    """The written workbooks, without times. Raises an error if one is not complete."""
    found = {}
    for path in sorted(out.rglob("*.xlsx")):
        with zipfile.ZipFile(path) as parts:
            if (damaged := parts.testzip()) is not None:
                raise zipfile.BadZipFile(damaged)
            held = {name: _TIME.sub(b"", parts.read(name)) for name in parts.namelist()}
        found[str(path.relative_to(out))] = held
    return found


def _records(out: Path) -> list[object]:
    found = []
    for line in (out / "report.jsonl").read_text("utf-8").splitlines():
        result = json.loads(line)
        result["target"] = str(Path(result["target"]).relative_to(out))
        for holder in (result, *result["puzzles"]):
            del holder["seconds"]
        found.append(result)
    return sorted(found, key=lambda result: result["source"])


def main() -> int:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    workbooks = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    chance = random.Random(SEED)
    done = folders = differing = damaged = 0
    with tempfile.TemporaryDirectory() as place:
        sources = Path(place) / "sources"
        _make(sources, chance, workbooks)
        undisturbed = Path(place) / "undisturbed"
        began = time.perf_counter()
        _batch(sources, undisturbed).wait()
        usual = time.perf_counter() - began
        wanted = _workbooks(undisturbed), _records(undisturbed)
        if len(wanted[0]) != workbooks:
            raise RuntimeError(f"{len(wanted[0])} of {workbooks} workbooks were written")
        while done < kills:
            out = Path(place) / f"{folders}"
            finished = False
            while not finished:
                batch = _batch(sources, out)
                try:
                    moment = chance.uniform(0, BEYOND * usual) if done < kills else None
                    finished = batch.wait(moment) >= 0
                except subprocess.TimeoutExpired:
                    batch.kill()
                    batch.wait()
                    done += 1
                try:
                    found = _workbooks(out)
                except zipfile.BadZipFile:
                    damaged += 1
            folders += 1
            differing += (found, _records(out)) != wanted
    print(f"{done} kills of batches of {workbooks} workbooks, which then resumed")
    print(f"damaged workbooks after a kill: {damaged}; it must be 0")
    print(f"{differing} of {folders} folders differ from the undisturbed one; it must be 0")
    return 1 if damaged or differing else 0


if __name__ == "__main__":
    sys.exit(main())
