"""The ladder: one small function per technique, the simplest for a person first.

Each function looks at one line, given as a `LineState`, and returns a `Finding`: cells that
the technique shows to be black or white, known ones among them, and the blocks it is about.
It may raise Contradiction if it finds that no arrangement fits the line.

Sources: "thesis" is 泉山貴史「イラストロジックを解くためのソフトウェアの作成」, whose seven rules
have names of their own here; "matrix" is Softex Celware「イラストロジックの自動解答アルゴリズム
第1章」, whose figures the docstrings name.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from itertools import accumulate, pairwise

from xlnono.engine.clock import UNLIMITED, Clock
from xlnono.engine.explain.bounds import Bounds, Contradiction, base_bounds
from xlnono.engine.explain.patterns import Patterns
from xlnono.engine.line import settle
from xlnono.model.board import bits
from xlnono.model.steps import Stretch, Technique
from xlnono.records import NamedTuple


class Finding(NamedTuple):
    """Masks of cells shown to be black and white, and where the blocks that show it lie."""

    black: int
    white: int
    places: Bounds | Patterns | None = None
    outermost: frozenset[int] = frozenset()
    """The only blocks it is about, if it knows the places of these alone."""

    def about(self, black: int, white: int) -> list[int]:
        """The blocks that show these cells: those that always cover a black one, those next to a
        white one on either side, and those with places on both sides of it."""
        if self.places is None:
            return []
        low, high = self.places.extent()
        last = [start + block - 1 for start, block in zip(high, self.places.clue, strict=True)]
        blocks = set()
        for j, block in enumerate(self.places.clue):
            always = (1 << max(low[j] + block, high[j])) - (1 << high[j])
            if black & always or white & (2 << last[j]) - (1 << low[j]):
                blocks.add(j)
        if self.outermost:
            beside = {
                j: (2 << last[j]) | (1 << low[j]) >> 1 for j in self.outermost if low[j] == high[j]
            }
            blocks.update(j for j, cells in beside.items() if white & cells)
            return sorted(blocks & self.outermost)
        blocks.update(_last_before(white, last))
        behind = len(low) - 1
        mirrored = _mirrored(white, self.places.length)
        starts = [self.places.length - 1 - start for start in reversed(low)]
        blocks.update(behind - j for j in _last_before(mirrored, starts))
        return sorted(blocks)


NOTHING = Finding(0, 0)


class Wall(NamedTuple):
    """The part of a line that is solved from one end.

    The first `blocks` blocks, counted from that end, lie within the first `cells` cells and
    are closed off, so that the others see a wall there.
    """

    cells: int
    blocks: int


NO_WALL = Wall(0, 0)


def _wall(clue: tuple[int, ...], length: int, black: int, white: int, clock: Clock) -> Wall:
    if not (black | white) & 1:
        return NO_WALL
    cells, blocks, wall = 0, 0, NO_WALL
    while cells < length:
        clock.check()
        if whites := _trailing(white >> cells):
            cells += whites
        elif blocks < len(clue) and _trailing(black >> cells) == clue[blocks]:
            cells += clue[blocks]
            if cells < length and not white >> cells & 1:
                break
            blocks += 1
        else:
            break
        wall = Wall(cells, blocks)
    return wall


def _last_before(cells: int, ends: list[int]) -> set[int]:
    """For each of some cells, the last block that has its end before it."""
    order = sorted(range(len(ends)), key=ends.__getitem__)
    last = list(accumulate(order, max))
    sorted_ends = [ends[j] for j in order]
    before = {bisect_left(sorted_ends, cell) for cell in bits(cells)}
    return {last[count - 1] for count in before if count}


def _trailing(mask: int) -> int:
    """How many 1 bits a mask ends with."""
    return (~mask & (mask + 1)).bit_length() - 1


def _mirrored(mask: int, length: int) -> int:
    return int(f"{mask:0{length}b}"[::-1], 2)


class LineState:
    """One line as a person sees it: its clue, its length, and what is known of its cells."""

    def __init__(
        self,
        clue: tuple[int, ...],
        length: int,
        black: int,
        white: int,
        clock: Clock = UNLIMITED,
    ) -> None:
        self.clue = clue
        self.length = length
        self.black = black
        self.white = white
        self.clock = clock

    @cached_property
    def bounds(self) -> Bounds:
        """The places of the blocks between the walls; to be copied before narrowing."""
        return self._between_walls()

    @cached_property
    def walls(self) -> tuple[Wall, Wall]:
        """How far the line is solved from its start and from its end."""
        length, clue = self.length, self.clue
        end = NO_WALL
        if (self.black | self.white) >> (length - 1) & 1:
            mirrored = _mirrored(self.black, length), _mirrored(self.white, length)
            end = _wall(clue[::-1], length, *mirrored, self.clock)
        return _wall(clue, length, self.black, self.white, self.clock), end

    def _between_walls(self) -> Bounds:
        start, end = self.walls
        bounds = base_bounds(self.clue, self.length)
        if not start.cells and not end.cells:
            return bounds
        bounds = bounds.copy()
        low, high = bounds.low, bounds.high
        behind = len(self.clue) - end.blocks
        for block, (first, _) in enumerate(self.runs[: start.blocks]):
            low[block] = high[block] = first
        if end.blocks:
            for block, (first, _) in enumerate(self.runs[-end.blocks :], behind):
                low[block] = high[block] = first
        if start.blocks < behind:
            if start.cells:
                low[start.blocks] = start.cells
            if end.cells:
                high[behind - 1] = self.length - end.cells - self.clue[behind - 1]
        bounds.put_in_order()
        return bounds

    def patterns(self) -> Patterns:
        """The matrices of the places between the walls, to be narrowed."""
        return Patterns(self.bounds, self.clock)

    @cached_property
    def runs(self) -> list[tuple[int, int]]:
        """(first cell, cell behind the last) of each run of black cells."""
        return stretches_of(self.black)

    @cached_property
    def owners(self) -> list[list[int]]:
        """For each run, the blocks long enough that can cover it from between the walls."""
        owners = []
        for start, end in self.runs:
            self.clock.check()
            able = self.reaching(end - 1, start + 1)
            owners.append([j for j in able if self.clue[j] >= end - start])
        return owners

    @cached_property
    def _ends(self) -> list[int]:
        """For each block, the cell behind the last that it reaches from between the walls."""
        return [high + block for high, block in zip(self.bounds.high, self.clue, strict=True)]

    def reaching(self, cell: int, before: int) -> range:
        """The blocks that reach `cell` or further and a cell in front of `before`.

        From between the walls; their bounds are in order, so these are neighbours.
        """
        return range(bisect_right(self._ends, cell), bisect_left(self.bounds.low, before))

    def sides(self, start: int, end: int) -> int:
        """The mask of the cells beside the run [start, end), within the line."""
        return (1 << end | (1 << start) >> 1) & ((1 << self.length) - 1)


def stretches_of(mask: int) -> list[tuple[int, int]]:
    """(first place, place behind the last) of each run of 1 bits."""
    return [run.span() for run in re.finditer("1+", bin(mask)[:1:-1])]


def _agreed(places: Bounds | Patterns) -> Finding:
    return Finding(*places.agreement(), places)


def overlap(line: LineState) -> Finding:
    """Thesis rule 1, matrix fig. 1: all places of a block between the walls share cells."""
    return _agreed(line.bounds)


def finished_line(line: LineState) -> Finding:
    """All black cells are known, so the rest is white; or all white, so the rest is black."""
    every = (1 << line.length) - 1
    total = sum(line.clue)
    if line.black.bit_count() == total:
        return Finding(0, every & ~line.black)
    if line.white.bit_count() == line.length - total:
        return Finding(every & ~line.white, 0)
    return NOTHING


def wall_reach(line: LineState) -> Finding:
    """Thesis rule 2: a black cell within a block's length of the wall pulls the block there."""
    start, end = line.walls
    first, last = start.blocks, len(line.clue) - 1 - end.blocks
    if first > last:
        return NOTHING
    bounds = line.bounds.copy()
    black = white = 0
    blocks = set()
    left, right = start.cells, line.length - end.cells
    near = [run for run in line.runs if left <= run[0] and run[1] <= right]
    if near and near[0][0] < left + line.clue[first]:
        cell = near[0][0]
        reach = left + line.clue[first]
        black |= (1 << reach) - (1 << cell)
        if cell == left and reach < line.length:
            white |= 1 << reach
        blocks.add(first)
        bounds.high[first] = min(bounds.high[first], cell)
    if near and near[-1][1] > right - line.clue[last]:
        cell = near[-1][1] - 1
        reach = right - line.clue[last]
        black |= (1 << (cell + 1)) - (1 << reach)
        if cell == right - 1 and reach > 0:
            white |= 1 << (reach - 1)
        blocks.add(last)
        bounds.low[last] = max(bounds.low[last], cell - line.clue[last] + 1)
    return Finding(black, white, bounds, frozenset(blocks))


