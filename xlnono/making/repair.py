"""Repairs of pictures whose puzzle has several solutions.

A beam search: all changes of single cells near those in question are tried, then further changes
of the pictures that came closest to a single solution, and so on. Where that is not enough, cells
are changed one by one first, each time the one that lets the lines settle most, until they leave
little unknown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import reduce
from itertools import islice
from operator import or_

from xlnono.engine.clock import Clock, OutOfTime, Progress
from xlnono.engine.decide.line_clues import Pictures
from xlnono.engine.decide.picture import Picture, cell_bit, cells_of
from xlnono.making.canvas import Canvas
from xlnono.making.examining import follow_lines, pictures_of_each, unknown_after_lines
from xlnono.making.visibility import visibility, visibility_of_each
from xlnono.model.board import Grid
from xlnono.model.repair import Repair, Repairs, flipped
from xlnono.model.steps import Position
from xlnono.records import NamedTuple

MOST_CHOICES = 3
"""So many repairs are offered at most."""
FEW_CELLS = 3
"""A repair that is only offered changes so many cells at most."""

_PICTURES = 8
"""So many other solutions show which cells are in question."""
_BEAM = (24, 12, 6)
"""How many pictures are changed further, after one, two and more changes."""
_TRIALS = 250
"""The changes of one picture that are tried at most."""
_AT_ONCE = 16
"""The changes that are examined at once; often the first ones suffice."""
_VISIBLE = 0.1
"""How much visibility counts against the number of cells in question."""

_BEAM_SHARE = 0.3
"""The share of the time for a few changes, before more of them are made one by one."""
_LITTLE_UNKNOWN = 0.04
"""The part of the cells that the lines leave unknown when changing one by one ends."""
_GAIN = 2.0
"""Each unit of visibility has to let the lines settle so many more cells."""
_BESIDE = 40.0
"""So does each changed cell beside, so that no stroke is wiped out from its end."""


class _Change(NamedTuple):
    """Changed cells, in the order in which they were changed, and their visibility."""

    visibility: float
    cells: tuple[Position, ...]

    @property
    def order(self) -> tuple[float, tuple[Position, ...]]:
        """The least visible changes come first."""
        return self.visibility, tuple(sorted(self.cells))


class _State(NamedTuple):
    """A change, for each other solution found then a mask of the cells in which it differs, and how
    far that is from one solution."""

    change: _Change
    others: tuple[int, ...]
    distance: float

    @property
    def open_cells(self) -> int:
        """A mask of the cells in question."""
        return reduce(or_, self.others, 0)

    @property
    def order(self) -> tuple[float, tuple[Position, ...]]:
        """Those closest to one solution come first."""
        return self.distance, self.change.cells


class _Trial(NamedTuple):
    """A change that is worth a try, and a mask of cells that are certainly in question after it."""

    change: _Change
    open_cells: int

    @property
    def least_distance(self) -> float:
        return _distance(self.change, self.open_cells)


def _distance(change: _Change, open_cells: int) -> float:
    """How far a change with these cells in question is from one solution."""
    return open_cells.bit_count() + _VISIBLE * change.visibility


class _Search:
    def __init__(self, grid: Grid, clock: Clock) -> None:
        self.grid = grid
        self.clock = clock
        self.canvas = Canvas(grid)
        self.clues = self.canvas.puzzle()
        self.shown = Picture.of(grid).cells
        self.seen: set[frozenset[Position]] = set()
        starts = [cell_bit((row, 0), grid.width) for row in range(grid.height)]
        self.rows = [start * ((1 << grid.width) - 1) for start in starts]
        self.columns = [sum(starts) << column for column in range(grid.width)]

    def pictures(self, changes: Sequence[_Change], most: int) -> list[Pictures]:
        """Up to `most` pictures that have the clues of each changed picture. Raises OutOfTime."""
        changed = [self.canvas.changes(change.cells) for change in changes]
        return pictures_of_each(self.clues, changed, most, self.clock)

    def others(self, change: _Change, pictures: Pictures) -> tuple[int, ...]:
        """For each picture other than the changed one, a mask of the cells in which it differs."""
        shown = self.shown
        for cell in change.cells:
            shown ^= cell_bit(cell, self.grid.width)
        return tuple(mask for picture in pictures.found if (mask := picture.cells ^ shown))

    def unknown(self, change: _Change) -> int:
        """How many cells the lines of the changed picture leave unknown. Raises OutOfTime."""
        changed = self.clues.changed(self.canvas.changes(change.cells))
        return unknown_after_lines(changed, self.clock)

    def state(self, cells: tuple[Position, ...]) -> _State:
        """The picture with some changed cells, examined closely. Raises OutOfTime."""
        change = _Change(visibility(self.grid, cells), cells)
        (pictures,) = self.pictures([change], 4 * _PICTURES)
        return _State(change, self.others(change, pictures), 0.0)

    def around(self, cells: int) -> Iterator[Position]:
        """The cells in a mask and those around them."""
        first, last = self.columns[0], self.columns[-1]
        across = cells | (cells & ~last) << 1 | (cells & ~first) >> 1
        below = cell_bit((1, 0), self.grid.width)
        near = across | across * below | across // below
        return cells_of(near & reduce(or_, self.rows), self.grid.width)

    def further(self, before: _Change, open_cells: int) -> list[_Change]:
        """Changes of one more cell that were not tried yet, the least visible ones first.

        It is one of the cells in question or those around them.
        """
        cells = [
            cell
            for cell in self.around(open_cells)
            if cell not in before.cells and frozenset((*before.cells, cell)) not in self.seen
        ]
        visible = visibility_of_each(flipped(self.grid, before.cells), cells)
        return [
            _Change(before.visibility + more, (*before.cells, cell))
            for more, cell in sorted(zip(visible, cells, strict=True))[:_TRIALS]
        ]

    def trials(self, state: _State) -> list[_Trial]:
        """What to try next, which is then never tried again. Raises OutOfTime."""
        self.clock.check()
        found = self.further(state.change, state.open_cells)
        self.seen.update(frozenset(change.cells) for change in found)
        return [_Trial(change, self.still_open(change.cells[-1], state)) for change in found]

    def still_open(self, cell: Position, before: _State) -> int:
        """A mask of the cells that are certainly in question after a further change of one cell.

        Another solution that is like the picture in the row and the column of the cell is another
        solution of the changed picture, if it is changed there as well.
        """
        row, column = cell
        crossing = self.rows[row] | self.columns[column]
        return reduce(or_, (other for other in before.others if not other & crossing), 0)

    def repaired(self, trials: Iterable[_Trial]) -> Iterator[_Change]:
        """The changes that leave one solution, the least visible ones first. Raises OutOfTime."""
        possible = [trial.change for trial in trials if not trial.open_cells]
        possible.sort(key=lambda change: change.order)
        for first in range(0, len(possible), _AT_ONCE):
            some = possible[first : first + _AT_ONCE]
            # Two pictures are enough to rule a change out.
            for change, pictures in zip(some, self.pictures(some, 2), strict=True):
                if len(pictures.found) == 1:
                    yield change

    def nearest(self, trials: Iterable[_Trial], width: int) -> list[_State]:
        """The `width` changes that come closest to one solution. Raises OutOfTime."""
        nearest, with_more = list[_State](), list[_State]()
        furthest = math.inf
        waiting = sorted(trials, key=lambda trial: (trial.least_distance, trial.change))
        for first in range(0, len(waiting), _AT_ONCE):
            if waiting[first].least_distance > furthest:
                break
            some = [trial.change for trial in waiting[first : first + _AT_ONCE]]
            for change, pictures in zip(some, self.pictures(some, _PICTURES), strict=True):
                others = self.others(change, pictures)
                state = _State(change, others, _distance(change, reduce(or_, others, 0)))
                (nearest if pictures.complete else with_more).append(state)
            nearest = sorted(nearest, key=lambda state: state.order)[:width]
            if len(nearest) == width:
                furthest = nearest[-1].distance
        for state in with_more:
            # A few pictures say little if there are many more.
            distance = state.distance + self.canvas.cells
            if distance <= furthest:
                distance += self.unknown(state.change)
                nearest.append(state._replace(distance=distance))
        return sorted(nearest, key=lambda state: state.order)[:width]

    def narrowed(self, most: int) -> _State | None:
        """Change cells one by one until the lines leave little unknown; None if that fails."""
        cells: tuple[Position, ...] = ()
        board = follow_lines(self.clues, self.clock)
        while board.unknown > _LITTLE_UNKNOWN * self.canvas.cells and len(cells) < most:
            known = Picture.of_masks(
                [black | white for black, white in zip(board.black, board.white, strict=True)],
                board.height,
                board.width,
            )
            before = _Change(visibility(self.grid, cells), cells)
            best: tuple[float, Position] | None = None
            for change in self.further(before, reduce(or_, self.rows) & ~known.cells):
                cell = change.cells[-1]
                left = self.unknown(change)
                beside = sum(max(abs(cell[0] - row), abs(cell[1] - k)) < 2 for row, k in cells)
                cost = left + _GAIN * change.visibility + _BESIDE * beside
                if left < board.unknown and (best is None or (cost, cell) < best):
                    best = cost, cell
            if best is None:
                return None
            cells = (*cells, best[1])
            board = follow_lines(self.clues.changed(self.canvas.changes(cells)), self.clock)
        return self.state(cells)

    def run(self, start: _State, most: int) -> list[_Change]:
        """The repairs with the fewest cells: the least visible ones, as many as are offered."""
        beam, found = [start], list[_Change]()
        with suppress(OutOfTime):
            for depth in range(most):
                trials = [trial for state in beam for trial in self.trials(state)]
                for change in islice(self.repaired(trials), MOST_CHOICES):
                    # Those found before time is up count.
                    found.append(change)
                if found or depth == most - 1:
                    break
                beam = self.nearest(trials, _BEAM[min(depth, len(_BEAM) - 1)])
        return found


def find_repairs(
    grid: Grid,
    *,
    most_cells: int = FEW_CELLS,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Repairs:
    """Look for changes of at most so many cells that leave the puzzle of a picture one solution.

    All repairs change the same number of cells, up to FEW_CELLS the fewest that do. `progress` is
    called now and then; an exception that it raises stops the work and is passed on. After
    `seconds` of wall time, the repairs found until then count.

    >>> found = find_repairs(Grid.from_text("####. #.... #..#. #.#.. #...."))
    >>> [repair.cells for repair in found.choices]
    [((2, 3),), ((3, 2),), ((1, 2),)]
    """
    search = _Search(grid, Clock.start(seconds, progress))
    try:
        search.clock.tick(0)
        start = search.state(())
    except OutOfTime:
        return Repairs((), (), decided=False)
    if not start.open_cells:
        return Repairs((), ())
    few = min(most_cells, FEW_CELLS)
    if few < most_cells:
        search.clock = search.clock.share(_BEAM_SHARE)
    repaired = search.run(start, few)
    if not repaired and few < most_cells:
        search.clock = Clock.start(seconds and (1 - _BEAM_SHARE) * seconds, progress)
        with suppress(OutOfTime):
            narrowed = search.narrowed(most_cells)
            if narrowed is not None and not narrowed.open_cells:
                repaired = [narrowed.change]
            elif narrowed is not None:
                repaired = search.run(narrowed, most_cells - len(narrowed.change.cells))
    choices = sorted(change.order for change in repaired)
    return Repairs(
        tuple(Repair(grid, cells) for _, cells in choices),
        tuple(cells_of(start.open_cells, grid.width)),
    )
