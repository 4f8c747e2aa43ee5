"""The format .nin of Jakub Wilk's nonogram: width and height, the rows, and the columns."""

from __future__ import annotations

from xlnono.formats.errors import malformed
from xlnono.formats.puzzle_file import Clues, PuzzleFile, check_size, puzzle_file
from xlnono.formats.text import TextLine, clue_in, decoded, lines_of
from xlnono.patterns import pattern

SUFFIXES = (".nin",)
_SIZE = pattern(r"\s*([0-9]{1,5})[ \t]+([0-9]{1,5})\s*")
_CLUES = pattern(r"[0-9\s]*")


def matches(content: bytes) -> bool:
    """Whether the content looks like this format."""
    try:
        lines = lines_of(content.decode("utf-8-sig")) or [TextLine(1, "")]
    except UnicodeDecodeError:
        return False
    size = _SIZE.fullmatch(lines[0].text)
    if size is None or not all(_CLUES.fullmatch(line.text) for line in lines):
        return False
    wanted = int(size[1]) + int(size[2])
    return len(lines) > wanted and all(line.blank for line in lines[wanted + 1 :])


def read(content: bytes) -> list[PuzzleFile]:
    """The puzzle of a file. Raises XlnonoError."""
    head, *lines = lines_of(decoded(content)) or [TextLine(1, "")]
    size = clue_in(head)
    if len(size) != 2 or not all(size):
        raise malformed(
            head.spot(),
            "expected the width and the height, such as “20 15”",
            "幅と高さのはずです(例: 20 15)",
        )
    width, height = size
    check_size(height, width)
    if len(lines) < width + height or not all(line.blank for line in lines[width + height :]):
        found = len(lines)
        raise malformed(
            head.spot(),
            "the size {width} {height} needs {wanted} lines of clues, but there are {found}",
            "大きさ {width} {height} にはヒントが {wanted} 行必要ですが、{found} 行あります",
            width=width,
            height=height,
            wanted=width + height,
            found=found,
        )
    rows, columns = Clues(), Clues()
    for clues, part in ((rows, lines[:height]), (columns, lines[height : height + width])):
        for line in part:
            clues.add(clue_in(line), line.spot())
    return [puzzle_file(rows, columns)]
