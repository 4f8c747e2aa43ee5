"""Takes parts out of a workbook file, with the relations that lead to them."""

from __future__ import annotations

from collections.abc import Callable, Collection

from xlnono.xlsx.drawings import belongings
from xlnono.xlsx.parts import (
    Element,
    Relation,
    Relations,
    put,
    referrers,
    relations_part,
    remove,
)
from xlnono.xlsx.zip_archive import Archive


def workbook_part(archive: Archive) -> str:
    """The part that lists the sheets."""
    return Relations(archive, "").targets("officeDocument")[0]


def sheet_parts(archive: Archive) -> list[str]:
    """The parts of all tabs, those of chart sheets and dialogs included."""
    related = Relations(archive, workbook_part(archive))
    return [
        relation.target
        for _, relation in related
        if relation.kind in ("worksheet", "chartsheet", "dialogsheet")
        and relation.target in archive
    ]


def cut(archive: Archive, part: str, wanted: Callable[[Relation], bool]) -> int:
    """Cut relations of a part; what nothing else leads to is removed. Returns their number."""
    if relations_part(part) not in archive:
        return 0
    keys = [key for key, relation in Relations(archive, part) if wanted(relation)]
    cut_keys(archive, part, keys)
    return len(keys)


def cut_kinds(archive: Archive, part: str, *kinds: str) -> int:
    """Cut the relations of some kinds."""
    return cut(archive, part, lambda relation: relation.kind in kinds)


def cut_keys(archive: Archive, part: str, keys: Collection[str]) -> None:
    """Cut the relations of a part with these ids."""
    if not keys:
        return
    relations = Relations(archive, part)
    targets = {
        relation.target.lower()
        for key, relation in relations
        if key in keys and not relation.external and relation.target in archive
    }
    relations.drop(keys)
    if next(iter(relations), None) is None:
        remove(archive, {relations.part})
    else:
        put(archive, relations.part, relations.content())
    leading = referrers(archive)
    for target in targets:
        if target in archive and not leading.get(target):
            remove(archive, {target, *belongings(archive, target)})


def take_out(element: Element) -> None:
    """Remove an element, and those around it that hold nothing else."""
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)
        if not len(parent) and parent.getparent() is not None:
            take_out(parent)
