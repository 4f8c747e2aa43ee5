"""A workbook that Excel has open, through xlwings.

Every call from outside costs Excel as much as a hundred cells do. So values go over as whole
ranges, and all else as text to the macros of the workbook, which go cell by cell inside.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import xlwings

from xlnono.errors import XlnonoError
from xlnono.workbook.layout import Area, rectangles
from xlnono.workbook.orders import colour_from, order, packed, page_orders, page_values, restyling
from xlnono.workbook.sheet import Dated, ErrorValue, Page, Sheet, Style, Value

_MODULE = "XlnonoMacros"
_ERRORS = frozenset(
    ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#SPILL!", "#CALC!")
)


class MacrosMissing(XlnonoError):
    code = "macros-missing"
    english = (
        "the macros of xlnono are missing from this workbook, or they are not allowed to run: "
        "make a workbook with “xlnono new --macro”, and allow its macros."
    )
    japanese = (
        "このブックに xlnono のマクロがないか、実行が許可されていません。"
        "「xlnono new --macro」で作ったブックを使い、マクロを有効にしてください。"
    )


@dataclass
class _Facts:
    """What the workbook told of a sheet."""

    used: Area
    protected: bool
    names: dict[str, str] = field(default_factory=dict)


class XlwingsBook:
    """A `Book` that Excel has open. What is written gets there with `flush`.

    `shown` is the title of the tab that is shown, `cell` the one that is selected on it.
    """

    def __init__(self, book: xlwings.Book) -> None:
        """Look at a workbook. Raises MacrosMissing."""
        self._book = book
        # Both are calls of their own each time they are asked for.
        self._app, self._place = book.app, f"'{book.name}'!{_MODULE}"
        try:
            survey = str(self.ask("XlnonoSurvey"))
        except Exception as error:
            # Each system has its own kind of error for it.
            raise MacrosMissing() from error
        shown, *lines = survey.split("\n")
        self.shown, _, cell = shown.partition("\t")
        self.cell = Area.parse(cell) if cell else None
        self._tabs: list[str] = []
        self._elsewhere = False
        self._hosts: dict[str, xlwings.Sheet] = {}
        self._sheets: dict[str, XlwingsSheet] = {}
        facts = None
        for line in lines:
            kind, *parts = line.split("\t")
            if kind == "tab":
                self._tabs += parts
            elif kind == "sheet":
                title, used, state = parts
                facts = _Facts(Area.parse(used), state == "protected")
                self._sheets[title] = XlwingsSheet(self, title, facts)
            elif facts is not None:
                name, refers_to = parts
                facts.names[name.rpartition("!")[2]] = refers_to.removeprefix("=")

    def ask(self, macro: str, *arguments: str) -> object:
        """Run a macro of the workbook."""
        result: object = self._app.macro(f"{self._place}.{macro}")(*arguments)
        return result

    def range(self, title: str, area: Area) -> xlwings.Range:
        return self._host(title).range(area.address)

    def _host(self, title: str) -> xlwings.Sheet:
        if title not in self._hosts:
            self._hosts[title] = self._book.sheets[title]
        return self._hosts[title]

    def put(self, title: str, area: Area, values: Sequence[Sequence[object]]) -> None:
        """Put values into cells, text as if it was typed."""
        # Not `value`, which takes several calls more to find out what it has to do.
        self.range(title, area).raw_value = [
            ["" if value is None else value for value in row] for row in values
        ]

    def add_name(self, title: str, name: str, refers_to: str) -> None:
        """Add or replace a name that belongs to a sheet."""
        self._host(title).names.add(name, f"={refers_to}")

    def sheet(self, title: str) -> XlwingsSheet | None:
        """The worksheet of a title, None if there is no such tab or it holds a chart."""
        return self._sheets.get(title)

    def sheets(self) -> list[Sheet]:
        return [self._sheets[title] for title in self._tabs if title in self._sheets]

    def titles(self) -> list[str]:
        return list(self._tabs)

    def add_sheet(self, title: str, after: Sheet) -> XlwingsSheet:
        """Add an empty sheet."""
        self._elsewhere = True
        self.do(after.title, [order("add", [Area(1, 1)], title)])
        self._tabs.insert(self._tabs.index(after.title) + 1, title)
        self._sheets[title] = XlwingsSheet(self, title, _Facts(Area(1, 1), protected=False))
        return self._sheets[title]

    def put_page(self, title: str, page: Page, after: Sheet) -> None:
        sheet = self._sheets.get(title)
        if sheet is None:
            sheet = self.add_sheet(title, after)
        else:
            sheet.order("blank", [Area(1, 1)])
        sheet.put(page)
        self._elsewhere = True

    def do(self, title: str, orders: Iterable[str]) -> None:
        """Have orders for a sheet carried out."""
        for message in packed(orders):
            self.ask("XlnonoDo", title, message)

    def flush(self) -> None:
        """Write what is still to be written, and show what was shown."""
        for sheet in self._sheets.values():
            sheet.flush()
        if self._elsewhere:
            self._elsewhere = False
            self.do(self.shown, [order("show", [Area(1, 1)])])

    def save(self, path: Path) -> None:
        self.flush()
        self._book.save(path)


class XlwingsSheet:
    """A `Sheet` that Excel has open."""

    def __init__(self, book: XlwingsBook, title: str, facts: _Facts) -> None:
        self._book, self._title, self._facts = book, title, facts
        self._writes: list[tuple[Area, Sequence[Sequence[int | None]]]] = []
        self._orders: list[str] = []

    @property
    def title(self) -> str:
        return self._title

    @property
    def book(self) -> XlwingsBook:
        return self._book

    @property
    def protected(self) -> bool:
        return self._facts.protected

    def used(self) -> Area | None:
        used = self._facts.used
        if used.height == used.width == 1 and self.values(used) == [[None]]:
            return None
        return used

    def values(self, area: Area) -> list[list[Value]]:
        self.flush()
        cells = self._book.range(self._title, area)
        held = cells.options(ndim=2, err_to_str=True, chunksize=None).value
        return [
            [
                self._value(value, area.row + row, area.column + column)
                for column, value in enumerate(values)
            ]
            for row, values in enumerate(held)
        ]

    def _value(self, value: object, row: int, column: int) -> Value:
        match value:
            case None | bool() | int():
                return value
            case float():
                return int(value) if value.is_integer() else value
            case datetime.datetime():
                cell = self._book.range(self._title, Area(row, column))
                return Dated(value, str(cell.number_format))
        return ErrorValue(str(value)) if value in _ERRORS else str(value)

    def _asked(self, macro: str, area: Area) -> str:
        self.flush()
        return str(self._book.ask(macro, self._title, area.address) or "")

    def fills(self, area: Area) -> list[list[str | None]]:
        answer = self._asked("XlnonoFills", area)
        return [
            [None if text == "-" else colour_from(text) for text in row.split()]
            for row in answer.split("\n")
        ]

    def bordered(self, area: Area) -> list[list[bool]]:
        answer = self._asked("XlnonoBorders", area)
        return [[mark == "+" for mark in row] for row in answer.split("\n")]

    def merged(self) -> list[Area]:
        used = self.used()
        if used is None:
            return []
        return [Area.parse(address) for address in self._asked("XlnonoMerged", used).split()]

    def names(self) -> dict[str, str]:
        return dict(self._facts.names)

    def set_name(self, name: str, refers_to: str) -> None:
        if self._facts.names.get(name) != refers_to:
            self._facts.names[name] = refers_to
            self._book.add_name(self._title, name, refers_to)

    def write(self, area: Area, values: Sequence[Sequence[int | None]]) -> None:
        self._writes.append((area, values))

    def restyle(self, areas: Sequence[Area], style: Style) -> None:
        self.order("look", areas, *restyling(style))

    def order(self, what: str, areas: Iterable[Area], *values: object) -> None:
        """Have something done to areas, once the sheet is flushed."""
        self._orders.append(order(what, areas, *values))

    def put(self, page: Page) -> None:
        """Write a page on the sheet, which is blank or about to be."""
        self.flush()
        values = page_values(page)
        area = Area(1, 1, len(values), len(values[0]))
        self._book.put(self._title, area, values)
        self._facts.used = area
        self._orders += page_orders(page)
        for name, refers_to in page.names.items():
            self.set_name(name, refers_to)

    def flush(self) -> None:
        """Write what is still to be written."""
        writes, self._writes = self._writes, []
        orders, self._orders = self._orders, []
        if len(writes) == 1:
            area, values = writes[0]
            self._book.put(self._title, area, values)
        else:
            orders = [*_loose(writes), *orders]
        if orders:
            self._book.do(self._title, orders)


def _loose(writes: Iterable[tuple[Area, Sequence[Sequence[int | None]]]]) -> Iterator[str]:
    """Orders that write numbers into cells here and there."""
    places: dict[int | None, list[tuple[int, int]]] = defaultdict(list)
    for area, values in writes:
        for cell, value in zip(area.cells(), (v for row in values for v in row), strict=True):
            places[value].append((cell.row, cell.column))
    for value, positions in places.items():
        yield order("value", rectangles(positions), "" if value is None else value)
