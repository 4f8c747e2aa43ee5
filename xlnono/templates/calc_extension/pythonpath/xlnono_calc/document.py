"""Answers the requests of xlnono about a document that Calc has open."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import Any, Callable, Iterator, Sequence

import uno

from .carry_out import carry_out
from .cells import LOGICAL, Formulas, address_of, english, fact, letters, notes_in, put_in, turned
from .undo import Step, Work

_DATES = 6
"""Kinds of number formats, of com.sun.star.util.NumberFormat."""
_TEXTS, _FORMULAS = 4, 16
"""Of com.sun.star.sheet.CellFlags."""
_ERRORS = 4
"""Kind of results of formulas, of com.sun.star.sheet.FormulaResult."""
_DELETED = ("#REF!", "$#REF!")
"""How a reference to cells of a deleted sheet begins."""
_SIDES = ("TopBorder", "LeftBorder", "BottomBorder", "RightBorder")
_FILTERS = {
    ".ods": "calc8",
    ".xlsx": "Calc MS Excel 2007 XML",
    ".xlsm": "Calc MS Excel 2007 VBA XML",
}


def _portions(cell: Any) -> Iterator[Any]:
    """The parts of a cell's text that look alike."""
    paragraphs = cell.createEnumeration()
    while paragraphs.hasMoreElements():
        portions = paragraphs.nextElement().createEnumeration()
        while portions.hasMoreElements():
            yield portions.nextElement()


