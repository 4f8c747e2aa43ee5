"""The complete line solver, on integers.

The cells of a line are the bits of two masks, black and white; bit i is cell i. Between the
cells lie the boundaries: boundary i is in front of cell i, boundary n behind the last one.
Sets of cells and of boundaries are integers, so a line may have any length.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from xlnono.engine.clock import UNLIMITED, Clock
from xlnono.model.board import run_starts

LONG = 1024
"""Lines of more cells are settled block by block, with a look at the clock before each."""


def reach(boundaries: int, passable: int) -> int:
    """The boundaries reachable from some by crossing only cells in `passable`.

    The carry of one addition runs through each stretch of passable cells.
    """
    return ((passable + (boundaries & passable)) ^ passable) | boundaries


def covered(starts: int, length: int) -> int:
    """The cells covered by blocks of this length that start at `starts`."""
    have = 1
    while 2 * have <= length:
        starts |= starts << have
        have *= 2
    return starts | starts << (length - have)


def reversed_mask(mask: int, width: int) -> int:
    """A mask of `width` bits, read from its other end."""
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
    ends = [reach(1, passable)]
    fronts = ends[0]
    starts = []
    for block in clue:
        placed = fronts & run_starts(not_white, block) & followed >> block
        if not placed:
            return None
        starts.append(placed)
        ends.append(reach(placed << block, passable))
        fronts = (ends[-1] & passable) << 1
    if not ends[-1] >> length:
        return None
    return ends, starts


@lru_cache(maxsize=1 << 15)
def _fits(clue: tuple[int, ...], length: int, black: int, white: int) -> bool:
    return _forward(clue, length, black, white) is not None


def fits(
    clue: tuple[int, ...], length: int, black: int, white: int, clock: Clock = UNLIMITED
) -> bool:
    """Whether any arrangement of the clue fits this line. Raises OutOfTime."""
    clock.check()
    if length > LONG:
        return _LongLine(clue, length, black, white, clock).fits()
    return _fits(clue, length, black, white)


def settle(
    clue: tuple[int, ...], length: int, black: int, white: int, clock: Clock = UNLIMITED
) -> tuple[int, int] | None:
    """Everything that all arrangements of the clue on a line agree on.

    `length` is the number of cells, `black` and `white` are the masks of the cells known so
    far. Returns the masks of the cells that are black, and white, in every arrangement; None
    if no arrangement fits. Raises OutOfTime.
    """
    clock.check()
    if length > LONG:
        return _LongLine(clue, length, black, white, clock).settled()
    return _settled(clue, length, black, white)


def block_starts(clue: tuple[int, ...], length: int, black: int, white: int) -> list[int]:
    """For each block, the starts that it has in any arrangement of the clue on a line.

    Some arrangement must fit.
    """
    there = _forward(clue, length, black, white)
    back = _forward(clue[::-1], length, reversed_mask(black, length), reversed_mask(white, length))
    assert there is not None
    assert back is not None
    return [
        starts & reversed_mask(mirrored, length - block + 1)
        for block, starts, mirrored in zip(clue, there[1], reversed(back[1]), strict=True)
    ]


def forget() -> None:
    """Clear the caches."""
    _fits.cache_clear()
    _settled.cache_clear()


@lru_cache(maxsize=1 << 16)
def _settled(clue: tuple[int, ...], length: int, black: int, white: int) -> tuple[int, int] | None:
    there = _forward(clue, length, black, white)
    if there is None:
        return None
    back = _forward(clue[::-1], length, reversed_mask(black, length), reversed_mask(white, length))
    assert back is not None
    ends, starts = there
    # begins[m]: the boundaries behind which the last m blocks fit. All are turned round at
    # once, packed into one number.
    width, packed = length + 1, 0
    for mask in back[0]:
        packed = packed << width | mask
    packed = reversed_mask(packed, width * len(ends))
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


class _LongLine:
    """A line too long for the masks of all its blocks at once.

    It keeps those of one block in every `step`, and works the others out again on its way back.
    """

    def __init__(
        self, clue: tuple[int, ...], length: int, black: int, white: int, clock: Clock
    ) -> None:
        self.clue = clue
        self.length = length
        self.clock = clock
        self.passable = ((1 << length) - 1) ^ black
        self.not_white = ((1 << length) - 1) ^ white
        self.step = isqrt(len(clue)) + 1
        self.kept: list[int] = []
        self._starts: dict[int, int] = {}

    def _place(self, number: int, ends: int) -> tuple[int, int]:
        """Where a block can start, given where the blocks before it can end, and where it
        can end itself; both with white cells behind the end."""
        self.clock.check()
        block = self.clue[number]
        if block not in self._starts:
            followed = self.passable | 1 << self.length
            self._starts[block] = run_starts(self.not_white, block) & followed >> block
        fronts = (ends & self.passable) << 1 if number else ends
        placed = fronts & self._starts[block]
        return placed, reach(placed << block, self.passable)

    def _last_ends(self) -> int:
        """Where the last block can end; 0 if the blocks do not fit. Fills `kept`."""
        ends = reach(1, self.passable)
        for number in range(len(self.clue)):
            if number % self.step == 0:
                self.kept.append(ends)
            placed, ends = self._place(number, ends)
            if not placed:
                return 0
        return ends

    def fits(self) -> bool:
        return bool(self._last_ends() >> self.length)

    def settled(self) -> tuple[int, int] | None:
        last_ends = self._last_ends()
        if not last_ends >> self.length:
            return None
        # strides[k]: where the next 2**k cells are passable.
        strides = [self.passable]
        while strides[-1]:
            strides.append(strides[-1] & strides[-1] >> (1 << len(strides) - 1))

        def back(boundaries: int) -> int:
            """The boundaries from which some can be reached by crossing passable cells."""
            for power, stride in enumerate(strides):
                boundaries |= stride & boundaries >> (1 << power)
            return boundaries

        # `begin` are the boundaries behind which the blocks gone through so far fit.
        begin = back(1 << self.length)
        can_be_black, can_be_white = 0, last_ends & self.passable & begin >> 1
        # A block at the very end is followed by the boundary behind a cell that is not there.
        begin |= 1 << (self.length + 1)
        for first in reversed(range(0, len(self.clue), self.step)):
            ends = self.kept.pop()
            placements = []
            for number in range(first, min(first + self.step, len(self.clue))):
                placed, next_ends = self._place(number, ends)
                placements.append((self.clue[number], ends, placed))
                ends = next_ends
            for block, ends, placed in reversed(placements):
                self.clock.check()
                here = placed & begin >> (block + 1)
                can_be_black |= covered(here, block)
                begin = back(here)
                can_be_white |= ends & self.passable & begin >> 1
        return can_be_black & ~can_be_white, can_be_white & ~can_be_black
