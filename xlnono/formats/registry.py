"""All formats of puzzle files: which one a file has, and how it is read and written."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from xlnono.files import limits
from xlnono.files.workbook_file import FileEmpty, NotAWorkbook
from xlnono.formats import non
from xlnono.formats.puzzle_file import PuzzleFile
from xlnono.language import Text


class Format(NamedTuple):
    """A format of puzzle files.

    `suffixes` are its usual endings, `matches` whether a content looks like it. `write` is None for
    a format that is only read. `only_picture`: it holds a solution and no clues.
    """

    name: Text
    suffixes: tuple[str, ...]
    matches: Callable[[bytes], bool]
    read: Callable[[bytes], list[PuzzleFile]]
    write: Callable[[PuzzleFile], bytes] | None = None
    only_picture: bool = False


FORMATS = (Format(Text(".non", ".non"), non.SUFFIXES, non.matches, non.read, non.write),)
"""The formats, those with a clear mark first: the content counts more than the name."""

SUFFIXES = tuple(suffix for each in FORMATS for suffix in each.suffixes)

DISTINCT_SUFFIXES = (".non", ".nonpack", ".nin", ".hint")
"""The endings that hardly any other kind of file has."""


def format_of(content: bytes, suffix: str = "") -> Format | None:
    """The format of a content; the ending of its name decides between those that it may have."""
    possible = [each for each in FORMATS if each.matches(content)]
    named = [each for each in possible if suffix.lower() in each.suffixes]
    if named or possible:
        return (named or possible)[0]
    return next((each for each in FORMATS if suffix.lower() in each.suffixes), None)


def read(content: bytes, suffix: str = "") -> list[PuzzleFile]:
    """The puzzles of a file, at least one.

    Raises FileEmpty, NotAWorkbook for a content in no known format, TooLarge, or what the reader of
    its format raises, without the name of the file.
    """
    limits.check(limits.FILE_BYTES, len(content))
    if not content.strip():
        raise FileEmpty()
    found = format_of(content, suffix)
    if found is None:
        raise NotAWorkbook()
    puzzles = found.read(content)
    if not puzzles:
        raise FileEmpty()
    return puzzles


def written_as(suffix: str) -> Format | None:
    """The format in which files with this ending are written, None if there is none."""
    for each in FORMATS:
        if suffix.lower() in each.suffixes and each.write is not None:
            return each
    return None


WRITTEN = tuple(each.suffixes[0] for each in FORMATS if each.write is not None)
"""The endings of the files that can be written."""
