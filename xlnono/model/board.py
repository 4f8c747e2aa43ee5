"""Cells, lines, and the two kinds of picture: a working position and a frozen one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum

from xlnono.language import Language
from xlnono.places import LINES


class Cell(IntEnum):
    """The state of a cell, coded so that unknown lies between the two colours.

    >>> Cell.BLACK.opposite
    <Cell.WHITE: 0>
    """

    WHITE = 0
    UNKNOWN = 1
    BLACK = 2

    @property
    def opposite(self) -> Cell:
        """The other colour; unknown stays unknown."""
        return Cell(2 - self)


class Axis(Enum):
    """Whether a line is a row or a column.

    >>> [axis.value for axis in Axis]
    ['row', 'column']
    """

    ROW = "row"
    COLUMN = "column"

    # The one of Enum is written in Python, which is slow for many lines.
    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Line:
    """One row or one column; `index` counts from 0.

    >>> line = Line(Axis.COLUMN, 4)
    >>> line.named("en")
    'column 5'
    >>> line.cell(2)
    (2, 4)
    """

    axis: Axis
    index: int

    def cell(self, offset: int) -> tuple[int, int]:
        """(row, column) of the cell that lies `offset` cells from the line's start."""
        if self.axis is Axis.ROW:
            return self.index, offset
        return offset, self.index

    def colours(self, black: int, white: int) -> tuple[tuple[int, int, Cell], ...]:
        """(row, column, colour) of the cells in a mask of black and one of white cells."""
        return tuple(
            (*self.cell(offset), Cell.BLACK if black >> offset & 1 else Cell.WHITE)
            for offset in bits(black | white)
        )

    def mask(self, positions: Iterable[tuple[int, int]]) -> int:
        """A mask of some cells of the line."""
        index, cells = self.index, 0
        for row, column in positions:
            # One of the two is the line's own.
            cells |= 1 << row + column - index
        return cells

    def masks(self, cells: Iterable[tuple[int, int, Cell]]) -> tuple[int, int]:
        """Masks of the black and of the white ones of some known cells of the line."""
        index, black, white = self.index, 0, 0
        for row, column, cell in cells:
            bit = 1 << row + column - index
            if cell is Cell.BLACK:
                black |= bit
            else:
                white |= bit
        return black, white

    def named(self, language: Language) -> str:
        """Such as "row 5", counted from 1."""
        return LINES[self.axis.value].of(language, number=self.index + 1)


def lines_of(height: int, width: int) -> list[Line]:
    """All rows, then all columns, of a board of that size."""
    return [Line(Axis.ROW, row) for row in range(height)] + [
        Line(Axis.COLUMN, column) for column in range(width)
    ]


_PART_BITS = 1024
_PART = (1 << _PART_BITS) - 1


def bits(mask: int) -> Iterator[int]:
    """The places of the 1 bits of a mask, lowest first."""
    first = 0
    while mask:
        # Part by part, so that a very long mask is not copied for each of its bits.
        part = mask & _PART
        while part:
            low = part & -part
            yield first + low.bit_length() - 1
            part ^= low
        mask >>= _PART_BITS
        first += _PART_BITS


def stretches(cells: int) -> list[tuple[int, int]]:
    """The first and the last place of each stretch of neighbouring 1 bits of a mask."""
    found: list[tuple[int, int]] = []
    while cells:
        low = cells & -cells
        # Adding 1 to a stretch that starts at bit 0 leaves the bit behind it.
        carried = cells + low
        behind = carried & -carried
        found.append((low.bit_length() - 1, behind.bit_length() - 2))
        cells = carried ^ behind
    return found


def run_starts(cells: int, length: int) -> int:
    """The places from which `length` cells in a row are all in `cells`."""
    have = 1
    while 2 * have <= length:
        cells &= cells >> have
        have *= 2
    return cells & cells >> (length - have)


def black_cells_apart(black: int, white: int, longest: int) -> list[int]:
    """Black cells of which no two can belong to the same block."""
    chosen: list[int] = []
    for cell in bits(black):
        if chosen:
            between = (1 << cell) - (1 << chosen[-1])
            if not white & between and cell - chosen[-1] < longest:
                continue
        chosen.append(cell)
    return chosen


def runs(mask: int) -> list[int]:
    """Lengths of the runs of 1 bits of a mask, lowest first."""
    return [len(run) for run in bin(mask)[:1:-1].split("0") if run]


def _turned(masks: Sequence[int], width: int) -> list[int]:
    """The masks of the columns of a picture that has these masks of rows, or the other way."""
    if not masks or not width:
        return [0] * width
    # The digits of a mask start with its highest bit.
    rows = [f"{mask:0{width}b}" for mask in reversed(masks)]
    return [int("".join(column), 2) for column in zip(*rows, strict=True)][::-1]


