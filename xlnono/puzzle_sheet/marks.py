"""Marks that people make in a grid."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence

from xlnono.model.board import Cell
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Sheet, Value
from xlnono.spreadsheet.theme import BLACK_FILL, BLACK_FONT, WHITE_FONT

_BLACK_MARKS = frozenset("1■●#")
_WHITE_MARKS = frozenset("0×xX✕・·.-")
_SHARED, _MOST = 1 / 4, 0.95
_DARK = 112
"""Fills with less brightness than this, of 255, are black."""


def is_dark(fill: str | None) -> bool:
    """Whether a fill "RRGGBB" makes a cell black."""
    if fill is None:
        return False
    red, green, blue = (int(fill[k : k + 2], 16) for k in (0, 2, 4))
    return 299 * red + 587 * green + 114 * blue < _DARK * 1000


def backgrounds(
    grid: Sequence[Sequence[str | None]],
    clues: Sequence[str | None],
    full: tuple[Collection[int], Collection[int]],
) -> set[str | None]:
    """The dark fills that mark nothing: those of a dark sheet, and those of whole lines.

    `grid` are the fills of the grid, `clues` those of the clues, `full` the rows and the columns
    that are to be black from end to end.
    """
    cells = [fill for row in grid for fill in row]
    shares, clue_shares = Counter(cells), Counter(clues)
    found: set[str | None] = set()
    for fill in filter(is_dark, shares):
        share = shares[fill] / len(cells)
        shared = share >= _SHARED and clue_shares[fill] >= _SHARED * len(clues)
        everywhere = share >= _MOST and len(full[0]) < len(grid)
        across = list(zip(*grid, strict=True))
        stripes = _in_stripes(grid, fill, full[0]) or _in_stripes(across, fill, full[1])
        if shared or everywhere or stripes:
            found.add(fill)
    return found


def _in_stripes(
    lines: Sequence[Sequence[str | None]], fill: str | None, full: Collection[int]
) -> bool:
    """Whether a fill is that of whole lines, two or more, and not just of those that are full."""
    counts = [line.count(fill) for line in lines]
    filled = {k for k, held in enumerate(counts) if held}
    whole = all(counts[k] == len(lines[k]) for k in filled)
    return whole and len(filled) > 1 and not filled <= set(full)


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


def known_colours(sheet: Sheet, grid: Area) -> list[list[tuple[str, ...] | None]]:
    """The colours of the texts in a grid, None in each cell if the program does not tell them."""
    colours = sheet.text_colours(grid)
    # xlwings alone does not read the colours of texts.
    known = any(map(any, colours))
    return [[each if known else None for each in row] for row in colours]


def looks_painted(mark: Cell, fill: str | None, text: tuple[str, ...] | None) -> bool:
    """Whether a cell with a mark looks as xlnono paints it, the colours of its text being None if
    they are not known.

    Black cells may have got another fill since, from a person or from Check.
    """
    if mark is Cell.BLACK:
        return fill == BLACK_FILL or (fill is not None if text is None else BLACK_FONT in text)
    return mark is Cell.UNKNOWN or text is None or WHITE_FONT in text
