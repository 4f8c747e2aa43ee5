"""Checks xlnono itself, its engine, and LibreOffice."""

from __future__ import annotations

import importlib
import importlib.util
import os
import platform
import shutil
from collections.abc import Iterator
from pathlib import Path

import xlnono
from xlnono.doctor.finding import Finding, System, note, ok, this_python, wrong
from xlnono.doctor.libraries import needed_xlwings, version_of
from xlnono.doctor.programs import run
from xlnono.engine import ENGINE
from xlnono.language import Text

_KERNEL = "xlnono.engine._kernel"
_INSTALL = Text(
    "In the folder of xlnono, run: {python} -m pip install .",
    "xlnono のフォルダーで実行してください: {python} -m pip install .",
)


def itself() -> Iterator[Finding]:
    """The version of xlnono, its folder, the Python it runs in, and the engine."""
    home = Path(xlnono.__file__).parent
    yield ok(
        "xlnono {version}, in {path}",
        "xlnono {version}、場所: {path}",
        version=xlnono.__version__,
        path=home,
    )
    yield ok(
        "Python {version}, {path} ({platform})",
        "Python {version}、{path}({platform})",
        version=platform.python_version(),
        path=this_python(),
        platform=platform.platform(),
    )
    yield _engine(home)
    version = version_of("xlnono")
    if not version:
        yield wrong(
            "xlnono is not installed: it runs from a copy of its files.",
            "xlnono はインストールされていません。フォルダーから直接動いています。",
            *_INSTALL,
        )
    elif version != xlnono.__version__ or needed_xlwings() is None:
        yield wrong(
            "The installed version ({version}) does not match these files, which are newer or "
            "older.",
            "インストール時の記録({version})が、いまのファイルと合っていません。",
            *_INSTALL,
            version=version,
        )


def _engine(home: Path) -> Finding:
    if ENGINE == "kernel":
        return ok("Engine: the compiled kernel.", "エンジン: コンパイル済みエンジンが解きます。")
    if importlib.util.find_spec(_KERNEL) is not None:
        reason = ""
        try:
            importlib.import_module(_KERNEL)
        except ImportError as error:
            reason = str(error)
        return wrong(
            "Engine: Python, which is slower; the compiled kernel is there but cannot be loaded: "
            "{reason}",
            "エンジン: Python エンジンが解きます(遅くなります)。コンパイル済みエンジンは"
            "ありますが、読み込めません: {reason}",
            "In the folder of xlnono, run: {python} -m pip install --force-reinstall --no-deps .",
            "xlnono のフォルダーで実行してください: "
            "{python} -m pip install --force-reinstall --no-deps .",
            reason=reason,
        )
    if (home / "engine" / "kernel" / "CMakeLists.txt").exists():
        return wrong(
            "Engine: Python, which is slower; xlnono runs from its source folder {path}, which "
            "contains no compiled kernel.",
            "エンジン: Python エンジンが解きます(遅くなります)。ソースのフォルダー {path} から"
            "動いていて、そこにはコンパイル済みエンジンがありません。",
            "Start it from another folder to use the installed one; or, with a C++ compiler, run "
            "there: {python} -m pip install -e .",
            "ほかのフォルダーから起動すると、インストールしたほうが使われます。または C++ "
            "コンパイラを用意し、そこで実行してください: {python} -m pip install -e .",
            path=home.parent,
        )
    return note(
        "Engine: Python, which is slower; when xlnono was installed, there was no C++ compiler, "
        "or it failed.",
        "エンジン: Python エンジンが解きます(遅くなります)。インストール時に C++ コンパイラが"
        "なかったか、コンパイルに失敗しました。",
        "To get the kernel, install a C++ compiler, then run in the folder of xlnono: "
        "{python} -m pip install --force-reinstall --no-deps .",
        "コンパイル済みエンジンを使うには、C++ コンパイラを入れてから xlnono のフォルダーで実行"
        "してください: {python} -m pip install --force-reinstall --no-deps .",
    )


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
    on_path = map(Path, filter(None, map(shutil.which, ("soffice", "libreoffice"))))
    found = next((path for path in (*on_path, *usual) if path.is_file()), None)
    if found is None:
        yield note(
            "LibreOffice was not found. xlnono does not need it.",
            "LibreOffice は見つかりません。xlnono には不要です。",
        )
        return
    reason, printed = run([str(found), "--version"])
    if reason:
        yield wrong(
            "LibreOffice is at {path} but does not report its version: {reason}",
            "LibreOffice は {path} にありますが、バージョンを答えません: {reason}",
            "Start it yourself once. If it does not start, install it again.",
            "一度手で起動してみてください。起動しなければ、インストールし直してください。",
            path=found,
            reason=reason,
        )
        return
    lines = (line.strip() for line in printed.split("\n"))
    version = next((line for line in lines if "Office" in line), "LibreOffice")
    yield ok("{version}, {path}", "{version}、{path}", version=version, path=found)
