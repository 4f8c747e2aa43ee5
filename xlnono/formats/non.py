"""The format .non: lines of keywords, first described by Steve Simpson.

A file may hold several puzzles, separated by lines of "====". Unknown keywords are skipped, as the
description of the format demands; a single letter is none, but a mistyped clue.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from xlnono.formats.errors import COLOURED, Spot, malformed, unsupported
from xlnono.formats.puzzle_file import (
    About,
    Clues,
    PuzzleFile,
    check_size,
    of_picture,
    of_signs,
    puzzle_file,
)
from xlnono.formats.text import TextLine, clue_in, decoded, lines_of, number_in
from xlnono.model.board import Axis, Grid
from xlnono.patterns import pattern

SUFFIXES = (".non", ".nonpack")

_KEYWORD = pattern(r"\s*([A-Za-z]{2,})(?!\S)")
_BETWEEN = pattern(r"\s*====+\s*")
_SPDX = pattern(r"[A-Za-z0-9.+-]+")
_TEXTS = {
    "catalogue": "source",
    "title": "title",
    "by": "author",
    "copyright": "copyright",
    "license": "licence",
    "description": "description",
}
_SIGNATURE = pattern(r"^[ \t]*(?:rows|columns)[ \t]*\r?$", re.MULTILINE)
_SIZES = pattern(r"^[ \t]*(?:width|height)[ \t]+[0-9]+[ \t]*\r?$", re.MULTILINE)


def matches(content: bytes) -> bool:
    """Whether the content looks like this format."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return False
    return bool(_SIGNATURE.search(text) or _SIZES.search(text))


def read(content: bytes) -> list[PuzzleFile]:
    """The puzzles of a file. Raises XlnonoError."""
    return [_Section(lines).puzzle() for lines in _sections(lines_of(decoded(content)))]


def _sections(lines: list[TextLine]) -> Iterator[list[TextLine]]:
    section: list[TextLine] = []
    for line in lines:
        if _BETWEEN.fullmatch(line.text):
            yield section
            section = []
        else:
            section.append(line)
    if not all(line.blank for line in section):
        yield section


class _Section:
    """The lines of one puzzle, sorted by their keywords."""

    def __init__(self, lines: list[TextLine]) -> None:
        self.start = lines[0].spot() if lines else Spot(1)
        self.values: dict[str, TextLine] = {}
        self.below: dict[str, list[TextLine]] = {}
        below: list[TextLine] = []
        for line in lines:
            match = _KEYWORD.match(line.text)
            if match is None:
                below.append(line)
                continue
            keyword, value = match[1].lower(), line.part(match.end())
            if keyword == "color":
                raise unsupported(line.spot(), COLOURED, line.text.strip())
            if keyword in self.values and keyword in ("rows", "columns", "goal"):
                raise malformed(
                    line.spot(),
                    "“{keyword}” is given twice: separate puzzles with a line of ====",
                    "{keyword} が2回あります。問題と問題の間には ==== の行を入れてください",
                    keyword=keyword,
                )
            below = self.below[keyword] = []
            self.values[keyword] = value

    def puzzle(self) -> PuzzleFile:
        goal, spot = self._goal(), self._spot("goal")
        if goal is not None and not {"rows", "columns"} & self.values.keys():
            return of_picture(goal, self._about())
        height, width = self._size("height"), self._size("width")
        rows, columns = self._clues(Axis.ROW, height), self._clues(Axis.COLUMN, width)
        return puzzle_file(rows, columns, self._about(), goal, spot)

    def _spot(self, keyword: str) -> Spot:
        line = self.values.get(keyword)
        return self.start if line is None else Spot(line.number)

    def _size(self, keyword: str) -> int | None:
        line = self.values.get(keyword)
        return None if line is None else number_in(line)

    def _clues(self, axis: Axis, wanted: int | None) -> Clues:
        """The clues of an axis. A blank line is an empty clue only if the size demands it."""
        keyword = f"{axis.value}s"
        if keyword not in self.values:
            raise malformed(
                self.start,
                "there is no line “{keyword}” with the clues below it",
                "{keyword} の行と、その下のヒントがありません",
                keyword=keyword,
            )
        beside = self.values[keyword]
        lines = self.below[keyword] if beside.blank else [beside, *self.below[keyword]]
        filled = [line for line in lines if not line.blank]
        if wanted is None or len(filled) == wanted:
            chosen = filled
        else:
            chosen = lines[:wanted]
            if len(chosen) < wanted or any(not line.blank for line in lines[wanted:]):
                raise malformed(
                    self._spot(keyword),
                    "expected {wanted} lines of clues under “{keyword}”, but found {found}",
                    "{keyword} の下のヒントは {wanted} 行のはずですが、{found} 行あります",
                    keyword=keyword,
                    wanted=wanted,
                    found=len(filled),
                )
        clues = Clues()
        for line in chosen:
            clues.add(clue_in(line), line.spot())
        return clues

    def _text(self, keyword: str) -> str | None:
        line = self.values.get(keyword)
        return None if line is None else _unquoted(line.text) or None

    def _about(self) -> About:
        return About(**{field: self._text(keyword) for keyword, field in _TEXTS.items()})

    def _goal(self) -> Grid | None:
        line = self.values.get("goal")
        if line is None:
            return None
        parts = [line.text, *(part.text for part in self.below["goal"])]
        signs = "".join("".join(parts).split()).strip('"')
        if not signs:
            return None
        height, width = self._size("height"), self._size("width")
        if not height or not width or len(signs) != height * width:
            raise malformed(
                self._spot("goal"),
                "the picture “goal” has {found} cells, but width and height do not make as many",
                "絵 goal のマスは {found} 個で、width と height に合いません",
                found=len(signs),
            )
        check_size(height, width)
        colours = set(signs) - {"0"}
        if len(colours) > 1:
            raise unsupported(self._spot("goal"), COLOURED, "".join(sorted(colours)))
        black = colours.pop() if colours else "1"
        return of_signs([signs[k : k + width] for k in range(0, len(signs), width)], black)


def _unquoted(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text.startswith('"') and text.endswith('"'):
        text = text[1:-1]
    return " ".join(html.unescape(text).split())


def _quoted(text: str) -> str:
    one_line = " ".join(text.split())
    return '"' + one_line.replace("&", "&amp;").replace('"', "&quot;") + '"'


def write(found: PuzzleFile) -> bytes:
    """The content of a file with one puzzle."""
    puzzle, said = found.puzzle, dict(found.about.items())
    lines = []
    for keyword, field in _TEXTS.items():
        if field in said:
            plain = keyword == "license" and _SPDX.fullmatch(said[field])
            lines.append(f"{keyword} {said[field] if plain else _quoted(said[field])}")
    lines += [f"width {puzzle.width}", f"height {puzzle.height}"]
    for keyword, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        lines += ["", keyword, *(",".join(map(str, clue)) or "0" for clue in clues)]
    if found.goal is not None:
        signs = found.goal.text().replace("\n", "").replace("#", "1").replace(".", "0")
        lines += ["", f'goal "{signs}"']
    return ("\n".join(lines) + "\n").encode()
