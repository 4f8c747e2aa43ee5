"""The clues of all lines as the deciding engine needs them, checked or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from xlnono.engine.decide.picture import Picture
from xlnono.records import NamedTuple

LineClue = tuple[int, ...] | None
"""The numbers of a line; None for a free line, which may have any."""


class LineClues(Protocol):
    """The clues of the lines of a board, by the numbers that a Board gives them.

    A Puzzle is one without free lines.
    """

    @property
    def height(self) -> int: ...
    @property
    def width(self) -> int: ...
    @property
    def clues(self) -> Sequence[LineClue]: ...
    @property
    def lengths(self) -> Sequence[int]: ...


@dataclass(frozen=True)
class UncheckedClues:
    """Clues whose totals may differ, and some of whose lines may be free."""

    height: int
    width: int
    clues: tuple[LineClue, ...]
    lengths: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        lengths = (self.width,) * self.height + (self.height,) * self.width
        object.__setattr__(self, "lengths", lengths)

    def changed(self, changes: dict[int, LineClue]) -> UncheckedClues:
        """The same with other clues on some lines, by their numbers."""
        clues = list(self.clues)
        for line, clue in changes.items():
            clues[line] = clue
        return UncheckedClues(self.height, self.width, tuple(clues))


Changes = dict[int, LineClue]
"""The clues that some lines have instead of their own, by the numbers of the lines."""


class Pictures(NamedTuple):
    """Pictures that have certain clues; `complete` says that there are no others."""

    found: tuple[Picture, ...]
    complete: bool
