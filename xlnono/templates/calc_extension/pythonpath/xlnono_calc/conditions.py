"""Adds and removes conditional formats of cells, next to existing ones."""

from __future__ import annotations

from typing import Any, Dict, Iterator, NamedTuple

from .cells import Formulas, fact, together

_FORMULA = 9
"""Of com.sun.star.sheet.ConditionOperator2."""
_CONDITION = 0
"""Of com.sun.star.sheet.ConditionEntryType."""

_Entry = Dict[str, Any]
"""The properties of a condition that LibreOffice takes."""


def add_condition(model: Any, area: Any, formula: str, style: str, forgotten: str = "") -> None:
    """Give an area a style while a formula is true, as its first cell sees it.

    It replaces the conditions with a `forgotten` word in their formula.

    LibreOffice only applies the first condition that holds. Therefore this one is inserted after
    those that fill cells, and before those that only change the letters.
    """
    first = area.getCellByPosition(0, 0)
    new: _Entry = {
        "Operator": _FORMULA,
        "Formula1": Formulas(model).native(formula, first)[1:],
        "SourcePosition": first.CellAddress,
        "StyleName": style,
    }
    styles = model.StyleFamilies.getByName("CellStyles")
    for cells, held in _parts(model, area):
        if forgotten:
            held = _without(held, forgotten)
        fills = [styles.getByName(each["StyleName"]).CellBackColor >= 0 for each in held]
        place = fills.index(False) if False in fills else len(held)
        _put(cells, [*held[:place], new, *held[place:]])


def forget_conditions(model: Any, area: Any, word: str) -> None:
    """Remove the conditions of an area that have a word in their formula."""
    for cells, held in _parts(model, area):
        remaining = _without(held, word)
        if len(remaining) < len(held):
            _put(cells, remaining)


def _without(held: list[_Entry], word: str) -> list[_Entry]:
    return [entry for entry in held if word not in entry["Formula1"]]


class _Format(NamedTuple):
    """A conditional format as it stands in the list of a sheet."""

    number: int
    places: Any
    entries: list[Any]


def conditions(sheet: Any) -> list[_Format]:
    """The conditional formats of a sheet, by number; cells refer to them by it."""
    forms = sorted(sheet.ConditionalFormats.getConditionalFormats(), key=lambda form: form.ID)
    return [
        _Format(
            form.ID,
            form.Range.RangeAddresses,
            [
                (entry.StyleName, entry.Operator, entry.Formula1, entry.Formula2)
                if entry.getType() == _CONDITION
                else None
                for entry in (form.getByIndex(k) for k in range(form.Count))
            ],
        )
        for form in forms
    ]


def put_conditions(model: Any, sheet: Any, wanted: list[_Format]) -> None:
    """Put formats back that LibreOffice has dropped from the list when it undid a change.

    It has restored the numbers in the cells. The numbers of new formats count up, so those that
    come later are made again as well, unless there is one of another kind, such as a data bar.
    """
    forms = sheet.ConditionalFormats
    now = conditions(sheet)
    same = 0
    while same < min(len(now), len(wanted)) and str(now[same]) == str(wanted[same]):
        same += 1
    if any(None in form.entries for form in [*now[same:], *wanted[same:]]):
        return
    for form in now[same:]:
        forms.removeByID(form.number)
    spare = []
    for form in wanted[same:]:
        ranges = model.createInstance("com.sun.star.sheet.SheetCellRanges")
        ranges.addRangeAddresses(form.places, False)
        number = forms.createByRange(ranges)
        while number < form.number:
            spare.append(number)
            number = forms.createByRange(ranges)
        made = next(each for each in forms.getConditionalFormats() if number == each.ID)
        for k, (style, operator, first, second) in enumerate(form.entries):
            made.createEntry(_CONDITION, k)
            entry = made.getByIndex(k)
            entry.StyleName, entry.Operator = style, operator
            entry.Formula1, entry.Formula2 = first, second
    for number in spare:
        forms.removeByID(number)


class Conditions:
    """The conditional formats of all sheets, to be put back when a press is undone or redone."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._held = {sheet.Name: conditions(sheet) for sheet in model.Sheets}

    def put_back(self) -> None:
        for title, held in self._held.items():
            if self._model.Sheets.hasByName(title):
                put_conditions(self._model, self._model.Sheets.getByName(title), held)


def _parts(model: Any, area: Any) -> Iterator[tuple[Any, list[_Entry]]]:
    """Parts of an area that have the same conditions, with these."""
    parts: dict[str, tuple[list[Any], list[_Entry]]] = {}
    for alike in area.getUniqueCellFormatRanges():
        held = [_properties(entry) for entry in alike.ConditionalFormat]
        parts.setdefault(str(held), ([], held))[0].extend(alike)
    for ranges, held in parts.values():
        yield area if len(parts) == 1 else together(model, ranges), held


def _properties(entry: Any) -> _Entry:
    return {
        "Operator": entry.getConditionOperator(),
        "Formula1": entry.getFormula1(),
        "Formula2": entry.getFormula2(),
        "SourcePosition": entry.getSourcePosition(),
        "StyleName": entry.getStyleName(),
    }


def _put(cells: Any, held: list[_Entry]) -> None:
    entries = cells.ConditionalFormat
    entries.clear()
    for entry in held:
        entries.addNew(tuple(fact(name, value) for name, value in entry.items()))
    cells.ConditionalFormat = entries
