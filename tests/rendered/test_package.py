"""What solving leaves as it was in a workbook, and what must not stay as it was."""

from __future__ import annotations

import base64
import io
import re
import shutil
import struct
import zipfile

import pytest
import xlsxwriter
from lxml import etree
from openpyxl import Workbook, load_workbook
from openpyxl.workbook.defined_name import DefinedName
from openxml_audit import OpenXmlValidator

from tests.support.office import converted
from tests.support.packages import (
    MAIN,
    canonical,
    check_survival,
    edit,
    more_relations,
    part,
    parts_of,
    relations,
    replacing,
    solved,
)
from tests.support.workbooks import ONLY, book_with, put_puzzle
from tests.unit.test_archive import Pipe
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import check_workbook, solve_workbook
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Page, PageCell, Style
from xlnono.xlsx.book import open_book

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
WMF = struct.pack("<LHhhhhHLH", 0x9AC6CDD7, 0, 0, 0, 96, 96, 96, 0, 0) + bytes(64)
GRID = {cell.address for cell in Area.parse("D4:H8").cells()}
BOARD = "xl/worksheets/sheet2.xml"
LOG, REPLAY = "puzzle log", "puzzle replay"
BUILT_IN = "_xlnm."
FULL = 'fullCalcOnLoad="1"'


def put_clues(workbook, sheet, clue_look=None):
    """The puzzle with its grid on D4:H8."""
    border = workbook.add_format({"border": 1})
    for k, (across, down) in enumerate(zip(ONLY.row_clues(), ONLY.column_clues(), strict=True)):
        sheet.write_string(3 + k, 2, " ".join(map(str, across)), clue_look)
        sheet.write_string(2, 3 + k, " ".join(map(str, down)), clue_look)
        for row in range(3, 8):
            sheet.write_blank(row, 3 + k, None, border)


def rich(path):
    """A workbook of the sheets "cover", "puzzle" and "other" with all that XlsxWriter can make."""
    for name, content in (("dot.png", PNG), ("dot.wmf", WMF), ("macros.bin", b"macros" * 99)):
        (path.parent / name).write_bytes(content)
    dot, drawing, macros = (
        str(path.parent / name) for name in ("dot.png", "dot.wmf", "macros.bin")
    )
    with xlsxwriter.Workbook(path) as workbook:
        workbook.add_vba_project(macros)
        cover, sheet, other = map(workbook.add_worksheet, ("cover", "puzzle", "other"))
        cover.write("A1", "Puzzles")
        put_clues(workbook, sheet)
        bold = workbook.add_format({"bold": True, "locked": False})
        sheet.insert_textbox("L2", "write your name here")
        sheet.insert_checkbox("K2", True)
        sheet.add_sparkline("K3", {"range": "other!A2:A5"})
        sheet.conditional_format("K4:K8", {"type": "data_bar", "data_bar_2010": True})
        sheet.conditional_format(
            "D4:H8", {"type": "cell", "criteria": ">", "value": 9, "format": bold}
        )
        sheet.write_dynamic_array_formula("K10:K12", "=_xlfn._xlws.SORT(other!A2:A4)", None, 1)
        sheet.write_rich_string("K14", "so ", bold, "bold")
        sheet.write_comment("K15", "a note")
        sheet.insert_button("K16", {"macro": "go", "caption": "Solve"})
        sheet.insert_button("K18", {"macro": "stop"})
        sheet.insert_image("N2", dot)
        sheet.insert_image("N8", drawing)
        sheet.set_background(dot)
        sheet.set_header("&L&G", {"image_left": dot})
        chart = workbook.add_chart({"type": "line"})
        chart.add_series({"values": "=other!$A$2:$A$5"})
        sheet.insert_chart("N12", chart)
        sheet.ignore_errors({"number_stored_as_text": "C4:C8"})
        sheet.protect("secret", {"format_cells": True})
        sheet.freeze_panes("D4")
        sheet.set_column("D:H", 3, bold)
        sheet.set_row(8, 30, bold, {"level": 1, "hidden": True})
        sheet.set_row(9, None, None, {"collapsed": True})
        sheet.merge_range("A1:C1", "merged", bold)
        sheet.data_validation("K20", {"validate": "list", "source": ["easy", "hard"]})
        sheet.write_url("K21", "https://example.org/", string="link")
        sheet.set_landscape()
        sheet.print_area("A1:J20")
        other.write_column("A1", ["times", 5, 3, 4, 1])
        other.add_table("A1:A5", {"name": "Times", "columns": [{"header": "times"}]})
        other.write_formula("C1", "=SUM(A2:A5)", None, 13)
        other.protect()
        workbook.define_name("of_all", "=other!$A$2")
        workbook.define_name("other!own", "=other!$A$3")
        workbook.set_custom_property("club", "puzzles")
        other.activate()
    return path


@pytest.fixture(scope="module")
def rich_pair(tmp_path_factory):
    """The rich workbook, and the same one solved."""
    path = rich(tmp_path_factory.mktemp("rich") / "rich.xlsm")
    after = path.with_name("solved.xlsm")
    shutil.copyfile(path, after)
    solved(after)
    return path, after


def test_nothing_but_the_grid_changes_in_a_rich_workbook(rich_pair):
    before, after = rich_pair
    check_survival(before, after, BOARD, GRID)
    assert open_book(after).titles() == ["cover", "puzzle", LOG, REPLAY, "other"]


def test_solving_it_again_gives_the_same_file(rich_pair, tmp_path):
    again = tmp_path / "again.xlsm"
    shutil.copyfile(rich_pair[1], again)
    solved(again)
    assert again.read_bytes() == rich_pair[1].read_bytes()


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    """LibreOffice, which starts slowly in a folder that is new to it."""
    folder = tmp_path_factory.mktemp("office")

    def as_saved(path, kind):
        copy = folder / f"{len(list(folder.iterdir()))}{path.suffix}"
        shutil.copyfile(path, copy)
        return converted(copy, kind)

    return as_saved


