"""Checks xlnono itself, the engine, and the libraries it needs."""

from __future__ import annotations

import importlib
import importlib.util
import platform
import sys
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import xlnono
from xlnono.doctor.finding import Finding, System, note, ok, wrong
from xlnono.doctor.programs import Module, Python
from xlnono.engine import ENGINE
from xlnono.language import Text

if TYPE_CHECKING:
    from packaging.requirements import Requirement

_KERNEL = "xlnono.engine._kernel"
_MODULES = {"pillow": "PIL", "XlsxWriter": "xlsxwriter"}
"""The modules of libraries whose module has another name."""
PARTS: dict[System, tuple[str, ...]] = {
    "windows": ("xlwings", "win32com.client"),
    "mac": ("xlwings", "appscript", "psutil"),
    "other": ("xlwings",),
}
"""What the buttons import, apart from xlnono."""

_INSTALL = Text(
    "In the folder of xlnono, run: {python} -m pip install .",
    "xlnono のフォルダーで実行してください: {python} -m pip install .",
)
REINSTALL = Text(
    'Run: {python} -m pip install --force-reinstall "{pip}"',
    '次を実行してください: {python} -m pip install --force-reinstall "{pip}"',
)


@cache
def _requirements(extra: str = "") -> tuple[Requirement, ...]:
    """The requirements of the install on this system, with an extra or without.

    Raises ImportError if packaging is missing or broken.
    """
    from packaging.requirements import Requirement

    try:
        needed = map(Requirement, metadata.requires("xlnono") or ())
    except metadata.PackageNotFoundError:
        return ()
    return tuple(
        one for one in needed if one.marker is None or one.marker.evaluate({"extra": extra})
    )


def needed_xlwings() -> Requirement | None:
    """The version of xlwings that the buttons need, None if the install has no such requirement."""
    return next((one for one in _requirements("excel") if one.name == "xlwings"), None)


def as_pip_takes_it(needed: Requirement | None) -> str:
    """A library and its version as in "openpyxl>=3.1.5,<3.2"; without one, just xlwings."""
    if needed is None:
        return "xlwings"
    return needed.name + ",".join(sorted(map(str, needed.specifier), reverse=True))


def allows(needed: Requirement, version: str) -> bool:
    from packaging.version import InvalidVersion

    try:
        return needed.specifier.contains(version, prereleases=True)
    except InvalidVersion:
        return False


def version_of(library: str) -> str:
    """The version of a library that is installed, "" if it is not."""
    try:
        return metadata.version(library) or ""
    except metadata.PackageNotFoundError:
        return ""


def this_python() -> str:
    return sys.executable or "python"


def _module(needed: Requirement) -> str:
    return _MODULES.get(needed.name, needed.name)


def modules(system: System) -> list[str]:
    """The modules that may have to be imported on a system."""
    return [*map(_module, _requirements()), *PARTS[system]]


def itself() -> Iterator[Finding]:
    """The version of xlnono, its folder, the Python it runs in, and the engine."""
    home = Path(xlnono.__file__).parent
    yield ok(
        Text("xlnono {version}, in {path}", "xlnono {version}、場所: {path}"),
        version=xlnono.__version__,
        path=home,
    )
    yield ok(
        Text("Python {version}, {path} ({platform})", "Python {version}、{path}({platform})"),
        version=platform.python_version(),
        path=this_python(),
        platform=platform.platform(),
    )
    yield _engine(home)
    version = version_of("xlnono")
    if not version:
        yield wrong(
            Text(
                "xlnono is not installed: it runs from a copy of its files.",
                "xlnono はインストールされていません。フォルダーから直接動いています。",
            ),
            _INSTALL,
            python=this_python(),
        )
    elif version != xlnono.__version__ or needed_xlwings() is None:
        yield wrong(
            Text(
                "The installed version ({version}) does not match these files, which are newer "
                "or older.",
                "インストール時の記録({version})が、いまのファイルと合っていません。",
            ),
            _INSTALL,
            version=version,
            python=this_python(),
        )


