"""Workbook files taken apart: what is in them, and others made of them by hand."""

from __future__ import annotations

import io
import re
import struct
import zipfile
from collections.abc import Callable, Collection
from pathlib import Path

from lxml import etree

from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import SolveResult, solve_workbook

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
Change = str | bytes | Callable[[str], str] | None


def solved(path: Path, **options: object) -> SolveResult:
    """Solve a workbook in place."""
    result = solve_workbook(Job(path, path), **options)
    assert result.written, [error.text("en") for error in result.errors]
    return result


def part(path: Path, name: str) -> str:
    with zipfile.ZipFile(path) as parts:
        return parts.read(name).decode()


def parts_of(path: Path) -> dict[str, tuple[int, bytes]]:
    """How each part is packed, and its packed bytes, in the order of the file."""
    content = path.read_bytes()
    found = {}
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        assert parts.testzip() is None
        for info in parts.infolist():
            name, extra = struct.unpack_from("<2H", content, info.header_offset + 26)
            start = info.header_offset + 30 + name + extra
            packed = content[start : start + info.compress_size]
            found[info.orig_filename] = info.compress_type, packed
    return found


def edit(path: Path, changes: dict[str, Change], order: Callable[[str], object] | None = None):
    """Change, add or (None) take out parts of a file; `order` puts the parts in another order."""
    with zipfile.ZipFile(path) as parts:
        held: dict[str, bytes] = {name: parts.read(name) for name in parts.namelist()}
    for name, change in changes.items():
        if change is None:
            del held[name]
        elif callable(change):
            held[name] = change(held[name].decode()).encode()
        else:
            held[name] = change.encode() if isinstance(change, str) else change
    names = sorted(held, key=order) if order else list(held)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as parts:
        for name in names:
            parts.writestr(name, held[name])


def replacing(old: str, new: str) -> Callable[[str], str]:
    """A change of one thing that has to be there."""

    def change(text: str) -> str:
        assert old in text, old
        return text.replace(old, new)

    return change


def relations(*targets: tuple[str, str]) -> str:
    """A list of relations by the last word of their type."""
    base = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    entries = "".join(
        f'<Relationship Id="own{k}" Type="{base}/{kind}" Target="{target}"/>'
        for k, (kind, target) in enumerate(targets)
    )
    namespace = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{namespace}">{entries}</Relationships>'


def more_relations(*targets: tuple[str, str]) -> Callable[[str], str]:
    """A change that adds relations to a list."""
    entries = re.findall(r"<Relationship .*?/>", relations(*targets))
    return replacing("</Relationships>", "".join(entries) + "</Relationships>")


def canonical(element: etree._Element) -> bytes:
    """What an element says, however it is written."""
    # The canonical form of a comment by itself crashes the library.
    how = {"method": "c14n", "exclusive": True} if isinstance(element.tag, str) else {}
    return etree.tostring(element, **how)


def cells_of(root: etree._Element) -> dict[str, bytes]:
    """The cells of a sheet's part that have an address."""
    return {
        cell.get("r"): canonical(cell)
        for cell in root.iter(f"{MAIN}c")
        if cell.get("r") and (cell.attrib.keys() != ["r"] or len(cell))
    }


def check_survival(before: Path, after: Path, board: str, grid: Collection[str]) -> None:
    """Check that nothing but what solving is about differs between two files.

    That is the cells of the grid in the part `board`, the looks, and the lists of sheets.
    """
    old, new = parts_of(before), parts_of(after)
    names = list(old)
    assert [name for name in new if name in old] == names
    assert list(new)[: len(names)] == names
    lists = {"[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"}
    touched = {name for name in names if old[name] != new[name]}
    assert touched <= lists | {"xl/styles.xml", board}
    roots = []
    for path in (before, after):
        with zipfile.ZipFile(path) as parts:
            roots.append(etree.fromstring(parts.read(board)))
    one, other = roots
    assert one.attrib == other.attrib
    for first, second in zip(one, other, strict=True):
        assert first.tag == second.tag
        if first.tag not in (f"{MAIN}sheetData", f"{MAIN}dimension"):
            assert canonical(first) == canonical(second)
    rows = [{row.get("r"): dict(row.attrib) for row in root.iter(f"{MAIN}row")} for root in roots]
    for number, attributes in rows[0].items():
        expected = {name: value for name, value in attributes.items() if name != "spans"}
        assert expected.items() <= rows[1][number].items()
    was, now = (cells_of(root) for root in roots)
    assert {address for address in was | now if was.get(address) != now.get(address)} <= set(grid)
