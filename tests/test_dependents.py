"""Which cells a formula looks at, told from its text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from xlnono.workbook.dependents import Seen, seen_by
from xlnono.workbook.layout import Area

NAMES = {"total": "Puzzle!$B$2:$B$9", "puzzle!own": "Puzzle!$C$3"}

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
    quick, slow = (seen_by(text, "Puzzle", NAMES) for text in (formula, f"{formula}+'Other'!Z99"))
    assert slow.anything == quick.anything
    assert set(slow.areas) == {*quick.areas, ("other", Area(99, 26))}


def test_what_a_long_formula_looks_at() -> None:
    formula = 'IFERROR(FIND(MID($A5&REPT(" ",COLUMNS($C5:$F5)),1,1),"0A1B2"),SUM(S2!$B$1)+Total)'
    assert seen_by(formula, "Puzzle", NAMES) == Seen(
        (
            ("puzzle", Area(5, 1)),
            ("puzzle", Area(5, 3, 1, 4)),
            ("s2", Area(1, 2)),
            ("puzzle", Area(2, 2, 8)),
        ),
        anything=False,
    )


def test_a_range_with_an_end_that_a_function_has_may_be_anywhere() -> None:
    for formula in ("SUM(A1:INDEX(B:B,3))", "SUM(A1:index(B:B,3))", "SUM(CHOOSE(1,A1) :B2)"):
        assert seen_by(formula, "Puzzle", {}).anything
    assert not seen_by('SUM(A1:B2)&"A1:INDEX("', "Puzzle", {}).anything
