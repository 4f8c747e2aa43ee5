"""The assumptions that a board shows, recognized by the colours of their cells.

Nothing else stores them, so they are also known in a workbook that was saved with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xlnono.model.steps import Position
from xlnono.records import NamedTuple
from xlnono.spreadsheet.sheet import Value
from xlnono.spreadsheet.theme import ASSUMED_FILLS

BLACK_MARK = "＃"
"""A black cell whose fill stays visible: templates make every 1 dark."""
WHITE_MARK = 0


class AssumedColours(NamedTuple):
    """The fills of an assumption: for the assumed cell and for the cells that follow."""

    black_seed: str
    black: str
    white_seed: str
    white: str


LEVELS = tuple(AssumedColours(*fills) for fills in ASSUMED_FILLS)
DEEPEST = len(LEVELS)
_KNOWN = {
    fill: (level, k in (0, 2))
    for level, fills in enumerate(LEVELS, 1)
    for k, fill in enumerate(fills)
}


class Assumption(NamedTuple):
    """An assumption on the board: the assumed cell, and all cells that follow from it.

    A cell over which a person typed another mark is not one of its `cells`.
    """

    seed: Position
    cells: frozenset[Position]


def assumptions_in(
    values: Sequence[Sequence[Value]], fills: Sequence[Sequence[str | None]]
) -> tuple[Assumption, ...]:
    """The assumptions that a grid with these values and fills shows, outermost first."""
    seeds: dict[int, Position] = {}
    cells: dict[int, set[Position]] = {}
    for row, line in enumerate(fills):
        for column, fill in enumerate(line):
            if fill in _KNOWN:
                level, is_seed = _KNOWN[fill]
                # A dark fill is still black without its mark.
                if values[row][column] in (None, BLACK_MARK, WHITE_MARK):
                    cells.setdefault(level, set()).add((row, column))
                if is_seed:
                    seeds[level] = row, column
    found: list[Assumption] = []
    for level in range(1, DEEPEST + 1):
        if level not in seeds:
            break
        found.append(Assumption(seeds[level], frozenset(cells.get(level, ()))))
    return tuple(found)


def assumed_cells(assumptions: Iterable[Assumption]) -> frozenset[Position]:
    """All cells that are assumed or follow from that."""
    return frozenset[Position]().union(*(one.cells for one in assumptions))
