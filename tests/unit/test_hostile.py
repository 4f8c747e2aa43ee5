"""Files made to do harm: each ends with a puzzle or one clear error, before it takes memory."""

import os
import re
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from tests.support.workbooks import ONLY, book_with, put_puzzle
from tests.unit.test_workbook_painting import solve, solved
from xlnono.errors import XlnonoError
from xlnono.files import limits
from xlnono.files.limits import Limit
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.spreadsheet.area import Area
from xlnono.xlsx.book import open_book
from xlnono.xlsx.escaping import quoted
from xlnono.xlsx.xml import nodes_in

TYPES, BOOK, RELATIONS = "[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
SHEET, STYLES, STRINGS = "xl/worksheets/sheet1.xml", "xl/styles.xml", "xl/sharedStrings.xml"
ROOT = Path(__file__).parents[2]
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


@pytest.fixture
def made(tmp_path):
    """Makes a workbook with a puzzle, its grid at D4:H8, and other contents for some parts."""
    usual = book_with(tmp_path / "usual.xlsx")

    def make(contents):
        path = tmp_path / "made.xlsx"
        with zipfile.ZipFile(usual) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
            for name in dict.fromkeys((*old.namelist(), *contents)):
                held = old.read(name).decode() if name in old.namelist() else ""
                content = contents.get(name, held)
                content = content(held) if callable(content) else content
                new.writestr(name, content)
        return path

    return make


def in_place_of(pattern, text):
    """A change of a part: whatever first matches becomes the text."""

    def change(held):
        assert re.search(pattern, held, re.DOTALL)
        return re.sub(pattern, lambda match: text, held, count=1, flags=re.DOTALL)

    return change


def before(pattern, text):
    return in_place_of(f"(?={re.escape(pattern)})", text)


def grid(path):
    """Where the puzzle of the first sheet is."""
    return read_puzzle(open_book(path).sheets()[0]).layout.grid.address


def refusal(path):
    """The error that reading the file ends with."""
    with pytest.raises(XlnonoError) as error:
        grid(path)
    assert error.value.text("ja") != error.value.text("en")
    assert error.value.text("en").encode()
    return error.value


@pytest.fixture
def low(monkeypatch):
    """Lowers a limit, so that small files are beyond it."""

    def lower(name, most):
        limit: Limit = getattr(limits, name)
        monkeypatch.setattr(limits, name, limit._replace(most=most))

    return lower


def test_the_workbook_that_the_others_are_made_of_is_read(made):
    assert grid(made({})) == "D4:H8"


@pytest.mark.parametrize(
    ("name", "most", "subject"),
    [
        ("FILE_BYTES", 3000, "the file has"),
        ("PARTS", 5, "parts"),
        ("UNPACKED_BYTES", 5000, "the file unpacks to"),
        ("PART_BYTES", 1000, SHEET),
        ("NODES", 40, "tags and attributes"),
    ],
)
def test_each_limit_tells_what_is_too_much_and_how_to_raise_it(
    made, low, monkeypatch, name, most, subject
):
    path = made({})
    low(name, most)
    error = refusal(path)
    assert error.code == "too-large"
    for language in ("en", "ja"):
        assert f"{most:,}" in error.text(language)
    assert subject in error.text("en")
    scale = re.search(r"XLNONO_LIMIT_SCALE to (\d+)", error.text("en"))[1]
    assert re.search(rf"XLNONO_LIMIT_SCALE を {scale} に", error.text("ja"))
    monkeypatch.setenv("XLNONO_LIMIT_SCALE", str(int(scale) * 100))
    assert grid(path) == "D4:H8"


@pytest.mark.parametrize("value", ["", "0", "-2", "1.5", "many", "٣", "9" * 5000])
def test_a_scale_that_is_not_a_number_is_reported(made, low, monkeypatch, value):
    path = made({})
    low("PARTS", 1)
    monkeypatch.setenv("XLNONO_LIMIT_SCALE", value)
    assert refusal(path).code == "limit-scale-unusable"


def test_a_part_that_unpacks_to_a_gigabyte_is_refused_unread(made):
    path = made({})
    content = bytearray(path.read_bytes())
    place = content.index(SHEET.encode(), content.index(b"PK\x01\x02")) - 46
    struct.pack_into("<L", content, place + 24, 10**9)
    path.write_bytes(content)
    error = refusal(path)
    assert error.code == "too-large"
    assert SHEET in error.text("en")


def test_a_part_that_is_larger_than_it_says_is_damage(made):
    path = made({SHEET: lambda held: held + " " * 5_000_000})
    content = bytearray(path.read_bytes())
    place = content.index(SHEET.encode(), content.index(b"PK\x01\x02")) - 46
    struct.pack_into("<L", content, place + 24, 100)
    path.write_bytes(content)
    assert refusal(path).code == "damaged-workbook"


LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>'


@pytest.mark.parametrize("part", [BOOK, SHEET, RELATIONS, STYLES])
@pytest.mark.parametrize(
    "doctype", [LAUGHS, '<!DOCTYPE x SYSTEM "file:///etc/passwd">', "<!-- --><?x?>\n<!DOCTYPE x>"]
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_document_type_is_refused_before_anything_is_expanded(made, part, doctype, encoding):
    def change(held):
        held = re.sub(r"<\?xml.*?\?>", "", held)
        return f'<?xml version="1.0" encoding="{encoding[:6]}"?>{doctype}{held}'.encode(encoding)

    error = refusal(made({part: change}))
    assert error.code == "damaged-workbook"
    assert part in error.text("en")
    assert "文書型宣言" in error.text("ja")


def test_text_that_looks_like_a_document_type_is_text(made):
    text = "<c r='A20' t='inlineStr'><is><t><![CDATA[<!DOCTYPE x>]]></t></is></c>"
    path = made({SHEET: before("</sheetData>", f"<row r='20'>{text}</row>")})
    assert grid(path) == "D4:H8"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 500,
        b"<worksheet>",
        b"<a>" * 5000 + b"</a>" * 5000,
        b"<a>&undeclared;</a>",
        "<a>é</a>".encode("latin-1"),
        '<?xml version="1.0" encoding="utf-16"?><a/>'.encode("utf-16-le"),
        b"\xff\xfe<",
        b"<other/>",
    ],
)
@pytest.mark.parametrize("part", [BOOK, SHEET, RELATIONS, "_rels/.rels"])
def test_a_part_that_is_no_xml_or_the_wrong_one_is_damage(made, part, content):
    assert refusal(made({part: content})).code == "damaged-workbook"


def test_xml_in_utf_16_is_read(made):
    path = made({SHEET: lambda held: held.encode("utf-16")})
    assert grid(path) == "D4:H8"


@pytest.mark.parametrize(
    "target",
    [
        "../../../../etc/passwd",
        "/etc/passwd",
        "C:\\Windows\\win.ini",
        "file:///etc/passwd",
        "worksheets\\sheet1.xml",
        "",
        ".",
        "sheet1.xml' or ''='",
        "styles.xml",
        "workbook.xml",
        'http://localhost/sheet1.xml" TargetMode="External',
    ],
)
def test_a_relation_that_leads_elsewhere_is_damage(made, target):
    change = in_place_of(r'Target="/xl/worksheets/sheet1\.xml"', f'Target="{target}"')
    assert refusal(made({RELATIONS: change})).code == "damaged-workbook"


@pytest.mark.parametrize(
    "name",
    ["../../outside.xml", "/outside.xml", "C:\\outside.xml", "..\\outside.xml", "a\nb", ".."],
)
def test_parts_with_the_names_of_other_places_stay_in_the_file(made, tmp_path, name):
    path = made({name: "outside"})
    target = tmp_path / "out" / "made.xlsx"
    target.parent.mkdir()
    book = open_book(path)
    book.sheets()[0].write(Area(20, 20), [[1]])
    book.save(target)
    with zipfile.ZipFile(target) as parts:
        assert parts.read(name) == b"outside"
    places = {entry.relative_to(tmp_path).as_posix() for entry in tmp_path.rglob("*")}
    assert places == {"usual.xlsx", "made.xlsx", "out", "out/made.xlsx"}


@pytest.mark.parametrize("part", [TYPES, "docProps/core.xml"])
def test_parts_that_reading_does_not_need_may_be_empty(made, part):
    assert grid(made({part: ""})) == "D4:H8"


def test_a_sheet_that_claims_a_million_rows_is_read(made):
    path = made({SHEET: in_place_of(r'<dimension ref="[^"]*"', '<dimension ref="A1:XFD1048576"')})
    assert grid(path) == "D4:H8"


@pytest.mark.parametrize("area", ["$A$1:$XFD$1048576", "$ZZZ$1:$A$9999999"])
def test_names_for_a_whole_sheet_are_refused(made, area):
    names = "".join(
        f"<definedName name='xlnono_{name}' localSheetId='0'>cat!{area}</definedName>"
        for name in ("rows", "columns", "grid")
    )
    path = made({BOOK: before("<calcPr", f"<definedNames>{names}</definedNames>")})
    error = refusal(path)
    assert error.code == "too-large"
    assert "cat" in error.text("en")
    assert f"{limits.NAMED_CELLS.most:,}" in error.text("ja")


