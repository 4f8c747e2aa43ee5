"""An engine for xlwings whose host is LibreOffice, so that the buttons can be pressed anywhere.

It offers what xlnono asks of xlwings, refuses what Excel refuses, and counts every call into
the host.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import xlwings
from xlwings import base_classes

from tests.support.office import Office
from tests.support.uno_ranges import Range, counted
from tests.support.uno_sheets import Sheet, Sheets
from xlnono.spreadsheet.area import Area

_WITH_MACROS, _WITHOUT = "Calc MS Excel 2007 VBA XML", "Calc MS Excel 2007 XML"
"""How LibreOffice calls the kinds of files."""


class Host:
    """A workbook that LibreOffice has open, as xlwings sees Excel."""

    def __init__(self, office: Office, path: Path, *, hidden: bool = False) -> None:
        """Open the workbook; a hidden one is never drawn, which halves the work of LibreOffice."""
        self.path = path
        self.document = office.open(path, Hidden=hidden)
        self._scripts = self.document.getScriptProvider()
        self._toolkit = office.service("com.sun.star.awt.Toolkit")
        self.calls: Counter[str] = Counter()
        self.takes_conditions = False
        """Whether it takes conditional formats from xlwings, as Excel for Windows and Mac does."""
        self.alerts: list[str] = []
        self.statuses: list[str] = []
        self.state: dict[str, Any] = {"enable_events": True, "display_alerts": True}
        self.app = _App(self)
        ENGINE.impl.apps[:] = [self.app]
        self.impl = _Book(self)

    @property
    def book(self) -> xlwings.Book:
        return xlwings.Book(impl=self.impl)

    def run(self, macro: str, *arguments: object) -> Any:
        """Run a macro of the workbook."""
        return self._script(macro).invoke(arguments, (), ())[0]

    def _script(self, macro: str) -> Any:
        return self._scripts.getScript(
            f"vnd.sun.star.script:VBAProject.{macro}?language=Basic&location=document"
        )

    def cells(self, title: str, address: str) -> Any:
        """A range as LibreOffice has it."""
        return self.document.Sheets.getByName(title).getCellRangeByName(address)

    def press(self, title: str, caption: str) -> None:
        """Press a button, as a person would, and do what it asks of Python."""
        self.show(title)
        controller = self.document.CurrentController
        controller.setFormDesignMode(False)
        page = self.document.Sheets.getByName(title).DrawPage
        models = [shape.Control for shape in page if hasattr(shape, "Control")]
        model = next(model for model in models if model.Label == caption)
        # If LibreOffice first looks for a script while it carries out a press, the two can wait
        # for each other for ever.
        asked = self._script("xlwings.Asked")
        controller.getControl(model).getAccessibleContext().doAccessibleAction(0)
        # LibreOffice carries it out once it has drawn what came before. A second press would come
        # later still, and stop what the first one began.
        self._toolkit.processEventsToIdle()
        code = asked.invoke((), (), ())[0]
        assert code, f"the button {caption} asked nothing of Python"
        self.call(code)

    def choose(self, macro: str) -> None:
        """Choose a macro from the list of all, and do what it asks of Python."""
        self.run(macro)
        code = self.run("xlwings.Asked")
        assert code, f"the macro {macro} asked nothing of Python"
        self.call(code)

    def show(self, title: str) -> None:
        """Go to a sheet."""
        self.document.CurrentController.setActiveSheet(self.document.Sheets.getByName(title))

    def call(self, code: str) -> None:
        """Run Python as if the workbook asked for it."""
        self.calls.clear()
        self.book.set_mock_caller()
        exec(code, {})

    def close(self) -> None:
        self.document.close(True)


def _property(name: str) -> property:
    """A property of the application, kept on our side as LibreOffice has none like it."""

    def get(self: Any) -> Any:
        self.host.calls[f"App.{name}"] += 1
        return self.host.state[name]

    def put(self: Any, value: Any) -> None:
        self.host.calls[f"App.{name}"] += 1
        self.host.state[name] = value

    return property(get, put)


class _Engine:
    name, type = "libreoffice", "desktop"

    def __init__(self) -> None:
        # The program in front comes first.
        self.apps: list[_App] = []

    @staticmethod
    def prepare_xl_data_element(value: Any, _: object) -> Any:
        return "" if value is None else value

    @staticmethod
    def clean_value_data(
        rows: Sequence[Sequence[Any]], _date: object, empty: object, _number: object, _err: object
    ) -> list[list[Any]]:
        return [[empty if value == "" else value for value in row] for row in rows]


class _App(base_classes.App):
    def __init__(self, host: Host) -> None:
        self.host = host
        self.engine = ENGINE.impl

    @property
    def pid(self) -> int:
        self.host.calls["App.pid"] += 1
        return 1

    @property
    def screen_updating(self) -> bool:
        self.host.calls["App.screen_updating"] += 1
        return not self.host.document.hasControllersLocked()

    @screen_updating.setter
    def screen_updating(self, wanted: bool) -> None:
        self.host.calls["App.screen_updating"] += 1
        document = self.host.document
        if wanted and document.hasControllersLocked():
            document.unlockControllers()
            document.resetActionLocks()
        elif not wanted:
            document.lockControllers()
            document.addActionLock()

    enable_events = _property("enable_events")
    display_alerts = _property("display_alerts")

    @property
    def status_bar(self) -> Any:
        raise AssertionError("Excel may answer False here; do not ask")

    @status_bar.setter
    def status_bar(self, value: Any) -> None:
        self.host.calls["App.status_bar"] += 1
        self.host.statuses.append(value)

    @counted
    def run(self, macro: str, arguments: Sequence[Any]) -> Any:
        assert all(len(text) <= 32_767 for text in arguments)
        return self.host.run(macro.rpartition("!")[2], *arguments)

    @property
    def selection(self) -> Range | None:
        self.host.calls["App.selection"] += 1
        selected = self.host.document.CurrentSelection
        if hasattr(selected, "RangeAddresses"):
            selected = selected.getByIndex(0)
        if not hasattr(selected, "RangeAddress"):
            return None
        place = selected.RangeAddress
        area = Area.between(
            *(place.StartRow + 1, place.StartColumn + 1, place.EndRow + 1, place.EndColumn + 1)
        )
        return Range(Sheet(self.host, selected.Spreadsheet), area)

    @counted
    def activate(self, steal_focus: bool) -> None:
        """Its window is the one in front."""

    @counted
    def alert(self, prompt: str, *_: object) -> None:
        self.host.alerts.append(prompt)


class _Book(base_classes.Book):
    def __init__(self, host: Host) -> None:
        self.host = host

    @property
    def app(self) -> _App:
        return self.host.app

    @property
    def name(self) -> str:
        return self.host.path.name

    @property
    def fullname(self) -> str:
        self.host.calls["Book.fullname"] += 1
        return str(self.host.path)

    @property
    def api(self) -> Any:
        """What Excel for Windows offers beyond xlwings, as far as it is asked for."""
        self.host.calls["Book.api"] += 1
        return SimpleNamespace(ProtectStructure=self.host.document.isProtected())

    @property
    def sheets(self) -> Sheets:
        return Sheets(self.host)

    @counted
    def activate(self) -> None:
        """It is the one that is shown."""

    @counted
    def save(self, path: str, password: None) -> None:
        from com.sun.star.beans import PropertyValue

        kind = _WITH_MACROS if path.endswith(".xlsm") else _WITHOUT
        way = PropertyValue("FilterName", 0, kind, 0)
        self.host.document.storeToURL(Path(path).as_uri(), (way,))


ENGINE = xlwings.Engine(impl=_Engine())
xlwings.engines.add(ENGINE)
xlwings.engines.active = ENGINE
