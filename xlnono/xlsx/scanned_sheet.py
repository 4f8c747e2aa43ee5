"""Worksheet parts as the native scanner reads them; see `sheet_scan`.

The scanner reads what programs usually write, many times as fast as a tree is read cell by cell. It
leaves the rest to the tree, and so does an installation without a compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, Protocol

from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Uncalculated, Value
from xlnono.xlsx.formula_references import Names, StoredResult, has_meaning, seen_by

_native: Any = None
with suppress(ImportError):
    _native = import_module("xlnono.xlsx._sheet_scan")


class ScannedFormulas(Protocol):
    """The formulas of a sheet that refer to nothing but cells of this sheet, without the others."""

    def words(self) -> list[str]:
        """The words in them that are neither cells nor ordinary functions."""

    def leave(self, meaning: Sequence[str]) -> list[tuple[int, int, str]]:
        """Leave out the formulas with one of these words, and those that are hard to read.

        Returns their rows, columns and texts.
        """

    def reached(self, row: int, column: int, height: int, width: int) -> list[tuple[int, int]]:
        """The cells that depend on an area, directly or through others of these formulas.

        Each is only returned once.
        """


class ScannedSheet:
    """The cells of a part as the file has them."""

    def __init__(self, native: Any) -> None:
        self._native = native
        row, column, height, width = native.used()
        self.used = Area(row, column, height, width) if height else None
        """The area of its cells."""
        self.count_formulas: int = native.count_formulas()
        """How many cells hold a formula."""
        self.single_formulas: bool = native.single_formulas()
        """Whether no formula is shared or fills an area."""

    def looks(self, row: int) -> dict[int, int]:
        """The looks of the cells of a row, by column."""
        found: dict[int, int] = self._native.looks(row)
        return found

    def values(self, row: int, texts: Callable[[], list[bytes]]) -> dict[int, Value] | None:
        """The values of a row's cells by column; None if the tree has to be read.

        `texts` returns the shared texts.
        """
        found: dict[int, Value] | None = self._native.values(row, texts, Uncalculated)
        return found

    def shared_texts(self, row: int) -> dict[int, int] | None:
        """The numbers of the shared texts of a row by column; None if the tree has to be read."""
        found: dict[int, int] | None = self._native.shared_texts(row)
        return found

    def formulas(self, without: Sequence[tuple[int, int]]) -> ScannedFormulas | None:
        """The formulas, except for those of some cells; None if the tree has to be read."""
        found: ScannedFormulas | None = self._native.dependents(without)
        return found


def scan(content: bytes, shows_date: Callable[[int], bool]) -> ScannedSheet | None:
    """Scan a part that has been parsed; None if its tree has to be read.

    `shows_date` returns whether a look shows numbers as dates.
    """
    found = None if _native is None else _native.scan(content)
    if found is None:
        return None
    found.leave_out(set(filter(shows_date, found.looks_of_numbers())))
    return ScannedSheet(found)


def results_of(formulas: ScannedFormulas, title: str, names: Names) -> list[StoredResult]:
    """The results of the formulas that are hard to read, which are left out of the others."""
    meaning = [word for word in formulas.words() if has_meaning(word, title, names)]
    return [
        StoredResult(title, Area(row, column), seen_by(text, title, names))
        for row, column, text in formulas.leave(meaning)
    ]
