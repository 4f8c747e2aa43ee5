"""Makes names and texts from files safe to show within a line.

A name can contain line breaks, escape sequences, and characters that are invisible or reverse the
writing direction: unchanged, they could forge a line or make one name look like another.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Mapping

SIGN = "�"
"""Replaces each character that is not shown."""
_UNSAFE = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Control and format characters, surrogates, and separators of lines and paragraphs."""
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffe\uffff"
"""Invisible letters and marks, and noncharacters."""

_HAS_BLANK = re.compile(f"[{_BLANK}]").search


def safe(text: str) -> str:
    """A text in which a sign replaces each character that is unsafe to show, also line breaks."""
    return text if _is_safe(text) else "".join(map(_safe, text))


def _is_safe(text: str) -> bool:
    # Printable characters are in none of the unsafe categories.
    return text.isprintable() and (text.isascii() or _HAS_BLANK(text) is None)


def _safe(letter: str) -> str:
    unsafe = unicodedata.category(letter) in _UNSAFE or letter in _BLANK
    return SIGN if unsafe else letter


class _Formatter(string.Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        return safe(str(super().format_field(value, format_spec)))


_FORMATTER = _Formatter()


def fill(template: str, facts: Mapping[str, object]) -> str:
    """Fill one of our templates like `str.format`, making facts from anywhere safe."""
    filled = template.format_map(facts)
    # If all of it is safe, so are the facts in it, and most texts are.
    return filled if _is_safe(filled) else _FORMATTER.vformat(template, (), facts)
