"""Which formulas look at cells that were changed, so that their stored results are stale."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from xlnono.workbook.layout import Area, rectangles

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384

_SHEET = r"(?:'(?P<quoted>(?:[^']|'')+)'!|(?P<plain>[^\W\d][\w.]*)!)?"
_CELLS = r"\$?[A-Za-z]{1,3}\$?\d{1,7}(?::\$?[A-Za-z]{1,3}\$?\d{1,7})?"
_COLUMNS = r"\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}"
_ROWS = r"\$?\d{1,7}:\$?\d{1,7}"
_TOKEN = re.compile(
    rf'"(?:[^"]|"")*"'
    rf"|{_SHEET}(?:(?P<cells>{_CELLS})|(?P<columns>{_COLUMNS})|(?P<rows>{_ROWS}))(?![\w.(])"
    rf"|{_SHEET.replace('quoted', 'of').replace('plain', 'at')}(?P<word>[^\W\d][\w.\\]*)"
    r"(?P<call>\()?",
)
_ANYWHERE = {"INDIRECT", "OFFSET"}
_SEVERAL_SHEETS = re.compile(r":[^\W\d][\w.]*!|'[^'\[\]]*:[^'\[\]]*'!")
_OTHER_FILE = re.compile(r"'[^']*\[[^']*'!|\[\d+\][\w.]*!")


class Seen(NamedTuple):
    """What a formula looks at; `anything` if it cannot be told from its text."""

    areas: tuple[tuple[str, Area], ...] = ()
    anything: bool = False


class StoredResult(NamedTuple):
    """A formula with a stored result: the cells that show it, and what it looks at."""

    title: str
    area: Area
    seen: Seen


def _area(match: re.Match[str]) -> Area:
    if text := match["cells"]:
        return Area.parse(text)
    first, last = ((match["columns"] or match["rows"]).replace("$", "")).split(":")
    if match["columns"]:
        columns = sorted(Area.parse(f"{letters}1").column for letters in (first, last))
        return Area.between(1, columns[0], LAST_ROW, columns[1])
    rows = sorted((int(first), int(last)))
    return Area.between(rows[0], 1, rows[1], LAST_COLUMN)


def seen_by(
    formula: str, title: str, names: Mapping[str, str], moved: tuple[int, int] = (0, 0)
) -> Seen:
    """What a formula on the sheet of that title looks at.

    `names` are the names of areas and tables in lower case with what they refer to. `moved`
    tells how many rows and columns the cell lies from the one that the text was written for.
    """
    areas: list[tuple[str, Area]] = []
    anything = _SEVERAL_SHEETS.search(formula) is not None
    for match in _TOKEN.finditer(_OTHER_FILE.sub("'[]'!", formula)):
        if match["cells"] or match["columns"] or match["rows"]:
            sheet = (match["quoted"] or match["plain"] or title).replace("''", "'")
            try:
                area = _area(match)
            except ValueError:
                continue
            areas.append((sheet, area))
            if moved != (0, 0):
                row, column = area.row + moved[0], area.column + moved[1]
                areas.append((sheet, area._replace(row=row, column=column)))
        elif word := match["word"]:
            if match["call"]:
                anything = anything or word.upper() in _ANYWHERE
            elif refers_to := names.get(word.lower()):
                # A name can stand for a formula with names in it; going round is no use.
                rest = {name: text for name, text in names.items() if name != word.lower()}
                inner = seen_by(refers_to, title, rest)
                areas += inner.areas
                anything = anything or inner.anything
    return Seen(tuple(areas), anything)


def stale(
    results: Iterable[StoredResult], changed: Mapping[str, Collection[tuple[int, int]]]
) -> list[StoredResult]:
    """The results that changed cells have made stale, directly or through other formulas.

    `changed` has the cells of each sheet as rows and columns.
    """
    fresh = {title: _Changed.of(rectangles(cells)) for title, cells in changed.items() if cells}
    waiting = list(results)
    found: list[StoredResult] = []
    while fresh:
        touched: list[StoredResult] = []
        untouched: list[StoredResult] = []
        for result in waiting:
            (touched if _looks_at(result.seen, fresh) else untouched).append(result)
        found += touched
        waiting = untouched
        areas: dict[str, list[Area]] = {}
        for result in touched:
            areas.setdefault(result.title, []).append(result.area)
        fresh = {title: _Changed.of(places) for title, places in areas.items()}
    return found


class _Changed(NamedTuple):
    """Areas of a sheet, and one that holds all of them: most formulas look elsewhere."""

    hull: Area
    areas: Sequence[Area]

    @classmethod
    def of(cls, areas: Sequence[Area]) -> _Changed:
        hull = Area.between(
            min(area.row for area in areas),
            min(area.column for area in areas),
            max(area.last_row for area in areas),
            max(area.last_column for area in areas),
        )
        return cls(hull, areas)

    def meets(self, area: Area) -> bool:
        return area.intersects(self.hull) and any(area.intersects(one) for one in self.areas)


def _looks_at(seen: Seen, fresh: Mapping[str, _Changed]) -> bool:
    return seen.anything or any(
        fresh[title].meets(area) for title, area in seen.areas if title in fresh
    )
