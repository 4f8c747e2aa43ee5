"""The XML of webpbn.com: a `puzzleset` with clues, or only a picture.

Document types are allowed, as the files of the site have one, but nothing is loaded for them, and
no entity may be declared: all attacks with entities need that.
"""

from __future__ import annotations

from collections.abc import Mapping
from html.entities import html5
from xml.parsers import expat

from xlnono.errors import XlnonoError
from xlnono.formats.errors import BLOTTED, COLOURED, TRIANGULAR, Spot, malformed, unsupported
from xlnono.formats.puzzle_file import About, Clues, PuzzleFile, of_picture, of_signs, puzzle_file
from xlnono.formats.text import TextLine, number_in
from xlnono.model.board import Grid
from xlnono.patterns import pattern

SUFFIXES = (".xml", ".pbn")

_TEXTS = {
    "source": "source",
    "title": "title",
    "author": "author",
    "copyright": "copyright",
    "description": "description",
}
_LICENCE = "License: "
"""Begins the note that holds the licence, for which the format has no tag."""
_SIGNATURE = pattern(rb"<\s*(?:puzzleset|puzzle)\b")
_ROW = pattern(r"\|([^|\n]+)\|")
_COLOUR_NAMES = {"black": "000000", "white": "ffffff"}


def matches(content: bytes) -> bool:
    """Whether the content looks like this format."""
    return bool(_SIGNATURE.search(content[:200_000].replace(b"\0", b"")))


def read(content: bytes) -> list[PuzzleFile]:
    """The puzzles of a file. Raises XlnonoError."""
    reader = _Reader()
    try:
        reader.parser.Parse(content, True)
    except expat.ExpatError as error:
        raise malformed(
            Spot(error.lineno, error.offset + 1),
            "invalid XML: {reason}",
            "XML として正しくありません({reason})",
            reason=expat.ErrorString(error.code),
        ) from None
    except (ValueError, LookupError):
        # Python cannot decode this encoding.
        raise malformed(
            Spot(1),
            "the encoding of the XML is unknown: save it in UTF-8",
            "XML の文字コードを読み取れません。UTF-8 で保存し直してください",
        ) from None
    return reader.puzzles


