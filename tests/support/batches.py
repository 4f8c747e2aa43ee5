"""Folders of puzzles for the tests of batches, and a look at the processes that work on them."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.support.workbooks import ONLY, Arrangement, book_with
from xlnono.jobs.sources import Job
from xlnono.model.board import Grid

SIZE = 60
PATIENT = 60.0
"""Seconds after which something will not happen any more, however busy the machine is."""
_FIGURE = re.compile(rb"\d+\.\d{3} s")
"""A time on a log sheet."""


def undecidable(path: Path) -> Path:
    """A workbook with a puzzle that nobody can decide in a minute."""
    chance = random.Random(1)
    # With as many black cells as white ones, a picture is found in no time.
    rows = ["".join(chance.choices("#.", (2, 3), k=SIZE)) for _ in range(SIZE)]
    return book_with(path, Grid.from_text("\n".join(rows)), Arrangement(40, 40), title="big")


def small(folder: Path, *names: str) -> list[Path]:
    """Workbooks with a puzzle that is solved at once."""
    folder.mkdir(parents=True, exist_ok=True)
    return [book_with(folder / f"{name}.xlsx", ONLY) for name in names]


def jobs_of(paths: Sequence[Path], out: Path) -> list[Job]:
    return [Job(path, out / path.name) for path in paths]


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENT
    while not condition():
        assert time.monotonic() < end, "this never happened"
        time.sleep(0.01)


def in_hand(out: Path) -> bool:
    """Whether somebody works on a file of this folder, which must be there from the start."""
    return any(lock.stem != ".xlnono-batch" for lock in out.glob(".xlnono-*.lock"))


def workers() -> list[int]:
    """The processes that this one has started."""
    return [child.pid for child in multiprocessing.active_children() if child.pid is not None]


def children(parent: int) -> list[int]:
    """The processes that another one has started and that live."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, above = stat.read_text().rpartition(")")[2].split()[:2]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(above) == parent and state != "Z":
            found.append(int(stat.parent.name))
    return found


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def kill(*processes: int) -> None:
    for process in processes:
        os.kill(process, signal.SIGKILL)


COMMAND = [sys.executable, "-c", "from xlnono.cli import main; main()", "batch"]


def started(*words: object, **settings: object) -> subprocess.Popen[str]:
    """The command in a session of its own, as in a terminal, in English and with pipes."""
    plain = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
    return subprocess.Popen(
        [*COMMAND, *map(str, words)],
        env={**os.environ, **plain},
        encoding="utf-8",
        start_new_session=True,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **settings},
    )


def files(folder: Path) -> dict[str, bytes]:
    """All that lies below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def solved(folder: Path) -> dict[str, dict[str, bytes]]:
    """The workbooks below a folder, each with its parts but for the times in them."""
    found = {}
    for path in sorted(folder.rglob("[!~]*.xls[xm]")):
        if path.is_dir():
            continue
        with zipfile.ZipFile(path) as parts:
            assert parts.testzip() is None
            held = {name: _FIGURE.sub(b"", parts.read(name)) for name in parts.namelist()}
        found[path.relative_to(folder).as_posix()] = held
    return found


def parsed(path: Path) -> list[dict[str, object]]:
    """The results in a report of lines, in the order of the files and without times."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        result = json.loads(line)
        for holder in (result, *result["puzzles"]):
            holder["seconds"] = None
        found.append(result)
    return sorted(found, key=lambda result: str(result["source"]))
