"""The game ID of Simon Tatham's Pattern: 3x2:1/2/1/2.1/2, columns first.

"/" stands between lines and "." between the numbers of a line.
"""

from __future__ import annotations

from xlnono.formats.errors import malformed
from xlnono.formats.puzzle_file import Clues, PuzzleFile, check_size, puzzle_file
from xlnono.formats.text import TextLine, clue_in, decoded, lines_of
from xlnono.patterns import pattern

SUFFIXES = (".gameid",)
_SIGNATURE = pattern(rb"(?:\xef\xbb\xbf)?\s*[0-9]{1,5}(?:x[0-9]{1,5})?[:#]\S*\s*")
_SIZE = pattern(r"\s*([0-9]{1,5})(?:x([0-9]{1,5}))?([:#])")


def matches(content: bytes) -> bool:
    """Whether the content looks like this format."""
    return bool(_SIGNATURE.fullmatch(content))


def read(content: bytes) -> list[PuzzleFile]:
    """The puzzle of a game ID. Raises XlnonoError."""
    lines = [line for line in lines_of(decoded(content)) if not line.blank]
    line = lines[0] if lines else TextLine(1, "")
    size = _SIZE.match(line.text)
    if size is None or len(lines) > 1:
        raise malformed(
            lines[1].spot() if len(lines) > 1 else line.spot(),
            "expected a single game ID, such as 3x2:1/2/1/2.1/2",
            "3x2:1/2/1/2.1/2 のようなゲーム ID が1つ必要です",
        )
    if size[3] == "#":
        raise malformed(
            line.spot(size.start(3)),
            "this is a random seed, from which only the game itself can make the puzzle: copy the "
            "specific game ID, with “:”, instead",
            "乱数の種なので、問題を作れるのは元のゲームだけです。"
            "「:」の付いた ID をコピーしてください",
        )
    width, height = int(size[1]), int(size[2] or size[1])
    check_size(height, width)
    rest = line.part(size.end())
    if "," in rest.text:
        raise malformed(
            rest.spot(rest.text.index(",")),
            "the game ID has cells that are given from the start, which xlnono cannot keep",
            "最初から決まったマスのあるゲーム ID は扱えません",
        )
    parts = _parts(rest)
    if len(parts) != width + height:
        raise malformed(
            line.spot(),
            "the size {size} needs {wanted} clues, but there are {found}",
            "大きさ {size} にはヒントが {wanted} 個必要ですが、{found} 個あります",
            size=f"{width}x{height}",
            wanted=width + height,
            found=len(parts),
        )
    rows, columns = Clues(), Clues()
    for place, part in enumerate(parts):
        numbers = TextLine(part.number, part.text.replace(".", " "), part.character)
        (columns if place < width else rows).add(clue_in(numbers), part.spot())
    return [puzzle_file(rows, columns)]


def _parts(line: TextLine) -> list[TextLine]:
    found, start = [], 0
    for text in line.text.rstrip().split("/"):
        found.append(line.part(start, start + len(text)))
        start += len(text) + 1
    return found


def write(found: PuzzleFile) -> bytes:
    """The game ID of a puzzle."""
    puzzle = found.puzzle
    clues = "/".join(".".join(map(str, clue)) for clue in (*puzzle.columns, *puzzle.rows))
    return f"{puzzle.width}x{puzzle.height}:{clues}\n".encode()