class _Reader:
    """Collects the puzzles while the XML is parsed."""

    def __init__(self) -> None:
        self.puzzles: list[PuzzleFile] = []
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.SkippedEntityHandler = self._entity
        self.parser.EntityDeclHandler = self._declared
        # Without this, an undefined entity such as &eacute; would be an error even if the file
        # names the site's document type.
        self.parser.UseForeignDTD(True)
        self.text: list[str] = []
        self.text_spot = Spot(1)
        self.set_about: dict[str, str] = {}
        self.puzzle: _Puzzle | None = None

    @property
    def _spot(self) -> Spot:
        return Spot(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def _declared(self, *_: object) -> None:
        raise malformed(
            self._spot,
            "the file declares an entity, which is not allowed in a puzzle",
            "実体(エンティティ)の宣言は使えません",
        )

    def _entity(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            self.text.append(html5.get(f"{name};", ""))

    def _characters(self, text: str) -> None:
        self.text.append(text)

    def _start(self, tag: str, values: Mapping[str, str]) -> None:
        self.text, self.text_spot = [], self._spot
        if tag == "puzzle":
            kind = values.get("type", "grid")
            if kind != "grid":
                raise unsupported(self._spot, TRIANGULAR, f'type="{kind}"')
            self.puzzle = _Puzzle(values, self._spot)
        elif self.puzzle is not None:
            self.puzzle.start(tag, values, self._spot)

    def _end(self, tag: str) -> None:
        text = "".join(self.text)
        self.text = []
        if tag == "puzzle" and self.puzzle is not None:
            self.puzzles.append(self.puzzle.finished(self.set_about))
            self.puzzle = None
        elif self.puzzle is not None:
            self.puzzle.end(tag, text, self.text_spot)
        elif tag in _TEXTS:
            self.set_about[_TEXTS[tag]] = " ".join(text.split())


class _Puzzle:
    """The contents of one `puzzle`."""

    def __init__(self, values: Mapping[str, str], spot: Spot) -> None:
        self.spot = spot
        self.background = values.get("backgroundcolor", "white")
        self.default = values.get("defaultcolor", "black")
        self.colours = dict(_COLOUR_NAMES)
        self.signs = {"X": "black", ".": "white"}
        self.sign = ""
        self.colour = ""
        self.about: dict[str, str] = {}
        self.clues = {"rows": Clues(), "columns": Clues()}
        self.kind = ""
        self.line: list[int] | None = None
        self.line_spot = spot
        self.wanted = False
        self.image: tuple[str, Spot] | None = None

    def start(self, tag: str, values: Mapping[str, str], spot: Spot) -> None:
        if tag == "color":
            self.colour, self.sign = values.get("name", ""), values.get("char", "")
        elif tag == "clues":
            self.kind = values.get("type", "")
            if self.kind not in self.clues:
                raise malformed(
                    spot,
                    "clues must have the type “rows” or “columns”, not “{kind}”",
                    "clues の type は rows か columns です(「{kind}」ではなく)",
                    kind=self.kind,
                )
        elif tag == "line":
            self.line, self.line_spot = [], spot
        elif tag == "count":
            name = values.get("color", self.default)
            # Some programs name the background as the default, and a colour at each count.
            if "color" in values or name != self.background:
                self._check_black(name, spot)
        elif tag == "solution":
            self.wanted = values.get("type", "goal") == "goal"

    def _check_black(self, name: str, spot: Spot) -> None:
        if self.colours.get(name, "").lower() not in ("000000", "000"):
            raise unsupported(spot, COLOURED, name)

    def end(self, tag: str, text: str, spot: Spot) -> None:
        one_line = " ".join(text.split())
        if tag == "color":
            self.colours[self.colour] = one_line
            if self.sign:
                self.signs[self.sign] = self.colour
        elif tag in _TEXTS:
            self.about[_TEXTS[tag]] = one_line
        elif tag == "id" and one_line:
            self.about["id"] = one_line
        elif tag == "note" and one_line.startswith(_LICENCE):
            self.about["licence"] = one_line.removeprefix(_LICENCE)
        elif tag == "count" and self.line is not None:
            if one_line in ("0", "?"):
                raise unsupported(spot, BLOTTED, f"<count>{one_line}</count>")
            self.line.append(number_in(TextLine(spot.line, one_line, spot.character)))
        elif tag == "line" and self.line is not None and self.kind:
            self.clues[self.kind].add(self.line, self.line_spot)
            self.line = None
        elif tag == "clues":
            self.kind = ""
        elif tag == "image" and self.wanted and self.image is None:
            self.image = text, spot

    def _goal(self) -> Grid | None:
        if self.image is None:
            return None
        text, spot = self.image
        # A blank may be the sign of a colour, so rows are only as long as their bars say.
        rows = _ROW.findall(text) or text.split()
        if not rows or len({len(row) for row in rows}) > 1:
            raise malformed(
                spot,
                "the rows of the picture differ in length",
                "絵の行の長さがそろっていません",
            )
        for sign in sorted(set("".join(rows))):
            name = self.signs.get(sign)
            if name is None:
                raise malformed(
                    spot,
                    "the picture has the character “{sign}”, which no colour explains",
                    "絵の文字「{sign}」がどの色か書かれていません",
                    sign=sign,
                )
            if name != self.background:
                self._check_black(name, spot)
        black = {sign for sign, name in self.signs.items() if name != self.background}
        return of_signs(["".join("#" if s in black else "." for s in row) for row in rows], "#")

    def finished(self, shared: Mapping[str, str]) -> PuzzleFile:
        said = {**shared, **self.about}
        if number := said.pop("id", None):
            said["source"] = " ".join(filter(None, (said.get("source"), number)))
        about = About(**{name: text for name, text in said.items() if text})
        goal = self._goal()
        rows, columns = self.clues["rows"], self.clues["columns"]
        if goal is not None and not (len(rows) or len(columns)):
            return of_picture(goal, about)
        try:
            return puzzle_file(rows, columns, about, goal, self.image and self.image[1])
        except XlnonoError as error:
            for defect in error.single():
                if defect.place.line is None:
                    defect.place = defect.place._replace(
                        line=self.spot.line, character=self.spot.character
                    )
            raise


def _escaped(text: str) -> str:
    allowed = "".join(letter for letter in text if letter >= " " and letter not in "\ufffe\uffff")
    return allowed.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def write(found: PuzzleFile) -> bytes:
    """The content of a file with one puzzle."""
    said = dict(found.about.items())
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">',
        "<puzzleset>",
        '<puzzle type="grid" defaultcolor="black">',
    ]
    lines += [
        f"<{tag}>{_escaped(said[field])}</{tag}>" for tag, field in _TEXTS.items() if field in said
    ]
    lines += [
        '<color name="white" char=".">fff</color>',
        '<color name="black" char="X">000</color>',
    ]
    for kind, clues in (("columns", found.puzzle.columns), ("rows", found.puzzle.rows)):
        lines.append(f'<clues type="{kind}">')
        for clue in clues:
            counts = "".join(f"<count>{block}</count>" for block in clue)
            lines.append(f"<line>{counts}</line>")
        lines.append("</clues>")
    if found.goal is not None:
        picture = found.goal.text().replace("#", "X").split("\n")
        image = "\n".join(f"|{row}|" for row in picture)
        lines += ['<solution type="goal">', "<image>", image, "</image>", "</solution>"]
    if found.about.licence:
        lines.append(f"<note>{_escaped(_LICENCE + found.about.licence)}</note>")
    lines += ["</puzzle>", "</puzzleset>", ""]
    return "\n".join(lines).encode("utf-8", "replace")
