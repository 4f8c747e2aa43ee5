"""A finding: a message and what to do about it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from enum import Enum
from textwrap import shorten
from typing import Literal

from xlnono.language import Language, Text, in_language
from xlnono.records import NamedTuple

System = Literal["windows", "mac", "other"]
"""Windows and macOS, on which Excel starts Python differently; elsewhere there is no Excel."""

_LONGEST_REASON = 300


def this_system() -> System:
    return {"win32": "windows", "darwin": "mac"}.get(sys.platform, "other")  # type: ignore[return-value]


def this_python() -> str:
    return sys.executable or "python"


class State(Enum):
    OK = "ok"
    NOTE = "note"
    """Good to know, or missing and not needed."""
    WRONG = "wrong"


class Finding(NamedTuple):
    """A message and advice, which is empty if nothing can be done. `facts` fill the fields of
    both; {python} is the running Python if there is no such fact."""

    state: State
    message: Text
    advice: Text
    facts: Mapping[str, object]

    def texts(self, language: Language) -> tuple[str, str]:
        """The message and the advice."""
        facts = {
            name: _shown(name, fact, language)
            for name, fact in ({"python": this_python()} | dict(self.facts)).items()
        }
        return self.message.of(language, **facts), self.advice.of(language, **facts)


def ok(en: str, ja: str, /, **facts: object) -> Finding:
    return Finding(State.OK, Text(en, ja), Text("", ""), facts)


def note(en: str, ja: str, advice_en: str = "", advice_ja: str = "", /, **facts: object) -> Finding:
    return Finding(State.NOTE, Text(en, ja), Text(advice_en, advice_ja), facts)


def wrong(
    en: str, ja: str, advice_en: str = "", advice_ja: str = "", /, **facts: object
) -> Finding:
    return Finding(State.WRONG, Text(en, ja), Text(advice_en, advice_ja), facts)


def _shown(name: str, fact: object, language: Language) -> str:
    text = str(in_language(fact, language))
    if name == "reason":
        # Some libraries raise errors of many lines.
        return shorten(text, _LONGEST_REASON, placeholder=" ...")
    return f'"{text}"' if name in ("python", "path") and " " in text else text
