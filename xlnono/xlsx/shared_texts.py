"""Empties the texts of a workbook file that no cell shows any more.

Programs store texts in one list, from which nothing disappears when cells or sheets do.
"""

from __future__ import annotations

from lxml import etree

from xlnono.xlsx.parts import Relations, main, put, whole
from xlnono.xlsx.removing import workbook_part
from xlnono.xlsx.xml import parse, serialise
from xlnono.xlsx.zip_archive import Archive


def empty_unused_texts(archive: Archive) -> int:
    """Empty the shared texts that no cell refers to; the others keep their numbers.

    Returns how many were emptied.
    """
    relations = Relations(archive, workbook_part(archive))
    lists = [part for part in relations.targets("sharedStrings") if part in archive]
    if not lists:
        return 0
    used = {number for part in relations.targets("worksheet") for number in _used(archive, part)}
    root = parse(archive.read(lists[0]), lists[0])
    count = 0
    for number, entry in enumerate(root.findall(main("si"))):
        if number not in used and "".join(map(str, entry.itertext())):
            for child in list(entry):
                entry.remove(child)
            etree.SubElement(entry, main("t"))
            count += 1
    if count:
        put(archive, lists[0], serialise(root))
    return count


def _used(archive: Archive, part: str) -> set[int]:
    """The numbers of the texts in the cells of a sheet."""
    if part not in archive or b'"s"' not in archive.read(part).replace(b"'", b'"'):
        return set()
    cells = parse(archive.read(part), part).iter(main("c"))
    return {whole(cell.findtext(main("v"), "")) for cell in cells if cell.get("t") == "s"}
