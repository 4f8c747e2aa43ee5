"""Checks that solving changes nothing in a workbook except for the solution.

    python fuzz/solving.py --runs 1000 --seed 1

changes workbooks at random (half of them as `structures` does, the others as `mutations`),
solves them in place, and solves them once more. Each of these is a defect, reported with the
file that shows it:

- any exception but XlnonoError, or more than 8 seconds,
- a workbook that openpyxl opened before and does not open afterwards,
- a value or formula that was changed outside of the grid (but an array over the grid, of which
  solving leaves the values),
- a file that was changed although nothing was solved,
- a second solve that changes the file again, unless one of them ran out of time.

The same seed gives the same runs.
"""

from __future__ import annotations

import io
import random
import re
import signal
import sys
import traceback
import warnings
from collections.abc import Iterator
from pathlib import Path

import openpyxl
from mutations import mutated
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula
from openpyxl.worksheet.worksheet import Worksheet
from running import fuzz
from structures import changed_structure

from xlnono.errors import XlnonoError
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import Solved, solve_workbook
from xlnono.model.solution import Explained, Outcome, Solution
from xlnono.spreadsheet.area import Area

SECONDS = 8
SOLVING = 1.0
"""The time limit for each puzzle."""
OPENING = 4
SMALL = 30_000
"""Larger workbooks would make the runs few."""


class Defect(Exception):
    """A violation of the rules above."""


def opened(content: bytes) -> dict[str, dict[str, str]] | None:
    """The content of each worksheet by cell, read by openpyxl; None if it cannot open the file."""
    try:
        with warnings.catch_warnings(action="ignore"):
            book = openpyxl.load_workbook(io.BytesIO(content))
        return {sheet.title: _typed(sheet) for sheet in book.worksheets}
    except Exception:
        # It raises all kinds of exceptions, and some areas take it forever.
        return None


def _typed(sheet: Worksheet) -> dict[str, str]:
    """The typed cells of a sheet; results of arrays can be calculated again."""
    cells = [cell for row in sheet.iter_rows() for cell in row if cell.value is not None]
    arrays = [
        Area.parse(cell.value.ref)
        for cell in cells
        if isinstance(cell.value, ArrayFormula | DataTableFormula)
    ]
    return {
        cell.coordinate: str(getattr(cell.value, "__dict__", cell.value))
        for cell in cells
        if not any(area.contains(Area(cell.row, cell.column)) for area in arrays)
    }


def _areas(address: str, value: str) -> Iterator[Area]:
    """The cell that holds a value, and the cells that it fills as an array."""
    yield Area.parse(address)
    if filled := re.search(r"'ref': '([A-Z0-9:]+)'", value):
        yield Area.parse(filled[1])


def _changes(
    before: dict[str, dict[str, str]], after: dict[str, dict[str, str]], solved: list[Solved]
) -> Iterator[str]:
    grids = {one.read.title: one.read.layout.grid for one in solved}
    for title, cells in before.items():
        now, grid = after.get(title, {}), grids.get(title)
        for address, value in cells.items():
            painted = grid is not None and any(map(grid.intersects, _areas(address, value)))
            if not painted and now.get(address) != value:
                yield f"{title}!{address}: {value!r} became {now.get(address)!r}"


def _solve(path: Path, *, explain: bool) -> tuple[list[Solved], list[XlnonoError]]:
    done = solve_workbook(Job(path, path), seconds=SOLVING, explain=explain)
    for error in done.errors:
        for language in ("en", "ja"):
            error.text(language).encode()
    return done.puzzles if done.written else [], done.errors


def _cut_short(solution: Solution) -> bool:
    """Whether a solve ended at its time limit; its result then varies from run to run."""
    # With one solution reached in steps, only a lack of time explains a missing grade.
    reached = solution.outcome is Outcome.UNIQUE and bool(solution.log)
    return (
        solution.outcome is Outcome.UNDECIDED
        or solution.explained is Explained.CUT
        or (reached and solution.difficulty is None)
    )


def check(path: Path, *, explain: bool) -> str:
    """Solve a file twice; returns the outcome in a word. Raises Defect."""
    original = path.read_bytes()
    signal.alarm(OPENING)
    before = opened(original)
    signal.alarm(SECONDS)
    solved, errors = _solve(path, explain=explain)
    content = path.read_bytes()
    if not solved:
        if content != original:
            raise Defect("the file was changed, though nothing was solved")
        return "left alone: " + ", ".join(sorted({error.code for error in errors}))
    if before is not None:
        after = opened(content)
        if after is None:
            raise Defect("openpyxl can no longer open the file")
        own = {one.read.title for one in solved}
        companions = {title for title in before if title not in own and "log" in title}
        puzzle_sheets = {title: cells for title, cells in before.items() if title not in companions}
        if changes := list(_changes(puzzle_sheets, after, solved)):
            raise Defect("\n".join(changes[:5]))
    again, _ = _solve(path, explain=explain)
    if path.read_bytes() != content and not any(_cut_short(one.solution) for one in solved + again):
        raise Defect("solving again changed the file")
    return "solved" if before is not None else "solved, though openpyxl does not open it"


def content_of(seeds: list[bytes], seed: int, run: int) -> bytes:
    """The file of one run."""
    rng = random.Random(f"{seed} {run} structure")
    if rng.random() < 0.5:
        return mutated(seeds, seed, run)
    return changed_structure(rng.choice((seeds[0], rng.choice(seeds))), rng)


def checked(path: Path, run: int) -> tuple[list[str], str | None]:
    """The outcome of a run, and the defect, if there is one."""
    try:
        return [check(path, explain=run % 4 == 0)], None
    except Exception:
        return [], traceback.format_exc()
    finally:
        signal.alarm(0)


if __name__ == "__main__":
    sys.exit(fuzz(__doc__, content_of, checked, SMALL))
