"""Macros run by pyOpenVBA's interpreter, on its model of Excel.

LibreOffice runs the macros, too, but it paints and copies the rows that a filter hides, knows no
reference styles, and needs no printer. The model does in these cases what its authors measured in
Excel.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from pyopenvba.apps.excel import ExcelApplication
from pyopenvba.interpreter import VBARuntimeError

_PLACE = re.compile(r"'((?:[^']|'')+)'!(.+)")
A1, R1C1 = 1, -4150
WINDOWS, MAC = "Windows (64-bit) NT 10.00", "Macintosh (ARM) Version 15.0"


class InterpretedExcel:
    """Excel with a workbook open, as an `xlwings.Book` and its `xlwings.App`.

    `settings` are those of the application that the model lacks.
    """

    def __init__(self, path: Path, system: str = WINDOWS) -> None:
        self.model = ExcelApplication.open(path)
        self.path, self.name, self.app = path, path.name, self
        self.settings: dict[str, object] = {
            "EnableCancelKey": 1,
            "OperatingSystem": system,
            "PrintCommunication": True,
            "ReferenceStyle": A1,
        }
        lend(self.model.application, self.settings)
        self._modules = count(1)

    def macro(self, place: str) -> Callable[..., Any]:
        """What Excel runs for a name with the workbook in front."""
        match = _PLACE.fullmatch(place)
        if match is None or match[1].replace("''", "'") != self.name:
            raise VBARuntimeError(1004, f"Cannot run the macro '{place}'.")
        return lambda *arguments: self.run(match[2], *arguments)

    def run(self, macro: str, *arguments: str) -> Any:
        """Run a macro, with texts that Excel can pass on."""
        answer = self.model.run(macro, *arguments)
        assert all(len(text) <= 32_767 for text in (*arguments, str(answer)))
        return answer

    def does(self, *lines: str) -> Any:
        """What a person or another macro does, in lines of VBA; returns what they give `it`."""
        name = f"Hand{next(self._modules)}"
        head = f"Function {name}()", "Dim it As Variant, row As Long"
        text = "\n".join([*head, *lines, f"{name} = it", "End Function"])
        self.model.add_module(text, name=f"Module{name}")
        return self.model.run(name)


def lend(owner: Any, members: dict[str, Any]) -> None:
    """Give an object of the model members that it lacks. Setting one to an error raises it."""
    usual_get, usual_set = owner.vba_get, owner.vba_set

    def get(name: str, *rest: Any, **named: Any) -> Any:
        return members[name] if name in members else usual_get(name, *rest, **named)

    def put(name: str, value: Any, *rest: Any, **named: Any) -> None:
        if isinstance(members.get(name), Exception):
            raise members[name]
        if name in members:
            members[name] = value
        else:
            usual_set(name, value, *rest, **named)

    owner.vba_get, owner.vba_set = get, put
