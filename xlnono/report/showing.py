"""Names of files and sheets, and messages, as text that any program can show."""

from __future__ import annotations

import unicodedata

from xlnono.safe_text import safe

_LONGEST = 16_000
"""Half the capacity of a cell, because some characters count twice."""
_BROKEN = ("Cc", "Cs")
"""Control characters, and surrogates: bytes of a file name that are not valid text."""
_NO_XML = "\ufffe\uffff"


def readable(text: str) -> str:
    """A text with a sign in place of characters that cannot be shown, as in a broken name."""
    shown = "\n".join(map(safe, text.split("\n")))
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"


def storable(text: str) -> bool:
    """Whether a workbook can hold a text as it is."""
    return text.isprintable() or not any(
        unicodedata.category(letter) in _BROKEN or letter in _NO_XML for letter in text
    )
