"""Puzzles whose blocks have few positions are decided by clauses, as soon as lines have met
thirty conflicts."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from xlnono import Grid, Puzzle
from xlnono.engine.decide import native

if not native.AVAILABLE:
    if os.environ.get("XLNONO_REQUIRE_KERNEL"):
        pytest.fail("the kernel is required, and it could not be compiled", pytrace=False)
    pytest.skip("the kernel could not be compiled here", allow_module_level=True)

_kernel: Any = import_module("xlnono.engine._kernel")

WHITE, UNKNOWN, BLACK = range(3)


def _pieces(number: int) -> Puzzle:
    """A square of pieces of one and two cells, which has exactly two solutions. It takes over
    thirty conflicts from the number 6."""
    rows = [[2], [1], *[[2, 1], [1]] * (number - 1), [1]]
    return Puzzle(rows, [clue[::-1] for clue in reversed(rows)])


def _decide(puzzle: Puzzle, **options: Any) -> dict[str, Any]:
    # A minute, so that what does not stop as it should ends all the same.
    found: dict[str, Any] = _kernel.decide(
        puzzle.rows, puzzle.columns, **{"seconds": 60.0, **options}
    )
    assert found["conflicts"] > 30
    return found


def _grids(pictures: Any, puzzle: Puzzle) -> list[Grid]:
    return [
        Grid(tuple(int.from_bytes(line, "little") for line in lines[: puzzle.height]), puzzle.width)
        for lines in pictures
    ]


def _givens(puzzle: Puzzle, colour: int) -> np.ndarray[Any, Any]:
    """The lower left corner in a colour: the two pictures differ in it."""
    marks = np.full((puzzle.height, puzzle.width), UNKNOWN, np.uint8)
    marks[-1, 0] = colour
    return marks


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
@pytest.mark.parametrize("number", [6, 7])
def test_all_pictures_are_found_and_no_picture_twice(number: int, seed: int) -> None:
    puzzle = _pieces(number)
    found = _decide(puzzle, solutions=10, seed=seed)
    pictures = _grids(found["solutions"], puzzle)
    assert found["finished"]
    assert all(puzzle.accepts(picture) for picture in pictures)
    assert len(pictures) == len(set(pictures)) == 2


def test_it_stops_at_the_last_picture_that_was_asked_for() -> None:
    found = _decide(_pieces(7), solutions=2)
    assert len(found["solutions"]) == 2
    assert not found["finished"]


@pytest.mark.parametrize("colour", [WHITE, BLACK])
def test_the_only_picture_with_a_given_is_proved_to_be_the_only_one(colour: int) -> None:
    puzzle = _pieces(7)
    found = _decide(puzzle, givens=_givens(puzzle, colour))
    (picture,) = _grids(found["solutions"], puzzle)
    assert found["finished"]
    assert puzzle.accepts(picture)
    assert picture.rows[-1] & 1 == (colour == BLACK)
    assert found["black"] == found["solutions"][0]


def test_no_picture_is_found_where_there_is_none() -> None:
    rows = [[2], [2], *[[2, 2], [2]] * 7, [2], [2]]
    puzzle = Puzzle(rows, [clue[::-1] for clue in reversed(rows)])
    found = _decide(puzzle)
    assert found["finished"]
    assert found["solutions"] == []


@pytest.mark.parametrize("conflicts", [31, 101, 700])
def test_what_is_known_at_the_limit_of_conflicts_is_so(conflicts: int) -> None:
    puzzle = _pieces(8)
    givens = _givens(puzzle, BLACK)
    found = _decide(puzzle, givens=givens, conflicts=conflicts)
    assert not found["finished"]
    assert found["conflicts"] == conflicts
    (picture,) = _grids(_decide(puzzle, givens=givens)["solutions"], puzzle)
    known = (_grids([found[colour]], puzzle)[0].rows for colour in ("black", "white"))
    for row, black, white in zip(picture.rows, *known, strict=True):
        assert black & ~row == 0
        assert white & row == 0


def test_a_free_line_may_have_any_cells() -> None:
    puzzle = _pieces(6)
    ((pictures, finished),) = _kernel.decide_each(
        puzzle.rows, puzzle.columns, [[(2 * puzzle.height - 1, None)]], solutions=5000, seconds=60.0
    )
    # Every line is padded to two bytes.
    lines = [[one[k : k + 2] for k in range(0, len(one), 2)] for one in pictures]
    grids = _grids(lines, puzzle)
    assert finished
    assert len(set(grids)) == len(grids)
    assert all(Puzzle.of(grid).clues[:-1] == puzzle.clues[:-1] for grid in grids)
    assert set(_grids(_decide(puzzle)["solutions"], puzzle)) <= set(grids)
