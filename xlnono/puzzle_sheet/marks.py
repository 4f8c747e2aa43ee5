"""Marks that people make in a grid."""

from __future__ import annotations

import unicodedata

from xlnono.model.board import Cell
from xlnono.spreadsheet.sheet import Value

_BLACK_MARKS = frozenset("1■●#")
_WHITE_MARKS = frozenset("0×xX✕・·.-")
_DARK = 112
"""Fills with less brightness than this, of 255, are black."""


def is_dark(fill: str | None) -> bool:
    """Whether a fill "RRGGBB" makes a cell black."""
    if fill is None:
        return False
    red, green, blue = (int(fill[k : k + 2], 16) for k in (0, 2, 4))
    return 299 * red + 587 * green + 114 * blue < _DARK * 1000


def mark_of(value: Value, fill: str | None) -> Cell:
    """What a cell of the grid says: its value if that is a mark, else its fill "RRGGBB"."""
    if isinstance(value, int | float) and not isinstance(value, bool) and value in (0, 1):
        return Cell.BLACK if value else Cell.WHITE
    if isinstance(value, str) and (text := value.strip()):
        if text in _BLACK_MARKS or unicodedata.normalize("NFKC", text) in _BLACK_MARKS:
            return Cell.BLACK
        if text in _WHITE_MARKS or unicodedata.normalize("NFKC", text) in _WHITE_MARKS:
            return Cell.WHITE
    return Cell.BLACK if is_dark(fill) else Cell.UNKNOWN
