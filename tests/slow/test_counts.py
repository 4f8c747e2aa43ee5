"""Exhaustive counts over all pictures of a size, found by others with independent programs.

For each size: how many distinct clue sets there are, how many of them have exactly one
solution, and how many of these the lines alone solve.
"""

from __future__ import annotations

from itertools import product

import pytest

import xlnono
from xlnono import Board, Outcome, Puzzle
from xlnono.engine.decide.propagation import propagate
from xlnono.model.board import runs

SMALL = [
    ((3, 3), (445, 384, 384)),
    ((3, 5), (28_068, 24_230, 24_052)),
    pytest.param((4, 4), (58_196, 52_362, 51_234), marks=pytest.mark.long),
]
LARGE = [
    ((4, 5), (915_743, 814_632, 801_832)),
    ((5, 5), (28_781_820, 25_309_575, 24_976_511)),
]


def _counts(height: int, width: int) -> tuple[int, int, int]:
    clues_of_row = [tuple(runs(row)) for row in range(1 << width)]
    clues_of_column = [tuple(runs(column)) for column in range(1 << height)]
    seen = set()
    unique = by_lines = 0
    for rows in product(range(1 << width), repeat=height):
        columns = [
            sum((row >> column & 1) << place for place, row in enumerate(rows))
            for column in range(width)
        ]
        clues = (
            tuple(clues_of_row[row] for row in rows),
            tuple(clues_of_column[column] for column in columns),
        )
        if clues in seen:
            continue
        seen.add(clues)
        puzzle = Puzzle(*clues)
        if xlnono.solve(puzzle).outcome is Outcome.UNIQUE:
            unique += 1
            board = Board(height, width)
            assert propagate(puzzle, board, range(height + width)) is None
            by_lines += not board.unknown
    return len(seen), unique, by_lines


@pytest.mark.parametrize(("size", "counts"), SMALL)
def test_all_pictures_of_a_size(size: tuple[int, int], counts: tuple[int, int, int]) -> None:
    assert _counts(*size) == counts


@pytest.mark.slow
@pytest.mark.parametrize(("size", "counts"), LARGE)
def test_all_pictures_of_a_larger_size(size: tuple[int, int], counts: tuple[int, int, int]) -> None:
    assert _counts(*size) == counts
