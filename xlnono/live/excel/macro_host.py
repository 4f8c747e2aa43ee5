"""A workbook that Excel has open, through xlwings and the macros of xlnono in it."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import xlwings

from xlnono.errors import XlnonoError
from xlnono.language import Text
from xlnono.live.host import Question
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Dated, ErrorValue, Value

_MACRO = "XlnonoMacros.XlnonoAsk"
_WHOLE, _MORE, _FAILED = ".", "+", "!"
"""The first characters of an answer, of a part of one, and of one about a failure."""
_ERRORS = frozenset(
    ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#SPILL!", "#CALC!")
)


class MacrosMissing(Exception):
    """A workbook has no xlnono macros, or they are not allowed to run."""


class MacroFailed(XlnonoError):
    code = "excel-error"
    template = Text(
        "Excel stopped with error {number} ({reason}). If the board has changed, Restore brings "
        "it back.",
        "Excel がエラー {number} で止まりました({reason})。盤面が変わっていたら、"
        "「元に戻す」で戻せます。",
    )


class XlwingsHost:
    """A `Host` of a workbook that has the macros."""

    conditions = True

    def __init__(self, book: xlwings.Book) -> None:
        self._book = book
        # Stored, because each access would be another call.
        name = book.name.replace("'", "''")
        self._app, self._macro = book.app, book.app.macro(f"'{name}'!{_MACRO}")
        self._sheets: dict[str, xlwings.Sheet] = {}
        self._survey: str | None = None

    def _ask(self, what: str, title: str = "", text: str = "") -> str:
        """The answer of the macros. Raises MacrosMissing or MacroFailed."""
        pieces = [str(self._macro(what, title, text))]
        if not pieces[0].startswith((_WHOLE, _MORE, _FAILED)):
            # Some programs run macros that are blocked as if they were empty.
            raise MacrosMissing
        while pieces[-1].startswith(_MORE):
            pieces.append(str(self._macro("more", "", "")))
        if pieces[-1].startswith(_FAILED):
            number, _, reason = pieces[-1].removeprefix(_FAILED).partition("\t")
            raise MacroFailed(number=number, reason=reason.rstrip(".。 "))
        return "".join(piece[1:] for piece in pieces)

    def survey(self) -> str:
        """See `Host`. The first answer of the macros is reused, because a host serves one press.

        Raises MacrosMissing or MacroFailed.
        """
        if self._survey is None:
            try:
                self._survey = self._ask("survey")
            except (MacrosMissing, MacroFailed):
                raise
            except Exception as error:
                # The type of the error depends on the system.
                raise MacrosMissing from error
        return self._survey

    def ask(self, what: Question, title: str, area: Area) -> str:
        return self._ask(what, title, area.address)

    def do(self, title: str, commands: str) -> None:
        self._ask("do", title, commands)

    def read(self, title: str, area: Area) -> list[list[Value]]:
        cells = self._range(title, area)
        held = cells.options(ndim=2, err_to_str=True, chunksize=None).value
        return [
            [
                self._value(value, title, Area(area.row + row, area.column + column))
                for column, value in enumerate(values)
            ]
            for row, values in enumerate(held)
        ]

    def _value(self, value: object, title: str, cell: Area) -> Value:
        match value:
            case None | bool() | int():
                return value
            case float():
                return int(value) if value.is_integer() else value
            case datetime.datetime():
                return Dated(value, str(self._range(title, cell).number_format))
        return ErrorValue(str(value)) if value in _ERRORS else str(value)

    def put(self, title: str, area: Area, values: Sequence[Sequence[object]]) -> None:
        # Not `value`, which needs several more calls.
        self._range(title, area).raw_value = [
            ["" if value is None else value for value in row] for row in values
        ]

    def add_name(self, title: str, name: str, refers_to: str) -> None:
        self._sheet(title).names.add(name, f"={refers_to}")

    def take_back(self) -> bool:
        # Excel has no undo list while macros run.
        return False

    def save(self, path: Path) -> None:
        self._book.save(path)

    def pause(self, seconds: float) -> bool:
        """Show the sheet for that long; returns whether a button or Esc was pressed meanwhile."""
        return self._ask("pause", text=f"{seconds:g}") == "stop"

    def alive(self) -> None:
        """Let the macros know that Python is still at work: they wait a minute for a word of it."""
        self._ask("alive")

    def done(self) -> None:
        """Let the macros know that the press is done, so that the next one starts Python."""
        with suppress(Exception):
            self._ask("done")

    def _range(self, title: str, area: Area) -> xlwings.Range:
        return self._sheet(title).range(area.address)

    def _sheet(self, title: str) -> xlwings.Sheet:
        if title not in self._sheets:
            self._sheets[title] = self._book.sheets[title]
        return self._sheets[title]
