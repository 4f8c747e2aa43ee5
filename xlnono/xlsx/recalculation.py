"""Stored results of formulas, and the order of calculation, in a workbook file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from xlnono.files import limits
from xlnono.spreadsheet.area import Area
from xlnono.xlsx.formula_references import Names, StoredResult
from xlnono.xlsx.parts import Element, main
from xlnono.xlsx.scanned_sheet import ScannedFormulas
from xlnono.xlsx.stale_results import stale
from xlnono.xlsx.worksheet import PackageSheet

Forgotten = Mapping[str | None, Collection[str] | None]
"""The cells whose formulas were removed, by sheet; None for all cells of a sheet."""


def forget_stale_results(
    sheets: Mapping[str, PackageSheet],
    changed: Mapping[str, Sequence[Area]],
    all_names: Callable[[], Names],
) -> bool:
    """Remove the stored results of formulas that refer to changed areas.

    Programs calculate them when they open the workbook. Returns whether there are any. Raises
    TooLarge if there are too many formulas to check.
    """
    holding = {title: sheet for title, sheet in sheets.items() if sheet.has_formulas()}
    if not holding:
        return False
    limits.check(limits.FORMULAS, sum(sheet.count_formulas() for sheet in holding.values()))
    names = all_names()
    results: list[StoredResult] = []
    scanned: dict[str, ScannedFormulas] = {}
    for title, sheet in holding.items():
        found, formulas = sheet.stored_results(names)
        results += found
        if formulas is not None:
            scanned[title] = formulas
    areas: dict[str, list[Area]] = {}
    for title, area in stale(results, changed, names, scanned):
        areas.setdefault(title, []).append(area)
    for title, forgotten in areas.items():
        sheets[title].forget_results(forgotten)
    return bool(areas)


def forget_order(chain: Element, forgotten: Forgotten) -> bool:
    """Remove the cells that no longer hold a formula from the order of calculation.

    `forgotten` has the ids of sheets. Programs create a missing order, but
    report wrong entries as damage. Returns whether any were removed.
    """
    sheet = None
    changed = False
    entry = next(chain.iterchildren(main("c")), None)
    while entry is not None:
        # If the sheet is left out, it is that of the previous entry.
        sheet = entry.get("i", sheet)
        following = next(entry.itersiblings(main("c")), None)
        if sheet in forgotten and ((gone := forgotten[sheet]) is None or entry.get("r") in gone):
            if following is not None and following.get("i") is None and sheet is not None:
                following.set("i", sheet)
            chain.remove(entry)
            changed = True
        entry = following
    return changed
