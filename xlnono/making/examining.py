"""What the clues of a picture determine, by whichever engine there is.

Only facts count that are the same for both engines, so that a seed gives the same puzzle with and
without the kernel.
"""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.engine.clock import Clock, OutOfTime
from xlnono.engine.decide import native, search
from xlnono.engine.decide.line_clues import Changes, Pictures, UncheckedClues
from xlnono.model.board import Board


def follow_lines(clues: UncheckedClues, clock: Clock) -> Board:
    """The position that follows from the lines alone. Raises OutOfTime."""
    if native.can_decide(clues):
        return native.follow_lines(clues, clock)
    return search.follow_lines(clues, clock)


def unknown_after_lines(clues: UncheckedClues, clock: Clock) -> int:
    """How many cells the lines alone leave unknown. Raises OutOfTime."""
    if native.can_decide(clues):
        return native.unknown_after_lines(clues, clock)
    return search.follow_lines(clues, clock).unknown


def pictures_of_each(
    clues: UncheckedClues, trials: Sequence[Changes], most: int, clock: Clock
) -> list[Pictures]:
    """Up to `most` pictures that have the clues with each of these changes. Raises OutOfTime."""
    engine = native if native.can_decide(clues) else search
    blank = Board(clues.height, clues.width)
    found = list(engine.decide_each(clues, trials, blank, most, clock))
    if len(found) < len(trials) or any(
        not pictures.complete and len(pictures.found) < most for pictures in found
    ):
        raise OutOfTime
    return found


def has_one_picture(clues: UncheckedClues, clock: Clock) -> bool:
    """Whether only one picture has these clues. Raises OutOfTime."""
    (pictures,) = pictures_of_each(clues, [{}], 2, clock)
    return len(pictures.found) == 1
