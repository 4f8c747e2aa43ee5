"""Pictures as PBM, plain (P1) or packed (P4): 1 is black. What is said stands in comments."""

from __future__ import annotations

import re

from xlnono.formats.errors import Spot, malformed
from xlnono.formats.puzzle_file import About, PuzzleFile, check_size, of_picture, of_signs
from xlnono.model.board import Grid
from xlnono.patterns import pattern

SUFFIXES = (".pbm",)
_SIGNATURE = pattern(rb"P[14](?=[\s#])")
_TOKEN = pattern(rb"(?:\s|#[^\r\n]*[\r\n])*([0-9]{1,9})")
_COMMENT = pattern(rb"#[ \t]*([a-z]+): ([^\r\n]+)")
_TEXTS = ("title", "author", "copyright", "licence", "source", "description")


def matches(content: bytes) -> bool:
    """Whether the content looks like this format."""
    return bool(_SIGNATURE.match(content))


def read(content: bytes) -> list[PuzzleFile]:
    """The puzzle of a picture. Raises XlnonoError."""
    sizes, place = [], 2
    for _ in range(2):
        match = _TOKEN.match(content, place)
        if match is None or not int(match[1]):
            raise malformed(
                _spot(content, place),
                "expected the width and the height of the picture",
                "絵の幅と高さのはずです",
            )
        sizes.append(int(match[1]))
        place = match.end()
    width, height = sizes
    check_size(height, width)
    cells = _packed if content.startswith(b"P4") else _plain
    return [of_picture(cells(content, place, width, height), _about(content[:place]))]


def _spot(content: bytes, place: int) -> Spot:
    line = content.count(b"\n", 0, place) + 1
    return Spot(line, place - content.rfind(b"\n", 0, place))


def _plain(content: bytes, place: int, width: int, height: int) -> Grid:
    rest = re.sub(rb"#[^\r\n]*", lambda match: b" " * len(match[0]), content[place:])
    if wrong := re.search(rb"[^01\s]", rest):
        raise malformed(
            _spot(content, place + wrong.start()),
            "expected 0 or 1",
            "0 か 1 のはずです",
        )
    digits = b"".join(rest.split()).decode()
    if len(digits) != width * height:
        raise _incomplete(content, width * height, len(digits))
    return of_signs([digits[k : k + width] for k in range(0, len(digits), width)], "1")


def _packed(content: bytes, place: int, width: int, height: int) -> Grid:
    across = (width + 7) // 8
    data = content[place + 1 :]
    if len(data) < across * height:
        raise _incomplete(content, across * height, len(data))
    rows = []
    for row in range(height):
        packed = data[row * across : (row + 1) * across]
        rows.append(f"{int.from_bytes(packed):0{across * 8}b}"[:width])
    return of_signs(rows, "1")


def _incomplete(content: bytes, wanted: int, found: int) -> Exception:
    return malformed(
        _spot(content, len(content)),
        "the picture needs {wanted} values, but has {found}",
        "絵には値が {wanted} 個必要ですが、{found} 個あります",
        wanted=wanted,
        found=found,
    )


def _about(head: bytes) -> About:
    said = {
        match[1].decode(): match[2].decode("utf-8", "replace").strip()
        for match in _COMMENT.finditer(head)
    }
    return About(**{name: said[name] for name in _TEXTS if name in said})


def write(found: PuzzleFile) -> bytes:
    """The picture of a puzzle, whose `goal` must be set."""
    assert found.goal is not None
    comments = [f"# {name}: {' '.join(text.split())}" for name, text in found.about.items()]
    rows = [
        " ".join("1" if sign == "#" else "0" for sign in row)
        for row in found.goal.text().split("\n")
    ]
    size = f"{found.goal.width} {found.goal.height}"
    return "\n".join(["P1", *comments, size, *rows, ""]).encode("utf-8", "replace")
