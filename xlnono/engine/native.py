"""The kernel, as the rest of the engine sees it.

It is missing where it could not be compiled; then the Python engine decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from xlnono.board import Board, Cell, Grid
from xlnono.engine.search import Clock, Decision
from xlnono.puzzle import Puzzle

_kernel: Any = None
with suppress(ImportError):
    _kernel = import_module("xlnono.engine._kernel")

AVAILABLE: bool = _kernel is not None


def can_decide(puzzle: Puzzle) -> bool:
    """Whether there is a kernel and its words are wide enough for the puzzle's lines."""
    return AVAILABLE and max(puzzle.height, puzzle.width) <= _kernel.LONGEST_LINE


def _rows(packed: Sequence[bytes]) -> list[int]:
    return [int.from_bytes(row, "little") for row in packed]


def _marks(board: Board) -> memoryview:
    marks = bytearray([Cell.UNKNOWN]) * (board.height * board.width)
    for row, column, cell in board.cells():
        marks[row * board.width + column] = cell
    return memoryview(marks).cast("B", (board.height, board.width))


def decide(puzzle: Puzzle, start: Board, clock: Clock) -> Decision:
    """What `xlnono.engine.search.decide` does, by the kernel."""
    progress = clock.progress
    found = _kernel.decide(
        puzzle.rows,
        puzzle.columns,
        givens=_marks(start) if start.known else None,
        seconds=clock.left(),
        watch=None if progress is None else lambda known, conflicts: progress(known),
    )
    known = Board(puzzle.height, puzzle.width)
    for row, (black, white) in enumerate(
        zip(_rows(found["black"]), _rows(found["white"]), strict=True)
    ):
        known.fix_line(row, black, white)
    grids = [Grid(tuple(_rows(rows)), puzzle.width) for rows in found["solutions"]]
    clash = None if found["clash"] is None else known.line(found["clash"])
    return Decision(known, grids, found["finished"] or len(grids) > 1, clash)
