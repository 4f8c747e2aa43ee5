"""A table in the report: as many sheets as its rows need."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from xlnono.records import NamedTuple
from xlnono.report.showing import readable
from xlnono.spreadsheet.text_size import lines_of_text, row_height, width_in_digits
from xlnono.spreadsheet.theme import A4, HEADER_FILL, LINK, RULE

MOST_ROWS = 1_048_575
"""The rows of a sheet below the headings."""
MOST_LINKS = 65_530
"""The most links that Excel allows on a sheet."""
_INDENT = 2.0
"""The part of a column's width taken by the indent of a cell."""
_PICTURE_MARGIN, _PICTURE_INDENT = 3, 9
"""Pixels above and below a picture, and left of it."""
_PIXELS_A_POINT = 96 / 72


class Column(NamedTuple):
    """A column of a table: `width` in characters, `number` the format of its numbers, if any."""

    heading: str
    width: int
    number: str | None = None


class Linked(NamedTuple):
    """A text, and the link behind it as `Links.to` gives it."""

    text: str
    link: str | None


class Picture(NamedTuple):
    """A PNG file, its size in pixels, and what it shows."""

    content: bytes
    width: int
    height: int
    described: str


Content = str | int | float | Linked | Picture | None


class Table:
    """Rows under headings, written one after the other.

    `titles` are those of its sheets so far, `rows` counts what was written, and `unlinked`
    the texts that should have been links.
    """

    def __init__(self, book: Workbook, title: str, columns: Sequence[Column], footer: str) -> None:
        self._book, self._columns, self._footer = book, columns, footer
        ruled = {"valign": "vcenter", "indent": 1, "bottom": 1, "bottom_color": f"#{RULE}"}
        text = {**ruled, "text_wrap": True, "align": "left"}
        head = {"valign": "vcenter", "bold": True, "bg_color": f"#{HEADER_FILL}", "bottom": 1}
        self._headers = [
            book.add_format({**head, "align": "left", "indent": 1}),
            book.add_format({**head, "align": "center"}),
        ]
        self._link = book.add_format({**text, "font_color": f"#{LINK}", "underline": 1})
        self._looks: list[Format] = [
            book.add_format(
                text
                if column.number is None
                else {**ruled, "align": "right", "num_format": column.number}
            )
            for column in columns
        ]
        self._title = title
        self.titles: list[str] = []
        self.rows = self.unlinked = 0
        self._begin()

    def _begin(self) -> None:
        """One more sheet."""
        number = len(self.titles) + 1
        title = self._title if number == 1 else f"{self._title} {number}"
        self.titles.append(title)
        self._sheet: Worksheet = self._book.add_worksheet(title)
        self._filled = self._links = 0
        for place, column in enumerate(self._columns):
            self._sheet.set_column(place, place, column.width)
            look = self._headers[column.number is not None]
            self._sheet.write_string(0, place, column.heading, look)
        self._sheet.freeze_panes(1, 1)
        self._sheet.set_paper(A4)
        self._sheet.set_landscape()
        self._sheet.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.7)
        self._sheet.fit_to_pages(1, 0)
        self._sheet.repeat_rows(0)
        self._sheet.set_footer(f"&L&A&R{self._footer}")

    def add(self, contents: Sequence[Content]) -> None:
        """Write one row, a content for each column."""
        if self._filled == MOST_ROWS:
            self.finish()
            self._begin()
        self._filled += 1
        self.rows += 1
        # The height of a row must be set before the next row is written.
        self._sheet.set_row(self._filled, self._height(contents))
        for place, content in enumerate(contents):
            self._put(place, content)

    def say(self, text: str) -> None:
        """A sentence instead of rows."""
        self._sheet.write_string(1, 0, text)

    def finish(self) -> None:
        """Finish the current sheet, once all of its rows are written."""
        if self._filled:
            self._sheet.autofilter(0, 0, self._filled, len(self._columns) - 1)

    def _height(self, contents: Sequence[Content]) -> float:
        height = 0.0
        for column, content in zip(self._columns, contents, strict=True):
            if isinstance(content, Picture):
                pixels = content.height + 2 * _PICTURE_MARGIN
                height = max(height, pixels / _PIXELS_A_POINT)
            elif isinstance(content, str | Linked):
                text = content if isinstance(content, str) else content.text
                lines = sum(
                    lines_of_text(width_in_digits(line), column.width - _INDENT)
                    for line in text.split("\n")
                )
                height = max(height, row_height(lines))
        return height

    def _put(self, place: int, content: Content) -> None:
        row, look = self._filled, self._looks[place]
        match content:
            case None:
                self._sheet.write_blank(row, place, None, look)
            case str():
                self._sheet.write_string(row, place, _text(content), look)
            case Linked(text, None):
                self.unlinked += 1
                self._sheet.write_string(row, place, _text(text), look)
            case Linked(text, link):
                if self._links == MOST_LINKS:
                    self.unlinked += 1
                    self._sheet.write_string(row, place, _text(text), look)
                else:
                    self._links += 1
                    self._sheet.write_url(row, place, link, self._link, _text(text))
            case Picture(png, _, _, described):
                self._sheet.write_blank(row, place, None, look)
                self._sheet.insert_image(
                    row,
                    place,
                    "picture.png",
                    {
                        "image_data": BytesIO(png),
                        "description": described,
                        "x_offset": _PICTURE_INDENT,
                        "y_offset": _PICTURE_MARGIN,
                        # Sorted and filtered with its row.
                        "object_position": 1,
                    },
                )
            case _:
                self._sheet.write_number(row, place, content, look)


def _text(text: str) -> str:
    shown = readable(text)
    # XlsxWriter would take such a text for its own XML.
    return f"{shown} " if shown.startswith("<r>") and shown.endswith("</r>") else shown
