"""A finding: a message and what to do about it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from enum import Enum
from textwrap import shorten
from typing import Literal, NamedTuple

from xlnono.language import Language, Text, in_language

System = Literal["windows", "mac", "other"]
"""Windows and macOS, on which Excel starts Python differently; elsewhere there is no Excel."""

_LONGEST_REASON = 300


class State(Enum):
    OK = "ok"
    NOTE = "note"
    """Good to know, or missing and not needed."""
    WRONG = "wrong"


class Finding(NamedTuple):
    """A message and, if something can be done, advice; `facts` fill the fields of both."""

    state: State
    message: Text
    advice: Text | None
    facts: Mapping[str, object]

    def texts(self, language: Language) -> tuple[str, str]:
        """The message and the advice, "" if there is none."""
        facts = {name: _shown(name, fact, language) for name, fact in self.facts.items()}
        advice = self.advice.of(language, **facts) if self.advice else ""
        return self.message.of(language, **facts), advice


def ok(message: Text, /, **facts: object) -> Finding:
    return Finding(State.OK, message, None, facts)


def note(message: Text, advice: Text | None = None, /, **facts: object) -> Finding:
    return Finding(State.NOTE, message, advice, facts)


def wrong(message: Text, advice: Text | None = None, /, **facts: object) -> Finding:
    return Finding(State.WRONG, message, advice, facts)


def _shown(name: str, fact: object, language: Language) -> str:
    text = str(in_language(fact, language))
    if name == "reason":
        # Some libraries raise errors of many lines.
        return shorten(text, _LONGEST_REASON, placeholder=" ...")
    return f'"{text}"' if name in ("python", "path") and " " in text else text


def this_system() -> System:
    return {"win32": "windows", "darwin": "mac"}.get(sys.platform, "other")  # type: ignore[return-value]
