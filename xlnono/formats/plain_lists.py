"""Clues pasted as text: one line a clue, the rows, a blank line, and the columns.

The format .cwd is the same, with the number of rows and that of columns on lines before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from xlnono.errors import XlnonoError
from xlnono.formats.puzzle_file import PuzzleFile
from xlnono.formats.text import TextLine, decoded, lines_of
from xlnono.formats.two_lists import read_lists
from xlnono.patterns import pattern

SUFFIXES = (".txt", ".cwd")
_LINE = pattern(r"[0-9０-９\s,、，・]*|\W*(?:rows?|columns?|cols?|行|列)\W*", re.IGNORECASE)


def matches(content: bytes) -> bool:
    """Whether the content looks like this format."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return False
    return all(_LINE.fullmatch(line.text) for line in lines_of(text))


def read(content: bytes) -> list[PuzzleFile]:
    """The puzzle of a file. Raises XlnonoError."""
    # Editors leave blank lines at the end.
    lines = lines_of(decoded(content).rstrip())
    try:
        return read_lists(lines)
    except XlnonoError:
        if _has_size(lines):
            return read_lists(lines[2:])
        raise


def _has_size(lines: Sequence[TextLine]) -> bool:
    """Whether the first two lines are the numbers of clues in the two lists after them."""
    numbers = [line.text.strip() for line in lines[:2]]
    if len(numbers) < 2 or not all(re.fullmatch("[0-9]{1,5}", number) for number in numbers):
        return False
    height, width = map(int, numbers)
    rest = lines[2:]
    between = len(rest) > height and rest[height].blank
    return between and len([line for line in rest[height + 1 :] if not line.blank]) == width
