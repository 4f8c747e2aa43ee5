"""Checks the parts that the buttons of every workbook need."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from xlnono.doctor import installed, interpreter, programs
from xlnono.doctor.finding import Finding, State, System, note, ok, wrong
from xlnono.doctor.programs import Python
from xlnono.language import Text

if TYPE_CHECKING:
    from packaging.requirements import Requirement


def parts(system: System, here: Python) -> Iterator[Finding]:
    """xlwings and what it needs, Excel, and the Python of workbooks that are made here."""
    needed = installed.needed_xlwings()
    yield (xlwings := _xlwings(needed, here))
    yield (excel := programs.excel(system))
    if system == "other":
        return
    if xlwings.state is State.OK:
        for name in installed.PARTS[system][1:]:
            yield _part(name, here, needed)
    if system == "mac":
        yield applescript(needed, wanted=excel.state is State.OK)
    yield ok(
        Text(
            "Workbooks made here by xlnono new --macro start this Python: {path}",
            "ここで xlnono new --macro で作るブックは、この Python を使います: {path}",
        ),
        path=installed.this_python(),
    )
    if system == "windows":
        yield note(
            Text(
                'If a button reports "Permission denied", Microsoft Defender may have a rule that '
                "stops it: Block all Office applications from creating child processes.",
                "ボタンを押すと「書き込みできません」と出るときは、Microsoft Defender の規則"
                "「すべての Office アプリケーションが子プロセスを作成するのをブロックする」で"
                "止められているかもしれません。",
            ),
            Text(
                "Ask your administrator for an exception, or use the command line or LibreOffice.",
                "管理者に例外を頼むか、コマンドか LibreOffice を使ってください。",
            ),
        )
    # Used by workbooks that were made on another computer and do not name a Python.
    settings = interpreter.Settings({}, [interpreter.user_file(system)], system)
    choice = interpreter.choice(settings)
    if choice.place != interpreter.NOWHERE:
        yield from interpreter.judged(choice, system)


def _xlwings(needed: Requirement | None, here: Python) -> Finding:
    version = installed.version_of("xlwings")
    if not version:
        return note(
            Text(
                "xlwings is not in this Python. Only the buttons in Excel need it.",
                "この Python に xlwings はありません。必要なのは Excel のボタンだけです。",
            ),
            Text(
                'For the buttons, run: {python} -m pip install "{pip}"',
                'ボタンを使うには、次を実行してください: {python} -m pip install "{pip}"',
            ),
            python=installed.this_python(),
            pip=installed.as_pip_takes_it(needed),
        )
    if needed is None:
        from packaging.requirements import Requirement

        # An install without that requirement has been reported already.
        needed = Requirement(f"xlwings=={version}")
    return installed.library(needed, here.modules.get("xlwings"))


def _part(name: str, here: Python, needed: Requirement | None) -> Finding:
    module = here.modules.get(name, programs.Module("?"))
    if not module.error:
        return ok(Text("{name}, for xlwings", "{name}(xlwings が使うもの)"), name=name)
    return wrong(
        Text(
            "{name}, which xlwings needs here, cannot be loaded: {reason}",
            "xlwings に必要な {name} を読み込めません: {reason}",
        ),
        installed.REINSTALL,
        name=name,
        reason=module.error,
        python=installed.this_python(),
        pip=installed.as_pip_takes_it(needed),
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
            Text(
                "The script with which Excel starts Python: {path}",
                "Excel が Python を起動するためのスクリプト: {path}",
            ),
            path=found,
        )
    return (wrong if wanted else note)(
        Text(
            "The script with which Excel starts Python is not in {path}, or it belongs to another "
            "version of xlwings.",
            "Excel が Python を起動するためのスクリプトが {path} にないか、別のバージョンの "
            "xlwings のものです。",
        ),
        Text(
            "Run once in a terminal: {python} -m xlwings.cli runpython install",
            "ターミナルで一度実行してください: {python} -m xlwings.cli runpython install",
        ),
        path=folder,
        python=installed.this_python(),
    )
