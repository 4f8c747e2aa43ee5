"""The formulas that a sheet's part holds: groups that share one text, and arrays."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from itertools import accumulate

from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area
from xlnono.xlsx.formula_references import Names, Seen, StoredResult, seen_by
from xlnono.xlsx.parts import Element

_SHARED = ("t", "si", "ref")


class Held(NamedTuple):
    """A formula, its cell, the cell's place, and the area that it claims to fill."""

    formula: Element
    cell: Element
    place: Area
    area: Area

    @property
    def group(self) -> str | None:
        """The id of the group of cells that share the formula."""
        return self.formula.get("si") if self.formula.get("t") == "shared" else None

    @property
    def fixed_array(self) -> bool:
        """Whether it is an array formula whose cells cannot be changed one by one.

        "cm" marks dynamic arrays, which only fill empty cells.
        """
        return self.area != self.place and self.cell.get("cm") is None

    @property
    def results(self) -> Area:
        """The cells that show its results, as far as the file is credible.

        An array begins at its own cell; otherwise the other cells are not its results.
        """
        begins = (self.area.row, self.area.column) == (self.place.row, self.place.column)
        return self.area if begins else self.place


Groups = Mapping[str, tuple[str, Area]]
"""The text of each group, and the cell that it is written for."""


def groups_of(formulas: Iterable[Held]) -> Groups:
    """The groups that formulas belong to.

    If several cells of a group have a text, the first one applies to all, as the file format says
    and as LibreOffice and openpyxl read it.
    """
    groups: dict[str, tuple[str, Area]] = {}
    for held in formulas:
        if held.group is not None and held.formula.text:
            groups.setdefault(held.group, (held.formula.text, held.place))
    return groups


def _written(formula: Element, place: Area, groups: Groups) -> tuple[str, Area]:
    """The text of a formula, and the cell that it is written for."""
    group = formula.get("si") if formula.get("t") == "shared" else None
    own = formula.text or "", place
    return own if group is None else groups.get(group, own)


def text_at(formula: Element, place: Area, groups: Groups) -> str:
    """A formula as its own cell has it, without the equals sign."""
    text, origin = _written(formula, place, groups)
    if origin == place:
        return text
    return _moved(text, origin, place)


def _moved(formula: str, origin: Area, target: Area) -> str:
    """A formula as another cell of its group has it, both without the equals sign."""
    # Imported only here, because it is rarely needed and slow to load.
    from openpyxl.formula.tokenizer import TokenizerError
    from openpyxl.formula.translate import Translator, TranslatorError

    try:
        text = Translator(f"={formula}", origin.address).translate_formula(target.address)
    except (TokenizerError, TranslatorError, IndexError):
        # The tokenizer pops brackets that were never opened.
        return formula
    return str(text).removeprefix("=")


def dissolve(names: Collection[str], formulas: Sequence[Held]) -> None:
    """Give every cell of some groups a formula of its own."""
    groups = groups_of(formulas)
    for held in formulas:
        if held.group in names:
            held.formula.text = text_at(held.formula, held.place, groups)
            for name in _SHARED:
                held.formula.attrib.pop(name, "")


def hand_on(orphaned: Groups, formulas: Iterable[Held]) -> None:
    """Move the text of each group whose text cell was overwritten to its next cell.

    Cells of the group before it, which no program writes, stay as they are; programs treat them
    differently.
    """
    if not orphaned:
        return
    members: dict[str, list[Held]] = {}
    for held in formulas:
        if held.group is not None and held.group in orphaned:
            members.setdefault(held.group, []).append(held)
    for group, remaining in members.items():
        _, origin = orphaned[group]
        if any(held.place == origin for held in remaining):
            # The overwritten text did not count.
            continue
        behind = [held for held in remaining if _position(held.place) > _position(origin)]
        if behind:
            first = behind[0]
            area = reduce(Area.joined, (held.place for held in behind))
            first.formula.text = text_at(first.formula, first.place, orphaned)
            first.formula.set("ref", area.address)


def _position(place: Area) -> tuple[int, int]:
    return place.row, place.column


def overwritten(formulas: Iterable[Held], cells: Iterable[tuple[int, int]]) -> list[Held]:
    """The array formulas that fill one of some cells and cannot be changed cell by cell."""
    arrays = [held for held in formulas if held.fixed_array]
    if not arrays:
        return []
    covers = _Cover(cells)
    return [held for held in arrays if covers(held.area)]


class _Cover:
    """Whether one of some cells lies in an area; fast for many cells and for large areas."""

    def __init__(self, cells: Iterable[tuple[int, int]]) -> None:
        columns_of: dict[int, set[int]] = {}
        for row, column in cells:
            columns_of.setdefault(row, set()).add(column)
        self._rows = sorted(columns_of)
        self._columns = sorted(set().union(*columns_of.values()))
        self._sums = [[0] * (len(self._columns) + 1)]
        for row in self._rows:
            here = accumulate((column in columns_of[row] for column in self._columns), initial=0)
            above = self._sums[-1]
            self._sums.append([a + b for a, b in zip(above, here, strict=True)])

    def __call__(self, area: Area) -> bool:
        top, bottom = bisect_left(self._rows, area.row), bisect_right(self._rows, area.last_row)
        left = bisect_left(self._columns, area.column)
        right = bisect_right(self._columns, area.last_column)
        above, below = self._sums[top], self._sums[bottom]
        return below[right] - below[left] > above[right] - above[left]


def stored_results(formulas: Iterable[Held], title: str, names: Names) -> list[StoredResult]:
    """The results of a sheet's formulas."""
    formulas = list(formulas)
    groups = groups_of(formulas)
    found = []
    for held in formulas:
        formula, _, place, area = held
        text, origin = _written(formula, place, groups)
        moved_by = place.row - origin.row, place.column - origin.column
        seen = seen_by(text, title, names, moved_by)
        if formula.get("t") == "dataTable":
            seen = _seen_by_table(held, title.lower())
        elif area != place:
            # Writing into the area of an array changes its results.
            seen = seen._replace(areas=(*seen.areas, (title.lower(), area)))
        found.append(StoredResult(title, held.results, seen))
    return found


def _seen_by_table(held: Held, title: str) -> Seen:
    """What a data table refers to: its edge, which holds its formulas and inputs, and the cells
    into which the inputs are put."""
    area, formula = held.area, held.formula
    areas = [
        area,
        Area(max(area.row - 1, 1), max(area.column - 1, 1), 1, area.width + 1),
        Area(max(area.row - 1, 1), max(area.column - 1, 1), area.height + 1, 1),
    ]
    for name, gone in (("r1", "del1"), ("r2", "del2")):
        text = formula.get(name)
        if text is None or formula.get(gone) in ("1", "true"):
            continue
        try:
            areas.append(Area.parse(text))
        except ValueError:
            return Seen(anything=True)
    return Seen(tuple((title, one) for one in areas))
