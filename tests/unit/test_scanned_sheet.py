"""The native scanner of worksheet parts says what their trees say, or leaves them to the trees."""

from __future__ import annotations

import io
import os
import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support.strategies import examples
from xlnono.errors import XlnonoError
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Uncalculated
from xlnono.xlsx import scanned_sheet
from xlnono.xlsx.book import PackageBook
from xlnono.xlsx.worksheet import PackageSheet
from xlnono.xlsx.zip_archive import Archive

try:
    NATIVE: Any = import_module("xlnono.xlsx._sheet_scan")
except ImportError:
    if os.environ.get("XLNONO_REQUIRE_KERNEL"):
        pytest.fail("the scanner is required, and it could not be compiled", pytrace=False)
    pytest.skip("the scanner could not be compiled here", allow_module_level=True)

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_PARTS = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": (
        f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="a" Type="{_OFFICE}/officeDocument"'
        ' Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/workbook.xml": (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        '<sheet name="Puzzle" sheetId="1" r:id="a"/><sheet name="Sheet2" sheetId="2" r:id="b"/>'
        "</sheets><definedNames><definedName name='Total'>Puzzle!$B$2:$B$4</definedName>"
        "</definedNames></workbook>"
    ),
    "xl/_rels/workbook.xml.rels": (
        f'<Relationships xmlns="{_PACKAGE}">'
        f'<Relationship Id="a" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="b" Type="{_OFFICE}/worksheet" Target="worksheets/sheet2.xml"/>'
        f'<Relationship Id="c" Type="{_OFFICE}/styles" Target="styles.xml"/>'
        f'<Relationship Id="d" Type="{_OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
        "</Relationships>"
    ),
    "xl/styles.xml": (
        f'<styleSheet xmlns="{_MAIN}"><fonts><font/><font><color rgb="FF112233"/></font></fonts>'
        '<cellXfs><xf/><xf numFmtId="14"/><xf fontId="1"/></cellXfs></styleSheet>'
    ),
    "xl/sharedStrings.xml": (
        f'<sst xmlns="{_MAIN}"><si><t>3 &amp; 1</t></si><si><t>é_x0041_</t></si>'
        '<si><r><rPr><color rgb="FF445566"/></rPr><t>2</t></r></si></sst>'
    ),
}


