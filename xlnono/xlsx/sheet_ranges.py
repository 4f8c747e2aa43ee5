"""Formulas over several sheets, such as SUM(Jan:Mar!A1), which take in every tab between."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence

from xlnono.patterns import pattern
from xlnono.xlsx.formula_references import ranges_of_sheets

_PERHAPS = pattern(rb":[^<>!:]*!")
_FORMULA = pattern(rb"<(?:[\w.-]+:)?(?:f|formula[12]?|definedName)(?:\s[^>]*)?>([^<]*)<")


def place_outside(place: int, titles: Sequence[str], parts: Iterable[bytes]) -> int:
    """The first place from `place` on where a new tab is in no range of sheets of a formula.

    `titles` are the tabs in their order, `parts` the parts of the file that contain formulas.
    """
    places = {title.lower(): k for k, title in enumerate(titles)}
    ranges = [
        sorted((places[first], places[last]))
        for part in parts
        for first, last in _ranges_in(part)
        if first in places and last in places
    ]
    while ends := [last for first, last in ranges if first < place <= last]:
        place = max(ends) + 1
    return place


def _ranges_in(part: bytes) -> Iterator[tuple[str, str]]:
    # Removes the zeros of UTF-16.
    part = part.replace(b"\0", b"")
    if b"!" in part and _PERHAPS.search(part):
        for match in _FORMULA.finditer(part):
            if _PERHAPS.search(match[1]):
                yield from ranges_of_sheets(html.unescape(match[1].decode("utf-8", "replace")))
