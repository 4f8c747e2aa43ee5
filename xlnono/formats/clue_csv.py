"""Clues as CSV: one line a clue, the rows, a blank line, and the columns."""

from __future__ import annotations

import re
from codecs import BOM_UTF8

from xlnono.formats.puzzle_file import PuzzleFile
from xlnono.formats.text import decoded, lines_of
from xlnono.formats.two_lists import read_lists

SUFFIXES = (".csv",)
_SIGNS = b'0123456789,;" \t\r\n'


def matches(content: bytes) -> bool:
    """Whether the content looks like this format."""
    return b"," in content and not content.removeprefix(BOM_UTF8).translate(None, _SIGNS)


def read(content: bytes) -> list[PuzzleFile]:
    """The puzzle of a file. Raises XlnonoError."""
    # Spreadsheet programs separate by semicolons in some countries, fill up short lines with
    # separators, and may quote; with blanks in their places, every character stays where it is.
    # Editors leave blank lines at the end, but they write no separators there.
    plain = re.sub('[;\t",]', " ", decoded(content).rstrip())
    return read_lists(lines_of(plain))


def write(found: PuzzleFile) -> bytes:
    """The content of a file with one puzzle."""
    rows, columns = (
        "".join((",".join(map(str, clue)) or "0") + "\n" for clue in clues)
        for clues in (found.puzzle.rows, found.puzzle.columns)
    )
    return f"{rows}\n{columns}".encode()
