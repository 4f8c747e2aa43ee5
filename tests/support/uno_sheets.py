"""Sheets that LibreOffice has open, as xlwings sees those of Excel; see `uno_engine`."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from xlwings import base_classes

from tests.support.uno_ranges import Note, Range, counted, notes_on
from xlnono.spreadsheet.area import Area, parse_reference

_EVERYTHING = 1023
"""All kinds of content of a cell."""


class Sheets(base_classes.Sheets):
    def __init__(self, host: Any) -> None:
        self.host = host

    @counted
    def __call__(self, title: str) -> Sheet:
        return Sheet(self.host, self.host.document.Sheets.getByName(title))

    def __len__(self) -> int:
        return int(self.host.document.Sheets.Count)

    def __iter__(self) -> Iterator[Sheet]:
        return (self(title) for title in self.host.document.Sheets.ElementNames)

    @property
    def active(self) -> Sheet:
        self.host.calls["Sheets.active"] += 1
        return Sheet(self.host, self.host.document.CurrentController.ActiveSheet)

    @counted
    def add(self, before: None, after: Sheet, title: str) -> Sheet:
        sheets = self.host.document.Sheets
        sheets.insertNewByName(title, after.native.RangeAddress.Sheet + 1)
        new = Sheet(self.host, sheets.getByName(title))
        # Excel shows a new sheet at once.
        new.activate()
        return new


class Sheet(base_classes.Sheet):
    def __init__(self, host: Any, native: Any) -> None:
        self.host, self.native = host, native

    @property
    def book(self) -> Any:
        return self.host.impl

    @property
    def api(self) -> Any:
        """What Excel for Windows offers beyond xlwings, as far as it is asked for."""
        self.host.calls["Sheet.api"] += 1
        return SimpleNamespace(
            ProtectContents=self.native.isProtected(),
            Cells=SimpleNamespace(ClearOutline=self.native.clearOutline),
        )

    @property
    def name(self) -> str:
        return str(self.native.Name)

    @property
    def names(self) -> Names:
        return Names(self.host, self.native)

    @property
    def used_range(self) -> Range:
        self.host.calls["Sheet.used_range"] += 1
        cursor = self.native.createCursor()
        cursor.gotoStartOfUsedArea(False)
        cursor.gotoEndOfUsedArea(True)
        return self.range(cursor.AbsoluteName.rpartition(".")[2].replace("$", ""))

    @property
    def notes(self) -> list[Note]:
        self.host.calls["Sheet.notes"] += 1
        return notes_on(self)

    @property
    def comments(self) -> list[Any]:
        raise NotImplementedError

    @property
    def charts(self) -> Charts:
        return Charts(self)

    @property
    def visible(self) -> bool:
        return bool(self.native.IsVisible)

    @visible.setter
    def visible(self, wanted: bool) -> None:
        self.host.calls["Sheet.visible"] += 1
        self.native.IsVisible = wanted

    @counted
    def activate(self) -> None:
        if not self.native.IsVisible:
            raise ValueError("Excel does not show a hidden sheet")
        self.host.document.CurrentController.setActiveSheet(self.native)

    @counted
    def clear(self) -> None:
        self.native.merge(False)
        self.native.clearContents(_EVERYTHING)

    def range(self, address: Any, other: Any = None) -> Range:
        if isinstance(address, Range):
            last = address.area if other is None else other.area
            address = Area.between(*address.area[:2], last.row, last.column).address
        if len(address) > 255:
            raise ValueError("Excel takes no address this long")
        return Range(self, Area.parse(address))


class Charts(base_classes.Charts):
    def __init__(self, sheet: Sheet) -> None:
        self.sheet, self.host = sheet, sheet.host

    def __len__(self) -> int:
        return int(self.sheet.native.Charts.Count)

    def __iter__(self) -> Iterator[Chart]:
        return (Chart(self.sheet, name) for name in self.sheet.native.Charts.ElementNames)


class Chart(base_classes.Chart):
    def __init__(self, sheet: Sheet, name: str) -> None:
        self.sheet, self.host, self._name = sheet, sheet.host, name

    @counted
    def delete(self) -> None:
        self.sheet.native.Charts.removeByName(self._name)


class Names(base_classes.Names):
    def __init__(self, host: Any, native: Any) -> None:
        self.host, self.native = host, native

    @counted
    def add(self, name: str, refers_to: str) -> None:
        title, area = parse_reference(refers_to)
        cells = self.host.document.Sheets.getByName(title).getCellRangeByName(area.address)
        content = cells.AbsoluteName
        names = self.native.NamedRanges
        if names.hasByName(name):
            names.removeByName(name)
        names.addNewByName(name, content, cells.getCellByPosition(0, 0).CellAddress, 0)

    def __len__(self) -> int:
        return int(self.native.NamedRanges.Count)

    @counted
    def __call__(self, number: int) -> Name:
        return Name(self.host, self.native, self.native.NamedRanges.ElementNames[number - 1])


class Name(base_classes.Name):
    def __init__(self, host: Any, native: Any, name: str) -> None:
        self.host, self._native, self._name = host, native, name

    @property
    def name(self) -> str:
        self.host.calls["Name.name"] += 1
        return f"'{self._native.Name}'!{self._name}"

    @property
    def refers_to(self) -> str:
        self.host.calls["Name.refers_to"] += 1
        cells = self._native.NamedRanges.getByName(self._name).getReferredCells()
        if cells is None:
            return "=#REF!"
        title, _, address = cells.AbsoluteName.rpartition(".")
        title = cells.Spreadsheet.Name.replace("'", "''")
        return f"='{title}'!{address}"
