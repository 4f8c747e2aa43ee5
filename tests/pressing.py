"""Workbooks with buttons, open in LibreOffice, in which a stand-in passes on what they ask."""

from __future__ import annotations

import importlib.util
import zipfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.office import Office
from tests.uno_engine import Host
from xlnono.language import Language
from xlnono.templates import template

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
_BUILD = Path(__file__).parents[1] / "templates" / "vba" / "build.py"


def builder() -> Any:
    """The script that makes macro projects."""
    spec = importlib.util.spec_from_file_location("build", _BUILD)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def project() -> bytes:
    """Our macros, with the stand-in beside them."""
    build = builder()
    made: bytes = build.project(
        {"XlnonoMacros": build.OURS.read_text("ascii"), "xlwings": _STAND_IN}, {}
    )
    return made


def with_stand_in(path: Path) -> None:
    """Put the stand-in in place of the module that calls Python."""
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    assert parts["xl/vbaProject.bin"] == template.MACROS.read_bytes()
    parts["xl/vbaProject.bin"] = project()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)


class Desk:
    """A puzzle on a sheet with buttons, and a person who types and presses.

    The workbook has the stand-in already.
    """

    def __init__(self, office: Office, path: Path, language: Language = "en") -> None:
        self.host = Host(office, path)
        self.language = language
        self.title: str = template.SHEET.of(language)

    def type_clues(self, rows: Sequence[Sequence[int]], columns: Sequence[Sequence[int]]) -> None:
        """Type the clues, one number a cell, as close to the grid as it goes."""
        for clues, name in ((rows, "xlnono_rows"), (columns, "xlnono_columns")):
            cells = self._named(name)
            held = [[""] * len(row) for row in cells.getFormulaArray()]
            across = name == "xlnono_rows"
            slots = len(held[0]) if across else len(held)
            for line, clue in enumerate(clues):
                for place, block in enumerate(clue, start=slots - len(clue)):
                    row, column = (line, place) if across else (place, line)
                    held[row][column] = str(block)
            cells.setFormulaArray(tuple(map(tuple, held)))

    def _named(self, name: str) -> Any:
        sheet = self.host.document.Sheets.getByName(self.title)
        return sheet.NamedRanges.getByName(name).getReferredCells()

    @property
    def grid(self) -> Any:
        return self._named("xlnono_grid")

    def mark(self, row: int, column: int, value: int) -> None:
        self.grid.getCellByPosition(column, row).setValue(value)

    def select(self, row: int, column: int) -> None:
        controller = self.host.document.CurrentController
        controller.select(self.grid.getCellByPosition(column, row))

    def press(self, caption: str) -> str:
        """Press a button; returns what the status cell says then."""
        self.host.press(self.title, caption)
        return self.status

    @property
    def status(self) -> str:
        return str(self._named("xlnono_status").getCellByPosition(0, 0).String)

    def board(self) -> str:
        """What the grid shows: # for a dark fill, . for a 0, ? for anything else."""
        return "\n".join(
            "".join(
                "#" if fill == 0x262626 else "." if value == 0 else "?"
                for value, fill in zip(values, fills, strict=True)
            )
            for values, fills in zip(self.grid.getDataArray(), self.fills(), strict=True)
        )

    def fills(self) -> list[list[int]]:
        """The fills of all cells of the grid, asked for once for those that look alike."""
        top = self.grid.RangeAddress
        fills = [[0] * self.grid.Columns.Count for _ in range(self.grid.Rows.Count)]
        for alike in self.grid.getUniqueCellFormatRanges():
            fill = int(alike.getByIndex(0).getCellByPosition(0, 0).CellBackColor)
            for place in alike.RangeAddresses:
                for row in range(place.StartRow - top.StartRow, place.EndRow + 1 - top.StartRow):
                    for column in range(place.StartColumn, place.EndColumn + 1):
                        fills[row][column - top.StartColumn] = fill
        return fills

    def fill(self, row: int, column: int) -> int:
        """The fill of a cell as a number 0xRRGGBB, -1 for none."""
        return int(self.grid.getCellByPosition(column, row).CellBackColor)

    def titles(self) -> list[str]:
        return [sheet.Name for sheet in self.host.document.Sheets]

    def close(self) -> None:
        self.host.close()
