"""Adds and removes conditional formats of cells, next to existing ones."""

from __future__ import annotations

from typing import Any, Dict, Iterator

import uno

from .cells import Formulas, together

_FORMULA = 9
"""Of com.sun.star.sheet.ConditionOperator2."""

_Entry = Dict[str, Any]
"""The properties of a condition that LibreOffice takes."""


def add_condition(model: Any, area: Any, formula: str, style: str) -> None:
    """Give an area a style while a formula is true, as its first cell sees it.

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
        fills = [styles.getByName(each["StyleName"]).CellBackColor >= 0 for each in held]
        place = fills.index(False) if False in fills else len(held)
        _put(cells, [*held[:place], new, *held[place:]])


def forget_conditions(model: Any, area: Any, word: str) -> None:
    """Remove the conditions of an area that have a word in their formula."""
    for cells, held in _parts(model, area):
        remaining = [entry for entry in held if word not in entry["Formula1"]]
        if len(remaining) < len(held):
            _put(cells, remaining)


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
        entries.addNew(tuple(_property(name, value) for name, value in entry.items()))
    cells.ConditionalFormat = entries


def _property(name: str, value: Any) -> Any:
    found = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
    found.Name, found.Value = name, value
    return found
