"""The words of command lines that messages propose."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from xlnono.safe_text import safe

_STANDARD_INPUT = "-"


def quoted(word: str) -> str:
    """A word quoted for a shell, so that a message can show it as it is."""
    if os.name == "nt":
        return f'"{word}"'
    return shlex.quote(word) if safe(word) == word else f"$'{''.join(map(_escaped, word))}'"


def _escaped(letter: str) -> str:
    """A letter as it is written in $'…', which bash, zsh and others read."""
    if letter in "\\'":
        return f"\\{letter}"
    if safe(letter) == letter:
        return letter
    return "".join(f"\\x{byte:02x}" for byte in letter.encode("utf-8", "surrogateescape"))


def as_typed(path: Path) -> str:
    """A path quoted for a shell, so that no command takes it for an option or a list."""
    word = str(path)
    if word.startswith(("-", "@")) and word != _STANDARD_INPUT:
        word = f"{os.curdir}{os.sep}{word}"
    return quoted(word)
