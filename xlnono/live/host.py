"""The interface to a program that has a workbook open."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Protocol

from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Value

Question = Literal["fills", "colours", "borders", "formulas", "merged", "notes"]


class Host(Protocol):
    """The operations on a workbook that a program has open, each in one call."""

    @property
    def conditions(self) -> bool:
        """Whether commands for conditional formats are carried out or ignored."""

    def survey(self) -> str:
        """The contents of the workbook, one item per line, with parts separated by tabs.

        First the title of the active tab and the address of the active cell there, if any. Then
        "selected" and the address if a single range is selected; "structure" and "protected" if
        sheets can be neither added nor removed; "tab" and the title for every tab; "sheet", the
        title, the address of the used area, and "protected" or "open" for every worksheet; after
        each sheet, "name", the name and its formula for every name that
        belongs to it. In formulas, line breaks and tabs are replaced by spaces.
        """

    def ask(self, what: Question, title: str, area: Area) -> str:
        """The appearance of an area of a sheet.

        "fills" are blue, green and red in hexadecimal, or "-", separated by spaces; "colours" are
        the same of the text of cells, several separated by commas; "borders" and
        "formulas" are "+" or "-" for each cell; all have one line per row. "merged" are addresses
        separated by spaces. "notes" has a line for each cell with a note or a comment: its address
        and the text, separated by a tab, with vertical tabs for line breaks.
        """

    def do(self, title: str, commands: str) -> None:
        """Carry out commands for a sheet, one per line; see `command_table`."""

    def read(self, title: str, area: Area) -> list[list[Value]]:
        """The values of the cells of an area, row by row."""

    def put(self, title: str, area: Area, values: Sequence[Sequence[object]]) -> None:
        """Put values into cells as if typed: text starts with ', a formula with =."""

    def add_name(self, title: str, name: str, refers_to: str) -> None:
        """Add or replace a name that belongs to a sheet."""

    def take_back(self) -> bool:
        """Take back all changes of this press, those yet to come included, if the program can.

        Returns whether it can.
        """

    def save(self, path: Path) -> None:
        """Write the workbook to a file."""
