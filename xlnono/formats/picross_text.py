"""The text of picross-solver: GRID, ROWS and COLUMNS with clues in brackets, or its output.

The output of the program has a picture for each solution, of which the first is read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from xlnono.formats.errors import malformed
from xlnono.formats.puzzle_file import About, Clues, PuzzleFile, of_picture, of_signs, puzzle_file
from xlnono.formats.text import TextLine, clue_in, decoded, lines_of
from xlnono.patterns import pattern

SUFFIXES: tuple[str, ...] = ()
_GRID = pattern(r"\s*GRID\b(?: *[0-9]+:)?\s*(.*)")
_SIGNATURE = pattern(rb"^[ \t]*(?:GRID\b|ROWS[ \t]*\r?$)", re.MULTILINE)
_PICTURE = pattern(r"\s*([#.]+)\s*")
_CLUE = pattern(r"\s*\[([^\[\]]*)\]\s*")


def matches(content: bytes) -> bool:
    """Whether the content looks like this format."""
    return bool(_SIGNATURE.search(content.replace(b"\0", b"")))


def read(content: bytes) -> list[PuzzleFile]:
    """The puzzles of a file. Raises XlnonoError."""
    puzzles, current = [], _Grid(None)
    for line in lines_of(decoded(content)):
        if match := _GRID.fullmatch(line.text):
            if current.begun:
                puzzles.append(current.puzzle())
            current = _Grid(line, match[1].strip() or None)
        elif not line.text.lstrip().startswith(("# ", "#!")):
            current.add(line)
    return [*puzzles, current.puzzle()]


class _Grid:
    """The lines of one puzzle."""

    def __init__(self, head: TextLine | None, title: str | None = None) -> None:
        self.head, self.title = head, title
        self.begun = head is not None
        self.lists: dict[str, Clues] = {}
        self.clues: Clues | None = None
        self.picture: list[TextLine] = []
        self.complete = False

    def add(self, line: TextLine) -> None:
        word = line.text.strip()
        if word in ("ROWS", "COLUMNS"):
            self.begun = True
            self.clues = self.lists[word] = Clues()
        elif match := _CLUE.fullmatch(line.text):
            if self.clues is None:
                raise malformed(
                    line.spot(),
                    "expected ROWS or COLUMNS before the first clue",
                    "最初のヒントの前に ROWS か COLUMNS が必要です",
                )
            self.clues.add(clue_in(line.part(*match.span(1))), line.spot())
        elif _PICTURE.fullmatch(line.text):
            if not self.complete:
                self.picture.append(line)
        elif self.picture:
            self.complete = True
        elif self.clues is not None and word:
            raise malformed(
                line.spot(),
                "expected a clue in brackets, such as [ 3 1 ], but found “{text}”",
                "[ 3 1 ] のようなヒントのはずのところに「{text}」があります",
                text=word,
            )

    def puzzle(self) -> PuzzleFile:
        about = About(title=self.title)
        start = (self.head or TextLine(1, "")).spot()
        if self.lists:
            if len(self.lists) < 2:
                raise malformed(
                    start,
                    "there must be clues under ROWS and under COLUMNS",
                    "ROWS と COLUMNS の両方にヒントが必要です",
                )
            return puzzle_file(self.lists["ROWS"], self.lists["COLUMNS"], about)
        if not self.picture:
            raise malformed(
                start,
                "this puzzle has neither clues nor a picture",
                "ヒントも絵もありません",
            )
        return of_picture(of_signs(_rows(self.picture), "#"), about)


def _rows(picture: Sequence[TextLine]) -> list[str]:
    rows = [line.text.strip() for line in picture]
    for line, row in zip(picture, rows, strict=True):
        if len(row) != len(rows[0]):
            raise malformed(
                line.spot(),
                "this row of the picture differs in length from the first one",
                "この行の長さが絵の1行目と違います",
            )
    return rows