def closed_runs(line: LineState) -> Iterator[Stretch]:
    """The runs that are as long as the longest block that could own them."""
    for (start, end), owners in zip(line.runs, line.owners, strict=True):
        sides = line.sides(start, end) & ~line.white
        if sides and owners and max(line.clue[j] for j in owners) == end - start:
            yield Stretch(start, end - 1, tuple(owners))


def run_closed(line: LineState) -> Finding:
    """Thesis rule 6: a run as long as the longest block that could own it is closed."""
    white = 0
    for first, last, _ in closed_runs(line):
        white |= line.sides(first, last + 1)
    return Finding(0, white)


def runs_apart(line: LineState) -> Iterator[tuple[Stretch, int]]:
    """What two runs with one cell between them would be if joined, and that cell, where no block
    could own it."""
    for place, ((start, gap), (after, end)) in enumerate(pairwise(line.runs)):
        if after == gap + 1 and not line.white >> gap & 1:
            left, right = line.owners[place : place + 2]
            if not any(line.clue[j] >= end - start for j in left if j in right):
                yield Stretch(start, end - 1, ()), gap


def joined_runs(line: LineState) -> Finding:
    """Matrix fig. 9: filling the cell between two runs would make a run longer than any
    block that could own it."""
    return Finding(0, sum(1 << gap for _, gap in runs_apart(line)))


