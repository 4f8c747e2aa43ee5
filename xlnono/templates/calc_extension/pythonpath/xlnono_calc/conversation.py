"""The talk with the Python that has xlnono: a line of JSON for each request and each answer."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import tempfile
import threading
from contextlib import suppress
from typing import Any, Callable, Sequence

from .words import Trouble

START_SECONDS = 60.0
"""How long nothing may be heard at first: a slow disk takes long to start Python."""
_SLICE = 0.2
_LEFT_OUT = ("PYTHONHOME", "PYTHONPATH", "PYTHONEXECUTABLE", "__PYVENV_LAUNCHER__")
"""Settings for LibreOffice's own Python that would lead another one astray."""


class Conversation:
    """A press: xlnono asks for what it needs of the document, and in the end has an answer.

    `serve` answers requests; if it raises anything, xlnono is told, and `failed` is set. `wait`
    is called now and then.
    """

    def __init__(self, serve: Callable[[str, Sequence[Any]], Any], wait: Callable[[], None]):
        self.limit, self.failed = START_SECONDS, False
        self._serve, self._wait = serve, wait

    def allow(self, seconds: float) -> None:
        """Have patience for a solve of that long, which there may be two of, and some more."""
        self.limit = 2 * seconds + START_SECONDS

    def run(self, python: str, name: str, language: str) -> str:
        """The answer to a press. Raises Trouble if there is none."""
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
                raise Trouble("no python", python=python, reason=_reason(error)) from None
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
                # It is xlnono that has words for whatever happens.
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
                    raise Trouble("too long", seconds=self.limit) from None
                self._wait()


def _listen(stream: Any, lines: Any) -> None:
    """Put lines into a queue; an empty one is the end."""
    for line in stream:
        lines.put(line)
    lines.put(b"")


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in _LEFT_OUT}
    # No module is to be taken from the folder that LibreOffice happens to be in.
    return {**kept, "PYTHONSAFEPATH": "1", "PYTHONUTF8": "1"}


def _end(process: Any) -> None:
    """End a process that has no more to say, whatever it does."""
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


def _stopped(python: str, code: int, said: str) -> Trouble:
    last = said.split("\n")[-1]
    if "No module named" in last and "xlnono" in last:
        return Trouble("no xlnono", python=python)
    return Trouble("stopped", reason=last or f"{python}: {code}")
