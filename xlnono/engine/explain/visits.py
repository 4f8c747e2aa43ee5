"""Which line is visited next."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Protocol

from xlnono.engine.explain.techniques import LADDER
from xlnono.model.board import Cell
from xlnono.model.steps import Technique

_GROUPS = tuple(dict.fromkeys(technique.group for technique in LADDER))


class Prospects(Protocol):
    """Knows what the lines of a board yield."""

    def movable(self, lines: Iterable[int], group: int) -> list[int]:
        """Those of some lines on which a technique of a group or an easier one works."""

    def best_of(self, lines: Sequence[int], group: int) -> int:
        """Of such lines, in ascending order, the first on which a visit fixes most cells."""


class Visits:
    """The visits to the lines of a board: the last one, and the lines that cross its new cells."""

    def __init__(self, height: int, width: int) -> None:
        self._height = height
        self._lines = range(height + width)
        self._visited: int | None = None
        self._group = 0
        self._crossing: set[int] = set()

    def next_line(self, prospects: Prospects) -> int | None:
        """The line of the next step: within the easiest group of techniques that works anywhere."""
        for group in _GROUPS:
            line = self._next_within(group, prospects)
            if line is not None:
                return line
        return None

    def keep(
        self, line: int | None, technique: Technique, fixed: Iterable[tuple[int, int, Cell]]
    ) -> None:
        """Remember a step on a line, or on several, and the cells that it fixed."""
        # A harder group begins another visit.
        if line is None or line != self._visited or technique.group > self._group:
            self._crossing.clear()
            self._visited, self._group = line, technique.group
        for row, column, _ in fixed:
            self._crossing.update((row, self._height + column))

    def _next_within(self, group: int, prospects: Prospects) -> int | None:
        """The line of the visit as long as it yields anything within the group, then the nearest
        that does, those crossed first: of several, the one that yields most cells, then the first
        in reading order."""
        visited = self._visited if group <= self._group else None
        if visited is not None and prospects.movable([visited], group):
            return visited
        if moving := prospects.movable(sorted(self._crossing), group):
            return prospects.best_of(moving, group)
        if moving := prospects.movable(self._lines, group):
            return prospects.best_of(self._nearest(moving), group)
        return None

    def _nearest(self, lines: Iterable[int]) -> list[int]:
        """Of some lines, in ascending order, those nearest to the cells that the visit before them
        fixed: by the distance to the nearest parallel line of these, 0 if there is none."""
        crossing = sorted(self._crossing)
        columns = bisect_left(crossing, self._height)
        parallel = crossing[:columns], crossing[columns:]
        distances = [(_distance(line, parallel[line >= self._height]), line) for line in lines]
        smallest = min(distances)[0]
        return [line for distance, line in distances if distance == smallest]


def _distance(line: int, others: Sequence[int]) -> int:
    """The distance to the nearest of some lines, in ascending order; 0 if there are none."""
    after = bisect_left(others, line)
    return min((abs(line - other) for other in others[max(after - 1, 0) : after + 1]), default=0)
