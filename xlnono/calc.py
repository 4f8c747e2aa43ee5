"""What the Calc extension starts for a press: `python -m xlnono.calc solve en`.

Standard output has a line of JSON for each request, standard input one for its answer. The last
line is what the button has to say.
"""

from __future__ import annotations

import datetime
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

from xlnono.buttons import actions
from xlnono.errors import Language
from xlnono.live.book import Question
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Dated, ErrorValue, Value

Ask = Callable[..., Any]
"""A request, such as "read", with what it needs; returns the answer."""


class CalcHost:
    """A `Host` of a document that Calc has open."""

    conditions = True

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def survey(self) -> str:
        return str(self._ask("survey"))

    def ask(self, what: Question, title: str, area: Area) -> str:
        return str(self._ask(what, title, area.address))

    def do(self, title: str, orders: str) -> None:
        self._ask("do", title, orders)

    def read(self, title: str, area: Area) -> list[list[Value]]:
        return [[_value(held) for held in row] for row in self._ask("read", title, area.address)]

    def put(self, title: str, area: Area, values: Sequence[Sequence[object]]) -> None:
        self._ask("put", title, area.address, values)

    def add_name(self, title: str, name: str, refers_to: str) -> None:
        self._ask("add_name", title, name, refers_to)

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


class _CalcFront:
    """A `Front` of Calc."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def tell(self, message: str) -> None:
        self._ask("tell", message)

    def told(self) -> str:
        return str(self._ask("told"))

    def status(self, message: str) -> None:
        self._ask("status", message)

    def pause(self, seconds: float) -> bool:
        return bool(self._ask("pause", seconds))

    def allow(self, seconds: float) -> None:
        self._ask("allow", seconds)


def main() -> None:
    """Do the work of the button named on the command line, in the language named there."""
    name, language = cast("tuple[actions.Name, Language]", sys.argv[1:])
    # Whatever else is printed must not come between.
    out, sys.stdout = sys.stdout, sys.stderr

    def say(**line: object) -> None:
        print(json.dumps(line), file=out, flush=True)

    def ask(what: str, *arguments: object) -> Any:
        say(ask=what, arguments=arguments)
        answer = json.loads(sys.stdin.readline())
        if "failed" in answer:
            raise RuntimeError(answer["failed"])
        return answer["answer"]

    say(done=actions.press(name, CalcHost(ask), _CalcFront(ask), language))


if __name__ == "__main__":
    main()
