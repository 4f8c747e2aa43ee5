"""Colours stand in one module only."""

from __future__ import annotations

import re
from pathlib import Path

import xlnono

SOURCE = Path(xlnono.__file__).parent
OF_THE_FORMAT = {
    *("spreadsheet/theme.py", "xlsx/colours.py", "xlsx/styles.py", "formats/webpbn.py"),
}
"""Beside the theme, what the colours of Excel and of webpbn are and how a file refers to them."""


def test_no_colour_is_written_outside_of_the_theme() -> None:
    colours = re.compile(r"""["'#]([0-9A-Fa-f]{6})\b["';]""")
    found = {
        (path.relative_to(SOURCE).as_posix(), colour)
        for pattern in ("*.py", "*.html")
        for path in SOURCE.rglob(pattern)
        for colour in colours.findall(path.read_text(encoding="utf-8"))
        if path.relative_to(SOURCE).as_posix() not in OF_THE_FORMAT
    }
    assert found == set()
