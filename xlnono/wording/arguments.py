"""Which of the facts that can be counted on a line show what a step states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from xlnono.model.board import Cell
from xlnono.model.steps import BlockBounds, Step, Technique
from xlnono.records import NamedTuple
from xlnono.wording.counting import Cells, CountedLine, Limits, Owned, Pushed

_OWN_RUNS = (
    Technique.OUT_OF_REACH,
    Technique.BLOCK_ORDER,
    Technique.BLACK_ONE_OWNER,
    Technique.BLACK_MOVES_BOUNDS,
)
"""The techniques whose stretches are runs with their owners."""


def _stages(step: Step, line: CountedLine) -> Iterator[Limits]:
    """How far blocks can go, the easiest to see first."""
    yield line.limits()
    if step.technique in _OWN_RUNS:
        runs = [((run.first, run.last), run.blocks[0]) for run in step.stretches]
        yield Limits(line, given=[(run, block) for run, block in runs if block in line.open])
    yield line.limits(owning=True)
    if step.technique is Technique.SHORT_BLOCKS:
        yield line.limits(owning=True, apart=True)


class Touching(NamedTuple):
    """A block that would touch black cells if it started there."""

    block: int
    start: int
    cells: tuple[int, ...]


class Argument(NamedTuple):
    """Why blocks lie where they do.

    `owned` are runs that hold them. `pushed` are blocks pushed to the start and to the end of the
    line, in order. `gaps` are blocks with the only open gap that has room for them.
    """

    owned: tuple[Owned, ...] = ()
    pushed: tuple[tuple[Pushed, ...], tuple[Pushed, ...]] = ((), ())
    gaps: tuple[tuple[int, Cells], ...] = ()
    touching: tuple[Touching, ...] = ()

    @property
    def pushed_alike(self) -> tuple[Pushed, ...]:
        """The blocks that lie in the same places whether they are pushed to the start or to the
        end; none if some do not."""
        to_start, to_end = self.pushed
        if len(to_start) != len(to_end):
            return ()
        both = zip(to_start, to_end, strict=True)
        return to_start if all(one[:2] == other[:2] for one, other in both) else ()


class _Weight(Enum):
    """What a new cell depends on: how far a block can go to one side, only that it owns a run, or
    neither."""

    NONE = 0
    OWNED = 1
    WHOLE = 2


class _Target(NamedTuple):
    """The first or the last start of a block that is to be shown."""

    block: int
    at_end: bool
    start: int
    weight: _Weight


def argument(step: Step, line: CountedLine) -> Argument:
    """Why the blocks of a step lie where they do, as far as the new cells depend on it."""
    gaps: list[tuple[int, Cells]] = []
    touching: list[Touching] = []
    targets: list[_Target] = []
    for bounds in step.bounds:
        size = line.clue[bounds.block]
        if bounds.block not in line.open:
            continue
        gap = line.only_gap(bounds.block)
        if gap == (bounds.first, bounds.last) and gap != (line.start, line.stop - 1):
            gaps.append((bounds.block, gap))
            continue
        exact = bounds.last + 1 - bounds.first == size
        for at_end, target in ((False, bounds.first), (True, bounds.last + 1 - size)):
            edge = line.stop - size if at_end else line.start
            # That nothing is open beyond is plain, unless a block is said to fit nowhere else.
            at_border = line.stop == line.length if at_end else line.start == 0
            if target == edge and (at_border or not exact):
                continue
            weight = _weight(step, line, bounds, at_end)
            if weight is not _Weight.NONE:
                targets.append(_Target(bounds.block, at_end, target, weight))
        if step.technique is Technique.SHORT_BLOCKS:
            touching += _touching(line, bounds)
    owned, pushed = _pushed(line, targets, _stages(step, line))
    return Argument(owned, pushed, tuple(gaps), tuple(touching))


def _pushed(
    line: CountedLine, targets: list[_Target], stages: Iterable[Limits]
) -> tuple[tuple[Owned, ...], tuple[tuple[Pushed, ...], tuple[Pushed, ...]]]:
    """Why blocks can go no further than their targets: the runs that hold them, and the blocks to
    be pushed to the start and to the end.

    All are shown in the same way where that is possible.
    """
    if not targets:
        return (), ((), ())
    shown, best = [], None
    for limits in stages:
        places = limits.low, limits.high
        found = [one for one in targets if places[one.at_end][one.block] == one.start]
        if best is None or len(found) > len(shown):
            shown, best = found, limits
        if len(found) == len(targets):
            break
    owned: dict[Cells, Owned] = {}
    pushed: tuple[dict[int, Pushed], dict[int, Pushed]] = {}, {}
    for block, at_end, _, weight in shown:
        assert best is not None
        if weight is _Weight.OWNED and (run := _run_of(block, best)):
            owned[run.run] = run
            continue
        chain = best.chain(block, at_end)
        owned.update([(one.covering.run, one.covering) for one in chain if one.covering])
        for one in _not_plain(chain, line, at_end):
            pushed[at_end][one.block] = one
    complete = {one.block for one in owned.values() if one.size == line.clue[one.block]}
    at_start, at_end_ = (
        tuple([some[block] for block in sorted(some) if block not in complete]) for some in pushed
    )
    return tuple([owned[run] for run in sorted(owned)]), (at_start, at_end_)


def _run_of(block: int, limits: Limits) -> Owned | None:
    """A run that only this block can cover, if there is one."""
    for some in (limits, limits.line.limits(owning=True)):
        for owned in some.owned:
            if owned.block == block:
                return owned
    return None


def _not_plain(chain: list[Pushed], line: CountedLine, at_end: bool) -> list[Pushed]:
    """The part of a chain that is not plain from the run that holds its first block."""
    anchor = chain[-1 if at_end else 0]
    run = anchor.covering
    if run is None:
        return chain
    if len(chain) == 1:
        return [] if not anchor.touched else chain
    if run.run[1] + 1 - run.run[0] != line.clue[anchor.block]:
        return chain
    rest = chain[:-1] if at_end else chain[1:]
    if len(rest) == 1:
        (one,) = rest
        left, right = (one, anchor) if at_end else (anchor, one)
        if left.start + line.clue[left.block] + 1 == right.start:
            return []
    return rest


def _touching(line: CountedLine, bounds: BlockBounds) -> Iterator[Touching]:
    """The places between its parts that a block does not have because it would touch a black
    cell."""
    size = line.clue[bounds.block]
    for start in range(bounds.first, bounds.last + 2 - size):
        within = any(
            first <= start and start + size - 1 <= last for first, last in bounds.stretches
        )
        if not within and line.free(bounds.block, start):
            cells = tuple(line.touched(bounds.block, start))
            if cells:
                yield Touching(bounds.block, start, cells)


def _weight(step: Step, line: CountedLine, bounds: BlockBounds, at_end: bool) -> _Weight:
    """What the new cells depend on at one side of a block."""
    assert step.line is not None
    size = line.clue[bounds.block]
    low, high = bounds.first, bounds.last + 1 - size
    weight = _Weight.NONE
    for row, column, colour in step.fixed:
        cell = row + column - step.line.index
        if colour is Cell.BLACK:
            if high <= cell < low + size:
                within = [run for run in line.runs if low <= run[0] and run[1] <= bounds.last]
                beyond = any(run[0] < cell for run in within), any(cell < run[1] for run in within)
                if not any(beyond) or beyond[at_end]:
                    return _Weight.WHOLE
                weight = _Weight.OWNED
            continue
        beside = low == high and cell in (bounds.first - 1, bounds.last + 1)
        if beside or (cell > bounds.last if at_end else cell < bounds.first):
            return _Weight.WHOLE
    return weight
