"""Whatever the bytes of a file, reading it ends with a puzzle or with one of xlnono's errors.

    python fuzz/reading.py --runs 5000 --seed 1

changes workbooks at random and reads them: the samples, a workbook with a bit of everything,
and those of `--corpus`. A run that ends otherwise, takes longer than 5 seconds or much memory
is reported, with the file that shows it. The same seed gives the same runs.
"""

from __future__ import annotations

import argparse
import resource
import signal
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path

from mutations import corpus, mutated

from xlnono.errors import XlnonoError
from xlnono.workbook.package import open_book
from xlnono.workbook.reading import read_puzzle

SECONDS = 5
MEGABYTES = 400
"""The most that a run may add to the memory in use."""


def read(path: Path) -> list[str]:
    """What reading a file came to, sheet by sheet. Anything but XlnonoError is a defect."""
    try:
        book = open_book(path)
        sheets = book.sheets()
    except XlnonoError as error:
        return [_told(error)]
    found = []
    for sheet in sheets:
        try:
            read_puzzle(sheet)
            found.append("puzzle")
        except XlnonoError as error:
            found.append(_told(error))
    return found


def _told(error: XlnonoError) -> str:
    for language in ("en", "ja"):
        error.text(language).encode()
    return error.code


def _stop(*_: object) -> None:
    raise TimeoutError(f"not done in {SECONDS} seconds")


def _peak() -> int:
    """The most memory in use so far, in megabytes."""
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--corpus", type=Path)
    wanted = parser.parse_args()
    seeds = corpus(wanted.corpus)
    outcomes: Counter[str] = Counter()
    folder = Path(tempfile.mkdtemp(prefix="xlnono-fuzz-"))
    path = folder / "run.xlsx"
    defects = 0
    # What is shown of a defect may be what cannot be written.
    sys.stdout.reconfigure(errors="backslashreplace")
    signal.signal(signal.SIGALRM, _stop)
    for run in range(wanted.runs):
        content = mutated(seeds, wanted.seed, run)
        path.write_bytes(content)
        before = _peak()
        trouble = None
        signal.alarm(SECONDS)
        try:
            outcomes.update(read(path))
        except Exception:
            trouble = traceback.format_exc()
        finally:
            signal.alarm(0)
        if _peak() - before > MEGABYTES:
            trouble = f"{_peak() - before} MB of memory\n{trouble or ''}"
        if trouble is not None:
            defects += 1
            kept = folder / f"{wanted.seed}-{run}.xlsx"
            kept.write_bytes(content)
            print(f"{kept}:\n{trouble}")
    path.unlink(missing_ok=True)
    print(f"{wanted.runs} runs, {defects} defects")
    for outcome, count in outcomes.most_common():
        print(f"{count:8} {outcome}")
    return 1 if defects else 0


if __name__ == "__main__":
    sys.exit(main())
