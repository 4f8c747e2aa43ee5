"""Logs, replayed by a checker that shares no code with the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import xlnono
from tests.support.log_checker import Wrong, check_log
from xlnono import Grid, Puzzle
from xlnono.model.steps import Log, Technique
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.xlsx.book import open_book

SAMPLES = sorted((Path(__file__).parents[2] / "samples").glob("*.xlsx"))


def _explained(puzzle: Puzzle) -> Log:
    log = xlnono.solve(puzzle, explain=True).log
    assert log is not None
    return log


def _sample(path: Path) -> Puzzle:
    (sheet,) = open_book(path).sheets()
    return read_puzzle(sheet).puzzle


def _random_puzzles(count: int) -> Iterator[Puzzle]:
    rng = random.Random(4)
    for _ in range(count):
        height, width = rng.randint(3, 11), rng.randint(3, 11)
        share = rng.uniform(0.3, 0.7)
        cells = [[rng.random() < share for _ in range(width)] for _ in range(height)]
        yield Puzzle.of(Grid.from_cells(cells))


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=pytest.mark.long if "40x40" in path.name else ())
        for path in SAMPLES
        if "45x45" not in path.name
    ],
    ids=lambda path: path.stem,
)
def test_the_logs_of_the_samples_hold(path: Path) -> None:
    puzzle = _sample(path)
    log = _explained(puzzle)
    assert check_log(log, puzzle) >= len(log)


def test_the_logs_of_random_puzzles_hold() -> None:
    used = set()
    for puzzle in _random_puzzles(60):
        log = _explained(puzzle)
        check_log(log, puzzle)
        used |= {step.technique for step in log}
    assert Technique.CONTRADICTION in used


def test_a_chain_from_another_position_is_not_used_behind_an_earlier_contradiction() -> None:
    """In the plan of this puzzle, more is known than where some of its chains were found."""
    rng = random.Random(22)
    height, width, share = rng.randint(18, 25), rng.randint(18, 25), rng.uniform(0.4, 0.6)
    cells = [[rng.random() < share for _ in range(width)] for _ in range(height)]
    puzzle = Puzzle.of(Grid.from_cells(cells))
    log = _explained(puzzle)
    assert Technique.CONTRADICTION in {step.technique for step in log}
    check_log(log, puzzle)


def test_the_checker_finds_what_does_not_follow() -> None:
    puzzle = _sample(next(path for path in SAMPLES if path.name.startswith("contradiction")))
    steps = _explained(puzzle).steps
    start = _explained(puzzle).start
    for number, step in enumerate(steps):
        if step.line is None:
            (branch,) = step.branches
            wrong = step._replace(branches=(branch._replace(chain=branch.chain[:-1]),))
        else:
            row, column, colour = step.fixed[0]
            wrong = step._replace(fixed=((row, column, colour.opposite), *step.fixed[1:]))
        with pytest.raises(Wrong, match=f"step {number + 1}\\b"):
            check_log(Log(start, [*steps[:number], wrong]), puzzle)
