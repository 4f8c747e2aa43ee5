"""The borders of a cell, in the words of XlsxWriter."""

from __future__ import annotations

from xlnono.spreadsheet.theme import edge_colour

_SIDES = ("top", "bottom", "left", "right")


def borders(rows: tuple[int, int], columns: tuple[int, int]) -> dict[str, object]:
    """The part of a format with these borders above and below, and on the left and right."""
    look: dict[str, object] = {}
    for side, style in zip(_SIDES, (*rows, *columns), strict=True):
        look |= {side: style, f"{side}_color": f"#{edge_colour(style)}"}
    return look
