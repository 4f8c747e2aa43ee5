"""Finds the Python that a button starts, as `RunPython` and `GetConfig` in xlwings' macros do,
and checks that it has what the button needs.

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

import xlnono
from xlnono.doctor import libraries
from xlnono.doctor.finding import Finding, State, System, note, ok, this_python, wrong
from xlnono.doctor.programs import Module, ask_python
from xlnono.language import Text
from xlnono.patterns import pattern
from xlnono.records import NamedTuple

CONF = "xlwings.conf"
"""The name of the sheet, and of the files."""
_BY_NAME = ("python", "pythonw")
"""The names that are looked up on the PATH; anything else is a path."""
_PYTHON = pattern(r"python[\d.]*w?(\.exe)?", re.IGNORECASE)
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


def user_file(system: System) -> Path:
    """The settings of the user."""
    if system == "mac":
        return Path.home() / "Library" / "Containers" / "com.microsoft.Excel" / "Data" / CONF
    return Path.home() / ".xlwings" / CONF


def interpreter_key(system: System) -> str:
    """The setting that names the Python on this system."""
    return "INTERPRETER_MAC" if system == "mac" else "INTERPRETER_WIN"


class Choice(NamedTuple):
    """The Python that a button starts. `path` is None where a name is not on the PATH."""

    named: str
    place: Text | str
    path: str | None


class Settings(NamedTuple):
    """The places of settings, in the order the macros use. Keys of the sheet are in capitals."""

    sheet: Mapping[str, str]
    files: Sequence[Path]
    system: System

    def find(self, key: str, default: str = "") -> tuple[str, Text | str]:
        """The value of a setting, and its place: ON_SHEET, a file, or NOWHERE."""
        if key in self.sheet:
            return self._expanded(self.sheet[key]), ON_SHEET
        for file in self.files:
            if key in (settings := _in_file(file)):
                return self._expanded(settings[key]), str(file)
        return default, NOWHERE

    def get(self, key: str, default: str = "") -> str:
        return self.find(key, default)[0]

    def _expanded(self, value: str) -> str:
        if self.system == "windows":
            return re.sub(r"%([^%]+)%", lambda match: os.environ.get(match[1], match[0]), value)
        if self.system == "mac" and value.startswith("$"):
            first, slash, rest = value.partition("/")
            return os.environ.get(first[1:], first) + slash + rest
        return value

    def adds_folder(self) -> bool:
        """Whether the folder of the workbook comes first on Python's path."""
        return self.get("ADD_WORKBOOK_TO_PYTHONPATH", "true").lower() == "true"

    def choice(self) -> Choice:
        """The Python that the settings select."""
        named, place = self.find(interpreter_key(self.system))
        if not named:
            named, place = self.find("INTERPRETER", "python")
        if named not in _BY_NAME:
            return Choice(named, place, named)
        path, environment = self.get("CONDA PATH"), self.get("CONDA ENV")
        if self.system != "windows" or not path or not environment:
            return Choice(named, place, shutil.which("python"))
        if "\\" in environment:
            folder = Path(environment)
        else:
            folder = Path(path) if environment == "base" else Path(path, "envs", environment)
        return Choice(named, place, str(folder / "python.exe"))


def _in_file(file: Path) -> dict[str, str]:
    """The settings in a file: keys in capitals, the first of each."""
    settings: dict[str, str] = {}
    with suppress(OSError, csv.Error):
        text = file.read_text(locale.getpreferredencoding(False), "replace")
        for key, *values in filter(None, csv.reader(text.splitlines(), skipinitialspace=True)):
            settings.setdefault(key.upper(), values[0] if values else "")
    return settings


