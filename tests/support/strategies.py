"""Random lines, pictures and positions for Hypothesis, and how many of them are tried."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import settings
from hypothesis import strategies as st

from xlnono import Board, Cell, Grid
from xlnono.model.board import runs


def examples(number: int) -> settings:
    """So many examples in a thorough run, and a share of them in a quick one."""
    return settings(max_examples=number * settings.default.max_examples // 100)


@dataclass(frozen=True)
class KnownLine:
    """A line whose known cells agree with one arrangement, `truth`, of its clue."""

    clue: tuple[int, ...]
    length: int
    truth: int
    black: int
    white: int

    def __str__(self) -> str:
        return line_text(self.length, self.black, self.white)


def line_text(length: int, black: int, white: int) -> str:
    """A line as a picture, such as "#.??"."""
    return "".join("#" if black >> k & 1 else "." if white >> k & 1 else "?" for k in range(length))


def line_masks(text: str) -> tuple[int, int]:
    """The masks of black and of white cells of such a picture."""
    black = sum(1 << k for k, mark in enumerate(text) if mark == "#")
    white = sum(1 << k for k, mark in enumerate(text) if mark == ".")
    return black, white


def _masks(length: int) -> st.SearchStrategy[int]:
    """Any mask of so many bits, in one draw: a line of 200 cells must not take 200 draws.

    Bytes and not an integer, because large integers are mostly drawn with few bits set.
    """
    size = (length + 7) // 8
    return st.binary(min_size=size, max_size=size).map(
        lambda drawn: int.from_bytes(drawn, "little") & ((1 << length) - 1)
    )


@st.composite
def known_lines(draw: st.DrawFn, longest: int = 30) -> KnownLine:
    length = draw(st.integers(1, longest))
    masks = _masks(length)
    # Runs of some length make better lines than independent cells: a half to an eighth of the
    # cells begin a run of the other colour.
    truth = draw(masks)
    for _ in range(draw(st.integers(0, 2))):
        truth &= draw(masks)
    shift = 1
    while shift < length:
        truth ^= truth << shift
        shift *= 2
    truth &= (1 << length) - 1
    known = draw(masks) & draw(masks)
    return KnownLine(tuple(runs(truth)), length, truth, truth & known, ~truth & known)


@st.composite
def grids(draw: st.DrawFn, largest: int = 9) -> Grid:
    height, width = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    rows = draw(st.lists(st.integers(0, (1 << width) - 1), min_size=height, max_size=height))
    return Grid(tuple(rows), width)


@st.composite
def givens_of(draw: st.DrawFn, grid: Grid) -> Board:
    """A position that shows some cells of a grid."""
    board = Board(grid.height, grid.width)
    for row in range(grid.height):
        shown = draw(st.integers(0, (1 << grid.width) - 1))
        shown &= draw(st.integers(0, (1 << grid.width) - 1))
        for column in range(grid.width):
            if shown >> column & 1:
                board.fix(row, column, grid[row, column])
    return board


def opposite(cell: Cell) -> Cell:
    return Cell.WHITE if cell is Cell.BLACK else Cell.BLACK
