"""Why no arrangement fits a line: the reason that is easiest to see."""

from __future__ import annotations

from collections.abc import Iterator

from xlnono.engine.clock import Clock
from xlnono.engine.explain.ownerless import packed, stretch_around, without_owner
from xlnono.engine.line import fits, reach, reversed_mask
from xlnono.model.board import Line, bits, black_cells_apart, run_starts
from xlnono.model.impossible import Flaw, Impossible
from xlnono.records import NamedTuple


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
    ownerless = without_owner(line, clue, length, black, white, clock)
    if ownerless is not None and all(misfit.by_length for misfit in ownerless.misfits):
        return ownerless
    if not fits(clue, length, 0, white, clock):
        return _no_room(known, clock)
    if ownerless is not None:
        return ownerless
    return _in_order(known.needed(clock))


def _by_counting(known: _Known) -> Iterator[Impossible]:
    """The reasons that can be seen without placing the blocks in order."""
    clue, black, white, left = known.clue, known.black, known.white, known.left
    if black.bit_count() > sum(clue):
        yield known.flawed(Flaw.TOO_MANY_BLACK, black, 0)._replace(cells=tuple(bits(black)))
    if left.bit_count() < sum(clue):
        yield known.flawed(Flaw.TOO_FEW_LEFT, 0, white)._replace(cells=tuple(bits(left)))
    longest = max(clue, default=0)
    if too_long := run_starts(black, longest + 1):
        run = stretch_around(black, _first(too_long))
        yield known.flawed(Flaw.RUN_TOO_LONG, run, 0)._replace(cells=tuple(bits(run)))
    if not run_starts(left, longest):
        yield known.flawed(Flaw.NO_GAP, 0, white)._replace(block=clue.index(longest))
    apart = black_cells_apart(black, white, longest)[: len(clue) + 1]
    if len(apart) > len(clue):
        between = (1 << apart[-1]) - (1 << apart[0])
        cells = sum(1 << cell for cell in apart)
        reason = known.flawed(Flaw.TOO_MANY_RUNS, cells, white & between)
        yield reason._replace(cells=tuple(apart))


def _no_room(known: _Known, clock: Clock) -> Impossible:
    """How far the blocks can be packed, from the end of the line at which fewer find room."""
    white = known.white
    starts, from_end = _without_room(known, white)
    backwards = len(from_end) < len(starts)
    for cell in bits(white):
        clock.check()
        fewer = _without_room(known, white & ~(1 << cell))
        if fewer[backwards] == (starts, from_end)[backwards]:
            white &= ~(1 << cell)
    reason = known.flawed(Flaw.NO_ROOM, 0, white)
    return reason._replace(from_end=from_end) if backwards else reason._replace(starts=starts)


def _without_room(known: _Known, white: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The starts of the blocks packed around white cells from the start of the line, up to the
    first one without room, and of those packed from its end."""
    clue, length = known.clue, known.length
    left = ((1 << length) - 1) & ~white
    mirrored = reversed_mask(left, length)
    starts = [start for start in packed(clue, left) if start < left.bit_length()]
    from_end = [
        length - start - block
        for start, block in zip(packed(clue[::-1], mirrored), reversed(clue), strict=True)
        if start < mirrored.bit_length()
    ]
    return tuple(starts), tuple(from_end)


def _in_order(known: _Known) -> Impossible:
    """The reason that follows from the places of one block, counted from both ends."""
    places = list(zip(*_starts(known), strict=True))
    pushed = [
        (_first(low) - _last(high), block, _first(low), _last(high))
        for block, (low, high) in enumerate(places)
        if low and high and _first(low) > _last(high)
    ]
    if pushed:
        _, block, earliest, latest = min(pushed)
        reason = known.flawed(Flaw.PUSHED_TOO_FAR, known.black, known.white)
        return reason._replace(block=block, earliest=earliest, latest=latest)
    _, block = min((not (low and high), block) for block, (low, high) in enumerate(places))
    low, high = places[block]
    return known.flawed(Flaw.NO_PLACE, known.black, known.white)._replace(
        block=block, starts=tuple(bits(low)), from_end=tuple(bits(high))
    )


def _first(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _last(mask: int) -> int:
    return mask.bit_length() - 1


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
        starts.append(fronts & run_starts(left, block) & followed >> block)
        fronts = (reach(starts[-1] << block, passable) & passable) << 1
    return starts
