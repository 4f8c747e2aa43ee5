"""An engine for xlwings whose host is LibreOffice, so that the buttons can be pressed anywhere.

It offers what xlnono asks of xlwings, refuses what Excel refuses, and counts every call into
the host.
"""

from __future__ import annotations

import datetime
import os
import shutil
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import xlwings
from xlwings import base_classes

from xlnono.workbook.layout import Area, parse_reference

_EPOCH = datetime.datetime(1899, 12, 30)
_START_SECONDS = 60
_DATES, _LOGICAL = 6, 1024
"""Kinds of number formats."""
_FORMULA_ERRORS = 4
_RUN_ALWAYS = 4
_WITH_MACROS, _WITHOUT = "Calc MS Excel 2007 VBA XML", "Calc MS Excel 2007 XML"
"""How LibreOffice calls the kinds of files."""
_PRESSES = 20
ENVIRONMENT = {
    **os.environ,
    "PATH": os.pathsep.join(
        part
        for part in os.environ["PATH"].split(os.pathsep)
        if not Path(part, "..", "pyvenv.cfg").exists()
    ),
}
"""LibreOffice's own Python would take its library from the Python that it finds first, which must
be none of a virtual environment."""


def _uno() -> Any:
    """LibreOffice's bridge, which belongs to the Python of the system."""
    try:
        import uno
    except ImportError:
        sys.path.append("/usr/lib/python3/dist-packages")
        try:
            import uno
        except ImportError:
            if os.environ.get("XLNONO_REQUIRE_LIBREOFFICE"):
                pytest.fail("LibreOffice is required, and this Python has not its bridge")
            pytest.skip("this Python has not the bridge to LibreOffice")
    return uno


