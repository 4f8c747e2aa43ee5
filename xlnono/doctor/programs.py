"""Runs other programs with a time limit, so that nothing waits for one that hangs."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from xlnono.doctor.finding import Finding, System, note, ok, wrong
from xlnono.language import Text

_SECONDS = 30.0
"""Longer than the first start of Python under a virus scanner."""
_MARK = "\x1e"
"""The first character of our lines, which sets them apart from what modules print."""
_QUESTION = """
import json, sys
def report(**facts):
    sys.stdout.write("\\n\\x1e" + json.dumps(facts) + "\\n")
    sys.stdout.flush()
report(python=sys.version.split()[0])
for name in sys.argv[1:]:
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


class Failed(Exception):
    """A program did not start, did not end in time, or ended with an error."""


def answer(
    command: Sequence[str], seconds: float = _SECONDS, environment: Mapping[str, str] | None = None
) -> str:
    """The output of a program. Raises Failed with the reason and the output so far.

    It runs in its own folder, as the buttons start Python. After the time limit, it and the
    programs it started are killed.
    """
    # Not a pipe, because a process that inherits it could keep it open for ever.
    with tempfile.TemporaryFile() as said:
        try:
            process = subprocess.Popen(
                command,
                cwd=Path(command[0]).parent,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except (OSError, ValueError) as error:
            raise Failed(getattr(error, "strerror", None) or str(error), "") from None
        reason = ""
        try:
            if code := process.wait(seconds):
                reason = f"exit code {code}"
        except subprocess.TimeoutExpired:
            reason = f"> {seconds:g} s"
        finally:
            if process.returncode is None:
                _end(process)
        said.seek(0)
        printed = said.read(1_000_000).decode("utf-8", "replace")
    if reason:
        raise Failed(reason, printed)
    return printed


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

    path: str
    version: str
    reason: str
    modules: dict[str, Module]


def ask_this_python(modules: Sequence[str]) -> Python:
    """Do what `ask_python` does for the running Python, with the same import path."""
    folders = os.pathsep.join(str(Path(folder).absolute()) for folder in sys.path)
    environment = {**os.environ, "PYTHONPATH": folders}
    return ask_python(sys.executable or "python", modules, environment=environment)


def ask_python(
    path: str,
    modules: Sequence[str],
    seconds: float = _SECONDS,
    environment: Mapping[str, str] | None = None,
) -> Python:
    """Ask a Python for its version and, one by one, whether it can import some modules.

    If a module crashes or hangs, that is its error, and the modules after it are missing.
    """
    reason = ""
    try:
        printed = answer([path, "-B", "-c", _QUESTION, *modules], seconds, environment)
    except Failed as failure:
        reason, printed = failure.args
    lines = printed.split("\n")
    reports = list(filter(None, map(_report, lines)))
    if not reports:
        other = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return Python(path, "", ": ".join(filter(None, (reason, other))) or "?", {})
    found = {}
    for fact in reports[1:]:
        # Each module is reported twice; if only once, the program ended while importing it.
        name = fact.pop("name")
        found[name] = Module(**{"error": reason or "?"} | fact)
    return Python(path, reports[0]["python"], "", found)


def _report(line: str) -> dict[str, str]:
    """The facts in one of our lines; none if a module has printed it."""
    if not line.startswith(_MARK):
        return {}
    try:
        return dict(json.loads(line.removeprefix(_MARK)))
    except ValueError:
        return {}


def _first_file(*paths: str | Path | None) -> Path | None:
    return next((Path(path) for path in paths if path and Path(path).is_file()), None)


def libreoffice(system: System) -> Iterator[Finding]:
    """Whether LibreOffice is installed, where, and which version."""
    usual: list[Path] = []
    if system == "windows":
        # soffice.exe prints nothing to a terminal.
        for name in ("ProgramFiles", "ProgramW6432", "ProgramFiles(x86)"):
            if folder := os.environ.get(name):
                usual.append(Path(folder, "LibreOffice", "program", "soffice.com"))
    elif system == "mac":
        program = Path("LibreOffice.app", "Contents", "MacOS", "soffice")
        usual = [Path("/Applications") / program, Path.home() / "Applications" / program]
    found = _first_file(shutil.which("soffice"), shutil.which("libreoffice"), *usual)
    if found is None:
        yield note(
            Text(
                "LibreOffice was not found. xlnono does not need it.",
                "LibreOffice は見つかりません。xlnono には不要です。",
            )
        )
        return
    try:
        lines = answer([str(found), "--version"]).split("\n")
    except Failed as failure:
        yield wrong(
            Text(
                "LibreOffice is at {path} but does not report its version: {reason}",
                "LibreOffice は {path} にありますが、バージョンを答えません: {reason}",
            ),
            Text(
                "Start it yourself once. If it does not start, install it again.",
                "一度手で起動してみてください。起動しなければ、インストールし直してください。",
            ),
            path=found,
            reason=failure.args[0],
        )
        return
    version = next((line.strip() for line in lines if "Office" in line), "LibreOffice")
    yield ok(Text("{version}, {path}", "{version}、{path}"), version=version, path=found)


def excel(system: System) -> Finding:
    """Whether Excel is installed, as far as can be seen without starting it."""
    if system == "other":
        return note(
            Text(
                "There is no Excel for this system. The commands work without it; LibreOffice "
                "shows the workbooks.",
                "このシステム用の Excel はありません。コマンドは Excel なしで使え、ブックは "
                "LibreOffice で開けます。",
            )
        )
    found = _excel_for_windows() if system == "windows" else _excel_for_mac()
    if found:
        return ok(Text("Excel: {path}", "Excel: {path}"), path=found)
    return note(
        Text(
            "Excel was not found. The commands work without it; the buttons do not.",
            "Excel が見つかりません。コマンドは使えますが、ボタンは動きません。",
        )
    )


def _excel_for_windows() -> str:
    if sys.platform == "win32":
        import winreg

        key = r"SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"
        for root in (winreg.HKEY_CURRENT_USER, winreg.HKEY_LOCAL_MACHINE):
            with suppress(OSError):
                return winreg.QueryValue(root, key)
    return ""


def _excel_for_mac() -> str:
    places = (Path("/Applications"), Path.home() / "Applications")
    found = [place / "Microsoft Excel.app" for place in places]
    return next((str(path) for path in found if path.is_dir()), "")
