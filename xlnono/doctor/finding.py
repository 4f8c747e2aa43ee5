"""One thing that was found."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from enum import Enum
from typing import Literal, NamedTuple

System = Literal["windows", "mac", "other"]
"""Where Excel starts Python in one way or the other; elsewhere there is no Excel."""


class State(Enum):
    OK = "ok"
    NOTE = "note"
    """Good to know, or missing and not needed."""
    WRONG = "wrong"


class Finding(NamedTuple):
    """A thing that was found; `key` says which, `facts` are what its words need."""

    key: str
    state: State
    facts: Mapping[str, object] = {}


def this_system() -> System:
    return {"win32": "windows", "darwin": "mac"}.get(sys.platform, "other")  # type: ignore[return-value]
