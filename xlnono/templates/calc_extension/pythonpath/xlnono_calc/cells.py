"""Cells of a document: addresses, colours and number formats as xlnono writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Sequence

import uno

if TYPE_CHECKING:
    from .undo import Step

_CONTENTS = 1 | 2 | 4 | 16
"""Of com.sun.star.sheet.CellFlags."""
LOGICAL, _TEXT = 1024, 256
"""Kinds of number formats, of com.sun.star.util.NumberFormat."""


def letters(column: int) -> str:
    """The letters of a column counted from 0."""
    text, number = "", column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def address_of(cells: Any, fixed: str = "") -> str:
    """The address of a range, such as B2:D9; `fixed` "$" makes it $B$2:$D$9."""
    place = cells.RangeAddress
    corners = ((place.StartColumn, place.StartRow), (place.EndColumn, place.EndRow))
    first, last = (f"{fixed}{letters(column)}{fixed}{row + 1}" for column, row in corners)
    return first if first == last else f"{first}:{last}"


def together(model: Any, ranges: Iterable[Any]) -> Any:
    """Several ranges as one object, to be formatted or selected."""
    found = model.createInstance("com.sun.star.sheet.SheetCellRanges")
    found.addRangeAddresses(tuple(cells.RangeAddress for cells in ranges), False)
    return found


def turned(colour: int) -> int:
    """A colour with red and blue swapped: commands have blue first, LibreOffice red."""
    return (colour & 0xFF) << 16 | colour & 0xFF00 | colour >> 16


def english() -> Any:
    """The locale in which xlnono writes number formats."""
    locale = uno.createUnoStruct("com.sun.star.lang.Locale")
    locale.Language, locale.Country = "en", "US"
    return locale


def format_key(model: Any, number_format: str) -> int:
    """The document's number for a number format."""
    formats = model.NumberFormats
    key = int(formats.queryKey(number_format, english(), False))
    return key if key >= 0 else int(formats.addNew(number_format, english()))


def put_in(model: Any, cells: Any, rows: Sequence[Sequence[Any]], step: Step) -> None:
    """Replace the content of cells by rows of numbers and texts."""
    _forget_logical(model, cells)
    # Undone, setDataArray leaves its content in cells that were empty, and copying does not.
    # Redone, setDataArray empties no cells.
    copy_cells(cells, cells.getCellByPosition(0, 0), step)
    cells.clearContents(_CONTENTS)
    if notes_in(cells):
        # setDataArray would take them away.
        for row, values in enumerate(rows):
            for column, value in enumerate(values):
                cell = cells.getCellByPosition(column, row)
                if isinstance(value, str):
                    cell.setString(value)
                else:
                    cell.setValue(value)
    else:
        cells.setDataArray(tuple(map(tuple, rows)))
    formats = model.NumberFormats
    for alike in cells.getUniqueCellFormatRanges():
        key = alike.getByIndex(0).getCellByPosition(0, 0).NumberFormat
        if formats.getByKey(key).Type & (LOGICAL | _TEXT):
            # LibreOffice does not redo the formats that it gives by itself.
            alike.NumberFormat = key


def copy_cells(cells: Any, corner: Any, step: Step) -> None:
    """Copy cells to where the corner is, with those that a filter hides."""
    sheet, first, places = cells.Spreadsheet, cells.RangeAddress.StartRow, []
    if cells.queryVisibleCells().RangeAddresses != (cells.RangeAddress,):
        places = [first + k for k, row in enumerate(cells.Rows) if row.IsFiltered]

    def filtered(hidden: bool) -> None:
        for number in places:
            sheet.Rows.getByIndex(number).IsFiltered = hidden

    if places:
        step.repeat(lambda: filtered(False))
    sheet.copyRange(corner.CellAddress, cells.RangeAddress)
    if places:
        step.repeat(lambda: filtered(True))


def notes_in(cells: Any) -> list[Any]:
    """The notes on the cells of a range."""
    place, notes = cells.RangeAddress, cells.Spreadsheet.Annotations
    return [
        note
        for note in map(notes.getByIndex, range(notes.Count))
        if place.StartRow <= note.Position.Row <= place.EndRow
        and place.StartColumn <= note.Position.Column <= place.EndColumn
    ]


def run(frame: Any, command: str, **arguments: Any) -> None:
    """Carry out a command of LibreOffice's menus in a window."""
    context = uno.getComponentContext()
    helper = context.ServiceManager.createInstanceWithContext(
        "com.sun.star.frame.DispatchHelper", context
    )
    helper.executeDispatch(frame, command, "", 0, tuple(map(fact, arguments, arguments.values())))


def fact(name: str, value: Any) -> Any:
    """A named value, as LibreOffice takes them."""
    found = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
    found.Name, found.Value = name, value
    return found


def _forget_logical(model: Any, cells: Any) -> None:
    """Show numbers as such in cells that were formatted as TRUE or FALSE."""
    formats = model.NumberFormats
    for alike in cells.getUniqueCellFormatRanges():
        key = alike.getByIndex(0).getCellByPosition(0, 0).NumberFormat
        if formats.getByKey(key).Type & LOGICAL:
            alike.NumberFormat = format_key(model, "General")


class Formulas:
    """Translates formulas from Excel's syntax into LibreOffice's own."""

    _CALC, _EXCEL = 0, 3
    """Of com.sun.star.sheet.AddressConvention."""

    def __init__(self, model: Any) -> None:
        self._parser = model.createInstance("com.sun.star.sheet.FormulaParser")
        self._parser.CompileEnglish = True

    def native(self, text: str, cell: Any) -> str:
        """A formula with its =, as it stands in a cell."""
        place = cell.CellAddress
        self._parser.FormulaConvention = self._EXCEL
        tokens = self._parser.parseFormula(text[1:], place)
        self._parser.FormulaConvention = self._CALC
        return "=" + str(self._parser.printFormula(tokens, place))
