"""The cells that a formula refers to, found from its text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlnono.spreadsheet.area import Area
from xlnono.xlsx.formula_references import Name, Names, Seen, StoredResult, seen_by
from xlnono.xlsx.stale_results import stale

TABS = ["Cover", "Puzzle", "It's", "Sheet2", "End"]
WHOLE = Area.between(1, 1, 1_048_576, 16_384)


def named() -> Names:
    names = Names(TABS)
    names.add("Total", "Puzzle!$B$2:$B$9")
    names.add("own", "Puzzle!$C$3", "Puzzle")
    return names


NAMES = named()

_CELLS = st.sampled_from(["A1", "$B$2", "C3:D9", "$E:$E", "7:8", "LOG10", "Sheet2!F6", "1E5"])
_WORDS = st.sampled_from(["Total", "own", "TRUE", "12.5", "R_1", "_x", "é1", "a.b"])
_TEXTS = st.sampled_from(['"A9"', '"say ""A8"" twice"', '""', '"it\'s A7"', '"SUM(A6"'])
_CALLS = st.sampled_from(["SUM(", "LOG10(", "sum(", "_xlfn.CONCAT(", "INDEX(", "IF(", "T1("])
_BETWEEN = st.sampled_from(["+", "&", ",", ")", "*(", "-", "<>", " ", ":", ")^2 : "])


@st.composite
def formulas(draw: st.DrawFn) -> str:
    parts = []
    for _ in range(draw(st.integers(1, 8))):
        parts.append(draw(st.one_of(_CELLS, _WORDS, _TEXTS, _CALLS)))
        parts.append(draw(_BETWEEN))
    return "".join(parts)


@given(formulas())
def test_the_quick_way_through_a_formula_finds_what_the_slow_one_does(formula: str) -> None:
    # A quoted sheet makes it be read sign by sign.
    quick, slow = (seen_by(text, "Puzzle", NAMES) for text in (formula, f"{formula}+'It''s'!none"))
    assert slow.anything == quick.anything
    assert set(slow.areas) == set(quick.areas)
    assert set(slow.names) == set(quick.names)


def test_what_a_long_formula_looks_at() -> None:
    formula = 'IFERROR(FIND(MID($A5&REPT(" ",COLUMNS($C5:$F5)),1,1),"0A1B2"),SUM(S2!$B$1)+Total)'
    assert seen_by(formula, "Puzzle", NAMES) == Seen(
        (
            ("puzzle", Area(5, 1)),
            ("puzzle", Area(5, 3, 1, 4)),
            ("s2", Area(1, 2)),
        ),
        (Name("total"),),
    )


@pytest.mark.parametrize(
    "formula",
    [
        "SUM(A1:INDEX(B:B,3))",
        "SUM(A1:index(B:B,3))",
        "SUM(CHOOSE(1,A1) :B2)",
        "SUM(A1:Total)",
        "OFFSET(A1,1,0)",
        "SUM(A1 : B2)",
    ],
)
def test_a_range_with_an_end_that_is_calculated_may_be_anywhere_on_its_sheet(formula: str) -> None:
    seen = seen_by(formula, "Puzzle", NAMES)
    assert seen.areas == (("puzzle", WHOLE),)
    assert not seen.anything


def test_a_range_between_qualified_cells_stays_on_their_sheet() -> None:
    assert seen_by("SUM('It''s'!A1:'It''s'!B5)", "Cover", NAMES).areas == (("it's", WHOLE),)


def test_colons_that_are_no_open_ranges() -> None:
    for formula in ('SUM(A1:B2)&"A1:INDEX("', "SUM(A1:B2)+COUNT(T[[#All],[x]:[y]])"):
        assert seen_by(formula, "Puzzle", NAMES).areas == (("puzzle", Area(1, 1, 2, 2)),)


@pytest.mark.parametrize(
    ("formula", "tabs"),
    [
        ("SUM(Cover:Sheet2!B3)", ("cover", "puzzle", "it's", "sheet2")),
        ("SUM('It''s:End'!$B$3)", ("it's", "sheet2", "end")),
        ("SUM(end:SHEET2!B3)", ("sheet2", "end")),
    ],
)
def test_a_range_over_several_sheets_is_on_the_tabs_between(
    formula: str, tabs: tuple[str, ...]
) -> None:
    seen = seen_by(formula, "Cover", NAMES)
    assert seen.areas == tuple((tab, Area(3, 2)) for tab in tabs)
    assert not seen.anything


def test_a_range_over_sheets_that_are_not_there_may_be_anywhere() -> None:
    assert seen_by("SUM(Cover:Gone!B3)", "Cover", NAMES).anything
    assert seen_by("SUM('[1]Cover:End'!B3)", "Cover", NAMES) == Seen()


def test_where_a_text_says_to_look_is_known_if_it_is_all_there() -> None:
    for formula in ('SUM(INDIRECT("puzzle!D4"))', 'indirect( "Puzzle!$D$4" )'):
        seen = seen_by(formula, "Cover", NAMES, (3, 3))
        assert seen == Seen((("puzzle", Area(4, 4)),))
    assert seen_by('INDIRECT("total")', "Cover", NAMES).names == (Name("total"),)
    for formula in (
        "INDIRECT(A1)",
        'INDIRECT("puzzle!D"&A1)',
        'INDIRECT("R4C4",FALSE)',
        "INDIRECT(\"'[puzzle.xlsx]Puzzle'!D4\")",
        "OFFSET(INDIRECT(A1),1,1)",
    ):
        assert seen_by(formula, "Cover", NAMES).anything
    assert not seen_by('"INDIRECT(""A1"")&"&B2', "Cover", NAMES).anything


def test_names_stand_for_what_their_formulas_look_at() -> None:
    names = Names(TABS)
    names.add("chain", "own+Sheet2!$B$1")
    names.add("own", "Puzzle!$C$3", "Puzzle")
    names.add("relative", "Puzzle!C3")
    names.add("bare", "$C$3")
    chain = names.seen_by(Name("chain"))
    assert chain.areas == (("sheet2", Area(1, 2)),)
    # Which of the names is meant depends on the sheet.
    (local,) = chain.names
    assert names.seen_by(local).names == (Name("puzzle!own"),)
    assert names.seen_by(Name("relative")).areas == (("puzzle", WHOLE),)
    assert names.seen_by(Name("chain", whole=True)).areas == (("sheet2", WHOLE),)
    assert names.seen_by(Name("bare")).anything


def chain_of_formulas(count: int, reach: int) -> list[StoredResult]:
    """Formulas below each other, each of which looks at some cells above it."""
    return [
        StoredResult("S", Area(row, 1), Seen((("s", Area(max(row - reach, 1), 1, reach)),)))
        for row in range(2, count + 2)
    ]


@pytest.mark.parametrize("reach", [1, 70])
def test_long_chains_are_followed_from_where_they_change(reach: int) -> None:
    results = chain_of_formulas(20_000, reach)
    assert len(stale(results, {"S": [Area(1, 1)]}, NAMES)) == 20_000
    assert stale(results, {"S": [Area(1, 2)]}, NAMES) == []
    assert stale(results, {"S": [Area(10_001, 1)]}, NAMES)[0][1].row > 10_000 - reach
