"""Sentences: both languages, no gaps, and the cells they speak of are those of the step."""

from __future__ import annotations

import pytest
from hypothesis import given

import xlnono
from tests.support.strategies import examples, grids
from xlnono import Cell, Difficulty, Grade, Grid, Outcome, Puzzle, Technique
from xlnono.jobs.puzzle_files import GridLayout
from xlnono.language import Language
from xlnono.model.board import Axis, Line
from xlnono.model.impossible import Flaw, Impossible
from xlnono.model.steps import BlockBounds, Branch, Step, Stretch, Visit
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.suspects import MarkedNames
from xlnono.spreadsheet.area import Area
from xlnono.wording import (
    GridNames,
    fixed_cells,
    grade_name,
    outcome_name,
    rated,
    rounds_in_words,
    technique_name,
    why,
    why_visit,
)
from xlnono.wording.cell_names import line_names
from xlnono.wording.single_line import CellNumbers


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


def test_the_cells_of_a_line_have_the_names_that_they_have_one_by_one() -> None:
    layout = Layout(Area(4, 2, 5, 2), Area(2, 26, 2, 4), Area(4, 26, 5, 4))
    for names in (GridNames(), CellNumbers(), layout, MarkedNames(layout), GridLayout(*layout)):
        for line, length in ((Line(Axis.ROW, 2), 4), (Line(Axis.COLUMN, 1), 5)):
            singly = [names.cell(*line.cell(offset)) for offset in range(length)]
            assert line_names(names, line, length).cells == singly
            assert all(name.isascii() and name.isalnum() for name in singly)


def test_fixed_cells_name_both_colours() -> None:
    fixed = [(0, 0, Cell.BLACK), (0, 1, Cell.BLACK), (0, 3, Cell.WHITE)]
    assert fixed_cells(fixed, GridNames(), "en") == "R1C1:R1C2 are black and R1C4 is white"
    assert fixed_cells(fixed, GridNames(), "ja") == "R1C1:R1C2は黒、R1C4は白"


def in_words(
    technique: Technique,
    clue: list[int],
    fixed: str,
    bounds: tuple[tuple[int, int, int], ...] = (),
    stretches: tuple[tuple[int, int, tuple[int, ...]], ...] = (),
    known: str = "",
) -> tuple[str, str]:
    """What is said of a step on row 1; `fixed` shows the cells that it settles, and `known` those
    known before."""
    row = Line(Axis.ROW, 0)
    columns = [[1]] * sum(clue) + [[0]] * (len(fixed) - sum(clue))
    cells = tuple(
        (0, column, Cell.BLACK if sign == "#" else Cell.WHITE)
        for column, sign in enumerate(fixed)
        if sign != "?"
    )
    places = tuple(BlockBounds(*place) for place in bounds)
    about = tuple(Stretch(*stretch) for stretch in stretches)
    black, white = (
        sum(1 << column for column, sign in enumerate(known) if sign == colour) for colour in "#."
    )
    step = Step(technique, row, cells, (), places, about, known=(black, white))
    puzzle = Puzzle([clue], columns)
    return why(step, puzzle, GridNames(), "en"), why(step, puzzle, GridNames(), "ja")


def test_a_block_that_can_slide() -> None:
    assert in_words(Technique.OVERLAP, [4], "?###?", ((0, 0, 4),)) == (
        "The 4 lies between R1C1 and R1C5, which leaves 1 of 5 cells to spare, so its middle 3 are "
        "certain: R1C2:R1C4 are black.",
        "「4」はR1C1:R1C5の中。5マスのうち余りは1なので、中央の3マスは必ず黒。R1C2:R1C4は黒。",
    )


def test_an_empty_line_is_called_empty() -> None:
    assert in_words(
        Technique.OVERLAP,
        [1, 3, 5],
        "???#??####??",
        ((0, 0, 1), (1, 2, 5), (2, 6, 11)),
        ((0, 11, ()),),
    ) == (
        "The row is empty: the 1, the 3 and the 5 lie between R1C1 and R1C12 and with the gaps "
        "between them take 11 of the 12 cells, 1 to spare, so 2 of the 3 and 4 of the 5 are "
        "certain: R1C4 and R1C7:R1C10 are black.",
        "まだ空の行。「1」、「3」、「5」はR1C1:R1C12の中。間の白マスも入れて11マス必要で、"
        "12マスのうち余りは1なので、「3」の2マス、「5」の4マスは必ず黒。R1C4、R1C7:R1C10は黒。",
    )