def small_gaps(line: LineState) -> Iterator[Stretch]:
    """The gaps between white cells that are shorter than every block that reaches them."""
    for start, end in stretches_of(((1 << line.length) - 1) & ~line.white):
        if not line.black & ((1 << end) - (1 << start)):
            line.clock.check()
            reaching = line.reaching(start, end)
            if reaching and all(line.clue[j] > end - start for j in reaching):
                yield Stretch(start, end - 1, tuple(reaching))


def gap_too_small(line: LineState) -> Finding:
    """Thesis rule 3: a gap between white cells is shorter than every block that reaches it."""
    white = 0
    for first, last, _ in small_gaps(line):
        white |= (2 << last) - (1 << first)
    return Finding(0, white)


def out_of_reach(line: LineState) -> Finding:
    """Thesis rule 4: cells that no block can reach if the blocks that own a run are held there."""
    bounds = line.bounds.copy()
    for (start, end), owners in zip(line.runs, line.owners, strict=True):
        if len(owners) == 1:
            bounds.hold(owners[0], start, end)
    return Finding(0, bounds.agreement()[1], bounds)


def block_order(line: LineState) -> Finding:
    """Thesis rule 5: blocks lie in order, so a finished one walls off all others."""
    bounds = line.bounds.copy()
    for (start, end), owners in zip(line.runs, line.owners, strict=True):
        if len(owners) == 1 and line.clue[owners[0]] == end - start:
            bounds.hold(owners[0], start, end)
    bounds.put_in_order()
    return _agreed(bounds)


def runs_matched(line: LineState) -> Finding:
    """Thesis rule 7: as many separate runs as blocks, so each run belongs to its block.

    The count alone does not prove it: two runs may be parts of one block. They are separate
    when a white cell lies between them or when together they are longer than every block.
    """
    if len(line.runs) != len(line.clue):
        return NOTHING
    longest = max(line.clue)
    for (start, gap), (after, end) in pairwise(line.runs):
        between = (1 << after) - (1 << gap)
        if not line.white & between and end - start <= longest:
            return NOTHING
    bounds = line.bounds.copy()
    for block, (start, end) in enumerate(line.runs):
        bounds.hold(block, start, end)
    bounds.put_in_order()
    return _agreed(bounds)


def _own_runs(line: LineState, patterns: Patterns) -> None:
    """Hold each block at the runs that no other block can cover from its places left."""
    patterns.own(line.runs)


def _own_and_move(line: LineState, patterns: Patterns) -> None:
    _own_runs(line, patterns)
    while patterns.move_bounds():
        _own_runs(line, patterns)


def black_one_owner(line: LineState) -> Finding:
    """Matrix fig. 2: black cells that only one block can own hold the block there."""
    if not line.black:
        return NOTHING
    patterns = line.patterns()
    _own_runs(line, patterns)
    return _agreed(patterns)


def black_moves_bounds(line: LineState) -> Finding:
    """Matrix fig. 3: such black cells move the block's bounds, and so its neighbours'."""
    if not line.black:
        return NOTHING
    patterns = line.patterns()
    _own_and_move(line, patterns)
    return _agreed(patterns)


def _drop_single_whites(line: LineState, patterns: Patterns) -> None:
    once = again = 0
    for cells in patterns.reached():
        again |= once & cells
        once |= cells
    patterns.drop_covering(line.white & once & ~again)


def white_one_reach(line: LineState) -> Finding:
    """Matrix fig. 5: a white cell that only one block reaches rules out places of it."""
    if not line.white:
        return NOTHING
    patterns = line.patterns()
    _own_and_move(line, patterns)
    _drop_single_whites(line, patterns)
    return _agreed(patterns)


def white_moves_bounds(line: LineState) -> Finding:
    """Matrix fig. 6: such a white cell moves the block's bounds, and so its neighbours'."""
    if not line.white:
        return NOTHING
    patterns = line.patterns()
    _own_and_move(line, patterns)
    _drop_single_whites(line, patterns)
    while patterns.move_bounds():
        _own_runs(line, patterns)
        _drop_single_whites(line, patterns)
    return _agreed(patterns)