def test_merged_cells_over_a_whole_sheet_are_reported(made):
    merged = "<mergeCells><mergeCell ref='A1:XFD1048576'/></mergeCells>"
    error = refusal(made({SHEET: in_place_of("</sheetData>", f"</sheetData>{merged}")}))
    assert "A1:XFD1048576" in error.text("en")


@pytest.mark.parametrize("value", ["NaN", "1e999", "-1e999", "9" * 5000, "0x1", "1_0"])
def test_a_number_that_cannot_be_read_is_reported_with_its_cell(made, value):
    error = refusal(made({SHEET: in_place_of("<v>1</v>", f"<v>{value}</v>")}))
    assert error.code == "invalid-puzzle"


@pytest.mark.parametrize("look", ["99999999", "-1", "x", "9" * 30])
def test_looks_that_are_not_there_are_plain(made, look):
    change = in_place_of('<c r="D1"[^>]*', f'<c r="D1" s="{look}" t="n"')
    path = made({SHEET: lambda held: change(held) if 'r="D1"' in held else held})
    assert grid(path) == "D4:H8"


def test_absurd_counts_are_not_believed(made):
    path = made({STYLES: lambda held: re.sub(r'count="\d+"', 'count="4294967295"', held)})
    assert grid(path) == "D4:H8"


def test_a_gigantic_table_of_texts_is_refused(made, low):
    low("STRINGS", 100)
    table = f"<sst xmlns='{MAIN}'>{'<si><t>x</t></si>' * 101}</sst>"
    relation = (
        "<Relationship Id='rId99' Target='sharedStrings.xml' Type='http://schemas.openxmlformats"
        ".org/officeDocument/2006/relationships/sharedStrings'/>"
    )
    path = made(
        {
            STRINGS: table,
            RELATIONS: before("</Relationships>", relation),
            SHEET: in_place_of('t="n"><v>1</v>', 't="s"><v>0</v>'),
        }
    )
    error = refusal(path)
    assert error.code == "too-large"
    assert STRINGS in error.text("en")


def rows(*cells):
    """A change of a sheet that adds rows far below the puzzle, a cell each; "#" is its row."""
    text = "".join(
        f'<row r="{row}"><c r="A{row}">{cell.replace("#", str(row))}</c></row>'
        for row, cell in enumerate(cells, 100)
    )
    return before("</sheetData>", text)


def saved(path):
    """Solve a workbook twice; the second time nothing changes. Returns what openpyxl reads."""
    solve(path, solved)
    once = path.read_bytes()
    solve(path, solved)
    assert path.read_bytes() == once
    return load_workbook(path, data_only=True)["cat"]


@pytest.mark.parametrize("kind", ["array", "dataTable", "shared"])
@pytest.mark.parametrize("area", ["A20:XFD1048576", "A1:XFD1048576", "A1:A1048576"])
def test_a_formula_for_a_whole_sheet_is_saved(made, kind, area):
    formula = f'<f t="{kind}" ref="{area}" si="0" r1="D4">D4</f><v>1</v>'
    assert saved(made({SHEET: rows(formula, formula)}))["E4"].value in (0, 1)


def test_many_formulas_for_a_whole_sheet_are_saved(made):
    formula = '<f t="array" ref="A#:XFD1048576">D4+A#</f><v>1</v>'
    sheet = saved(made({SHEET: rows(*[formula] * 300)}))
    assert sheet["A100"].value is None


def test_arrays_that_lie_on_each_other_without_end_are_refused(made, low):
    low("ARRAY_ROWS", 1000)
    path = made({SHEET: rows(*['<f t="array" ref="A#:XFD1048576">D4</f><v>1</v>'] * 60)})
    content = path.read_bytes()
    with pytest.raises(XlnonoError) as error:
        solve(path, solved)
    assert error.value.code == "too-large"
    assert "array formulas" in error.value.text("en")
    assert path.read_bytes() == content


def test_results_of_an_array_go_and_texts_in_its_area_stay(made):
    strings = f"<sst xmlns='{MAIN}'><si><t>kept</t></si></sst>"
    relation = (
        "<Relationship Id='rId99' Target='sharedStrings.xml' Type='http://schemas.openxmlformats"
        ".org/officeDocument/2006/relationships/sharedStrings'/>"
    )
    declared = (
        '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.'
        'openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>'
    )
    cells = (
        '<row r="20"><c r="A20"><f t="array" ref="A20:B1048576">D4</f><v>1</v></c></row>'
        '<row r="30"><c r="A30"><v>2</v></c><c r="B30" t="s"><v>0</v></c>'
        '<c r="C30"><v>3</v></c></row>'
    )
    sheet = saved(
        made(
            {
                STRINGS: strings,
                TYPES: before("</Types>", declared),
                RELATIONS: before("</Relationships>", relation),
                SHEET: before("</sheetData>", cells),
            }
        )
    )
    assert [sheet[cell].value for cell in ("A20", "A30", "B30", "C30")] == [None, None, "kept", 3]


