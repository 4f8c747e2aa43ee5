"""Undoing a solve in a workbook file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from xlnono.errors import XlnonoError
from xlnono.files.writing import claimed, write_whole
from xlnono.jobs.workbook import chosen_sheets
from xlnono.restore.undo import restored
from xlnono.xlsx.book import open_book


class Restoration(NamedTuple):
    """What undoing a solve did.

    `puzzles` are the titles of the sheets that were restored, `removed` those of the sheets that
    were taken out, and `plain` those of `puzzles` whose cells got the look of an empty template
    because the one they had was not recorded. Without any `puzzles` nothing was written.
    """

    puzzles: Sequence[str]
    removed: Sequence[str]
    plain: Sequence[str]


def restore_workbook(path: Path, *, sheet: str | None = None) -> Restoration:
    """Undo what solving did to the puzzles of a workbook, or to one sheet, and write it in place.

    Marks that a person made before or since stay. Raises what reading and writing the file
    raise, NoSuchSheet, LogMissing and LogOutdated; nothing is written then.
    """
    try:
        with claimed(path):
            book = open_book(path)
            titles = [host.title for host in chosen_sheets(book.sheets(), sheet)]
            found = restored(book, titles)
            if found.puzzles:
                book.check_writable(path)
                write_whole(path, found.archive.packed())
    except XlnonoError as error:
        raise error.at(file=str(path)) from None
    return Restoration(found.puzzles, found.removed, found.plain)
