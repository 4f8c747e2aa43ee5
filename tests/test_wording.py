"""Sentences: both languages, no gaps, and the cells they speak of are those of the step."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import xlnono
from tests.strategies import grids
from xlnono import Cell, Grade, Grid, Outcome, Puzzle, Technique
from xlnono.errors import Language
from xlnono.wording import (
    GridNames,
    fixed_cells,
    grade_name,
    outcome_name,
    technique_name,
    why,
)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_technique_outcome_and_grade_has_a_name_of_its_own(language: Language) -> None:
    for names in (
        [technique_name(technique, language) for technique in Technique],
        [outcome_name(outcome, language) for outcome in Outcome],
        [grade_name(grade, language) for grade in Grade],
    ):
        assert all(names)
        assert len(set(names)) == len(names)


def test_neighbouring_cells_are_drawn_together() -> None:
    names = GridNames()
    assert names.cells([(0, 0), (0, 1), (0, 2), (0, 4)]) == "R1C1:R1C3, R1C5"
    assert names.cells([(2, 1), (1, 1)]) == "R2C2:R3C2"
    assert names.cells([]) == ""


def test_fixed_cells_name_both_colours() -> None:
    fixed = [(0, 0, Cell.BLACK), (0, 1, Cell.BLACK), (0, 3, Cell.WHITE)]
    assert fixed_cells(fixed, GridNames(), "en") == "R1C1:R1C2 are black and R1C4 is white"
    assert fixed_cells(fixed, GridNames(), "ja") == "R1C1:R1C2 は黒、R1C4 は白"


def test_the_first_overlap_of_a_long_block_in_words() -> None:
    puzzle = Puzzle([[8], [1], [1]], [[1], [1], [1], [1], [1], [1], [1], [1], [2], [0]])
    solution = xlnono.solve(puzzle, explain=True)
    assert solution.log is not None
    step = next(step for step in solution.log if step.technique is Technique.OVERLAP)
    assert why(step, puzzle, GridNames(), "en").startswith("Between the walls, the 8 lies between")


@settings(max_examples=100, deadline=None)
@given(grids(largest=9))
def test_every_step_has_a_sentence_in_both_languages(grid: Grid) -> None:
    puzzle = Puzzle.of(grid)
    solution = xlnono.solve(puzzle, explain=True)
    assert solution.log is not None
    for step in solution.log:
        for language, ending in (("en", "."), ("ja", "。")):
            sentence = why(step, puzzle, GridNames(), "ja" if language == "ja" else "en")
            assert sentence.endswith(ending)
            assert "()" not in sentence
            assert "  " not in sentence
            assert " ," not in sentence
            if step.technique is not Technique.FINISHED_LINE and puzzle_has_blocks(puzzle, step):
                for row, column, _ in (step.fixed[0], step.fixed[-1]):
                    assert GridNames().cell(row, column) in sentence


def puzzle_has_blocks(puzzle: Puzzle, step: xlnono.Step) -> bool:
    return step.line is None or bool(puzzle.clue(step.line))