def test_blocks_that_cannot_slide() -> None:
    assert in_words(Technique.OVERLAP, [1, 3], "#.###", ((0, 0, 0), (1, 2, 4))) == (
        "The 1 and the 3 and the gaps between them fill all 5 cells from R1C1 to R1C5, so R1C1 and "
        "R1C3:R1C5 are black and R1C2 is white.",
        "「1」、「3」は、間の白マスも入れてR1C1:R1C5の5マスにちょうど入るので、"
        "R1C1、R1C3:R1C5は黒、R1C2は白。",
    )


def test_equal_blocks_are_numbered() -> None:
    assert in_words(Technique.RUN_CLOSED, [1, 1, 2], "?.?.???", stretches=((2, 2, (1,)),)) == (
        "R1C3 is all of the 2nd 1, the only block that can cover it (the 1st 1 ends at R1C2 at the "
        "latest and the 2 starts at R1C5 at the earliest), so R1C2 and R1C4 are white.",
        "R1C3に届くのは2番目の「1」だけ(1番目の「1」は遅くともR1C2まで、「2」は早くてもR1C5から)で、"
        "長さも同じなので、R1C2、R1C4は白。",
    )


def test_each_run_has_its_clause() -> None:
    runs = ((1, 1, (0, 1)), (4, 5, (2,)))
    assert in_words(Technique.RUN_CLOSED, [1, 1, 2], ".?..??.", stretches=runs)[0] == (
        "No block longer than 1 can cover R1C2 (the 2 starts at R1C5 at the earliest), so R1C1 and "
        "R1C3 are white; R1C5:R1C6 is as long as the longest block of the clue, so R1C4 and R1C7 "
        "are white."
    )


@pytest.mark.parametrize(
    ("fixed", "gaps", "english", "japanese"),
    [
        (
            "..????",
            ((0, 1, (1,)),),
            "The gap R1C1:R1C2 is too small for the 3, the only block that reaches it, so "
            "R1C1:R1C2 are white.",
            "すき間R1C1:R1C2に届くのは「3」だけで、狭くて入らないので、R1C1:R1C2は白。",
        ),
        (
            ".?.?..",
            ((0, 0, (0,)), (2, 2, (0, 1)), (4, 5, (1,))),
            "The gaps R1C1 and R1C3 are too small for any block, so R1C1 and R1C3 are white; the "
            "gap R1C5:R1C6 is too small for the 3, the only block that reaches it (the 2 ends at "
            "R1C2 at the latest), so R1C5:R1C6 are white.",
            "すき間R1C1、R1C3はどの数字よりも狭いので、R1C1、R1C3は白。"
            "すき間R1C5:R1C6に届くのは「3」だけ(「2」は遅くともR1C2まで)で、狭くて入らないので、"
            "R1C5:R1C6は白。",
        ),
    ],
)
def test_gaps(
    fixed: str, gaps: tuple[tuple[int, int, tuple[int, ...]], ...], english: str, japanese: str
) -> None:
    said = in_words(Technique.GAP_TOO_SMALL, [2, 3], fixed, stretches=gaps)
    assert said == (english, japanese)


def test_a_few_cells_are_not_called_all_of_them() -> None:
    assert in_words(Technique.FINISHED_LINE, [1], "?..") == (
        "The only black cell is known, so the rest is white.",
        "黒マス1個が決まったので、残りは白。",
    )
    assert in_words(Technique.FINISHED_LINE, [2], "?..?")[0] == (
        "Both black cells are known, so the rest is white."
    )
    assert in_words(Technique.FINISHED_LINE, [3], "###?") == (
        "The only white cell is known, so the rest is black.",
        "白マス1個が決まったので、残りは黒。",
    )
    assert in_words(Technique.FINISHED_LINE, [1, 1], "?#??") == (
        "Both white cells are known, so the rest is black.",
        "白マス2個がそろったので、残りは黒。",
    )


def test_the_only_run_belongs_to_the_only_block() -> None:
    assert in_words(
        Technique.RUNS_MATCHED, [5], "???##??", ((0, 0, 6),), ((2, 2, (0,)),), "??#????"
    ) == (
        "R1C3 must belong to the only block, so the 5 lies between R1C1 and R1C7, which makes "
        "R1C4:R1C5 black.",
        "数字は1つだけなので、R1C3はその数字。「5」はR1C1:R1C7の中なので、R1C4:R1C5は黒。",
    )


