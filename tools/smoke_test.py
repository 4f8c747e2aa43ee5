"""Checks an installed xlnono: its engine, and that it solves and explains a workbook.

    python tools/smoke_test.py kernel    # or: python

Prints how long solving the samples takes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
NAMES = {"kernel": "compiled solver", "python": "slower solver in Python"}


def said(*words: str | Path) -> str:
    """What the command prints, run outside this repository."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "xlnono", *words],
            cwd=folder,
            env={**os.environ, "PYTHONUTF8": "1"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    if done.returncode:
        raise SystemExit(f"xlnono {words[0]}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def main() -> None:
    (engine,) = sys.argv[1:]
    version = said("--version", "--lang", "en")
    if NAMES[engine] not in version:
        raise SystemExit(f"not the {NAMES[engine]}: {version}")
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        sources = sorted(SAMPLES.glob("*.xlsx"))
        said("solve", *sources, "--out", folder, "--lang", "en")
        seconds = time.perf_counter() - begin
        solved = {path.name for path in Path(folder).glob("*.xlsx")}
        if solved != {path.name for path in sources}:
            raise SystemExit(f"not solved: {sources}")
    print(f"{version.strip()}: {len(sources)} samples solved in {seconds:.1f} s")


if __name__ == "__main__":
    main()
