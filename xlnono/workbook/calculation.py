"""What a workbook file stores of calculations: results of formulas, and their order."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from xlnono.workbook.dependents import stale
from xlnono.workbook.layout import Area
from xlnono.workbook.ooxml import Element, main
from xlnono.workbook.package_sheet import PackageSheet

Forgotten = Mapping[str | None, Collection[str] | None]
"""The cells whose formulas are gone by sheet, None for all cells of a sheet."""


def forget_stale_results(
    sheets: Mapping[str, PackageSheet],
    changed: Mapping[str, Sequence[Area]],
    names: Mapping[str, str],
) -> bool:
    """Take away the stored results of formulas on some sheets that look at changed areas.

    Programs calculate them when they open the workbook. `names` are as `seen_by` takes them.
    Returns whether there are any.
    """
    results = [
        result
        for sheet in sheets.values()
        if sheet.has_formulas()
        for result in sheet.stored_results(names)
    ]
    found = stale(results, changed)
    for result in found:
        sheets[result.title].forget_results(result.area)
    return bool(found)


def forget_order(chain: Element, forgotten: Forgotten) -> bool:
    """Take the cells that hold no formula any more out of the order of calculation.

    `forgotten` has the ids of sheets. Programs make a new order where they find none, but
    stumble over wrong entries. Returns whether any were taken out.
    """
    sheet = None
    changed = False
    for entry in list(chain.iterchildren(main("c"))):
        # Where the sheet is left out, it is that of the entry before.
        sheet = entry.get("i", sheet)
        if sheet in forgotten and ((gone := forgotten[sheet]) is None or entry.get("r") in gone):
            following = entry.getnext()
            if following is not None and following.get("i") is None and sheet is not None:
                following.set("i", sheet)
            chain.remove(entry)
            changed = True
    return changed
