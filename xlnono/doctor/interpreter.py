"""Finds the Python that a button starts, as `RunPython` and `GetConfig` in xlwings' macros do.

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
from xlnono.doctor.finding import Finding, State, System, note, ok, wrong
from xlnono.language import Text

CONF = "xlwings.conf"
"""The name of the sheet, and of the files."""
_BY_NAME = ("python", "pythonw")
"""The names that are looked up on the PATH; anything else is a path."""
_PYTHON = re.compile(r"python[\d.]*w?(\.exe)?", re.IGNORECASE)
ON_SHEET = Text("the sheet xlwings.conf", "シート xlwings.conf")
NOWHERE = Text("no path is set, so the first one on the PATH", "パスの設定なし。PATH で最初のもの")
_NAME_PYTHON = Text(
    "Write the full path of a Python that has xlnono and xlwings there, such as {this}.",
    "xlnono と xlwings の入った Python のフルパスを書いてください(例: {this})。",
)
_NAME_ON_SHEET = Text(
    "On the sheet xlwings.conf, write {key} in the first empty cell of column A and the full path, "
    "such as {this}, to the right of it. If that row is already there, correct its path.",
    "シート xlwings.conf のA列の最初の空きセルに {key}、その右にフルパス(例: {this})を書いて"
    "ください。すでにその行があれば、パスを直してください。",
)


class Setting(NamedTuple):
    """The value of a setting and its place: ON_SHEET, a file, or NOWHERE."""

    value: str
    place: Text | str


class Settings(NamedTuple):
    """The places of settings, in the order the macros use. Keys of the sheet are in capitals."""

    sheet: Mapping[str, str]
    files: Sequence[Path]
    system: System

    def get(self, key: str, default: str = "") -> Setting:
        found = Setting(default, NOWHERE)
        if key in self.sheet:
            found = Setting(self.sheet[key], ON_SHEET)
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
    place: Text | str
    path: str | None


def choice(settings: Settings) -> Choice:
    """The Python that the settings select."""
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

    It is started to find out, unless the file that names it is not trusted, the program is not
    called Python, or it is on another computer.
    """
    facts: dict[str, object] = {"where": found.place, "named": found.named, "path": found.path}
    facts |= {"this": installed.this_python(), "key": interpreter_key(system)}
    if found.named in _BY_NAME and system == "mac":
        # The shell that Excel starts has another PATH than a terminal.
        message = Text(
            "No full path of a Python is set: Excel would start the {named} that its shell finds, "
            "if any.",
            "Python のフルパスがありません。Excel のシェルが {named} として見つけたものが"
            "使われます(あれば)。",
        )
        yield wrong(message, _NAME_ON_SHEET, **facts)
        return
    if found.path is None:
        message = Text(
            "A button would start {named} ({where}), which is not on the PATH.",
            "ボタンは {named} を起動しますが({where})、PATH にありません。",
        )
        yield wrong(message, _NAME_ON_SHEET, **facts)
        return
    if found.path != installed.this_python():
        obstacle = _obstacle(found.path, facts, trusted=trusted)
        if obstacle is not None:
            yield obstacle
            return
    python = programs.ask_python(found.path, ("xlnono", *installed.PARTS[system]))
    if python.reason:
        message = Text(
            "A button would start {path} ({where}), which does not work: {reason}",
            "ボタンは {path} を起動しますが({where})、動きません: {reason}",
        )
        yield wrong(message, _NAME_PYTHON, **facts, reason=python.reason)
        return
    message = Text(
        "A button starts {path}, Python {version} ({where}).",
        "ボタンは {path}、Python {version} を起動します({where})。",
    )
    yield ok(message, **facts, version=python.version)
    for name, module in python.modules.items():
        yield (part := _part(name, module, found.path))
        if name == "xlwings" and part.state is State.WRONG:
            # Installing xlwings also installs the others.
            return


def _obstacle(path: str, facts: dict[str, object], *, trusted: bool) -> Finding | None:
    """Why a Python is not started, if there is a reason."""
    not_asked = note(
        Text(
            "A button would start {path} ({where}). It was not started to check its modules: the "
            "file came from the internet, or the program is not a Python on this computer.",
            "ボタンは {path} を起動します({where})。インターネットから来たファイルか、この"
            "コンピューターの Python ではないため、起動して調べてはいません。",
        ),
        **facts,
    )
    if path.startswith(("\\\\", "//")):
        return not_asked
    if not Path(path).is_absolute():
        message = Text(
            "A button would start {path} ({where}), which is not a full path.",
            "ボタンは {path} を起動しますが({where})、フルパスではありません。",
        )
        return wrong(message, _NAME_PYTHON, **facts)
    if not Path(path).is_file():
        message = Text(
            "A button would start {path} ({where}), which does not exist.",
            "ボタンは {path} を起動しますが({where})、存在しません。",
        )
        return wrong(message, _NAME_PYTHON, **facts)
    known = trusted and _PYTHON.fullmatch(re.split(r"[\\/]", path)[-1])
    return None if known else not_asked


def _part(name: str, module: programs.Module, path: str) -> Finding:
    """A module that a button needs, in the Python that it starts."""
    facts = {"name": name, "version": module.version, "reason": module.error, "python": path}
    if name == "xlnono":
        return _xlnono(module, facts)
    needed = installed.needed_xlwings()
    facts["pip"] = installed.as_pip_takes_it(needed)
    if module.error:
        message = Text("It cannot load {name}: {reason}", "{name} を読み込めません: {reason}")
        return wrong(message, installed.REINSTALL, **facts)
    if name == "xlwings" and needed is not None and not installed.allows(needed, module.version):
        message = Text(
            "It has xlwings {version}; the macros need {pip}.",
            "そこの xlwings は {version} ですが、マクロには {pip} が必要です。",
        )
        advice = Text(
            'Run: {python} -m pip install "{pip}"',
            '次を実行してください: {python} -m pip install "{pip}"',
        )
        return wrong(message, advice, **facts)
    return ok(Text("It has {name} {version}.", "{name} {version} があります。"), **facts)


def _xlnono(module: programs.Module, facts: Mapping[str, object]) -> Finding:
    if module.error:
        return wrong(
            Text("It cannot load xlnono: {reason}", "xlnono を読み込めません: {reason}"),
            Text(
                'In the folder of xlnono, run: {python} -m pip install ".[excel]"',
                'xlnono のフォルダーで実行してください: {python} -m pip install ".[excel]"',
            ),
            **facts,
        )
    if module.version != xlnono.__version__:
        message = Text(
            "It has xlnono {version}; this command is version {mine}.",
            "そこの xlnono は {version}、このコマンドは {mine} です。",
        )
        return note(message, **facts, mine=xlnono.__version__)
    if module.engine == "kernel":
        message = Text(
            "It has xlnono {version}, with the compiled kernel.",
            "xlnono {version} があります(コンパイル済みエンジン)。",
        )
    else:
        message = Text(
            "It has xlnono {version}, with the Python engine.",
            "xlnono {version} があります(Python エンジン)。",
        )
    return ok(message, **facts)
