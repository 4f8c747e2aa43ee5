"""The names of cells and lines: row and column here, the address on a worksheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from xlnono.language import Language, Text
from xlnono.model.board import Axis, Line, stretches
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Position

_CELLS_NAMED = 40
_MORE_CELLS = Text("{cells} and {count} more", "{cells} ほか{count}個")
_LINE = Text("{line} ({cells}, clue {blocks})", "{line}({cells}、ヒント {blocks})")


class Names(Protocol):
    """Gives cells their names; positions are (row, column) from 0.

    The names consist of letters and digits, so they are safe to show.
    """

    def __hash__(self) -> int: ...

    def cell(self, row: int, column: int) -> str: ...

    def along(self, line: Line, length: int) -> list[str]:
        """Names of all cells of a line."""
        ...

    def cells(self, positions: Iterable[Position]) -> str:
        """Names of several cells, with neighbours combined into ranges: the names of the first and
        the last with a colon between them."""
        ...

    def clues(self, lines: Sequence[Line]) -> str:
        """Where the clues of neighbouring lines are; empty without a worksheet."""
        ...


class LineNames:
    """The names of the cells of a line, by their offsets."""

    def __init__(self, names: Names, line: Line, length: int) -> None:
        self.cells = names.along(line, length)

    def range(self, first: int, last: int) -> str:
        """The name of neighbouring cells."""
        return self.cells[first] if first == last else f"{self.cells[first]}:{self.cells[last]}"

    def ranges(self, cells: int) -> list[str]:
        """The names of the cells in a mask, with neighbours combined."""
        return [self.range(first, last) for first, last in stretches(cells)]


# Layouts that call the same cells by other names are equal.
@lru_cache(maxsize=4096, typed=True)
def line_names(names: Names, line: Line, length: int) -> LineNames:
    """The names of the cells of a line, made once for all of its steps."""
    return LineNames(names, line, length)


class GridNames:
    """Names for a puzzle without a worksheet: R5C3 is the third cell of the fifth row."""

    def cell(self, row: int, column: int) -> str:
        return f"R{row + 1}C{column + 1}"

    def along(self, line: Line, length: int) -> list[str]:
        return [self.cell(*line.cell(offset)) for offset in range(length)]

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

    def clues(self, lines: Sequence[Line]) -> str:
        return ""


def line_with_cells(line: Line, puzzle: Puzzle, names: Names, language: Language) -> str:
    """A line with its cells, because the rows of a sheet are numbered differently."""
    length = puzzle.width if line.axis is Axis.ROW else puzzle.height
    cells = names.cells(line.cell(offset) for offset in range(length))
    blocks = " ".join(map(str, puzzle.clue(line))) or "0"
    return _LINE.of(language, line=line, cells=cells, blocks=blocks)


def first_cells(positions: Sequence[Position], names: Names, language: Language) -> str:
    """The names of the first cells, and how many more there are."""
    cells = names.cells(positions[:_CELLS_NAMED])
    if len(positions) > _CELLS_NAMED:
        return _MORE_CELLS.of(language, cells=cells, count=len(positions) - _CELLS_NAMED)
    return cells
