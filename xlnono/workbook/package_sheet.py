"""One worksheet of a workbook file, read and changed in its part of the file."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

from lxml import etree

from xlnono.workbook.dependents import StoredResult
from xlnono.workbook.held_formulas import (
    Groups,
    Held,
    dissolve,
    groups_of,
    stored_results,
    text_at,
)
from xlnono.workbook.layout import LAST_COLUMN, LAST_ROW, Area, column_letters
from xlnono.workbook.ooxml import Element, main, whole
from xlnono.workbook.sheet import Book, Dated, ErrorValue, Style, Uncalculated, Value
from xlnono.workbook.stored_values import moment_of, text_of, unescaped
from xlnono.workbook.style_table import shows_date

if TYPE_CHECKING:
    from xlnono.workbook.package import PackageBook

_ROW, _CELL, _FORMULA, _VALUE, _INLINE = (main(tag) for tag in ("row", "c", "f", "v", "is"))
_NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)
_ANY_FORMULA = re.compile(rb"<(?:[^<>/\s:]+:)?f[\s/>]")

_Fact = TypeVar("_Fact")


class PackageSheet:
    """A `Sheet` on the part of a workbook file that holds it."""

    def __init__(self, book: PackageBook, title: str, part: str) -> None:
        self._book, self._title, self.part = book, title, part
        self._root: Element | None = None
        self._rows: dict[int, Element] = {}
        self._cells: dict[int, dict[int, Element]] = {}
        self.changed = False
        self.rewritten: set[tuple[int, int]] = set()
        """The cells that hold another value now."""
        self.freed: set[str] = set()
        """The cells that hold no formula any more."""

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
            self._root = self._book.parsed(self.part)
            data = self._root.find(main("sheetData"))
            if data is None:
                raise self._book.damaged(self.part)
            self._data = data
            self._rows = self._numbered_rows()
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

    def _row(self, number: int) -> dict[int, Element]:
        """The cells of a row by column."""
        _ = self.root
        known = self._cells.get(number)
        if known is None:
            known = {}
            if number in self._rows:
                column = 0
                for cell in self._rows[number].iterchildren(_CELL):
                    address = cell.get("r")
                    if address is None:
                        column += 1
                    else:
                        column = self._parsed_area(address).column
                    if column > LAST_COLUMN:
                        raise self._book.damaged(self.part)
                    known[column] = cell
            self._cells[number] = known
        return known

    def used(self) -> Area | None:
        _ = self.root
        columns: list[int] = []
        rows: list[int] = []
        for number in self._rows:
            if cells := self._row(number):
                rows.append(number)
                columns += (min(cells), max(cells))
        if not rows:
            return None
        return Area.between(min(rows), min(columns), max(rows), max(columns))

    def values(self, area: Area) -> list[list[Value]]:
        return [
            [self._value(cells.get(column), row, column) for column in _columns(area)]
            for row, cells in ((row, self._row(row)) for row in _rows(area))
        ]

    def _value(self, cell: Element | None, row: int, column: int) -> Value:
        if cell is None:
            return None
        kind = cell.get("t", "n")
        if kind == "inlineStr":
            inline = cell.find(_INLINE)
            return None if inline is None else text_of(inline)
        held = cell.findtext(_VALUE)
        formula = cell.find(_FORMULA)
        if held is None or (held == "" and kind != "str"):
            if formula is None:
                return None
            return Uncalculated("=" + text_at(formula, Area(row, column), self._groups))
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
        if not _NUMBER.fullmatch(held):
            return held
        number = float(held)
        code = self._number_format(cell)
        if shows_date(code):
            try:
                return Dated(moment_of(number, self._book.from_1904), code)
            except (OverflowError, ValueError):
                return number
        return int(number) if number.is_integer() else number  # an infinite one is not

    def _number_format(self, cell: Element) -> str:
        return self._book.styles.number_format(_look(cell))

    def _formulas(self) -> Iterator[Held]:
        _ = self.root
        for number, row in self._rows.items():
            if next(row.iter(_FORMULA), None) is None:
                continue
            for column, cell in self._row(number).items():
                formula = cell.find(_FORMULA)
                if formula is not None:
                    place = area = Area(number, column)
                    kind, filled = formula.get("t"), formula.get("ref")
                    if kind in ("array", "dataTable") and filled is not None:
                        area = self._parsed_area(filled)
                    yield Held(formula, cell, place, area)

    @cached_property
    def _groups(self) -> Groups:
        return groups_of(self._formulas())

    def fills(self, area: Area) -> list[list[str | None]]:
        return self._of_looks(area, self._book.styles.fill_colour)

    def bordered(self, area: Area) -> list[list[bool]]:
        return self._of_looks(area, self._book.styles.has_border)

    def _of_looks(self, area: Area, fact: Callable[[int], _Fact]) -> list[list[_Fact]]:
        looks = self._looks(area)
        known = {look: fact(look) for look in set(chain.from_iterable(looks))}
        return [[known[look] for look in row] for row in looks]

    def _looks(self, area: Area) -> list[list[int]]:
        plain = [self._column_looks.get(column, 0) for column in _columns(area)]
        found = []
        for row in _rows(area):
            own = self._row_look(row)
            looks = plain.copy() if own is None else [own] * area.width
            for column, cell in self._row(row).items():
                if area.column <= column <= area.last_column:
                    looks[column - area.column] = _look(cell)
            found.append(looks)
        return found

    def _default_look(self, row: int, column: int) -> int:
        """The look of a cell that the file does not hold: that of its row or column."""
        own = self._row_look(row)
        return self._column_looks.get(column, 0) if own is None else own

    def _row_look(self, row: int) -> int | None:
        element = self._rows.get(row)
        if element is None or element.get("customFormat") not in ("1", "true"):
            return None
        return _look(element)

    @cached_property
    def _column_looks(self) -> dict[int, int]:
        columns = self.root.find(main("cols"))
        found: dict[int, int] = {}
        for entry in () if columns is None else columns.iterchildren(main("col")):
            first, last = (self._book.number(entry.get(k, ""), self.part) for k in ("min", "max"))
            if first in found:
                raise self._book.damaged(self.part)
            look = whole(entry.get("style", "0"))
            found.update(dict.fromkeys(range(first, min(last, LAST_COLUMN) + 1), look))
        return found

    def merged(self) -> list[Area]:
        return [
            self._parsed_area(entry.get("ref", ""))
            for entry in self.root.iterfind(f"{main('mergeCells')}/{main('mergeCell')}")
        ]

    def names(self) -> dict[str, str]:
        return self._book.names_of(self._title)

    def set_name(self, name: str, refers_to: str) -> None:
        self._book.set_name(self._title, name, refers_to)

    def write(self, area: Area, values: Sequence[Sequence[int | None]]) -> None:
        for number, held in zip(_rows(area), values, strict=True):
            cells = self._row(number)
            for column, value in zip(_columns(area), held, strict=True):
                cell = cells.get(column)
                if cell is None:
                    if value is None:
                        continue
                    cell = self._added(number, column)
                elif (value is None and len(cell) == 0) or (
                    value is not None and self._holds(cell, value)
                ):
                    continue
                self._replace(cell, Area(number, column), value)

    @staticmethod
    def _holds(cell: Element, value: int) -> bool:
        """Whether a cell is exactly what writing the number would make of it."""
        return (
            cell.get("t", "n") == "n"
            and len(cell) == 1
            and cell[0].tag == _VALUE
            and cell[0].text == str(value)
        )

    def _replace(self, cell: Element, place: Area, value: int | None) -> None:
        if len(cell) or self._fixed_arrays:
            self._free(cell, place)
            del cell[:]
        # "t" is the type; "cm" and "vm" say what the formula or value had beside it.
        for name in ("t", "cm", "vm"):
            if cell.get(name) is not None:
                del cell.attrib[name]
        if value is not None:
            etree.SubElement(cell, _VALUE).text = str(value)
        self.changed = True
        self.rewritten.add((place.row, place.column))

    def _free(self, cell: Element, place: Area) -> None:
        """Take a cell out of whatever it calculates together with other cells."""
        formula = cell.find(_FORMULA)
        if formula is not None:
            self.freed.add(place.address)
            group = formula.get("si")
            if formula.get("t") == "shared" and group is not None and formula.text:
                dissolve(group, self._formulas())
        for held in self._fixed_arrays:
            if held.area.contains(place) and held.formula.getparent() is not None:
                # Its cells keep the values they have.
                held.cell.remove(held.formula)
                self.freed.add(held.place.address)

    @cached_property
    def _fixed_arrays(self) -> list[Held]:
        return [held for held in self._formulas() if held.fixed_array]

    def _added(self, row: int, column: int) -> Element:
        """A new cell, with the look of its row or column."""
        look = self._default_look(row, column)
        if row not in self._rows:
            element = etree.Element(_ROW, r=str(row))
            later = [number for number in self._rows if number > row]
            if later:
                self._rows[min(later)].addprevious(element)
            else:
                self._data.append(element)
            self._rows[row] = element
        element = self._rows[row]
        # Only a hint for programs that read the row; it would be wrong now.
        element.attrib.pop("spans", "")
        cells = self._row(row)
        cell = etree.Element(_CELL, r=f"{column_letters(column)}{row}")
        if look:
            cell.set("s", str(look))
        later = [other for other in cells if other > column]
        if later:
            cells[min(later)].addprevious(cell)
        else:
            element.append(cell)
        cells[column] = cell
        self.changed = True
        self._widen(row, column)
        return cell

    def _widen(self, row: int, column: int) -> None:
        dimension = self.root.find(main("dimension"))
        if dimension is None:
            return
        try:
            area = Area.parse(dimension.get("ref", ""))
        except ValueError:
            self.root.remove(dimension)
            return
        wider = Area.between(
            min(area.row, row),
            min(area.column, column),
            max(area.last_row, row),
            max(area.last_column, column),
        )
        dimension.set("ref", wider.address)

    def restyle(self, areas: Sequence[Area], style: Style) -> None:
        styles = self._book.styles
        restyled: dict[int, int] = {}
        for area in areas:
            for row in _rows(area):
                cells = self._row(row)
                for column in _columns(area):
                    cell = cells.get(column)
                    old = self._default_look(row, column) if cell is None else _look(cell)
                    new = restyled.get(old, -1)
                    if new < 0:
                        new = restyled[old] = styles.restyled(old, style)
                    if new == old:
                        continue
                    if cell is None:
                        cell = self._added(row, column)
                    cell.set("s", str(new))
                    self.changed = True

    def has_formulas(self) -> bool:
        """Whether any cell holds a formula; the part need not be parsed to see that."""
        if self._root is None:
            # Without the zeros of UTF-16.
            content = self._book.content(self.part).replace(b"\0", b"")
            if not _ANY_FORMULA.search(content):
                return False
        return next(self.root.iter(_FORMULA), None) is not None

    def stored_results(self, names: Mapping[str, str]) -> list[StoredResult]:
        """The results of its formulas; `names` are as `seen_by` takes them."""
        return stored_results(self._formulas(), self._title, names)

    def forget_results(self, area: Area) -> None:
        """Take away the stored results of formulas, so that they are calculated anew."""
        for row in _rows(area):
            cells = self._row(row)
            for column in _columns(area):
                if column not in cells or (row, column) in self.rewritten:
                    continue
                if (held := cells[column].find(_VALUE)) is not None:
                    cells[column].remove(held)
                    for name in ("t", "vm"):
                        cells[column].attrib.pop(name, "")
                    self.changed = True

    def _parsed_area(self, text: str) -> Area:
        try:
            return Area.parse(text)
        except ValueError:
            raise self._book.damaged(self.part) from None


def _look(element: Element) -> int:
    return whole(element.get("s", "0"))


def _rows(area: Area) -> range:
    return range(area.row, area.last_row + 1)


def _columns(area: Area) -> range:
    return range(area.column, area.last_column + 1)
