"""Checks the libraries of this Python against the requirements of the install."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from xlnono.doctor.finding import Finding, System, ok, this_python, wrong
from xlnono.doctor.programs import Module, Python, ask_python
from xlnono.language import Text

if TYPE_CHECKING:
    from packaging.requirements import Requirement

_MODULES = {"pillow": "PIL", "XlsxWriter": "xlsxwriter"}
"""The modules of libraries whose module has another name."""
OF_BUTTONS: dict[System, tuple[str, ...]] = {
    "windows": ("xlwings", "win32com.client"),
    "mac": ("xlwings", "appscript", "psutil"),
    "other": ("xlwings",),
}
"""The modules that the buttons import, apart from xlnono."""
REINSTALL = Text(
    'Run: {python} -m pip install --force-reinstall "{pip}"',
    '次を実行してください: {python} -m pip install --force-reinstall "{pip}"',
)


def _requirements(extra: str = "") -> list[Requirement]:
    """The requirements of the install on this system, with an extra or without.

    Raises ImportError if packaging is missing or broken.
    """
    from packaging.requirements import Requirement

    try:
        needed = map(Requirement, metadata.requires("xlnono") or ())
    except metadata.PackageNotFoundError:
        return []
    return [one for one in needed if one.marker is None or one.marker.evaluate({"extra": extra})]


def needed_xlwings() -> Requirement | None:
    """The version of xlwings that the buttons need, None if the install has no such requirement."""
    return next((one for one in _requirements("excel") if one.name == "xlwings"), None)


def as_pip_takes_it(needed: Requirement | None) -> str:
    """A library and its version as in "openpyxl>=3.1.5,<3.2"; without one, just xlwings."""
    if needed is None:
        return "xlwings"
    return needed.name + ",".join(sorted(map(str, needed.specifier), reverse=True))


def allows(needed: Requirement, version: str) -> bool:
    try:
        return needed.specifier.contains(version, prereleases=True)
    except ValueError:
        # Not a version.
        return False


def version_of(library: str) -> str:
    """The version of a library that is installed, "" if it is not."""
    try:
        return metadata.version(library) or ""
    except metadata.PackageNotFoundError:
        return ""


def imported_here(system: System) -> Python:
    """What the running Python answers when asked to import every library, from the same folders."""
    modules = [_MODULES.get(one.name, one.name) for one in _requirements()]
    folders = os.pathsep.join(str(Path(folder).absolute()) for folder in sys.path)
    environment = {**os.environ, "PYTHONPATH": folders}
    return ask_python(this_python(), [*modules, *OF_BUTTONS[system]], environment=environment)


def check(here: Python) -> Iterator[Finding]:
    """The libraries that xlnono needs."""
    if here.reason:
        yield wrong(
            "{path} cannot be started again: {reason}",
            "{path} を起動できません: {reason}",
            "Install Python again.",
            "Python をインストールし直してください。",
            path=this_python(),
            reason=here.reason,
        )
        return
    for needed in _requirements():
        yield library(needed, here.modules.get(_MODULES.get(needed.name, needed.name)))


def library(needed: Requirement, module: Module | None) -> Finding:
    """Whether a library is there, of the right version, and can be imported."""
    version = version_of(needed.name)
    facts = {
        "name": needed.name,
        "version": version,
        "pip": as_pip_takes_it(needed),
        "reason": module.error if module else "?",
    }
    if not version:
        return wrong(
            "{name} is missing (needed: {pip}).",
            "{name} がありません(必要: {pip})。",
            *REINSTALL,
            **facts,
        )
    if not allows(needed, version):
        return wrong(
            "{name} {version} is not the version needed ({pip}).",
            "{name} {version} は必要なバージョンではありません({pip})。",
            *REINSTALL,
            **facts,
        )
    if facts["reason"]:
        return wrong(
            "{name} {version} is installed but cannot be loaded: {reason}",
            "{name} {version} はありますが、読み込めません: {reason}",
            *REINSTALL,
            **facts,
        )
    return ok("{name} {version}", "{name} {version}", **facts)
