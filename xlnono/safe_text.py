"""Names and texts out of files, made fit to stand within a line that somebody reads.

A name can hold line breaks, escape sequences, and characters that are invisible or turn the
direction of what follows: shown as they are, they could forge a line or make one name look like
another.
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Mapping

SIGN = "�"
"""Stands for each character that is not shown."""
_UNSAFE = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Control, format and half characters, and what separates lines and paragraphs."""
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffe\uffff"
"""Letters and marks of which nothing is seen, and what is no character."""


def safe(text: str) -> str:
    """A text with a sign in place of each character that is unsafe to show, also line breaks."""
    # Most are printable altogether; the blank ones of these are rare enough to be looked for.
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_safe, text))


def _safe(letter: str) -> str:
    unsafe = unicodedata.category(letter) in _UNSAFE or letter in _BLANK
    return SIGN if unsafe else letter


class _Formatter(string.Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        return safe(str(super().format_field(value, format_spec)))


_FORMATTER = _Formatter()


def fill(template: str, facts: Mapping[str, object]) -> str:
    """A template of ours, filled like `str.format` with facts from anywhere, made safe."""
    # Most facts are safe as they are, and `str.format` is several times as fast.
    if all(isinstance(fact, int | float) or _is_safe(fact) for fact in facts.values()):
        return template.format_map(facts)
    return _FORMATTER.vformat(template, (), facts)


def _is_safe(fact: object) -> bool:
    return isinstance(fact, str) and safe(fact) == fact
