"""Cells that were copied from a sheet, as the workbook that they came from."""

from __future__ import annotations

from io import BytesIO

from xlnono.patterns import pattern

_MOST_CELLS = 300_000
_NUMBER = pattern(r"\d{1,9}")


def cells_of(text: str) -> list[list[str]]:
    """Pasted rows of cells, which may be quoted if they hold line breaks."""
    import csv
    from io import StringIO

    return list(csv.reader(StringIO(text), delimiter="\t"))


def workbook_of(text: str) -> bytes:
    """A workbook whose only sheet has the pasted cells in its corner."""
    from xlnono.templates.template_sheet import new_book

    buffer = BytesIO()
    book = new_book(buffer)
    sheet = book.add_worksheet()
    left = _MOST_CELLS
    for row, cells in enumerate(cells_of(text)):
        left -= len(cells)
        if left < 0:
            break
        for column, cell in enumerate(cells):
            if _NUMBER.fullmatch(cell.strip()):
                sheet.write_number(row, column, int(cell))
            elif cell.strip():
                sheet.write_string(row, column, cell)
    book.close()
    return buffer.getvalue()