class Office:
    """A LibreOffice of its own, with a profile in a folder."""

    def __init__(self, folder: Path, *settings: str) -> None:
        program = shutil.which("soffice")
        if program is None:
            if os.environ.get("XLNONO_REQUIRE_LIBREOFFICE"):
                pytest.fail("LibreOffice is required, and there is no soffice on the path")
            pytest.skip("LibreOffice is not installed")
        uno = _uno()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._process = subprocess.Popen(
            [
                *(program, "--headless", "--norestore", "--nolockcheck"),
                f"--accept=socket,host=127.0.0.1,port={port};urp;",
                f"-env:UserInstallation={(folder / 'profile').as_uri()}",
                *settings,
            ],
            env=ENVIRONMENT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext(
            "com.sun.star.bridge.UnoUrlResolver", local
        )
        place = f"uno:socket,host=127.0.0.1,port={port};urp;StarOffice.ComponentContext"
        last = time.monotonic() + _START_SECONDS
        while True:
            try:
                self.context = resolver.resolve(place)
                break
            except Exception:
                if time.monotonic() > last or self._process.poll() is not None:
                    raise
                time.sleep(0.1)
        self.desktop = self.service("com.sun.star.frame.Desktop")

    def service(self, name: str) -> Any:
        """A service of LibreOffice."""
        return self.context.ServiceManager.createInstanceWithContext(name, self.context)

    def open(self, path: Path) -> Any:
        """Open a workbook with its macros."""
        from com.sun.star.beans import PropertyValue

        way = PropertyValue("MacroExecutionMode", 0, _RUN_ALWAYS, 0)
        document = self.desktop.loadComponentFromURL(path.as_uri(), "_blank", 0, (way,))
        assert document is not None, f"LibreOffice does not open {path}"
        return document

    def close(self) -> None:
        try:
            self.desktop.terminate()
            self._process.wait(20)
        except Exception:
            self._process.kill()
            self._process.wait(20)


class Host:
    """A workbook that LibreOffice has open, as xlwings sees Excel."""

    def __init__(self, office: Office, path: Path) -> None:
        self.path = path
        self.document = office.open(path)
        self.calls: Counter[str] = Counter()
        self.alerts: list[str] = []
        self.statuses: list[str] = []
        self.state: dict[str, Any] = {"enable_events": True, "display_alerts": True}
        self.app = _App(self)
        self.impl = _Book(self)

    @property
    def book(self) -> xlwings.Book:
        return xlwings.Book(impl=self.impl)

    def run(self, macro: str, *arguments: object) -> Any:
        """Run a macro of the workbook."""
        script = self.document.getScriptProvider().getScript(
            f"vnd.sun.star.script:VBAProject.{macro}?language=Basic&location=document"
        )
        return script.invoke(arguments, (), ())[0]

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
        # A press is lost while LibreOffice still draws what came before.
        for _ in range(_PRESSES):
            controller.getControl(model).getAccessibleContext().doAccessibleAction(0)
            if code := self.run("xlwings.Asked"):
                return self.call(code)
            time.sleep(0.2)
        raise AssertionError(f"the button {caption} asked nothing of Python")

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


def _counted(function: Callable[..., Any]) -> Callable[..., Any]:
    """A method that is a call into the host."""

    def call(self: Any, *arguments: Any, **options: Any) -> Any:
        self.host.calls[f"{type(self).__name__[1:]}.{function.__name__}"] += 1
        return function(self, *arguments, **options)

    return call


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
    apps: Any = ()

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

    @_counted
    def run(self, macro: str, arguments: Sequence[Any]) -> Any:
        assert all(len(text) <= 32_767 for text in arguments)
        return self.host.run(macro.rpartition("!")[2], *arguments)

    @_counted
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
    def sheets(self) -> _Sheets:
        return _Sheets(self.host)

    @_counted
    def save(self, path: str, password: None) -> None:
        from com.sun.star.beans import PropertyValue

        kind = _WITH_MACROS if path.endswith(".xlsm") else _WITHOUT
        way = PropertyValue("FilterName", 0, kind, 0)
        self.host.document.storeToURL(Path(path).as_uri(), (way,))


class _Sheets(base_classes.Sheets):
    def __init__(self, host: Host) -> None:
        self.host = host

    @_counted
    def __call__(self, title: str) -> _Sheet:
        return _Sheet(self.host, self.host.document.Sheets.getByName(title))


class _Sheet(base_classes.Sheet):
    def __init__(self, host: Host, native: Any) -> None:
        self.host, self.native = host, native

    @property
    def book(self) -> _Book:
        return self.host.impl

    @property
    def name(self) -> str:
        return str(self.native.Name)

    @property
    def names(self) -> _Names:
        return _Names(self.host, self.native)

    def range(self, address: Any, other: Any = None) -> _Range:
        if isinstance(address, _Range):
            last = address.area if other is None else other.area
            address = Area.between(*address.area[:2], last.row, last.column).address
        if len(address) > 255:
            raise ValueError("Excel takes no address this long")
        return _Range(self, Area.parse(address))


class _Names(base_classes.Names):
    def __init__(self, host: Host, native: Any) -> None:
        self.host, self.native = host, native

    @_counted
    def add(self, name: str, refers_to: str) -> None:
        title, area = parse_reference(refers_to)
        cells = self.host.document.Sheets.getByName(title).getCellRangeByName(area.address)
        content = cells.AbsoluteName
        names = self.native.NamedRanges
        if names.hasByName(name):
            names.removeByName(name)
        names.addNewByName(name, content, cells.getCellByPosition(0, 0).CellAddress, 0)


class _Range(base_classes.Range):
    max_cells_per_read = max_cells_per_write = None

    def __init__(self, sheet: _Sheet, area: Area) -> None:
        self.sheet, self.host, self.area = sheet, sheet.host, area
        self.native = sheet.native.getCellRangeByName(area.address)

    api = property(lambda self: self.native)
    row = property(lambda self: self.area.row)
    column = property(lambda self: self.area.column)
    shape = property(lambda self: (self.area.height, self.area.width))
    address = property(lambda self: self.area.fixed_address)

    def __len__(self) -> int:
        return self.area.height * self.area.width

    def __call__(self, row: int, column: int | None = None) -> _Range:
        if column is None:
            row, column = divmod(row - 1, self.area.width)
            row, column = row + 1, column + 1
        area = Area(self.area.row + row - 1, self.area.column + column - 1)
        return _Range(self.sheet, area)

    def _cells_in(self, native: Any) -> Iterator[tuple[int, int]]:
        """The cells of a range, counted from 0 within this one."""
        address = native.RangeAddress
        for row in range(address.StartRow, address.EndRow + 1):
            for column in range(address.StartColumn, address.EndColumn + 1):
                yield row + 1 - self.area.row, column + 1 - self.area.column

    @property
    def raw_value(self) -> list[list[Any]]:
        self.host.calls["Range.value"] += 1
        rows = [list(row) for row in self.native.getDataArray()]
        formats = self.host.document.NumberFormats
        for part in self.native.getUniqueCellFormatRanges():
            kind = formats.getByKey(part.NumberFormat).Type
            for native in part if kind & (_DATES | _LOGICAL) else ():
                for row, column in self._cells_in(native):
                    if isinstance(rows[row][column], float):
                        rows[row][column] = (
                            bool(rows[row][column])
                            if kind & _LOGICAL
                            else _EPOCH + datetime.timedelta(days=rows[row][column])
                        )
        for native in self.native.queryFormulaCells(_FORMULA_ERRORS):
            for row, column in self._cells_in(native):
                cell = self.native.getCellByPosition(column, row)
                rows[row][column] = cell.String
        return rows

    @raw_value.setter
    def raw_value(self, values: Any) -> None:
        self.host.calls["Range.value"] += 1
        if not isinstance(values, list | tuple):
            values = [[values]]
        self.native.setFormulaArray(
            tuple(tuple("" if value is None else value for value in row) for row in values)
        )

    @property
    def number_format(self) -> str:
        self.host.calls["Range.number_format"] += 1
        formats = self.host.document.NumberFormats
        return str(formats.getByKey(self.native.NumberFormat).FormatString)


ENGINE = xlwings.Engine(impl=_Engine())
xlwings.engines.add(ENGINE)
