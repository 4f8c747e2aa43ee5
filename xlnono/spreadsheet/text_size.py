"""The size of text, for programs that do not adjust the heights of rows themselves."""

from __future__ import annotations

import math
import unicodedata

LINE_HEIGHT = 15.0
"""The height of a line of text in points."""
_GREATEST_HEIGHT = 409.0
_WRAPPING = 0.95
"""Letters are narrower than digits, the unit of column widths, but lines break early."""
_FULL_WIDTH = 2.2


class _Widths(dict[str, float]):
    """The widths of characters in digits; each is found once."""

    def __missing__(self, character: str) -> float:
        wide = unicodedata.east_asian_width(character) in "WF"
        self[character] = width = _FULL_WIDTH if wide else 1
        return width


_WIDTHS = _Widths()


def width_in_digits(text: str) -> float:
    """The width of a text in digits; in some fonts a full-width character is more than two wide."""
    if text.isascii():
        return len(text)
    return sum(map(_WIDTHS.__getitem__, text))


def lines_of_text(digits: float, width: float) -> int:
    """The number of lines of a wrapped text that is so wide, in a column of this width."""
    return math.ceil(digits * _WRAPPING / width)


def least_width(digits: float) -> float:
    """The width of a column in which the highest row has room for a wrapped text that is so
    wide."""
    return math.ceil(digits * _WRAPPING / (_GREATEST_HEIGHT // LINE_HEIGHT))


def row_height(lines: int) -> float:
    """The height in points of a row with so many lines of text, up to the limit for rows."""
    return min(max(1, lines) * LINE_HEIGHT, _GREATEST_HEIGHT)
