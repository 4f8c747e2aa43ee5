"""Links from the report to files; they work as long as report and files move together."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote

from xlnono.report.showing import storable

LONGEST = 2079
"""The most characters of a link in Excel."""


class Links:
    """Makes links for a report in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = os.path.realpath(folder)
        self._ways: dict[str, str] = {}

    def to(self, path: str, sheet: str | None = None, cell: str | None = None) -> str | None:
        """A link, as XlsxWriter takes it, to a file or to a cell in it.

        None if it would be longer than Excel allows.
        """
        folder, name = os.path.split(path)
        link = f"external:{self._way(folder)}/{_quoted(name)}"
        if len(link) > LONGEST:
            return None
        if sheet is not None and storable(f"{sheet}{cell}"):
            title = sheet.replace("'", "''")
            link += f"#'{title}'!{(cell or 'A1').partition(':')[0]}"
        return link

    def _way(self, folder: str) -> str:
        """The relative path to a folder, cached because it seldom changes from puzzle to puzzle."""
        if folder not in self._ways:
            self._ways = {folder: self._found(folder)}
        return self._ways[folder]

    def _found(self, folder: str) -> str:
        real = os.path.realpath(folder)
        try:
            way = os.path.relpath(real, self._folder)
        except ValueError:
            # It is on another drive.
            drive, rest = os.path.splitdrive(real)
            return drive + _quoted(rest.rstrip(os.sep))
        # Without the dot, XlsxWriter looks for a drive in the first two letters.
        return f"./{_quoted(way)}" if way != os.curdir else "."


def _quoted(path: str) -> str:
    # Bytes that are not valid text stay as they are.
    return quote(os.fsencode(path.replace(os.sep, "/")))
