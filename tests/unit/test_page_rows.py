"""The native writer of a page's rows writes what the one in Python writes."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support.strategies import examples
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Formula, PageCell, PageValue
from xlnono.spreadsheet.theme import THIN
from xlnono.xlsx import page_xml

try:
    NATIVE: Any = import_module("xlnono.xlsx._page_rows")
except ImportError:
    if os.environ.get("XLNONO_REQUIRE_KERNEL"):
        pytest.fail("the writer is required, and it could not be compiled", pytrace=False)
    pytest.skip("the writer could not be compiled here", allow_module_level=True)

_TEXTS = st.one_of(
    st.sampled_from(
        [
            "",
            "3 1",
            " 3",
            "3 ",
            "a\nb",
            "\t",
            "<b>&amp;",
            '"x"',
            "_x0041_",
            "_",
            "\x01",
            "~\x7f",
            "問題",
            "\u3000x",
            "\u00a0x",
            "x\u0085",
            "x\u2003",
            "“x”",
            "A1 ■; B2 ×",
            "é_x0041_",
            "a\ufffe",
            "\uffffa",
            "\udc00",
            "𝄞",
        ]
    ),
    st.text(),
)
_NUMBERS = st.one_of(
    st.integers(), st.sampled_from([0, -1, 10**30, 0.5, -0.5, 1e300, 2.0]), st.booleans()
)
_FORMULAS = st.builds(
    Formula,
    st.one_of(
        st.sampled_from(["=A1<2", "A1&B1", "=", "", '=IF(A1>"é",1,2)', "=\udc00"]),
        st.text().map("={}".format),
    ),
    st.one_of(_TEXTS, _NUMBERS),
    st.sampled_from([None, None, Area(1, 1, 2, 2)]),
)
_VALUES = st.one_of(_TEXTS, _NUMBERS, _FORMULAS)
_CELLS = st.builds(
    PageCell,
    st.one_of(st.none(), _VALUES),
    bold=st.booleans(),
    fill=st.sampled_from([None, "FF0000"]),
    link=st.sampled_from([None, None, "Sheet!A1", "Sheet!B2"]),
    edges=st.sampled_from([None, (THIN,) * 4]),
)
_ROWS = st.lists(st.lists(st.one_of(st.none(), _VALUES, _CELLS), max_size=4), max_size=4)


class _Looks:
    """Numbers looks as they are asked for."""

    def __init__(self) -> None:
        self.numbers: dict[object, int] = {}

    def __call__(self, held: PageCell | PageValue) -> int:
        look = held[1:] if isinstance(held, PageCell) else None
        return self.numbers.setdefault(look, len(self.numbers))


def _written(write: Any) -> Any:
    try:
        xml, linked = write()
    except UnicodeEncodeError as error:
        return type(error)
    return xml, linked


@given(_ROWS, st.integers(0, 2))
@example([[None] * 701 + [1, PageCell("x", bold=True), PageCell("y", link="Sheet!A1")]], 1)
@examples(500)
def test_both_writers_write_the_same(rows: Any, more: int) -> None:
    attributes = [f' ht="{number}"' for number in range(len(rows) + more)]
    looks = _Looks(), _Looks()
    native = _written(
        lambda: NATIVE.rows(rows, attributes, PageCell, Formula, looks[0], page_xml._content)
    )
    assert native == _written(lambda: page_xml._rows_in_python(rows, attributes, looks[1]))
    if native is not UnicodeEncodeError:
        assert looks[0].numbers == looks[1].numbers


def test_an_error_while_a_look_is_found_is_passed_on() -> None:
    def look(_held: object) -> int:
        raise KeyError("no look")

    with pytest.raises(KeyError, match="no look"):
        NATIVE.rows([[PageCell("x")]], [""], PageCell, Formula, look, page_xml._content)
