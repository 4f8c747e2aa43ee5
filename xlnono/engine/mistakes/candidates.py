"""Candidates: corrections whose puzzle is proved to have exactly one solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from xlnono.engine.decide.line_clues import Changes, Pictures
from xlnono.engine.decide.picture import Picture
from xlnono.engine.mistakes.edits import Numbers
from xlnono.model.board import runs
from xlnono.model.mistakes import MistakeKind
from xlnono.model.puzzle import Puzzle


@dataclass(frozen=True)
class Slip:
    """A mistake with the numbers of the lines to name, and the clues that correct it."""

    kind: MistakeKind
    lines: tuple[int, ...]
    corrected: dict[int, Numbers]


@dataclass(frozen=True)
class Larger:
    """A puzzle with a line more than was typed, and its only picture."""

    puzzle: Puzzle
    picture: Picture


@dataclass(frozen=True)
class Candidate:
    """Slips which, corrected one after another, leave one picture.

    `mirrored` is another one, just as plausible, that leaves the mirror image. With a `larger`
    puzzle, the picture is that of the lines that were typed.
    """

    slips: tuple[Slip, ...]
    cost: float
    picture: Picture
    mirrored: Candidate | None = None
    larger: Larger | None = None


def only_picture(found: Pictures) -> Picture | None:
    """The picture, if there is exactly one."""
    return found.found[0] if found.complete and len(found.found) == 1 else None


def clues_read_off(
    found: Pictures, lines: Iterable[int]
) -> Iterator[tuple[tuple[Numbers, ...], Picture]]:
    """The clues that these free lines have in exactly one of all pictures, with that picture."""
    if not found.complete:
        return
    read = [tuple(tuple(runs(picture[line])) for line in lines) for picture in found.found]
    often = Counter(read)
    for clues, picture in zip(read, found.found, strict=True):
        if often[clues] == 1:
            yield clues, picture


def freed(*lines: int) -> Changes:
    """No clue on these lines."""
    return dict.fromkeys(lines)
