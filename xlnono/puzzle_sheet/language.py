"""The language that a person wrote a puzzle's sheet in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from xlnono.errors import Language
from xlnono.puzzle_sheet.companion_sheets import LOG_NAME, companion, is_companion
from xlnono.puzzle_sheet.log_sheet import log_language
from xlnono.puzzle_sheet.template_head import NOTES
from xlnono.spreadsheet.sheet import Sheet

_MOST_LINES = 200
"""Texts are looked for in so many rows and columns; a title is above the puzzle."""
_JAPANESE = re.compile("[ぁ-ゖァ-ヺｦ-ﾟ々〆㐀-䶿一-鿿豈-\ufaff\U00020000-\U0003ffff]")
_LATIN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ɏ]{3}")
"""Shorter ones are rather marks, such as x, or names, such as Q1."""
_DEFAULT_TITLE = re.compile(r"Sheet ?\d*")
"""Excel gives it to new sheets in English and in Japanese."""


def _texts(sheet: Sheet) -> Iterator[str]:
    used = sheet.used()
    if used is None:
        return
    area = used._replace(height=min(used.height, _MOST_LINES), width=min(used.width, _MOST_LINES))
    for row in sheet.values(area):
        yield from (value for value in row if isinstance(value, str))


def _other_titles(sheet: Sheet) -> list[str]:
    """The tabs beside that of a sheet, but for those that xlnono added."""
    added = {other.title for other in sheet.book.sheets() if is_companion(other)}
    return [title for title in sheet.book.titles() if title not in {sheet.title, *added}]


def language_of(sheet: Sheet) -> Language | None:
    """The language of the texts on a puzzle's sheet, None if there are none to go by.

    A log of an earlier solve decides, then the notes of a template, then any Japanese text in
    the cells or the titles of the workbook's sheets. Other words make it English.
    """
    log = companion(sheet, LOG_NAME)
    if log is not None and (language := log_language(log)) is not None:
        return language
    texts = [*_texts(sheet)]
    for language, notes in NOTES.items():
        if any(text in notes for text in texts):
            return language
    if _DEFAULT_TITLE.fullmatch(sheet.title) is None:
        texts.append(sheet.title)
    if any(_JAPANESE.search(text) for text in (*texts, *_other_titles(sheet))):
        return "ja"
    return "en" if any(_LATIN.search(text) for text in texts) else None
