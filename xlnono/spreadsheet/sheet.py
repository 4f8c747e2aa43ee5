"""The interface to a sheet, which reads and writes whole ranges."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol

from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area


class Dated(NamedTuple):
    """A date or time in a cell, with the number format that shows it."""

    moment: datetime.datetime | datetime.date | datetime.time | datetime.timedelta
    number_format: str


class ErrorValue(NamedTuple):
    """An error value such as #REF!."""

    text: str


class Uncalculated(NamedTuple):
    """A formula whose value is not stored in the file."""

    formula: str


Value = None | bool | int | float | str | Dated | ErrorValue | Uncalculated
"""The value of a cell; a formula is represented by its value."""

Content = None | int | str
"""What can be written into a cell; None empties it."""


class Style(NamedTuple):
    """A look for cells. `fill` None removes the fill; None elsewhere leaves the look unchanged.

    Colours are "RRGGBB". Borders never change.
    """

    fill: str | None
    font: str | None = None
    number_format: str | None = None
    centred: bool = False


class Formula(NamedTuple):
    """A formula with its result, for programs that show a file without calculating.

    An array formula fills the `area` that starts in its cell.
    """

    text: str
    result: str | int
    area: Area | None = None


PageValue = str | int | float | Formula
"""What a cell of a page can hold."""


class PageCell(NamedTuple):
    """A cell of a page: its value, its look, and the place in the workbook it links to.

    `edges` are the weights of its borders at the top, bottom, left and right.
    """

    value: PageValue | None
    bold: bool = False
    fill: str | None = None
    font: str | None = None
    wrap: bool = False
    link: str | None = None
    centred: bool = False
    number_format: str | None = None
    edges: tuple[int, int, int, int] | None = None


OnPage = PageCell | PageValue | None
"""A cell of a page; only its value if nothing else is special, and None if there is none."""


def page_cell(held: PageCell | PageValue) -> PageCell:
    """A cell of a page with its look."""
    return held if isinstance(held, PageCell) else PageCell(held)


class Condition(NamedTuple):
    """A look that the cells of an area have while a formula is true.

    The formula is relative to the first cell of the area. If several conditions of a page hold
    for a cell, only the first one counts. `edge` is a colour for its borders.
    """

    area: Area
    formula: str
    fill: str
    font: str | None = None
    edge: str | None = None


class WholeNumber(NamedTuple):
    """A cell for whole numbers from 0 to `greatest`, with a message when it is selected.

    Other entries are accepted: formulas show what is nearest to them.
    """

    cell: Area
    greatest: int
    title: str
    message: str


GREATEST_OF_SCROLL_BARS = 30_000
"""The greatest number that a scroll bar of Excel reaches."""


class ScrollBar(NamedTuple):
    """A horizontal scroll bar over some cells, for the number from 0 to `greatest` in a cell.

    It is a form control, which works without macros; `value` is the number at first.
    """

    area: Area
    linked: Area
    greatest: int
    value: int
    name: str


class Chart(NamedTuple):
    """A chart of numbers on the same page, one series without a legend.

    "bars" lie one below the other, each with its label and its number; "line" joins points,
    `labels` then being numbers too. `labels_name` and `values_name` are the names of the axes.
    The top left corner is that of the cell `corner`; `width` and `height` are in points.
    Cells that are hidden count as well.
    """

    kind: Literal["bars", "line"]
    title: str
    labels: Area
    labels_name: str | None
    values: Area
    values_name: str
    corner: Area
    width: float
    height: float


class Page(NamedTuple):
    """A whole sheet to write, as data: rows from A1 on.

    `widths` of columns are in characters, `heights` of rows in points.
    The rows up to `header_row` stay in view, and if `filtered`, the last of them has the
    filter and is repeated on every printed page. `printed` is the print area, scaled to the
    width of a page, with `one_page` also to its height; each area of `printed_behind` is
    printed after it, on a new page. `hidden` are hidden columns.
    `outline` are the rows that belong to the row above them, by their numbers, with their
    outline levels (1 to 7); they are collapsed at first.
    `names` are sheet-scoped defined names.
    """

    rows: Sequence[Sequence[OnPage]]
    widths: Sequence[float]
    heights: Sequence[float]
    header_row: int
    filtered: bool
    printed: Area
    hidden: Sequence[int]
    names: Mapping[str, str] = {}
    merged: Sequence[Area] = ()
    conditions: Sequence[Condition] = ()
    inputs: Sequence[WholeNumber] = ()
    charts: Sequence[Chart] = ()
    scroll_bar: ScrollBar | None = None
    printed_behind: Sequence[Area] = ()
    one_page: bool = False
    landscape: bool = True
    outline: Mapping[int, int] = {}

    @property
    def table(self) -> Area | None:
        """The area of the filter: the last row of the header and everything printed below it."""
        if not self.filtered:
            return None
        last = self.printed
        return Area.between(self.header_row, 1, last.last_row, last.last_column)


class Sheet(Protocol):
    """One sheet of a workbook that a host has open."""

    @property
    def title(self) -> str: ...

    @property
    def book(self) -> Book: ...

    def used(self) -> Area | None:
        """The area that holds values or formats, None if there is none."""

    def values(self, area: Area) -> list[list[Value]]:
        """The values of the cells of an area, row by row."""

    def fills(self, area: Area) -> list[list[str | None]]:
        """Solid fills as "RRGGBB", theme and indexed colours resolved; None without one."""

    def text_colours(self, area: Area) -> list[list[tuple[str, ...]]]:
        """The colours of the text in each cell, as "RRGGBB"; none if automatic or not known."""

    def bordered(self, area: Area) -> list[list[bool]]:
        """Which cells have a border on at least one side."""

    def calculated(self, area: Area) -> list[list[bool]]:
        """Which cells hold a formula, or are covered by an array formula."""

    def merged(self) -> list[Area]:
        """The merged areas."""

    def notes(self, area: Area) -> dict[Area, str]:
        """The texts of the notes and comments on cells, by cell."""

    def put_note(self, cell: Area, text: str) -> None:
        """Give a cell a note; a cell that has a note or comment keeps it.

        In workbooks with drawings of an unknown kind, nothing happens.
        """

    def remove_note(self, cell: Area) -> None:
        """Take the note of a cell away, if it has one."""

    def names(self) -> dict[str, str]:
        """Sheet-scoped defined names and what they refer to."""

    def set_name(self, name: str, refers_to: str) -> None:
        """Add or replace a sheet-scoped defined name."""

    def write(self, area: Area, values: Sequence[Sequence[Content]]) -> None:
        """Replace the values of the cells of an area; a text stays a text, such as "3-1"."""

    def restyle(self, areas: Sequence[Area], style: Style) -> None:
        """Give a look to all cells of some areas."""


class Book(Protocol):
    """A workbook that a host has open."""

    def sheets(self) -> Sequence[Sheet]:
        """The worksheets, in the order of their tabs."""

    def titles(self) -> list[str]:
        """The names of all tabs, those of chart sheets included."""

    def put_page(self, title: str, page: Page, after: Sheet) -> None:
        """Write a page on the sheet with that title, replacing its contents.

        If there is no such sheet, one is added after `after`. The page can be read after saving
        and reopening the workbook.
        """

    def save(self, path: Path) -> None:
        """Write the workbook to a file, completely or not at all."""
