"""Puzzles: the clues of every line, checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import SupportsIndex, cast

from xlnono.errors import InvalidPuzzle, XlnonoError
from xlnono.language import Text
from xlnono.model.board import Axis, Grid, Line, lines_of
from xlnono.places import Place


class Clue(tuple[int, ...]):
    """The block lengths of one line, in order; empty if the line has no black cell.

    >>> clue = Clue([3, 1])
    >>> clue.total, clue.least_length
    (4, 5)
    """

    __slots__ = ()

    @property
    def total(self) -> int:
        """How many cells of the line are black."""
        return sum(self)

    @property
    def least_length(self) -> int:
        """The shortest line that the blocks fit on, with one white cell between each two."""
        return sum(self) + max(len(self) - 1, 0)


class Defect(XlnonoError):
    """One mistake in the clues; `line` is the line it is in, if it is in a single one."""

    def __init__(self, line: Line | None = None, place: Place | None = None, **facts: object):
        super().__init__(place, **facts if line is None else {"line": line, **facts})
        self.line = line


class NoLines(Defect):
    code = "no-lines"
    template = Text(
        "there are no {axis}s: a puzzle needs at least one row and one column.",
        "ヒントがありません({axis})。行も列も1本以上必要です。",
    )


class BlockNotWhole(Defect):
    code = "block-not-whole"
    template = Text(
        "{line} has the block {block!r}, which is not a whole number: write the number of cells.",
        "{line}の数字 {block!r} は整数ではありません。マスの数を整数で書いてください。",
    )


class BlockBelowOne(Defect):
    code = "block-below-one"
    template = Text(
        "{line} has the block {block}, but a block has at least one cell: for a line without black "
        "cells, write a single 0 or leave the clue empty.",
        "{line}に {block} があります。数字は1以上です。"
        "黒マスのない行や列は 0 を1つだけ書くか空欄にしてください。",
    )


class ClueTooLong(Defect):
    code = "clue-too-long"
    template = Text(
        "{line} has the clue {clue}, which needs {needed} cells, but the line has {length}.",
        "{line}のヒント {clue} には {needed} マス必要ですが、{length} マスしかありません。",
    )


class TotalsDiffer(Defect):
    code = "totals-differ"
    template = Text(
        "the row clues add up to {rows} and the column clues to {columns}: a number is wrong or "
        "missing, so compare the clues with the source.",
        "行の数字の合計は {rows}、列の数字の合計は {columns} で、一致しません。"
        "数字の間違いか抜けがあるので、元の問題と見比べてください。",
    )


def _blocks(line: Line, clue: Sequence[object]) -> tuple[list[int], list[XlnonoError]]:
    blocks: list[int] = []
    defects: list[XlnonoError] = []
    if set(map(type, clue)) <= {int}:
        # As good as always, and checked at once.
        return cast("list[int]", list(clue)), defects
    for block in clue:
        try:
            if isinstance(block, bool):
                raise TypeError
            blocks.append(index(cast(SupportsIndex, block)))
        except TypeError:
            defects.append(BlockNotWhole(line, block=block))
    return blocks, defects


def _defects_of_clue(
    line: Line, blocks: list[int], defects: list[XlnonoError], length: int
) -> list[XlnonoError]:
    if defects or blocks == [0]:
        return defects
    if too_small := [block for block in dict.fromkeys(blocks) if block < 1]:
        return [BlockBelowOne(line, block=block) for block in too_small]
    needed = Clue(blocks).least_length
    if needed > length:
        clue = " ".join(map(str, blocks))
        return [ClueTooLong(line, clue=clue, needed=needed, length=length)]
    return []


def validate(
    rows: Sequence[Sequence[object]], columns: Sequence[Sequence[object]]
) -> list[XlnonoError]:
    """All defects of these clues, in the order of the lines.

    The totals of the two axes are only compared if every clue is valid by itself.
    """
    defects: list[XlnonoError] = [
        NoLines(axis=axis.value)
        for axis, clues in ((Axis.ROW, rows), (Axis.COLUMN, columns))
        if not clues
    ]
    if defects:
        return defects
    totals = {Axis.ROW: 0, Axis.COLUMN: 0}
    lines = lines_of(len(rows), len(columns))
    for line, clue in zip(lines, (*rows, *columns), strict=True):
        blocks, odd = _blocks(line, clue)
        length = len(columns) if line.axis is Axis.ROW else len(rows)
        defects += _defects_of_clue(line, blocks, odd, length)
        totals[line.axis] += sum(blocks)
    if not defects and totals[Axis.ROW] != totals[Axis.COLUMN]:
        defects.append(TotalsDiffer(rows=totals[Axis.ROW], columns=totals[Axis.COLUMN]))
    return defects


@dataclass(frozen=True, init=False)
class Puzzle:
    """The clues of a puzzle. `[0]` and `[]` both mean a line without black cells.

    A puzzle may consist of such lines only. On a sheet it then needs a 0, because blank cells may
    mean that nobody has typed the clues yet (see `xlnono.puzzle_sheet.read`).
    Raises InvalidPuzzle with every defect if the clues are invalid.

    >>> puzzle = Puzzle(rows=[[2], [1]], columns=[[1], [2]])
    >>> puzzle
    Puzzle(rows=[[2], [1]], columns=[[1], [2]])
    >>> Puzzle.of(Grid.from_text("## .#")) == puzzle
    True
    """

    rows: tuple[Clue, ...]
    columns: tuple[Clue, ...]

    def __init__(self, rows: Sequence[Sequence[int]], columns: Sequence[Sequence[int]]) -> None:
        if defects := validate(rows, columns):
            raise InvalidPuzzle(defects)
        for name, clues in (("rows", rows), ("columns", columns)):
            checked = tuple(Clue(index(block) for block in clue if block) for clue in clues)
            object.__setattr__(self, name, checked)

    def __repr__(self) -> str:
        if max(self.height, self.width) > 30:
            black = sum(clue.total for clue in self.rows)
            return f"<Puzzle {self.height}x{self.width}, {black:,} black cells>"
        rows, columns = ([list(clue) for clue in clues] for clues in (self.rows, self.columns))
        return f"Puzzle({rows=}, {columns=})"

    @classmethod
    def of(cls, grid: Grid) -> Puzzle:
        """The puzzle whose clues are those of a picture."""
        return cls(grid.row_clues(), grid.column_clues())

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.columns)

    @cached_property
    def clues(self) -> tuple[tuple[int, ...], ...]:
        """The clues of all lines, by the numbers that a Board gives them."""
        return tuple(tuple(clue) for clue in (*self.rows, *self.columns))

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """How many cells each line has, by the numbers that a Board gives them."""
        return (self.width,) * self.height + (self.height,) * self.width

    def clue(self, line: Line) -> Clue:
        return (self.rows if line.axis is Axis.ROW else self.columns)[line.index]

    def lines(self) -> list[Line]:
        """All rows, then all columns."""
        return lines_of(self.height, self.width)

    def accepts(self, grid: Grid) -> bool:
        """Whether a picture has exactly these clues."""
        return [list(clue) for clue in self.rows] == grid.row_clues() and [
            list(clue) for clue in self.columns
        ] == grid.column_clues()
