"""The words of command lines that messages propose."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

_STANDARD_INPUT = "-"


def quoted(word: str) -> str:
    """A word quoted for a shell."""
    return f'"{word}"' if os.name == "nt" else shlex.quote(word)


def as_typed(path: Path) -> str:
    """A path quoted for a shell, so that no command takes it for an option or a list."""
    word = str(path)
    if word.startswith(("-", "@")) and word != _STANDARD_INPUT:
        word = f"{os.curdir}{os.sep}{word}"
    return quoted(word)
