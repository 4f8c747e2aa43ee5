"""Checks the parts that the buttons of every workbook in Excel need."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from xlnono.doctor import interpreter, libraries
from xlnono.doctor.finding import Finding, State, System, note, ok, this_python, wrong
from xlnono.doctor.programs import Module, Python

if TYPE_CHECKING:
    from packaging.requirements import Requirement


def check(system: System, here: Python) -> Iterator[Finding]:
    """xlwings and what it needs, Excel, and the Python of workbooks that are made here."""
    needed = libraries.needed_xlwings()
    yield (xlwings := _xlwings(needed, here))
    yield (excel := _excel(system))
    if system == "other":
        return
    if xlwings.state is State.OK:
        for name in libraries.OF_BUTTONS[system][1:]:
            yield _part(name, here.modules.get(name, Module("?")), needed)
    if system == "mac":
        yield applescript(needed, wanted=excel.state is State.OK)
    yield ok(
        "Workbooks made here by xlnono new --macro start this Python: {path}",
        "ここで xlnono new --macro で作るブックは、この Python を使います: {path}",
        path=this_python(),
    )
    if system == "windows":
        yield note(
            'If a button reports "Permission denied", Microsoft Defender may have a rule that '
            "stops it: Block all Office applications from creating child processes.",
            "ボタンを押すと「書き込みできません」と出るときは、Microsoft Defender の規則"
            "「すべての Office アプリケーションが子プロセスを作成するのをブロックする」で"
            "止められているかもしれません。",
            "Ask your administrator for an exception, or use the command line or LibreOffice.",
            "管理者に例外を頼むか、コマンドか LibreOffice を使ってください。",
        )
    # Used by workbooks that were made on another computer and do not name a Python.
    choice = interpreter.Settings({}, [interpreter.user_file(system)], system).choice()
    if choice.place != interpreter.NOWHERE:
        yield from interpreter.check(choice, system)


def _xlwings(needed: Requirement | None, here: Python) -> Finding:
    version = libraries.version_of("xlwings")
    if not version:
        return note(
            "xlwings is not in this Python. Only the buttons in Excel need it.",
            "この Python に xlwings はありません。必要なのは Excel のボタンだけです。",
            'For the buttons, run: {python} -m pip install "{pip}"',
            'ボタンを使うには、次を実行してください: {python} -m pip install "{pip}"',
            pip=libraries.as_pip_takes_it(needed),
        )
    if needed is None:
        from packaging.requirements import Requirement

        # An install without that requirement has been reported already.
        needed = Requirement(f"xlwings=={version}")
    return libraries.library(needed, here.modules.get("xlwings"))


def _excel(system: System) -> Finding:
    """Whether Excel is installed, as far as can be seen without starting it."""
    if system == "other":
        return note(
            "There is no Excel for this system. The commands work without it; LibreOffice shows "
            "the workbooks.",
            "このシステム用の Excel はありません。コマンドは Excel なしで使え、ブックは "
            "LibreOffice で開けます。",
        )
    found = _excel_for_windows() if system == "windows" else _excel_for_mac()
    if found:
        return ok("Excel: {path}", "Excel: {path}", path=found)
    return note(
        "Excel was not found. The commands work without it; the buttons do not.",
        "Excel が見つかりません。コマンドは使えますが、ボタンは動きません。",
    )


def _excel_for_windows() -> str | None:
    if sys.platform == "win32":
        import winreg

        key = r"SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"
        for root in (winreg.HKEY_CURRENT_USER, winreg.HKEY_LOCAL_MACHINE):
            with suppress(OSError):
                return winreg.QueryValue(root, key)
    return None


def _excel_for_mac() -> Path | None:
    folders = (Path("/Applications"), Path.home() / "Applications")
    found = [folder / "Microsoft Excel.app" for folder in folders]
    return next((path for path in found if path.is_dir()), None)


def _part(name: str, module: Module, needed: Requirement | None) -> Finding:
    if not module.error:
        return ok("{name}, for xlwings", "{name}(xlwings が使うもの)", name=name)
    return wrong(
        "{name}, which xlwings needs here, cannot be loaded: {reason}",
        "xlwings に必要な {name} を読み込めません: {reason}",
        *libraries.REINSTALL,
        name=name,
        reason=module.error,
        pip=libraries.as_pip_takes_it(needed),
    )


def applescript(needed: Requirement | None, *, wanted: bool) -> Finding:
    """Whether `xlwings runpython install` was run, for the version that the macros ask for.

    Without Excel it is not `wanted`.
    """
    folder = Path.home() / "Library" / "Application Scripts" / "com.microsoft.Excel"
    version = str(needed.specifier).lstrip("=") if needed else "*"
    found = next(folder.glob(f"xlwings-{version}.applescript"), None)
    if found is not None:
        return ok(
            "The script with which Excel starts Python: {path}",
            "Excel が Python を起動するためのスクリプト: {path}",
            path=found,
        )
    return (wrong if wanted else note)(
        "The script with which Excel starts Python is not in {path}, or it belongs to another "
        "version of xlwings.",
        "Excel が Python を起動するためのスクリプトが {path} にないか、別のバージョンの "
        "xlwings のものです。",
        "Run once in a terminal: {python} -m xlwings.cli runpython install",
        "ターミナルで一度実行してください: {python} -m xlwings.cli runpython install",
        path=folder,
    )
