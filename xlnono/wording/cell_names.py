"""The names of cells: row and column here, the address on a worksheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from xlnono.model.steps import Position


class Names(Protocol):
    """Gives cells their names; positions are (row, column) from 0."""

    def cell(self, row: int, column: int) -> str: ...

    def cells(self, positions: Iterable[Position]) -> str:
        """Names of several cells, with neighbours combined into ranges."""
        ...


class GridNames:
    """Names for a puzzle without a worksheet: R5C3 is the third cell of the fifth row."""

    def cell(self, row: int, column: int) -> str:
        return f"R{row + 1}C{column + 1}"

    def cells(self, positions: Iterable[Position]) -> str:
        ranges: list[tuple[Position, Position]] = []
        for row, column in sorted(positions):
            for place, (first, last) in enumerate(ranges):
                grows_right = first[0] == row and last == (row, column - 1)
                grows_down = first[1] == column and last == (row - 1, column)
                if grows_right or grows_down:
                    ranges[place] = first, (row, column)
                    break
            else:
                ranges.append(((row, column), (row, column)))
        return ", ".join(
            self.cell(*first) if first == last else f"{self.cell(*first)}:{self.cell(*last)}"
            for first, last in ranges
        )
