"""The part of the Calc extension that runs in LibreOffice, run here over its bridge."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import xlnono

PYTHONPATH = Path(xlnono.__file__).parent / "templates" / "calc_extension" / "pythonpath"


def served(document: Any) -> Callable[..., Any]:
    """Requests about a document that is open, answered as the extension answers them."""

    def ask(what: str, *arguments: object) -> Any:
        with one_press(document) as answer:
            return answer(what, *arguments)

    return ask


@contextmanager
def one_press(document: Any) -> Iterator[Callable[..., Any]]:
    """The same during a press, which is one entry of the undo list."""
    if str(PYTHONPATH) not in sys.path:
        sys.path.append(str(PYTHONPATH))
    from xlnono_calc.document import Document
    from xlnono_calc.undo import Step

    serving = Document(document, Step(document, "xlnono"))

    def ask(what: str, *arguments: object) -> Any:
        sent = json.loads(json.dumps(arguments))
        return json.loads(json.dumps(serving.serve(what, sent)))

    yield ask
    serving.finish()
