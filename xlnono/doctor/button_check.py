"""The parts that the buttons need, whatever the workbook."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from xlnono.doctor import installed, interpreter, programs
from xlnono.doctor.finding import Finding, State, System
from xlnono.doctor.programs import Python


def parts(system: System, mine: Python) -> Iterator[Finding]:
    """xlwings and what it needs, Excel, and the Python of workbooks that are made here."""
    needed = installed.needed_xlwings()
    ready = False
    for finding in _xlwings(needed, mine):
        ready = finding.state is State.OK
        yield finding
    excel = programs.excel(system)
    yield excel
    if system == "other":
        return
    if ready:
        yield from _parts_of_xlwings(system, mine)
    if system == "mac":
        yield applescript(needed, wanted=excel.state is State.OK)
    yield Finding("made-here", State.OK, {"path": installed.this_python()})
    # What a workbook starts that was made on another computer and names no Python itself.
    settings = interpreter.Settings({}, [interpreter.user_file(system)], system)
    choice = interpreter.choice(settings)
    if choice.place:
        yield from interpreter.judged(choice, system)


def _xlwings(needed: installed.Requirement | None, mine: Python) -> Iterator[Finding]:
    try:
        version = metadata.version("xlwings")
    except metadata.PackageNotFoundError:
        facts = {"python": installed.this_python(), "pip": installed.wanted_xlwings()}
        yield Finding("no-xlwings", State.NOTE, facts)
        return
    # Without bounds the install has been reported already.
    bounds = needed or installed.Requirement("xlwings", f"=={version}", "excel")
    yield installed.library(bounds, mine.modules.get("xlwings"))


def _parts_of_xlwings(system: System, mine: Python) -> Iterator[Finding]:
    for name in installed.parts(system)[1:]:
        module = mine.modules.get(name, programs.Module("?"))
        facts = {
            "name": name,
            "reason": module.error,
            "python": installed.this_python(),
            "pip": installed.wanted_xlwings(),
        }
        if module.error:
            yield Finding("part-missing", State.WRONG, facts)
        else:
            yield Finding("part", State.OK, facts)


def applescript(needed: installed.Requirement | None, *, wanted: bool) -> Finding:
    """Whether `xlwings runpython install` was run, for the version that the macros ask for.

    Without Excel nobody wants it.
    """
    folder = Path.home() / "Library" / "Application Scripts" / "com.microsoft.Excel"
    version = needed.bounds.lstrip("=") if needed else "*"
    found = next(folder.glob(f"xlwings-{version}.applescript"), None)
    facts = {"python": installed.this_python(), "path": found or folder}
    if found is None:
        return Finding("no-applescript", State.WRONG if wanted else State.NOTE, facts)
    return Finding("applescript", State.OK, facts)
