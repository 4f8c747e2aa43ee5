"""How much a changed cell stands out in a picture."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from xlnono.model.board import Grid
from xlnono.model.repair import flipped
from xlnono.model.steps import Position
from xlnono.records import NamedTuple

_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The cells around one, clockwise."""
_SPECK, _CUT = 6.0, 3.0


class _Around(NamedTuple):
    """What the cells around a changed cell say about its visibility.

    `alone` are the sides on which a speck is left, if the cell behind has the new colour, too.
    """

    cost: float
    alone: tuple[Position, ...]


def _is_black(grid: Grid, row: int, column: int) -> bool:
    """Around the picture everything is white."""
    return (
        0 <= row < grid.height and 0 <= column < grid.width and bool(grid.rows[row] >> column & 1)
    )


@cache
def _around(window: int) -> _Around:
    """The same for all cells with the same black cells in and around them."""
    old = bool(window >> 4 & 1)
    ring = [bool(window >> 3 * down + right + 4 & 1) for down, right in _RING]
    cost = float(ring.count(old))
    if not ring[1::2].count(not old):
        cost += _SPECK
    # A line of one colour is cut in two, or two parts of the other colour are joined.
    turned = ring[1:] + ring[:1]
    stretches = sum(one is not two for one, two in zip(ring, turned, strict=True)) // 2
    cost += _CUT * max(stretches - 1, 0)
    sides = zip(_RING[1::2], ring[::2], ring[1::2], turned[1::2], strict=True)
    alone = [side for side, *three in sides if three == [not old, old, not old]]
    return _Around(cost, tuple(alone))


def visibility_of_each(grid: Grid, cells: Iterable[Position]) -> list[float]:
    """The visibility of each of some cells if it alone is changed."""
    # With white around the picture, three rows and three bits of each are the cells around one.
    rows = [0, *(row << 1 for row in grid.rows), 0]
    found = []
    for row, column in cells:
        above, beside, below = (mask >> column & 7 for mask in rows[row : row + 3])
        cost, alone = _around(above | beside << 3 | below << 6)
        for down, right in alone:
            inside = 0 <= row + down < grid.height and 0 <= column + right < grid.width
            behind = row + 2 * down, column + 2 * right
            if inside and _is_black(grid, *behind) is not _is_black(grid, row, column):
                cost += _SPECK
        found.append(cost)
    return found


def visibility(grid: Grid, cells: Iterable[Position]) -> float:
    """How much it stands out if these cells of a picture get the other colour.

    Cells on an outline stand out less than those inside an area. Specks stand out most: single
    cells of a colour, whether they are new or left over.

    >>> square = Grid.from_text("..... .###. .###. .###. .....")
    >>> visibility(square, [(1, 1)]) < visibility(square, [(1, 2)]) < visibility(square, [(2, 2)])
    True
    """
    cost = 0.0
    for cell in cells:
        (visible,) = visibility_of_each(grid, [cell])
        cost += visible
        grid = flipped(grid, [cell])
    return cost