def _drop_whites(line: LineState, patterns: Patterns) -> None:
    patterns.drop_covering(line.white)
    patterns.move_bounds()
    _own_and_move(line, patterns)


def white_several_reaches(line: LineState) -> Finding:
    """Matrix fig. 7: a white cell that several blocks reach rules out places of each."""
    if not line.white:
        return NOTHING
    patterns = line.patterns()
    _drop_whites(line, patterns)
    return _agreed(patterns)


def without_short_blocks(line: LineState) -> Patterns:
    """The places without those at a white cell and those that end beside a black one."""
    patterns = line.patterns()
    patterns.drop_beside(line.black)
    _drop_whites(line, patterns)
    return patterns


def short_blocks(line: LineState) -> Finding:
    """Matrix fig. 8: a block cannot end beside a black cell, so it is too short for the run."""
    if not line.black:
        return NOTHING
    return _agreed(without_short_blocks(line))


def owner_cases(line: LineState, patterns: Patterns, cell: int) -> Iterator[tuple[int, Patterns]]:
    """Each block that can own a black cell, with the places of all blocks if it does."""
    for owner, cells in enumerate(patterns.reached()):
        if cells >> cell & 1:
            supposed = patterns.copy()
            with suppress(Contradiction):
                supposed.hold(owner, cell)
                supposed.move_bounds()
                _own_and_move(line, supposed)
                yield owner, supposed


def black_several_owners(line: LineState) -> Finding:
    """Matrix fig. 4: suppose each possible owner of a black cell in turn; keep what all share."""
    if not line.black:
        return NOTHING
    patterns = without_short_blocks(line)
    black, white = patterns.agreement()
    reached = patterns.reached()
    for cell in bits(line.black):
        line.clock.check()
        if sum(cells >> cell & 1 for cells in reached) < 2:
            continue
        shared_black = shared_white = (1 << line.length) - 1
        impossible = True
        for _, supposed in owner_cases(line, patterns, cell):
            impossible = False
            now_black, now_white = supposed.agreement()
            shared_black &= now_black
            shared_white &= now_white
            if not (shared_black & ~black or shared_white & ~white):
                break
        else:
            if impossible:
                raise Contradiction
            black |= shared_black
            white |= shared_white
    return Finding(black, white)


def complete_line(line: LineState) -> Finding:
    """The cells on which all arrangements of the whole line agree."""
    settled = settle(line.clue, line.length, line.black, line.white, line.clock)
    if settled is None:
        raise Contradiction
    return Finding(*settled)


LADDER: dict[Technique, Callable[[LineState], Finding]] = {
    Technique.OVERLAP: overlap,
    Technique.FINISHED_LINE: finished_line,
    Technique.WALL_REACH: wall_reach,
    Technique.RUN_CLOSED: run_closed,
    Technique.JOINED_RUNS: joined_runs,
    Technique.GAP_TOO_SMALL: gap_too_small,
    Technique.OUT_OF_REACH: out_of_reach,
    Technique.BLOCK_ORDER: block_order,
    Technique.RUNS_MATCHED: runs_matched,
    Technique.BLACK_ONE_OWNER: black_one_owner,
    Technique.BLACK_MOVES_BOUNDS: black_moves_bounds,
    Technique.WHITE_ONE_REACH: white_one_reach,
    Technique.WHITE_MOVES_BOUNDS: white_moves_bounds,
    Technique.WHITE_SEVERAL_REACHES: white_several_reaches,
    Technique.SHORT_BLOCKS: short_blocks,
    Technique.BLACK_SEVERAL_OWNERS: black_several_owners,
    Technique.COMPLETE_LINE: complete_line,
}
"""The techniques that work on a line, in the order of `Technique`."""


def apply(technique: Technique, line: LineState) -> Finding:
    """The finding of the technique on a line that some arrangement fits; nothing if it raises
    Contradiction.

    A technique may only raise that on a line that no arrangement fits, or on the rest of such a
    line after evidence was dropped. Raises OutOfTime.
    """
    line.clock.check()
    if not line.clue:
        return Finding(0, (1 << line.length) - 1) if technique is Technique.OVERLAP else NOTHING
    try:
        return LADDER[technique](line)
    except Contradiction:
        return NOTHING


def climb(line: LineState) -> tuple[Technique, int, int] | None:
    """The simplest technique that fixes a cell of the line, and the masks of those cells.

    None if nothing on this line can be deduced.
    """
    for technique in LADDER:
        finding = apply(technique, line)
        black, white = finding.black & ~line.black, finding.white & ~line.white
        if black or white:
            return technique, black, white
    return None
