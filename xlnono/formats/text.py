"""The text of a puzzle file, line by line, and the clues in a line."""

from __future__ import annotations

import codecs
import unicodedata

from xlnono.files import limits
from xlnono.formats.errors import BLOTTED, COLOURED, Spot, malformed, shortened, unsupported
from xlnono.patterns import pattern
from xlnono.records import NamedTuple

_LINE_BREAK = pattern(r"\r\n|\r|\n")
_WORD = pattern(r"[^\s,、，・]+")
_NUMBER = pattern(r"[0-9]{1,9}")
_COLOURED = pattern(r"[0-9]+[A-Za-z]\w*")
_BLOT = pattern(r"[?*]")
_LOST = "??"
"""What programs save in place of characters that the encoding does not have."""
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class TextLine(NamedTuple):
    """A line of a file, or a part of one; `character` is the place of its first character."""

    number: int
    text: str
    character: int = 1

    def spot(self, offset: int = 0) -> Spot:
        """The place of one of its characters."""
        return Spot(self.number, self.character + offset)

    @property
    def blank(self) -> bool:
        return not self.text.strip()

    def part(self, start: int, end: int | None = None) -> TextLine:
        return TextLine(self.number, self.text[start:end], self.character + start)


def decoded(content: bytes) -> str:
    """The text of a file in UTF-8 or UTF-16. Raises MalformedPuzzleFile."""
    encoding = "utf-16" if content.startswith(_UTF16) else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        before = content[: error.start].decode(encoding, "replace")
        line = len(_LINE_BREAK.findall(before)) + 1
        column = len(_LINE_BREAK.split(before)[-1]) + 1
        raise malformed(
            Spot(line, column),
            "the file is not text in UTF-8: save it in that encoding",
            "UTF-8 のテキストではありません。UTF-8 で保存し直してください",
        ) from None
    return text


def lines_of(text: str) -> list[TextLine]:
    """The lines of a text; a line break at its end does not begin another line.

    Raises TooLarge.
    """
    limits.check(limits.PUZZLE_FILE_LINES, text.count("\n") + text.count("\r"))
    lines = _LINE_BREAK.split(text)
    if lines[-1] == "":
        lines.pop()
    return [TextLine(number, line) for number, line in enumerate(lines, start=1)]


def clue_in(line: TextLine) -> list[int]:
    """The numbers in a line, separated by blanks or commas; digits may be full-width.

    Raises MalformedPuzzleFile or UnsupportedPuzzle.
    """
    return [_block(match[0], line.spot(match.start())) for match in _WORD.finditer(line.text)]


def _block(word: str, spot: Spot) -> int:
    plain = unicodedata.normalize("NFKC", word)
    if _NUMBER.fullmatch(plain):
        return int(plain)
    if _BLOT.fullmatch(plain):
        raise unsupported(spot, BLOTTED, word)
    if _COLOURED.fullmatch(plain):
        raise unsupported(spot, COLOURED, word)
    if _LOST in plain:
        raise malformed(
            spot,
            "expected a number, but found “{word}”: perhaps characters were lost when the file was "
            "saved, so save it as UTF-8",
            "数字のはずのところに「{word}」があります。保存したときに文字が失われたのかもしれません。"
            "UTF-8 で保存し直してください",
            word=shortened(word),
        )
    raise malformed(
        spot,
        "expected a number, but found “{word}”",
        "数字のはずのところに「{word}」があります",
        word=shortened(word),
    )


def number_in(line: TextLine) -> int:
    """The only number in a line. Raises MalformedPuzzleFile."""
    numbers = clue_in(line)
    if len(numbers) != 1:
        raise malformed(
            line.spot(),
            "expected a single number, but found “{text}”",
            "数字が1つだけあるはずのところに「{text}」があります",
            text=shortened(line.text.strip()),
        )
    return numbers[0]
