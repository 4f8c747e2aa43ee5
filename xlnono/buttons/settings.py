"""What a sheet with buttons has beside its puzzle: a line of status, settings, what was before."""

from __future__ import annotations

from typing import NamedTuple

from xlnono.language import LANGUAGES, Language
from xlnono.live.book import LiveBook, LiveSheet
from xlnono.puzzle_sheet.companion_sheets import BEFORE_NAME, BOARD_NAME, new_title, own_companion
from xlnono.puzzle_sheet.layout import Layout
from xlnono.spreadsheet.area import Area, parse_reference, reference
from xlnono.spreadsheet.sheet import Value

STATUS_NAME = "xlnono_status"
"""The name of the cell in which the buttons of a sheet answer."""
SETTINGS_NAME = "xlnono_settings"
"""The name of the cells with the settings, one below the other."""


class Settings(NamedTuple):
    """What a person has set for the buttons, in the order of the cells."""

    seconds: float = 60.0
    language: Language = "en"
    log: bool = True
    speed: float = 0.0
    """Steps a second in which Solve shows its work; 0 is at once."""


def read_settings(book: LiveBook, language: Language) -> Settings:
    """The settings of a workbook; what makes no sense there is as it is without them.

    Without them the buttons speak `language`.
    """
    for sheet in book.sheets():
        if (refers_to := sheet.names().get(SETTINGS_NAME)) is not None:
            try:
                _, area = parse_reference(refers_to)
            except ValueError:
                continue
            held = [row[0] for row in sheet.values(area)]
            # Workbooks that an older version made have no speed.
            seconds, spoken, log, speed = (*held, *[None] * 4)[:4]
            usual = Settings()
            return Settings(
                _positive(seconds, usual.seconds),
                spoken if isinstance(spoken, str) and spoken in LANGUAGES else "en",
                log not in (False, 0, "no"),
                _positive(speed, usual.speed),
            )
    return Settings(language=language)


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


def keep(sheet: LiveSheet, layout: Layout) -> None:
    """Put the board aside as it is, on a sheet that nobody sees."""
    book, before = sheet.book, own_companion(sheet, BEFORE_NAME)
    if before is None:
        kept = book.add_sheet(new_title(sheet, "{sheet} before"), sheet)
        kept.set_name(BOARD_NAME, reference(sheet.title, layout.grid))
        kept.order("conceal", [Area(1, 1)])
        sheet.set_name(BEFORE_NAME, reference(kept.title, layout.grid))
        before = kept
    sheet.order("copy", layout, before.title)
    book.flush()


def put_back(sheet: LiveSheet, layout: Layout) -> bool:
    """Bring back the board that was put aside; returns whether there was one."""
    before = own_companion(sheet, BEFORE_NAME)
    if not isinstance(before, LiveSheet):
        return False
    before.order("copy", layout, sheet.title)
    before.flush()
    return True