def things_in(path):
    """How many things of each kind there are on the sheet of the puzzle and on the other one."""
    root = etree.parse(path).getroot()
    spaces = {key: value for key, value in root.nsmap.items() if key}
    found = {}
    for title in ("puzzle", "other"):
        (table,) = root.xpath(f".//table:table[@table:name='{title}']", namespaces=spaces)
        for kind in (
            *("draw:object", "draw:image", "draw:custom-shape", "draw:control", "form:button"),
            *("office:annotation", "calcext:sparkline", "calcext:conditional-format"),
            *("calcext:data-bar", "table:covered-table-cell", "text:a", "text:span"),
        ):
            count = len(
                table.findall(f".//{{{spaces[kind.partition(':')[0]]}}}{kind.partition(':')[2]}")
            )
            found[title, kind] = count
        protected = table.get(f"{{{spaces['table']}}}protected")
        found[title, "protected"] = protected
    for kind in ("named-range", "database-range", "content-validation"):
        held = root.findall(f".//{{{spaces['table']}}}{kind}")
        found[kind] = {element.get(f"{{{spaces['table']}}}name") for element in held}
    return found


def test_libreoffice_still_shows_all_of_it(rich_pair, office):
    before, after = (things_in(office(path, "fods")) for path in rich_pair)
    for kind in (
        *("draw:object", "draw:image", "draw:custom-shape", "draw:control", "form:button"),
        *("office:annotation", "calcext:sparkline", "calcext:data-bar", "text:a"),
    ):
        assert before["puzzle", kind], kind
    for kind, count in before.items():
        if isinstance(count, set):
            assert count <= after[kind]
        else:
            assert after[kind] == count, kind


def faults(path):
    """What a validator finds, but for texts that Excel moves to a part of their own some day."""
    found = OpenXmlValidator().validate(str(path)).errors
    return {
        (str(error.part_uri), str(error.path), error.description)
        for error in found
        if "inline-string" not in error.description
    }


def test_the_validator_finds_no_new_fault(rich_pair):
    assert faults(rich_pair[1]) <= faults(rich_pair[0])


VIEW = "{00000000-0000-4000-8000-000000000001}"
CUSTOM_VIEWS = (
    f'<customWorkbookViews><customWorkbookView name="mine" guid="{VIEW}" windowWidth="99" '
    'windowHeight="99" activeSheetId="2"/></customWorkbookViews>'
)
CUSTOM_VIEW = f'<customSheetViews><customSheetView guid="{VIEW}" scale="99"/></customSheetViews>'
EXTENSION = '<ext uri="own" xmlns:own="urn:own"><own:odd a="&#10;1">&#13; t </own:odd></ext>'


def stub(name):
    return f'<{name} xmlns="http://schemas.example.org/{name}"><held by="Excel"/></{name}>'


def test_parts_of_any_other_kind_stay(tmp_path):
    before = rich(tmp_path / "before.xlsm")
    own = {
        "xl/threadedComments/threadedComment1.xml": "threadedComment",
        "xl/ctrlProps/ctrlProp1.xml": "ctrlProp",
        "xl/activeX/activeX1.xml": "control",
        "xl/printerSettings/printerSettings1.bin": "printerSettings",
        "xl/queryTables/queryTable1.xml": "queryTable",
        "xl/slicers/slicer1.xml": "slicer",
        "xl/pivotTables/pivotTable1.xml": "pivotTable",
        "xl/embeddings/oleObject1.bin": "oleObject",
    }
    common = {
        "xl/persons/person.xml": "person",
        "xl/connections.xml": "connections",
        "xl/slicerCaches/slicerCache1.xml": "slicerCache",
        "xl/externalLinks/externalLink1.xml": "externalLink",
        "xl/pivotCache/pivotCacheDefinition1.xml": "pivotCacheDefinition",
        "customXml/item1.xml": "customXml",
        "xl/richData/rdrichvalue.xml": "rdRichValue",
    }
    edit(
        before,
        {name: stub(kind) for name, kind in (own | common).items()}
        | {
            "xl/worksheets/_rels/sheet2.xml.rels": more_relations(
                *((kind, f"/{name}") for name, kind in own.items())
            ),
            "xl/_rels/workbook.xml.rels": more_relations(
                *((kind, f"/{name}") for name, kind in common.items())
            ),
            "xl/pivotCache/_rels/pivotCacheDefinition1.xml.rels": relations(
                ("pivotCacheRecords", "pivotCacheRecords1.xml")
            ),
            "xl/pivotCache/pivotCacheRecords1.xml": stub("records"),
            # Phonetic readings, which do not belong to the texts.
            "xl/sharedStrings.xml": lambda text: text.replace(
                "</t></si>", '</t><rPh sb="0" eb="1"><t>9</t></rPh><phoneticPr fontId="0"/></si>'
            ),
            "xl/workbook.xml": replacing("</workbook>", f"{CUSTOM_VIEWS}<extLst/></workbook>"),
            BOARD: lambda text: (
                text.replace("<sheetData>", "<?made by hand?><!-- by hand --><sheetData>")
                .replace("<mergeCells", f"{CUSTOM_VIEW}<mergeCells")
                .replace("</extLst>", f"{EXTENSION}</extLst>")
            ),
        },
    )
    after = tmp_path / "after.xlsm"
    shutil.copyfile(before, after)
    solved(after)
    check_survival(before, after, BOARD, GRID)
    once = after.read_bytes()
    solved(after)
    assert after.read_bytes() == once


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_parts_keep_their_order_and_packing(tmp_path, packing, streamed):
    before, after = tmp_path / "before.xlsx", tmp_path / "after.xlsx"
    book_with(before, ONLY)
    edit(before, {"docProps/thumbnail.jpeg": bytes(999)}, order=lambda name: name[::-1])
    with zipfile.ZipFile(before) as parts:
        held = {name: parts.read(name) for name in parts.namelist()}
    # In a stream the sizes follow the parts.
    stream = Pipe() if streamed else io.BytesIO()
    with zipfile.ZipFile(stream, "w", packing) as parts:
        for name, content in held.items():
            parts.writestr(name, content, compresslevel=1)
    before.write_bytes(stream.content if streamed else stream.getvalue())
    shutil.copyfile(before, after)
    solved(after)
    check_survival(before, after, "xl/worksheets/sheet1.xml", GRID)


