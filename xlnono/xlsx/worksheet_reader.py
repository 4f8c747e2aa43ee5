"""One worksheet of a workbook file, read in its part of the file."""

from __future__ import annotations

import datetime
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain
from typing import Protocol, TypeVar

from xlnono.files.workbook_file import DamagedWorkbook
from xlnono.patterns import pattern
from xlnono.spreadsheet.area import LAST_COLUMN, LAST_ROW, Area, column_letters, column_number
from xlnono.spreadsheet.sheet import Book, Dated, ErrorValue, Uncalculated, Value
from xlnono.xlsx.cell_values import moment_of, text_of, unescaped
from xlnono.xlsx.formula_references import Names, StoredResult
from xlnono.xlsx.notes import notes_of
from xlnono.xlsx.parts import Element, main, whole
from xlnono.xlsx.scanned_sheet import ScannedFormulas, ScannedSheet, results_of, scan
from xlnono.xlsx.shared_formulas import (
    Groups,
    Held,
    groups_of,
    stored_results,
    text_at,
)
from xlnono.xlsx.styles import StyleTable, shows_date
from xlnono.xlsx.xml import parse
from xlnono.xlsx.zip_archive import Archive

_ROW, _CELL, _FORMULA, _VALUE, _INLINE = (main(tag) for tag in ("row", "c", "f", "v", "is"))
_NUMBER = pattern(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)
_ANY_FORMULA = pattern(rb"<(?:[^<>/\s:]+:)?f[\s/>]")
_EXACT = 16
"""Whole numbers with fewer digits are exact as floating-point numbers, too."""
_TEXTS = ("s", "inlineStr")
"""The kinds of cells whose text can have parts with colours of their own."""
_FILLING = ("array", "dataTable")
"""The kinds of formulas that fill an area."""
_ADDRESS = pattern("([A-Z]{1,3})[1-9][0-9]{0,6}", re.ASCII)
_MOST_CACHED = 300_000
"""The number of cells in the cache by row and column: enough for a board of 500 by 500 and its
clues, in about 60 MB."""

_Fact = TypeVar("_Fact")


class OwningBook(Book, Protocol):
    """What a worksheet needs from the workbook that it belongs to."""

    from_1904: bool
    """Whether dates count from 1904."""

    @property
    def styles(self) -> StyleTable:
        """The looks that cells refer to."""

    @property
    def archive(self) -> Archive:
        """The parts of the file."""

    @property
    def folder(self) -> str:
        """The folder of the part that lists the sheets."""

    def opened(self, sheet: WorksheetReader) -> tuple[Element, bytes]:
        """The part of a sheet as a tree, and as it is. Raises DamagedWorkbook or TooLarge."""

    def content(self, part: str) -> bytes:
        """A part as it is. Raises DamagedWorkbook or TooLarge."""

    def shared_colours(self, number: int) -> tuple[str, ...]:
        """The colours of the parts of a shared text, if they have their own."""

    def shared_string(self, number: int) -> str:
        """A text that cells refer to. Raises DamagedWorkbook if there is none."""

    def shared_strings(self) -> list[bytes]:
        """All texts that cells refer to, in UTF-8. Raises DamagedWorkbook or TooLarge."""

    def number(self, text: str, part: str) -> int:
        """A number in a part. Raises DamagedWorkbook if it is not one."""

    def damaged(self, part: str) -> DamagedWorkbook:
        """The error for an invalid part."""

    def names_of(self, title: str) -> dict[str, str]:
        """The names that belong to a sheet, and what they refer to."""

    def set_name(self, title: str, name: str, refers_to: str) -> None:
        """Add or replace a name that belongs to a sheet."""


