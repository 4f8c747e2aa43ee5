"""The sessions of `tests.support.sessions` in LibreOffice: with our macros, through xlwings alone,
and in Calc with the extension.

Importing this makes LibreOffice the engine of xlwings for the whole process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from tests.support.calc import served
from tests.support.office import Office
from tests.support.pressing import with_stand_in
from tests.support.sessions import Session
from tests.support.shown import shown_fills
from tests.support.uno_engine import Host as Workbook
from xlnono.buttons.catalogue import BUTTONS, Name, macro
from xlnono.language import Language
from xlnono.live.calc_host import CalcHost
from xlnono.live.excel.macro_host import XlwingsHost
from xlnono.live.excel.plain_host import PlainXlwingsHost
from xlnono.live.host import Host
from xlnono.spreadsheet.area import Area


class OfficeSession(Session):
    """A workbook that LibreOffice has open."""

    document: Any

    def native(self, title: str | None = None) -> Any:
        """A sheet as LibreOffice has it."""
        return self.document.Sheets.getByName(title or self.title)

    def native_cell(self, row: int, column: int) -> Any:
        """A cell of the grid as LibreOffice has it."""
        return self.native().getCellRangeByName(self.cell(row, column).address)

    def show(self, title: str) -> None:
        self.document.CurrentController.setActiveSheet(self.native(title))

    def select(self, *areas: Area) -> None:
        sheet = self.document.CurrentController.ActiveSheet
        chosen = self.document.createInstance("com.sun.star.sheet.SheetCellRanges")
        for area in areas:
            cells = sheet.getCellRangeByName(area.address)
            chosen.addRangeAddress(cells.RangeAddress, False)
        self.document.CurrentController.select(chosen if len(areas) > 1 else cells)

    def selection(self) -> list[Area]:
        return [_area(cells) for cells in _parts(self.document.CurrentSelection)]

    def colour(self, row: int, column: int, fill: str | None) -> None:
        self.native_cell(row, column).CellBackColor = -1 if fill is None else int(fill, 16)

    def protect(self, title: str) -> None:
        self.native(title).protect("")

    def unprotect(self, title: str) -> None:
        self.native(title).unprotect("")

    def protect_structure(self) -> None:
        self.document.protect("")

    def unprotect_structure(self) -> None:
        self.document.unprotect("")

    def hide(self, title: str) -> None:
        self.native(title).IsVisible = False

    def freeze(self) -> None:
        self.document.CurrentController.freezeAtPosition(1, 1)

    def filter(self, area: Area, text: str) -> None:
        import uno
        from com.sun.star.sheet import TableFilterField

        cells = self.native().getCellRangeByName(area.address)
        ranges = self.document.DatabaseRanges
        ranges.addNewByName("filtered", cells.RangeAddress)
        ranges.getByName("filtered").AutoFilter = True
        wanted = TableFilterField()
        wanted.Operator = uno.Enum("com.sun.star.sheet.FilterOperator", "EQUAL")
        wanted.StringValue = text
        descriptor = cells.createFilterDescriptor(True)
        descriptor.ContainsHeader = True
        descriptor.setFilterFields((wanted,))
        cells.filter(descriptor)

    def hidden_rows(self, area: Area) -> list[int]:
        rows = self.native().Rows
        wanted = range(area.row, area.last_row + 1)
        return [row for row in wanted if not rows.getByIndex(row - 1).IsVisible]

    def define(self, name: str, formula: str) -> None:
        first = self.native().getCellByPosition(0, 0).CellAddress
        self.native().NamedRanges.addNewByName(name, formula, first, 0)

    def insert_row(self, row: int) -> None:
        self.native().Rows.insertByIndex(row - 1, 1)

    def rename(self, title: str, new: str) -> None:
        self.native(title).Name = new

    def copy_sheet(self, title: str, new: str) -> None:
        self.document.Sheets.copyByName(title, new, self.document.Sheets.Count)

    def add_sheet(self, title: str) -> None:
        self.document.Sheets.insertNewByName(title, self.document.Sheets.Count)

    def visible(self) -> list[str]:
        return [sheet.Name for sheet in self.document.Sheets if sheet.IsVisible]

    def shown_fills(self, area: Area) -> list[list[str | None]]:
        return shown_fills(self.document, self.title, area, self.path.parent)


class _XlwingsSession(OfficeSession):
    def __init__(self, office: Office, path: Path, language: Language) -> None:
        super().__init__(path, language)
        self.workbook = Workbook(office, path)
        self.document = self.workbook.document
        self.boxes, self.statuses = self.workbook.alerts, self.workbook.statuses

    def calls(self) -> int:
        return self._calls

    def _press(self, name: Name) -> None:
        raise NotImplementedError

    def press(self, name: Name) -> str:
        boxes, before = len(self.boxes), self.status()
        shown = self.document.CurrentController.ActiveSheet.Name
        self._press(name)
        self._calls = self.workbook.calls.total()
        # All is given back.
        assert self.document.CurrentController.ActiveSheet.Name == shown
        assert self.workbook.app.screen_updating
        assert self.workbook.app.enable_events
        assert self.statuses[-1] is False
        if len(self.boxes) == boxes:
            said = self.status()
            assert said is not None
            return said
        assert self.status() == before
        (said,) = self.boxes[boxes:]
        return said

    def at_pause(self, work: Callable[[int], object]) -> None:
        raise NotImplementedError("nobody can stop it")

    def close(self) -> None:
        self.workbook.close()


class MacroSession(_XlwingsSession):
    """A workbook with buttons, and a stand-in that passes on what its macros ask of Python."""

    # LibreOffice's macros know no conditional formats, and take only the numbers for a chart.
    conditions = links_charts = False

    def __init__(self, office: Office, path: Path, language: Language) -> None:
        with_stand_in(path)
        self._patched: list[Callable[[XlwingsHost, float], bool]] = []
        super().__init__(office, path, language)

    def at_pause(self, work: Callable[[int], object]) -> None:
        pauses, usual = count(1), XlwingsHost.pause
        self._patched.append(usual)

        def pause(host: XlwingsHost, seconds: float) -> bool:
            return work(next(pauses)) is True or usual(host, seconds)

        XlwingsHost.pause = pause  # type: ignore[method-assign]

    def close(self) -> None:
        if self._patched:
            XlwingsHost.pause = self._patched[0]  # type: ignore[method-assign]
        super().close()

    def host(self) -> Host:
        host = XlwingsHost(self.workbook.book)
        host.survey()
        host.done()
        return host

    def _press(self, name: Name) -> None:
        if name in BUTTONS and (self.document.CurrentController.ActiveSheet.Name == self.title):
            self.workbook.press(self.title, BUTTONS[name].caption.of(self.language))
        else:
            self.workbook.choose(f"XlnonoMacros.{macro(name)}")


class PlainSession(_XlwingsSession):
    """A workbook without macros, and a person who runs scripts on it."""

    conditions = False

    def host(self) -> Host:
        return PlainXlwingsHost(self.workbook.book)

    def _press(self, name: Name) -> None:
        self.workbook.call(f"import xlnono.excel; xlnono.excel.{name}()")


class DesktopSession(PlainSession):
    """The same where xlwings can set conditional formats, as in Excel for Windows and Mac."""

    conditions = True

    def __init__(self, office: Office, path: Path, language: Language) -> None:
        super().__init__(office, path, language)
        self.workbook.takes_conditions = True


class CalcSession(OfficeSession):
    """A workbook in Calc, and a person who uses the toolbar of the extension."""

    hidden_boxes = undoes = True

    def __init__(self, office: Office, path: Path, language: Language) -> None:
        super().__init__(path, language)
        self.office, self.document = office, office.open(path)
        self.boxes, self.statuses = [], []

    def host(self) -> Host:
        return CalcHost(served(self.document))

    def calls(self) -> int:
        raise NotImplementedError("LibreOffice does not count them")

    def at_pause(self, work: Callable[[int], object]) -> None:
        raise NotImplementedError("the pause is in LibreOffice")

    def press(self, name: str) -> str:
        from com.sun.star.beans import PropertyValue

        shown = self.document.CurrentController.ActiveSheet.Name
        frame = self.document.CurrentController.Frame
        answer = self.office.service("com.sun.star.frame.DispatchHelper").executeDispatch(
            frame, f"vnd.xlnono:{name}", "", 0, (PropertyValue("Silent", 0, True, 0),)
        )
        assert not self.document.hasControllersLocked()
        assert frame.ContainerWindow.isEnabled()
        assert self.document.CurrentController.ActiveSheet.Name == shown
        return str(answer.Result)

    def close(self) -> None:
        self.document.close(True)


def _parts(selected: Any) -> Iterator[Any]:
    if hasattr(selected, "RangeAddresses"):
        yield from (selected.getByIndex(k) for k in range(selected.Count))
    else:
        yield selected


def _area(cells: Any) -> Area:
    place = cells.RangeAddress
    return Area.between(
        *(place.StartRow + 1, place.StartColumn + 1, place.EndRow + 1, place.EndColumn + 1)
    )