def plain(path, change=None):
    """A workbook of the sheets "cover", "puzzle" and "other" without anything else."""
    with xlsxwriter.Workbook(path) as workbook:
        cover, sheet, other = map(workbook.add_worksheet, ("cover", "puzzle", "other"))
        put_clues(workbook, sheet)
        if change is not None:
            change(workbook, cover, sheet, other)
    # XlsxWriter has everything calculated anew anyway.
    edit(path, {"xl/workbook.xml": lambda text: re.sub("<calcPr [^>]*/>", "", text)})
    return path


def results_of(path, title):
    """The stored results of a sheet by cell; cells with formulas that have none are left out."""
    workbook = load_workbook(path, data_only=True)
    return {
        cell.coordinate: cell.value
        for row in workbook[title].iter_rows()
        for cell in row
        if cell.value is not None
    }


def with_stored_results(workbook, cover, sheet, other):
    workbook.define_name("of_board", "=puzzle!$D$4:$E$5")
    workbook.define_name("of_clue", "=puzzle!$C$4")
    workbook.define_name("puzzle!locally", "=puzzle!$H$8")
    workbook.define_name("through", "=of_board+1")
    workbook.define_name("relative", "=puzzle!D4")
    other.write_column("H1", ["n", 1, 2])
    other.add_table("H1:H3", {"name": "Apart", "columns": [{"header": "n"}]})
    sheet.add_table("D10:E12", {"name": "Below", "header_row": False})
    sheet.add_table("H8:I9", {"name": "Touching", "header_row": False})
    for number, formula in enumerate(STALE, 1):
        other.write_formula(f"A{number}", formula, None, 99)
    for number, formula in enumerate(FRESH, 1):
        other.write_formula(f"B{number}", formula, None, 99)
    sheet.write_formula("J4", "=SUM(D4:H4)", None, 99)
    sheet.write_formula("J5", "=C4&D3", None, "kept")
    sheet.write_array_formula("L4:M5", "{=D4:E5*1}", None, 99)
    for place in ((3, 12), (4, 11), (4, 12)):
        sheet.write_number(*place, 99)
    cover.write_formula("A1", "=other!A1*2", None, 99)
    cover.write_formula("A2", "=A1&A3", None, "99")
    cover.write_formula("A3", "=other!B1", None, 99)


STALE = [
    "=SUM(puzzle!D4:H4)",
    "=SUM('puzzle'!$D:$D)",
    "=PUZZLE!E5",
    "=SUM(puzzle!4:4)",
    "=COUNT(of_board)",
    "=SUM(through)",
    "=puzzle!locally",
    '=INDIRECT("puzzle!D4")',
    "=OFFSET(H1,1,0)",
    "=SUM(cover:puzzle!A1)",
    "=SUM(puzzle!A1:INDEX(puzzle!A:H,8,8))",
    "=relative",
    "=SUM(Touching[Column1])",
    "=A1+1",
    "=SUM(A14,0)",
]
FRESH = [
    "=SUM(puzzle!C4:C8)",
    '="puzzle!D4"&"x"',
    "=SUM(Apart[n])",
    "=COUNT(of_clue)",
    "=SUM(puzzle!I:I)",
    "=D4+1",
    "=SUM(Below[Column1])",
    "=LOG10(100)",
    "='[1]puzzle'!D4",
    "=SUM(cover:puzzle!Z99)",
    "=SUM('puzzle:other'!Z99)",
    "=B1+1",
]


def test_just_the_results_that_looked_at_the_grid_are_gone(tmp_path):
    path = plain(tmp_path / "results.xlsx", with_stored_results)
    solved(path)
    other, sheet = results_of(path, "other"), results_of(path, "puzzle")
    assert [n for n, _ in enumerate(STALE, 1) if f"A{n}" in other] == []
    assert [n for n, _ in enumerate(FRESH, 1) if other.get(f"B{n}") != 99] == []
    assert sheet["J5"] == "kept"
    assert {"J4", "L4", "L5", "M4", "M5"}.isdisjoint(sheet)
    assert results_of(path, "cover") == {"A3": 99}
    formulas = load_workbook(path)["other"]
    assert [formulas[f"A{n}"].value for n, _ in enumerate(STALE, 1)] == STALE
    assert FULL in part(path, "xl/workbook.xml")


def test_sheets_that_cannot_reach_the_board_keep_their_results(tmp_path):
    def change(workbook, cover, sheet, other):
        cover.write_formula("A1", "=OFFSET(other!C1,1,0)", None, 99)
        cover.write_formula("A2", "=SUM(other!C1:INDEX(other!C:C,2))", None, 99)
        cover.write_formula("A3", "=OFFSET(puzzle!A1,1,0)", None, 99)
        cover.write_formula("A4", '=INDIRECT("puzzle!C4")', None, 99)
        other.write_formula("C1", "=SUM(cover:puzzle!Q99)", None, 99)

    path = plain(tmp_path / "apart.xlsx", change)
    solved(path)
    assert results_of(path, "cover") == {"A1": 99, "A2": 99, "A4": 99}
    assert results_of(path, "other") == {"C1": 99}


