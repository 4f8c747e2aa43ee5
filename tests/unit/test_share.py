"""Workbooks to share: what is removed, and that nothing else is."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import ironcalc
import pytest
from lxml import etree
from openpyxl import load_workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.worksheet import Worksheet
from openxml_audit import OpenXmlValidator

from tests.support.command_line import Run, english_command_line
from tests.support.packages import (
    canonical,
    edit,
    more_relations,
    part,
    relations,
    replacing,
    solved,
)
from tests.support.workbooks import AMBIGUOUS, ONLY, book_with
from xlnono.puzzle_sheet.layout import Layout
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Page, PageCell
from xlnono.templates import template
from xlnono.xlsx.book import open_book

DONE, FAILED = 0, 3
SHEET, LIST, WORKBOOK = "xl/worksheets/sheet1.xml", "xl/_rels/workbook.xml.rels", "xl/workbook.xml"
TYPES = "[Content_Types].xml"
SECRETS = (
    "anna",
    "Anna",
    "Hanako",
    "secret",
    "C:\\",
    "LaserJet",
    "xlwings",
    "INTERPRETER",
    "PYTHON",
)
MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml"
FORMATS = "http://schemas.openxmlformats.org"
MAIN_NAMES = f"{FORMATS}/spreadsheetml/2006/main"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return english_command_line(capsys, monkeypatch)


def contents(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as parts:
        assert parts.testzip() is None
        return {name: parts.read(name) for name in parts.namelist()}


def check_without_traces(path: Path) -> None:
    """Check that neither parts nor their lists mention macros or what a person is known by."""
    held = contents(path)
    for name, content in held.items():
        text = content.decode("utf-8", "replace")
        for word in (*SECRETS, "macro", "vbaProject", "codeName", "absPath", "printerSettings"):
            assert word not in text.replace('macro=""', ""), f"{word} in {name}"
    for name, content in held.items():
        if name.endswith(".rels"):
            folder = name.partition("_rels/")[0]
            for target in re.findall(r'Target="([^"]*)"(?! TargetMode)', content.decode()):
                assert Path(f"{folder}{target}").name in {Path(one).name for one in held}
    declared = re.findall(r'PartName="/([^"]*)"', held[TYPES].decode())
    assert set(declared) <= set(held)
    assert not OpenXmlValidator().validate(path).errors


def with_buttons(path: Path) -> Path:
    """A workbook with buttons whose clues are typed, solved, with a path of Python."""
    template.new(path, 5, 5, macro=True)
    book = open_book(path)
    sheet, layout = book.sheet("Puzzle"), Layout.on_template((5, 5), (6, 7))
    for clues, texts in ((layout.rows, "1 1|5|5|3|1"), (layout.columns, "2|4|4|4|2")):
        across = clues is layout.columns
        for number, text in enumerate(texts.split("|")):
            place = (
                Area(clues.last_row, clues.column + number)
                if across
                else Area(clues.row + number, clues.last_column)
            )
            sheet.write(place, [[text]])
    conf = book.sheet("xlwings.conf")
    conf.write(Area(3, 1, 1, 2), [["INTERPRETER_WIN", r"C:\Users\anna\python.exe"]])
    before = Page([[PageCell("secret")]], [], [], 0, False, Area(1, 1), ())
    book.put_page("Before", before._replace(names={"xlnono_board": "'Puzzle'!$H$15"}), sheet)
    sheet.set_name("xlnono_before", "'Before'!$A$1")
    book.save(path)
    solved(path)
    return path


def test_a_workbook_with_buttons_becomes_one_without_a_trace_of_them(
    run: Run, tmp_path: Path
) -> None:
    path = with_buttons(tmp_path / "my.xlsm")
    before = path.read_bytes()
    assert "secret" in str([*contents(path).values()])
    said = run("share", path)
    assert said.code == DONE
    assert path.read_bytes() == before
    out = tmp_path / "my.xlsx"
    check_without_traces(out)
    for fact in ("4 sheets (Settings, How to, xlwings.conf, Before)", "the macros", "9 buttons"):
        assert fact in said.out
    assert "1 hidden copy of the unsolved workbook" in said.out
    old, new = load_workbook(path), load_workbook(out)
    assert new.sheetnames == ["Puzzle", "Puzzle log", "Puzzle replay"]
    assert set(new["Puzzle"].defined_names) == {
        "xlnono_rows", "xlnono_columns", "xlnono_grid", "xlnono_log", "xlnono_replay",
        "Print_Area",
    } - {"Print_Area"}  # fmt: skip
    was, now = (
        {
            cell.coordinate: (cell.value, cell.fill.fgColor.rgb)
            for row in book["Puzzle"]
            for cell in row
        }
        for book in (old, new)
    )
    assert now.pop("A3")[0] is None
    assert was.pop("A3")[0].startswith("Type the clues")
    assert now == was
    logs = [[row[:9] for row in book["Puzzle log"].values] for book in (old, new)]
    assert [row for row in logs[0] if any(row)] == [row for row in logs[1] if any(row)]
    assert len(new["Puzzle log"]._charts) == len(old["Puzzle log"]._charts) > 0
    assert run("check", out).code == DONE
    assert run("solve", out).code == DONE
    assert run("restore", out).code == DONE
    grids = [load_workbook(one)["Puzzle"]["H15:L19"] for one in (path, out)]
    values = [[cell.value for row in grid for cell in row] for grid in grids]
    assert values[0] == values[1]
    assert set(values[1]) == {0, 1}


def test_personal_data_of_all_kinds_is_removed(run: Run, tmp_path: Path) -> None:
    path = book_with(tmp_path / "club.xlsx", ONLY)
    person = (
        '<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">'
        '<person displayName="Anna Secret" id="{A}" userId="anna@x.org" providerId="AD"/>'
        "</personList>"
    )
    comments = (
        f'<comments xmlns="{MAIN_NAMES}"><authors><author>Hanako</author></authors>'
        "<commentList>"
        '<comment ref="A1" authorId="0"><text><r><t>Hanako:</t></r><r><t xml:space="preserve">'
        "\nwatch out</t></r></text></comment></commentList></comments>"
    )
    custom = (
        f'<Properties xmlns="{FORMATS}/officeDocument/2006/custom-properties" '
        'xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">'
        + "".join(
            f'<property fmtid="{{D5CDD505-2E9C-101B-9397-08002B2CF9AE}}" pid="{k}" name="{name}">'
            f"<vt:lpwstr>{text}</vt:lpwstr></property>"
            for k, (name, text) in enumerate((("Owner", "Anna"), ("Copyright", "the club")), 2)
        )
        + "</Properties>"
    )
    link = (
        f'<externalLink xmlns="{MAIN_NAMES}"><externalBook {R} r:id="own0"><sheetNames>'
        '<sheetName val="S"/></sheetNames></externalBook></externalLink>'
    )
    path_element = (
        f'<mc:AlternateContent {MC}><mc:Choice Requires="x15"><x15ac:absPath '
        'xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac" '
        'xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main" '
        'url="C:\\Users\\anna\\"/></mc:Choice></mc:AlternateContent>'
    )
    edit(
        path,
        {
            "docProps/core.xml": replacing("openpyxl", "Anna"),
            "docProps/app.xml": replacing(
                "</Properties>", "<Company>secret</Company></Properties>"
            ),
            "docProps/custom.xml": custom,
            "docProps/thumbnail.jpeg": b"secret",
            "_rels/.rels": lambda text: more_relations(
                ("custom-properties", "docProps/custom.xml"),
                ("thumbnail", "docProps/thumbnail.jpeg"),
            )(text),
            "xl/persons/person.xml": person,
            "xl/externalLinks/externalLink1.xml": link,
            "xl/externalLinks/_rels/externalLink1.xml.rels": relations(
                ("externalLinkPath", "file:///C:\\Users\\anna\\other.xlsx")
            ).replace("/>", ' TargetMode="External"/>'),
            "customXml/item1.xml": '<p xmlns="http://schemas.microsoft.com/office/2006/metadata/p">Anna</p>',
            LIST: more_relations(
                ("person", "persons/person.xml"),
                ("externalLink", "externalLinks/externalLink1.xml"),
                ("customXml", "../customXml/item1.xml"),
            ),
            "xl/comments9.xml": comments,
            "xl/printerSettings/printerSettings1.bin": "LaserJet of Anna".encode("utf-16-le")
            + b"LaserJet",
            "xl/worksheets/_rels/sheet1.xml.rels": relations(
                ("printerSettings", "../printerSettings/printerSettings1.bin"),
                ("comments", "../comments9.xml"),
            ),
            SHEET: replacing("</worksheet>", f'<pageSetup {R} r:id="own0"/></worksheet>'),
            WORKBOOK: replacing("<bookViews", path_element + "<bookViews"),
            TYPES: replacing(
                "</Types>",
                f'<Default Extension="bin" ContentType="{SPREADSHEET}.printerSettings"/>'
                '<Default Extension="jpeg" ContentType="image/jpeg"/>'
                + "".join(
                    f'<Override PartName="/{name}" ContentType="{kind}"/>'
                    for name, kind in (
                        (
                            "docProps/custom.xml",
                            "application/vnd.openxmlformats-officedocument.custom-properties+xml",
                        ),
                        ("xl/persons/person.xml", "application/vnd.ms-excel.person+xml"),
                        ("xl/externalLinks/externalLink1.xml", f"{SPREADSHEET}.externalLink+xml"),
                        ("xl/comments9.xml", f"{SPREADSHEET}.comments+xml"),
                    )
                )
                + "</Types>",
            ),
        },
    )
    said = run("share", path, tmp_path / "out")
    assert said.code == DONE, said
    out = tmp_path / "out.xlsx"
    held = contents(out)
    everything = b"".join(held.values()).decode("utf-8", "replace")
    for word in SECRETS:
        assert word not in everything, word
    assert "the club" in part(out, "docProps/custom.xml")
    assert "watch out" in part(out, "xl/comments9.xml")
    assert 'Target="other.xlsx"' in part(out, "xl/externalLinks/_rels/externalLink1.xml.rels")
    assert {
        "xl/printerSettings/printerSettings1.bin",
        "docProps/thumbnail.jpeg",
        "customXml/item1.xml",
    }.isdisjoint(held)
    with zipfile.ZipFile(out) as parts:
        assert {info.date_time for info in parts.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    for fact in ("2 names of people", "2 paths", "1 printer"):
        assert fact in said.out


def test_accounts_and_folders_inside_sheets_and_connections_are_removed(
    run: Run, tmp_path: Path
) -> None:
    path = book_with(tmp_path / "club.xlsx", ONLY)
    within_sheet = (
        '<protectedRanges><protectedRange sqref="B2" name="ours" '
        'securityDescriptor="O:WDG:WDD:(A;;CC;;;anna)"/></protectedRanges>'
        '<scenarios><scenario name="best" count="1" user="Anna" '
        'comment="Created by Anna on 1/2/2026"><inputCells r="B2" val="1"/></scenario></scenarios>'
    )
    connection = (
        f'<connections xmlns="{MAIN_NAMES}"><connection id="1" name="members" type="1" '
        'refreshedVersion="6" odcFile="C:\\Users\\anna\\members.odc"><dbPr connection="'
        'Provider=ACE;User ID=anna;Data Source=C:\\Users\\anna\\members.accdb;Mode=Read" '
        'command="SELECT name FROM members"/></connection></connections>'
    )
    picture = (
        f'<wsDr xmlns="{DRAWING}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">'
        "<absoluteAnchor><pic><nvPicPr>"
        '<cNvPr id="1" name="Picture 1" descr="C:\\Users\\anna\\Pictures\\cat.png"/>'
        f'</nvPicPr><blipFill><a:blip {R} r:link="own0"/></blipFill></pic></absoluteAnchor></wsDr>'
    )
    outside = relations(("image", "file:///C:\\Users\\anna\\Pictures\\cat.png"))
    edit(
        path,
        {
            SHEET: lambda text: text.replace("</sheetData>", "</sheetData>" + within_sheet).replace(
                "</worksheet>",
                f'<customProperties><customPr {R} name="owner" r:id="own1"/></customProperties>'
                f'<drawing {R} r:id="own0"/></worksheet>',
            ),
            "xl/worksheets/_rels/sheet1.xml.rels": relations(
                ("drawing", "../drawings/pic.xml"), ("customProperty", "../customProperty1.bin")
            ),
            "xl/drawings/pic.xml": picture,
            "xl/drawings/_rels/pic.xml.rels": outside.replace("/>", ' TargetMode="External"/>'),
            "xl/connections.xml": connection,
            LIST: more_relations(("connections", "connections.xml")),
            "xl/customProperty1.bin": b"secret" + "secret".encode("utf-16-le"),
            WORKBOOK: replacing(
                "</sheets>",
                '</sheets><definedNames><definedName name="data">"C:\\Users\\anna\\all.csv"'
                "</definedName></definedNames>",
            ),
            TYPES: replacing(
                "</Types>",
                '<Override PartName="/xl/drawings/pic.xml" '
                'ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>'
                '<Override PartName="/xl/connections.xml" '
                f'ContentType="{SPREADSHEET}.connections+xml"/>'
                f'<Default Extension="bin" ContentType="{SPREADSHEET}.customProperty"/></Types>',
            ),
        },
    )
    said = run("share", path, tmp_path / "out.xlsx")
    assert said.code == DONE, said
    out = tmp_path / "out.xlsx"
    everything = b"".join(contents(out).values()).decode("utf-8", "replace")
    for word in SECRETS:
        assert word not in everything, word
    assert 'descr="cat.png"' in part(out, "xl/drawings/pic.xml")
    assert 'Target="cat.png"' in part(out, "xl/drawings/_rels/pic.xml.rels")
    found = part(out, "xl/connections.xml")
    assert 'connection="Provider=ACE;Data Source=members.accdb;Mode=Read"' in found
    assert '<scenario name="best" count="1">' in part(out, SHEET)
    assert '<definedName name="data">"all.csv"</definedName>' in part(out, WORKBOOK)
    for fact in ("3 names of people", "5 paths"):
        assert fact in said.out


def test_shapes_and_controls_lose_their_macros_and_only_buttons_disappear(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "shapes.xlsm"
    template.new(path, 5, 5, macro=True)

    def anchor(name: str, body: str) -> str:
        places = "".join(
            f"<xdr:{end}><xdr:col>{k}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{k}</xdr:row>"
            f"<xdr:rowOff>0</xdr:rowOff></xdr:{end}>"
            for k, end in enumerate(("from", "to"))
        )
        held = f"{places}{body.format(name=name)}<xdr:clientData/>"
        return f"<xdr:twoCellAnchor>{held}</xdr:twoCellAnchor>"

    shape = (
        '<xdr:sp macro="[0]!XlnonoSolve" textlink=""><xdr:nvSpPr><xdr:cNvPr id="9" name="{name}"/>'
        '<xdr:cNvSpPr%s/></xdr:nvSpPr><xdr:spPr><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
        "</xdr:spPr></xdr:sp>"
    )
    drawing = (
        f'<xdr:wsDr xmlns:xdr="{DRAWING}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">'
        + anchor("dead", shape % "")
        + anchor("text", shape % ' txBox="1"')
        + "</xdr:wsDr>"
    )
    box = (
        '<v:shape id="_x0000_s1099" type="#_x0000_t201"><x:ClientData ObjectType="Checkbox">'
        "<x:FmlaMacro>[0]!XlnonoStep</x:FmlaMacro><x:FmlaLink>$A$1</x:FmlaLink></x:ClientData></v:shape>"
    )
    ribbon = "customUI/customUI.xml"
    edit(
        path,
        {
            "xl/drawings/drawing1.xml": drawing,
            "xl/drawings/vmlDrawing1.vml": replacing("</xml>", box + "</xml>"),
            "xl/worksheets/_rels/sheet1.xml.rels": more_relations(
                ("drawing", "../drawings/drawing1.xml")
            ),
            SHEET: replacing("<legacyDrawing", '<drawing r:id="own0"/><legacyDrawing'),
            ribbon: '<customUI xmlns="http://schemas.microsoft.com/office/2006/01/customui"/>',
            "_rels/.rels": more_relations(("ui/extensibility", ribbon)),
            TYPES: replacing(
                "</Types>",
                '<Override PartName="/xl/drawings/drawing1.xml" ContentType='
                '"application/vnd.openxmlformats-officedocument.drawing+xml"/></Types>',
            ),
        },
    )
    said = run("share", path)
    assert said.code == DONE, said
    out = path.with_suffix(".xlsx")
    check_without_traces(out)
    for fact in ("10 buttons", "1 change of the ribbon", "the macro of 1 shape, which stays"):
        assert fact in said.out
    assert ribbon not in contents(out)
    boxes = part(out, "xl/drawings/vmlDrawing1.vml")
    assert boxes.count("<v:shape ") == boxes.count('ObjectType="Checkbox"') == 1
    assert "$A$1" in boxes
    assert 'name="dead"' not in part(out, "xl/drawings/drawing1.xml")
    assert 'name="text"' in part(out, "xl/drawings/drawing1.xml")


def test_what_is_not_concerned_stays_byte_for_byte(run: Run, tmp_path: Path) -> None:
    path = book_with(tmp_path / "plain.xlsx", ONLY)
    other = "xl/theme/theme1.xml"
    solved(path)
    said = run("share", path)
    assert said.code == DONE
    old, new = contents(path), contents(tmp_path / "plain-shared.xlsx")
    assert list(old) == list(new)
    changed = {name for name in old if old[name] != new[name]}
    log = {name for name in changed if b"autoFilter" in old[name]}
    assert len(log) == 1
    lists = {"docProps/core.xml", "docProps/app.xml", WORKBOOK, TYPES}
    assert changed - log <= lists
    assert other not in changed
    names = [
        [canonical(each) for each in etree.fromstring(held[WORKBOOK]).iter("{*}definedName")]
        for held in (old, new)
    ]
    assert names[0] == names[1]


def test_the_log_of_a_copy_hides_no_earlier_board(run: Run, tmp_path: Path) -> None:
    path = book_with(tmp_path / "plain.xlsx", AMBIGUOUS[0])
    solved(path)
    log = load_workbook(path).worksheets[1]
    assert [log.cell(1, column).value for column in (10, 16)] == ["start", "original"]
    out = tmp_path / "out.xlsx"
    assert run("share", path, out).code == DONE
    (number,) = [k for k, sheet in enumerate(load_workbook(out).sheetnames) if sheet == log.title]
    shared = load_workbook(out).worksheets[number]
    hidden = shared.iter_rows(min_col=10, max_col=17, values_only=True)
    assert not any(value is not None for row in hidden for value in row)
    assert [row[:9] for row in shared.iter_rows(values_only=True)] == [
        row[:9] for row in log.iter_rows(values_only=True)
    ]
    before = out.read_bytes()
    said = run("restore", out)
    assert said.code == FAILED
    assert "`xlnono share` removes that" in said.error
    assert out.read_bytes() == before
    # The cells painted as open are not taken for black ones.
    assert "more than one solution" in run("solve", out).out


@pytest.mark.parametrize(
    "change",
    [lambda log: log.insert_cols(3), lambda log: log.delete_rows(1)],
    ids=["column", "row"],
)
def test_a_rearranged_log_hides_no_earlier_board_either(
    run: Run, tmp_path: Path, change: Callable[[Worksheet], None]
) -> None:
    path = book_with(tmp_path / "plain.xlsx", AMBIGUOUS[0])
    solved(path)
    workbook = load_workbook(path)
    log = workbook.worksheets[1]
    original = log["P2"].value
    change(log)
    workbook.save(path)
    assert run("share", path, tmp_path / "out.xlsx").code == DONE
    shared = load_workbook(tmp_path / "out.xlsx")[log.title]
    held = {value for row in shared.iter_rows(values_only=True) for value in row}
    assert not held & {original, "start", "painted", "??"}


def test_a_puzzle_stays_to_which_a_name_of_a_copied_sheet_leads(run: Run, tmp_path: Path) -> None:
    path = book_with(tmp_path / "ring.xlsx", ONLY)
    workbook = load_workbook(path)
    title = workbook.active.title
    workbook.copy_worksheet(workbook.active).title = "copy"
    for sheet, led in (("copy", "copy"), (title, "copy")):
        name = DefinedName("xlnono_before", attr_text=f"'{led}'!$A$1")
        workbook[sheet].defined_names["xlnono_before"] = name
    workbook.save(path)
    assert run("share", path, tmp_path / "out.xlsx").code == DONE
    shared = load_workbook(tmp_path / "out.xlsx")
    assert shared.sheetnames == [title, "copy"]
    assert not any("xlnono_before" in sheet.defined_names for sheet in shared)


def test_hidden_sheets_of_others_stay_and_are_mentioned(run: Run, tmp_path: Path) -> None:
    path = book_with(tmp_path / "plain.xlsx", ONLY)
    workbook = load_workbook(path)
    workbook.create_sheet("memo").sheet_state = "veryHidden"
    workbook.active["A1"].hyperlink = r"file:///C:\puzzles\a.txt"
    workbook.save(path)
    said = run("share", path, tmp_path / "out.xlsx")
    assert "Hidden sheets that are not from xlnono stay: memo." in said.out
    assert "1 link leads to a file" in said.out
    assert load_workbook(tmp_path / "out.xlsx").sheetnames == ["cat", "memo"]


def test_only_a_file_that_was_named_is_replaced(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "my.xlsm"
    template.new(path, 5, 5, macro=True)
    mine = tmp_path / "my.xlsx"
    mine.write_text("mine")
    said = run("share", path)
    assert (said.code, mine.read_text()) == (FAILED, "mine")
    assert "already exists" in said.error
    assert run("share", path, mine).code == DONE
    assert load_workbook(mine).sheetnames == ["Puzzle"]
    for bad, words in (("out.xlsm", "ends in .xlsx"), (mine, "would overwrite")):
        said = run("share", mine, tmp_path / bad)
        assert said.code == FAILED
        assert words in said.error


def test_formula_draws_the_picture_in_the_shared_workbook(run: Run, tmp_path: Path) -> None:
    path = book_with(tmp_path / "ring.xlsx", ONLY)
    said = run("share", path, "--formula")
    assert said.code == DONE, said
    out = tmp_path / "ring-shared.xlsx"
    assert load_workbook(out).sheetnames == ["cat", "Picture"]
    model = ironcalc.load_from_xlsx(str(out), "en", "UTC", "en")
    model.evaluate()
    assert model.get_formatted_cell_value(1, 2, 1) == "Solved."
    shown = [
        [int(model.get_cell_value(1, 4 + row, 2 + column)) for column in range(ONLY.width)]
        for row in range(ONLY.height)
    ]
    assert shown == [[1 if sign == "#" else -1 for sign in row] for row in ONLY.text().splitlines()]


def test_page_replays_each_puzzle_beside_the_workbook(run: Run, tmp_path: Path) -> None:
    path = book_with(tmp_path / "ring.xlsx", ONLY)
    workbook = load_workbook(path)
    second = load_workbook(book_with(tmp_path / "second.xlsx", AMBIGUOUS[0])).active
    copied = workbook.create_sheet("two")
    for row in second.iter_rows():
        for cell in row:
            copied[cell.coordinate].value = cell.value
            copied[cell.coordinate]._style = cell._style
    workbook.save(path)
    run("share", path, tmp_path / "out.xlsx", "--page")
    pages = sorted(tmp_path.glob("*.html"))
    assert [page.name for page in pages] == ["out-1.html", "out-2.html"]
    said = run("share", path, tmp_path / "out.xlsx", "--page")
    assert said.code == FAILED
    assert "already exists" in said.error


@pytest.mark.parametrize("words", [("missing.xlsx",), ("note.xlsx",)])
def test_what_cannot_be_read_is_reported(run: Run, tmp_path: Path, words: tuple[str]) -> None:
    (tmp_path / "note.xlsx").write_text("no workbook")
    said = run("share", tmp_path / words[0])
    assert said.code == FAILED
    assert words[0] in said.error
    assert not list(tmp_path.glob("*-shared.xlsx"))


def test_a_copy_that_is_open_elsewhere_is_left_as_it_is(run: Run, tmp_path: Path) -> None:
    path = book_with(tmp_path / "ring.xlsx", ONLY)
    (tmp_path / "out.xlsx").write_text("open")
    (tmp_path / ".~lock.out.xlsx#").touch()
    said = run("share", path, tmp_path / "out.xlsx")
    assert said.code == FAILED
    assert "out.xlsx: the file is open in LibreOffice" in said.error
    assert (tmp_path / "out.xlsx").read_text() == "open"
