"""The sheets that xlnono adds to a puzzle's: their titles, and how they are found and replaced."""

from __future__ import annotations

from xlnono.spreadsheet.area import Area, parse_reference, reference
from xlnono.spreadsheet.sheet import Book, Page, Sheet
from xlnono.spreadsheet.tab_titles import LONGEST_TITLE, cut_title, title_units

LOG_NAME = "xlnono_log"
REPLAY_NAME = "xlnono_replay"
"""The names on the puzzle's sheet that point at its log and its replay."""
BEFORE_NAME = "xlnono_before"
"""The name that points at the hidden sheet with the board as it was before a button was pressed."""
GREEN_NAME = "xlnono_green"
"""The name that points at the cells on another hidden sheet that make clues green."""
GREEN_WORD = "xlnono green"
"""The text of those cells. No clue contains it: in LibreOffice, the conditions of a copied sheet
refer to that sheet itself."""
CORRECTED_NAME = "xlnono_corrected"
"""The name that points at the list of clue cells that xlnono has corrected."""
SOLVED_NAME = "xlnono_solved"
"""The name of a grid that was solved without a log."""
BOARD_NAME = "xlnono_board"
"""The name on each of those sheets that points back at the grid."""

_MOST_DIGITS = 6


def numbered(name: str, number: int) -> str:
    """A name on a sheet for its puzzle with a number from 1: xlnono_log, xlnono_log_2 and so on."""
    return name if number == 1 else f"{name}_{number}"


def number_in(name: str, base: str) -> int | None:
    """The number of the puzzle that a name belongs to, None if it is not that name of any."""
    if name == base:
        return 1
    digits = name.removeprefix(f"{base}_")
    if digits != name and digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS:
        number = int(digits)
        return number if number > 1 and numbered(base, number) == name else None
    return None


def numbers_of(sheet: Sheet, *bases: str) -> list[int]:
    """The numbers of the puzzles for which a sheet has one of these names."""
    found = (number_in(name, base) for name in sheet.names() for base in bases)
    return sorted({number for number in found if number is not None})


def companion(sheet: Sheet, name: str) -> Sheet | None:
    """The sheet that a name of a puzzle's sheet points at, if it is there."""
    try:
        title, _ = parse_reference(sheet.names().get(name, ""))
    except ValueError:
        return None
    return next((other for other in sheet.book.sheets() if other.title == title), None)


def own_companion(sheet: Sheet, name: str) -> Sheet | None:
    """The same, but None for one that belongs to the original of a copied sheet."""
    found = companion(sheet, name)
    try:
        title, _ = parse_reference(found.names().get(BOARD_NAME, "") if found else "")
    except ValueError:
        return None
    return found if title == sheet.title else None


def before_log(sheet: Sheet, number: int) -> Sheet:
    """The sheet that the log of a puzzle is put behind: that of the one before it, if any."""
    for earlier in reversed([one for one in numbers_of(sheet, LOG_NAME) if one < number]):
        for base in (REPLAY_NAME, LOG_NAME):
            if (found := own_companion(sheet, numbered(base, earlier))) is not None:
                return found
    return sheet


def is_companion(sheet: Sheet) -> bool:
    """Whether xlnono wrote a sheet."""
    return BOARD_NAME in sheet.names()


def mark_solved(sheet: Sheet, number: int, grid: Area) -> None:
    """Mark a puzzle as solved, unless it has a log, which shows that."""
    if numbered(LOG_NAME, number) not in sheet.names():
        sheet.set_name(numbered(SOLVED_NAME, number), reference(sheet.title, grid))


def was_written(book: Book) -> bool:
    """Whether xlnono has solved or corrected a puzzle of a workbook."""
    return any(numbers_of(sheet, LOG_NAME, SOLVED_NAME, CORRECTED_NAME) for sheet in book.sheets())


def new_title(sheet: Sheet, pattern: str) -> str:
    """A title within the limit of programs that no other tab has."""
    taken = {title.casefold() for title in sheet.book.titles()}
    room = LONGEST_TITLE - title_units(pattern.format(sheet=""))
    title, number = pattern.format(sheet=cut_title(sheet.title, room)), 1
    while title.casefold() in taken:
        number += 1
        mark = f" {number}"
        title = pattern.format(sheet=cut_title(sheet.title, room - len(mark))) + mark
    return title


def put_companion(
    sheet: Sheet, name: str, pattern: str, page: Page, grid: Area, after: Sheet
) -> None:
    """Write a page over the sheet that a name of the puzzle's sheet points at.

    If it has none of its own, a new one with a title from the pattern is added after `after`.
    """
    old = own_companion(sheet, name)
    title = new_title(sheet, pattern) if old is None else old.title
    names = {BOARD_NAME: reference(sheet.title, grid)}
    sheet.book.put_page(title, page._replace(names=names), after)
    sheet.set_name(name, reference(title, Area(1, 1)))
