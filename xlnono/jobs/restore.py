"""Undoing a solve, or the correction of clues, in a workbook file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from xlnono.errors import XlnonoError
from xlnono.files.workbook_file import check_not_folder
from xlnono.files.writing import claimed, write_whole
from xlnono.jobs.choosing import chosen_sheets
from xlnono.records import NamedTuple
from xlnono.restore.corrected_clues import take_back_corrections
from xlnono.restore.undo import restorable, restored
from xlnono.xlsx.book import open_book


class Restoration(NamedTuple):
    """The result of undoing a solve or a correction.

    `puzzles` are the titles of the restored sheets, once for each puzzle, `removed` those of the
    removed sheets, and `plain` those of sheets whose cells now look like an empty template because
    their original look was not recorded. Without any `puzzles` nothing was written, and `elsewhere`
    are the titles of other sheets with something to restore.
    """

    puzzles: Sequence[str]
    removed: Sequence[str]
    plain: Sequence[str]
    elsewhere: tuple[str, ...] = ()


def restore_workbook(path: Path, *, sheet: str | None = None) -> Restoration:
    """Undo solving for the puzzles of a workbook, or for one sheet, and write it in place.

    If clues were corrected after that, only the corrections are undone.

    Marks that a person made before or since stay. Raises NoSuchSheet, CorrectionsUnreadable,
    LogMissing, LogOutdated, or what reading and writing the file raise; then nothing is written.
    """
    try:
        check_not_folder(path)
        with claimed(path):
            book = open_book(path)
            titles = [worksheet.title for worksheet in chosen_sheets(book.sheets(), sheet)]
            corrected = take_back_corrections(book, titles)
            if corrected.puzzles:
                book.save(path)
                return Restoration(corrected.puzzles, corrected.removed, [])
            found = restored(book, titles)
            if not found.puzzles:
                return Restoration([], [], [], () if sheet is None else restorable(book))
            book.check_writable(path)
            write_whole(path, found.archive.packed())
    except XlnonoError as error:
        raise error.at(file=str(path)) from None
    return Restoration(found.puzzles, found.removed, found.plain)
