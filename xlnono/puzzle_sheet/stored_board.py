"""The board of a puzzle that a button has stored on a hidden sheet, at the same addresses.

The hidden sheet stays as it is when cells are inserted on the puzzle's sheet. So two names tell
where the board belongs: one keeps the place where it was stored, the other moves with the grid.
"""

from __future__ import annotations

from xlnono.puzzle_sheet.companion_sheets import (
    BEFORE_NAME,
    BOARD_NAME,
    numbered,
    own_companion,
)
from xlnono.puzzle_sheet.layout import Layout
from xlnono.spreadsheet.area import Area, parse_reference, reference
from xlnono.spreadsheet.sheet import Sheet

_RESTORED_NAME = "xlnono_restored"
"""The name on the hidden sheet of the area that Restore brings back: the grid, with its clues only
if the press changed them. Clues that were typed since stay."""


def set_names(sheet: Sheet, layout: Layout, number: int, stored: Sheet, *, clues: bool) -> None:
    """Note on both sheets which board is stored, and where; and whether the clues will change."""
    restored = layout.box if clues else layout.grid
    stored.set_name(_RESTORED_NAME, reference(stored.title, restored))
    stored.set_name(BOARD_NAME, reference(sheet.title, layout.grid))
    sheet.set_name(numbered(BEFORE_NAME, number), reference(stored.title, layout.grid))


def stored_board(sheet: Sheet, layout: Layout, number: int) -> Sheet | None:
    """The hidden sheet with the board of the puzzle with a number.

    None if there is none, or if it is that of another puzzle or of another place.
    """
    name = numbered(BEFORE_NAME, number)
    stored = own_companion(sheet, name)
    if stored is None:
        return None
    _, place = parse_reference(sheet.names()[name])
    _, grid = parse_reference(stored.names()[BOARD_NAME])
    return stored if grid == layout.grid == place else None


def restored_areas(stored: Sheet, layout: Layout) -> list[Area]:
    """The areas of a puzzle that Restore brings back from its stored board."""
    try:
        _, restored = parse_reference(stored.names().get(_RESTORED_NAME, ""))
    except ValueError:
        # Older versions did not say.
        restored = layout.grid
    return [area for area in layout if restored.contains(area)]
