"""The text of pynogram, [clues] with `columns =` and `rows =`, and its form as .toml for nonogrid.

Clues stand on lines of their own or are separated by commas, and may be quoted. # and ; begin a
comment. Blank lines and comments between clues mean nothing; 0 is an empty clue.
"""

from __future__ import annotations

import re

from xlnono.formats.errors import COLOURED, Spot, malformed, unsupported
from xlnono.formats.puzzle_file import Clues, PuzzleFile, puzzle_file
from xlnono.formats.text import TextLine, clue_in, decoded, lines_of
from xlnono.patterns import pattern

SUFFIXES = (".toml", ".ini")
_SIGNATURE = pattern(rb"^[ \t]*\[clues\]", re.MULTILINE)
_SECTION = pattern(r"\s*\[(\w+)\]\s*")
_NAME = pattern(r"\s*(\w+)\s*=")
_COMMENT = pattern(r"(?:^|(?<=\s))[#;].*")
_QUOTES = str.maketrans(dict.fromkeys("\"'[]", " "))


def matches(content: bytes) -> bool:
    """Whether the content looks like this format."""
    return bool(_SIGNATURE.search(content.replace(b"\0", b"")))


def read(content: bytes) -> list[PuzzleFile]:
    """The puzzle of a file. Raises XlnonoError."""
    found: dict[str, Clues] = {}
    section, clues = "", None
    for whole in lines_of(decoded(content)):
        line = TextLine(whole.number, _COMMENT.sub("", whole.text))
        if heading := _SECTION.fullmatch(line.text):
            section, clues = heading[1].lower(), None
            continue
        name = _NAME.match(line.text)
        if section == "colors":
            _check_colours(line)
        elif section != "clues" or line.blank:
            continue
        elif name is not None:
            key = name[1].lower()
            if key in found:
                raise malformed(
                    line.spot(), "“{name}” is given twice", "{name} が2回あります", name=key
                )
            clues = found[key] = Clues()
            line = line.part(name.end())
        if section == "clues" and clues is not None:
            _add(clues, line)
    missing = [name for name in ("rows", "columns") if name not in found]
    if missing:
        raise malformed(
            Spot(1),
            "there are no clues “{name} =” in the section [clues]",
            "[clues] に {name} = のヒントがありません",
            name=missing[0],
        )
    return [puzzle_file(found["rows"], found["columns"])]


def _check_colours(line: TextLine) -> None:
    text = line.text.translate(_QUOTES).strip()
    if text not in ("", "defs =", ","):
        raise unsupported(line.spot(), COLOURED, line.text.strip())


def _add(clues: Clues, line: TextLine) -> None:
    """Add the clues in a line; commas stand between them, and also at the end."""
    start = 0
    for text in line.text.split(","):
        # Brackets and quotes around clues, as in TOML, are blanks in the same places.
        part = TextLine(line.number, text.translate(_QUOTES), line.character + start)
        if not part.blank:
            clues.add(clue_in(part), part.spot())
        start += len(text) + 1
