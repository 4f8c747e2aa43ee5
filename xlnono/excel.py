"""What the buttons of a workbook call, through its macros. Excel waits meanwhile.

Any other workbook that xlwings reaches is served, too, as far as it goes without the macros.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import xlwings
from xlwings import script

from xlnono.buttons.catalogue import Name
from xlnono.buttons.press import press
from xlnono.live.excel.macro_host import MacrosMissing, XlwingsHost
from xlnono.live.excel.plain_host import PlainXlwingsHost

_told: dict[tuple[str, str], str] = {}
"""What was last shown in a box, by workbook and sheet, for as long as Python runs."""


class _ExcelFront:
    """A `Front` of Excel."""

    def __init__(self, app: xlwings.App, book: xlwings.Book, host: XlwingsHost) -> None:
        self._app, self._book, self._host = app, book, host

    def _place(self) -> tuple[str, str]:
        return self._book.fullname, self._book.sheets.active.name

    def tell(self, message: str) -> None:
        _told[self._place()] = message
        self._app.alert(message, "xlnono")

    def told(self) -> str:
        return _told.get(self._place(), "")

    def status(self, message: str) -> None:
        self._app.status_bar = message

    def pause(self, seconds: float) -> bool:
        return self._host.pause(seconds)

    def allow(self, seconds: float) -> None:
        """Excel waits as long as it takes."""


@contextmanager
def _undisturbed(app: xlwings.App) -> Iterator[None]:
    """Without flicker and without other macros; all is as before afterwards."""
    with app.properties(screen_updating=False, enable_events=False):
        try:
            yield
        finally:
            app.status_bar = False


def _host(book: xlwings.Book) -> XlwingsHost:
    """The host of a workbook: with the macros where they answer, else without."""
    host = XlwingsHost(book)
    try:
        host.survey()
    except MacrosMissing:
        return PlainXlwingsHost(book)
    return host


def _press(name: Name) -> None:
    caller = xlwings.Book.caller()
    app = caller.app
    with _undisturbed(app):
        host = _host(caller)
        try:
            press(name, host, _ExcelFront(app, caller, host))
        finally:
            host.done()


@script
def solve() -> None:
    """Solve the puzzle from the marks on the board, with the log beside it."""
    _press("solve")


@script
def step() -> None:
    """Paint the next deduction from what the board shows."""
    _press("step")


@script
def hint() -> None:
    """Tell the next deduction, more of it with every press; its cells get selected."""
    _press("hint")


@script
def check() -> None:
    """Say whether the puzzle has one solution and how hard it is; wrong marks turn red."""
    _press("check")


@script
def assume() -> None:
    """Take the selected cell as black, then as white, and follow the lines from there."""
    _press("assume")


@script
def clear() -> None:
    """Empty the grid; the clues stay."""
    _press("clear")


@script
def restore() -> None:
    """Bring back what stood on the board before the last run."""
    _press("restore")


@script
def where() -> None:
    """Make the clues of the lines green in which something can be deduced."""
    _press("where")
