"""What a person counts on a line: how far each block can go, and which blocks reach some cells.

It is counted anew from the clue and the known cells, and only said where it leads to what the step
states.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from xlnono.lazily import lazy
from xlnono.model.board import black_cells_apart, run_starts, stretches
from xlnono.records import NamedTuple

Cells = tuple[int, int]
"""The first cell of a stretch, and the last."""

Touched = tuple[int, ...]
"""Black cells, one of which a block would touch."""


class Bound(NamedTuple):
    """A block, and the cell at which it ends at the latest or starts at the earliest.

    If black cells are what stops it there, these are the ones it would be `touching` beyond.
    """

    block: int
    cell: int
    touching: Touched = ()


class Crowding(NamedTuple):
    """A block that would leave too few blocks before it, or `behind` it, for black cells that need
    one each."""

    block: int
    behind: bool
    cells: tuple[int, ...]


class Others(NamedTuple):
    """Why no other block can cover some cells.

    `before` is the nearest that ends too early, and `behind` the nearest that starts too late. Of
    the others between these, some are `complete`, some too `short`, and some too `long`. The
    rest would be `touching` black cells, or `crowding` the blocks on one side of them.
    """

    before: Bound | None
    behind: Bound | None
    complete: tuple[int, ...]
    short: tuple[int, ...]
    long: tuple[int, ...]
    touching: tuple[tuple[int, Touched], ...] = ()
    crowding: tuple[Crowding, ...] = ()


class Owned(NamedTuple):
    """A run that only one block can cover."""

    run: Cells
    block: int
    others: Others | None

    @property
    def size(self) -> int:
        return self.run[1] + 1 - self.run[0]


class Pushed(NamedTuple):
    """Where a block starts if it is pushed as far to one side as it can go.

    It is `alone` if no gap beyond has room for it. It has to cover the run `covering`, if any.
    Further on, it would touch the black cells `touched`.
    """

    block: int
    start: int
    covering: Owned | None = None
    touched: tuple[int, ...] = ()
    alone: bool = False


def _first_of(cells: int) -> int:
    """The first cell in a mask that is not empty."""
    return (cells & -cells).bit_length() - 1


def _solved_at_start(clue: Sequence[int], black: int, white: int, length: int) -> tuple[int, int]:
    """How many cells from the start of a line are solved, and how many blocks they complete."""
    cells = blocks = 0
    while True:
        cells = min(_first_of(~(white >> cells)) + cells, length)
        if cells == length or blocks == len(clue):
            return cells, blocks
        behind = cells + clue[blocks]
        block = (1 << behind) - (1 << cells)
        if black & block != block or (behind < length and not white >> behind & 1):
            return cells, blocks
        cells, blocks = behind, blocks + 1


def _solved_at_end(clue: Sequence[int], black: int, white: int, length: int) -> tuple[int, int]:
    """How many cells and blocks of a line lie before those that are solved from its end."""
    cells, blocks = length, len(clue)
    while True:
        cells = (~white & ((1 << cells) - 1)).bit_length()
        if cells == 0 or blocks == 0:
            return cells, blocks
        first = cells - clue[blocks - 1]
        if first < 0:
            return cells, blocks
        block = (1 << cells) - (1 << first)
        if black & block != block or (first > 0 and not white >> (first - 1) & 1):
            return cells, blocks
        cells, blocks = first, blocks - 1


class CountedLine:
    """A line with what can be counted on it.

    `start` and `stop` are the first cell that is not solved from the start of the line, and the
    cell behind the last that is not solved from its end; `first` and `end` are the same for blocks.
    """

    def __init__(self, clue: Sequence[int], length: int, black: int, white: int) -> None:
        self.clue, self.length, self.black, self.white = clue, length, black, white
        self.start, self.first = _solved_at_start(clue, black, white, length)
        self.stop, self.end = _solved_at_end(clue, black, white, length)
        self.open = range(self.first, self.end)
        """The blocks that are not complete at either end."""
        self._not_white = ((1 << length) - 1) & ~white
        self._starts: dict[tuple[int, bool], int] = {}
        self._limits: dict[tuple[bool, bool], Limits] = {}

    @lazy
    def runs(self) -> list[Cells]:
        """The stretches of black cells."""
        return stretches(self.black)

    @lazy
    def gaps(self) -> list[Cells]:
        """The stretches of cells that are not white."""
        return stretches(self._not_white)

    def starts(self, size: int, apart: bool = False) -> int:
        """A mask of the starts at which a block covers no white cell.

        If it is to lie `apart`, it touches no black one either.
        """
        found = self._starts.get((size, apart))
        if found is None:
            found = run_starts(self._not_white, size)
            if apart:
                found &= ~(self.black << 1 | self.black >> size)
            self._starts[size, apart] = found
        return found

    @lazy
    def low(self) -> list[int]:
        """The first start of each block, counted from the solved start of the line."""
        runs = self.runs
        low = [run[0] for run in runs[: self.first]]
        front = self.start
        for block in self.open:
            low.append(front)
            front += self.clue[block] + 1
        return low + [run[0] for run in runs[len(runs) - len(self.clue) + self.end :]]

    @lazy
    def high(self) -> list[int]:
        """The last start of each block, counted from the solved end of the line."""
        high = list(self.low)
        back = self.stop
        for block in reversed(self.open):
            back -= self.clue[block]
            high[block] = back
            back -= 1
        return high

    def others_at_run(
        self,
        run: Cells,
        owners: Collection[int],
        longer: int = 0,
        starts: tuple[Sequence[int], Sequence[int]] | None = None,
        apart: bool = False,
        crowded: bool = False,
    ) -> Others | None:
        """Why no other block, or none longer than that, can cover a run.

        `starts` are the first and the last start of each block, if more than counting is known of
        them. If `apart`, a block that would touch a black cell cannot cover it either, and if
        `crowded`, nor can one that leaves too few blocks on one side. None if that does not show
        it.
        """
        least = longer + 1 if longer else run[1] + 1 - run[0]
        white = ~self._not_white
        before = (white & ((1 << run[0]) - 1)).bit_length()
        room = run[1] + _first_of(white >> run[1]) - before
        reach, sizes, held = (run[1], run[0]), (least, room), run if apart else None
        return self._others(owners, reach, sizes, starts, held, crowded)

    def others_at_gap(self, gap: Cells, blocks: Collection[int]) -> Others | None:
        """Why no other block that is short enough for a gap can reach it."""
        return self._others(blocks, gap, (0, gap[1] + 1 - gap[0]))

    def _others(
        self,
        owners: Collection[int],
        reach: Cells,
        sizes: tuple[int, int],
        starts: tuple[Sequence[int], Sequence[int]] | None = None,
        run: Cells | None = None,
        crowded: bool = False,
    ) -> Others | None:
        """Why only the owners can cover some cells; None if others might.

        Others end before the first cell of `reach`, start behind the last, or are shorter or longer
        than the least and the greatest of the `sizes`. If a `run` is given, they may also touch
        a black cell wherever they cover it, or leave the others `crowded`.
        """
        low, high = starts or (self.low, self.high)
        first_cell, last_cell = reach
        is_open = self.open
        least, most = sizes
        before = behind = None
        complete, short, long = [], [], []
        touching: list[tuple[int, Touched]] = []
        crowding: list[Crowding] = []
        for block, size in enumerate(self.clue):
            if block in owners:
                continue
            if size < least:
                short.append(block)
            elif block not in is_open:
                complete.append(block)
            elif high[block] + size <= first_cell:
                before = Bound(block, high[block] + size - 1)
            elif low[block] > last_cell:
                behind = behind or Bound(block, low[block])
            elif size > most:
                long.append(block)
            elif run is not None and (cells := self._touched_around(block, run)):
                touching.append((block, cells))
            elif run is not None and crowded and (found := self._crowding(block, run)):
                crowding.append(found)
            else:
                return None
        first = -1 if before is None else before.block
        end = len(self.clue) if behind is None else behind.block
        return Others(
            before,
            behind,
            tuple([block for block in complete if first < block < end]),
            tuple([block for block in short if first < block < end]),
            tuple([block for block in long if first < block < end]),
            tuple([one for one in touching if first < one[0] < end]),
            tuple([one for one in crowding if first < one.block < end]),
        )

    def _crowding(self, block: int, run: Cells) -> Crowding | None:
        """The black cells on one side of a block, wherever it covers a run, that need more blocks
        than there are on that side; None if there are enough."""
        first = max(run[1] + 1 - self.clue[block], 0)
        starts = [start for start in range(first, run[0] + 1) if self.free(block, start)]
        if not starts:
            return None
        end = starts[-1] + self.clue[block]
        white = ~self._not_white
        for behind, cells, blocks in (
            (False, self.black & ((1 << starts[0]) - 1), self.clue[:block]),
            (True, self.black >> end << end, self.clue[block + 1 :]),
        ):
            apart = black_cells_apart(cells, white, max(blocks, default=0))
            if len(apart) > len(blocks):
                return Crowding(block, behind, tuple(apart[: len(blocks) + 1]))
        return None

    def _touched_around(self, block: int, run: Cells) -> Touched:
        """What a block touches wherever it covers a run; nothing if it can do so without that."""
        first = max(run[1] + 1 - self.clue[block], 0)
        return self.touched_at(block, range(first, run[0] + 1))

    def touched_at(self, block: int, starts: Iterable[int]) -> Touched:
        """What a block touches at those of some starts at which it covers no white cell; nothing if
        it does not at one of them."""
        found: set[int] = set()
        for start in starts:
            if self.free(block, start):
                cells = self.touched(block, start)
                if not cells:
                    return ()
                if found.isdisjoint(cells):
                    found.add(cells[0])
        return tuple(sorted(found))

    def limits(self, owning: bool = False, apart: bool = False) -> Limits:
        """How far blocks can go if no run is given; each is counted once."""
        found = self._limits.get((owning, apart))
        if found is None:
            found = self._limits[owning, apart] = Limits(self, owning, apart)
        return found

    def free(self, block: int, start: int) -> bool:
        """Whether a block that starts there covers no white cell."""
        return bool(self.starts(self.clue[block]) >> start & 1)

    def touched(self, block: int, start: int) -> list[int]:
        """The black cells beside a block that starts there."""
        beside = (start - 1, start + self.clue[block])
        return [cell for cell in beside if cell >= 0 and self.black >> cell & 1]

    def only_gap(self, block: int) -> Cells | None:
        """The only gap with room for a block, if there is just one and the block can be seen to
        lie nowhere else."""
        size = self.clue[block]
        roomy = [
            gap
            for gap in self.gaps
            if gap[1] - gap[0] + 1 >= size and self.start <= gap[0] and gap[1] < self.stop
        ]
        if len(roomy) != 1:
            return None
        ((first, last),) = roomy
        cells = (2 << last) - (1 << first)
        return None if self.black & cells == cells else (first, last)


class Limits:
    """The first and the last start of each block, packed around the white cells.

    The runs `given`, each with its block, hold that; if `owning`, so do all that only one block can
    cover. No block touches a black cell if `apart`.
    """

    def __init__(
        self,
        line: CountedLine,
        owning: bool = False,
        apart: bool = False,
        given: Collection[tuple[Cells, int]] = (),
    ) -> None:
        self.line = line
        self.owning, self.apart = owning, apart
        self.owned: list[Owned] = []
        if apart or not (owning or given):
            self.low, self.high = list(line.low), list(line.high)
            self._pack()
        else:
            plain = line.limits()
            self.low, self.high = list(plain.low), list(plain.high)
        if held := [Owned(run, block, self.why_only(run, [block])) for run, block in given]:
            self.owned = held
            self._pack()
        while owning and (found := self._found()):
            self.owned += found
            self._pack()

    def _pack(self) -> None:
        line, clue, low, high = self.line, self.line.clue, self.low, self.high
        owners = {owned.block for owned in self.owned}
        front, back = line.start, line.stop
        for block in line.open:
            size = clue[block]
            start = max(low[block], self._front(block) if block in owners else front)
            fitting = line.starts(size, self.apart) >> start
            # If there is no place, the last one stays.
            start = start + _first_of(fitting) if fitting else max(start, line.length - size)
            low[block] = start
            front = start + size + 1
        for block in reversed(line.open):
            size = clue[block]
            start = min(high[block], self._back(block) if block in owners else back - size)
            if start > 0:
                fitting = line.starts(size, self.apart) & ((2 << start) - 1)
                start = max(fitting.bit_length() - 1, 0)
            high[block] = start
            back = start - 1

    def _nearest(self, block: int, at_end: bool) -> Owned | None:
        """The run of a block that keeps it most from one side."""
        runs = [owned for owned in self.owned if owned.block == block]
        if not runs:
            return None
        return min(runs) if at_end else max(runs)

    def _front(self, block: int) -> int:
        """The first start that its runs and the block before it leave."""
        line, first = self.line, self.line.start
        size = line.clue[block]
        if block > line.first:
            first = max(first, self.low[block - 1] + line.clue[block - 1] + 1)
        for owned in self.owned:
            if owned.block == block:
                first = max(first, owned.run[1] + 1 - size)
        return first

    def _back(self, block: int) -> int:
        """The last start that its runs and the block behind it leave."""
        line = self.line
        last = line.stop - line.clue[block]
        if block + 1 < line.end:
            last = min(last, self.high[block + 1] - 1 - line.clue[block])
        for owned in self.owned:
            if owned.block == block:
                last = min(last, owned.run[0])
        return last

    def _found(self) -> list[Owned]:
        """The runs of which it is new that only one block can cover them."""
        line, known = self.line, {owned.run for owned in self.owned}
        found = []
        for run in line.runs:
            if run in known or not line.start <= run[0] < line.stop:
                continue
            able = [block for block in line.open if self._covers(block, run)]
            if len(able) == 1:
                found.append(Owned(run, able[0], self.why_only(run, able)))
        return found

    def why_only(self, run: Cells, owners: Collection[int]) -> Others | None:
        """Why no other block can cover a run; None if that cannot be seen so."""
        for starts, apart in self._facts():
            others = self.line.others_at_run(run, owners, starts=starts, apart=apart)
            if others is not None:
                return others
        return self._why_only_if_apart(run, owners) if self.apart else None

    def _why_only_if_apart(self, run: Cells, owners: Collection[int]) -> Others | None:
        """The same, with the black cells that stop blocks because they would touch them."""
        others = self.line.others_at_run(run, owners, starts=(self.low, self.high))
        if others is None:
            return None
        held = Limits(self.line, given=[(owned.run, owned.block) for owned in self.owned])
        before, behind = others.before, others.behind
        if before is not None:
            starts = range(self.high[before.block] + 1, held.high[before.block] + 1)
            touching = self.line.touched_at(before.block, starts)
            before = before._replace(touching=touching)
        if behind is not None:
            starts = range(held.low[behind.block], self.low[behind.block])
            behind = behind._replace(touching=self.line.touched_at(behind.block, starts))
        return others._replace(before=before, behind=behind)

    def _facts(self) -> Iterator[tuple[tuple[Sequence[int], Sequence[int]] | None, bool]]:
        """The first and the last starts of the blocks, and whether they are to lie apart from black
        cells; what is the easiest to see comes first."""
        yield None, False
        if not self.apart:
            yield (self.low, self.high), False
        if self.apart or not self.owning:
            all_held = self.line.limits(owning=True)
            yield (all_held.low, all_held.high), False
        if self.apart:
            yield None, True
            yield (all_held.low, all_held.high), True

    def joined_by(self, cell: int) -> tuple[Cells, Others | None] | None:
        """The run that a cell would be part of if it were black, and why no block could own it.

        None if one might, or if the cell is not beside a black one.
        """
        line = self.line
        (run,) = (run for run in stretches(line.black | 1 << cell) if run[0] <= cell <= run[1])
        size = run[1] + 1 - run[0]
        possible = any(
            line.clue[block] >= size
            and self.low[block] <= run[0]
            and run[1] < self.high[block] + line.clue[block]
            for block in line.open
        )
        if size == 1 or possible:
            return None
        return run, line.others_at_run(run, (), starts=(self.low, self.high))

    def _covers(self, block: int, run: Cells) -> bool:
        size = self.line.clue[block]
        first = max(self.low[block], run[1] + 1 - size)
        last = min(self.high[block], run[0])
        return first <= last and bool(
            self.line.starts(size, self.apart) >> first & ((2 << last - first) - 1)
        )

    def chain(self, block: int, at_end: bool) -> list[Pushed]:
        """The blocks to be pushed to one side to see how far a block can go there.

        In the order of the clue; it starts at a block that is held there by itself.
        """
        line, clue = self.line, self.line.clue
        places = self.high if at_end else self.low
        step = 1 if at_end else -1
        found = []
        while True:
            size, start = clue[block], places[block]
            if at_end:
                edge = line.stop - size
                first = min(edge, self._back(block))
                passed = range(start + 1, first + 1)
            else:
                edge = line.start
                first = max(edge, self._front(block))
                passed = range(first, start)
            touched = set[int]()
            if self.apart:
                for other in passed:
                    if line.free(block, other):
                        touched.update(line.touched(block, other))
            covering = self._nearest(block, at_end)
            if covering is not None:
                held = covering.run[0] if at_end else covering.run[1] + 1 - size
                if held not in (start, first):
                    covering = None
            beyond = (2 << edge) - (2 << start) if at_end else (1 << start) - (1 << edge)
            alone = not line.starts(size) & beyond
            found.append(Pushed(block, start, covering, tuple(sorted(touched)), alone))
            following = block + step
            if covering is not None or following not in line.open or alone:
                break
            block = following
        return found if at_end else found[::-1]


def why_no_other(line: CountedLine, run: Cells, owners: Collection[int]) -> Others | None:
    """Why no block but these can cover a run, as easy to see as possible; None if it is hard to
    see."""
    for limits in (line.limits(), line.limits(owning=True, apart=True)):
        if others := limits.why_only(run, owners):
            return others
    held = line.limits(owning=True)
    starts = held.low, held.high
    return line.others_at_run(run, owners, starts=starts, apart=True, crowded=True)


def are_apart(line: CountedLine) -> tuple[bool, bool]:
    """Whether a white cell lies between some neighbouring runs, and whether others are too far
    apart for any block."""
    by_white = by_length = False
    for left, right in pairwise(line.runs):
        between = (1 << right[0]) - (2 << left[1])
        if line.white & between:
            by_white = True
        else:
            by_length = True
    return by_white, by_length
