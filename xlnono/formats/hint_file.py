"""The .hint file of takanaweb5's program: the clues of the columns, then those of the rows.

Below the line [ColHints] and below the line [RowHints], every line is a clue, with commas between
the numbers. Blank lines matter: they are clues without a number.
"""

from __future__ import annotations

import re

from xlnono.formats.errors import malformed
from xlnono.formats.puzzle_file import Clues, PuzzleFile, puzzle_file
from xlnono.formats.text import clue_in, decoded, lines_of
from xlnono.patterns import pattern

SUFFIXES = (".hint",)
_HEADINGS = {"[colhints]": "columns", "[rowhints]": "rows"}
_SIGNATURE = pattern(rb"\[(?:Col|Row)Hints\]", re.IGNORECASE)


def matches(content: bytes) -> bool:
    """Whether the content looks like this format."""
    return bool(_SIGNATURE.search(content.replace(b"\0", b"")))


def read(content: bytes) -> list[PuzzleFile]:
    """The puzzle of a file. Raises XlnonoError."""
    found = {"rows": Clues(), "columns": Clues()}
    clues: Clues | None = None
    for line in lines_of(decoded(content)):
        heading = _HEADINGS.get(line.text.strip().lower())
        if heading is not None:
            clues = found[heading]
            if len(clues):
                raise malformed(
                    line.spot(),
                    "“{heading}” is given twice",
                    "{heading} が2回あります",
                    heading=line.text.strip(),
                )
        elif clues is not None:
            clues.add(clue_in(line), line.spot())
        elif not line.blank:
            raise malformed(
                line.spot(),
                "expected [ColHints] or [RowHints] before the first clue",
                "最初のヒントの前に [ColHints] か [RowHints] が必要です",
            )
    return [puzzle_file(found["rows"], found["columns"])]


def write(found: PuzzleFile) -> bytes:
    """The content of a file with one puzzle."""
    puzzle = found.puzzle
    columns, rows = (
        [",".join(map(str, clue)) for clue in clues] for clues in (puzzle.columns, puzzle.rows)
    )
    return ("\n".join(["[ColHints]", *columns, "[RowHints]", *rows]) + "\n").encode()
