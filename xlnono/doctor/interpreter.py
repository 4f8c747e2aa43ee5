"""Which Python a button starts: as `RunPython` and `GetConfig` in the macros of xlwings look.

Each setting is looked up on the sheet xlwings.conf of the workbook, then in the file
xlwings.conf beside the workbook, then in that of the user. An empty setting counts as one.
"""

from __future__ import annotations

import csv
import locale
import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import xlnono
from xlnono.doctor import installed, programs
from xlnono.doctor.finding import Finding, State, System

CONF = "xlwings.conf"
"""The name of the sheet, and of the files."""
_BY_NAME = ("python", "pythonw")
"""What is looked for on the PATH; anything else is a path."""
_PYTHON = re.compile(r"python[\d.]*w?(\.exe)?", re.IGNORECASE)


class Setting(NamedTuple):
    """What a setting says, and where; `place` is "sheet", a file, or "" if it is nowhere."""

    value: str
    place: str


class Settings(NamedTuple):
    """Where the macros look for settings, in this order. Keys of the sheet are in capitals."""

    sheet: Mapping[str, str]
    files: Sequence[Path]
    system: System

    def get(self, key: str, default: str = "") -> Setting:
        found = Setting(default, "")
        if key in self.sheet:
            found = Setting(self.sheet[key], "sheet")
        else:
            for file in self.files:
                if (value := _in_file(file, key)) is not None:
                    found = Setting(value, str(file))
                    break
        return found._replace(value=_expanded(found.value, self.system))


def user_file(system: System) -> Path:
    """The settings of the user."""
    if system == "mac":
        return Path.home() / "Library" / "Containers" / "com.microsoft.Excel" / "Data" / CONF
    return Path.home() / ".xlwings" / CONF


def _in_file(file: Path, key: str) -> str | None:
    with suppress(OSError, csv.Error):
        text = file.read_text(locale.getpreferredencoding(False), "replace")
        for name, *values in filter(None, csv.reader(text.splitlines(), skipinitialspace=True)):
            if name.lower() == key.lower():
                return values[0] if values else ""
    return None


def _expanded(value: str, system: System) -> str:
    if system == "windows":
        return re.sub(r"%([^%]+)%", lambda match: os.environ.get(match[1], match[0]), value)
    if system == "mac" and value.startswith("$"):
        first, slash, rest = value.partition("/")
        return os.environ.get(first[1:], first) + slash + rest
    return value


def interpreter_key(system: System) -> str:
    """The setting that names the Python on this system."""
    return "INTERPRETER_MAC" if system == "mac" else "INTERPRETER_WIN"


def adds_folder(settings: Settings) -> bool:
    """Whether the folder of the workbook comes first on Python's path."""
    return settings.get("ADD_WORKBOOK_TO_PYTHONPATH", "true").value.lower() == "true"


class Choice(NamedTuple):
    """The Python that a button starts. `path` is None where a name is not on the PATH."""

    named: str
    place: str
    path: str | None


def choice(settings: Settings) -> Choice:
    """Which Python the settings lead to."""
    found = settings.get(interpreter_key(settings.system))
    if not found.value:
        found = settings.get("INTERPRETER", "python")
    if found.value not in _BY_NAME:
        return Choice(*found, found.value)
    conda = settings.get("CONDA PATH").value, settings.get("CONDA ENV").value
    if settings.system == "windows" and all(conda):
        return Choice(*found, str(_in_conda(*conda) / "python.exe"))
    return Choice(*found, shutil.which("python"))


def _in_conda(path: str, environment: str) -> Path:
    if "\\" in environment:
        return Path(environment)
    return Path(path) if environment == "base" else Path(path, "envs", environment)


def judged(found: Choice, system: System, *, trusted: bool = True) -> Iterator[Finding]:
    """Whether a Python is there and has what a button needs.

    It is started to find out, unless it is named by somebody who is not trusted, is called
    anything but Python, or lies on another computer.
    """
    facts: dict[str, object] = {"place": found.place, "named": found.named, "path": found.path}
    facts["this"] = installed.this_python()
    if found.named in _BY_NAME and system == "mac":
        # The shell that Excel starts has another PATH than a terminal.
        yield Finding("python-by-name", State.WRONG, facts)
        return
    if found.path is None:
        yield Finding("python-not-on-path", State.WRONG, facts)
        return
    if found.path != installed.this_python():
        known = trusted and _PYTHON.fullmatch(re.split(r"[\\/]", found.path)[-1])
        if found.path.startswith(("\\\\", "//")):
            yield Finding("python-not-asked", State.NOTE, facts)
            return
        if not Path(found.path).is_absolute():
            yield Finding("python-relative", State.WRONG, facts)
            return
        if not Path(found.path).is_file():
            yield Finding("python-missing", State.WRONG, facts)
            return
        if not known:
            yield Finding("python-not-asked", State.NOTE, facts)
            return
    python = programs.ask_python(found.path, ("xlnono", *installed.parts(system)))
    if python.reason:
        yield Finding("button-python-fails", State.WRONG, facts | {"reason": python.reason})
        return
    yield Finding("button-python", State.OK, facts | {"version": python.version})
    for name, module in python.modules.items():
        yield (part := _part(name, module, found.path))
        if name == "xlwings" and part.state is State.WRONG:
            # It brings the others with it.
            return


def _part(name: str, module: programs.Module, path: str) -> Finding:
    """A module that a button needs, in the Python that it starts."""
    needed = installed.needed_xlwings() if name == "xlwings" else None
    pip = ".[excel]" if name == "xlnono" else installed.wanted_xlwings()
    facts = {**module._asdict(), "name": name, "path": path, "pip": pip}
    if module.error:
        key = "button-xlnono-missing" if name == "xlnono" else "button-part-missing"
        return Finding(key, State.WRONG, facts)
    if needed is not None and not needed.allows(module.version):
        return Finding("button-xlwings-version", State.WRONG, facts)
    if name == "xlnono":
        if module.version != xlnono.__version__:
            return Finding(
                "button-xlnono-version", State.NOTE, facts | {"mine": xlnono.__version__}
            )
        return Finding(f"button-xlnono-{module.engine}", State.OK, facts)
    return Finding("button-part", State.OK, facts)
