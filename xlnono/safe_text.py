"""Makes names and texts from files safe to show within a line.

A name can contain line breaks, escape sequences, and characters that are invisible or reverse the
writing direction: unchanged, they could forge a line or make one name look like another.
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Mapping

SIGN = "�"
"""Replaces each character that is not shown."""
_UNSAFE = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Control and format characters, surrogates, and separators of lines and paragraphs."""
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffe\uffff"
"""Invisible letters and marks, and noncharacters."""

_BLANKS = frozenset(_BLANK)
_NUMBER = (int, float)


def safe(text: str) -> str:
    """A text in which a sign replaces each character that is unsafe to show, also line breaks."""
    # Printable characters are in none of the unsafe categories.
    if text.isprintable() and (text.isascii() or _BLANKS.isdisjoint(text)):
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
    """Fill one of our templates like `str.format`, making facts from anywhere safe."""
    # Most facts are safe as they are, and `str.format` is several times as fast.
    if all(isinstance(fact, _NUMBER) or _is_safe(fact) for fact in facts.values()):
        return template.format_map(facts)
    return _FORMATTER.vformat(template, (), facts)


def _is_safe(fact: object) -> bool:
    return isinstance(fact, str) and safe(fact) == fact
