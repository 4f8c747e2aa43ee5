"""Random puzzles with exactly one solution and, if wanted, a certain grade.

The start is a picture whose black cells lie at random. Such a picture seldom has a unique puzzle
if it is large or has few black cells. So pairs of a black and a white cell are exchanged, one
pair at a time, as in simulated annealing: an exchange stays if the lines then leave no more cells
unknown, and rather if their clues have fewer arrangements. Once the solution is unique, further
exchanges lead to the grade; they stay if the solution stays unique and the rating comes no further
from what is wanted.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xlnono.engine.clock import Clock, OutOfTime
from xlnono.engine.explain.difficulty import grading
from xlnono.errors import XlnonoError
from xlnono.language import Text
from xlnono.making.canvas import Canvas
from xlnono.making.examining import follow_lines, has_one_picture
from xlnono.model.board import Board, Grid
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Difficulty, Grade
from xlnono.model.steps import Position
from xlnono.records import NamedTuple

Tried = Callable[[int], None]
"""Called now and then with the number of pictures tried; may raise to stop the work."""

_EXCHANGES = 30
"""The exchanges for each cell before another picture is tried."""
_RATINGS = 300
"""The pictures on the way from one start that are rated at most."""
_COOLNESS = 3.0
"""The larger, the less often an exchange stays that makes the clues looser."""
_MORE_UNKNOWN = 2
"""An exchange stays although the lines then leave so many more cells unknown."""
_DECIDED_BELOW = 0.3
"""The part of the cells that the lines may leave unknown in a picture worth deciding."""
_TIGHTENED_AT_ONCE = 40
"""One exchange for so many cells lies between two ratings on the way to an easier puzzle."""
_UNKNOWN_FOR = {Grade.HARD: 0.0, Grade.VERY_HARD: 0.25, Grade.EXTREME: 0.4}
"""The part of the cells that the lines leave unknown before the rating of a picture counts."""


class NoneFound(XlnonoError):
    code = "none-found"
    template = Text(
        "no such puzzle was found in {seconds:g} seconds ({tried:,} pictures tried): allow more "
        "time with --seconds, or choose another size, --black or --grade.",
        "{seconds:g}秒では、条件に合う問題が見つかりませんでした(試した絵: {tried:,})。"
        "--seconds で時間を延ばすか、大きさ、--black、--grade を変えてください。",
    )


@dataclass(frozen=True)
class RandomOptions:
    """Options of a random puzzle.

    `black` is the part of the cells that are black. With `lines_only`, single lines lead to the
    solution; with `symmetric`, left and right are mirror images.

    >>> RandomOptions(20, 15, grade=Grade.MEDIUM).black
    0.6
    """

    height: int
    width: int
    black: float = 0.6
    grade: Grade | None = None
    lines_only: bool = False
    symmetric: bool = False

    def distance(self, rating: float) -> float:
        """How far a rating is from the grade: negative if it is too low, positive if too high."""
        if self.grade is None or Grade.of(rating) is self.grade:
            return 0.0
        if rating < self.grade.lowest:
            return rating - self.grade.lowest
        return rating - self.grade.lowest - 1.9


class Made(NamedTuple):
    """A puzzle that was made: its only solution, its difficulty (None if there was not enough time
    to rate it), and how many pictures were tried.

    >>> made = make_random(RandomOptions(5, 5, symmetric=True), seed=3)
    >>> made.grid == made.grid.mirrored()
    True
    """

    grid: Grid
    difficulty: Difficulty | None
    tried: int

    @property
    def puzzle(self) -> Puzzle:
        return Puzzle.of(self.grid)


class _Dice:
    """Numbers from a seed, the same in every version of Python."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def number(self) -> float:
        """From 0 to 1, without 1."""
        return self._random.random()

    def below(self, end: int) -> int:
        return int(self.number() * end)

    def one_of(self, things: Sequence[tuple[Position, ...]]) -> tuple[Position, ...]:
        return things[self.below(len(things))]


class _Exchange(NamedTuple):
    """Cells that get the other colour together, and what the clues then determine."""

    cells: tuple[Position, ...]
    unknown: int


