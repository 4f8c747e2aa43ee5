"""Repairs of pictures whose puzzle has several solutions.

A beam search: all changes of single cells near those in question are tried, then further changes
of the pictures that came closest to a single solution, and so on. Where that is not enough, cells
are changed one by one first, each time the one that lets the lines settle most, until they leave
little unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from xlnono.engine.clock import Clock, OutOfTime, Progress
from xlnono.engine.decide.line_clues import Changes, Pictures
from xlnono.making.canvas import Canvas
from xlnono.making.examining import follow_lines, pictures_of_each
from xlnono.making.visibility import visibility
from xlnono.model.board import Cell, Grid, bits
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
    """Changed cells, the cells then in question, and how far that is from one solution."""

    cells: tuple[Position, ...]
    open_cells: frozenset[Position]
    distance: float


def _differing(canvas: Canvas, pictures: Pictures) -> frozenset[Position]:
    """The cells in which any of the pictures differs from that on the canvas."""
    grid = canvas.grid()
    return frozenset(
        (row, column)
        for picture in pictures.found
        for row in range(grid.height)
        for column in bits(picture[row] ^ grid.rows[row])
    )


def _changes(canvas: Canvas, cell: Position) -> Changes:
    """The clues of the two lines of a cell if it had the other colour."""
    row, column = cell[0], canvas.height + cell[1]
    canvas.flip([cell])
    changes: Changes = {row: canvas.clues[row], column: canvas.clues[column]}
    canvas.flip([cell])
    return changes


class _Search:
    def __init__(self, grid: Grid, clock: Clock) -> None:
        self.grid = grid
        self.clock = clock
        self.seen: set[frozenset[Position]] = set()

    def start(self) -> _State:
        self.clock.tick(0)
        canvas = Canvas(self.grid)
        (pictures,) = pictures_of_each(canvas.puzzle(), [{}], 4 * _PICTURES, self.clock)
        return _State((), _differing(canvas, pictures), 0.0)

    def candidates(self, state: _State) -> list[Position]:
        """The cells in question and those around them, the least visible first."""
        changed = flipped(self.grid, state.cells)
        near = {
            (row + down, column + right)
            for row, column in state.open_cells
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if 0 <= row + down < changed.height and 0 <= column + right < changed.width
        }
        order = sorted(
            (visibility(changed, [cell]), cell)
            for cell in near
            if cell not in state.cells and frozenset((*state.cells, cell)) not in self.seen
        )
        return [cell for _, cell in order[:_TRIALS]]

    def tried(self, state: _State) -> list[_State]:
        """What comes of each further change. Raises OutOfTime."""
        self.clock.check()
        canvas = Canvas(flipped(self.grid, state.cells))
        cells = self.candidates(state)
        self.seen |= {frozenset((*state.cells, cell)) for cell in cells}
        trials = [_changes(canvas, cell) for cell in cells]
        found = []
        for cell, pictures in zip(
            cells, pictures_of_each(canvas.puzzle(), trials, _PICTURES, self.clock), strict=True
        ):
            canvas.flip([cell])
            together = (*state.cells, cell)
            open_cells = _differing(canvas, pictures)
            distance = float(len(open_cells))
            if not pictures.complete:
                # A few pictures say little if there are many more.
                unknown = follow_lines(canvas.puzzle(), self.clock).unknown
                distance += canvas.cells + unknown
            distance += _VISIBLE * visibility(self.grid, together)
            found.append(_State(together, open_cells, distance))
            canvas.flip([cell])
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
            state = _State(tuple(cells), frozenset(unknown), 0.0)
            best: tuple[float, Position] | None = None
            for cell in self.candidates(state):
                canvas.flip([cell])
                left = follow_lines(canvas.puzzle(), self.clock).unknown
                canvas.flip([cell])
                beside = sum(max(abs(cell[0] - row), abs(cell[1] - k)) < 2 for row, k in cells)
                cost = left + _GAIN * visibility(self.grid, (*cells, cell)) + _BESIDE * beside
                if left < board.unknown and (best is None or (cost, cell) < best):
                    best = cost, cell
            if best is None:
                return None
            canvas.flip([best[1]])
            cells.append(best[1])
            board = follow_lines(canvas.puzzle(), self.clock)
        (pictures,) = pictures_of_each(canvas.puzzle(), [{}], 4 * _PICTURES, self.clock)
        return _State(tuple(cells), _differing(canvas, pictures), 0.0)

    def run(self, start: _State, most: int) -> list[_State]:
        """The repairs with the fewest cells."""
        beam = [start]
        for depth in range(most):
            found: list[_State] = []
            try:
                for state in beam:
                    found += self.tried(state)
            except OutOfTime:
                return [state for state in found if not state.open_cells]
            if repaired := [state for state in found if not state.open_cells]:
                return repaired
            width = _BEAM[min(depth, len(_BEAM) - 1)]
            beam = sorted(found, key=lambda state: (state.distance, state.cells))[:width]
        return []


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
        start = search.start()
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
    return Repairs(_least_visible(grid, repaired), tuple(sorted(start.open_cells)))


def _least_visible(grid: Grid, repaired: Iterable[_State]) -> tuple[Repair, ...]:
    order: Sequence[tuple[float, tuple[Position, ...]]] = sorted(
        (visibility(grid, state.cells), tuple(sorted(state.cells))) for state in repaired
    )
    return tuple(Repair(grid, cells) for _, cells in order[:MOST_CHOICES])
