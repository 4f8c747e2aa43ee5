"""What the page says about lines whose clue cannot be read, and how it corrects them."""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.engine.clock import Progress
from xlnono.engine.mistakes.unread import UnreadClues, unread_clues
from xlnono.language import Language, Text
from xlnono.model.board import Line
from xlnono.model.mistakes import MOST_CHOICES
from xlnono.wording import lines_in_words

Changes = Sequence[tuple[Line, Sequence[int]]]
"""The clues that some lines should have."""

_PROBABLY = Text(
    "{line} cannot be read (probably {clue}).", "{line}を読み取れません(おそらく {clue})。"
)
_PROVED = Text(
    "With this correction the puzzle has exactly one solution. Please compare with your source.",
    "このように直すと、解はちょうど1つです。元の問題と見比べてください。",
)
_SEVERAL = Text(
    "{lines} cannot be read. With each of these corrections the puzzle has exactly one solution. "
    "Please compare with your source.",
    "{lines}を読み取れません。次のどの訂正でも、解はちょうど1つになります。"
    "元の問題と見比べてください。",
)
_IMPOSSIBLE = Text(
    "{lines} cannot be read. Whatever is meant there, no picture has the other clues, so there is "
    "another mistake.",
    "{lines}を読み取れません。そこが何であっても、ほかのヒントに合う絵がないので、"
    "ほかにも間違いがあります。",
)
_OPEN = Text(
    "{lines} cannot be read, and the other clues do not show what is meant: please look at your "
    "source.",
    "{lines}を読み取れません。ほかのヒントからは分からないので、元の問題を見てください。",
)


def unread_report(
    rows: Sequence[Sequence[int]],
    columns: Sequence[Sequence[int]],
    unread: Sequence[Line],
    language: Language,
    progress: Progress,
) -> tuple[list[str], list[Changes]]:
    """What is said, in lines of text, and the corrections to choose from.

    A correction has a clue for each line that cannot be read, and for no other.
    """
    found = unread_clues(rows, columns, unread, progress=progress)
    choices: list[Changes] = [
        list(zip(unread, reading, strict=True)) for reading in found.readings[:MOST_CHOICES]
    ]
    if len(choices) == 1:
        said = [
            _PROBABLY.of(
                language, line=_capital(line.named(language)), clue=" ".join(map(str, clue)) or "0"
            )
            for line, clue in choices[0]
        ]
        return [*said, _PROVED.of(language)], choices
    lines = _capital(lines_in_words(unread, language))
    return [_about(found).of(language, lines=lines)], choices


def _about(found: UnreadClues) -> Text:
    if found.readings:
        return _SEVERAL
    return _IMPOSSIBLE if found.impossible else _OPEN


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
