"""What follows from one line: the worked examples of the sources, under the names they give."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.support.strategies import KnownLine, examples, known_lines, line_text
from xlnono import InvalidPuzzle, Technique, XlnonoError, line
from xlnono.engine.explain.single_line import LONGEST
from xlnono.model.board import runs
from xlnono.wording.single_line import line_in_words

MATRIX = {
    "図1 初回解答": (Technique.OVERLAP, "3 2 1", "??????????", "??#???????"),
    "図2 黒マス追加(数字が1つ)": (Technique.BLACK_ONE_OWNER, "3 2 1", "??##??????", ".?##??????"),
    "図3 黒マス追加(範囲の移動)": (
        Technique.BLACK_MOVES_BOUNDS,
        "3 2 1",
        "??#?????#?",
        "?##??#?.#.",
    ),
    "図4 黒マス追加(数字が複数)": (
        Technique.BLACK_SEVERAL_OWNERS,
        "3 2 1",
        "??#????#??",
        "??#????#.?",
    ),
    "図5 白マス追加(数字が1つ)": (Technique.WHITE_ONE_REACH, "3 2 1", "??#.??????", "###.??????"),
    "図6 白マス追加(範囲の移動)": (
        Technique.WHITE_MOVES_BOUNDS,
        "3 2 1",
        "?.????????",
        "..###.##.#",
    ),
    "図7 白マス追加(数字が複数)": (
        Technique.WHITE_SEVERAL_REACHES,
        "3 2 1",
        "??#?.?????",
        "?##?.?#???",
    ),
    "図8上 連続黒マス(2マス)": (Technique.SHORT_BLOCKS, "3 2 1", "??##??????", ".?##??#???"),
    "図8下 連続黒マス(4マス)": (
        Technique.SHORT_BLOCKS,
        "4 5",
        "????####??????",
        "....####.#####",
    ),
    "図9 飛び飛びの黒マス": (Technique.JOINED_RUNS, "3 2 1", "?##?#?????", "?##.#?????"),
}
"""Softex Celware; its figures are not in its text, so most lines are made from its words."""

THESIS = {
    "ルール1": (Technique.OVERLAP, "8", "??????????", "??######??"),
    "ルール2": (Technique.WALL_REACH, "4", "?#????????", "?###??????"),
    "ルール3": (Technique.GAP_TOO_SMALL, "3", "??.???????", "...???????"),
    "ルール4": (Technique.OUT_OF_REACH, "5", "?#????????", "?#????...."),
    "ルール5": (Technique.BLOCK_ORDER, "1 2", "?#.??", ".#.##"),
    "ルール6": (Technique.RUN_CLOSED, "2 1", "????##????", "???.##.???"),
    "ルール7": (Technique.RUNS_MATCHED, "1 3 2", "???#????#???#??", "...#..??#???#?."),
}
"""泉山貴史; likewise."""


def numbers(clue: str) -> list[int]:
    return [int(number) for number in clue.split()]


@pytest.mark.parametrize("name", [*MATRIX, *THESIS])
def test_the_technique_of_a_source_deduces_what_its_example_shows(name: str) -> None:
    technique, clue, before, after = {**MATRIX, **THESIS}[name]
    report = line(numbers(clue), before)
    assert technique in report.techniques
    assert report.after(technique) == after


class TestReductio:
    """takanaweb5: 一次元背理法. The examples are those in the comments of its program."""

    def test_the_blocks_are_moved_to_the_left(self) -> None:
        """左揃え (leftAlignLineCells)."""
        report = line([1, 2, 1], "????#?.?")
        assert report.leftmost is not None
        assert report.leftmost.text() == "#..##..#"

    def test_all_cells_that_can_be_settled_are_settled(self) -> None:
        """確定可能なマスを全て確定する (fixLineCells)."""
        report = line([2, 2], "??.???")
        assert report.settled is not None
        assert report.settled.text() == "##.?#?"
        assert report.after(Technique.COMPLETE_LINE) == "##.?#?"


@given(known=known_lines(longest=10))
@examples(100)
def test_a_report_agrees_with_all_arrangements(known: KnownLine) -> None:
    fitting = [
        black
        for black in range(1 << known.length)
        if tuple(runs(black)) == known.clue and not known.black & ~black and not known.white & black
    ]
    report = line(known.clue, str(known))
    assert report.settled is not None
    always, never = ~0, ~0
    for black in fitting:
        always &= black
        never &= ~black
    every = (1 << known.length) - 1
    assert report.settled.text() == line_text(known.length, always & every, never & every)
    shown = sorted(line_text(known.length, black, every & ~black) for black in fitting)
    assert report.leftmost is not None
    assert report.rightmost is not None
    assert (report.leftmost.text(), report.rightmost.text()) == (shown[0], shown[-1])


def test_a_line_that_nothing_fits_is_a_contradiction() -> None:
    report = line([3, 2, 1], "..#.?.....")
    assert (report.settled, report.steps) == (None, ())
    assert [*line_in_words(report, "en")][1:] == [
        "Contradiction: no arrangement of the clue fits these cells."
    ]


def test_the_reasons_are_sentences_with_the_numbers_of_cells() -> None:
    said = [*line_in_words(line([3, 2, 1], "??#.??????"), "en")]
    assert said[0] == "??#.??????  clue 3 2 1, 10 cells"
    assert said[1] == (
        "###.??????  white cell in one block's way: As far right as possible, the 3 lies on C1:C3, "
        "the 2 on C7:C8 and the 1 on C10, so the 3 lies on C1:C3, which makes C1:C2 black."
    )
    assert said[-2:] == ["###.##.#..  leftmost arrangement", "###...##.#  rightmost arrangement"]
    *_, said_first = next(
        said.partition("overlap: ")
        for said in line_in_words(line([6, 4, 1], ".????????.?##??#??"), "en")
        if "overlap" in said
    )
    # With the 1 on C18, no block would cover C16.
    assert said_first == (
        "Ignoring black cells, as far right as possible, the 6 lies on C4:C9, the 4 on C13:C16 "
        "and the 1 on C18, so the 6 lies between C2 and C9, which makes C6:C7 black."
    )
    assert all("C" in said for said in [*line_in_words(line([4], "?#??????"), "ja")][1:-2])


@pytest.mark.parametrize(
    ("clue", "before", "english", "japanese"),
    [
        (
            "2 4 2",
            "??????????.#?#??#?????????????",
            "Only the 4 can cover C12 (the 1st 2 or the 2nd 2 would touch C14), only",
            "C12に届くのは「4」だけ(1番目の「2」か2番目の「2」だとC14に触れる)。",
        ),
        (
            "2 9 1 1 8 1",
            "???????????.#?##???????????????####????????????",
            "Only the 9 can cover C13 (the 1st 1 starts at C14 at the earliest and the 2 would "
            "touch C15), only",
            "C13に届くのは「9」だけ(1番目の「1」は早くてもC14から、「2」だとC15に触れる)。",
        ),
        (
            "3 1 2 3 1 2 1 1 3 3",
            "????.#??##.????.????????#?.???.###....###",
            "The 1st 1 is complete on C6 (the 1st 2 starts at C7 at the earliest and the 1st 3 "
            "would touch C9), and",
            "1番目の「1」はC6で完成(1番目の「2」は早くてもC7から、1番目の「3」だとC9に触れる)。",
        ),
        (
            "7 2 1 1",
            ".????###?#?#????????",
            "only the 7 can cover C10 (the 1st 1 starts at C13 at the earliest and the 2 would "
            "touch C8 or C12), so",
            "C10に届くのは「7」だけ(1番目の「1」は早くてもC13から、「2」だとC8かC12に触れる)。",
        ),
        (
            "4 1 6",
            "???????????#??##?????????",
            "Only the 6 can cover C15:C16 (the 4 ends at C13 at the latest because it would touch "
            "C12, C15 or C16 after that), so",
            "C15:C16に届くのは「6」だけ(「4」は、その先だとC12、C15かC16に触れるので遅くともC13まで)。",
        ),
        (
            "6 2",
            "..???????#?##???????",
            "Only the 6 can cover C10 (the 2 starts at C12 at the earliest because it would touch "
            "C10 or C12 before that), so",
            "C10に届くのは「6」だけ(「2」は、その手前だとC10かC12に触れるので早くてもC12から)。",
        ),
    ],
)
def test_a_block_that_would_touch_a_black_cell_is_said_not_to_cover_a_run(
    clue: str, before: str, english: str, japanese: str
) -> None:
    report = line(numbers(clue), before)
    assert any(english in said for said in line_in_words(report, "en"))
    assert any(japanese in said for said in line_in_words(report, "ja"))


def test_a_line_of_one_cell_is_not_counted_in_the_plural() -> None:
    assert next(line_in_words(line([], "?"), "en")) == "?  clue 0, 1 cell"
    assert [*line_in_words(line([1], "?"), "en")][1] == (
        "#  overlap: The row is empty: the 1 fits only on C1, so C1 is black."
    )


def test_a_line_without_white_cells_does_not_count_them() -> None:
    assert "#  finished line: No cell is white, so the rest is black." in [
        *line_in_words(line([1], "?"), "en")
    ]


def test_lines_without_anything_to_deduce_say_so() -> None:
    assert "No cell follows" in [*line_in_words(line([1], "???"), "en")][1]
    assert [*line_in_words(line([1], "#."), "en")][1] == "The line is complete."


def test_other_signs_are_understood() -> None:
    assert line([2], "？●○・").before == line([2], "?#?.").before


def test_a_report_is_cut_short_when_the_time_is_over() -> None:
    report = line([1] * 100, "?#??" * 100, seconds=1e-9)
    assert report.cut_short
    assert any("time ran out" in said for said in line_in_words(report, "en"))


@pytest.mark.parametrize(
    ("clue", "cells", "code"),
    [
        ([1], "?a", "unknown-sign"),
        ([1], "", "line-length"),
        ([1], "?" * (LONGEST + 1), "line-length"),
        ([9], "??", "clue-too-long"),
        ([1, 0], "????", "block-below-one"),
    ],
)
def test_bad_input_is_an_error(clue: list[int], cells: str, code: str) -> None:
    with pytest.raises(XlnonoError) as raised:
        line(clue, cells)
    assert [error.code for error in raised.value.single()] == [code]
    assert raised.value.text("ja")


def test_a_clue_that_cannot_fit_lists_what_is_wrong() -> None:
    with pytest.raises(InvalidPuzzle):
        line([2, 2], "????")