class WorksheetReader(ABC):
    """What a worksheet of a workbook file holds; what has been read is kept until it changes."""

    def __init__(
        self, book: OwningBook, title: str, part: str, content: bytes | None = None
    ) -> None:
        """The sheet of a part as the file has it, or with another `content`."""
        self._book, self._title, self.part = book, title, part
        self._content = content
        self._root: Element | None = None
        self._rows: dict[int, Element] = {}
        self._cells: dict[int, dict[int, Element]] = {}
        self._known_looks: dict[int, dict[int, int]] = {}
        self._known_values: dict[int, dict[int, Value]] = {}
        """What the cells of a row look like and hold, by column, since it was last changed."""
        self._date_formats: dict[int, str | None] = {}
        """The number formats that show dates or times, by look, None for others."""
        self._numbers: dict[int, Element] = {}
        """The elements of numbers that were written, as copies."""
        self._cached_rows: set[int] = set()
        self._cached = 0
        """How many cells they have."""
        self._scan: ScannedSheet | None = None
        """The cells as the part had them."""
        self._differing: set[int] = set()
        """The rows that have changed since then."""
        self._sorted: dict[int, list[int]] = {}
        """The columns of the cells of a row in order; those of row 0 are the rows."""
        self._orphaned: dict[str, tuple[str, Area]] = {}
        self._added_columns: dict[int, tuple[int, int]] = {}
        """The first and the last column of the cells added to a row."""
        self._lasting: list[tuple[int, int, int, int]] = []
        """Where stored results stay: from a row and a column up to others."""
        self.changed = False
        self.rewritten: set[tuple[int, int]] = set()
        """The cells whose value has changed."""
        self.freed: set[str] = set()
        """The cells that no longer hold a formula."""

    @property
    def title(self) -> str:
        return self._title

    @property
    def book(self) -> Book:
        return self._book

    @property
    def root(self) -> Element:
        """The parsed part."""
        if self._root is None:
            if self._content is None:
                self._root, content = self._book.opened(self)
            else:
                self._root, content = parse(self._content, self.part), self._content
            data = self._root.find(main("sheetData"))
            if data is None:
                raise self._book.damaged(self.part)
            self._data = data
            self._rows = self._numbered_rows()
            self._scan = scan(content, self._shows_date)
        return self._root

    def _numbered_rows(self) -> dict[int, Element]:
        rows: dict[int, Element] = {}
        number = 0
        for row in self._data.iterchildren(_ROW):
            text = row.get("r")
            number = number + 1 if text is None else self._book.number(text, self.part)
            if number > LAST_ROW:
                raise self._book.damaged(self.part)
            rows[number] = row
        return rows

    def close(self) -> None:
        """Remove the parsed part from memory, discarding its changes."""
        self._root = None
        self._rows, self._sorted = {}, {}
        self._scan, self._differing = None, set()
        self._drop_cells()
        self.changed = False
        for name in ("_data", "_groups"):
            self.__dict__.pop(name, None)

    @abstractmethod
    def settle(self) -> None:
        """Make the part consistent after changes."""

    def _drop_cells(self) -> None:
        self._cells, self._known_looks, self._known_values = {}, {}, {}
        self._cached_rows, self._cached = set(), 0

    def _cache(self, cache: dict[int, dict[int, _Fact]], row: int, facts: dict[int, _Fact]) -> None:
        """Keep something about each cell of a row."""
        if row not in self._cached_rows:
            if self._cached > _MOST_CACHED:
                self._drop_cells()
            self._cached_rows.add(row)
            self._cached += len(facts)
        cache[row] = facts

    def _scanned(self, row: int) -> ScannedSheet | None:
        """The scan, if there is one and the row is as it was then."""
        return None if row in self._differing else self._scan

    def _change(self, row: int) -> None:
        """Note that the cells of a row have changed."""
        self._change_values(row)
        self._known_looks.pop(row, None)

    def _change_values(self, row: int) -> None:
        """Note that cells of a row hold something else, and look as before."""
        self.changed = True
        self._differing.add(row)
        self._known_values.pop(row, None)

    def cells(self, number: int) -> dict[int, Element]:
        """The elements of the cells of a row, by column."""
        known = self._cells.get(number)
        if known is None:
            _ = self.root
            if number not in self._rows:
                return {}
            known = self._numbered_cells(number)
            if known:
                self._cache(self._cells, number, known)
        return known

    def _numbered_cells(self, number: int) -> dict[int, Element]:
        if (scanned := self._scanned(number)) is not None:
            return dict(zip(scanned.looks(number), self._rows[number], strict=True))
        found: dict[int, Element] = {}
        column = 0
        for cell in self._rows[number].iterchildren(_CELL):
            column += 1
            address = cell.get("r")
            # In most rows, no cell is missing.
            if address is not None and address != f"{column_letters(column)}{number}":
                if (match := _ADDRESS.fullmatch(address)) is not None:
                    column = column_number(match[1])
                else:
                    column = self._parsed_area(address).column
            if column > LAST_COLUMN:
                raise self._book.damaged(self.part)
            found[column] = cell
        return found

    def used(self) -> Area | None:
        _ = self.root
        if self._scan is not None and not self._differing:
            return self._scan.used
        columns: set[int] = set()
        rows = []
        for number in self._rows:
            if cells := self.cells(number):
                columns.update(cells)
                rows.append(number)
        return Area.between(min(rows), min(columns), max(rows), max(columns)) if rows else None

    def values(self, area: Area) -> list[list[Value]]:
        columns = columns_of(area)
        return [list(map(self._values(row).get, columns)) for row in rows_of(area)]

    def _values(self, row: int) -> dict[int, Value]:
        """The values of the cells of a row that are not empty, by column."""
        known = self._known_values.get(row)
        if known is None:
            scanned = self._scanned(row)
            known = None if scanned is None else scanned.values(row, self._book.shared_strings)
            if known is None:
                known = {
                    column: self._value(cell, row, column)
                    for column, cell in self.cells(row).items()
                    if len(cell)
                }
            if row in self._rows:
                self._cache(self._known_values, row, known)
        return known

    def _value(self, cell: Element, row: int, column: int) -> Value:
        kind = cell.get("t", "n")
        if kind == "inlineStr":
            inline = cell.find(_INLINE)
            return None if inline is None else text_of(inline)
        first = child_of(cell, _VALUE)
        held = None if first is None else first.text or ""
        if not held and (held is None or kind != "str"):
            formula = child_of(cell, _FORMULA)
            if formula is None:
                return None
            # Finding the groups takes a while, and most formulas belong to none.
            groups = self._groups if formula.get("t") == "shared" else {}
            return Uncalculated("=" + text_at(formula, Area(row, column), groups))
        match kind:
            case "s":
                return self._book.shared_string(self._book.number(held, self.part))
            case "str":
                return unescaped(held)
            case "b":
                return held.strip() == "1"
            case "e":
                return ErrorValue(held)
            case "d":
                try:
                    moment = datetime.datetime.fromisoformat(held.strip())
                except ValueError:
                    return held
                return Dated(moment.replace(tzinfo=None), self._number_format(cell))
        return self._number(cell, held)

    def _number(self, cell: Element, held: str) -> Value:
        # Most numbers are short and whole, and other programs do not read all digits of long ones.
        plain = len(held) < _EXACT and held.isascii() and held.isdigit()
        if not plain and not _NUMBER.fullmatch(held):
            return held
        if (code := self._date_format(look_of(cell))) is not None:
            number = float(held)
            try:
                return Dated(moment_of(number, self._book.from_1904), code)
            except (OverflowError, ValueError):
                return number
        if plain:
            return int(held)
        number = float(held)
        return int(number) if number.is_integer() else number  # an infinite one is not

    def _date_format(self, look: int) -> str | None:
        """The number format of a look if it shows dates or times."""
        if look not in self._date_formats:
            code = self._book.styles.number_format(look)
            self._date_formats[look] = code if shows_date(code) else None
        return self._date_formats[look]

    def _shows_date(self, look: int) -> bool:
        return self._date_format(look) is not None

    def _number_format(self, cell: Element) -> str:
        return self._book.styles.number_format(look_of(cell))

    def _formulas(self) -> Iterator[Held]:
        _ = self.root
        for number, row in self._rows.items():
            formulas: dict[Element | None, Element] = {}
            for formula in row.iter(_FORMULA):
                formulas.setdefault(formula.getparent(), formula)
            if not formulas:
                continue
            for column, cell in self.cells(number).items():
                if cell in formulas:
                    formula = formulas[cell]
                    place = area = Area(number, column)
                    kind, filled = formula.get("t"), formula.get("ref")
                    if kind in _FILLING and filled is not None:
                        area = self._parsed_area(filled)
                    yield Held(formula, cell, place, area)

    @cached_property
    def _groups(self) -> Groups:
        return groups_of(self._formulas())

    def fills(self, area: Area) -> list[list[str | None]]:
        return self._of_looks(area, self._book.styles.fill_colour)

    def text_colours(self, area: Area) -> list[list[tuple[str, ...]]]:
        colours = self._of_looks(area, self._text_colours)
        for number, row in zip(rows_of(area), colours, strict=True):
            for column, runs in self._coloured_texts(number):
                if area.column <= column <= area.last_column:
                    row[column - area.column] = runs
        return colours

    def _coloured_texts(self, row: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """The columns of the cells of a row whose texts have parts with colours of their own."""
        scanned = self._scanned(row)
        shared = None if scanned is None else scanned.shared_texts(row)
        if shared is None:
            for column, cell in self.cells(row).items():
                kind = cell.get("t")
                if kind in _TEXTS and (runs := self._run_colours(cell, kind)):
                    yield column, runs
        else:
            for column, number in shared.items():
                if runs := self._book.shared_colours(number):
                    yield column, runs

    def _text_colours(self, look: int) -> tuple[str, ...]:
        """The colour of the text of a look, none if it is automatic."""
        colour = self._book.styles.text_colour(look)
        return () if colour is None else (colour,)

    def _run_colours(self, cell: Element, kind: str) -> tuple[str, ...]:
        """The colours of the parts of a text, if they have their own."""
        if kind == "inlineStr":
            inline = cell.find(_INLINE)
            return () if inline is None else self._book.styles.run_colours(inline)
        held = cell.findtext(_VALUE)
        return self._book.shared_colours(self._book.number(held, self.part)) if held else ()

    def bordered(self, area: Area) -> list[list[bool]]:
        return self._of_looks(area, self._book.styles.has_border)

    def calculated(self, area: Area) -> list[list[bool]]:
        held = [[False] * area.width for _ in range(area.height)]
        for formula in self._formulas():
            top, left, *_ = covered = formula.area
            for row in range(max(top, area.row), min(covered.last_row, area.last_row) + 1):
                for column in range(
                    max(left, area.column), min(covered.last_column, area.last_column) + 1
                ):
                    held[row - area.row][column - area.column] = True
        return held

    def _of_looks(self, area: Area, fact: Callable[[int], _Fact]) -> list[list[_Fact]]:
        looks = self.looks(area)
        known = {look: fact(look) for look in set(chain.from_iterable(looks))}
        return [list(map(known.__getitem__, row)) for row in looks]

    def looks(self, area: Area) -> list[list[int]]:
        """The looks of an area's cells, their own or that of the row or column."""
        columns = columns_of(area)
        plain = [self._column_looks.get(column, 0) for column in columns]
        found = []
        for row in rows_of(area):
            own = self._row_look(row)
            default = plain if own is None else [own] * area.width
            found.append(list(map(self._own_looks(row).get, columns, default)))
        return found

    def _own_looks(self, row: int) -> dict[int, int]:
        """The looks of the cells of a row that the file holds, by column."""
        known = self._known_looks.get(row)
        if known is None:
            scanned = self._scanned(row)
            if scanned is not None:
                known = scanned.looks(row)
            else:
                known = {column: look_of(cell) for column, cell in self.cells(row).items()}
            if row in self._rows:
                self._cache(self._known_looks, row, known)
        return known

    def _default_look(self, row: int, column: int) -> int:
        """The look of a cell that the file does not hold: that of its row or column."""
        own = self._row_look(row)
        return self._column_looks.get(column, 0) if own is None else own

    def _row_look(self, row: int) -> int | None:
        element = self._rows.get(row)
        if element is None or element.get("customFormat") not in ("1", "true"):
            return None
        return look_of(element)

    @cached_property
    def _column_looks(self) -> dict[int, int]:
        columns = self.root.find(main("cols"))
        stretches = []
        for entry in () if columns is None else columns.iterchildren(main("col")):
            first, last = (self._book.number(entry.get(k, ""), self.part) for k in ("min", "max"))
            stretches.append((first, min(last, LAST_COLUMN), whole(entry.get("style", "0"))))
        found: dict[int, int] = {}
        for first, last, look in sorted(stretches):
            # Programs refuse overlapping ranges.
            if first in found:
                raise self._book.damaged(self.part)
            found.update(dict.fromkeys(range(first, last + 1), look))
        return found

    def merged(self) -> list[Area]:
        return list(self._merged)

    @cached_property
    def _merged(self) -> list[Area]:
        return [
            self._parsed_area(entry.get("ref", ""))
            for entry in self.root.iterfind(f"{main('mergeCells')}/{main('mergeCell')}")
        ]

    @property
    def code_name(self) -> str:
        """The name by which macros know the sheet, empty without one."""
        settings = self.root.find(main("sheetPr"))
        return "" if settings is None else settings.get("codeName", "")

    def names(self) -> dict[str, str]:
        return self._book.names_of(self._title)

    def notes(self, area: Area) -> dict[Area, str]:
        found = notes_of(self._book.archive, self.part)
        return {cell: text for cell, text in found.items() if area.contains(cell)}

    def cell(self, row: int, column: int) -> Element | None:
        """The element of a cell, None if the file does not hold it."""
        return self.cells(row).get(column)

    def look(self, row: int, column: int) -> int:
        """The number of the look of a cell, its own or that of its row or column."""
        cell = self.cell(row, column)
        return self._default_look(row, column) if cell is None else look_of(cell)

    def formulas(self) -> list[Held]:
        """The formulas that the part holds."""
        return list(self._formulas())

    def has_formulas(self) -> bool:
        """Whether any cell holds a formula; the part need not be parsed to see that."""
        if self._root is None:
            # Removes the zeros of UTF-16.
            content = self._book.content(self.part).replace(b"\0", b"")
            if not _ANY_FORMULA.search(content):
                return False
        return next(self.root.iter(_FORMULA), None) is not None

    def _fills_areas(self) -> bool:
        """Whether a formula fills an area."""
        if self._scan is not None and self._scan.single_formulas:
            return False
        return any(formula.get("t") in _FILLING for formula in self.root.iter(_FORMULA))

    def count_formulas(self) -> int:
        """How many formulas it holds."""
        if self._scan is not None:
            return self._scan.count_formulas - len(self.freed)
        return sum(1 for _ in self.root.iter(_FORMULA))

    def stored_results(self, names: Names) -> tuple[list[StoredResult], ScannedFormulas | None]:
        """The results of its formulas, and those that a scan has found, if there is one."""
        if self._scan is not None and self._scan.single_formulas:
            freed = [Area.parse(address) for address in self.freed]
            formulas = self._scan.formulas([(place.row, place.column) for place in freed])
            if formulas is not None:
                return results_of(formulas, self._title, names), formulas
        return stored_results(self._formulas(), self._title, names), None

    def _parsed_area(self, text: str) -> Area:
        try:
            return Area.parse(text)
        except ValueError:
            raise self._book.damaged(self.part) from None


def child_of(cell: Element, tag: str) -> Element | None:
    """The first child with a tag; lxml takes longer to look for it."""
    for child in cell:
        if child.tag == tag:
            return child
    return None


def look_of(element: Element) -> int:
    return whole(element.get("s", "0"))


def rows_of(area: Area) -> range:
    return range(area.row, area.last_row + 1)


def columns_of(area: Area) -> range:
    return range(area.column, area.last_column + 1)
