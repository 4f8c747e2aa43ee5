"""The status cell and the settings of a sheet with buttons, and the stored board to restore."""

from __future__ import annotations

from xlnono.language import LANGUAGES, Language
from xlnono.live.book import LiveBook, LiveSheet
from xlnono.puzzle_sheet.companion_sheets import (
    BEFORE_NAME,
    new_title,
    numbered,
    own_companion,
)
from xlnono.puzzle_sheet.language import language_of
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.stored_board import restored_areas, set_names, stored_board
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area, parse_reference
from xlnono.spreadsheet.sheet import Value

STATUS_NAME = "xlnono_status"
"""The name of the cell in which the buttons of a sheet answer."""
SETTINGS_NAME = "xlnono_settings"
"""The name of the cells with the settings, one below the other."""


class Settings(NamedTuple):
    """The settings for the buttons, in the order of their cells."""

    seconds: float = 60.0
    language: Language = "en"
    log: bool = True
    speed: float = 0.0
    """Steps per second that Solve shows; 0 paints everything at once."""
    changeable: bool = True
    """Whether the workbook has cells for them."""


def read_settings(book: LiveBook, shown: LiveSheet, language: Language) -> Settings:
    """The settings of a workbook, with the default for each unusable value.

    Without a usable language, the buttons use that of the `shown` sheet, or else `language`.
    """
    for sheet in book.sheets():
        if (refers_to := sheet.names().get(SETTINGS_NAME)) is not None:
            try:
                _, area = parse_reference(refers_to)
            except ValueError:
                continue
            held = [row[0] for row in sheet.values(area)]
            # Workbooks from older versions have no speed.
            seconds, spoken, log, speed = (*held, *[None] * 4)[:4]
            usual = Settings()
            return Settings(
                _positive(seconds, usual.seconds),
                spoken
                if isinstance(spoken, str) and spoken in LANGUAGES
                else language_of(shown) or language,
                log not in (False, 0, "no"),
                _positive(speed, usual.speed),
            )
    return Settings(language=language_of(shown) or language, changeable=False)


def _positive(held: Value, otherwise: float) -> float:
    if isinstance(held, int | float) and not isinstance(held, bool) and held > 0:
        return float(held)
    return otherwise


def status_cell(sheet: LiveSheet) -> Area | None:
    """The cell in which the buttons of a sheet answer, None if it has none."""
    try:
        title, area = parse_reference(sheet.names().get(STATUS_NAME, ""))
    except ValueError:
        return None
    return area._replace(height=1, width=1) if title == sheet.title else None


def store_board(sheet: LiveSheet, layout: Layout, number: int, *, clues: bool) -> None:
    """Store the board of the puzzle with a number on a hidden sheet.

    `clues`: the clues will be changed, too, so that Restore has to bring them back.
    """
    book, before = sheet.book, own_companion(sheet, numbered(BEFORE_NAME, number))
    if before is None:
        before = book.add_hidden_sheet(new_title(sheet, "{sheet} before"))
    set_names(sheet, layout, number, before, clues=clues)
    sheet.command("copy", layout, before.title)
    book.flush()


def restore_board(
    sheet: LiveSheet, layout: Layout, number: int, *, same_press: bool = False
) -> bool:
    """Restore the stored board of the puzzle with a number, if it fits; returns whether it did.

    `same_press`: it was stored in this press, so nobody has typed clues since.
    """
    before = stored_board(sheet, layout, number)
    if not isinstance(before, LiveSheet):
        return False
    areas = layout if same_press else restored_areas(before, layout)
    before.command("copy", areas, sheet.title)
    before.flush()
    return True
