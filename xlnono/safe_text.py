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

_JOINERS = "\u200c\u200d"
"""They make signs and letters join or stay apart, which shows only in some places."""
_VIRAMA = 9
"""The combining class of the signs that join letters of Indic scripts."""

_HAS_BLANK = re.compile(f"[{_BLANK}]").search


def safe(text: str) -> str:
    """A text in which a sign replaces each character that is unsafe to show, also line breaks.

    Joiners stay within emoji and within words that are written with them.
    """
    if _is_safe(text):
        return text
    around = zip(f" {text}", text, f"{text[1:]} ", strict=False)
    return "".join(
        SIGN if _is_unsafe(letter) and not _joins(before, letter, after) else letter
        for before, letter, after in around
    )


def _is_safe(text: str) -> bool:
    # Printable characters are in none of the unsafe categories.
    return text.isprintable() and (text.isascii() or _HAS_BLANK(text) is None)


def _is_unsafe(letter: str) -> bool:
    return unicodedata.category(letter) in _UNSAFE or letter in _BLANK


def _joins(before: str, letter: str, after: str) -> bool:
    """Whether a letter is a joiner that shows between these: in Arabic, Indic scripts or emoji."""
    if letter not in _JOINERS:
        return False
    if _VIRAMA in (unicodedata.combining(before), unicodedata.combining(after)):
        return True
    if unicodedata.bidirectional(after) == "AL":
        return unicodedata.bidirectional(before) in ("AL", "NSM")
    # An emoji ends with a colour of skin or a variation selector, and arrows are emoji too.
    return unicodedata.category(before) in ("So", "Sk", "Mn") and (
        unicodedata.category(after) in ("So", "Sm")
    )


class _Formatter(string.Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        return safe(str(super().format_field(value, format_spec)))


_FORMATTER = _Formatter()


def fill(template: str, facts: Mapping[str, object]) -> str:
    """Fill one of our templates like `str.format`, making facts from anywhere safe."""
    filled = template.format_map(facts)
    # If all of it is safe, so are the facts in it, and most texts are.
    return filled if _is_safe(filled) else _FORMATTER.vformat(template, (), facts)