class Document:
    """Serves what `xlnono.live.book.Host` asks for; each method is a request."""

    def __init__(self, model: Any, step: Step) -> None:
        self._model, self._step = model, step
        self._formulas = Formulas(model)
        self._later: list[Work] = []

    def serve(self, what: str, arguments: Sequence[Any]) -> Any:
        """The answer to a request, as JSON."""
        requests: dict[str, Callable[..., Any]] = {
            "survey": self.survey,
            "fills": self.fills,
            "colours": self.colours,
            "borders": self.borders,
            "formulas": self.formulas,
            "merged": self.merged,
            "notes": self.notes,
            "do": self.do,
            "read": self.read,
            "put": self.put,
            "add_name": self.add_name,
            "save": self.save,
        }
        return requests[what](*arguments)

    def _cells(self, title: str, address: str) -> Any:
        return self._model.Sheets.getByName(title).getCellRangeByName(address)

    def survey(self) -> str:
        sheets = [self._model.Sheets.getByIndex(k) for k in range(self._model.Sheets.Count)]
        shown = self._model.CurrentController.ActiveSheet.Name
        selected = self._selected()
        first = address_of(selected[0].getCellByPosition(0, 0)) if selected else ""
        lines = [f"{shown}\t{first}"]
        if len(selected) == 1:
            lines.append(f"selected\t{address_of(selected[0])}")
        if self._model.isProtected():
            lines.append("structure\tprotected")
        lines += [f"tab\t{sheet.Name}" for sheet in sheets]
        for sheet in sheets:
            cursor = sheet.createCursor()
            cursor.gotoStartOfUsedArea(False)
            cursor.gotoEndOfUsedArea(True)
            state = "protected" if sheet.isProtected() else "open"
            lines.append(f"sheet\t{sheet.Name}\t{address_of(cursor)}\t{state}")
            for name in sheet.NamedRanges.ElementNames:
                # Formulas can have several lines.
                refers_to = re.sub(r"[\r\n\t]", " ", self._refers_to(sheet.NamedRanges, name))
                lines.append(f"name\t{name}\t={refers_to}")
        return "\n".join(lines)

    def _selected(self) -> list[Any]:
        """The selected ranges; none if a drawing is selected."""
        selected = self._model.CurrentSelection
        if hasattr(selected, "RangeAddresses"):
            return [selected.getByIndex(number) for number in range(selected.Count)]
        return [selected] if hasattr(selected, "RangeAddress") else []

    def _refers_to(self, names: Any, name: str) -> str:
        content = str(names.getByName(name).Content)
        cells = names.getByName(name).getReferredCells()
        # For cells of a deleted sheet, LibreOffice returns those of the sheet in its place.
        if cells is None or content.startswith(_DELETED):
            return content
        title = cells.Spreadsheet.Name.replace("'", "''")
        return f"'{title}'!{address_of(cells, '$')}"

    def _looks(self, title: str, address: str, of: Callable[[Any], str]) -> list[list[str]]:
        """The description of each cell, requested once for all cells that look the same."""
        cells = self._cells(title, address)
        top = cells.RangeAddress
        width = top.EndColumn - top.StartColumn + 1
        described = [[""] * width for _ in range(top.EndRow - top.StartRow + 1)]
        for alike in cells.getUniqueCellFormatRanges():
            look = of(alike.getByIndex(0).getCellByPosition(0, 0))
            for place in alike.RangeAddresses:
                looks = [look] * (place.EndColumn - place.StartColumn + 1)
                first = place.StartColumn - top.StartColumn
                for row in range(place.StartRow - top.StartRow, place.EndRow - top.StartRow + 1):
                    described[row][first : first + len(looks)] = looks
        return described

    def fills(self, title: str, address: str) -> str:
        def fill(cell: Any) -> str:
            colour = cell.CellBackColor
            return "-" if colour < 0 else f"{turned(colour):X}"

        return "\n".join(" ".join(row) for row in self._looks(title, address, fill))

    def colours(self, title: str, address: str) -> str:
        def colour(text: Any) -> str:
            return "-" if text.CharColor < 0 else f"{turned(text.CharColor):X}"

        cells = self._cells(title, address)
        described = self._looks(title, address, colour)
        top = cells.RangeAddress
        for place in cells.queryContentCells(_TEXTS).RangeAddresses:
            for row in range(place.StartRow - top.StartRow, place.EndRow - top.StartRow + 1):
                first = place.StartColumn - top.StartColumn
                for column in range(first, place.EndColumn - top.StartColumn + 1):
                    parts = _portions(cells.getCellByPosition(column, row))
                    found = [text for text in dict.fromkeys(map(colour, parts)) if text != "-"]
                    described[row][column] = ",".join(found) or "-"
        return "\n".join(" ".join(row) for row in described)

    def borders(self, title: str, address: str) -> str:
        def bordered(cell: Any) -> str:
            return "+" if any(getattr(cell, side).OuterLineWidth for side in _SIDES) else "-"

        return "\n".join("".join(row) for row in self._looks(title, address, bordered))

    def formulas(self, title: str, address: str) -> str:
        cells = self._cells(title, address)
        top = cells.RangeAddress
        width = top.EndColumn - top.StartColumn + 1
        marks = [["-"] * width for _ in range(top.EndRow - top.StartRow + 1)]
        for place in cells.queryContentCells(_FORMULAS).RangeAddresses:
            for row in range(place.StartRow - top.StartRow, place.EndRow - top.StartRow + 1):
                for column in range(place.StartColumn, place.EndColumn + 1):
                    marks[row][column - top.StartColumn] = "+"
        return "\n".join("".join(row) for row in marks)

    def merged(self, title: str, address: str) -> str:
        sheet, found = self._model.Sheets.getByName(title), []
        for alike in self._cells(title, address).getUniqueCellFormatRanges():
            if not alike.getByIndex(0).getCellByPosition(0, 0).IsMerged:
                continue
            for cells in alike:
                place = cells.RangeAddress
                for row in range(place.StartRow, place.EndRow + 1):
                    for column in range(place.StartColumn, place.EndColumn + 1):
                        cell = sheet.getCellRangeByPosition(column, row, column, row)
                        cursor = sheet.createCursorByRange(cell)
                        cursor.collapseToMergedArea()
                        found.append(address_of(cursor))
        return " ".join(found)

    def notes(self, title: str, address: str) -> str:
        cells = self._cells(title, address)
        lines = []
        for note in notes_in(cells):
            place = note.Position
            text = re.sub(r"\r\n|[\r\n\t]", "\v", note.String)
            lines.append(f"{letters(place.Column)}{place.Row + 1}\t{text}")
        return "\n".join(lines)

    def do(self, title: str, commands: str) -> None:
        carry_out(
            self._model, self._model.Sheets.getByName(title), commands, self._step, self._later
        )

    def finish(self) -> None:
        """Do what had to wait until everything else was done, and end the step."""
        self._step.end(self._view)

    def _view(self) -> None:
        self._model.lockControllers()
        try:
            for work in self._later:
                work()
        finally:
            self._model.unlockControllers()

    def read(self, title: str, address: str) -> list[list[Any]]:
        cells = self._cells(title, address)
        rows: list[list[Any]] = [
            [None if held == "" else held for held in row] for row in cells.getDataArray()
        ]
        formats, top = self._model.NumberFormats, cells.RangeAddress
        for part in cells.getUniqueCellFormatRanges():
            kind = formats.getByKey(part.getByIndex(0).getCellByPosition(0, 0).NumberFormat)
            if not kind.Type & (_DATES | LOGICAL):
                continue
            for place in part.RangeAddresses:
                for row in range(place.StartRow - top.StartRow, place.EndRow - top.StartRow + 1):
                    for column in range(
                        place.StartColumn - top.StartColumn, place.EndColumn - top.StartColumn + 1
                    ):
                        if isinstance(rows[row][column], float):
                            rows[row][column] = self._meant(rows[row][column], kind)
        for wrong in cells.queryFormulaCells(_ERRORS):
            place = wrong.RangeAddress
            for row in range(place.StartRow - top.StartRow, place.EndRow - top.StartRow + 1):
                for column in range(
                    place.StartColumn - top.StartColumn, place.EndColumn - top.StartColumn + 1
                ):
                    rows[row][column] = {"error": cells.getCellByPosition(column, row).String}
        return rows

    def _meant(self, number: float, kind: Any) -> Any:
        """The value of a number that is shown as a date, a time or a logical value."""
        if kind.Type & LOGICAL:
            return bool(number)
        first = self._model.NullDate
        moment = datetime.datetime(first.Year, first.Month, first.Day)
        moment += datetime.timedelta(days=number)
        formats = self._model.NumberFormats
        key = formats.addNewConverted(kind.FormatString, kind.Locale, english())
        shown = formats.getByKey(key).FormatString
        return {"date": moment.isoformat(), "format": shown}

    def put(self, title: str, address: str, rows: Sequence[Sequence[Any]]) -> None:
        cells = self._cells(title, address)
        formulas: list[tuple[int, int, str]] = []
        held: list[list[Any]] = []
        for row, values in enumerate(rows):
            held.append([])
            for column, value in enumerate(values):
                if isinstance(value, str) and value.startswith("="):
                    formulas.append((column, row, value))
                    value = ""
                elif isinstance(value, str) and value.startswith("'"):
                    value = value[1:]
                held[-1].append("" if value is None else value)
        with self._step.part():
            put_in(self._model, cells, held, self._step)
        for column, row, text in formulas:
            cell = cells.getCellByPosition(column, row)
            with self._step.part():
                cell.setFormula(self._formulas.native(text, cell))

    def add_name(self, title: str, name: str, refers_to: str) -> None:
        sheet = self._model.Sheets.getByName(title)
        first = sheet.getCellByPosition(0, 0)
        content = self._formulas.native(f"={refers_to}", first)[1:]
        names = sheet.NamedRanges
        with self._step.part():
            if names.hasByName(name):
                names.removeByName(name)
            names.addNewByName(name, content, first.CellAddress, 0)

    def save(self, path: str) -> None:
        kind = fact("FilterName", _FILTERS[Path(path).suffix.lower()])
        self._model.storeToURL(uno.systemPathToFileUrl(path), (kind,))