def with_table(path, name, attributes, edge):
    """Give a sheet a data table over C3:C4, with an edge above and beside it."""
    rows = (
        f'<row r="2"><c r="C2"><f>{edge}</f><v>9</v></c></row>'
        f'<row r="3"><c r="B3"><v>1</v></c><c r="C3"><f t="dataTable" ref="C3:C4" {attributes}/>'
        '<v>8</v></c></row><row r="4"><c r="B4"><v>2</v></c><c r="C4"><v>7</v></c></row>'
    )
    edit(path, {name: replacing("<sheetData/>", f"<sheetData>{rows}</sheetData>")})


@pytest.mark.parametrize(
    ("edge", "attributes", "remains"),
    [
        ("A1*10", 'dt2D="0" dtr="0" r1="A1"', True),
        ("A1*10", 'dt2D="1" dtr="1" r1="A1" r2="A2"', True),
        ("A1*10", 'dt2D="0" dtr="0" r1="#REF!" del1="1"', True),
        ("puzzle!D4", 'dt2D="0" dtr="0" r1="A1"', False),
        ("A1*10", 'dt2D="0" dtr="0" r1="nowhere"', False),
    ],
)
def test_a_data_table_depends_on_its_edge_and_its_inputs(tmp_path, edge, attributes, remains):
    path = plain(tmp_path / "table.xlsx")
    with_table(path, "xl/worksheets/sheet3.xml", attributes, edge)
    solved(path)
    results = results_of(path, "other")
    assert ("C3" in results and "C4" in results) is remains
    assert results["B3"], results["B4"] == (1, 2)


def test_libreoffice_calculates_what_is_gone_and_shows_what_was_kept(tmp_path, office):
    path = plain(tmp_path / "results.xlsx", with_stored_results)
    solved(path)
    shown = results_of(office(path, "xlsx"), "other")
    assert [shown[f"A{n}"] for n in (1, 3, 5, 7, 8, 13, 14)] == [3, 1, 4, 0, 0, 0, 4]
    assert [shown[f"B{n}"] for n, _ in enumerate(FRESH, 1)] == [99] * len(FRESH)


def test_clues_that_look_at_the_grid_can_be_read_again(tmp_path):
    path = tmp_path / "book.xlsx"
    with xlsxwriter.Workbook(path) as workbook:
        sheet = workbook.add_worksheet("puzzle")
        put_clues(workbook, sheet)
        sheet.write_formula("C4", '=INDIRECT("K4")+0*COUNT(D4:H8)', None, 3)
        sheet.write("K4", 3)
    assert solved(path).errors == []
    once = path.read_bytes()
    assert solved(path).errors == []
    assert path.read_bytes() == once


def test_long_chains_of_names_and_formulas_are_followed_to_their_end(tmp_path):
    def change(workbook, cover, sheet, other):
        # Followed one by one, the names would lead to more places than anybody can count.
        for k in range(99):
            workbook.define_name(f"name_{k}", f"=name_{k + 1}+name_{k + 1}")
        workbook.define_name("name_99", "=puzzle!$D$4+name_0")
        cover.write_formula("A1", "=name_0", None, 99)
        for row in range(2, 3000):
            cover.write_formula(f"A{row}", f"=A{row - 1}+1", None, 99)
        cover.write_formula("B1", "=B2", None, 99)

    path = plain(tmp_path / "chains.xlsx", change)
    solved(path)
    assert results_of(path, "cover") == {"B1": 99}


def test_without_formulas_that_look_at_the_grid_no_program_has_to_calculate(tmp_path):
    def change(workbook, cover, sheet, other):
        cover.write_formula("A1", "=puzzle!C4", None, "3")

    path = plain(tmp_path / "kept.xlsx", change)
    solved(path)
    assert FULL not in part(path, "xl/workbook.xml")
    assert results_of(path, "cover") == {"A1": "3"}


def test_a_result_that_looked_at_the_log_goes_when_the_log_is_written(tmp_path):
    def change(workbook, cover, sheet, other):
        cover.write_formula("A1", f"=COUNTA('{LOG}'!A:A)", None, 99)
        cover.write_formula("A2", "=COUNTA(other!A:A)", None, 99)

    path = plain(tmp_path / "log.xlsx", change)
    solved(path)
    assert results_of(path, "cover") == {"A2": 99}


def test_a_result_that_counts_the_tabs_goes_when_there_are_more(tmp_path):
    def change(workbook, cover, sheet, other):
        cover.write_formula("A1", "=_xlfn.SHEETS()", None, 3)
        cover.write_formula("A2", "=SHEET(other!A1)", None, 3)
        cover.write_formula("A3", "=COUNTA(other!A:A)", None, 99)

    path = plain(tmp_path / "log.xlsx", change)
    solved(path, explain=False)
    assert results_of(path, "cover") == {"A1": 3, "A2": 3, "A3": 99}
    solved(path)
    assert results_of(path, "cover") == {"A3": 99}