def test_too_many_formulas_are_refused_and_nothing_is_written(made, low):
    low("FORMULAS", 10)
    path = made({SHEET: rows(*["<f>D4</f><v>1</v>"] * 11)})
    content = path.read_bytes()
    with pytest.raises(XlnonoError) as error:
        solve(path, solved)
    assert error.value.code == "too-large"
    assert "11" in error.value.text("ja")
    assert path.read_bytes() == content


def test_long_chains_of_formulas_and_names_are_saved(made):
    names = "".join(f"<definedName name='n{k}'>n{k + 1}</definedName>" for k in range(2000))
    path = made(
        {
            SHEET: rows(
                "<f>D4+1</f><v>1</v>",
                *["<f>SUM(A100:INDIRECT(&quot;A#&quot;))+n#</f><v>1</v>"] * 500,
            ),
            BOOK: before("<calcPr", f"<definedNames>{names}</definedNames>"),
        }
    )
    sheet = saved(path)
    assert {sheet.cell(row, 1).value for row in range(100, 601)} == {None}


def test_columns_in_any_order_are_read(made):
    columns = "".join(
        f'<col min="{k}" max="{k}" style="1" width="9"/>' for k in range(16384, 0, -1)
    )
    path = made({SHEET: before("<sheetData>", f"<cols>{columns}</cols>")})
    assert grid(path) == "D4:H8"
    path = made(
        {SHEET: before("<sheetData>", '<cols><col min="2" max="9"/><col min="1" max="3"/></cols>')}
    )
    assert refusal(path).code == "damaged-workbook"


def test_rows_and_cells_in_reverse_order_are_painted(made):
    def backwards(held):
        data = re.search("<sheetData>(.*)</sheetData>", held)[1]
        found = re.findall("<row .*?</row>", data)
        assert len(found) > 5
        return held.replace(data, "".join(reversed(found)))

    assert saved(made({SHEET: backwards}))["D4"].value == 0


def test_a_style_table_without_end_is_refused(made, low):
    low("LOOKS", 1000)
    error = refusal(made({STYLES: before("</cellXfs>", "<xf/>" * 1000)}))
    assert error.code == "too-large"
    assert "style table" in error.text("en")


def test_sheets_are_in_memory_one_after_the_other(tmp_path, low):
    path = tmp_path / "many.xlsx"
    workbook = Workbook()
    for k in range(6):
        put_puzzle(workbook.create_sheet(f"p{k}"), ONLY)
    workbook.save(path)
    with zipfile.ZipFile(path) as parts:
        sizes = [nodes_in(parts.read(f"xl/worksheets/sheet{k}.xml")) for k in range(2, 8)]
        others = sum(nodes_in(parts.read(name)) for name in (BOOK, STYLES, "xl/theme/theme1.xml"))
    # Painting one adds looks and cells.
    low("NODES", others + 3 * max(sizes))
    assert sum(sizes) > 5 * max(sizes)
    for _ in range(2):
        workings = solve_workbook(Job(path, path), explain=False)
        assert not workings.errors
        assert len(workings.puzzles) == 6
    found = load_workbook(path)
    assert {found[f"p{k}"]["E4"].value for k in range(6)} == {1}


@pytest.mark.parametrize(
    "title", ["=cmd|' !A0", "+1+1", "-2", "@SUM(1)", '=HYPERLINK("x")', "_x0041_", "<b>&amp;"]
)
def test_a_title_that_looks_like_a_formula_stays_text_on_the_log(made, title):
    change = in_place_of(f"name={quoted('cat')}", f"name={quoted(title)}")
    path = made({BOOK: change})
    solve(path, solved)
    workbook = load_workbook(path)
    first, log = workbook.worksheets
    assert first.title == title
    assert log.title == f"{title} log"
    assert not [cell for row in log.iter_rows() for cell in row if cell.data_type == "f"]


