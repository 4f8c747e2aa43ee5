"""Notes in workbook files: what else is there stays, byte for byte."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

from openpyxl import Workbook, load_workbook
from openpyxl.comments import Comment

from xlnono.buttons.catalogue import BUTTONS
from xlnono.spreadsheet.area import Area
from xlnono.templates import template
from xlnono.xlsx.book import open_book

WHOLE = Area.parse("A1:Z99")
B5, C7 = Area.parse("B5"), Area.parse("C7")
THREADED = (
    '<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/'
    'threadedcomments"><threadedComment ref="C7" dT="2026-11-22T10:00:00.00" id="{1}">'
    "<text>is this right?</text></threadedComment></ThreadedComments>"
)


def parts_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


def write(path: Path, parts: Mapping[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)


def noted(path: Path) -> Path:
    """A workbook in which somebody has made notes."""
    workbook = Workbook()
    workbook.active["B2"].comment = Comment("mine", "A person")
    workbook.active["D4"].comment = Comment("also mine", "Another")
    workbook.save(path)
    return path


def with_note(path: Path, cell: Area = B5, text: str = "xlnono:\nprobably 3") -> dict[str, bytes]:
    book = open_book(path)
    book.sheets()[0].put_note(cell, text)
    book.save(path)
    return parts_of(path)


def without_note(path: Path, cell: Area = B5) -> dict[str, bytes]:
    book = open_book(path)
    book.sheets()[0].remove_note(cell)
    book.save(path)
    return parts_of(path)


def only(parts: Mapping[str, bytes], word: str) -> bytes:
    (content,) = (content for name, content in parts.items() if word in name.lower())
    return content


def test_a_note_comes_and_goes_with_all_its_parts(tmp_path: Path) -> None:
    path = tmp_path / "plain.xlsx"
    Workbook().save(path)
    before = parts_of(path)
    after = with_note(path)
    assert len(after) == len(before) + 3
    held = load_workbook(path).active["B5"].comment
    assert (held.text, held.author) == ("xlnono:\nprobably 3", "xlnono")
    assert parts_of(path).keys() > before.keys()
    assert without_note(path).keys() == before.keys()
    assert b"legacyDrawing" not in only(parts_of(path), "sheet1.xml")


def test_the_notes_of_others_stay(tmp_path: Path) -> None:
    path = noted(tmp_path / "noted.xlsx")
    before = parts_of(path)
    after = with_note(path)
    added = only(after, ".vml")
    end = only(before, ".vml").rindex(b"</xml>")
    assert added.startswith(only(before, ".vml")[:end])
    assert added.endswith(only(before, ".vml")[end:])
    sheet = load_workbook(path).active
    assert {cell: sheet[cell].comment.author for cell in ("B2", "D4", "B5")} == {
        "B2": "A person",
        "D4": "Another",
        "B5": "xlnono",
    }
    without_note(path)
    assert only(parts_of(path), ".vml") == only(before, ".vml")
    assert open_book(path).sheets()[0].notes(WHOLE) == {
        Area.parse("B2"): "mine",
        Area.parse("D4"): "also mine",
    }


def test_buttons_stay_beside_a_note(tmp_path: Path) -> None:
    path = tmp_path / "buttons.xlsm"
    template.new(path, 5, 5, macro=True, this_machine=False)
    before = parts_of(path)
    drawing = next(name for name in before if b"XlnonoSolve" in before[name] and ".vml" in name)
    after = with_note(path)
    end = before[drawing].rindex(b"</xml>")
    assert after[drawing].startswith(before[drawing][:end])
    assert after[drawing].count(b'ObjectType="Button"') == len(BUTTONS)
    numbers = [part.split(b'"')[0] for part in after[drawing].split(b'id="_x0000_s')[1:]]
    assert len(set(numbers)) == len(BUTTONS) + 1
    last = without_note(path)
    assert last[drawing] == before[drawing]
    assert last.keys() == before.keys()


def test_drawings_that_are_not_valid_xml_take_notes_too(tmp_path: Path) -> None:
    path = noted(tmp_path / "odd.xlsx")
    parts = parts_of(path)
    name = next(name for name in parts if name.endswith(".vml"))
    parts[name] = parts[name].replace(b"</xml>", b"<v:line><br></v:line></xml>")
    write(path, parts)
    after = with_note(path)
    assert b"<v:line><br></v:line>" in after[name]
    assert open_book(path).sheets()[0].notes(B5) == {B5: "xlnono:\nprobably 3"}
    assert without_note(path)[name] == parts[name]


def test_a_drawing_of_an_unknown_kind_gets_no_note(tmp_path: Path) -> None:
    path = noted(tmp_path / "odd.xlsx")
    parts = parts_of(path)
    name = next(name for name in parts if name.endswith(".vml"))
    parts[name] = parts[name].decode().encode("utf-16")
    write(path, parts)
    assert with_note(path) == parts


def test_a_threaded_comment_is_no_place_for_a_note(tmp_path: Path) -> None:
    path = noted(tmp_path / "threaded.xlsx")
    parts = parts_of(path)
    relations = "xl/worksheets/_rels/sheet1.xml.rels"
    parts["xl/threadedComments/threadedComment1.xml"] = THREADED.encode()
    parts[relations] = parts[relations].replace(
        b"</Relationships>",
        b'<Relationship Id="rId9" Target="/xl/threadedComments/threadedComment1.xml" Type='
        b'"http://schemas.microsoft.com/office/2017/10/relationships/threadedComment"/>'
        b"</Relationships>",
    )
    write(path, parts)
    assert open_book(path).sheets()[0].notes(C7) == {C7: "is this right?"}
    assert with_note(path, C7) == parts


def test_several_notes_each_have_a_box_at_their_cells(tmp_path: Path) -> None:
    path = tmp_path / "plain.xlsx"
    Workbook().save(path)
    with_note(path, B5)
    drawing = only(with_note(path, C7, "表" * 200), ".vml")
    assert [
        (f"<x:Row>{cell.row - 1}</x:Row><x:Column>{cell.column - 1}</x:Column>".encode() in drawing)
        for cell in (B5, C7)
    ] == [True, True]
    heights = [float(part.split(b"pt")[0]) for part in drawing.split(b"height:")[1:]]
    assert heights[1] > 3 * heights[0]
