"""Regular expressions that are compiled when they are first used.

Compiling those of all modules that a command loads would take longer than a tenth of loading, and
a run uses few of them.
"""

from __future__ import annotations

import re
from typing import AnyStr, cast

_METHODS = ("fullmatch", "match", "search", "sub", "split", "finditer", "findall")


class _Uncompiled:
    """A regular expression that gets the methods of a compiled one at its first use."""

    def __init__(self, text: str | bytes, flags: int) -> None:
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> object:
        compiled = re.compile(self._text, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """A regular expression, not compiled yet."""
    return cast("re.Pattern[AnyStr]", _Uncompiled(text, flags))