@pytest.mark.parametrize(
    ("formula", "titles"),
    [
        ("=SUM(cover:puzzle!A20)", ["cover", "puzzle", LOG, REPLAY, "other"]),
        ("=SUM(puzzle:other!A20)", ["cover", "puzzle", "other", LOG, REPLAY]),
        ("=SUM(other!A20,Cover:Other!A20)", ["cover", "puzzle", "other", LOG, REPLAY]),
    ],
)
def test_sums_over_several_sheets_do_not_take_in_the_log(tmp_path, office, formula, titles):
    def change(workbook, cover, sheet, other):
        for each in (cover, sheet, other):
            each.write("A20", 5)
        cover.write_formula("A1", formula)

    path = plain(tmp_path / "sums.xlsx", change)
    # Without a result, LibreOffice calculates it.
    edit(path, {"xl/worksheets/sheet1.xml": replacing("<v>0</v>", "")})
    before = results_of(office(path, "xlsx"), "cover")["A1"]
    solved(path)
    assert load_workbook(path).sheetnames == titles
    assert results_of(office(path, "xlsx"), "cover")["A1"] == before > 0


def test_the_log_is_in_no_range_of_sheets_of_a_name(tmp_path):
    def change(workbook, cover, sheet, other):
        workbook.define_name("all", "=SUM('puzzle:other'!$A$20)")

    path = plain(tmp_path / "names.xlsx", change)
    solved(path)
    assert load_workbook(path).sheetnames == ["cover", "puzzle", "other", LOG, REPLAY]


def formula(address, text="", attributes="", result=""):
    return f'<c r="{address}" t="str"><f {attributes}>{text}</f><v>{result}</v></c>'


def with_cells(path, *cells):
    """Put cells with formulas in the rows 4 and 5 of the puzzle's sheet, which has no others."""
    changed = part(path, BOARD)
    for row, held in zip((4, 5), cells, strict=False):
        for cell in held:
            address = re.search('r="(.*?)"', cell)[1]
            if f'<c r="{address}"' in changed:
                changed = re.sub(f'<c r="{address}"[^>]*/>', cell, changed)
            else:
                changed = re.sub(f'(<row r="{row}".*?)(</row>)', rf"\g<1>{cell}\g<2>", changed)
    edit(path, {BOARD: changed})


def test_formulas_that_share_the_text_of_a_painted_cell_keep_it(tmp_path, office):
    path = plain(tmp_path / "shared.xlsx")
    text = '$C4&amp;IF(SUM(I$1:J4)&gt;0,"D4","")&amp;\'other\'!K9'
    with_cells(
        path,
        [
            formula("D4", text, 't="shared" si="0" ref="D4:K5"'),
            formula("E4", attributes='t="shared" si="0"'),
            formula("K4", attributes='t="shared" si="0"', result="kept"),
        ],
        [formula("K5", attributes='t="shared" si="0"')],
    )
    edit(path, {BOARD: replacing('<c r="D4" t="str">', '<c r="D4" s="1" t="str">')})
    before = office(path, "xlsx")
    solved(path)
    sheets = [load_workbook(file)["puzzle"] for file in (before, office(path, "xlsx"))]
    for address in ("K4", "K5"):
        before, after = (sheet[address].value for sheet in sheets)
        assert before == after
        assert before.startswith(f"=$C{address[1]}&")
    assert sheets[1]["D4"].value == 0
    assert sheets[1]["E4"].value == 1
    # The first cell that is left holds the text.
    assert re.findall(r'<f t="shared" [^>]*>', part(path, BOARD)) == [
        '<f t="shared" si="0" ref="K4:K5">',
        '<f t="shared" si="0"/>',
    ]


def test_the_first_text_of_a_group_holds_although_others_follow(tmp_path, office):
    path = plain(tmp_path / "shared.xlsx")
    painted, other = 't="shared" si="0" ref="D4:K5"', 't="shared" si="1" ref="H4:L5"'
    with_cells(
        path,
        [
            formula("D4", "$C$4&amp;J9", painted),
            formula("E4", "A1+1", painted),
            formula("K4", "A2+2", painted),
            formula("L4", "$A3", other),
        ],
        [
            formula("H5", "$A9", other),
            formula("K5", attributes='t="shared" si="0"'),
            formula("L5", attributes='t="shared" si="1"'),
        ],
    )
    cells = ("K4", "L4", "K5", "L5")
    before = formulas_at(path, *cells)
    assert before == formulas_at(office(path, "xlsx"), *cells)
    solved(path)
    assert formulas_at(path, *cells) == formulas_at(office(path, "xlsx"), *cells) == before


def test_a_cell_that_stands_before_the_text_of_its_group_keeps_its_formula(tmp_path):
    path = plain(tmp_path / "shared.xlsx")
    shared = 't="shared" si="0"'
    with_cells(
        path,
        [formula("K4", attributes=shared, result="left")],
        [formula("D5", "C4", shared), formula("K5", attributes=shared)],
    )
    before = formulas_at(path, "K4", "K5")
    solved(path)
    assert formulas_at(path, "K4", "K5") == before == ["=", "=J4"]


def formulas_at(path, *addresses):
    sheet = load_workbook(path)["puzzle"]
    return [sheet[address].value for address in addresses]


def test_an_array_that_is_painted_over_leaves_its_other_cells_with_their_values(tmp_path):
    path = plain(tmp_path / "array.xlsx")
    array = formula("G4", "1", 't="array" ref="G4:J4"')
    with_cells(path, [array, '<c r="J4"><v>7</v></c>'])
    solved(path)
    sheet = load_workbook(path)["puzzle"]
    assert [sheet[address].value for address in ("G4", "H4", "J4")] == [1, 0, 7]


def test_an_array_that_begins_outside_the_grid_is_taken_apart(tmp_path):
    path = plain(tmp_path / "array.xlsx")
    with_cells(path, [], [formula("J5", "1", 't="array" ref="H4:J5"', "left")])
    solved(path)
    sheet = load_workbook(path)["puzzle"]
    assert [sheet[address].value for address in ("H4", "J5")] == [0, "left"]


CHAIN = "xl/calcChain.xml"


