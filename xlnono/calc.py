"""The program that the Calc extension starts for a press: `python -m xlnono.calc solve en`.

Standard output has a line of JSON for each request, standard input one for its answer. The last
line of output is the answer of the button.
"""

from __future__ import annotations

import json
import sys
from typing import Any, cast

from xlnono.buttons.catalogue import Name
from xlnono.buttons.press import press
from xlnono.language import Language
from xlnono.live.calc_host import Ask, CalcHost


class _CalcFront:
    """A `Front` of Calc."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def show_message(self, message: str) -> None:
        self._ask("tell", message)

    def last_message(self) -> str:
        return str(self._ask("told"))

    def status(self, message: str) -> None:
        self._ask("status", message)

    def pause(self, seconds: float) -> bool:
        return bool(self._ask("pause", seconds))

    def set_timeout(self, seconds: float) -> None:
        self._ask("allow", seconds)


def main() -> None:
    """Do the work of the button named on the command line, in the language named there."""
    name, language = cast("tuple[Name, Language]", sys.argv[1:])
    # Anything else that is printed must not end up between the lines.
    out, sys.stdout = sys.stdout, sys.stderr

    def say(**line: object) -> None:
        print(json.dumps(line), file=out, flush=True)

    def ask(what: str, *arguments: object) -> Any:
        say(ask=what, arguments=arguments)
        answer = json.loads(sys.stdin.readline())
        if "failed" in answer:
            raise RuntimeError(answer["failed"])
        return answer["answer"]

    say(done=press(name, CalcHost(ask), _CalcFront(ask), language))


if __name__ == "__main__":
    main()
