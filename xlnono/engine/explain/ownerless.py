"""Black cells that no block of their line can own."""

from __future__ import annotations

from collections.abc import Iterator

from xlnono.engine.clock import Clock
from xlnono.engine.line import reversed_mask
from xlnono.model.board import Line, bits, black_cells_apart, run_starts
from xlnono.model.impossible import Fault, Faults, Flaw, Impossible, Misfit
from xlnono.records import NamedTuple

_HARD_TO_SEE = {
    Fault.TOO_SHORT: 1,
    Fault.TOO_LONG: 1,
    Fault.TOUCHES: 2,
    Fault.STRANDS: 2,
    Fault.NO_ROOM_BEFORE: 4,
    Fault.NO_ROOM_BEHIND: 4,
    Fault.TOO_MANY_BEFORE: 4,
    Fault.TOO_MANY_BEHIND: 4,
}


class _Ownerless(NamedTuple):
    """A run, the gap around it if some blocks are too long for that, otherwise 0, and why each
    block near enough cannot own it."""

    run: int
    gap: int
    misfits: tuple[Misfit, ...]

    @property
    def hard_to_see(self) -> int:
        return sum(_HARD_TO_SEE[fault] for misfit in self.misfits for fault, _ in misfit.faults)


def without_owner(
    line: Line, clue: tuple[int, ...], length: int, black: int, white: int, clock: Clock
) -> Impossible | None:
    """The run of which it is easiest to see that no block can own it, None if there is none.

    Raises OutOfTime.
    """
    found: list[_Ownerless] = []
    rest = black
    while rest:
        run = stretch_around(rest, (rest & -rest).bit_length() - 1)
        rest &= ~run
        ownerless = _judged(clue, length, black, white, run)
        if ownerless is not None:
            found.append(ownerless)
    if not found:
        return None
    easiest = min(found, key=lambda one: one.hard_to_see)
    for cell in bits((black | white) & ~easiest.run):
        clock.check()
        fewer = black & ~(1 << cell), white & ~(1 << cell)
        if _judged(clue, length, *fewer, easiest.run) == easiest:
            black, white = fewer
    return Impossible(
        Flaw.NO_OWNER,
        line,
        line.colours(black, white),
        cells=tuple(bits(easiest.run)),
        gap=tuple(bits(easiest.gap)),
        misfits=easiest.misfits,
    )


def _judged(
    clue: tuple[int, ...], length: int, black: int, white: int, run: int
) -> _Ownerless | None:
    """Why no block can own a run; None if one may, or if it is not easy to see."""
    left = ((1 << length) - 1) & ~white
    reaches = _reaches(clue, length, left)
    first = (run & -run).bit_length() - 1
    together: dict[Faults, list[int]] = {}
    for block, (start, end) in enumerate(_reaches(clue, length, (1 << length) - 1)):
        if start > first or end < run.bit_length():
            continue
        faults = _Owner(clue, length, black, left, block, reaches[block]).faults(run)
        if not faults:
            return None
        together.setdefault(faults, []).append(block)
    misfits = tuple(Misfit(tuple(blocks), faults) for faults, blocks in together.items())
    too_long = any(fault is Fault.TOO_LONG for faults in together for fault, _ in faults)
    return _Ownerless(run, stretch_around(left, first) if too_long else 0, misfits)


def _reaches(clue: tuple[int, ...], length: int, left: int) -> list[tuple[int, int]]:
    """For each block, its first start and its last end if all are packed around white cells."""
    mirrored = packed(clue[::-1], reversed_mask(left, length))
    ends = [length - start for start in reversed(mirrored)]
    return list(zip(packed(clue, left), ends, strict=True))


class _Owner(NamedTuple):
    """A block that would own a run, and the first start and last end of its packed places."""

    clue: tuple[int, ...]
    length: int
    black: int
    left: int
    block: int
    reach: tuple[int, int]

    def faults(self, run: int) -> Faults:
        """One fault for each of its places; none if a place has no fault that is easy to see."""
        size = self.clue[self.block]
        first = (run & -run).bit_length() - 1
        gap = stretch_around(self.left, first)
        if size < run.bit_count():
            return ((Fault.TOO_SHORT, ()),)
        if size > gap.bit_count():
            return ((Fault.TOO_LONG, ()),)
        lowest = max((gap & -gap).bit_length() - 1, run.bit_length() - size)
        highest = min(first, gap.bit_length() - size)
        found: dict[Fault, set[int]] = {}
        for start in range(lowest, highest + 1):
            fault = next(self._faults_at(start), None)
            if fault is None:
                return ()
            kind, cells = fault
            if kind in (Fault.TOO_MANY_BEFORE, Fault.TOO_MANY_BEHIND) and kind in found:
                # The fewest cells on that side are those of the first or the last place.
                found[kind] = min(found[kind], set(cells), key=len)
            else:
                found.setdefault(kind, set()).update(cells)
        return tuple((kind, tuple(sorted(found[kind]))) for kind in Fault if kind in found)

    def _faults_at(self, start: int) -> Iterator[tuple[Fault, tuple[int, ...]]]:
        """The faults of the block if it starts there, the easiest first."""
        clue, block = self.clue, self.block
        end = start + clue[block]
        if start and self.black >> (start - 1) & 1:
            yield Fault.TOUCHES, (start - 1,)
        if self.black >> end & 1:
            yield Fault.TOUCHES, (end,)
        before, behind = self.black & ((1 << start) - 1), self.black >> end << end
        if before and block == 0:
            yield Fault.STRANDS, (before.bit_length() - 1,)
        if behind and block == len(clue) - 1:
            yield Fault.STRANDS, ((behind & -behind).bit_length() - 1,)
        if start < self.reach[0]:
            yield Fault.NO_ROOM_BEFORE, ()
        if end > self.reach[1]:
            yield Fault.NO_ROOM_BEHIND, ()
        white = ((1 << self.length) - 1) & ~self.left
        for fault, cells, blocks in (
            (Fault.TOO_MANY_BEFORE, before, clue[:block]),
            (Fault.TOO_MANY_BEHIND, behind, clue[block + 1 :]),
        ):
            if cells and blocks:
                apart = black_cells_apart(cells, white, max(blocks))
                if len(apart) > len(blocks):
                    yield fault, tuple(apart)


def stretch_around(cells: int, cell: int) -> int:
    """The stretch of neighbouring cells in a mask that holds a cell."""
    inverted = ~(cells >> cell)
    above = (inverted & -inverted).bit_length() - 1 + cell
    below = (~cells & ((1 << cell) - 1)).bit_length()
    return (1 << above) - (1 << below)


def packed(clue: tuple[int, ...], left: int) -> list[int]:
    """The first start of each block if all are packed around white cells from the start of the
    line; behind the last cell that is left if there is no room."""
    starts, front = [], 0
    for block in clue:
        room = run_starts(left, block) >> front << front
        starts.append((room & -room).bit_length() - 1 if room else max(front, left.bit_length()))
        front = starts[-1] + block + 1
    return starts
