"""Workbooks that LibreOffice Calc has open, through the extension."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

from xlnono.live.host import Question
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Dated, ErrorValue, Value

Ask = Callable[..., Any]
"""Sends a request, such as "read", with its arguments; returns the answer."""


class CalcHost:
    """A `Host` of a document that Calc has open."""

    conditions = True

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def survey(self) -> str:
        return str(self._ask("survey"))

    def ask(self, what: Question, title: str, area: Area) -> str:
        return str(self._ask(what, title, area.address))

    def do(self, title: str, commands: str) -> None:
        self._ask("do", title, commands)

    def read(self, title: str, area: Area) -> list[list[Value]]:
        return [[_value(held) for held in row] for row in self._ask("read", title, area.address)]

    def put(self, title: str, area: Area, values: Sequence[Sequence[object]]) -> None:
        self._ask("put", title, area.address, values)

    def add_name(self, title: str, name: str, refers_to: str) -> None:
        self._ask("add_name", title, name, refers_to)

    def take_back(self) -> bool:
        self._ask("take_back")
        return True

    def save(self, path: Path) -> None:
        self._ask("save", str(path.absolute()))


def _value(held: Any) -> Value:
    match held:
        case {"date": moment, "format": number_format}:
            return Dated(datetime.datetime.fromisoformat(moment), number_format)
        case {"error": text}:
            return ErrorValue(text)
        case float() if held.is_integer():
            return int(held)
    return cast(Value, held)