def check(choice: Choice, system: System, *, trusted: bool = True) -> Iterator[Finding]:
    """Whether a Python is there and has what a button needs.

    It is started to find out, unless the file that names it is not trusted, the program is not
    called Python, or it is on another computer.
    """
    facts = {"where": choice.place, "named": choice.named, "path": choice.path}
    facts |= {"this": this_python(), "key": interpreter_key(system)}
    if choice.named in _BY_NAME and system == "mac":
        # The shell that Excel starts has another PATH than a terminal.
        yield wrong(
            "No full path of a Python is set: Excel would start the {named} that its shell finds, "
            "if any.",
            "Python のフルパスがありません。Excel のシェルが {named} として見つけたものが"
            "使われます(あれば)。",
            *_NAME_ON_SHEET,
            **facts,
        )
        return
    path = choice.path
    if path is None:
        yield wrong(
            "A button would start {named} ({where}), which is not on the PATH.",
            "ボタンは {named} を起動しますが({where})、PATH にありません。",
            *_NAME_ON_SHEET,
            **facts,
        )
        return
    if path != this_python() and (obstacle := _obstacle(path, facts, trusted=trusted)):
        yield obstacle
        return
    python = ask_python(path, ("xlnono", *libraries.OF_BUTTONS[system]))
    if python.reason:
        yield wrong(
            "A button would start {path} ({where}), which does not work: {reason}",
            "ボタンは {path} を起動しますが({where})、動きません: {reason}",
            *_NAME_PYTHON,
            **facts,
            reason=python.reason,
        )
        return
    yield ok(
        "A button starts {path}, Python {version} ({where}).",
        "ボタンは {path}、Python {version} を起動します({where})。",
        **facts,
        version=python.version,
    )
    for name, module in python.modules.items():
        yield (part := _xlnono(module, path) if name == "xlnono" else _part(name, module, path))
        if name == "xlwings" and part.state is State.WRONG:
            # Installing xlwings also installs the others.
            return


def _obstacle(path: str, facts: Mapping[str, object], *, trusted: bool) -> Finding | None:
    """Why a Python is not started, if there is a reason."""
    elsewhere = path.startswith(("\\\\", "//"))
    if not elsewhere and not Path(path).is_absolute():
        return wrong(
            "A button would start {path} ({where}), which is not a full path.",
            "ボタンは {path} を起動しますが({where})、フルパスではありません。",
            *_NAME_PYTHON,
            **facts,
        )
    if not elsewhere and not Path(path).is_file():
        return wrong(
            "A button would start {path} ({where}), which does not exist.",
            "ボタンは {path} を起動しますが({where})、存在しません。",
            *_NAME_PYTHON,
            **facts,
        )
    if trusted and not elsewhere and _PYTHON.fullmatch(re.split(r"[\\/]", path)[-1]):
        return None
    return note(
        "A button would start {path} ({where}). It was not started to check its modules: the file "
        "came from the internet, or the program is not a Python on this computer.",
        "ボタンは {path} を起動します({where})。インターネットから来たファイルか、この"
        "コンピューターの Python ではないため、起動して調べてはいません。",
        **facts,
    )


def _xlnono(module: Module, path: str) -> Finding:
    """Whether the Python that a button starts has this xlnono."""
    if module.error:
        return wrong(
            "It cannot load xlnono: {reason}",
            "xlnono を読み込めません: {reason}",
            'In the folder of xlnono, run: {python} -m pip install ".[excel]"',
            'xlnono のフォルダーで実行してください: {python} -m pip install ".[excel]"',
            reason=module.error,
            python=path,
        )
    if module.version != xlnono.__version__:
        return note(
            "It has xlnono {version}; this command is version {mine}.",
            "そこの xlnono は {version}、このコマンドは {mine} です。",
            version=module.version,
            mine=xlnono.__version__,
        )
    if module.engine == "kernel":
        return ok(
            "It has xlnono {version}, with the compiled kernel.",
            "xlnono {version} があります(コンパイル済みエンジン)。",
            version=module.version,
        )
    return ok(
        "It has xlnono {version}, with the Python engine.",
        "xlnono {version} があります(Python エンジン)。",
        version=module.version,
    )


def _part(name: str, module: Module, path: str) -> Finding:
    """Whether the Python that a button starts has xlwings, or what xlwings needs."""
    needed = libraries.needed_xlwings()
    facts = {"name": name, "version": module.version, "reason": module.error, "python": path}
    facts["pip"] = libraries.as_pip_takes_it(needed)
    if module.error:
        return wrong(
            "It cannot load {name}: {reason}",
            "{name} を読み込めません: {reason}",
            *libraries.REINSTALL,
            **facts,
        )
    if name == "xlwings" and needed is not None and not libraries.allows(needed, module.version):
        return wrong(
            "It has xlwings {version}; the macros need {pip}.",
            "そこの xlwings は {version} ですが、マクロには {pip} が必要です。",
            'Run: {python} -m pip install "{pip}"',
            '次を実行してください: {python} -m pip install "{pip}"',
            **facts,
        )
    return ok("It has {name} {version}.", "{name} {version} があります。", **facts)
