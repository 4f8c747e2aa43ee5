"""Why no arrangement fits a line: the reason that is easiest to see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from xlnono.engine.clock import Clock
from xlnono.engine.line import fits, reach, reversed_mask, stretches
from xlnono.model.board import Line, bits
from xlnono.model.impossible import Flaw, Impossible


class _Known(NamedTuple):
    """A line that no arrangement fits, with masks of its black and white cells."""

    line: Line
    clue: tuple[int, ...]
    length: int
    black: int
    white: int

    @property
    def left(self) -> int:
        """The cells that are not white."""
        return ((1 << self.length) - 1) & ~self.white

    def flawed(self, flaw: Flaw, black: int, white: int) -> Impossible:
        """The reason that relies on some black and some white cells."""
        return Impossible(flaw, self.line, self.line.colours(black, white))

    def needed(self, clock: Clock) -> _Known:
        """With only cells that are needed to leave no arrangement: each that can be left out in
        its turn is."""
        black, white = self.black, self.white
        for cell in bits(black | white):
            fewer = black & ~(1 << cell), white & ~(1 << cell)
            if not fits(self.clue, self.length, *fewer, clock):
                black, white = fewer
        return self._replace(black=black, white=white)


def why_impossible(
    line: Line, clue: tuple[int, ...], length: int, black: int, white: int, clock: Clock
) -> Impossible:
    """The easiest reason why no arrangement of the clue fits a line with these known cells.

    Raises OutOfTime.
    """
    known = _Known(line, clue, length, black, white)
    for reason in _by_counting(known):
        return reason
    _, _, _, black, white = known.needed(clock)
    for reason in _in_order(known, room=bool(black)):
        return reason._replace(evidence=line.colours(black, white))
    return known.flawed(Flaw.NO_ARRANGEMENT, black, white)


def _by_counting(known: _Known) -> Iterator[Impossible]:
    """The reasons that can be seen without placing the blocks in order."""
    clue, black, white, left = known.clue, known.black, known.white, known.left
    if black.bit_count() > sum(clue):
        yield known.flawed(Flaw.TOO_MANY_BLACK, black, 0)._replace(cells=tuple(bits(black)))
    if left.bit_count() < sum(clue):
        yield known.flawed(Flaw.TOO_FEW_LEFT, 0, white)._replace(cells=tuple(bits(left)))
    longest = max(clue, default=0)
    if too_long := stretches(black, longest + 1):
        run = _stretch_around(black, _first(too_long))
        yield known.flawed(Flaw.RUN_TOO_LONG, run, 0)._replace(cells=tuple(bits(run)))
    if not stretches(left, longest):
        yield known.flawed(Flaw.NO_GAP, 0, white)._replace(block=clue.index(longest))
    apart = _apart(black, white, longest)[: len(clue) + 1]
    if len(apart) > len(clue):
        between = (1 << apart[-1]) - (1 << apart[0])
        cells = sum(1 << cell for cell in apart)
        reason = known.flawed(Flaw.TOO_MANY_RUNS, cells, white & between)
        yield reason._replace(cells=tuple(apart))


def _in_order(known: _Known, *, room: bool) -> Iterator[Impossible]:
    """The reasons that follow from the order of the blocks; with `room`, all fit around the white
    cells."""
    if not room:
        yield known.flawed(Flaw.NO_ROOM, 0, known.white)
    yield from _without_owner(known)
    pushed = [
        (_first(low) - _last(high), block, _first(low), _last(high))
        for block, (low, high) in enumerate(zip(*_starts(known), strict=True))
        if low and high and _first(low) > _last(high)
    ]
    if pushed:
        _, block, earliest, latest = min(pushed)
        reason = known.flawed(Flaw.PUSHED_TOO_FAR, known.black, known.white)
        yield reason._replace(block=block, earliest=earliest, latest=latest)


def _without_owner(known: _Known) -> Iterator[Impossible]:
    """The runs that no block near enough can own.

    Near enough are the blocks that reach a run when all are packed from the start of the line and
    from its end, without a look at any cell, or if that does not suffice, around white cells.
    """
    clue, left = known.clue, known.left
    at_all = _reached(clue, known.length, ((1 << known.length) - 1))
    around_white = _reached(clue, known.length, left)
    rest = known.black
    while rest:
        run = _stretch_around(rest, _first(rest))
        gap = _stretch_around(left, _first(rest))
        rest &= ~run
        for reached in (at_all, around_white):
            near = [block for block, cells in enumerate(reached) if not run & ~cells]
            too_short = tuple(block for block in near if clue[block] < run.bit_count())
            too_long = tuple(block for block in near if clue[block] > gap.bit_count())
            if len(too_short) + len(too_long) == len(near):
                reason = known.flawed(Flaw.NO_OWNER, known.black, known.white)
                yield reason._replace(
                    cells=tuple(bits(run)),
                    gap=tuple(bits(gap)),
                    too_short=too_short,
                    too_long=too_long,
                )


def _reached(clue: tuple[int, ...], length: int, left: int) -> list[int]:
    """The cells between the first start and the last end of each block, packed around white
    cells."""
    lows = _packed(clue, left)
    mirrored = _packed(clue[::-1], reversed_mask(left, length))
    return [
        ((1 << length - start) - 1) >> low << low
        for low, start in zip(lows, reversed(mirrored), strict=True)
    ]


def _first(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _last(mask: int) -> int:
    return mask.bit_length() - 1


def _stretch_around(cells: int, cell: int) -> int:
    """The stretch of neighbouring cells in a mask that holds a cell."""
    above = _first(~(cells >> cell)) + cell
    below = (~cells & ((1 << cell) - 1)).bit_length()
    return (1 << above) - (1 << below)


def _apart(black: int, white: int, longest: int) -> list[int]:
    """Black cells of which no two can belong to the same block."""
    chosen: list[int] = []
    for cell in bits(black):
        if chosen:
            between = (1 << cell) - (1 << chosen[-1])
            if not white & between and cell - chosen[-1] < longest:
                continue
        chosen.append(cell)
    return chosen


def _packed(clue: tuple[int, ...], left: int) -> list[int]:
    """The first start of each block if all are packed around white cells from the start of the
    line; behind its last cell if there is no room."""
    starts, front = [], 0
    for block in clue:
        room = stretches(left, block) >> front << front
        starts.append(_first(room) if room else left.bit_length())
        front = starts[-1] + block + 1
    return starts


def _starts(known: _Known) -> tuple[list[int], list[int]]:
    """For each block, a mask of its starts that suit what comes before its end, and one of those
    that suit what comes after its start."""
    clue, length = known.clue, known.length
    mirrored = _starts_from_the_first(
        clue[::-1], length, *(reversed_mask(mask, length) for mask in (known.black, known.left))
    )
    from_the_last = [
        reversed_mask(mask, length - block + 1)
        for mask, block in zip(reversed(mirrored), clue, strict=True)
    ]
    return _starts_from_the_first(clue, length, known.black, known.left), from_the_last


def _starts_from_the_first(clue: tuple[int, ...], length: int, black: int, left: int) -> list[int]:
    passable = ((1 << length) - 1) ^ black
    followed = passable | 1 << length
    fronts = reach(1, passable)
    starts = []
    for block in clue:
        starts.append(fronts & stretches(left, block) & followed >> block)
        fronts = (reach(starts[-1] << block, passable) & passable) << 1
    return starts
