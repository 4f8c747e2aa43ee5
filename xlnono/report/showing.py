"""Names of files and sheets, and messages, as text that any program can show."""

from __future__ import annotations

import unicodedata

_LONGEST = 16_000
"""Half of what a cell holds, for some characters count twice."""
_BROKEN = ("Cc", "Cs")
"""Control characters, and halves of characters: bytes of a file name that are no text."""
_NO_XML = "\ufffe\uffff"


def readable(text: str) -> str:
    """A text with a sign in place of what is no character, such as parts of a broken name."""
    shown = text if text.isprintable() else "".join(map(_readable, text))
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"


def _readable(letter: str) -> str:
    if letter == "\n" or (unicodedata.category(letter) not in _BROKEN and letter not in _NO_XML):
        return letter
    return "�"