def book(first: str, second: str = f'<worksheet xmlns="{_MAIN}"><sheetData/></worksheet>'):
    """A workbook with these two sheets."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as container:
        for name, content in _PARTS.items():
            container.writestr(name, content)
        container.writestr("xl/worksheets/sheet1.xml", first)
        container.writestr("xl/worksheets/sheet2.xml", second)
    return PackageBook(Path("scanned.xlsx"), Archive(stream.getvalue()))


def sheet_xml(rows: str) -> str:
    return (
        f'<?xml version="1.0"?><worksheet xmlns="{_MAIN}"><dimension ref="A1:C3"/>'
        f"<sheetData>{rows}</sheetData></worksheet>"
    )


def is_scanned(rows: str) -> bool:
    return NATIVE.scan(sheet_xml(rows).encode()) is not None


_FORMULAS = st.lists(
    st.sampled_from(
        [
            "A1",
            "$B$2",
            "A2:C3",
            "b3",
            "A0",
            "Sheet2!A1",
            "Total",
            "x1x",
            "A:A",
            "SUM(",
            "OFFSET(",
            "INDIRECT(",
            "sum(",
            "+",
            ",",
            ")",
            "&amp;",
            "&lt;",
            '"A1"',
            '"',
            "1",
            "1.5",
            "TRUE",
            "é",
            "[1]",
            "'",
            "ABC1",
            "XFE1",
            "C3:A2",
        ]
    ),
    max_size=6,
).map("".join)
_LOOKS = ["", ' s="1"', " s='2'"], [' s="7"', ' s="x"']
_TYPES = ["", "", ' t="n"', ' t="s"', ' t="str"', ' t="b"'], [' t="e"', ' t="d"', ' t="inlineStr"']
_VALUES = (
    ["1", "2", "0", "10", "007", "", "3 &amp; 1"],
    ["1.5", "-3", "x", "&#65;", "_x0041_", "a\r\nb", "99999999999999999", "2026-11-22"],
)
_CONTENTS = (
    [
        "",
        "<v>{v}</v>",
        "<f>{f}</f><v>{v}</v>",
        "<f ca='1'>{f}</f>",
        "<f>{f}</f><v/>",
        " <v>{v}</v>\n",
    ],
    [
        '<f t="shared" si="0" ref="A1:C1">{f}</f><v>{v}</v>',
        '<f t="array" ref="A1:B2">{f}</f><v>{v}</v>',
        "<is><t>{v}</t></is>",
        "<v>{v}</v><extLst/>",
        "<!-- one --><v>{v}</v>",
        "<v><![CDATA[{v}]]></v>",
    ],
)
_PLACES = [' r="{}"', "\nr = '{}'"], ["", ' r="$A$1"', ' r="b2"', ' r="A9"']
_NUMBERS = [' r="{}"', ' spans="1:4" r="{}"'], ["", ' r="0"', ' r="x"']


@st.composite
def rows(draw: st.DrawFn) -> str:
    """Rows as programs write them, or with a few that they do not write."""
    strange = draw(st.sampled_from([0, 0, 1, 20]))

    def one_of(choices: tuple[list[str], list[str]]) -> str:
        return draw(st.sampled_from(choices[draw(st.integers(1, 100)) <= strange]))

    written = []
    for number in draw(st.lists(st.integers(1, 4), max_size=4, unique=not strange)):
        cells = []
        for column in draw(st.lists(st.sampled_from("ABCD"), max_size=4, unique=not strange)):
            held = one_of(_CONTENTS).format(f=draw(_FORMULAS), v=one_of(_VALUES))
            place = one_of(_PLACES).format(f"{column}{number}")
            cells.append((column, f"<c{place}{one_of(_LOOKS)}{one_of(_TYPES)}>{held}</c>"))
        text = "".join(cell for _, cell in (cells if strange == 20 else sorted(cells)))
        written.append((number, f"<row{one_of(_NUMBERS).format(number)}>{text}</row>"))
    return "".join(row for _, row in (written if strange == 20 else sorted(written)))


def said(sheet: PackageSheet) -> list[object]:
    """What a sheet says about its cells."""
    area = Area(1, 1, 5, 5)
    values = [[(type(value), value) for value in row] for row in sheet.values(area)]
    return [sheet.used(), values, sheet.looks(area), sheet.text_colours(area), sheet.fills(area)]


def outcome(xml: str, written: Area) -> object:
    """What a sheet says, what it says after a change, and the parts of the file with the change."""
    try:
        opened = book(xml, sheet_xml('<row r="1"><c r="A1"><f>Puzzle!B2</f><v>1</v></c></row>'))
        sheet = opened.sheet("Puzzle")
        before = said(sheet)
        sheet.write(written, [[7] * written.width] * written.height)
        after = said(sheet)
        opened.settle()
    except XlnonoError as error:
        return error.text("en")
    return before, after, {name: opened.archive.read(name) for name in opened.archive.names}


@examples(400)
@given(rows(), st.builds(Area, *[st.integers(1, 3)] * 2, *[st.integers(1, 2)] * 2))
@example('<row r="1"><c r="A1"><f>B2</f><v>1</v></c></row>', Area(2, 2))
@example('<row r="1"><c r="A1"><f>B1</f><v>1</v></c><c r="B1"><f>B2</f></c></row>', Area(2, 2))
def test_with_and_without_the_scanner_a_sheet_is_the_same(held: str, written: Area) -> None:
    xml = sheet_xml(held)
    scanned = outcome(xml, written)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scanned_sheet, "_native", None)
        assert outcome(xml, written) == scanned


@pytest.mark.parametrize(
    "rows",
    [
        "",
        '<row r="1"/>',
        '<row><c s="1"><v>3</v></c><c/></row><row spans="1:3"><c r="C2" t="s"><v>0</v></c></row>',
        '<row r="7"><c r="XFD7" t="str"><f>"a"&amp;$B$2</f><v>&lt;a&gt;</v></c></row>',
    ],
)
def test_what_programs_usually_write_is_scanned(rows: str) -> None:
    assert is_scanned(rows)


@pytest.mark.parametrize(
    "rows",
    [
        '<row r="2"/><row r="2"/>',
        '<row r="1048577"/>',
        '<row r="1"><c r="B1"/><c r="A1"/></row>',
        '<row r="1"><c r="A2"/></row>',
        '<row r="1"><c r="XFE1"/></row>',
        '<row r="1"><x:c xmlns:x="other"/></row>',
        '<row r="1"><c r="A1"><v xmlns="other">1</v></c></row>',
        '<row r="1"><c r="A1"><v>1</v><v>2</v></c></row>',
        '<row r="1"><!-- --></row>',
        '<row r="1"><c r="A1"><v>1',
        "<row r=",
    ],
)
def test_anything_else_is_left_to_the_tree(rows: str) -> None:
    assert not is_scanned(rows)


@given(st.binary(max_size=300), st.integers(0, 400))
def test_parts_that_end_anywhere_do_no_harm(junk: bytes, end: int) -> None:
    whole = sheet_xml('<row r="1"><c r="A1" t="str"><f>SUM(A2:B3)&amp;"x"</f><v>1</v></c></row>')
    for content in (junk, whole.encode()[:end], whole.encode()[:end] + junk):
        found = NATIVE.scan(content)
        if found is not None:
            found.values(1, list, Uncalculated)
            found.dependents([])


def test_a_long_chain_is_followed_past_a_formula_that_only_python_reads() -> None:
    count = 3000
    rows = "".join(
        f'<row r="{row}"><c r="A{row}"><f>'
        f"{'OFFSET' if row == count // 2 else 'SUM'}(A{row - 1})</f><v>1</v></c></row>"
        for row in range(2, count + 1)
    )
    opened = book(sheet_xml('<row r="1"><c r="A1"><v>1</v></c></row>' + rows))
    sheet = opened.sheet("Puzzle")
    sheet.write(Area(1, 1), [[2]])
    opened.settle()
    assert opened.archive.read("xl/worksheets/sheet1.xml").count(b"<v>") == 1


def test_overlapping_areas_are_found_once_each() -> None:
    formulas = [f"SUM(A{row}:P{row + 9})" for row in range(100, 4000)]
    rows = "".join(
        f'<row r="{row}"><c r="Z{row}"><f>{text}</f><v>1</v></c></row>'
        for row, text in enumerate(formulas, 1)
    )
    found = NATIVE.scan(sheet_xml(rows).encode()).dependents([])
    assert found.leave([]) == []
    assert found.reached(1, 1, 1, 1) == []
    assert sorted(found.reached(104, 16, 1, 1)) == [(row, 26) for row in range(1, 6)]
    assert found.reached(104, 16, 1, 1) == []
