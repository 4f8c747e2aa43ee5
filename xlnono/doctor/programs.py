"""Other programs: asked with a time limit, so that nothing waits for one that hangs."""

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
"""More than the first start of a Python with a virus scanner takes."""
_MARK = "\x1e"
"""Begins each line of ours, among all that modules may print."""
_QUESTION = """
import json, sys
def tell(**facts):
    sys.stdout.write("\\n\\x1e" + json.dumps(facts) + "\\n")
    sys.stdout.flush()
tell(python=sys.version.split()[0])
for name in sys.argv[1:]:
    tell(name=name)
    try:
        __import__(name)
        module = sys.modules[name]
    except BaseException as error:
        tell(name=name, error=type(error).__name__ + ": " + str(error))
    else:
        version = str(getattr(module, "__version__", ""))
        engine = str(getattr(getattr(module, "engine", None), "ENGINE", ""))
        tell(name=name, error="", version=version, engine=engine)
"""


class Failed(Exception):
    """A program did not start, did not end in time, or ended with an error; says which."""


def answer(
    command: Sequence[str], seconds: float = _SECONDS, environment: Mapping[str, str] | None = None
) -> str:
    """All that a program prints. Raises Failed with the reason; what it printed follows it.

    It runs in its own folder, as the buttons start Python. When the time is over, it and what
    it started are ended.
    """
    # Not a pipe: whoever inherits that could keep it open for ever.
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
    """A module in a Python: what is wrong with it, empty if it can be imported.

    `engine` is the one that decides puzzles if it is xlnono.
    """

    error: str
    version: str = ""
    engine: str = ""


class Python(NamedTuple):
    """A Python that was asked; `reason` says why it did not answer, empty if it did."""

    path: str
    version: str
    reason: str
    modules: dict[str, Module]


def ask_this_python(modules: Sequence[str]) -> Python:
    """Ask what `ask_python` asks, of the Python that runs now, with all the folders it has."""
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

    A module at which it crashes or hangs has that as its error, those behind it are missing.
    """
    reason = ""
    try:
        printed = answer([path, "-B", "-c", _QUESTION, *modules], seconds, environment)
    except Failed as failure:
        reason, printed = failure.args
    lines = printed.split("\n")
    told = list(filter(None, map(_told, lines)))
    if not told:
        other = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return Python(path, "", ": ".join(filter(None, (reason, other))) or "?", {})
    found = {}
    for fact in told[1:]:
        # Each module is told twice; if only once, the program ended while importing it.
        name = fact.pop("name")
        found[name] = Module(**{"error": reason or "?"} | fact)
    return Python(path, told[0]["python"], "", found)


def _told(line: str) -> dict[str, str]:
    """What a line of ours tells; nothing if a module has printed it."""
    if not line.startswith(_MARK):
        return {}
    try:
        return dict(json.loads(line.removeprefix(_MARK)))
    except ValueError:
        return {}


def _first_file(*paths: str | Path | None) -> Path | None:
    return next((Path(path) for path in paths if path and Path(path).is_file()), None)


def libreoffice(system: System) -> Iterator[Finding]:
    """Whether LibreOffice is there, where, and which."""
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
                "LibreOffice is at {path} but does not say its version: {reason}",
                "LibreOffice は {path} にありますが、バージョンを答えません: {reason}",
            ),
            Text(
                "Open it once by hand. If it does not start, install it again.",
                "一度手で起動してみてください。起動しなければ、インストールし直してください。",
            ),
            path=found,
            reason=failure.args[0],
        )
        return
    version = next((line.strip() for line in lines if "Office" in line), "LibreOffice")
    yield ok(Text("{version}, {path}", "{version}、{path}"), version=version, path=found)


def excel(system: System) -> Finding:
    """Whether Excel is there, as far as that can be seen without starting it."""
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
            "Excel was not found. Without it the commands work, the buttons do not.",
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
