"""Workbooks changed in ways that the file format allows, or nearly so.

Formulas of every kind, looks, names, merged cells, columns, rows and relations appear where
programs could have put them, but in unusual numbers, orders and places.
"""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable

from lxml import etree

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_BOOK, _STYLES = "xl/workbook.xml", "xl/styles.xml"

REFERENCES = (
    *("A1", "$B$2", "B2:F6", "A1:XFD1048576", "A:A", "3:5", "D4:D8", "cat!B2", "'cat'!B2:C3"),
    *("cat:other!A1", "Sheet1:Sheet2!B2", "xlnono_grid", "whole", "[1]Sheet1!A1", "#REF!"),
    *("INDIRECT(A1)", "OFFSET(A1,1,1)", "A1:INDEX(B:B,3)", "Table1[#All]", "_xlfn.ANCHORARRAY(B2)"),
)
AREAS = ("A1", "B2:C3", "D4:H8", "A20:XFD1048576", "B1:B1048576", "A1:XFD1", "Z9:AC12", "B2:F6")
NUMBERS = ("0", "1", "2", "7", "164", "-1", "65536", "1048576")
VALUES = ("0", "1", "3", "12", "-4", "2.5", "1e300", "45000.25", "text", "", "■", "3 1", "×")

Tree = etree._Element
Change = Callable[[Tree, random.Random], None]


def _tag(name: str) -> str:
    return f"{{{MAIN}}}{name}"


def _cells(sheet: Tree) -> list[Tree]:
    return list(sheet.iter(_tag("c")))


def _expression(rng: random.Random) -> str:
    return rng.choice(("{}", "{}+1", "SUM({})", "IF({}=1,2,3)", "SUM({0})+COUNT({0})")).format(
        rng.choice(REFERENCES)
    )


def _formula(sheet: Tree, rng: random.Random) -> None:
    """Some cells calculate: by themselves, as a group, as an array or as a data table."""
    cells = _cells(sheet)
    for cell in rng.sample(cells, min(len(cells), rng.choice((1, 3, 40)))):
        for old in cell.findall(_tag("f")):
            cell.remove(old)
        formula = etree.Element(_tag("f"))
        formula.text = _expression(rng)
        match rng.randrange(6):
            case 0:
                formula.set("t", "shared")
                formula.set("si", rng.choice("012"))
                formula.set("ref", rng.choice(AREAS))
            case 1:
                formula.set("t", "shared")
                formula.set("si", rng.choice("012"))
                formula.text = None
            case 2:
                formula.set("t", "array")
                formula.set("ref", rng.choice((cell.get("r", "A1"), *AREAS)))
            case 3:
                formula.set("t", "dataTable")
                formula.set("ref", rng.choice(AREAS))
                formula.set("r1", rng.choice(AREAS[:1]))
                formula.set(rng.choice(("dt2D", "dtr", "del1")), "1")
                formula.text = None
        cell.insert(0, formula)


def _value(sheet: Tree, rng: random.Random) -> None:
    # With other clues there is seldom a solution to paint.
    cells = [cell for cell in _cells(sheet) if len(cell) == 0]
    for cell in rng.sample(cells, min(len(cells), rng.choice((1, 2, 30)))):
        for old in list(cell):
            cell.remove(old)
        value = rng.choice(VALUES)
        kind = rng.choice(("n", "str", "b", "e", "inlineStr"))
        cell.set("t", kind)
        if kind == "inlineStr":
            etree.SubElement(etree.SubElement(cell, _tag("is")), _tag("t")).text = value
        else:
            etree.SubElement(cell, _tag("v")).text = value


def _look(sheet: Tree, rng: random.Random) -> None:
    for place in rng.sample(list(sheet.iter(_tag("c"), _tag("row"))), 1) + _cells(sheet)[:9]:
        place.set("s", rng.choice(NUMBERS))
        if place.tag == _tag("row"):
            place.set("customFormat", rng.choice(("0", "1", "true")))


def _rows(sheet: Tree, rng: random.Random) -> None:
    """Rows that are empty, far away, without numbers, hidden or wide."""
    data = sheet.find(_tag("sheetData"))
    if data is None:
        return
    rows = list(data)
    match rng.randrange(5):
        case 0:
            for number in rng.sample(range(2000, 1048576), 5):
                row = etree.SubElement(data, _tag("row"), r=str(number))
                etree.SubElement(row, _tag("c"), r=f"XFD{number}")
            data[:] = sorted(data, key=lambda row: int(row.get("r", "0")))
        case 1:
            for row in rows:
                row.attrib.pop("r", "")
                for cell in row:
                    cell.attrib.pop("r", "")
        case 2:
            for row in rows:
                row.set("spans", rng.choice(("1:1", "1:16384", "5:2")))
        case 3:
            for row in rows:
                row.set("hidden", "1")
        case _ if rows:
            data.remove(rng.choice(rows))


def _columns(sheet: Tree, rng: random.Random) -> None:
    data = sheet.find(_tag("sheetData"))
    if data is None:
        return
    for old in sheet.findall(_tag("cols")):
        sheet.remove(old)
    columns = etree.Element(_tag("cols"))
    data.addprevious(columns)
    numbers = sorted(rng.sample(range(1, 16385), rng.choice((1, 5, 300))))
    if rng.random() < 0.3:
        numbers.reverse()
    for number in numbers:
        etree.SubElement(
            columns,
            _tag("col"),
            min=str(number),
            max=str(number if rng.random() < 0.9 else 16384),
            style=rng.choice(NUMBERS[:4]),
            width="9",
        )


