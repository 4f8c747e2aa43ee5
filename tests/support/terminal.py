"""A terminal to run a command in."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from typing import IO

import pytest


def in_terminal(
    command: Sequence[str], env: Mapping[str, str], stdout: IO[bytes] | None = None
) -> tuple[int, str]:
    """Run a command in a terminal; returns its exit code and what the terminal got.

    Its standard output goes there as well, unless it is to go elsewhere.
    """
    pty = pytest.importorskip("pty")
    above, below = pty.openpty()
    process = subprocess.Popen(
        command, env=env, stdout=below if stdout is None else stdout, stderr=below
    )
    os.close(below)
    shown = b""
    while True:
        try:
            shown += (chunk := os.read(above, 1 << 16))
        except OSError:
            chunk = b""
        if not chunk:
            break
    os.close(above)
    return process.wait(), shown.decode()
