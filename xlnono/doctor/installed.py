"""xlnono itself, the engine, and the libraries that it needs."""

from __future__ import annotations

import importlib
import importlib.util
import operator
import platform
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import xlnono
from xlnono.doctor.finding import Finding, State, System
from xlnono.doctor.programs import Module, Python
from xlnono.engine import ENGINE

_KERNEL = "xlnono.engine._kernel"
_MODULES = {"pillow": "PIL", "XlsxWriter": "xlsxwriter"}
"""The modules of libraries that are called something else."""
_PARTS: dict[System, tuple[str, ...]] = {
    "windows": ("xlwings", "win32com.client"),
    "mac": ("xlwings", "appscript", "psutil"),
    "other": ("xlwings",),
}
"""What the buttons import, apart from xlnono."""
_COMPARISONS: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}


class Requirement(NamedTuple):
    """A library with the bounds of its version, such as ">=3.1.5,<3.2"."""

    name: str
    bounds: str
    extra: str

    @property
    def module(self) -> str:
        return _MODULES.get(self.name, self.name)

    def allows(self, version: str) -> bool:
        """Whether a version is within the bounds; letters such as in "5.0rc1" do not count."""
        for bound in filter(None, self.bounds.split(",")):
            match = re.match(r"\s*([<>=!]=?)\s*(\S+)", bound)
            if match is None or not _COMPARISONS[match[1]](*_same_length(version, match[2])):
                return False
        return True


def _same_length(*versions: str) -> list[tuple[int, ...]]:
    numbers = [
        [int(part) for part in re.match(r"[\d.]*", version)[0].split(".") if part]  # type: ignore[index]
        for version in versions
    ]
    length = max(map(len, numbers))
    return [tuple(parts + [0] * (length - len(parts))) for parts in numbers]


def requirement(text: str) -> Requirement:
    """A requirement as the metadata of an install has it. Raises ValueError."""
    match = re.match(r"([\w.-]+)\s*\(?([^;)]*)\)?\s*(?:;(.*))?$", text)
    if match is None:
        raise ValueError(text)
    extra = re.search(r"extra\s*==\s*['\"]([\w-]+)", match[3] or "")
    return Requirement(match[1], match[2].strip(), extra[1] if extra else "")


@cache
def _requirements() -> tuple[Requirement, ...]:
    try:
        return tuple(map(requirement, metadata.requires("xlnono") or ()))
    except metadata.PackageNotFoundError:
        return ()


def needed_xlwings() -> Requirement | None:
    """The xlwings that the buttons need, None if the install does not say."""
    return next(
        (one for one in _requirements() if (one.name, one.extra) == ("xlwings", "excel")), None
    )


def wanted_xlwings() -> str:
    """The xlwings that the buttons need, as pip takes it."""
    needed = needed_xlwings()
    return "xlwings" + (needed.bounds if needed else "")


def this_python() -> str:
    return sys.executable or "python"


def modules(system: System) -> list[str]:
    """All that may have to be imported on a system."""
    names = [one.module for one in _requirements() if not one.extra]
    return [*names, *(part for part in _PARTS[system])]


def parts(system: System) -> tuple[str, ...]:
    """What the buttons import on a system, xlwings first."""
    return _PARTS[system]


def itself() -> Iterator[Finding]:
    """The version of xlnono, its place, the Python it runs in, and the engine."""
    home = Path(xlnono.__file__).parent
    yield Finding("xlnono", State.OK, {"version": xlnono.__version__, "path": home})
    try:
        version = metadata.version("xlnono")
    except metadata.PackageNotFoundError:
        yield Finding("not-installed", State.WRONG, {"python": this_python()})
    else:
        if version != xlnono.__version__ or needed_xlwings() is None:
            facts = {"version": version, "python": this_python()}
            yield Finding("install-differs", State.WRONG, facts)
    yield Finding(
        "python",
        State.OK,
        {
            "version": platform.python_version(),
            "path": this_python(),
            "platform": platform.platform(),
        },
    )
    yield _engine(home)


def _engine(home: Path) -> Finding:
    if ENGINE == "kernel":
        return Finding("kernel", State.OK)
    if importlib.util.find_spec(_KERNEL) is not None:
        reason = ""
        try:
            importlib.import_module(_KERNEL)
        except ImportError as error:
            reason = str(error)
        return Finding("kernel-broken", State.WRONG, {"reason": reason, "python": this_python()})
    if (home / "engine" / "kernel" / "CMakeLists.txt").exists():
        facts = {"path": home.parent, "python": this_python()}
        return Finding("kernel-not-in-source", State.WRONG, facts)
    return Finding("no-kernel", State.NOTE, {"python": this_python()})


def libraries(mine: Python) -> Iterator[Finding]:
    """The libraries that xlnono needs, in the Python that it runs in."""
    if mine.reason:
        facts = {"path": mine.path, "reason": mine.reason}
        yield Finding("python-fails", State.WRONG, facts)
        return
    for one in _requirements():
        if not one.extra:
            yield library(one, mine.modules.get(one.module))


def library(one: Requirement, module: Module | None) -> Finding:
    """Whether a library is there, of the right version, and can be imported."""
    try:
        version = metadata.version(one.name)
    except metadata.PackageNotFoundError:
        version = ""
    facts = {
        "name": one.name,
        "version": version,
        "bounds": one.bounds,
        "reason": module.error if module else "?",
        "python": this_python(),
    }
    if not version:
        return Finding("library-missing", State.WRONG, facts)
    if not one.allows(version):
        return Finding("library-version", State.WRONG, facts)
    if module is None or module.error:
        return Finding("library-broken", State.WRONG, facts)
    return Finding("library", State.OK, facts)
