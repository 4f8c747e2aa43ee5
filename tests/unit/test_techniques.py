"""Every technique: sound, no stronger than the complete line, and true to its evidence."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.support.strategies import KnownLine, examples, known_lines, line_masks, line_text
from xlnono import Technique
from xlnono.engine.explain.deductions import deduce
from xlnono.engine.explain.techniques import LADDER, LineState, apply, climb
from xlnono.engine.line import settle

ON_A_LINE = list(LADDER)


def _state(line: KnownLine) -> LineState:
    return LineState(line.clue, line.length, line.black, line.white)


def test_the_ladder_is_in_the_order_of_the_techniques() -> None:
    above = [Technique.CONTRADICTION, Technique.NESTED_CONTRADICTION, Technique.SEARCH]
    assert [*ON_A_LINE, *above] == list(Technique)


@pytest.mark.parametrize("technique", ON_A_LINE)
@examples(300)
@given(line=known_lines())
def test_a_technique_shows_only_what_all_arrangements_agree_on(
    technique: Technique, line: KnownLine
) -> None:
    settled = settle(line.clue, line.length, line.black, line.white)
    assert settled is not None
    finding = apply(technique, _state(line))
    assert not finding.black & ~settled[0]
    assert not finding.white & ~settled[1]


@pytest.mark.parametrize("technique", ON_A_LINE)
@examples(150)
@given(line=known_lines())
def test_the_evidence_alone_makes_the_technique_fire_again(
    technique: Technique, line: KnownLine
) -> None:
    finding = apply(technique, _state(line))
    black, white = finding.black & ~line.black, finding.white & ~line.white
    several = technique is Technique.BLACK_SEVERAL_OWNERS
    if not black | white or (several and climb(_state(line)) != (technique, black, white)):
        return
    deduction = deduce(technique, _state(line), black, white)
    if several:
        # It is about one black cell at a time.
        assert not deduction.black & ~black
        assert not deduction.white & ~white
        black, white = deduction.black, deduction.white
    assert (deduction.black, deduction.white) == (black, white)
    evidence = deduction.evidence
    assert not evidence & ~(line.black | line.white)
    again = apply(
        technique, LineState(line.clue, line.length, line.black & evidence, line.white & evidence)
    )
    assert not black & ~again.black
    assert not white & ~again.white
    for bounds in deduction.bounds:
        assert bounds.first >= 0
        assert bounds.last < line.length
        assert bounds.last - bounds.first + 1 >= line.clue[bounds.block]


@examples(500)
@given(known_lines())
def test_the_ladder_fires_exactly_where_the_complete_line_does(line: KnownLine) -> None:
    settled = settle(line.clue, line.length, line.black, line.white)
    assert (climb(_state(line)) is None) == (settled == (line.black, line.white))


@pytest.mark.parametrize(
    ("technique", "clue", "before", "after"),
    [
        (Technique.OVERLAP, "8", "??????????", "??######??"),
        (Technique.OVERLAP, "3 2 1", "??????????", "??#???????"),
        (Technique.OVERLAP, "", "???", "..."),
        (Technique.OVERLAP, "1 4", ".????????", ".????##??"),
        (Technique.FINISHED_LINE, "2 1", "##????#", "##....#"),
        (Technique.WALL_REACH, "4", "?#????????", "?###??????"),
        (Technique.WALL_REACH, "1 1", "???????#", "??????.#"),
        (Technique.RUN_CLOSED, "1 1", "??#?????", "?.#.????"),
        (Technique.JOINED_RUNS, "2 1 2", "?#?#?????", "?#.#?????"),
        (Technique.GAP_TOO_SMALL, "2", "?.??????", "..??????"),
        (Technique.OUT_OF_REACH, "2", "?#??????", "?#?....."),
        (Technique.RUNS_MATCHED, "1 3", "??#??#??", "..#.?##?"),
        (Technique.BLACK_ONE_OWNER, "1 4 2", "???##????????", "???###???????"),
        (Technique.BLACK_MOVES_BOUNDS, "3 3 1", "??????#?????", "??#???#?????"),
        (Technique.WHITE_ONE_REACH, "1 2 1", "???.????", "???.##??"),
        (Technique.WHITE_MOVES_BOUNDS, "3 2 2", "????.??#??.?#?", "?##?..?#?..?#?"),
        (Technique.WHITE_SEVERAL_REACHES, "2 2", "???.????", "?#?.????"),
        (Technique.SHORT_BLOCKS, "1 3", "??#??????", "?.#??????"),
        (Technique.BLACK_SEVERAL_OWNERS, "2 2", "??.#??????", "??.##.????"),
        (Technique.COMPLETE_LINE, "3 4 1", "??#???#???????", "??#???##??????"),
    ],
)
def test_each_technique_fixes_what_its_picture_shows_for_the_reason_it_shows(
    technique: Technique, clue: str, before: str, after: str
) -> None:
    length = len(before)
    line = LineState(tuple(map(int, clue.split())), length, *line_masks(before))
    found = climb(line)
    assert found is not None
    simplest, black, white = found
    assert simplest is technique
    assert line_text(length, line.black | black, line.white | white) == after
    assert deduce(technique, line, black, white).evidence == line.black | line.white


def test_a_finished_block_puts_the_others_in_order() -> None:
    line = LineState((1, 3, 1), 8, *line_masks("??.###.?"))
    assert climb(line) == (Technique.BLOCK_ORDER, *line_masks("???????#"))
    deduction = deduce(Technique.BLOCK_ORDER, line, *line_masks("???????#"))
    assert deduction.evidence == line.black
