"""One worksheet of a workbook file, read and changed in its part of the file."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from lxml import etree

from xlnono.workbook.dependents import Seen, StoredResult, seen_by
from xlnono.workbook.layout import Area, column_letters
from xlnono.workbook.ooxml import Element, main
from xlnono.workbook.sheet import Book, Dated, ErrorValue, Style, Uncalculated, Value
from xlnono.workbook.style_table import shows_date

if TYPE_CHECKING:
    from xlnono.workbook.package import PackageBook

_ROW, _CELL, _FORMULA, _VALUE, _INLINE, _TEXT, _RUN = (
    main(tag) for tag in ("row", "c", "f", "v", "is", "t", "r")
)
_ANY_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_EPOCH = datetime.datetime(1899, 12, 30)
_BEFORE_LEAP_DAY = 60
"""Serial numbers below it are one day off, as 1900 is taken for a leap year."""
_DAYS_TO_1904 = 1462
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")


def text_of(element: Element) -> str:
    """The text of a shared or inline string, without its readings."""
    texts = [
        part.text or ""
        for child in element
        for part in ((child,) if child.tag == _TEXT else child.iter(_TEXT))
        if child.tag in (_TEXT, _RUN)
    ]
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), "".join(texts))


def _moment(serial: float, from_1904: bool) -> datetime.datetime:
    """The date that a number stands for. Raises OverflowError if there is none."""
    if from_1904:
        serial += _DAYS_TO_1904
    elif 1 <= serial < _BEFORE_LEAP_DAY:
        serial += 1
    return _EPOCH + datetime.timedelta(days=serial)


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
            [self._value(cells.get(column)) for column in _columns(area)]
            for cells in (self._row(row) for row in _rows(area))
        ]

    def _value(self, cell: Element | None) -> Value:
        if cell is None:
            return None
        kind = cell.get("t", "n")
        if kind == "inlineStr":
            inline = cell.find(_INLINE)
            return None if inline is None else text_of(inline)
        held = cell.findtext(_VALUE)
        formula = cell.find(_FORMULA)
        if held is None or (held == "" and kind != "str"):
            return None if formula is None else Uncalculated(self._formula(formula))
        match kind:
            case "s":
                return self._book.shared_string(self._book.number(held, self.part))
            case "str":
                return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), held)
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
        try:
            number = float(held)
        except ValueError:
            return held
        code = self._number_format(cell)
        if shows_date(code):
            try:
                return Dated(_moment(number, self._book.from_1904), code)
            except (OverflowError, ValueError):
                return number
        return int(number) if number.is_integer() else number

    def _number_format(self, cell: Element) -> str:
        return self._book.styles.number_format(_look(cell))

    def _formula(self, formula: Element) -> str:
        if formula.text is None and (group := formula.get("si")) is not None:
            for other in self._data.iter(_FORMULA):
                if other.get("si") == group and other.text:
                    return "=" + other.text
        return "=" + (formula.text or "")

    def fills(self, area: Area) -> list[list[str | None]]:
        styles = self._book.styles
        known: dict[int, str | None] = {}
        for number in {look for row in self._looks(area) for look in row}:
            known[number] = styles.fill_colour(number)
        return [[known[look] for look in row] for row in self._looks(area)]

    def bordered(self, area: Area) -> list[list[bool]]:
        styles = self._book.styles
        known = {look: styles.has_border(look) for row in self._looks(area) for look in row}
        return [[known[look] for look in row] for row in self._looks(area)]

    def _looks(self, area: Area) -> list[list[int]]:
        return [
            [
                _look(cells[column]) if column in cells else self._default_look(row, column)
                for column in _columns(area)
            ]
            for row, cells in ((row, self._row(row)) for row in _rows(area))
        ]

    def _default_look(self, row: int, column: int) -> int:
        """The look of a cell that the file does not hold: that of its row or column."""
        element = self._rows.get(row)
        if element is not None and element.get("customFormat") in ("1", "true"):
            return _look(element)
        return next(
            (look for first, last, look in self._column_looks() if first <= column <= last), 0
        )

    def _column_looks(self) -> list[tuple[int, int, int]]:
        columns = self.root.find(main("cols"))
        found = []
        for entry in () if columns is None else columns.iterchildren(main("col")):
            text = entry.get("style", "0")
            if text.isdigit() and text != "0":
                first, last = (
                    self._book.number(entry.get(k, ""), self.part) for k in ("min", "max")
                )
                found.append((first, last, int(text)))
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
        formula = cell.find(_FORMULA)
        if formula is not None:
            self._free(formula, place)
        for child in list(cell):
            cell.remove(child)
        # "t" is the type; "cm" and "vm" say what the formula or value had beside it.
        for name in ("t", "cm", "vm"):
            cell.attrib.pop(name, "")
        if value is not None:
            etree.SubElement(cell, _VALUE).text = str(value)
        self.changed = True
        self.rewritten.add((place.row, place.column))

    def _free(self, formula: Element, place: Area) -> None:
        """Take a formula out of whatever it shares with other cells."""
        self._book.forget_calculation(self, place)
        group = formula.get("si")
        if formula.get("t") != "shared" or group is None or formula.get("ref") is None:
            return
        # It is the one that holds the text of its group; the next one has to take it over.
        heirs = [
            other
            for other in self._data.iter(_FORMULA)
            if other is not formula and other.get("t") == "shared" and other.get("si") == group
        ]
        if not heirs:
            return
        # Only now, as it is rare and takes long to load.
        from xlnono.workbook.formulas import moved

        for heir in heirs:
            owner = heir.getparent()
            if owner is None:
                continue
            heir.text = moved(formula.text or "", place, Area.parse(owner.get("r", "A1")))
            for name in ("t", "si", "ref"):
                heir.attrib.pop(name, "")

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
        for area in areas:
            for row in _rows(area):
                cells = self._row(row)
                for column in _columns(area):
                    cell = cells.get(column)
                    old = self._default_look(row, column) if cell is None else _look(cell)
                    new = styles.restyled(old, style)
                    if new == old:
                        continue
                    if cell is None:
                        cell = self._added(row, column)
                    cell.set("s", str(new))
                    self.changed = True

    def has_formulas(self) -> bool:
        """Whether any cell holds a formula; the part need not be parsed to see that."""
        if self._root is None and not _ANY_FORMULA.search(self._book.content(self.part)):
            return False
        return next(self.root.iter(_FORMULA), None) is not None

    def stored_results(self, names: Mapping[str, str]) -> list[StoredResult]:
        """The formulas of the sheet; `names` are as `seen_by` takes them."""
        groups: dict[str, tuple[str, Area]] = {}
        found = []
        for number in self._numbered_rows_with_formulas():
            for column, cell in self._row(number).items():
                formula = cell.find(_FORMULA)
                if formula is None:
                    continue
                place = area = Area(number, column)
                text, moved_by = formula.text or "", (0, 0)
                if formula.get("t") == "shared" and (group := formula.get("si")) is not None:
                    if text:
                        groups[group] = text, place
                    elif group in groups:
                        text, origin = groups[group]
                        moved_by = number - origin.row, column - origin.column
                elif reference := formula.get("ref"):
                    area = self._parsed_area(reference)
                seen = seen_by(text, self._title, names, moved_by)
                if formula.get("t") == "dataTable":
                    seen = Seen(anything=True)
                found.append(StoredResult(self._title, area, seen))
        return found

    def forget_results(self, area: Area) -> None:
        """Take away the stored results of formulas, so that they are calculated anew."""
        for row in _rows(area):
            cells = self._row(row)
            for column in _columns(area):
                if column in cells and (held := cells[column].find(_VALUE)) is not None:
                    cells[column].remove(held)
                    cells[column].attrib.pop("t", "")
                    self.changed = True

    def _numbered_rows_with_formulas(self) -> list[int]:
        _ = self.root
        return [n for n, row in self._rows.items() if next(row.iter(_FORMULA), None) is not None]

    def _parsed_area(self, text: str) -> Area:
        try:
            return Area.parse(text)
        except ValueError:
            raise self._book.damaged(self.part) from None


def _look(element: Element) -> int:
    text = element.get("s", "0")
    return int(text) if text.isascii() and text.isdigit() else 0


def _rows(area: Area) -> range:
    return range(area.row, area.last_row + 1)


def _columns(area: Area) -> range:
    return range(area.column, area.last_column + 1)
