"""What a program has to do for a workbook that it has open."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Protocol

from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Value

Question = Literal["fills", "borders", "merged"]


class Host(Protocol):
    """What a program does for a workbook that it has open, each in one call."""

    @property
    def conditions(self) -> bool:
        """Whether orders for conditional formats are carried out, or left out."""

    def survey(self) -> str:
        """What is in the workbook, a line for each thing, its parts parted by tabs.

        First the title of the tab that is shown and the address of the cell selected there, if
        there is one. Then "tab" and the title of every tab; "sheet", the title, the address of
        what is used, and "protected" or "open" of every worksheet; "name", the name and "=" with
        what it refers to, behind the sheet it belongs to.
        """

    def ask(self, what: Question, title: str, area: Area) -> str:
        """What an area of a sheet looks like.

        "fills" are blue, green and red in hexadecimal, or "-", parted by spaces; "borders" are
        "+" or "-" for each cell; both have a line for each row. "merged" are addresses parted
        by spaces.
        """

    def do(self, title: str, orders: str) -> None:
        """Carry out orders for a sheet, one a line; see `orders`."""

    def read(self, title: str, area: Area) -> list[list[Value]]:
        """What the cells of an area hold, row by row."""

    def put(self, title: str, area: Area, values: Sequence[Sequence[object]]) -> None:
        """Put values into cells, text as if it was typed: ' comes before text, = is a formula."""

    def add_name(self, title: str, name: str, refers_to: str) -> None:
        """Add or replace a name that belongs to a sheet."""

    def save(self, path: Path) -> None:
        """Write the workbook to a file."""
