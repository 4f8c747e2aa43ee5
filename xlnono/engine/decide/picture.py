"""A picture as the kernel packs it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from xlnono.model.board import Board, Grid, bits
from xlnono.model.steps import Position


def _bytes(cells: int) -> int:
    return (cells + 7) // 8


class Picture(Sequence[int]):
    """A mask of the black cells of every line, by the numbers of the lines.

    It is packed: the bytes of each row, and then of each column. Masks are made when they are
    needed, because most pictures are only asked for one or two, or for the cells as a whole.
    """

    def __init__(self, packed: bytes, height: int, width: int) -> None:
        self._packed = packed
        self._height = height
        self._width = width

    @classmethod
    def of(cls, grid: Grid) -> Picture:
        return cls.of_masks(Board.of(grid).black, grid.height, grid.width)

    @classmethod
    def of_masks(cls, masks: Sequence[int], height: int, width: int) -> Picture:
        """The picture with these black cells in each line."""
        sizes = (_bytes(width),) * height + (_bytes(height),) * width
        lines = zip(masks, sizes, strict=True)
        packed = b"".join(mask.to_bytes(size, "little") for mask, size in lines)
        return cls(packed, height, width)

    def __len__(self) -> int:
        return self._height + self._width

    @overload
    def __getitem__(self, line: int) -> int: ...
    @overload
    def __getitem__(self, line: slice) -> tuple[int, ...]: ...
    def __getitem__(self, line: int | slice) -> int | tuple[int, ...]:
        if isinstance(line, slice):
            return tuple(self[k] for k in range(*line.indices(len(self))))
        if not 0 <= line < len(self):
            raise IndexError(line)
        row, column = _bytes(self._width), _bytes(self._height)
        size, start = row, line * row
        if line >= self._height:
            size, start = column, self._height * row + (line - self._height) * column
        return int.from_bytes(self._packed[start : start + size], "little")

    @property
    def cells(self) -> int:
        """A mask of the black cells of all rows; see `cell_bit`."""
        return int.from_bytes(self._packed[: self._height * _bytes(self._width)], "little")


def cell_bit(cell: Position, width: int) -> int:
    """The bit of a (row, column) cell in a mask of all rows of a picture of that width."""
    return 1 << 8 * _bytes(width) * cell[0] + cell[1]


def cells_of(mask: int, width: int) -> Iterator[Position]:
    """The (row, column) cells in a mask of all rows of a picture of that width, row by row."""
    for bit in bits(mask):
        yield divmod(bit, 8 * _bytes(width))
