"""Writes the parts of a page's charts, in place of the sheet's earlier drawings."""

from __future__ import annotations

from xlnono.spreadsheet.sheet import Page
from xlnono.xlsx.chart_xml import chart_part, drawing_part
from xlnono.xlsx.parts import (
    Relations,
    new_part,
    put,
    referrers,
    relations_part,
    remove,
)
from xlnono.xlsx.zip_archive import Archive


def put_charts(archive: Archive, folder: str, title: str, part: str, page: Page) -> str | None:
    """Replace the parts that only the sheet refers to by the charts of a page.

    `folder` is that of the workbook's part. Returns the id of the sheet's relation to them.
    """
    old = belongings(archive, part)
    drawings = [name for name in Relations(archive, part).targets("drawing") if name.lower() in old]
    charts = [
        name
        for drawing in drawings
        for name in Relations(archive, drawing).targets("chart")
        if name.lower() in old
    ]
    reused: set[str] = set()
    key = None
    if page.charts:
        drawing = drawings[0] if drawings else new_part(archive, folder, "drawing")
        of_sheet = Relations(archive, part, new=True)
        of_drawing = Relations(archive, drawing, new=True)
        key = of_sheet.add("drawing", drawing)
        keys = []
        for number, chart in enumerate(page.charts):
            name = charts[number] if number < len(charts) else new_part(archive, folder, "chart")
            put(archive, name, chart_part(title, chart))
            keys.append(of_drawing.add("chart", name))
            reused.add(name)
        put(archive, drawing, drawing_part(page.charts, keys))
        for relations in (of_sheet, of_drawing):
            put(archive, relations.part, relations.content())
            reused.add(relations.part)
        reused.add(drawing)
    remove(archive, old - {name.lower() for name in reused})
    return key


def belongings(archive: Archive, part: str) -> set[str]:
    """The parts that only this one refers to, with the parts of their relations.

    All names are in lower case.
    """
    if relations_part(part) not in archive:
        # Finding the referring parts reads the relations of every part.
        return set()
    leading = referrers(archive)
    found: set[str] = set()
    part = part.lower()
    waiting = [part]
    while waiting:
        owner = waiting.pop()
        if relations_part(owner) in archive:
            found.add(relations_part(owner).lower())
        for _, relation in Relations(archive, owner):
            target = relation.target.lower()
            if (
                not relation.external
                and target in archive
                and target not in found
                and all(one == part or one in found for one in leading[target])
            ):
                found.add(target)
                waiting.append(target)
    return found
