"""Checks of the fields of a result read from a file, which may have been edited."""

from __future__ import annotations

from typing import Any

_MOST = 1e15
"""An upper bound for times, scores and counts."""


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is not a text")
    # Undecodable bytes of a file name are allowed in it, other surrogates are not.
    value.encode("utf-8", "surrogateescape")
    return value


def number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= _MOST:
        raise ValueError("not a number from 0 to 1e15")
    return value


def count(value: Any) -> int:
    if not isinstance(value, int):
        raise TypeError("not a whole number")
    return int(number(value))
