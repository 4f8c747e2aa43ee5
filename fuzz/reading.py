"""Checks that reading any file ends with a puzzle or with one of xlnono's errors.

    python fuzz/reading.py --runs 5000 --seed 1

changes workbooks at random and reads them: the samples, a workbook with a bit of everything,
and those of `--corpus`. A run that ends otherwise, takes longer than 5 seconds or much memory
is reported, with the file that shows it. The same seed gives the same runs.
"""

from __future__ import annotations

import resource
import signal
import sys
import traceback
from pathlib import Path

from mutations import mutated
from running import fuzz

from xlnono.errors import XlnonoError
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.xlsx.book import open_book

SECONDS = 5
MEGABYTES = 400
"""The most memory that a run may add."""


def read(path: Path) -> list[str]:
    """The outcome of reading a file, sheet by sheet. Any exception but XlnonoError is a defect."""
    try:
        book = open_book(path)
        sheets = book.sheets()
    except XlnonoError as error:
        return [_described(error)]
    found = []
    for sheet in sheets:
        try:
            read_puzzle(sheet)
            found.append("puzzle")
        except XlnonoError as error:
            found.append(_described(error))
    return found


def _described(error: XlnonoError) -> str:
    for language in ("en", "ja"):
        error.text(language).encode()
    return error.code


def _peak() -> int:
    """The most memory in use so far, in megabytes."""
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit


def check(path: Path, _run: int) -> tuple[list[str], str | None]:
    """The outcome of reading a file, and the defect, if there is one."""
    before, found, trouble = _peak(), [], None
    signal.alarm(SECONDS)
    try:
        found = read(path)
    except Exception:
        trouble = traceback.format_exc()
    finally:
        signal.alarm(0)
    if _peak() - before > MEGABYTES:
        trouble = f"{_peak() - before} MB of memory\n{trouble or ''}"
    return found, trouble


if __name__ == "__main__":
    sys.exit(fuzz(__doc__, mutated, check))