def with_chain(path, *entries):
    """Give a workbook an order of calculation; entries are (sheet id or None, cell)."""
    held = "".join(
        f'<c r="{cell}"' + (f' i="{sheet}"' if sheet else "") + "/>" for sheet, cell in entries
    )
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"
    edit(
        path,
        {
            CHAIN: f'<calcChain xmlns="{MAIN[1:-1]}">{held}</calcChain>',
            "xl/_rels/workbook.xml.rels": more_relations(("calcChain", "calcChain.xml")),
            "[Content_Types].xml": replacing(
                "</Types>", f'<Override PartName="/{CHAIN}" ContentType="{kind}"/></Types>'
            ),
        },
    )


def chain_of(path):
    found, sheet = [], None
    for entry in etree.fromstring(part(path, CHAIN).encode()):
        sheet = entry.get("i", sheet)
        found.append((sheet, entry.get("r")))
    return found


def test_painted_cells_are_taken_out_of_the_order_of_calculation(tmp_path):
    path = plain(tmp_path / "chain.xlsx")
    with_cells(path, [formula("D4", '""'), formula("E4", '""'), formula("K4", '""')])
    edit(
        path,
        {
            "xl/worksheets/sheet3.xml": replacing(
                "<sheetData/>", f'<sheetData><row r="4">{formula("D4", "1")}</row></sheetData>'
            )
        },
    )
    with_chain(path, ("2", "D4"), (None, "K4"), (None, "E4"), ("3", "D4"))
    solved(path)
    assert chain_of(path) == [("2", "K4"), ("3", "D4")]


def test_an_order_without_any_cell_is_taken_away(tmp_path):
    path = plain(tmp_path / "chain.xlsx")
    with_cells(path, [formula("D4", '""')])
    with_chain(path, ("2", "D4"))
    solved(path)
    assert CHAIN not in parts_of(path)
    for name in ("xl/_rels/workbook.xml.rels", "[Content_Types].xml"):
        assert "calcChain" not in part(path, name)


def test_an_order_of_other_cells_stays_byte_for_byte(tmp_path):
    path = plain(tmp_path / "chain.xlsx")
    with_cells(path, [formula("K4", "1")])
    with_chain(path, ("2", "K4"))
    before = parts_of(path)[CHAIN]
    solved(path)
    assert parts_of(path)[CHAIN] == before


def test_names_and_views_still_mean_the_same_sheets(tmp_path):
    path = tmp_path / "tabs.xlsx"
    workbook = Workbook()
    workbook.active.title = "first"
    put_puzzle(workbook.create_sheet("puzzle"), ONLY)
    workbook.create_chartsheet("chart")
    last = workbook.create_sheet("last")
    workbook.defined_names["of_all"] = DefinedName("of_all", attr_text="last!$A$1")
    workbook.save(path)
    entries = "".join(
        f'<definedName name="mine" localSheetId="{k}">{title}!$A${k + 1}</definedName>'
        for k, title in ((0, "first"), (1, "puzzle"), (3, "last"))
    )
    view = '<workbookView firstSheet="{0}" activeTab="{0}"/>'
    edit(
        path,
        {
            "xl/workbook.xml": lambda text: re.sub(
                "<workbookView .*?/>", "".join(view.format(k) for k in (3, 1)), text
            ).replace("</definedNames>", entries + "</definedNames>")
        },
    )
    assert last.title == "last"
    solved(path)
    assert open_book(path).titles() == ["first", "puzzle", LOG, REPLAY, "chart", "last"]
    held = {sheet.title: sheet.names().get("mine") for sheet in open_book(path).sheets()}
    assert held == {
        "first": "first!$A$1",
        "puzzle": "puzzle!$A$2",
        "last": "last!$A$4",
        LOG: None,
        REPLAY: None,
    }
    root = etree.fromstring(part(path, "xl/workbook.xml").encode())
    views = [dict(view.attrib) for view in root.iter(f"{MAIN}workbookView")]
    assert [(view["firstSheet"], view["activeTab"]) for view in views] == [("5", "5"), ("1", "1")]
    ids = [sheet.get("sheetId") for sheet in root.iter(f"{MAIN}sheet")]
    assert len(set(ids)) == len(ids) == 6


def test_names_in_other_letters_are_not_defined_twice(tmp_path):
    path = plain(tmp_path / "names.xlsx")
    edit(
        path,
        {
            "xl/workbook.xml": replacing(
                "</sheets>",
                '</sheets><definedNames><definedName name="XLNONO_Log" localSheetId="1">'
                "puzzle!$A$1</definedName></definedNames>",
            )
        },
    )
    solved(path)
    root = etree.fromstring(part(path, "xl/workbook.xml").encode())
    held = [
        (entry.get("name").lower(), entry.get("localSheetId"))
        for entry in root.iter(f"{MAIN}definedName")
    ]
    assert len(held) == len(set(held))


def test_what_was_put_beside_the_log_goes_and_what_others_use_stays(tmp_path):
    (tmp_path / "dot.png").write_bytes(PNG)

    def change(workbook, cover, sheet, other):
        other.insert_image("A1", str(tmp_path / "dot.png"))

    path = plain(tmp_path / "log.xlsx", change)
    solved(path)
    name = next(sheet.part for sheet in open_book(path).sheets() if sheet.title == LOG)
    folder, _, file = name.rpartition("/")
    edit(
        path,
        {
            f"{folder}/_rels/{file}.rels": more_relations(
                ("comments", "/xl/comments9.xml"), ("image", "/xl/media/image1.png")
            ),
            "xl/comments9.xml": stub("comments"),
        },
    )
    solved(path, language="ja")
    assert "xl/comments9.xml" not in parts_of(path)
    assert "xl/media/image1.png" in parts_of(path)


