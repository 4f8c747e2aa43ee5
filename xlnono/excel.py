"""The functions that the buttons of a workbook call, through its macros. Excel waits meanwhile.

Any other workbook that xlwings can reach is supported too, except for what needs the macros.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import xlwings
from xlwings import script

from xlnono.buttons.catalogue import Name
from xlnono.buttons.press import press
from xlnono.language import Language, system_language
from xlnono.live.excel.macro_host import MacroFailed, MacrosMissing, XlwingsHost
from xlnono.live.excel.plain_host import PlainXlwingsHost

_MENUS = 2
"""Of Excel's MsoAppLanguageID."""
_PRIMARY, _JAPANESE = 0x3FF, 0x11
"""The bits of a language in Windows without its region, and those of Japanese."""

_messages: dict[tuple[str, str], str] = {}
"""The last message shown in a box, by workbook and sheet, while Python runs."""


class _ExcelFront:
    """A `Front` of Excel."""

    def __init__(self, app: xlwings.App, book: xlwings.Book, host: XlwingsHost) -> None:
        self._app, self._book, self._host = app, book, host

    def _place(self) -> tuple[str, str]:
        return self._book.fullname, self._book.sheets.active.name

    def show_message(self, message: str) -> None:
        _messages[self._place()] = message
        self._app.alert(message, "xlnono")

    def last_message(self) -> str:
        return _messages.get(self._place(), "")

    def status(self, message: str) -> None:
        self._app.status_bar = message
        self._host.alive()

    def pause(self, seconds: float) -> bool:
        return self._host.pause(seconds)

    def set_timeout(self, seconds: float) -> None:
        """Excel has no time limit."""


@contextmanager
def _undisturbed(app: xlwings.App) -> Iterator[None]:
    """Suppress screen updates and other macros, and restore the settings afterwards."""
    with app.properties(screen_updating=False, enable_events=False):
        try:
            yield
        finally:
            app.status_bar = False


def _language(app: xlwings.App) -> Language:
    """The language of Excel's menus if known, otherwise that of the system."""
    try:
        number = int(app.api.LanguageSettings.LanguageID(_MENUS))
    except Exception:
        # Only Excel for Windows has this; what others do depends on the system.
        return system_language()
    return "ja" if number & _PRIMARY == _JAPANESE else "en"


def _host(book: xlwings.Book) -> XlwingsHost:
    """The host of a workbook: the one with macros if these answer, otherwise the plain one."""
    host = XlwingsHost(book)
    try:
        host.survey()
    except MacrosMissing:
        return PlainXlwingsHost(book)
    except MacroFailed:
        # The press fails with it, too, and reports it.
        pass
    return host


def _press(name: Name) -> None:
    caller = xlwings.Book.caller()
    app = caller.app
    with _undisturbed(app):
        host = _host(caller)
        try:
            press(name, host, _ExcelFront(app, caller, host), _language(app))
        finally:
            host.done()


@script
def solve() -> None:
    """Solve the puzzle from the marks on the board, with the log beside it."""
    _press("solve")


@script
def step() -> None:
    """Paint the next deduction from the marks on the board."""
    _press("step")


@script
def hint() -> None:
    """Show a hint for the next deduction, more detailed with every press, and select its cells."""
    _press("hint")


@script
def check() -> None:
    """Check that the puzzle has one solution, rate its difficulty, and make wrong marks red."""
    _press("check")


@script
def assume() -> None:
    """Assume that the selected cell is black, then white, and follow the lines from there."""
    _press("assume")


@script
def clear() -> None:
    """Empty the grid; the clues stay."""
    _press("clear")


@script
def restore() -> None:
    """Restore the board from before the last run."""
    _press("restore")


@script
def where() -> None:
    """Turn the clues green of all lines that allow a deduction."""
    _press("where")


@script
def why() -> None:
    """Say why the selected cell is black or white, or how its lines leave it open."""
    _press("why")


@script
def clues() -> None:
    """Write the clues of the picture drawn on the sheet around it."""
    _press("clues")
