"""Temporarily green clues: those of the lines that allow a deduction.

Conditional formats make them green, so the user's own colours are preserved. They refer to a hidden
sheet, where the cells at the same addresses contain a word.
"""

from __future__ import annotations

from collections.abc import Iterable

from xlnono.live.book import LiveSheet
from xlnono.live.wire_format import colour_number
from xlnono.model.board import Line
from xlnono.puzzle_sheet.companion_sheets import (
    BOARD_NAME,
    GREEN_NAME,
    GREEN_WORD,
    new_title,
    own_companion,
)
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.spots import find_spots
from xlnono.spreadsheet.area import Area, parse_reference, reference
from xlnono.spreadsheet.theme import GREEN_FILL


def make_green(sheet: LiveSheet, layout: Layout, lines: Iterable[Line]) -> None:
    """Make only the clues of some lines green."""
    hidden = _own(sheet)
    if hidden is None:
        hidden = sheet.book.add_hidden_sheet(new_title(sheet, "{sheet} where"))
        hidden.set_name(BOARD_NAME, reference(sheet.title, layout.grid))
    else:
        _empty(sheet, hidden)
    clues = layout.rows, layout.columns
    corners = [edge for area in clues for edge in (area.row, area.last_row)]
    sides = [edge for area in clues for edge in (area.column, area.last_column)]
    around = Area.between(min(corners), min(sides), max(corners), max(sides))
    sheet.set_name(GREEN_NAME, reference(hidden.title, around))
    if cells := [layout.clue(line) for line in lines]:
        hidden.command("mark", cells, GREEN_WORD)
    # A copied sheet has the conditions of its original, a restored one may have none.
    _forget(sheet, layout)
    title = hidden.title.replace("'", "''")
    for area in clues:
        cell = Area(area.row, area.column).address
        formula = f"='{title}'!{cell}=\"{GREEN_WORD}\""
        sheet.command("when", [area], formula, colour_number(GREEN_FILL), "", "")


def clear_green(sheet: LiveSheet) -> None:
    """Make no clue green, once the sheets are flushed."""
    if (hidden := _own(sheet)) is not None:
        _empty(sheet, hidden)
    elif GREEN_NAME in sheet.names():
        for spot in find_spots(sheet, certain=True):
            if spot.layout is not None:
                _forget(sheet, spot.layout)


def _own(sheet: LiveSheet) -> LiveSheet | None:
    """The hidden sheet; None if there is none, or if it belongs to the original of a copy."""
    hidden = own_companion(sheet, GREEN_NAME)
    return hidden if isinstance(hidden, LiveSheet) else None


def _empty(sheet: LiveSheet, hidden: LiveSheet) -> None:
    _, around = parse_reference(sheet.names()[GREEN_NAME])
    hidden.command("value", [around], "")


def _forget(sheet: LiveSheet, layout: Layout) -> None:
    """Remove the conditions of the clues that refer to any hidden sheet."""
    sheet.command("forget", (layout.rows, layout.columns), GREEN_WORD)
