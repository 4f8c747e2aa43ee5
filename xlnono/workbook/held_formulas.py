"""The formulas that a sheet's part holds: groups that share one text, and arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from xlnono.workbook.dependents import Seen, StoredResult, seen_by
from xlnono.workbook.layout import Area
from xlnono.workbook.ooxml import Element

_SHARED = ("t", "si", "ref")


class Held(NamedTuple):
    """A formula, its cell, where that is, and the area that shows its results."""

    formula: Element
    cell: Element
    place: Area
    area: Area

    @property
    def group(self) -> str | None:
        """What the cells with the same formula have in common."""
        return self.formula.get("si") if self.formula.get("t") == "shared" else None

    @property
    def fixed_array(self) -> bool:
        """Whether it fills an area of which no cell can be changed by itself.

        "cm" marks those that only fill it as far as it is free.
        """
        return self.area != self.place and self.cell.get("cm") is None


Groups = Mapping[str, tuple[str, Area]]
"""The text of each group, and the cell that it is written for."""


def groups_of(formulas: Iterable[Held]) -> Groups:
    return {
        held.group: (held.formula.text, held.place)
        for held in formulas
        if held.group is not None and held.formula.text
    }


def text_at(formula: Element, place: Area, groups: Groups) -> str:
    """A formula as its own cell has it, without the equals sign."""
    group = formula.get("si") if formula.get("t") == "shared" else None
    if formula.text or group is None or group not in groups:
        return formula.text or ""
    text, origin = groups[group]
    # Only now, as it is rare and takes long to load.
    from xlnono.workbook.formulas import moved

    return moved(text, origin, place)


def dissolve(group: str, formulas: Iterable[Held]) -> None:
    """Give every cell of a group the formula by itself."""
    members = [held for held in formulas if held.group == group]
    groups = groups_of(members)
    for held in members:
        held.formula.text = text_at(held.formula, held.place, groups)
        for name in _SHARED:
            held.formula.attrib.pop(name, "")


def stored_results(
    formulas: Iterable[Held], title: str, names: Mapping[str, str]
) -> list[StoredResult]:
    """The results of a sheet's formulas; `names` are as `seen_by` takes them."""
    formulas = list(formulas)
    groups = groups_of(formulas)
    found = []
    for held in formulas:
        text, moved_by = held.formula.text or "", (0, 0)
        if not text and held.group is not None and held.group in groups:
            text, origin = groups[held.group]
            moved_by = held.place.row - origin.row, held.place.column - origin.column
        seen = seen_by(text, title, names, moved_by)
        if held.formula.get("t") == "dataTable":
            seen = Seen(anything=True)
        elif held.area != held.place:
            # What is written into the area of an array changes what the array shows.
            seen = seen._replace(areas=(*seen.areas, (title.lower(), held.area)))
        found.append(StoredResult(title, held.area, seen))
    return found
