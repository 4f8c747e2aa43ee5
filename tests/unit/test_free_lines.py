"""Free lines and contradiction cores, by both deciding engines."""

from __future__ import annotations

from importlib import import_module
from itertools import product
from random import Random
from types import ModuleType
from typing import Any

import pytest

from xlnono import Board, Grid, Puzzle
from xlnono.engine.clock import Clock
from xlnono.engine.decide import native, search
from xlnono.engine.decide.line_clues import LineClue, UncheckedClues
from xlnono.model.board import runs

ENGINES = [search, pytest.param(native, marks=pytest.mark.skipif(not native.AVAILABLE, reason=""))]
MANY = 100


def _clues(grid: Grid) -> UncheckedClues:
    return UncheckedClues(grid.height, grid.width, Puzzle.of(grid).clues)


def _random_grid(random: Random, height: int, width: int, black: float) -> Grid:
    return Grid.from_cells([[random.random() < black for _ in range(width)] for _ in range(height)])


def _fits(grid: Grid, clues: tuple[LineClue, ...]) -> bool:
    lines = (*grid.row_clues(), *grid.column_clues())
    return all(clue in (None, tuple(line)) for clue, line in zip(clues, lines, strict=True))


def _all_pictures(height: int, width: int) -> list[Grid]:
    return [Grid(rows, width) for rows in product(range(1 << width), repeat=height)]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_free_line_may_have_any_clue(engine: ModuleType) -> None:
    pictures = _all_pictures(3, 3)
    random = Random(1)
    for _ in range(40):
        clues = _clues(random.choice(pictures))
        trials = [dict.fromkeys(random.sample(range(6), k)) for k in (0, 1, 2, 6)]
        start = Board(3, 3)
        found = engine.decide_each(clues, trials, start, 1000, Clock())
        for changes, solved in zip(trials, found, strict=True):
            expected = {grid for grid in pictures if _fits(grid, clues.changed(changes).clues)}
            assert solved.complete
            assert len(solved.found) == len(expected)
            assert {Grid(masks[:3], 3) for masks in solved.found} == expected
            for masks in solved.found:
                assert tuple(masks) == tuple(Board.of(Grid(masks[:3], 3)).black)


@pytest.mark.parametrize("engine", ENGINES)
def test_no_more_pictures_than_asked_for(engine: ModuleType) -> None:
    clues = _clues(Grid.from_text("#.. .#. ..#"))
    (found,) = engine.decide_each(clues, [{}], Board(3, 3), 4, Clock())
    assert len(found.found) == 4
    assert not found.complete


@pytest.mark.parametrize("engine", ENGINES)
def test_trials_end_when_time_is_up(engine: ModuleType) -> None:
    clues = _clues(Grid.from_text("#.. .#. ..#"))
    assert not list(engine.decide_each(clues, [{}], Board(3, 3), 4, Clock.start(0)))
    assert engine.contradiction_cores(clues, [{}], Board(3, 3), Clock.start(0)) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_the_lines_of_a_core_have_no_common_picture(engine: ModuleType) -> None:
    random = Random(2)
    found = 0
    for _ in range(60):
        grid = _random_grid(random, 8, 9, random.uniform(0.4, 0.7))
        line = random.randrange(17)
        other = tuple(runs(random.randrange(1 << (9 if line < 8 else 8))))
        clues = _clues(grid).changed({line: other})
        (core,) = engine.contradiction_cores(clues, [{}], Board(8, 9), Clock())
        if not core:
            continue
        found += 1
        assert line in core
        others = {k: None for k in range(17) if k not in core}
        (decided,) = search.decide_each(clues, [others], Board(8, 9), 1, Clock())
        assert decided.complete
        assert not decided.found
    assert found > 20


@pytest.mark.parametrize("engine", ENGINES)
def test_there_is_no_core_without_a_contradiction(engine: ModuleType) -> None:
    for text in ("#.. .#. ..#", "##. #.# .##"):
        clues = _clues(Grid.from_text(text))
        assert engine.contradiction_cores(clues, [{}], Board(3, 3), Clock()) == [[]]


@pytest.mark.parametrize("engine", ENGINES)
def test_givens_take_part_in_a_contradiction(engine: ModuleType) -> None:
    clues = _clues(Grid.from_text("##. #.. ..."))
    start = Board.from_text("??# ??? ???")
    assert engine.contradiction_cores(clues, [{5: None}], start, Clock()) == [[0, 2, 3]]
    assert engine.contradiction_cores(clues, [{5: None}], Board(3, 3), Clock()) == [[]]


@pytest.mark.skipif(not native.AVAILABLE, reason="only the kernel searches for cores")
def test_the_core_of_a_search_has_no_common_picture() -> None:
    random = Random(3)
    searched = 0
    for _ in range(300):
        grid = _random_grid(random, 12, 12, 0.45)
        clues = _clues(grid)
        line = random.randrange(24)
        clue = list(clues.clues[line] or ())
        if len(clue) < 2:
            continue
        clues = clues.changed({line: tuple(clue[::-1])})
        start = Board(12, 12)
        (core,) = native.contradiction_cores(clues, [{}], start, Clock())
        if not core or search.contradiction_cores(clues, [{}], start, Clock()) != [[]]:
            continue
        searched += 1
        others = {k: None for k in range(24) if k not in core}
        (decided,) = native.decide_each(clues, [others], start, 1, Clock())
        assert decided.complete
        assert not decided.found
    assert searched > 5


@pytest.mark.skipif(not native.AVAILABLE, reason="there is only the Python engine")
@pytest.mark.parametrize("change", [(-1, None), (2, None), (0, [2]), (1, [0])])
def test_changes_that_make_no_sense_are_refused(change: tuple[int, list[int] | None]) -> None:
    kernel: Any = import_module("xlnono.engine._kernel")
    for solve_each in (kernel.decide_each, kernel.contradiction_cores):
        with pytest.raises(ValueError, match=r"no such line|at least one cell|does not fit"):
            solve_each([[1]], [[1]], [[change]])