def _behind_data(sheet: Tree, rng: random.Random) -> None:
    """Protection, a filter, merged cells and conditions, in the order of the schema."""
    data = sheet.find(_tag("sheetData"))
    if data is None:
        return
    place = data
    for name in ("sheetProtection", "autoFilter", "mergeCells", "conditionalFormatting"):
        if sheet.find(_tag(name)) is not None or rng.random() < 0.5:
            continue
        element = etree.Element(_tag(name))
        area = rng.choice(AREAS)
        match name:
            case "sheetProtection":
                element.set("sheet", "1")
            case "autoFilter":
                element.set("ref", area)
            case "mergeCells":
                etree.SubElement(element, _tag("mergeCell"), ref=rng.choice(("J9:K9", "A40:D44")))
            case _:
                element.set("sqref", area)
                rule = etree.SubElement(
                    element, _tag("cfRule"), type="expression", priority=rng.choice("19")
                )
                etree.SubElement(rule, _tag("formula")).text = _expression(rng)
        place.addnext(element)
        place = element


def _names(book: Tree, rng: random.Random) -> None:
    sheets = book.find(_tag("sheets"))
    if sheets is None:
        return
    names = book.find(_tag("definedNames"))
    if names is None:
        names = etree.Element(_tag("definedNames"))
        sheets.addnext(names)
    for _ in range(rng.choice((1, 3))):
        name = rng.choice(("whole", "xlnono_grid", "xlnono_rows", "xlnono_log", "_xlnm.Print_Area"))
        entry = etree.SubElement(names, _tag("definedName"), name=name)
        entry.text = rng.choice(REFERENCES)
        if rng.random() < 0.7:
            entry.set("localSheetId", rng.choice("0012"))


def _tabs(book: Tree, rng: random.Random) -> None:
    entries = list(book.iter(_tag("sheet")))
    entry = rng.choice(entries)
    match rng.randrange(4):
        case 0:
            entry.set("state", rng.choice(("hidden", "veryHidden")))
        case 1:
            entry.set(
                "name", rng.choice(("cat log", "it's", "a&b", "猫", "x" * 31, "A1", "log.py"))
            )
        case 2:
            entry.set("sheetId", rng.choice(NUMBERS[1:]))
        case _:
            properties = book.find(_tag("workbookPr"))
            if properties is not None:
                properties.set("date1904", "1")


def _styles(styles: Tree, rng: random.Random) -> None:
    """Lists of the style table that are missing, empty or of another length than they say."""
    lists = list(styles)
    one = rng.choice(lists)
    match rng.randrange(4):
        case 0:
            styles.remove(one)
        case 1:
            one[:] = []
        case 2:
            one.set("count", rng.choice(NUMBERS))
        case _:
            for look in styles.iter(_tag("xf")):
                name = rng.choice(("numFmtId", "fontId", "fillId", "borderId", "xfId"))
                look.set(name, rng.choice(NUMBERS[:5]))


SHEET_CHANGES: tuple[Change, ...] = (
    _formula, _formula, _formula, _value, _look, _rows, _columns, _behind_data,
)  # fmt: skip


def _change(parts: dict[str, bytes], part: str, change: Change, rng: random.Random) -> None:
    try:
        root = etree.fromstring(parts[part])
        change(root, rng)
        parts[part] = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    except (KeyError, ValueError, IndexError, etree.XMLSyntaxError):
        # This workbook has no such part.
        return


def _relations(parts: dict[str, bytes], rng: random.Random) -> None:
    """Targets written in another way, or that lead nowhere."""
    names = [name for name in parts if name.endswith(".rels")]
    name = rng.choice(names)
    old, new = rng.choice(
        (
            (b'Target="worksheets/', b'Target="/xl/worksheets/'),
            (b'Target="worksheets/', b'Target="./worksheets/'),
            (b'Target="styles.xml"', b'Target="Styles.xml"'),
            (b'Target="styles.xml"', b'Target="gone.xml"'),
            (b"relationships/styles", b"relationships/stylez"),
            (b'Target="sharedStrings.xml"', b'Target="gone.xml"'),
            (b'Id="rId1"', b'Id="rId99"'),
        )
    )
    parts[name] = parts[name].replace(old, new, 1)


def changed_structure(content: bytes, rng: random.Random) -> bytes:
    """A workbook with some of its sheets, names, looks and relations changed."""
    with zipfile.ZipFile(io.BytesIO(content)) as container:
        parts = {name: container.read(name) for name in container.namelist()}
    sheets = [name for name in parts if name.startswith("xl/worksheets/sheet")]
    for _ in range(rng.choice((1, 1, 2, 4))):
        match rng.randrange(12):
            case 0:
                _change(parts, _BOOK, _names, rng)
            case 1:
                _change(parts, _BOOK, _tabs, rng)
            case 2:
                _change(parts, _STYLES, _styles, rng)
            case 3:
                _relations(parts, rng)
            case _:
                _change(parts, rng.choice(sheets), rng.choice(SHEET_CHANGES), rng)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as container:
        for name, held in parts.items():
            container.writestr(zipfile.ZipInfo(name), held, zipfile.ZIP_DEFLATED)
    return stream.getvalue()
