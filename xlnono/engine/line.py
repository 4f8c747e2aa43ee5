"""The complete line solver, on integers.

The cells of a line are the bits of two masks, black and white; bit i is cell i. Between the
cells lie the boundaries: boundary i is in front of cell i, boundary n behind the last one.
Sets of cells and of boundaries are integers, so a line may have any length.
"""

from __future__ import annotations

from functools import lru_cache


def _reach(boundaries: int, passable: int) -> int:
    """The boundaries reachable from some by crossing only cells in `passable`.

    The carry of one addition runs through each stretch of passable cells.
    """
    return ((passable + (boundaries & passable)) ^ passable) | boundaries


def _stretches(cells: int, length: int) -> int:
    """The places from which `length` cells in a row are all in `cells`."""
    have = 1
    while 2 * have <= length:
        cells &= cells >> have
        have *= 2
    return cells & cells >> (length - have)


def covered(starts: int, length: int) -> int:
    """The cells covered by blocks of this length that start at `starts`."""
    have = 1
    while 2 * have <= length:
        starts |= starts << have
        have *= 2
    return starts | starts << (length - have)


def _reversed(mask: int, width: int) -> int:
    return int(f"{mask:0{width}b}"[::-1], 2)


def _forward(
    clue: tuple[int, ...], length: int, black: int, white: int
) -> tuple[list[int], list[int]] | None:
    """For each number of blocks placed from the left, the boundaries where that can end
    (white cells may follow the last block); and for each block, where it can start.

    None if the blocks cannot be placed.
    """
    every = (1 << length) - 1
    passable = every ^ black
    not_white = every ^ white
    followed = passable | 1 << length
    ends = [_reach(1, passable)]
    fronts = ends[0]
    starts = []
    for block in clue:
        placed = fronts & _stretches(not_white, block) & followed >> block
        if not placed:
            return None
        starts.append(placed)
        ends.append(_reach(placed << block, passable))
        fronts = (ends[-1] & passable) << 1
    if not ends[-1] >> length:
        return None
    return ends, starts


@lru_cache(maxsize=1 << 15)
def fits(clue: tuple[int, ...], length: int, black: int, white: int) -> bool:
    """Whether the blocks of the clue have any arrangement on this line."""
    return _forward(clue, length, black, white) is not None


@lru_cache(maxsize=1 << 16)
def settle(clue: tuple[int, ...], length: int, black: int, white: int) -> tuple[int, int] | None:
    """Everything that all arrangements of the clue on a line agree on.

    `length` is the number of cells, `black` and `white` are the masks of the cells known so
    far. Returns the masks of the cells that are black, and white, in every arrangement; None
    if there is no arrangement.
    """
    there = _forward(clue, length, black, white)
    if there is None:
        return None
    back = _forward(clue[::-1], length, _reversed(black, length), _reversed(white, length))
    assert back is not None
    ends, starts = there
    # begins[m]: the boundaries behind which the last m blocks fit. All are turned round at
    # once, packed into one number.
    width, packed = length + 1, 0
    for mask in back[0]:
        packed = packed << width | mask
    packed = _reversed(packed, width * len(ends))
    begins = [packed >> width * m & ((1 << width) - 1) for m in range(len(ends))]
    passable = ((1 << length) - 1) ^ black
    can_be_white = ends[-1] & passable & begins[0] >> 1
    # A block at the very end is followed by the boundary behind a cell that is not there.
    begins[0] |= 1 << (length + 1)
    can_be_black = 0
    for block, placed, end, begin, after in zip(
        clue, starts, ends, reversed(begins), reversed(begins[:-1]), strict=False
    ):
        can_be_white |= end & passable & begin >> 1
        can_be_black |= covered(placed & after >> (block + 1), block)
    return can_be_black & ~can_be_white, can_be_white & ~can_be_black
