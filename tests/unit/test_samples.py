"""The sample workbooks: they are what the script makes, and what their names say."""

from __future__ import annotations

import re
import runpy
import zipfile
from functools import cache
from pathlib import Path

import pytest

from xlnono import Outcome, Puzzle, Solution, solve
from xlnono.engine.decide.propagation import propagate
from xlnono.errors import InvalidPuzzle
from xlnono.model.board import Board, Cell, Grid
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.puzzle_sheet.spots import find_layout
from xlnono.spreadsheet.sheet import Sheet
from xlnono.xlsx.book import open_book

SAMPLES = Path(__file__).parents[2] / "samples"
UNIQUE = sorted(path.stem for path in SAMPLES.glob("*.xlsx"))
ODD = sorted(path.stem for path in (SAMPLES / "odd").glob("*.xlsx"))
NAMES = sorted([*UNIQUE, *ODD])
BEYOND_LINES = {
    "complete-line-rosette-17x17",
    "contradiction-umbrella-12x11",
    "recursion-static-14x12",
    "tiles-16x18",
    "trophy-10x11",
}


@cache
def sheet(name: str) -> Sheet:
    (only,) = open_book(SAMPLES / file(name)).sheets()
    return only


def file(name: str) -> str:
    return f"odd/{name}.xlsx" if name in ODD else f"{name}.xlsx"


def puzzle(name: str) -> Puzzle:
    return read_puzzle(sheet(name)).puzzle


def picture(name: str) -> Grid:
    (match,) = [path for path in (SAMPLES / "pictures").iterdir() if name.endswith(path.stem)]
    return Grid.from_text(match.read_text(encoding="utf-8"))


def solved_by_lines(name: str) -> bool:
    this = puzzle(name)
    board = Board(this.height, this.width)
    assert propagate(this, board, range(len(this.clues))) is None
    return board.unknown == 0


def solved(name: str) -> Solution:
    return solve(puzzle(name), seconds=60)


def test_samples_are_what_the_script_makes(tmp_path: Path) -> None:
    runpy.run_path(str(SAMPLES / "make.py"))["make"](tmp_path)
    assert sorted(path.stem for path in tmp_path.rglob("*.xlsx")) == NAMES
    for name in NAMES:
        with (
            zipfile.ZipFile(SAMPLES / file(name)) as committed,
            zipfile.ZipFile(tmp_path / file(name)) as made,
        ):
            assert committed.namelist() == made.namelist()
            for part in committed.namelist():
                assert committed.read(part) == made.read(part), (name, part)


def test_every_sample_is_in_the_table() -> None:
    table = (SAMPLES / "README.md").read_text(encoding="utf-8")
    solved, _, odd = table.partition("`odd/`")
    for part, names in ((solved, UNIQUE), (odd, ODD)):
        assert sorted(re.findall(r"^\| `(.+)\.xlsx`", part, re.MULTILINE)) == names


def test_every_picture_is_used() -> None:
    pictures = [path.stem for path in (SAMPLES / "pictures").iterdir()]
    assert all(any(name.endswith(stem) for name in NAMES) for stem in pictures)


@pytest.mark.parametrize("name", NAMES)
def test_names_tell_the_size(name: str) -> None:
    grid = find_layout(sheet(name)).grid
    assert name.endswith(f"-{grid.height}x{grid.width}")


@pytest.mark.parametrize("name", UNIQUE)
def test_the_picture_is_the_only_solution(name: str) -> None:
    solution = solved(name)
    assert solution.outcome is Outcome.UNIQUE
    assert solution.grid == picture(name)


@pytest.mark.parametrize("name", UNIQUE)
def test_all_are_solved_line_by_line_but_those_that_show_more(name: str) -> None:
    assert solved_by_lines(name) is (name not in BEYOND_LINES)


def test_one_has_exactly_two_solutions() -> None:
    name = "two-solutions-die-10x10"
    solution = solved(name)
    assert solution.outcome is Outcome.MULTIPLE
    assert solution.grid is not None
    assert solution.other is not None
    assert {solution.grid, solution.other} == {picture(name), picture(name).mirrored()}
    for state in (Cell.BLACK, Cell.WHITE):
        givens = Board(10, 10)
        givens.fix(3, 3, state)
        assert solve(puzzle(name), givens).outcome is Outcome.UNIQUE


def test_one_has_a_row_without_black_cells() -> None:
    assert () in puzzle("blank-line-cup-10x10").rows


def test_one_is_half_filled_in() -> None:
    name = "half-done-boat-15x15"
    marks = read_puzzle(sheet(name)).marks.text().split()
    assert marks[:8] == picture(name).text().split()[:8]
    assert marks[8:] == ["?" * 15] * 7
    assert solve(puzzle(name), read_puzzle(sheet(name)).marks).grid == picture(name)


def test_one_has_a_misprint() -> None:
    with pytest.raises(InvalidPuzzle, match="row 6 has the clue 31"):
        puzzle("mistake-teapot-12x15")


def test_both_languages_occur() -> None:
    assert {sheet(name).title for name in NAMES} == {"Puzzle", "問題"}
