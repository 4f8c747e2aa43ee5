"""Repairs of ambiguous pictures: proved, small, and hard to see."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from openpyxl import load_workbook

import xlnono
from tests.support.command_line import Run, english_command_line
from tests.support.strategies import examples, grids
from xlnono import Cell, Grid, Outcome, Puzzle
from xlnono.engine.clock import Clock
from xlnono.engine.decide import search
from xlnono.formats import non
from xlnono.formats.puzzle_file import PuzzleFile
from xlnono.formats.registry import read
from xlnono.jobs.results import Result
from xlnono.making.repair import FEW_CELLS, MOST_CHOICES, find_repairs
from xlnono.making.visibility import visibility
from xlnono.model.repair import flipped
from xlnono.templates.template import filled

DIE = Grid.from_text(
    """
    ########
    #......#
    #.#....#
    #..#...#
    #......#
    #####.##
    """
)
"""Two pips on a diagonal can change places."""
THREE_DICE = Grid.from_text(
    "\n".join([f"{row}.{row}.{row}" for row in DIE.text().split("\n")] + ["." * 26] + ["#" * 26])
)


@examples(40)
@given(grids())
def test_every_repair_leaves_one_solution(grid: Grid) -> None:
    found = find_repairs(grid, seconds=20)
    unique = xlnono.solve(Puzzle.of(grid)).outcome is Outcome.UNIQUE
    assert (not found.open_cells) is unique
    assert len({len(repair.cells) for repair in found.choices}) <= 1
    for repair in found.choices:
        assert repair.before == grid
        assert 1 <= len(repair.cells) <= FEW_CELLS
        assert sorted(grid.differing(repair.after)) == sorted(repair.cells)
        decision = search.decide(Puzzle.of(repair.after), _blank(grid), Clock())
        assert decision.grids == [repair.after]


@examples(40)
@given(grids())
def test_a_single_change_of_a_cell_in_question_is_not_missed(grid: Grid) -> None:
    found = find_repairs(grid, seconds=20)
    enough = [
        cell
        for cell in found.open_cells
        if len(search.decide(Puzzle.of(flipped(grid, [cell])), _blank(grid), Clock()).grids) == 1
    ]
    if enough:
        assert {len(repair.cells) for repair in found.choices} == {1}
        assert len(found.choices) >= min(len(enough), MOST_CHOICES)


def _blank(grid: Grid) -> xlnono.Board:
    return xlnono.Board(grid.height, grid.width)


def test_no_single_cell_would_have_done_where_two_are_changed() -> None:
    dice, changed = Random(1), 0
    for _ in range(40):
        grid = Grid.from_cells([[dice.random() < 0.45 for _ in range(7)] for _ in range(7)])
        found = find_repairs(grid, seconds=20)
        if not found.choices or len(found.choices[0].cells) < 2:
            continue
        changed += 1
        for cell in found.open_cells:
            assert xlnono.solve(Puzzle.of(flipped(grid, [cell]))).outcome is Outcome.MULTIPLE
    assert changed >= 3


def test_cells_that_are_open_in_several_places_are_repaired_together() -> None:
    found = find_repairs(THREE_DICE, seconds=20)
    repair = found.choices[0]
    assert len(found.open_cells) == 12
    assert len(repair.cells) == 3
    assert xlnono.solve(Puzzle.of(repair.after)).outcome is Outcome.UNIQUE


def test_a_repair_says_which_clues_change() -> None:
    repair = find_repairs(DIE).choices[0]
    old, new = Puzzle.of(repair.before), Puzzle.of(repair.after)
    assert len(repair.clues()) == 2
    for line, clue in repair.clues():
        assert old.clue(line) != clue == new.clue(line)
    assert sorted(repair.colours(Cell.BLACK) + repair.colours(Cell.WHITE)) == list(repair.cells)


def test_without_time_nothing_is_claimed() -> None:
    found = find_repairs(DIE, seconds=0)
    assert not found.decided
    assert found.choices == ()


def test_the_progress_can_stop_it() -> None:
    def stop(known: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        find_repairs(DIE, progress=stop)


SQUARE = Grid.from_text(
    """
    .......
    .####..
    .####..
    .####..
    .....#.
    """
)


@pytest.mark.parametrize(
    ("better", "worse", "why"),
    [
        ((1, 1), (1, 2), "a corner is less visible than an edge"),
        ((1, 2), (2, 2), "an edge is less visible than the interior"),
        ((2, 5), (0, 6), "a bulge is less visible than a new speck"),
        ((1, 4), (3, 3), "a corner is less visible than a cell beside which a speck remains"),
    ],
)
def test_what_stands_out_less(better: tuple[int, int], worse: tuple[int, int], why: str) -> None:
    assert visibility(SQUARE, [better]) < visibility(SQUARE, [worse]), why


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return english_command_line(capsys, monkeypatch)


def _written(path: Path, goal: Grid) -> Path:
    path.write_bytes(non.write(PuzzleFile(Puzzle.of(goal), goal=goal)))
    return path


def test_check_offers_repairs_of_the_picture_in_a_file(run: Run, tmp_path: Path) -> None:
    path = _written(tmp_path / "die.non", DIE)
    said = run("check", path).out
    assert "leaves only one solution (the picture is that of the file):" in said
    assert "    1. make R" in said
    assert f"xlnono make --puzzle {path} --repair NEW.xlsx" in said
    assert "元の絵はファイルの絵" in run("check", path, "--lang", "ja").out


def test_check_of_a_filled_grid_repairs_that_picture(run: Run, tmp_path: Path) -> None:
    puzzle, path = Puzzle.of(DIE), tmp_path / "die.xlsx"
    filled(path, puzzle.rows, puzzle.columns, marks=xlnono.Board.of(DIE))
    said = run("check", path).out
    assert "leaves only one solution (the picture is that in the grid):" in said


def test_a_puzzle_is_repaired_in_a_new_file(run: Run, tmp_path: Path) -> None:
    path = _written(tmp_path / "die.non", DIE)
    refused = run("make", "--puzzle", path, tmp_path / "new.non")
    assert refused.code == 1
    assert "add --repair" in refused.error
    said = run("make", "--puzzle", path, tmp_path / "new.non", "--repair")
    assert said.code == 0
    assert "only one solution is left: make R" in said.out
    assert "  Before:\n████████████████\n" in said.out
    assert "▓▓" in said.out.split("  Before:")[1].split("  After:")[0] + said.out.split("After:")[1]
    (found,) = read((tmp_path / "new.non").read_bytes())
    assert found.goal is not None
    assert len(found.goal.differing(DIE)) == 1
    assert xlnono.solve(found.puzzle).grid == found.goal
    assert _written(tmp_path / "again.non", DIE).read_bytes() == path.read_bytes()


def test_a_puzzle_with_one_solution_needs_no_repair(run: Run, tmp_path: Path) -> None:
    path = _written(tmp_path / "box.non", Grid.from_text("## ##"))
    said = run("make", "--puzzle", path, tmp_path / "new.xlsx", "--repair")
    assert said.code == 0
    assert "Before" not in said.out
    assert "2×2, one solution, easy" in said.out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--puzzle", "none.csv"), 3, "no solution"),
        (("--puzzle", "missing.non"), 3, "cannot be read"),
        (("--puzzle", "none.csv", "--seed", "1"), 2, "--seed only works with --random"),
        (("--puzzle", "none.csv", "--random", "5x5"), 2, "just one of"),
        (
            ("--random", "5x5", "--repair"),
            2,
            "--repair only works with --picture / --drawing / --puzzle",
        ),
    ],
)
def test_what_cannot_be_repaired(
    words: tuple[str, ...],
    code: int,
    said: str,
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "none.csv").write_text("2\n1\n2\n\n1 1\n1\n1 1\n")
    answer = run("make", *words, "new.xlsx")
    assert answer.code == code
    assert said in answer.error
    assert not (tmp_path / "new.xlsx").exists()


def test_a_batch_proposes_repairs_as_data_and_in_its_reports(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "rooks.xlsx"
    filled(source, [[1], [1]], [[1], [1]])
    to_out = source, "--out", tmp_path / "out", "--jobs", 1
    line = run("batch", *to_out, "--json").out
    assert json.loads(Result.from_json(line).to_json()) == json.loads(line)
    (found,) = json.loads(line)["repairs"]
    assert found["meant"] == "first-solution"
    assert found["choices"][0] == {
        "cells": [{"cell": "C9", "colour": "white"}],
        "clues": [{"line": "row 1", "clue": []}, {"line": "column 1", "clue": []}],
    }
    assert "make C9 white (row 1: 0; column 1: 0), or make D10 white" in found["en"]
    run("batch", *to_out, "--resume", "--report", tmp_path / "report.xlsx")
    book = load_workbook(tmp_path / "report.xlsx")
    assert book.sheetnames == ["Summary", "Puzzles", "Errors", "Repairs"]
    assert book["Repairs"]["D2"].value == found["en"]
    run("batch", *to_out, "--resume", "--report", tmp_path / "report.csv")
    assert found["en"] in (tmp_path / "report.csv").read_text("utf-8-sig")
    fast = run("batch", source, "--out", tmp_path / "fast", "--no-explain", "--json").out
    assert json.loads(fast)["repairs"] == []