_SIGNS = {Cell.BLACK: "#", Cell.WHITE: ".", Cell.UNKNOWN: "?"}
_CELLS = {sign: cell for cell, sign in _SIGNS.items()}
_OF_DIGITS = str.maketrans("012", "?#.")
_DIGITS = [str.maketrans({"#": black, ".": white, "?": "0"}) for black, white in ("10", "01")]


def _is_small(height: int, width: int) -> bool:
    """Whether a picture of that size is shown in full in a `repr`."""
    return 0 < height <= 30 and 0 < width <= 60


def _as_picture(name: str, text: str) -> str:
    """The expression that makes a board or grid from its text."""
    return f"{name}.from_text('''\n{text}\n''')"


class Board:
    """A working position: every cell is white, unknown or black.

    It is stored as bit masks, one for the black cells and one for the white cells of every
    line, so each cell is in two of them. Lines are numbered, rows first: line k is row
    k, line height + k is column k. Bit k of a mask is the k-th cell of its line.

    >>> board = Board.from_text('''
    ... #.?
    ... ???
    ... ''')
    >>> board[0, 1]
    <Cell.WHITE: 0>
    >>> board.fix(1, 2, Cell.BLACK)
    >>> board
    Board.from_text('''
    #.?
    ??#
    ''')
    >>> board.unknown
    3
    """

    __slots__ = ("black", "height", "known", "white", "width")

    def __init__(self, height: int, width: int) -> None:
        self.height = height
        self.width = width
        self.known = 0
        self.black = [0] * (height + width)
        self.white = [0] * (height + width)

    def number(self, line: Line) -> int:
        """The number of a line."""
        return line.index if line.axis is Axis.ROW else self.height + line.index

    def line(self, number: int) -> Line:
        """The line with this number."""
        if number < self.height:
            return Line(Axis.ROW, number)
        return Line(Axis.COLUMN, number - self.height)

    @classmethod
    def from_text(cls, text: str) -> Board:
        """Read a picture of `#` (black), `.` (white) and `?` (unknown), one row per line.

        Raises ValueError if rows differ in length or hold anything else.
        """
        rows = text.split()
        height, width = len(rows), len(rows[0]) if rows else 0
        for row, marks in enumerate(rows):
            if len(marks) != width or not set(marks) <= _CELLS.keys():
                raise ValueError(f"row {row + 1} of the picture is {marks!r}")
        black, white = (
            [int(marks[::-1].translate(digits), 2) for marks in rows] for digits in _DIGITS
        )
        return cls.of_rows(height, width, black, white)

    @classmethod
    def of_rows(cls, height: int, width: int, black: list[int], white: list[int]) -> Board:
        """The position with these masks of black and of white cells of the rows."""
        return cls.of_masks(
            height, width, black + _turned(black, width), white + _turned(white, width)
        )

    @classmethod
    def of_masks(cls, height: int, width: int, black: list[int], white: list[int]) -> Board:
        """The position with these masks of black and of white cells, by line number."""
        board = cls(height, width)
        board.black, board.white = black, white
        board.known = sum(map(int.bit_count, black[:height] + white[:height]))
        return board

    @classmethod
    def of(cls, grid: Grid) -> Board:
        """The position in which every cell has its colour in the grid."""
        every = (1 << grid.width) - 1
        white = [every & ~black for black in grid.rows]
        return cls.of_rows(grid.height, grid.width, list(grid.rows), white)

    def text(self) -> str:
        """The picture that `from_text` reads."""
        return "\n".join(map(self._row_text, range(self.height)))

    def _row_text(self, row: int) -> str:
        """A row of the picture."""
        # As base-16 digits, the two masks do not interfere.
        black, white = (int(f"{masks[row]:b}", 16) for masks in (self.black, self.white))
        return f"{black + 2 * white:0{self.width}x}"[::-1].translate(_OF_DIGITS)

    def __repr__(self) -> str:
        if _is_small(self.height, self.width):
            return _as_picture("Board", self.text())
        cells = self.height * self.width
        return f"<Board {self.height}x{self.width}, {self.known:,} of {cells:,} cells known>"

    @property
    def unknown(self) -> int:
        """The number of unknown cells."""
        return self.height * self.width - self.known

    def __getitem__(self, position: tuple[int, int]) -> Cell:
        row, column = position
        if self.black[row] >> column & 1:
            return Cell.BLACK
        if self.white[row] >> column & 1:
            return Cell.WHITE
        return Cell.UNKNOWN

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Board)
            and (self.height, self.width) == (other.height, other.width)
            and self.black == other.black
            and self.white == other.white
        )

    __hash__ = None  # type: ignore[assignment]

    def fix(self, row: int, column: int, cell: Cell) -> None:
        """Give an unknown cell its colour."""
        masks = self.black if cell is Cell.BLACK else self.white
        masks[row] |= 1 << column
        masks[self.height + column] |= 1 << row
        self.known += 1

    def fix_line(self, number: int, black: int, white: int) -> list[int]:
        """Give several unknown cells of a line their colour, by the masks of those cells.

        Returns the numbers of the lines that cross there.
        """
        self.black[number] |= black
        self.white[number] |= white
        if number < self.height:
            first, bit = self.height, 1 << number
        else:
            first, bit = 0, 1 << (number - self.height)
        crossings = []
        for masks, fixed in ((self.black, black), (self.white, white)):
            for offset in bits(fixed):
                masks[first + offset] |= bit
                crossings.append(first + offset)
        self.known += len(crossings)
        return crossings

    def copy(self) -> Board:
        board: Board = object.__new__(Board)
        board.height, board.width, board.known = self.height, self.width, self.known
        board.black, board.white = self.black.copy(), self.white.copy()
        return board

    def without(self, positions: Collection[tuple[int, int]]) -> Board:
        """A copy in which the cells at some positions (row, column) are unknown."""
        board = Board(self.height, self.width)
        for row, column, cell in self.cells():
            if (row, column) not in positions:
                board.fix(row, column, cell)
        return board

    def cells(self) -> Iterator[tuple[int, int, Cell]]:
        """(row, column, state) of every cell that is known."""
        for row in range(self.height):
            for column, sign in enumerate(self._row_text(row)):
                if sign != "?":
                    yield row, column, _CELLS[sign]

    def grid(self) -> Grid:
        """The picture, once every cell is known. Raises ValueError before."""
        if self.unknown:
            raise ValueError(f"{self.unknown} cells are unknown")
        return Grid(tuple(self.black[: self.height]), self.width)


