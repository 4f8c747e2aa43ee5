"""How grids, puzzles and solutions look at a prompt and in a notebook."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree

import pytest
from hypothesis import given

from tests.support.strategies import grids
from xlnono import Axis, Board, Grid, Line, Outcome, Puzzle, Solution, solve

PICTURE = Grid.from_text(".#.#. ##### ##### .###. ..#..")
SVG = "{http://www.w3.org/2000/svg}"


def shapes(shown: Grid | Solution, name: str) -> int:
    """How many shapes of a class the notebook's picture of something has."""
    root = ElementTree.fromstring(shown._repr_svg_())  # type: ignore[union-attr]
    return sum(element.get("class") == name for element in root.iter())


@given(grids())
def test_small_grids_and_puzzles_look_like_the_code_that_makes_them(grid: Grid) -> None:
    puzzle, board = Puzzle.of(grid), Board.of(grid)
    assert eval(repr(grid)) == grid
    assert eval(repr(board)) == board
    assert eval(repr(puzzle)) == puzzle


@pytest.mark.parametrize("empty", [Grid((), 0), Grid((0, 0), 0)])
def test_a_grid_without_cells_has_a_short_form_and_no_picture(empty: Grid) -> None:
    assert repr(empty) == f"<Grid {empty.height}x0, 0 black cells>"
    assert empty._repr_svg_() is None  # type: ignore[attr-defined]


def test_large_ones_are_summed_up_in_a_line() -> None:
    grid = Grid.from_cells([[True] * 200] * 100)
    assert repr(grid) == "<Grid 100x200, 20,000 black cells>"
    assert repr(Puzzle.of(grid)) == "<Puzzle 100x200, 20,000 black cells>"
    assert repr(Board(100, 200)) == "<Board 100x200, 0 of 20,000 cells known>"
    wide = Grid.from_cells([[True] * 200] * 200)
    assert wide._repr_svg_() is None  # type: ignore[attr-defined]


def test_a_solution_says_what_came_of_it() -> None:
    puzzle = Puzzle.of(PICTURE)
    assert repr(solve(puzzle)) == "<Solution unique: 5x5, 25 of 25 cells known>"
    explained = solve(puzzle, explain=True)
    assert repr(explained) == "<Solution unique: 5x5, 25 of 25 cells known, 12 steps, easy, 1.0>"


def test_a_notebook_shows_the_black_cells_of_a_grid_and_its_clues() -> None:
    assert shapes(PICTURE, "black") == 16
    root = ElementTree.fromstring(PICTURE._repr_svg_())  # type: ignore[attr-defined]
    clues = [element.text for element in root.iter(f"{SVG}text")]
    assert sorted(clues) == sorted(["1", "1", "5", "5", "3", "1", "2", "4", "4", "4", "2"])


def test_a_notebook_shows_what_is_certain_and_where_two_solutions_differ() -> None:
    several = solve(Puzzle(rows=[[1], [1]], columns=[[1], [1], []]))
    assert several.outcome is Outcome.MULTIPLE
    assert (shapes(several, "white"), shapes(several, "new")) == (2, 4)
    unique = solve(Puzzle.of(PICTURE))
    assert (shapes(unique, "black"), shapes(unique, "new")) == (16, 0)


def test_a_notebook_highlights_a_line_that_no_arrangement_fits() -> None:
    givens = Board.from_text("#.. ... ...".replace(".", "?"))
    impossible = solve(Puzzle(rows=[[], [1], []], columns=[[], [1], []]), givens)
    assert impossible.outcome is Outcome.NONE
    assert impossible.contradiction in (Line(Axis.ROW, 0), Line(Axis.COLUMN, 0))
    root = ElementTree.fromstring(impossible._repr_svg_())  # type: ignore[attr-defined]
    (band,) = (element for element in root.iter() if element.get("class") == "band")
    assert band.get("d")


def test_pictures_are_loaded_when_one_is_shown() -> None:
    code = "import sys, xlnono; assert not [m for m in sys.modules if 'render' in m or m == 'PIL']"
    subprocess.run([sys.executable, "-c", code], check=True)