def test_out_of_reach() -> None:
    assert in_words(
        Technique.OUT_OF_REACH, [2], "???..", ((0, 0, 2),), ((1, 1, (0,)),), "?#???"
    ) == (
        "Only the 2 can cover R1C2 (the clue has no other), so the 2 lies between R1C1 and R1C3, "
        "which makes R1C4:R1C5 white: no block reaches them.",
        "R1C2に届くのは「2」だけ(数字は1つだけ)。「2」はR1C1:R1C3の中なので、どの数字も届かない"
        "R1C4:R1C5は白。",
    )


def test_blocks_are_pushed_around_white_cells() -> None:
    assert in_words(
        Technique.WHITE_ONE_REACH, [2, 3], "??????#??", ((1, 4, 8),), known="???.?????"
    ) == (
        "As far left as possible, the 2 lies on R1C1:R1C2 and the 3 on R1C5:R1C7, so the 3 lies "
        "between R1C5 and R1C9, which makes R1C7 black.",
        "できるだけ左に寄せると、「2」はR1C1:R1C2、「3」はR1C5:R1C7。「3」はR1C5:R1C9の中なので、"
        "R1C7は黒。",
    )


def test_a_cell_beside_a_run_would_make_it_too_long() -> None:
    said = in_words(Technique.SHORT_BLOCKS, [1, 3], "?.????????", ((0, 0, 4),), known="??#???????")
    assert said[0].startswith("With R1C2 black, R1C2:R1C3 would be a run of 2, longer than any")
    assert said[1].startswith("R1C2を塗るとR1C2:R1C3の2マスがつながり、")


def test_a_visit_is_told_as_one_thought() -> None:
    line = Line(Axis.ROW, 0)
    gap = Step(
        Technique.GAP_TOO_SMALL, line, ((0, 0, Cell.WHITE),), ((0, 1),), (), (Stretch(0, 0, (0,)),)
    )
    reach = Step(
        Technique.WALL_REACH,
        line,
        ((0, 4, Cell.BLACK),),
        ((0, 0), (0, 1), (0, 3)),
        (BlockBounds(0, 2, 5),),
        (Stretch(3, 3, (0,)),),
    )
    puzzle = Puzzle([[3]], [[1]] * 3 + [[0]] * 3)
    assert why_visit(Visit(line, (gap, reach)), puzzle, GridNames(), "en") == (
        "The gap R1C1 is too small for any block, so R1C1 is white; then the 3 is the only block "
        "and must cover R1C4, so the 3 lies between R1C3 and R1C6, which makes R1C5 black."
    )
    said = why_visit(Visit(line, (gap, reach)), puzzle, GridNames(), "ja")
    assert said.startswith(
        "すき間R1C1はどの数字よりも狭いので、R1C1は白。次に、数字は「3」だけなので、"
    )


@pytest.mark.parametrize("links", [0, 1, 20])
def test_contradictions_name_every_link(links: int) -> None:
    fixed = ((1, 0, Cell.WHITE),)
    link = Step(Technique.FINISHED_LINE, Line(Axis.COLUMN, 0), fixed, ((0, 0),))
    known = ((1, 0, Cell.WHITE), (1, 1, Cell.WHITE))
    impossible = Impossible(Flaw.TOO_FEW_LEFT, Line(Axis.ROW, 1), known)
    branch = Branch(((0, 0, Cell.BLACK),), (link,) * links, impossible)
    step = Step(Technique.CONTRADICTION, None, ((0, 0, Cell.WHITE),), (), branches=(branch,))
    puzzle = Puzzle([[1], [1]], [[1], [1]])
    english, japanese = (why(step, puzzle, GridNames(), language) for language in ("en", "ja"))
    assert english == (
        f"Suppose R1C1 is black: {'from column 1, R2C1 is white; ' * links}then row 2 would have "
        "room for 0 black cells, but needs 1. So R1C1 is white."
    )
    assert japanese.count("1列目からR2C1は白") == links
    assert japanese.startswith("R1C1を黒と仮定すると、")
    assert japanese.endswith("2行目の残りが0マスになり、黒マス1個に足りない。よってR1C1は白。")


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