@dataclass(frozen=True)
class Grid:
    """A frozen picture: every cell is black or white.

    `rows` holds a mask of the black cells for each row (bit k is column k).

    >>> Grid.from_cells([[True, True, False], [False, False, True]])
    Grid.from_text('''
    ##.
    ..#
    ''')
    >>> Grid.from_text("##. ..#").column_clues()
    [[1], [1], [1]]

    A notebook shows a grid as a picture.
    """

    rows: tuple[int, ...]
    width: int

    @classmethod
    def from_text(cls, text: str) -> Grid:
        """Read a picture of `#` and `.`, one row per line. Raises ValueError as `Board` does."""
        return Board.from_text(text).grid()

    @classmethod
    def from_cells(cls, cells: Sequence[Sequence[bool]]) -> Grid:
        """Make a picture from rows of true (black) and false (white)."""
        return cls(
            tuple(sum(bool(black) << k for k, black in enumerate(row)) for row in cells),
            len(cells[0]) if cells else 0,
        )

    def __repr__(self) -> str:
        if _is_small(self.height, self.width):
            return _as_picture("Grid", self.text())
        return f"<Grid {self.height}x{self.width}, {self.black:,} black cells>"

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def black(self) -> int:
        """How many cells are black."""
        return sum(map(int.bit_count, self.rows))

    def __getitem__(self, position: tuple[int, int]) -> Cell:
        row, column = position
        return Cell.BLACK if self.rows[row] >> column & 1 else Cell.WHITE

    def differing(self, other: Grid) -> list[tuple[int, int]]:
        """(row, column) of the cells that have another colour in a picture of the same size."""
        return [
            (row, column)
            for row, (one, two) in enumerate(zip(self.rows, other.rows, strict=True))
            for column in bits(one ^ two)
        ]

    def text(self) -> str:
        """The picture that `from_text` reads."""
        return "\n".join(
            "".join("#" if row >> k & 1 else "." for k in range(self.width)) for row in self.rows
        )

    def transposed(self) -> Grid:
        return Grid(tuple(_turned(self.rows, self.width)), self.height)

    def mirrored(self) -> Grid:
        """The picture with left and right exchanged."""
        return Grid(
            tuple(
                sum((row >> k & 1) << (self.width - 1 - k) for k in range(self.width))
                for row in self.rows
            ),
            self.width,
        )

    def row_clues(self) -> list[list[int]]:
        """Block lengths of each row."""
        return [runs(row) for row in self.rows]

    def column_clues(self) -> list[list[int]]:
        """Block lengths of each column."""
        return self.transposed().row_clues()
