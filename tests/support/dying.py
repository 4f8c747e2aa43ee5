"""What the tests of faults run in processes of their own."""

from __future__ import annotations

import io
import os
import signal
import sys
from multiprocessing.synchronize import Barrier
from pathlib import Path
from types import FrameType
from typing import Any

from xlnono.files.writing import write_whole
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook

DONE, BUSY, OTHERWISE = 0, 3, 4


def write_until(path: Path, content: bytes, calls: int) -> None:
    """Write a file, and be killed before that many calls to the system have been made for it."""
    left = calls

    def count(_: FrameType, event: str, called: Any) -> None:
        nonlocal left
        if event != "c_call":
            return
        of_stream = isinstance(getattr(called, "__self__", None), io.IOBase)
        if of_stream or called.__module__ in ("posix", "fcntl", "_io"):
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(count)
    write_whole(path, content)


def solve_together(path: Path, start: Barrier) -> None:
    """Solve a workbook as soon as the others are there too; the exit code says what came of it."""
    start.wait()
    result = solve_workbook(Job(path, path))
    codes = [error.code for error in result.errors]
    if result.written and not codes:
        sys.exit(DONE)
    sys.exit(BUSY if codes == ["file-busy"] and not result.written else OTHERWISE)
