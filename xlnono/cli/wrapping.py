"""Lines of text broken between words, by the width they have in a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_NEVER_FIRST = frozenset(
    "、。，．・：；？！）］｝」』】〉》〕ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ〜…"
    ",.:;?!)]}%”’"
)
_NEVER_LAST = frozenset("（［｛「『【〈《〔([{“‘")
_PAUSES = frozenset("、。，．・：；？！）］｝」』】〉》〕")


def _letter_width(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def terminal_width(text: str) -> int:
    """The width of a text in terminal columns; Japanese letters take two each."""
    return len(text) if text.isascii() else sum(map(_letter_width, text))


def _is_hiragana(letter: str) -> bool:
    return "ぁ" <= letter <= "ゟ"


def _may_part(before: str, after: str) -> bool:
    """Whether a line may end between two letters.

    Japanese has no spaces; there a line may end after a pause, before a bracket, and at the end
    of a run of hiragana, which is usually the end of a phrase.
    """
    if after == " " or after in _NEVER_FIRST or before in _NEVER_LAST:
        return False
    if before == " " or before in _PAUSES:
        return True
    if after in _NEVER_LAST:
        return _letter_width(before) == 2
    return _is_hiragana(before) and not _is_hiragana(after)


def _words(text: str) -> Iterator[str]:
    """The parts that must not be broken, each with the spaces after it."""
    start = 0
    for place in range(1, len(text)):
        if _may_part(text[place - 1], text[place]):
            yield text[start:place]
            start = place
    yield text[start:]


def wrapped(line: str, width: int, hanging: int = 0) -> Iterator[str]:
    """Break a line into lines of at most `width`; a longer word gets a line of its own.

    Further lines are indented like the first, and by `hanging` more.
    """
    if terminal_width(line) <= width:
        yield line
        return
    text = line.lstrip(" ")
    shown = line[: len(line) - len(text)]
    indent = shown + " " * hanging
    room, empty = width - terminal_width(shown), True
    for word in _words(text):
        needed = terminal_width(word.rstrip(" "))
        if needed > room and not empty:
            yield shown.rstrip(" ")
            shown, room = indent, width - len(indent)
        shown += word
        room -= terminal_width(word)
        empty = False
    yield shown.rstrip(" ")
