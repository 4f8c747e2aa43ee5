"""Writes the parts of a page's charts and scroll bar, in place of the sheet's earlier drawings."""

from __future__ import annotations

from xlnono.records import NamedTuple
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
from xlnono.xlsx.scroll_bar import settings_part, vml_part
from xlnono.xlsx.zip_archive import Archive


class Drawn(NamedTuple):
    """The ids of a sheet's relations to its charts, and to the shape and the settings of its scroll
    bar; None if it has none."""

    charts: str | None = None
    shape: str | None = None
    settings: str | None = None


def put_drawings(archive: Archive, folder: str, title: str, part: str, page: Page) -> Drawn:
    """Replace the parts that only the sheet refers to by those of a page.

    `folder` is that of the workbook's part.
    """
    old = belongings(archive, part)
    earlier = Relations(archive, part)
    of_sheet = Relations(archive, part, new=True)
    used: set[str] = set()

    def named(kind: str, relations: Relations, number: int = 0) -> str:
        """The name of an earlier part of this kind, or of a new one."""
        names = [name for name in relations.targets(kind) if name.lower() in old]
        name = names[number] if number < len(names) else new_part(archive, folder, kind)
        used.add(name.lower())
        return name

    def put_relations(relations: Relations) -> None:
        put(archive, relations.part, relations.content())
        used.add(relations.part.lower())

    drawn = Drawn()
    if page.charts:
        drawing = named("drawing", earlier)
        before, of_drawing = Relations(archive, drawing), Relations(archive, drawing, new=True)
        keys = []
        for number, chart in enumerate(page.charts):
            name = named("chart", before, number)
            put(archive, name, chart_part(title, chart))
            keys.append(of_drawing.add("chart", name))
        put(archive, drawing, drawing_part(page.charts, keys))
        put_relations(of_drawing)
        drawn = drawn._replace(charts=of_sheet.add("drawing", drawing))
    if page.scroll_bar is not None:
        shape, settings = named("vmlDrawing", earlier), named("ctrlProp", earlier)
        put(archive, shape, vml_part(page.scroll_bar, title))
        put(archive, settings, settings_part(page.scroll_bar, title))
        drawn = drawn._replace(
            shape=of_sheet.add("vmlDrawing", shape), settings=of_sheet.add("ctrlProp", settings)
        )
    if drawn != Drawn():
        put_relations(of_sheet)
    remove(archive, old - used)
    return drawn


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
