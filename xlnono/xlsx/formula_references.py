"""Finds the cells that a formula refers to, from its text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from xlnono.patterns import pattern
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import LAST_COLUMN, LAST_ROW, Area

_NAME = r"[^\W\d][\w.]*"
_SHEET = (
    r"(?:'(?P<quoted{0}>(?:[^']|''){{1,400}}+)'!"
    rf"|(?P<plain{{0}}>(?:\[\d+\][\w.]*|{_NAME})(?::{_NAME})?)!)?"
)
_CELL = r"\$?[A-Za-z]{1,3}\$?\d{1,7}"
_COLUMN = r"\$?[A-Za-z]{1,3}"
_ROW = r"\$?\d{1,7}"
_TOKEN = pattern(
    r'"(?:[^"]|"")*+"'
    r'|(?<![\w.])(?i:INDIRECT)\(\s*"(?P<text>(?:[^"]|"")*+)"\s*\)'
    rf"|(?<![\w.]){_SHEET.format(1)}(?P<cells>{_CELL}(?::{_CELL})?|{_COLUMN}:{_COLUMN}|{_ROW}:{_ROW})"
    r"(?![\w.(!])"
    rf"|{_SHEET.format(2)}(?P<word>[^\W\d][\w.\\]*)(?P<call>\()?"
    # Any other colon is in a range with a computed end; between columns of a table, the range
    # stays within the table.
    r"|(?P<open>:(?!\s*\[))"
)
_FUNCTION = pattern(r"[A-Z][A-Z0-9.]*\(")
_PLAIN = pattern(f"{_CELL}(?::{_CELL})?")
_WORD = pattern(r"[\w$.:\\]+\(?")
_APART = bytes(
    code if chr(code).isalnum() or code in b"_$.:\\(" else ord(" ") for code in range(256)
)
_CORNER = pattern(r"(\$?)([A-Za-z]*)(\$?)(\d*)")
_RELATIVE = pattern(r"(?<![$A-Za-z])[A-Za-z]|(?<![$\d])\d")
_LONGEST = 8192
"""No program allows longer formulas."""
TABS = "*tabs"
"""Stands for a sheet that changes when tabs are added or removed."""
_ANY_SHEET = "*!"
"""Before a name: its meanings on all sheets that define it for themselves."""
_WHOLE_SHEET = Area.between(1, 1, LAST_ROW, LAST_COLUMN)


class Name(NamedTuple):
    """A name in a formula; `whole` if all cells of the sheets that it leads to may be meant."""

    key: str
    whole: bool = False


class Seen(NamedTuple):
    """What a formula refers to; `anything` if its text does not show that.

    Sheets are in lower case, because formulas may spell them in another case than the tabs.
    """

    areas: tuple[tuple[str, Area], ...] = ()
    names: tuple[Name, ...] = ()
    anything: bool = False

    def whole(self) -> Seen:
        """The same with all cells of its sheets."""
        sheets = dict.fromkeys(title for title, _ in self.areas)
        names = dict.fromkeys(Name(name.key, whole=True) for name in self.names)
        return Seen(tuple((title, _WHOLE_SHEET) for title in sheets), tuple(names), self.anything)


class StoredResult(NamedTuple):
    """A formula with a stored result: the cells that show it, and what it refers to."""

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
    """The cells of a reference. Raises ValueError if they cannot exist on a sheet."""
    rows, columns = [], []
    for corner in text.split(":"):
        match = _CORNER.fullmatch(corner)
        assert match is not None
        column_fixed, letters, row_fixed, digits = match.groups()
        if digits:
            # In a whole row, $ may come first too.
            fixed = bool(row_fixed or (column_fixed and not letters))
            rows.append(_line(digits, fixed, moved[0], LAST_ROW))
        if letters:
            columns.append(_line(letters, bool(column_fixed), moved[1], LAST_COLUMN))
    rows, columns = rows or [1, LAST_ROW], columns or [1, LAST_COLUMN]
    return Area.between(min(rows), min(columns), max(rows), max(columns))


class Names:
    """What formulas can call by name: areas, tables and formulas; and the tabs of the workbook."""

    def __init__(self, titles: Sequence[str] = ()) -> None:
        self._texts: dict[str, tuple[str, str | None]] = {}
        self._local: dict[str, list[str]] = {}
        self._tabs = {title.lower(): place for place, title in enumerate(titles)}
        self._titles = list(self._tabs)

    def add(self, name: str, text: str, sheet: str | None = None) -> None:
        """Add a name with the formula it stands for; with a `sheet` it belongs to that sheet."""
        name = name.lower()
        if sheet is None:
            self._texts[name] = text, None
        else:
            key = f"{sheet.lower()}!{name}"
            self._texts[key] = text, sheet.lower()
            self._local.setdefault(name, []).append(key)

    def meant(self, word: str, sheet: str) -> list[str]:
        """The keys of the meanings of a word on a sheet, or on all sheets if it is ""."""
        found = [word] if word in self._texts else []
        if sheet == "":
            return [*found, _ANY_SHEET + word] if word in self._local else found
        key = f"{sheet}!{word}"
        return [key] if key in self._texts else found

    def between(self, first: str, last: str | None) -> Sequence[str]:
        """The tabs from one to another, in lower case, or just the first one.

        Raises KeyError if a tab of a range does not exist.
        """
        if last is None:
            return (first,)
        start, end = sorted((self._tabs[first], self._tabs[last]))
        return self._titles[start : end + 1]

    def seen_by(self, name: Name) -> Seen:
        """What the formula of a name refers to."""
        if name.key.startswith(_ANY_SHEET):
            found = self._local.get(name.key.removeprefix(_ANY_SHEET), ())
            return Seen(names=tuple(Name(key, name.whole) for key in found))
        text, sheet = self._texts[name.key]
        seen = seen_by(text, sheet or "", self)
        # Relative references in it depend on the cell that uses the name.
        if name.whole or any(_relative(token) for token in _tokens(text)):
            seen = seen.whole()
        if any(title == "" for title, _ in seen.areas):
            return Seen(anything=True)
        return seen


def _relative(token: _Token) -> bool:
    return token.cells is not None and _RELATIVE.search(token.cells) is not None


def seen_by(formula: str, title: str, names: Names, moved: tuple[int, int] = (0, 0)) -> Seen:
    """What a formula on a sheet refers to.

    `moved` is the distance, in rows and columns, from the cell that the text was written for.
    """
    title = title.lower()
    if moved == (0, 0) and (plain := _plain(formula, title)) is not None:
        seen, words = plain
        if not any(names.meant(word, title) for word in words):
            return seen
    return _look(formula, title, names, moved)


class _Token(NamedTuple):
    """A reference in a formula: cells or a word, on one sheet or a range of sheets.

    `open` is a range with a computed end; `text` is a text that contains a reference.
    """

    sheet: str | None
    last_sheet: str | None
    cells: str | None
    word: str | None
    called: bool
    open: bool
    text: str | None


def _words(formula: str) -> Iterable[str] | None:
    """The words of a formula outside its texts, each once; None if they are hard to separate.

    Most of a long formula is texts, irrelevant functions, and repeated references.
    """
    parts = formula.split('"')
    rest = " ".join(parts[::2])
    if len(parts) % 2 == 0 or "'" in rest or "!" in rest or "[" in rest:
        return None
    if not rest.isascii():
        return dict.fromkeys(_WORD.findall(rest))
    # As _WORD does, in a fraction of the time.
    words = rest.replace("(", "( ").encode().translate(_APART).split()
    return map(bytes.decode, dict.fromkeys(words))


@lru_cache(maxsize=4096)
def _tokens(formula: str) -> tuple[_Token, ...]:
    """The references in a formula, each once; cached, as workbooks often share formulas."""
    words = _words(formula)
    found: dict[_Token, None] = {}
    for word in () if words is None else words:
        tokens = _tokens_in_word(word)
        if tokens is None:
            return _tokens_in(formula)
        found.update(dict.fromkeys(tokens))
    return _tokens_in(formula) if words is None else tuple(found)


@lru_cache(maxsize=4096)
def _tokens_in_word(word: str) -> tuple[_Token, ...] | None:
    """The references in a word of a formula, None if they depend on the words beside it.

    Cached, as formulas share most words.
    """
    upper = word.upper()
    if "INDIRECT" in upper or "OFFSET" in upper or _counts_tabs(upper.rstrip("(")):
        return None
    return () if _FUNCTION.fullmatch(word) else _tokens_in(word)


def _counts_tabs(function: str) -> bool:
    """Whether the result of a function, in upper case, depends on the tabs that there are."""
    return function.removeprefix("_XLFN.") in ("SHEET", "SHEETS")


def _tokens_in(text: str) -> tuple[_Token, ...]:
    return tuple(dict.fromkeys(filter(None, map(_token, _TOKEN.finditer(text)))))


def _token(match: re.Match[str]) -> _Token | None:
    quoted, plain = match["quoted1"] or match["quoted2"], match["plain1"] or match["plain2"]
    sheet, _, last_sheet = (quoted or plain or "").replace("''", "'").lower().partition(":")
    text = match["text"]
    found = _Token(
        sheet or None,
        last_sheet or None,
        match["cells"],
        match["word"],
        match["call"] is not None,
        match["open"] is not None,
        text and text.replace('""', '"'),
    )
    return found if found.cells or found.word or found.open or found.text else None


@lru_cache(maxsize=4096)
def _plain(formula: str, title: str) -> tuple[Seen, Sequence[str]] | None:
    """The cells that a formula refers to on its own sheet, and words in it that may be names.

    None if it contains anything else. Cached, as workbooks often share formulas.
    """
    words = _words(formula) if len(formula) <= _LONGEST else None
    if words is None:
        return None
    areas, names = [], []
    for word in words:
        found = _meaning(word)
        if found is None:
            return None
        if isinstance(found, Area):
            areas.append((title, found))
        elif found:
            names.append(found)
    return Seen(tuple(areas)), names


@lru_cache(maxsize=8192)
def _meaning(word: str) -> Area | str | None:
    """The cells that a word of a formula stands for, the name that it may be, or "" for neither.

    None if it is more than that. Cached, as formulas share most words.
    """
    if _PLAIN.fullmatch(word):
        try:
            return _area(word, (0, 0))
        except ValueError:
            return word.lower()
    tokens = _tokens_in_word(word)
    if not tokens:
        return None if tokens is None else ""
    only = tokens[0]
    if len(tokens) > 1 or only.word is None or only.sheet is not None or only.called:
        return None
    return only.word.lower()


def ranges_of_sheets(formula: str) -> Iterator[tuple[str, str]]:
    """The first and last tabs of the ranges of sheets in a formula, in lower case."""
    for token in _tokens(formula[:_LONGEST]):
        if token.sheet is not None and token.last_sheet is not None:
            yield token.sheet, token.last_sheet
        if token.text is not None:
            yield from ranges_of_sheets(token.text)


def has_meaning(word: str, title: str, names: Names) -> bool:
    """Whether a word in a formula of a sheet can stand for cells, without being a cell itself."""
    found = _meaning(word)
    return not isinstance(found, str) or bool(found and names.meant(found, title.lower()))


def _look(formula: str, title: str, names: Names, moved: tuple[int, int]) -> Seen:
    areas: list[tuple[str, Area]] = []
    used: dict[Name, None] = {}
    anything, whole, elsewhere = len(formula) > _LONGEST, False, False
    for token in _tokens(formula[:_LONGEST]):
        sheet, word = token.sheet or title, token.word
        if token.text is not None:
            # References within texts are not relative, and can name the file itself.
            other = _look(token.text, title, names, (0, 0))
            areas += other.areas
            used |= dict.fromkeys(other.names)
            anything = anything or other.anything or ".xls" in token.text.lower()
        elif token.open:
            whole = True
        elif "[" in sheet and not sheet.startswith("[0]"):
            elsewhere = True
        else:
            if token.cells:
                try:
                    area = _area(token.cells, moved)
                    areas += [(one, area) for one in names.between(sheet, token.last_sheet)]
                except ValueError:
                    word = token.cells
                except KeyError:
                    anything = True
            if word:
                whole = whole or (token.called and word.upper() == "OFFSET")
                anything = anything or (token.called and word.upper() == "INDIRECT")
                if token.called and _counts_tabs(word.upper()):
                    areas.append((TABS, Area(1, 1)))
                used |= dict.fromkeys(map(Name, names.meant(word.lower(), sheet)))
    seen = Seen(tuple(areas), tuple(used), anything)
    if not whole:
        return seen
    # Functions and ranges never leave the sheets of the cells that they start from.
    return seen.whole() if areas or used or elsewhere else Seen(anything=True)
