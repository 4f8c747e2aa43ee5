"""The sheet interface on plain dictionaries: what the project needs of a host, and no more."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Book, Content, Formula, Page, Sheet, Style, Value, page_cell


@dataclass(frozen=True)
class MemoryCell:
    value: Value = None
    fill: str | None = None
    bordered: bool = False
    style: Style | None = None
    colour: str | None = None
    formula: bool = False


NOTHING = MemoryCell()


@dataclass
class MemorySheet:
    """A `Sheet`; cells have their place as key."""

    title: str
    book: Book
    cells: dict[Area, MemoryCell] = field(default_factory=dict)
    areas: list[Area] = field(default_factory=list)
    defined: dict[str, str] = field(default_factory=dict)
    noted: dict[Area, str] = field(default_factory=dict)

    def _of(self, area: Area) -> list[list[MemoryCell]]:
        return [
            [self.cells.get(Area(row, area.column + k), NOTHING) for k in range(area.width)]
            for row in range(area.row, area.last_row + 1)
        ]

    def used(self) -> Area | None:
        if not self.cells:
            return None
        rows, columns = {cell.row for cell in self.cells}, {cell.column for cell in self.cells}
        return Area.between(min(rows), min(columns), max(rows), max(columns))

    def values(self, area: Area) -> list[list[Value]]:
        return [[cell.value for cell in row] for row in self._of(area)]

    def fills(self, area: Area) -> list[list[str | None]]:
        return [[cell.fill for cell in row] for row in self._of(area)]

    def text_colours(self, area: Area) -> list[list[tuple[str, ...]]]:
        return [
            [() if cell.colour is None else (cell.colour,) for cell in row]
            for row in self._of(area)
        ]

    def bordered(self, area: Area) -> list[list[bool]]:
        return [[cell.bordered for cell in row] for row in self._of(area)]

    def calculated(self, area: Area) -> list[list[bool]]:
        return [[cell.formula for cell in row] for row in self._of(area)]

    def merged(self) -> list[Area]:
        return self.areas

    def notes(self, area: Area) -> dict[Area, str]:
        return {cell: text for cell, text in self.noted.items() if area.contains(cell)}

    def put_note(self, cell: Area, text: str) -> None:
        self.noted.setdefault(cell, text)

    def remove_note(self, cell: Area) -> None:
        self.noted.pop(cell, None)

    def names(self) -> dict[str, str]:
        return dict(self.defined)

    def set_name(self, name: str, refers_to: str) -> None:
        self.defined[name] = refers_to

    def write(self, area: Area, values: Sequence[Sequence[Content]]) -> None:
        held = [value for row in values for value in row]
        for place, value in zip(area.cells(), held, strict=True):
            old = self.cells.get(place, NOTHING)
            self.cells[place] = replace(old, value=value, formula=False)

    def restyle(self, areas: Sequence[Area], style: Style) -> None:
        for place in (cell for area in areas for cell in area.cells()):
            old = self.cells.get(place, NOTHING)
            colour = style.font or old.colour
            self.cells[place] = replace(old, fill=style.fill, colour=colour, style=style)


class MemoryBook:
    """A `Book`; tabs without a sheet stand for charts."""

    def __init__(self) -> None:
        self.tabs: dict[str, MemorySheet | None] = {}

    def add(self, title: str) -> MemorySheet:
        sheet = self.tabs[title] = MemorySheet(title, self)
        return sheet

    def sheets(self) -> list[Sheet]:
        return [sheet for sheet in self.tabs.values() if sheet is not None]

    def titles(self) -> list[str]:
        return list(self.tabs)

    def put_page(self, title: str, page: Page, after: Sheet) -> None:
        if title not in self.tabs:
            place = self.titles().index(after.title) + 1
            tabs = list(self.tabs.items())
            self.tabs = dict([*tabs[:place], (title, None), *tabs[place:]])
        sheet = self.add(title)
        sheet.areas, sheet.defined = list(page.merged), dict(page.names)
        for row, cells in enumerate(page.rows, 1):
            for column, held in enumerate(cells, 1):
                if held is not None:
                    held = page_cell(held)
                    value = held.value
                    sheet.cells[Area(row, column)] = MemoryCell(
                        value.result if isinstance(value, Formula) else value,
                        held.fill,
                        held.edges is not None,
                    )

    def save(self, path: Path) -> None:
        path.write_bytes(pickle.dumps(self))

    @staticmethod
    def opened(path: Path) -> MemoryBook:
        book = pickle.loads(path.read_bytes())
        assert isinstance(book, MemoryBook)
        return book
