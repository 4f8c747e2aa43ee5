"""Repairs of pictures whose puzzle has several solutions.

A beam search: all changes of single cells near those in question are tried, then further changes
of the pictures that came closest to a single solution, and so on. Where that is not enough, cells
are changed one by one first, each time the one that lets the lines settle most, until they leave
little unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import reduce
from operator import or_

from xlnono.engine.clock import Clock, OutOfTime, Progress
from xlnono.engine.decide.line_clues import Changes, Pictures, UncheckedClues
from xlnono.engine.decide.picture import Picture, cell_bit, cells_of
from xlnono.making.canvas import Canvas
from xlnono.making.examining import follow_lines, pictures_of_each
from xlnono.making.visibility import visibility, visibility_of_cell
from xlnono.model.board import Cell, Grid
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


class _State(NamedTuple):
    """Changed cells and their visibility, for each other solution found then a mask of the cells in
    which it differs, and how far that is from one solution."""

    cells: tuple[Position, ...]
    visibility: float
    others: tuple[int, ...]
    distance: float

    @property
    def open_cells(self) -> int:
        """A mask of the cells in question."""
        return reduce(or_, self.others, 0)


class _Trials(NamedTuple):
    """The further changes of a picture that are worth a try: the cells with their visibility, the
    clues of the picture, and what each change makes of them."""

    before: _State
    cells: list[tuple[float, Position]]
    clues: UncheckedClues
    changes: list[Changes]

    def together(self, cell: Position) -> tuple[Position, ...]:
        return (*self.before.cells, cell)


def _others(shown: int, pictures: Pictures) -> tuple[int, ...]:
    """For each picture other than the one shown, a mask of the cells in which it differs."""
    return tuple(mask for picture in pictures.found if (mask := picture.cells ^ shown))


class _Search:
    def __init__(self, grid: Grid, clock: Clock) -> None:
        self.grid = grid
        self.clock = clock
        self.seen: set[frozenset[Position]] = set()
        starts = [cell_bit((row, 0), grid.width) for row in range(grid.height)]
        self.rows = [start * ((1 << grid.width) - 1) for start in starts]
        self.columns = [sum(starts) << column for column in range(grid.width)]

    def state(self, cells: tuple[Position, ...]) -> _State:
        """The picture with some changed cells, examined closely. Raises OutOfTime."""
        changed = flipped(self.grid, cells)
        puzzle = Canvas(changed).puzzle()
        (pictures,) = pictures_of_each(puzzle, [{}], 4 * _PICTURES, self.clock)
        others = _others(Picture.of(changed).cells, pictures)
        return _State(cells, visibility(self.grid, cells), others, 0.0)

    def candidates(
        self, changed: Grid, cells: tuple[Position, ...], open_cells: Iterable[Position]
    ) -> list[tuple[float, Position]]:
        """The cells in question and those around them with their visibility, the least first.

        The picture has some `changed` cells.
        """
        near = {
            (row + down, column + right)
            for row, column in open_cells
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if 0 <= row + down < changed.height and 0 <= column + right < changed.width
        }
        order = sorted(
            (visibility_of_cell(changed, cell), cell)
            for cell in near
            if cell not in cells and frozenset((*cells, cell)) not in self.seen
        )
        return order[:_TRIALS]

    def trials(self, state: _State) -> _Trials:
        """What to try next, which is then never tried again. Raises OutOfTime."""
        self.clock.check()
        changed = flipped(self.grid, state.cells)
        canvas = Canvas(changed)
        open_cells = cells_of(state.open_cells, changed.width)
        cells = self.candidates(changed, state.cells, open_cells)
        changes = [canvas.changes(cell) for _, cell in cells]
        found = _Trials(state, cells, canvas.puzzle(), changes)
        self.seen |= {frozenset(found.together(cell)) for _, cell in cells}
        return found

    def may_repair(self, cell: Position, before: _State) -> bool:
        """False if another solution is like the picture in the row and the column of a changed
        cell: changed there, it is another solution of the changed picture."""
        row, column = cell
        crossing = self.rows[row] | self.columns[column]
        return all(other & crossing for other in before.others)

    def repaired(self, trials: _Trials) -> list[_State]:
        """The changes that leave one solution. Raises OutOfTime."""
        before = trials.before
        possible = [
            (visible, cell, changes)
            for (visible, cell), changes in zip(trials.cells, trials.changes, strict=True)
            if self.may_repair(cell, before)
        ]
        # Two pictures are enough to rule a change out.
        found = pictures_of_each(
            trials.clues, [changes for _, _, changes in possible], 2, self.clock
        )
        return [
            _State(trials.together(cell), before.visibility + visible, (), 0.0)
            for (visible, cell, _), pictures in zip(possible, found, strict=True)
            if len(pictures.found) == 1
        ]

    def tried(self, trials: _Trials) -> list[_State]:
        """What comes of each change. Raises OutOfTime."""
        before, puzzle, width = trials.before, trials.clues, self.grid.width
        examined = pictures_of_each(puzzle, trials.changes, _PICTURES, self.clock)
        shown = Picture.of(flipped(self.grid, before.cells)).cells
        found = []
        for (visible, cell), changes, pictures in zip(
            trials.cells, trials.changes, examined, strict=True
        ):
            others = _others(shown ^ cell_bit(cell, width), pictures)
            state = _State(trials.together(cell), before.visibility + visible, others, 0.0)
            distance = state.open_cells.bit_count() + _VISIBLE * state.visibility
            if not pictures.complete:
                # A few pictures say little if there are many more.
                unknown = follow_lines(puzzle.changed(changes), self.clock).unknown
                distance += self.grid.height * width + unknown
            found.append(state._replace(distance=distance))
        return found

    def narrowed(self, most: int) -> _State | None:
        """Change cells one by one until the lines leave little unknown; None if that fails."""
        canvas, cells = Canvas(self.grid), list[Position]()
        board = follow_lines(canvas.puzzle(), self.clock)
        while board.unknown > _LITTLE_UNKNOWN * canvas.cells and len(cells) < most:
            unknown = [
                (row, column)
                for row in range(board.height)
                for column in range(board.width)
                if board[row, column] is Cell.UNKNOWN
            ]
            before = visibility(self.grid, cells)
            best: tuple[float, Position] | None = None
            puzzle = canvas.puzzle()
            for visible, cell in self.candidates(canvas.grid(), tuple(cells), unknown):
                left = follow_lines(puzzle.changed(canvas.changes(cell)), self.clock).unknown
                beside = sum(max(abs(cell[0] - row), abs(cell[1] - k)) < 2 for row, k in cells)
                cost = left + _GAIN * (before + visible) + _BESIDE * beside
                if left < board.unknown and (best is None or (cost, cell) < best):
                    best = cost, cell
            if best is None:
                return None
            canvas.flip([best[1]])
            cells.append(best[1])
            board = follow_lines(canvas.puzzle(), self.clock)
        return self.state(tuple(cells))

    def run(self, start: _State, most: int) -> list[_State]:
        """The repairs with the fewest cells."""
        beam, found = [start], list[_State]()
        with suppress(OutOfTime):
            for depth in range(most):
                trials = [self.trials(state) for state in beam]
                for each in trials:
                    found += self.repaired(each)
                if found or depth == most - 1:
                    break
                ways = [state for each in trials for state in self.tried(each)]
                width = _BEAM[min(depth, len(_BEAM) - 1)]
                beam = sorted(ways, key=lambda state: (state.distance, state.cells))[:width]
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
                repaired = [narrowed]
            elif narrowed is not None:
                repaired = search.run(narrowed, most_cells - len(narrowed.cells))
    return Repairs(_least_visible(grid, repaired), tuple(cells_of(start.open_cells, grid.width)))


def _least_visible(grid: Grid, repaired: Iterable[_State]) -> tuple[Repair, ...]:
    order: Sequence[tuple[float, tuple[Position, ...]]] = sorted(
        (state.visibility, tuple(sorted(state.cells))) for state in repaired
    )
    return tuple(Repair(grid, cells) for _, cells in order[:MOST_CHOICES])
