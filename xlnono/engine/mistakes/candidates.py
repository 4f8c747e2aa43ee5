"""Candidates: corrections whose puzzle is proved to have exactly one solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from xlnono.engine.decide.line_clues import Changes, Pictures
from xlnono.engine.mistakes.edits import Numbers
from xlnono.model.board import runs
from xlnono.model.mistakes import MistakeKind


@dataclass(frozen=True)
class Slip:
    """A mistake with the numbers of the lines to name, and the clues that correct it."""

    kind: MistakeKind
    lines: tuple[int, ...]
    corrected: dict[int, Numbers]


@dataclass(frozen=True)
class Candidate:
    """Slips which, corrected together, leave one picture, given as the masks of all lines.

    `mirrored` is another one, just as plausible, that leaves the mirror image.
    """

    slips: tuple[Slip, ...]
    cost: float
    masks: tuple[int, ...]
    mirrored: Candidate | None = None


def only_picture(found: Pictures) -> tuple[int, ...] | None:
    """The picture, if there is exactly one."""
    return found.masks[0] if found.complete and len(found.masks) == 1 else None


def clues_read_off(
    found: Pictures, lines: Iterable[int]
) -> Iterator[tuple[tuple[Numbers, ...], tuple[int, ...]]]:
    """The clues that these free lines have in exactly one of all pictures, with that picture."""
    if not found.complete:
        return
    read = [(tuple(tuple(runs(masks[line])) for line in lines), masks) for masks in found.masks]
    often = Counter(clues for clues, _ in read)
    for clues, masks in read:
        if often[clues] == 1:
            yield clues, masks


def freed(*lines: int) -> Changes:
    """No clue on these lines."""
    return dict.fromkeys(lines)