def _engine(home: Path) -> Finding:
    if ENGINE == "kernel":
        return ok(
            Text("Engine: the compiled kernel.", "エンジン: コンパイル済みエンジンが解きます。")
        )
    if importlib.util.find_spec(_KERNEL) is not None:
        reason = ""
        try:
            importlib.import_module(_KERNEL)
        except ImportError as error:
            reason = str(error)
        return wrong(
            Text(
                "Engine: Python, which is slower; the compiled kernel is there but cannot be "
                "loaded: {reason}",
                "エンジン: Python エンジンが解きます(遅くなります)。コンパイル済みエンジンは"
                "ありますが、読み込めません: {reason}",
            ),
            Text(
                "In the folder of xlnono, run: "
                "{python} -m pip install --force-reinstall --no-deps .",
                "xlnono のフォルダーで実行してください: "
                "{python} -m pip install --force-reinstall --no-deps .",
            ),
            reason=reason,
            python=this_python(),
        )
    if (home / "engine" / "kernel" / "CMakeLists.txt").exists():
        return wrong(
            Text(
                "Engine: Python, which is slower; xlnono runs from its source folder {path}, "
                "which contains no compiled kernel.",
                "エンジン: Python エンジンが解きます(遅くなります)。ソースのフォルダー {path} から"
                "動いていて、そこにはコンパイル済みエンジンがありません。",
            ),
            Text(
                "Start it from another folder to use the installed one; or, with a C++ compiler, "
                "run there: {python} -m pip install -e .",
                "ほかのフォルダーから起動すると、インストールしたほうが使われます。または C++ "
                "コンパイラを用意し、そこで実行してください: {python} -m pip install -e .",
            ),
            path=home.parent,
            python=this_python(),
        )
    return note(
        Text(
            "Engine: Python, which is slower; when xlnono was installed, there was no C++ "
            "compiler, or it failed.",
            "エンジン: Python エンジンが解きます(遅くなります)。インストール時に C++ コンパイラが"
            "なかったか、コンパイルに失敗しました。",
        ),
        Text(
            "To get the kernel, install a C++ compiler, then run in the folder of xlnono: "
            "{python} -m pip install --force-reinstall --no-deps .",
            "コンパイル済みエンジンを使うには、C++ コンパイラを入れてから xlnono のフォルダーで実行"
            "してください: {python} -m pip install --force-reinstall --no-deps .",
        ),
        python=this_python(),
    )


def libraries(here: Python) -> Iterator[Finding]:
    """The libraries that xlnono needs, in the Python that it runs in."""
    if here.reason:
        yield wrong(
            Text("{path} cannot be started again: {reason}", "{path} を起動できません: {reason}"),
            Text("Install Python again.", "Python をインストールし直してください。"),
            path=here.path,
            reason=here.reason,
        )
        return
    for one in _requirements():
        yield library(one, here.modules.get(_module(one)))


def library(needed: Requirement, module: Module | None) -> Finding:
    """Whether a library is there, of the right version, and can be imported."""
    version = version_of(needed.name)
    facts = {
        "name": needed.name,
        "version": version,
        "pip": as_pip_takes_it(needed),
        "reason": module.error if module else "?",
        "python": this_python(),
    }
    if not version:
        missing = Text("{name} is missing (needed: {pip}).", "{name} がありません(必要: {pip})。")
        return wrong(missing, REINSTALL, **facts)
    if not allows(needed, version):
        other = Text(
            "{name} {version} is not the version needed ({pip}).",
            "{name} {version} は必要なバージョンではありません({pip})。",
        )
        return wrong(other, REINSTALL, **facts)
    if module is None or module.error:
        broken = Text(
            "{name} {version} is installed but cannot be loaded: {reason}",
            "{name} {version} はありますが、読み込めません: {reason}",
        )
        return wrong(broken, REINSTALL, **facts)
    return ok(Text("{name} {version}", "{name} {version}"), **facts)
