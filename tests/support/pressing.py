"""Workbooks with buttons, open in LibreOffice, in which a stand-in passes on what they ask."""

from __future__ import annotations

import importlib.util
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

from xlnono.templates import template_sheet

_STAND_IN = """\
Option Explicit

Private wanted As String

Public Function RunPython(PythonCommand As String)
    wanted = PythonCommand
End Function

Public Function Asked() As String
    Asked = wanted
    wanted = ""
End Function

Public Sub PressSoon(macro As String, seconds As String)
    Application.OnTime Now + TimeSerial(0, 0, CInt(seconds)), macro
End Sub
"""
"""LibreOffice cannot compile the module of xlwings, and one bad module disables all."""
_BUILD = Path(__file__).parents[2] / "templates" / "vba" / "build.py"


def builder() -> Any:
    """The script that makes macro projects."""
    spec = importlib.util.spec_from_file_location("build", _BUILD)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def project(stand_in: str = _STAND_IN) -> bytes:
    """Our macros, with a stand-in beside them."""
    build = builder()
    ours = {name: path.read_text("ascii") for name, path in build.OURS.items()}
    made: bytes = build.project({**ours, "xlwings": stand_in}, {})
    return made


def with_stand_in(path: Path, text: str = _STAND_IN) -> None:
    """Put a stand-in in place of the module that calls Python."""
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    assert parts["xl/vbaProject.bin"] == template_sheet.MACROS.read_bytes()
    parts["xl/vbaProject.bin"] = project(text)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
