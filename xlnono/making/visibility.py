"""How much a changed cell stands out in a picture."""

from __future__ import annotations

from collections.abc import Iterable

from xlnono.model.board import Grid
from xlnono.model.repair import flipped
from xlnono.model.steps import Position

_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The cells around one, clockwise."""
_SIDES = _RING[1::2]
_SPECK, _CUT = 6.0, 3.0


def _is_black(grid: Grid, row: int, column: int) -> bool:
    """Around the picture everything is white."""
    return (
        0 <= row < grid.height and 0 <= column < grid.width and bool(grid.rows[row] >> column & 1)
    )


def _beside(grid: Grid, cell: Position, colour: bool) -> int:
    """How many cells beside a cell have this colour."""
    row, column = cell
    return [_is_black(grid, row + down, column + right) for down, right in _SIDES].count(colour)


def visibility_of_cell(grid: Grid, cell: Position) -> float:
    """The visibility of a single changed cell."""
    row, column = cell
    old = _is_black(grid, row, column)
    ring = [_is_black(grid, row + down, column + right) for down, right in _RING]
    sides = ring[1::2]
    cost = float(ring.count(old))
    if not sides.count(not old):
        cost += _SPECK
    # A line of one colour is cut in two, or two parts of the other colour are joined.
    stretches = sum(one is not two for one, two in zip(ring, ring[1:] + ring[:1], strict=True)) // 2
    cost += _CUT * max(stretches - 1, 0)
    for (down, right), colour in zip(_SIDES, sides, strict=True):
        beside = row + down, column + right
        inside = 0 <= beside[0] < grid.height and 0 <= beside[1] < grid.width
        if colour is old and inside and _beside(grid, beside, old) == 1:
            # Only the changed cell has its colour: it is left as a speck.
            cost += _SPECK
    return cost


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
        cost += visibility_of_cell(grid, cell)
        grid = flipped(grid, [cell])
    return cost
