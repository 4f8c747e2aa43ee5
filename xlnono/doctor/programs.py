"""Runs other programs with a time limit, so that nothing waits for one that hangs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

from xlnono.records import NamedTuple

_SECONDS = 30.0
"""Longer than the first start of Python under a virus scanner."""
_QUESTION = """
import json, sys
def report(**facts):
    file.write(json.dumps(facts) + "\\n")
    file.flush()
file = open(sys.argv[1], "w")
report(python=sys.version.split()[0])
for name in sys.argv[2:]:
    # Stands if importing the module ends the program.
    report(name=name)
    try:
        __import__(name)
        module = sys.modules[name]
    except BaseException as error:
        report(name=name, error=type(error).__name__ + ": " + str(error))
    else:
        version = str(getattr(module, "__version__", ""))
        engine = str(getattr(getattr(module, "engine", None), "ENGINE", ""))
        report(name=name, error="", version=version, engine=engine)
"""


def run(
    command: Sequence[str], seconds: float = _SECONDS, environment: Mapping[str, str] | None = None
) -> tuple[str, str]:
    """Why a program failed ("" if it did not), and what it printed.

    It runs in its own folder, as the buttons start Python. After the time limit, it and the
    programs it started are killed.
    """
    # Not a pipe, because a process that inherits it could keep it open for ever.
    with TemporaryFile() as output:
        try:
            process = subprocess.Popen(
                command,
                cwd=Path(command[0]).parent,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except (OSError, ValueError) as error:
            return getattr(error, "strerror", None) or str(error), ""
        try:
            code = process.wait(seconds)
            reason = f"exit code {code}" if code else ""
        except subprocess.TimeoutExpired:
            reason = f"> {seconds:g} s"
        finally:
            if process.returncode is None:
                _end(process)
        output.seek(0)
        return reason, output.read(1_000_000).decode("utf-8", "replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    if sys.platform != "win32":
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


class Module(NamedTuple):
    """A module in a Python; `error` is empty if it can be imported.

    `engine` is the one that decides puzzles if it is xlnono.
    """

    error: str
    version: str = ""
    engine: str = ""


class Python(NamedTuple):
    """The answer of a Python; `reason` says why there is none, and is empty if there is one."""

    version: str
    reason: str
    modules: Mapping[str, Module]


def ask_python(
    path: str,
    modules: Iterable[str],
    seconds: float = _SECONDS,
    environment: Mapping[str, str] | None = None,
) -> Python:
    """Ask a Python for its version and, one by one, whether it can import some modules.

    If a module crashes or hangs, that is its error, and the modules after it are missing.
    """
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        answers = Path(folder, "answers")
        answers.touch()
        command = [path, "-B", "-c", _QUESTION, str(answers), *modules]
        reason, printed = run(command, seconds, environment)
        reports = [json.loads(line) for line in answers.read_text("ascii").splitlines()]
    if not reports:
        last = next((line.strip() for line in reversed(printed.split("\n")) if line.strip()), "")
        return Python("", ": ".join(filter(None, (reason, last))) or "?", {})
    found = {}
    for report in reports[1:]:
        name = report.pop("name")
        found[name] = Module(**{"error": reason or "?"} | report)
    return Python(reports[0]["python"], "", found)
