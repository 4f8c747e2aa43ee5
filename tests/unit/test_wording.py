"""Sentences: both languages, no gaps, and the cells they speak of are those of the step."""

from __future__ import annotations

import pytest
from hypothesis import given

import xlnono
from tests.support.strategies import examples, grids
from xlnono import Cell, Difficulty, Grade, Grid, Outcome, Puzzle, Technique
from xlnono.language import Language
from xlnono.model.board import Axis, Line
from xlnono.model.steps import BlockBounds, Branch, Link, Step
from xlnono.wording import (
    GridNames,
    fixed_cells,
    grade_name,
    outcome_name,
    rated,
    rounds_in_words,
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
    assert fixed_cells(fixed, GridNames(), "ja") == "R1C1:R1C2は黒、R1C4は白"


def in_words(
    technique: Technique,
    clue: list[int],
    fixed: str,
    bounds: tuple[tuple[int, int, int], ...] = (),
) -> tuple[str, str]:
    """What is said of a step on row 1; `fixed` shows the cells that it settles."""
    row = Line(Axis.ROW, 0)
    columns = [[1]] * sum(clue) + [[0]] * (len(fixed) - sum(clue))
    cells = tuple(
        (0, column, Cell.BLACK if sign == "#" else Cell.WHITE)
        for column, sign in enumerate(fixed)
        if sign != "?"
    )
    places = tuple(BlockBounds(*place) for place in bounds)
    step = Step(technique, row, cells, (), places)
    puzzle = Puzzle([clue], columns)
    return why(step, puzzle, GridNames(), "en"), why(step, puzzle, GridNames(), "ja")


def test_a_block_that_can_slide() -> None:
    english, japanese = in_words(Technique.OVERLAP, [4], "?##??", ((0, 0, 4),))
    assert english == (
        "Counting from both ends, the 4 lies between R1C1 and R1C5, so R1C2:R1C3 are black in any "
        "case."
    )
    assert japanese == ("両端から数えると「4」はR1C1〜R1C5の中なので、どう置いてもR1C2:R1C3は黒。")


def test_blocks_that_cannot_slide() -> None:
    english, japanese = in_words(Technique.OVERLAP, [1, 3], "#.###", ((0, 0, 0), (1, 2, 4)))
    assert english == (
        "Counting from both ends, the 1 lies on R1C1 and the 3 lies on R1C3:R1C5, so R1C1, "
        "R1C3:R1C5 are black and R1C2 is white."
    )
    assert japanese == (
        "両端から数えると「1」はR1C1、「3」はR1C3:R1C5なので、R1C1, R1C3:R1C5は黒、R1C2は白。"
    )


def test_equal_blocks_are_numbered() -> None:
    english, japanese = in_words(Technique.RUN_CLOSED, [1, 1, 2], "?.?????", ((0, 0, 2), (1, 2, 4)))
    assert english == (
        "The run is as long as any block that can own it (the 1st 1 and the 2nd 1), so R1C2 is "
        "white."
    )
    assert japanese == (
        "黒マスの並びに入りうる数字(1番目の「1」、2番目の「1」)は、どれも同じ長さなので完成。R1C2は白。"
    )


@pytest.mark.parametrize(
    ("fixed", "bounds", "english", "japanese"),
    [
        (
            "..????",
            ((1, 0, 4),),
            "The gap is too small for the 3, the only block that reaches it, so R1C1:R1C2 are "
            "white.",
            "ここに届く数字は「3」だけで、すき間に入らないので、R1C1:R1C2は白。",
        ),
        (
            ".?.???",
            ((0, 0, 4), (1, 0, 4)),
            "The gaps are too small for any block that reaches them (the 2 and the 3), so R1C1, "
            "R1C3 are white.",
            "ここに届く数字(「2」、「3」)は、どれもすき間に入らないので、R1C1, R1C3は白。",
        ),
    ],
)
def test_gaps(
    fixed: str, bounds: tuple[tuple[int, int, int], ...], english: str, japanese: str
) -> None:
    assert in_words(Technique.GAP_TOO_SMALL, [2, 3], fixed, bounds) == (english, japanese)


def test_a_single_black_cell_is_not_called_all_of_them() -> None:
    assert in_words(Technique.FINISHED_LINE, [1], "?..") == (
        "The only black cell is known, so the rest is white.",
        "黒マス1個がそろったので、残りは白。",
    )
    assert in_words(Technique.FINISHED_LINE, [2], "?..?")[0] == (
        "All 2 black cells are known, so the rest is white."
    )
    assert in_words(Technique.FINISHED_LINE, [2], "?#?") == (
        "All white cells are known, so the rest is black.",
        "白マスがすべてそろったので、残りは黒。",
    )


def test_out_of_reach() -> None:
    assert in_words(Technique.OUT_OF_REACH, [2], "???..", ((0, 0, 2),)) == (
        "No block reaches that far: the 2 lies between R1C1 and R1C3, so R1C4:R1C5 are white.",
        "どの数字も届かない。「2」はR1C1〜R1C3の中なので、R1C4:R1C5は白。",
    )


@pytest.mark.parametrize(
    ("links", "english", "japanese"),
    [
        (
            0,
            "Suppose R1C1 is black: then no arrangement fits row 2.",
            "R1C1を黒と仮定すると、2行目の置き方が",
        ),
        (
            1,
            "Suppose R1C1 is black: from column 1, R2C1 is white; then no arrangement fits row 2.",
            "R1C1を黒と仮定すると、1列目からR2C1は白となり、2行目の置き方が",
        ),
        (20, "; … (8 more); ", "、…(ほか8本)…、"),
    ],
)
def test_contradictions(links: int, english: str, japanese: str) -> None:
    link = Link(Line(Axis.COLUMN, 0), ((1, 0, Cell.WHITE),))
    branch = Branch(((0, 0, Cell.BLACK),), (link,) * links, Line(Axis.ROW, 1))
    step = Step(Technique.CONTRADICTION, None, ((0, 0, Cell.WHITE),), (), branches=(branch,))
    puzzle = Puzzle([[1], [1]], [[1], [1]])
    assert english in why(step, puzzle, GridNames(), "en")
    assert why(step, puzzle, GridNames(), "en").endswith("fits row 2. So R1C1 is white.")
    assert japanese in why(step, puzzle, GridNames(), "ja")
    assert why(step, puzzle, GridNames(), "ja").endswith("なくなる。よってR1C1は白。")


@examples(100)
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


@pytest.mark.parametrize(
    ("rating", "english", "japanese"),
    [
        (1.0, "easy, 1.0", "やさしい(1.0)"),
        (2.9, "easy, 2.9", "やさしい(2.9)"),
        (4.2, "medium, 4.2", "ふつう(4.2)"),
        (5.0, "hard, 5.0", "むずかしい(5.0)"),
        (10.0, "extreme, 10.0", "超難問(10.0)"),
    ],
)
def test_a_rating_has_one_decimal_and_its_grade(rating: float, english: str, japanese: str) -> None:
    assert (rated(rating, "en"), rated(rating, "ja")) == (english, japanese)


@pytest.mark.parametrize(
    ("rounds", "by_lines", "english", "japanese"),
    [
        (1, True, "solved in 1 round", "1ラウンドで完成"),
        (7, True, "solved in 7 rounds", "7ラウンドで完成"),
        (0, False, "lines alone settle nothing", "行・列だけでは何も決まらない"),
        (1, False, "lines alone get stuck after 1 round", "行・列だけでは1ラウンドで行き詰まる"),
        (3, False, "lines alone get stuck after 3 rounds", "行・列だけでは3ラウンドで行き詰まる"),
    ],
)
def test_the_rounds_say_how_far_lines_alone_lead(
    rounds: int, by_lines: bool, english: str, japanese: str
) -> None:
    found = Difficulty(5.0, 100.0, 4, rounds, by_lines, 0, 2.0)
    assert (rounds_in_words(found, "en"), rounds_in_words(found, "ja")) == (english, japanese)