def test_what_only_an_earlier_page_needed_goes_with_it(tmp_path):
    path = plain(tmp_path / "log.xlsx")
    solved(path)
    book = open_book(path)
    titles, table = (f"{BUILT_IN}{name}" for name in ("Print_Titles", "_FilterDatabase"))
    first = next(sheet for sheet in book.sheets() if sheet.title == LOG)
    assert {titles, table} < set(first.names())
    page = Page([[PageCell("now")]], [9.0], [15.0], 0, False, Area(1, 1), [])
    book.put_page(LOG, page, first)
    assert set(first.names()) & {titles, table} == set()
    assert first.names()[f"{BUILT_IN}Print_Area"] == f"'{LOG}'!$A$1"


def test_a_cell_that_is_not_in_the_file_has_the_look_of_its_row_or_column(tmp_path):
    def change(workbook, cover, sheet, other):
        look = workbook.add_format({"bg_color": "#00FF00", "bold": True})
        cover.set_column("B:C", 9, look)
        cover.set_row(4, 20, workbook.add_format({"bg_color": "#FF0000", "border": 1}))

    path = plain(tmp_path / "looks.xlsx", change)
    book = open_book(path)
    cover = book.sheets()[0]
    assert cover.fills(Area.parse("A4:D5")) == [[None, *["00FF00"] * 2, None], ["FF0000"] * 4]
    assert cover.bordered(Area.parse("B4:B5")) == [[False], [True]]
    assert cover.used() is None
    cover.write(Area.parse("B4:B5"), [[1], [2]])
    cover.restyle([Area.parse("C4")], Style(None))
    book.save(path)
    sheet = load_workbook(path)["cover"]
    assert [sheet[cell].fill.fgColor.rgb for cell in ("B4", "B5")] == ["FF00FF00", "FFFF0000"]
    assert sheet["C4"].fill.fill_type is None
    assert all(sheet[cell].font.b for cell in ("B4", "C4"))


def test_a_mark_typed_as_text_becomes_a_plain_number(tmp_path):
    path = book_with(tmp_path / "text.xlsx", ONLY)
    workbook = load_workbook(path)
    cell = workbook.active["E4"]
    cell.value, cell.quotePrefix = "1", True
    workbook.save(path)
    solved(path)
    cell = load_workbook(path).worksheets[0]["E4"]
    assert (cell.value, cell.quotePrefix) == (1, False)


STRINGS = '<c{r} t="inlineStr"><is><t>{text}</t></is></c>'


def by_hand(path, *, prefix="", addresses=True, target="worksheets/sheet1.xml", codec="utf-8"):
    """A workbook with the least there can be: no looks, no common texts, no theme."""
    rows = []
    for number in range(3, 9):
        cells = []
        for column, letter in enumerate("ABCDEFGH"):
            text = ""
            if number == 3 and column > 2:
                text = " ".join(map(str, ONLY.column_clues()[column - 3]))
            elif number > 3 and column == 2:
                text = " ".join(map(str, ONLY.row_clues()[number - 4]))
            place = f' r="{letter}{number}"' if addresses else ""
            cells.append(STRINGS.format(r=place, text=text) if text else f"<c{place}/>")
        place = f' r="{number}"' if addresses else ""
        rows.append(f"<row{place}>{''.join(cells)}</row>")
    if not addresses:
        rows[:0] = ["<row/>"] * 2
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    sheet = f'<worksheet xmlns="{MAIN[1:-1]}"><sheetData>{"".join(rows)}</sheetData></worksheet>'
    workbook = (
        f'<workbook xmlns="{MAIN[1:-1]}" xmlns:r="{relation}"><sheets>'
        '<sheet name="puzzle" sheetId="1" r:id="own0"/></sheets></workbook>'
    )
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kind}.worksheet+xml"/>'
        "</Types>"
    )
    parts = {
        "xl/worksheets/sheet1.xml": sheet,
        "xl/_rels/workbook.xml.rels": relations(("worksheet", target)),
        "xl/workbook.xml": workbook,
        "_rels/.rels": relations(("officeDocument", "/xl/workbook.xml")),
        "[Content_Types].xml": types,
    }
    with zipfile.ZipFile(path, "w") as file:
        for name, text in parts.items():
            if prefix and "spreadsheetml/2006" in text:
                text = re.sub(r"<(/?)(\w)", rf"<\1{prefix}:\2", text)
                text = text.replace("xmlns=", f"xmlns:{prefix}=")
            file.writestr(name, f'<?xml version="1.0" encoding="{codec}"?>{text}'.encode(codec))
    return path


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"prefix": "x"},
        {"addresses": False},
        {"target": "/xl/worksheets/sheet1.xml"},
        {"target": "./../xl/worksheets/sheet1.xml"},
        {"codec": "utf-16"},
        {"prefix": "main", "addresses": False, "codec": "utf-16"},
    ],
    ids=str,
)
def test_odd_but_proper_files_are_solved_too(tmp_path, how):
    path = by_hand(tmp_path / "odd.xlsx", **how)
    before = tmp_path / "before.xlsx"
    shutil.copyfile(path, before)
    solved(path)
    once = path.read_bytes()
    solved(path)
    assert path.read_bytes() == once
    sheet = load_workbook(path)["puzzle"]
    assert [sheet.cell(4, column).value for column in range(4, 9)] == [0, 1, 1, 1, 0]
    assert sheet["E4"].fill.fgColor.rgb == "FF262626"
    assert faults(path) <= faults(before)
    if how.get("addresses", True):
        check_survival(before, path, "xl/worksheets/sheet1.xml", GRID)