class _Maker:
    def __init__(
        self, options: RandomOptions, seed: int, seconds: float | None, tried: Tried | None
    ) -> None:
        self.options = options
        self.dice = _Dice(seed)
        self.tried = 0
        progress = None if tried is None else lambda _: tried(self.tried)
        self.clock = Clock.start(seconds, progress)
        self.spots = self._spots()
        self.spot_of = {cell: spot for spot in self.spots for cell in spot}

    def _spots(self) -> list[tuple[Position, ...]]:
        """The cells that have the same colour: one each, or two that mirror each other."""
        options = self.options
        if not options.symmetric:
            return [
                ((row, column),) for row in range(options.height) for column in range(options.width)
            ]
        pairs = [(column, options.width - 1 - column) for column in range((options.width + 1) // 2)]
        return [
            tuple((row, column) for column in dict.fromkeys(pair))
            for row in range(options.height)
            for pair in pairs
        ]

    def make(self) -> Made:
        """Raises OutOfTime."""
        while True:
            canvas = self.random_picture()
            unknown = self.settle(canvas)
            if unknown is None:
                continue
            difficulty = self.reach_grade(canvas, unknown)
            if difficulty is not None or self.options.grade is None:
                return Made(canvas.grid(), difficulty, self.tried)

    def random_picture(self) -> Canvas:
        options = self.options
        canvas = Canvas(Grid((0,) * options.height, options.width))
        wanted = round(options.black * canvas.cells)
        # Shuffled by hand: what random.shuffle does may change with Python.
        order = [(self.dice.number(), spot) for spot in self.spots]
        chosen: list[Position] = []
        for _, spot in sorted(order):
            if len(chosen) + len(spot) <= wanted:
                chosen += spot
        canvas.flip(chosen)
        return canvas

    def examine(self, canvas: Canvas) -> Board:
        """The position that the lines lead to."""
        self.tried += 1
        return follow_lines(canvas.puzzle(), self.clock)

    def is_unique(self, canvas: Canvas, unknown: int) -> bool:
        """Whether the puzzle of a picture has one solution, found in the way that is wanted."""
        if not unknown:
            return True
        return not self.options.lines_only and has_one_picture(canvas.puzzle(), self.clock)

    def exchange(self, canvas: Canvas, spot: tuple[Position, ...]) -> tuple[Position, ...] | None:
        """Exchange a spot with a random one of the other colour; None if that one does not suit."""
        other = self.dice.one_of(self.spots)
        same = canvas.is_black(spot[0]) == canvas.is_black(other[0])
        if same or len(spot) != len(other):
            return None
        cells = (*spot, *other)
        canvas.flip(cells)
        return cells

    def settle(self, canvas: Canvas) -> int | None:
        """Exchange cells until there is one solution.

        Returns how many cells the lines leave unknown; None if it has taken too many exchanges.
        """
        board, looseness = self.examine(canvas), canvas.looseness
        for _ in range(_EXCHANGES * canvas.cells):
            unknown = board.unknown
            if unknown <= _DECIDED_BELOW * canvas.cells and self.is_unique(canvas, unknown):
                return unknown
            while True:
                self.clock.check()
                cells = self.exchange(canvas, self.open_spot(board))
                if cells is None:
                    continue
                looser = canvas.looseness - looseness
                if looser <= 0 or self.dice.number() < math.exp(-_COOLNESS * looser):
                    break
                canvas.flip(cells)
            moved = self.examine(canvas)
            if moved.unknown <= unknown + _MORE_UNKNOWN:
                board, looseness = moved, canvas.looseness
            else:
                canvas.flip(cells)
        return None

    def open_spot(self, board: Board) -> tuple[Position, ...]:
        """A random spot, half of the time one that the lines leave unknown."""
        if self.dice.number() < 0.5:
            row = self.dice.below(board.height)
            known = board.black[row] | board.white[row]
            columns = [column for column in range(board.width) if not known >> column & 1]
            if columns:
                return self.spot_of[row, columns[self.dice.below(len(columns))]]
        return self.dice.one_of(self.spots)

    def rate(self, canvas: Canvas) -> Difficulty:
        """Raises OutOfTime."""
        grid = canvas.grid()
        blank = Board(grid.height, grid.width)
        difficulty = grading(Puzzle.of(grid), blank, grid, self.clock).difficulty
        if difficulty is None:
            raise OutOfTime
        return difficulty

    def reach_grade(self, canvas: Canvas, unknown: int) -> Difficulty | None:
        """Exchange cells until the puzzle has the wanted grade; None if that does not succeed."""
        if self.options.grade is None:
            try:
                return self.rate(canvas)
            except OutOfTime:
                return None
        difficulty = self.rate(canvas)
        distance = self.options.distance(difficulty.rating)
        if distance < 0 and self.options.grade in _UNKNOWN_FOR and not self.options.lines_only:
            unknown = self.open_up(canvas, unknown, _UNKNOWN_FOR[self.options.grade] * canvas.cells)
            difficulty = self.rate(canvas)
            distance = self.options.distance(difficulty.rating)
        for _ in range(_RATINGS):
            if not distance:
                return difficulty
            if distance > 0:
                moved = self.tightened(canvas, unknown)
            else:
                moved = self.unique_exchange(canvas)
            if moved is None:
                break
            now = self.rate(canvas)
            further = self.options.distance(now.rating)
            if abs(further) <= abs(distance):
                difficulty, distance, unknown = now, further, moved.unknown
            else:
                canvas.flip(moved.cells)
        return None

    def open_up(self, canvas: Canvas, unknown: int, least: float) -> int:
        """Exchange cells so that the lines leave more cells unknown, at least `least`."""
        for _ in range(_EXCHANGES * canvas.cells):
            if unknown and unknown >= least:
                break
            moved = self.exchanged(canvas)
            if moved is not None and moved.unknown >= unknown:
                unknown = moved.unknown
            elif moved is not None:
                canvas.flip(moved.cells)
        return unknown

    def tightened(self, canvas: Canvas, unknown: int) -> _Exchange | None:
        """Several exchanges that make the clues less loose; None if hardly any does."""
        cells: set[Position] = set()
        wanted, looseness = canvas.cells // _TIGHTENED_AT_ONCE + 1, canvas.looseness
        for _ in range(_EXCHANGES * canvas.cells):
            moved = self.exchanged(canvas)
            if moved is None:
                continue
            if moved.unknown > unknown or canvas.looseness >= looseness:
                canvas.flip(moved.cells)
                continue
            unknown, looseness = moved.unknown, canvas.looseness
            cells.symmetric_difference_update(moved.cells)
            wanted -= 1
            if not wanted:
                return _Exchange(tuple(sorted(cells)), unknown)
        return None

    def unique_exchange(self, canvas: Canvas) -> _Exchange | None:
        """An exchange that leaves one solution; None if hardly any does."""
        for _ in range(_EXCHANGES * canvas.cells):
            if (moved := self.exchanged(canvas)) is not None:
                return moved
        return None

    def exchanged(self, canvas: Canvas) -> _Exchange | None:
        """Exchange two random spots; None if that is not possible or leaves several solutions."""
        self.clock.check()
        cells = self.exchange(canvas, self.dice.one_of(self.spots))
        if cells is None:
            return None
        unknown = self.examine(canvas).unknown
        if unknown < canvas.cells and self.is_unique(canvas, unknown):
            return _Exchange(cells, unknown)
        canvas.flip(cells)
        return None


def make_random(
    options: RandomOptions,
    *,
    seed: int,
    seconds: float | None = None,
    progress: Tried | None = None,
) -> Made:
    """Make a random puzzle with exactly one solution.

    The same options and seed always give the same puzzle. `progress` is called now and then with
    the number of pictures tried; an exception that it raises stops the work and is passed on.
    Raises NoneFound after `seconds` of wall time.

    >>> made = make_random(RandomOptions(10, 10, grade=Grade.EASY), seed=1)
    >>> made.puzzle.height, made.grid.black, made.difficulty.grade
    (10, 60, <Grade.EASY: 'easy'>)
    """
    maker = _Maker(options, seed, seconds, progress)
    try:
        return maker.make()
    except OutOfTime:
        raise NoneFound(seconds=seconds, tried=maker.tried) from None
