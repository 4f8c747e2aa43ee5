"""Detects the language of a puzzle's sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from xlnono.language import LANGUAGES, Language
from xlnono.patterns import pattern
from xlnono.puzzle_sheet.companion_sheets import (
    LOG_NAME,
    companion,
    is_companion,
    numbered,
    numbers_of,
)
from xlnono.puzzle_sheet.log_summary import log_language
from xlnono.puzzle_sheet.template_head import NOTES
from xlnono.spreadsheet.sheet import Sheet

_MOST_LINES = 200
"""The number of rows and columns that are searched for texts; a title is above the puzzle."""
_LATIN = pattern(r"[A-Za-zÀ-ÖØ-öø-ɏ]{3}")
"""Shorter texts are more likely marks, such as x, or names, such as Q1."""
_DEFAULT_TITLE = pattern(r"Sheet ?\d*")
"""The title of a new sheet in Excel, in English and in Japanese."""


def _texts(sheet: Sheet) -> Iterator[str]:
    used = sheet.used()
    if used is None:
        return
    area = used._replace(height=min(used.height, _MOST_LINES), width=min(used.width, _MOST_LINES))
    for row in sheet.values(area):
        yield from (value for value in row if isinstance(value, str))


def _is_in_other_title(sheet: Sheet, letters: str) -> bool:
    """Whether another tab has such letters in its title, except for those that xlnono added."""
    found = {title for title in sheet.book.titles() if re.search(letters, title)} - {sheet.title}
    if not found:
        return False
    return not found <= {other.title for other in sheet.book.sheets() if is_companion(other)}


def language_of(sheet: Sheet) -> Language | None:
    """The language of the texts on a puzzle's sheet, None if there are none.

    A log of an earlier solve decides, then the notes of a template, then any letters that only
    one language has, in the cells or the titles of the workbook's sheets. Any other words count
    as English.
    """
    for number in numbers_of(sheet, LOG_NAME):
        log = companion(sheet, numbered(LOG_NAME, number))
        if log is not None and (language := log_language(log)) is not None:
            return language
    texts = [*_texts(sheet)]
    for language in LANGUAGES:
        notes = {note.of(language) for note in NOTES}
        if not notes.isdisjoint(texts):
            return language
    if _DEFAULT_TITLE.fullmatch(sheet.title) is None:
        texts.append(sheet.title)
    for language, catalogue in LANGUAGES.items():
        letters = catalogue.letters
        if letters and (
            any(re.search(letters, text) for text in texts) or _is_in_other_title(sheet, letters)
        ):
            return language
    return "en" if any(_LATIN.search(text) for text in texts) else None
