"""The puzzles.txt of nonogrid: the number of puzzles, and for each its size and its clues.

The size is that of the rows and of the columns; every line of clues ends in 0.
"""

from __future__ import annotations

from xlnono.formats.errors import malformed
from xlnono.formats.puzzle_file import Clues, PuzzleFile, check_size, puzzle_file
from xlnono.formats.text import TextLine, clue_in, decoded, lines_of, number_in
from xlnono.patterns import pattern

SUFFIXES: tuple[str, ...] = ()
_SIGNATURE = pattern(rb"\s*[0-9]{1,5}\s*\n\s*[0-9]{1,5} [0-9]{1,5}\s*\n(?:[0-9 ]*\b0\s*\n)")


def matches(content: bytes) -> bool:
    """Whether the content looks like this format."""
    return bool(_SIGNATURE.match(content))


def read(content: bytes) -> list[PuzzleFile]:
    """The puzzles of a file. Raises XlnonoError."""
    lines = [line for line in lines_of(decoded(content)) if not line.blank]
    wanted = number_in(lines[0])
    puzzles, place = [], 1
    while place < len(lines):
        head = lines[place]
        size = clue_in(head)
        if len(size) != 2 or not all(size):
            raise malformed(
                head.spot(),
                "expected the numbers of rows and of columns, such as “10 5”",
                "行と列の数のはずです(例: 10 5)",
            )
        height, width = size
        check_size(height, width)
        clues = lines[place + 1 : place + 1 + height + width]
        if len(clues) < height + width:
            raise malformed(
                head.spot(),
                "this puzzle needs {wanted} lines of clues, but only {found} follow",
                "この問題にはヒントが {wanted} 行必要ですが、{found} 行しかありません",
                wanted=height + width,
                found=len(clues),
            )
        rows, columns = Clues(), Clues()
        for number, line in enumerate(clues):
            (rows if number < height else columns).add(_without_end(line), line.spot())
        puzzles.append(puzzle_file(rows, columns))
        place += 1 + height + width
    if len(puzzles) != wanted:
        raise malformed(
            lines[0].spot(),
            "the file announces {wanted} puzzles, but has {found}",
            "問題は {wanted} 問のはずですが、{found} 問あります",
            wanted=wanted,
            found=len(puzzles),
        )
    return puzzles


def _without_end(line: TextLine) -> list[int]:
    numbers = clue_in(line)
    if numbers[-1:] != [0]:
        raise malformed(
            line.spot(), "a line of clues must end in 0", "ヒントの行の最後は 0 のはずです"
        )
    return numbers[:-1]