def test_libreoffice_opens_what_was_made_of_odd_files(tmp_path, office):
    path = by_hand(tmp_path / "odd.xlsx", prefix="x", addresses=False)
    solved(path)
    sheet = load_workbook(office(path, "xlsx"))["puzzle"]
    assert [sheet.cell(5, column).value for column in range(4, 9)] == [1, 1, 0, 1, 1]
    assert sheet["D5"].fill.fgColor.rgb == "FF262626"


STYLES, WORKBOOK_RELATIONS = "xl/styles.xml", "xl/_rels/workbook.xml.rels"


def style_relation(change):
    """A change of the relation that leads to the looks."""
    return lambda text: re.sub("<Relationship [^>]*styles[^>]*/>", lambda m: change(m[0]), text)


@pytest.mark.parametrize(
    "broken",
    [
        lambda relation: relation.replace("relationships/styles", "relationships/thin"),
        lambda relation: re.sub('Type="[^"]*"', 'Type="B2:F6"', relation),
        lambda relation: relation.replace("styles.xml", "255"),
        lambda relation: relation.replace("styles.xml", "workbook.xml"),
        lambda relation: relation.replace("styles.xml", "worksheets/sheet1.xml"),
        lambda relation: "",
    ],
    ids=["kind", "no kind", "target", "the workbook", "a sheet", "gone"],
)
def test_looks_that_no_relation_leads_to_are_found_and_stay(tmp_path, broken):
    path = plain(tmp_path / "broken.xlsx", lambda *all: all[1].write("A1", "x", bold(all[0])))
    edit(path, {WORKBOOK_RELATIONS: style_relation(broken)})
    looks = etree.fromstring(part(path, STYLES).encode())
    solved(path)
    once = path.read_bytes()
    solved(path)
    assert path.read_bytes() == once
    now = etree.fromstring(part(path, STYLES).encode())
    for table in ("fonts", "fills", "borders", "cellXfs"):
        before, after = (root.find(f"{MAIN}{table}") for root in (looks, now))
        assert [*map(canonical, before)] == [*map(canonical, after)][: len(before)]
    workbook = load_workbook(path)
    assert workbook["cover"]["A1"].font.b
    assert workbook["puzzle"]["D4"].border.left.style == "thin"
    assert part(path, WORKBOOK_RELATIONS).count("relationships/styles") == 1


def bold(workbook):
    return workbook.add_format({"bold": True})


def test_a_part_that_only_has_the_name_of_the_looks_is_not_written_over(tmp_path, office):
    path = by_hand(tmp_path / "taken.xlsx")
    edit(path, {STYLES: "<notes>kept</notes>"})
    solved(path)
    once = path.read_bytes()
    assert part(path, STYLES) == "<notes>kept</notes>"
    solved(path)
    assert path.read_bytes() == once
    sheet = load_workbook(office(path, "xlsx"))["puzzle"]
    assert sheet["E4"].fill.fgColor.rgb == "FF262626"


def test_new_parts_take_no_name_that_anything_in_the_file_uses(tmp_path):
    path = plain(tmp_path / "names.xlsx")
    content_type = "application/vnd.openxmlformats-officedocument.drawing+xml"
    edit(
        path,
        {
            # A chart that is missing, a drawing that is declared only, and a sheet nobody lists.
            "xl/worksheets/_rels/sheet3.xml.rels": relations(("chart", "../charts/Chart1.xml")),
            "[Content_Types].xml": replacing(
                "</Types>",
                f'<Override PartName="/xl/Drawings/drawing1.xml" ContentType="{content_type}"/>'
                "</Types>",
            ),
            "xl/WORKSHEETS/Sheet4.xml": stub("worksheet"),
            "xl/drawings/_rels/drawing2.xml.rels": relations(("image", "../media/image1.png")),
        },
    )
    names = parts_of(path)
    solved(path)
    once = path.read_bytes()
    added = [name for name in parts_of(path) if name not in names]
    assert sorted(added) == sorted(
        [
            "xl/worksheets/sheet5.xml",
            "xl/worksheets/sheet6.xml",
            *("xl/drawings/vmlDrawing1.vml", "xl/ctrlProps/ctrlProp1.xml"),
            *("xl/worksheets/_rels/sheet5.xml.rels", "xl/drawings/drawing3.xml"),
            *("xl/charts/chart2.xml", "xl/charts/chart3.xml"),
            *("xl/worksheets/_rels/sheet6.xml.rels", "xl/drawings/_rels/drawing3.xml.rels"),
        ]
    )
    solved(path)
    assert path.read_bytes() == once
    assert load_workbook(path)["puzzle"]["E4"].value == 1


def test_strict_and_signed_workbooks_are_reported_and_left_alone(tmp_path):
    strict, signed = by_hand(tmp_path / "strict.xlsx"), by_hand(tmp_path / "signed.xlsx")
    base = "http://schemas.openxmlformats.org"
    own = "http://purl.oclc.org/ooxml"

    def to_strict(text):
        text = text.replace(f"{base}/officeDocument/2006", f"{own}/officeDocument")
        return text.replace(f"{base}/spreadsheetml/2006", f"{own}/spreadsheetml")

    names = ("_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels")
    edit(strict, dict.fromkeys((*names, "xl/worksheets/sheet1.xml"), to_strict))
    edit(signed, {"_xmlsignatures/sig1.xml": stub("Signature")})
    for path, code in ((strict, "strict-workbook"), (signed, "signed-workbook")):
        before = path.read_bytes()
        result = solve_workbook(Job(path, path))
        (error,) = result.errors
        assert (error.code, error.place.file, result.written) == (code, str(path), False)
        assert error.text("en") != error.text("ja")
        assert path.read_bytes() == before
    # It can still be read.
    assert check_workbook(Job(signed, None)).puzzles
