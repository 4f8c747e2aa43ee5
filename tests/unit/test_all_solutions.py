"""All solutions of a puzzle that has several: counted, shown, and what they have in common."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import xlnono
from tests.support.command_line import Run, english_command_line
from xlnono import Grid, Outcome, Puzzle
from xlnono.engine.decide import native
from xlnono.wording import GridNames
from xlnono.wording.remarks import remarks

ROOKS = Puzzle([[1]] * 4, [[1]] * 4)
"""One black cell in every line: 24 solutions."""
CORNER = Puzzle.of(Grid.from_text("##... ##... ...#. ....#"))
"""Two cells on a diagonal can change places with two others; the rest is settled."""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return english_command_line(capsys, monkeypatch)


@pytest.fixture(params=[True, False], ids=["kernel", "python"])
def _engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param and not native.AVAILABLE:
        pytest.skip("the kernel could not be compiled here")
    monkeypatch.setattr(native, "AVAILABLE", request.param)


@pytest.mark.usefixtures("_engine")
@pytest.mark.parametrize(
    ("wanted", "found", "all_found"),
    [(2, 2, False), (23, 23, False), (24, 24, True), (50, 24, True)],
)
def test_solutions_are_counted_up_to_the_number_wanted(
    wanted: int, found: int, all_found: bool
) -> None:
    solution = xlnono.solve(ROOKS, solutions=wanted)
    assert solution.outcome is Outcome.MULTIPLE
    assert len(solution.solutions) == len(set(solution.solutions)) == found
    assert all(ROOKS.accepts(grid) for grid in solution.solutions)
    assert solution.all_found is all_found


@pytest.mark.usefixtures("_engine")
@pytest.mark.parametrize("explain", [False, True])
def test_what_all_solutions_share_is_known(explain: bool) -> None:
    solution = xlnono.solve(CORNER, solutions=10, explain=explain)
    assert solution.all_found
    assert solution.differing == [(2, 3), (2, 4), (3, 3), (3, 4)]
    assert solution.known.unknown == 4


def test_a_single_solution_is_the_only_one() -> None:
    solution = xlnono.solve(Puzzle([[1]], [[1]]), solutions=10)
    assert (solution.outcome, solution.all_found) == (Outcome.UNIQUE, True)
    assert solution.differing == []


def test_less_than_two_solutions_cannot_be_asked_for() -> None:
    with pytest.raises(ValueError, match="two solutions"):
        xlnono.solve(ROOKS, solutions=1)


def test_the_count_and_every_solution_are_shown(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "rooks.csv"
    path.write_text("1\n" * 3 + "\n" + "1\n" * 3)
    said = run("show", path, "--solutions", 10)
    assert "There are exactly 6 solutions; 0 cells have the same colour in all of them." in said.out
    assert "They differ in 9 cells: " in said.out
    assert "Solution 6:" in said.out
    assert "Solution 7:" not in said.out
    assert "There are at least 5 solutions" in run("check", path, "--solutions", 5).out
    assert "解はちょうど 6 個" in run("check", path, "--solutions", 6, "--lang", "ja").out


@pytest.mark.parametrize(
    ("all_found", "english", "japanese"),
    [
        (True, "exactly 4 solutions; 1 cell has the same colour in all of them.", "ちょうど 4 個"),
        (False, "at least 4 solutions; 1 cell has the same colour in those", "少なくとも 4 個"),
    ],
)
def test_a_single_cell_that_all_solutions_share_is_not_counted_in_the_plural(
    all_found: bool, english: str, japanese: str
) -> None:
    puzzle = Puzzle([[1], [2], [1]], [[1], [2], [1]])
    solution = replace(xlnono.solve(puzzle, solutions=9), all_found=all_found)
    said, _ = remarks(solution, puzzle, GridNames(), "en")
    assert said.startswith(f"There are {english}")
    said, _ = remarks(solution, puzzle, GridNames(), "ja")
    assert said.startswith(f"解は{japanese}")
    assert said.endswith("同じ色のマスは 1 個です。")


def test_a_puzzle_file_is_solved_with_all_pictures(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "rooks.csv"
    path.write_text("1\n1\n\n1\n1\n")
    assert "exactly 2 solutions" in run("solve", path, "--solutions", 9).out
    assert (tmp_path / "rooks.xlsx").exists()


@pytest.mark.parametrize("number", ["1", "0", "many", "10000"])
def test_odd_numbers_of_solutions_are_refused(number: str, run: Run, tmp_path: Path) -> None:
    said = run("show", tmp_path / "a.non", "--solutions", number)
    assert said.code == 2
    assert "from 2 to 9999" in said.error
