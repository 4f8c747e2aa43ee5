"""The conversation with the Python that has xlnono: one line of JSON per request or answer."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import tempfile
import threading
from contextlib import suppress
from typing import Any, Callable, Sequence

from .words import Problem

START_SECONDS = 60.0
"""Seconds to wait for the first line: starting Python from a slow disk takes long."""
_SLICE = 0.2
_LEFT_OUT = ("PYTHONHOME", "PYTHONPATH", "PYTHONEXECUTABLE", "__PYVENV_LAUNCHER__")
"""Variables of LibreOffice's own Python that would mislead another one."""


class Conversation:
    """A press: xlnono asks for what it needs of the document, and in the end has an answer.

    `serve` answers requests; if it raises, xlnono gets the error and `failed` is set, as it is when
    xlnono itself reports that it has failed. `wait` is called from time to time.
    """

    def __init__(self, serve: Callable[[str, Sequence[Any]], Any], wait: Callable[[], None]):
        self.limit, self.failed = START_SECONDS, False
        self._serve, self._wait = serve, wait

    def allow(self, seconds: float) -> None:
        """Wait long enough for two solves of that many seconds, and some more."""
        self.limit = 2 * seconds + START_SECONDS

    def run(self, python: str, name: str, language: str) -> str:
        """The answer to a press. Raises Problem if there is none."""
        with tempfile.TemporaryFile() as complaints:
            try:
                process = subprocess.Popen(
                    [python, "-m", "xlnono.calc", name, language],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=complaints,
                    env=_environment(),
                    creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                )
            except (OSError, ValueError) as error:
                raise Problem("no python", python=python, reason=_reason(error)) from None
            try:
                answer = self._talk(process)
            finally:
                _end(process)
            if answer is None:
                complaints.seek(0)
                said = complaints.read().decode("utf-8", "replace").strip()
                raise _stopped(python, process.returncode, said)
            return answer

    def _talk(self, process: Any) -> str | None:
        """The answer; None if the process ends without one."""
        lines: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=_listen, args=(process.stdout, lines), daemon=True).start()
        while True:
            line = self._next(lines)
            try:
                said = json.loads(line)
            except ValueError:
                return None
            if "done" in said:
                return str(said["done"])
            try:
                answer = {"answer": self._serve(said["ask"], said["arguments"])}
            except Exception as error:
                # xlnono turns the error into a message.
                self.failed = True
                answer = {"failed": f"{type(error).__name__}: {error}"}
            try:
                process.stdin.write(json.dumps(answer).encode("ascii") + b"\n")
                process.stdin.flush()
            except OSError:
                return None

    def _next(self, lines: Any) -> bytes:
        waited = 0.0
        while True:
            try:
                return bytes(lines.get(timeout=_SLICE))
            except queue.Empty:
                waited += _SLICE
                if waited > self.limit:
                    raise Problem("too long", seconds=self.limit) from None
                self._wait()


def _listen(stream: Any, lines: Any) -> None:
    """Put lines into a queue; an empty one is the end."""
    for line in stream:
        lines.put(line)
    lines.put(b"")


def _environment() -> dict[str, str]:
    environment = {name: value for name, value in os.environ.items() if name not in _LEFT_OUT}
    # No module may be imported from LibreOffice's current folder.
    return {**environment, "PYTHONSAFEPATH": "1", "PYTHONUTF8": "1"}


def _end(process: Any) -> None:
    """End a process that is no longer needed, even if it hangs."""
    with suppress(OSError):
        process.stdin.close()
    try:
        process.wait(1)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _stopped(python: str, code: int, said: str) -> Problem:
    last = said.split("\n")[-1]
    if "No module named" in last and "xlnono" in last:
        return Problem("no xlnono", python=python)
    return Problem("stopped", reason=last or f"{python}: {code}")
