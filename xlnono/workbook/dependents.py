"""Which formulas look at cells that were changed, so that their stored results are stale."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from xlnono.workbook.layout import LAST_COLUMN, LAST_ROW, Area

_SHEET = r"(?:'(?P<quoted{0}>(?:[^']|''){{1,400}}+)'!|(?P<plain{0}>\[\d+\][\w.]*|[^\W\d][\w.]*)!)?"
_CELL = r"\$?[A-Za-z]{1,3}\$?\d{1,7}"
_COLUMN = r"\$?[A-Za-z]{1,3}"
_ROW = r"\$?\d{1,7}"
_TOKEN = re.compile(
    r'"(?:[^"]|"")*"'
    rf"|(?<![\w.]){_SHEET.format(1)}(?P<cells>{_CELL}(?::{_CELL})?|{_COLUMN}:{_COLUMN}|{_ROW}:{_ROW})"
    r"(?![\w.(!])"
    rf"|{_SHEET.format(2)}(?P<word>[^\W\d][\w.\\]*)(?P<call>\()?"
    # A range over several sheets, and one that a function has an end of.
    r"|(?P<open>:[^\W\d][\w.]*!|\)\s*:|:\s*[^\W\d][\w.]*\()"
)
_INTRICATE = re.compile(r"['!\[]|\)\s*:|:\s*[^\W\d][\w.]*\(|INDIRECT|OFFSET")
_NOISE = re.compile(r'"(?:[^"]|"")*"|(?<![\w.])[A-Z][A-Z0-9.]*\(')
_WORD = re.compile(r"[\w$.:\\]+\(?")
_CORNER = re.compile(r"(\$?)([A-Za-z]*)(\$?)(\d*)")
_RELATIVE = re.compile(r"(?<![$A-Za-z])[A-Za-z]|(?<![$\d])\d")
_NARROW = 64
"""So many cells are looked up one by one."""
_LONGEST = 8192
"""No program has longer formulas."""
_ANYWHERE = {"INDIRECT", "OFFSET"}


class Seen(NamedTuple):
    """What a formula looks at; `anything` if it cannot be told from its text.

    Sheets are in lower case, for formulas need not write them as their tabs do.
    """

    areas: tuple[tuple[str, Area], ...] = ()
    anything: bool = False


class StoredResult(NamedTuple):
    """A formula with a stored result: the cells that show it, and what it looks at."""

    title: str
    area: Area
    seen: Seen


@lru_cache(maxsize=1024)
def _column(letters: str) -> int:
    return Area.parse(f"{letters}1").column


def _line(text: str, fixed: bool, moved: int, last: int) -> int:
    number = int(text) if text.isdigit() else _column(text)
    if not 1 <= number <= last:
        raise ValueError(text)
    return number if fixed else (number - 1 + moved) % last + 1


@lru_cache(maxsize=4096)
def _area(text: str, moved: tuple[int, int]) -> Area:
    """The cells of a reference. Raises ValueError if no sheet has them."""
    rows, columns = [], []
    for corner in text.split(":"):
        match = _CORNER.fullmatch(corner)
        assert match is not None
        column_fixed, letters, row_fixed, digits = match.groups()
        if digits:
            # Of a whole row the sign stands in front as well.
            fixed = bool(row_fixed or (column_fixed and not letters))
            rows.append(_line(digits, fixed, moved[0], LAST_ROW))
        if letters:
            columns.append(_line(letters, bool(column_fixed), moved[1], LAST_COLUMN))
    rows, columns = rows or [1, LAST_ROW], columns or [1, LAST_COLUMN]
    return Area.between(min(rows), min(columns), max(rows), max(columns))


def seen_by(
    formula: str, title: str, names: Mapping[str, str], moved: tuple[int, int] = (0, 0)
) -> Seen:
    """What a formula on the sheet of that title looks at.

    `names` are the names of areas and tables in lower case with what they refer to, those that
    belong to a sheet as "sheet!name". `moved` tells how many rows and columns the cell lies
    from the one that the text was written for.
    """
    found = _look(formula, title.lower(), names, moved)
    areas, anything = found.areas, found.anything
    # A name can stand for a formula with names in it.
    seen, waiting = set(found.names), list(found.names)
    while waiting:
        text = names[waiting.pop()]
        found = _look(text, title.lower(), names, (0, 0))
        areas += found.areas
        # What is relative in it depends on the cell that uses the name.
        anything = anything or found.anything or found.relative
        waiting += [name for name in found.names if name not in seen]
        seen.update(found.names)
    return Seen(tuple(areas), anything)


class _Found(NamedTuple):
    """What stands in the text of a formula."""

    areas: list[tuple[str, Area]]
    names: list[str]
    anything: bool
    relative: bool


class _Token(NamedTuple):
    """A thing that a formula names: cells or a word, of a sheet, or what cannot be told."""

    sheet: str | None
    cells: str | None
    word: str | None
    called: bool
    open: bool


@lru_cache(maxsize=4096)
def _tokens(formula: str) -> tuple[_Token, ...]:
    """What a formula names, each once. Formulas are often the same in the next workbook."""
    matches: Iterable[re.Match[str]]
    if _INTRICATE.search(formula):
        matches = _TOKEN.finditer(formula)
    else:
        # Most of a long formula are texts, functions that tell nothing, and the same cells again.
        words = dict.fromkeys(_WORD.findall(_NOISE.sub(" ", formula)))
        matches = chain.from_iterable(map(_TOKEN.finditer, words))
    return tuple(dict.fromkeys(filter(None, map(_token, matches))))


def _token(match: re.Match[str]) -> _Token | None:
    quoted, plain = match["quoted1"] or match["quoted2"], match["plain1"] or match["plain2"]
    sheet = quoted or plain
    found = _Token(
        sheet and sheet.replace("''", "'").lower(),
        match["cells"],
        match["word"],
        match["call"] is not None,
        match["open"] is not None,
    )
    return found if found.cells or found.word or found.open else None


def _look(formula: str, title: str, names: Mapping[str, str], moved: tuple[int, int]) -> _Found:
    areas: list[tuple[str, Area]] = []
    used: dict[str, None] = {}
    anything, relative = len(formula) > _LONGEST, False
    for token in _tokens(formula[:_LONGEST]):
        sheet, word = token.sheet or title, token.word
        if token.open or ":" in sheet:
            anything = True
            continue
        if "[" in sheet and not sheet.startswith("[0]"):
            # In another file.
            continue
        if token.cells:
            try:
                areas.append((sheet, _area(token.cells, moved)))
            except ValueError:
                word = token.cells
            else:
                relative = relative or _RELATIVE.search(token.cells) is not None
        if word:
            anything = anything or (token.called and word.upper() in _ANYWHERE)
            key = f"{sheet}!{word.lower()}"
            if (name := key if key in names else word.lower()) in names:
                used[name] = None
    return _Found(areas, list(used), anything, relative)


def stale(
    results: Iterable[StoredResult], changed: Mapping[str, Sequence[Area]]
) -> list[StoredResult]:
    """The results that changed areas of sheets have made stale, directly or through others."""
    fresh = [(title.lower(), area) for title, areas in changed.items() for area in areas]
    if not fresh:
        return []
    touching = _Touching(fresh)
    found: list[StoredResult] = []
    others: list[StoredResult] = []
    for result in results:
        at_once = result.seen.anything or touching(result)
        (found if at_once else others).append(result)
    waiting = _Waiting(others)
    fresh = [(result.title.lower(), result.area) for result in found]
    wide: list[tuple[str, Area]] = []
    while fresh or wide:
        # A chain of formulas can be long, and few of them look at large areas.
        touched = waiting.take_narrow(*fresh[-1]) if fresh else waiting.take_wide(wide)
        if fresh:
            wide.append(fresh.pop())
        else:
            wide = []
        found += touched
        fresh += [(result.title.lower(), result.area) for result in touched]
    return found


class _Waiting:
    """Results that are not known to be stale, by the cells that they look at."""

    def __init__(self, results: Iterable[StoredResult]) -> None:
        self._results = dict(enumerate(results))
        self._narrow: dict[str, dict[tuple[int, int], list[int]]] = {}
        self._wide: list[int] = []
        for number, result in self._results.items():
            for title, area in result.seen.areas:
                if area.height * area.width > _NARROW:
                    self._wide.append(number)
                    continue
                cells = self._narrow.setdefault(title, {})
                for cell in area.cells():
                    cells.setdefault((cell.row, cell.column), []).append(number)

    def _take(self, numbers: Iterable[int]) -> list[StoredResult]:
        return [self._results.pop(number) for number in numbers if number in self._results]

    def take_narrow(self, title: str, area: Area) -> list[StoredResult]:
        """Those that look at a few cells, one of them in the area."""
        cells = self._narrow.get(title, {})
        if area.height * area.width < len(cells):
            inside = [(cell.row, cell.column) for cell in area.cells()]
        else:
            inside = [cell for cell in cells if area.intersects(Area(*cell))]
        return self._take(number for cell in inside for number in cells.pop(cell, ()))

    def take_wide(self, places: Iterable[tuple[str, Area]]) -> list[StoredResult]:
        """Those that look at many cells, some of them in one of the areas."""
        touches = _Touching(places)
        self._wide = [number for number in self._wide if number in self._results]
        return self._take([n for n in self._wide if touches(self._results[n])])


class _Touching:
    """Whether a result looks at some of these areas."""

    def __init__(self, places: Iterable[tuple[str, Area]]) -> None:
        self._areas: dict[str, list[Area]] = {}
        for title, area in places:
            self._areas.setdefault(title, []).append(area)
        self._hulls = {title: _hull(areas) for title, areas in self._areas.items()}

    def __call__(self, result: StoredResult) -> bool:
        return any(
            title in self._hulls
            and seen.intersects(self._hulls[title])
            and any(map(seen.intersects, self._areas[title]))
            for title, seen in result.seen.areas
        )


def _hull(areas: Sequence[Area]) -> Area:
    return Area.between(
        min(area.row for area in areas),
        min(area.column for area in areas),
        max(area.last_row for area in areas),
        max(area.last_column for area in areas),
    )
