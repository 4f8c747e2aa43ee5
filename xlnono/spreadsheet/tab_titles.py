"""The titles of tabs, which spreadsheet programs limit."""

from __future__ import annotations

LONGEST_TITLE = 31
"""Counted in units of UTF-16: an emoji counts as two."""


def title_units(title: str) -> int:
    """The length of a title as spreadsheet programs count it."""
    return len(title.encode("utf-16-le", "surrogatepass")) // 2


def cut_title(title: str, most: int = LONGEST_TITLE) -> str:
    """As many characters of a title as the limit allows."""
    units = title.encode("utf-16-le", "surrogatepass")[: 2 * most]
    return units.decode("utf-16-le", "ignore")