@pytest.mark.skipif(os.name == "nt", reason="The fuzzing needs the signals of POSIX")
@pytest.mark.parametrize("runs", [10, pytest.param(30, marks=pytest.mark.long)])
@pytest.mark.parametrize("script", ["reading.py", "solving.py"])
def test_the_fuzzing_runs(script, runs):
    command = [sys.executable, ROOT / "fuzz" / script, "--runs", str(runs), "--seed", "1"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert f"{runs} runs, 0 defects" in done.stdout, done.stdout + done.stderr


def test_half_a_character_in_a_text_can_be_reported(made):
    cell = '<c r="A1" t="inlineStr"><is><t>_xD800_ _xD83D__xDE00_</t></is></c>'
    path = made({SHEET: before("</sheetData>", f'<row r="900">{cell.replace("A1", "A900")}</row>')})
    sheet = open_book(path).sheets()[0]
    ((held,),) = sheet.values(Area(900, 1))
    assert held == "� 😀"


@pytest.mark.parametrize(
    ("part", "change"),
    [
        (SHEET, before("</sheetData>", '<row r="1048577"><c r="A1048577"><v>1</v></c></row>')),
        (SHEET, before("</sheetData>", '<row r="999"><c r="XFE999"><v>1</v></c></row>')),
        (
            SHEET,
            before("<sheetData>", '<cols><col min="1" max="9"/><col min="2" max="3"/></cols>'),
        ),
        (BOOK, before("</sheets>", '<sheet name="twin" sheetId="7" r:id="rId1"/>')),
    ],
    ids=["row", "column", "columns", "tab"],
)
def test_what_no_sheet_can_hold_is_damage(made, part, change):
    path = made({part: change})
    with pytest.raises(XlnonoError) as error:
        read_puzzle(open_book(path).sheets()[0])
    assert error.value.code == "damaged-workbook"


@pytest.mark.parametrize("number", ["9" * 5000, "²", "-1"])
def test_looks_that_there_cannot_be_are_those_of_plain_cells(made, number):
    row = f'<row r="900"><c r="A900" s="{number}"><v>1</v></c></row>'
    path = made({SHEET: before("</sheetData>", row)})
    sheet = open_book(path).sheets()[0]
    assert sheet.fills(Area(900, 1)) == [[None]]
    assert sheet.bordered(Area(900, 1)) == [[False]]


@pytest.mark.parametrize("formula", ["IF(B2#=1,2)", "B2)", "{B2}}"])
def test_a_formula_that_makes_no_sense_is_reported_as_it_stands(made, formula):
    shared = f'<c r="A900"><f t="shared" si="7" ref="A900:A901">{formula}</f><v>1</v></c>'
    member = '<c r="A901"><f t="shared" si="7"/></c>'
    rows = f'<row r="900">{shared}</row><row r="901">{member}</row>'
    sheet = open_book(made({SHEET: before("</sheetData>", rows)})).sheets()[0]
    ((held,),) = sheet.values(Area(901, 1))
    assert held.formula == f"={formula}"


def test_looks_that_refer_to_nothing_do_not_change_when_looks_are_added(made):
    dangling = 'fillId="3"'
    path = made({STYLES: in_place_of(r'fillId="[1-9]"', dangling)})
    number = next(k for k, xf in enumerate(load_looks(path)) if dangling in xf)
    solve(path, solved)
    assert 'fillId="0"' in load_looks(path)[number]
    once = path.read_bytes()
    solve(path, solved)
    assert path.read_bytes() == once


def test_elements_among_the_looks_that_are_none_do_not_count(made):
    path = made({STYLES: before("</cellXfs>", '<fgColor rgb="FFFFFFFF"/>')})
    solve(path, solved)
    sheet = load_workbook(path).worksheets[0]
    fills = [cell.fill.fgColor.rgb[-6:] for row in sheet["D4:H8"] for cell in row]
    values = [cell.value for row in sheet["D4:H8"] for cell in row]
    assert fills == ["262626" if value else "000000" for value in values]
    assert 1 in values


@pytest.mark.parametrize(
    "fills", ["", '<fills><fill><patternFill patternType="none"/></fill></fills>']
)
def test_a_painted_cell_has_none_of_the_fills_that_programs_keep_for_themselves(made, fills):
    path = made({STYLES: in_place_of("<fills.*?</fills>", fills)})
    solve(path, solved)
    workbook = load_workbook(path)
    cells = [cell for row in workbook.worksheets[0]["D4:H8"] for cell in row]
    assert {cell.fill.fgColor.rgb[-6:] for cell in cells if cell.value == 1} == {"262626"}
    assert [fill.fill_type for fill in workbook._fills][:2] == [None, "gray125"]


def load_looks(path):
    """The looks of cells, as text, in order."""
    with zipfile.ZipFile(path) as book:
        table = re.search(r"<cellXfs.*?</cellXfs>", book.read(STYLES).decode(), re.DOTALL)
    return re.findall(r"<xf [^>]*>", table[0])
