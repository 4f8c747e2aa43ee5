"""The part of the Calc extension that runs in LibreOffice, run here over its bridge."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import xlnono

PYTHONPATH = Path(xlnono.__file__).parent / "templates" / "calc_extension" / "pythonpath"


def served(document: Any) -> Callable[..., Any]:
    """Requests about a document that is open, answered as the extension answers them."""
    if str(PYTHONPATH) not in sys.path:
        sys.path.append(str(PYTHONPATH))
    from xlnono_calc.document import Document
    from xlnono_calc.undo import Step

    def ask(what: str, *arguments: object) -> Any:
        serving = Document(document, Step(document, "xlnono"))
        sent = json.loads(json.dumps(arguments))
        answer = json.loads(json.dumps(serving.serve(what, sent)))
        serving.finish()
        return answer

    return ask
