"""Everything a person sees in a document that Calc has open.

LibreOffice runs this itself (`tests.support.document_state`): a document has thousands of
properties, and each would be a call from process to process.
"""

from __future__ import annotations

import json
import threading
import traceback
from collections.abc import Iterator
from typing import Any

import unohelper
from com.sun.star.awt import XCallback
from com.sun.star.task import XJob

_LOOKS = (
    *("CellBackColor", "IsCellBackgroundTransparent", "CharColor", "CharFontName", "CharHeight"),
    *("CharWeight", "CharPosture", "CharUnderline", "HoriJustify", "VertJustify", "ParaIndent"),
    *("IsTextWrapped", "ShrinkToFit", "Orientation", "RotateAngle", "CellStyle"),
)
_SIDES = "TopBorder2", "BottomBorder2", "LeftBorder2", "RightBorder2"
_RULE = (
    *("Type", "IgnoreBlankCells", "ShowList", "ShowErrorMessage", "ErrorMessage", "ErrorTitle"),
    *("ShowInputMessage", "InputMessage", "InputTitle", "ErrorAlertStyle"),
)
_VIEW = (
    *("HorizontalSplitMode", "VerticalSplitMode", "HorizontalSplitPosition"),
    *("VerticalSplitPosition", "ShowGrid", "ZoomValue"),
)
_NOTE_BOX = "com.sun.star.drawing.CaptionShape"
_MARGIN = 3
"""Rows and columns beside those in use that are looked at, too."""

State = dict[str, object]
"""What is where: the keys name the sheet, the place and the property."""


def state(document: Any) -> State:
    """The whole of a document, cell by cell."""
    found: State = {}
    sheets = list(document.Sheets)
    found["sheets"] = titles = [sheet.Name for sheet in sheets]
    found["shown"] = document.CurrentController.ActiveSheet.Name
    found["protected"] = document.isProtected()
    for title, view in _views(document):
        for name in _VIEW:
            found[f"{title} view {name}"] = view.get(name)
    for family in ("CellStyles", "PageStyles"):
        names = document.StyleFamilies.getByName(family).ElementNames
        found[family] = sorted(names)
    for name in document.DatabaseRanges.ElementNames:
        table = document.DatabaseRanges.getByName(name)
        found[f"table {name}"] = _place(table.DataArea), table.AutoFilter
    found.update(_names("document", document.NamedRanges))
    for title, sheet in zip(titles, sheets, strict=True):
        found.update((f"{title} {key}", held) for key, held in _on(sheet))
    return found


def _views(document: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    facts = {fact.Name: fact.Value for fact in document.ViewData.getByIndex(0)}
    for title in facts["Tables"].ElementNames:
        yield title, {fact.Name: fact.Value for fact in facts["Tables"].getByName(title)}


def _names(owner: str, names: Any) -> State:
    return {f"{owner} name {name}": names.getByName(name).Content for name in names.ElementNames}


def _place(address: Any) -> tuple[int, ...]:
    return (
        *(address.Sheet, address.StartRow, address.StartColumn),
        *(address.EndRow, address.EndColumn),
    )


def _on(sheet: Any) -> Iterator[tuple[str, object]]:
    """All of a sheet."""
    yield "visible", sheet.IsVisible
    yield "protected", sheet.isProtected()
    yield "page style", sheet.PageStyle
    yield "printed", [_place(area) for area in sheet.getPrintAreas()]
    yield "title rows", (sheet.getPrintTitleRows(), _place(sheet.getTitleRows()))
    yield from _names("", sheet.NamedRanges).items()
    for note in sheet.Annotations:
        yield f"note {note.Position.Row},{note.Position.Column}", (note.String, note.IsVisible)
    # LibreOffice gives charts that it brings back other names.
    yield "charts", sorted(_chart(sheet.Charts.getByName(k)) for k in sheet.Charts.ElementNames)
    # Of the boxes of notes, LibreOffice only makes up the places when they are seen.
    drawn = [shape for shape in sheet.DrawPage if shape.ShapeType != _NOTE_BOX]
    yield "shapes", sorted(map(_shape, drawn))
    yield from _conditions_by_cell(sheet).items()
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    height, width = (
        end + 1 + _MARGIN for end in (cursor.RangeAddress.EndRow, cursor.RangeAddress.EndColumn)
    )
    usual = _column(sheet.Columns.getByIndex(sheet.Columns.Count - 1))
    for k in range(width):
        column = _column(sheet.Columns.getByIndex(k))
        if column != usual:
            yield f"column {k}", column
    usual = _row(sheet.Rows.getByIndex(sheet.Rows.Count - 1))
    for k in range(height):
        row = _row(sheet.Rows.getByIndex(k))
        if row != usual:
            yield f"row {k}", row
    area = sheet.getCellRangeByPosition(0, 0, width - 1, height - 1)
    for key, rows in (("content", area.getFormulaArray()), ("value", area.getDataArray())):
        for r, held in enumerate(rows):
            for c, value in enumerate(held):
                if value != "":
                    # A number is not the text that looks like it.
                    yield f"cell {r},{c} {key}", (type(value).__name__, value)
    last = sheet.getCellByPosition(sheet.Columns.Count - 1, sheet.Rows.Count - 1)
    usual_look = _look(last)
    for alike in area.getUniqueCellFormatRanges():
        cell = alike.getByIndex(0).getCellByPosition(0, 0)
        look, merged = _look(cell), cell.IsMerged
        if look == usual_look and not merged:
            continue
        for place in alike.RangeAddresses:
            for r in range(place.StartRow, place.EndRow + 1):
                for c in range(place.StartColumn, place.EndColumn + 1):
                    for key, held in look.items():
                        yield f"cell {r},{c} {key}", held
                    if merged:
                        cursor = sheet.createCursorByRange(sheet.getCellByPosition(c, r))
                        cursor.collapseToMergedArea()
                        yield f"cell {r},{c} merged", _place(cursor.RangeAddress)


def _column(column: Any) -> object:
    return column.Width, column.IsVisible


def _row(row: Any) -> object:
    return row.Height, row.IsVisible, row.IsFiltered, row.OptimalHeight


def _look(cell: Any) -> State:
    asked = sorted(_LOOKS + _SIDES)
    looks = dict(zip(asked, map(_plain, cell.getPropertyValues(tuple(asked))), strict=True))
    lines = [looks.pop(side) for side in _SIDES]
    rule = cell.Validation
    held = [_plain(rule.getPropertyValue(name)) for name in _RULE]
    locked = cell.CellProtection
    return {
        **looks,
        # LibreOffice gives the style of untouched cells now by its name and now without.
        "CellStyle": cell.CellStyle or "Default",
        "borders": tuple(
            (line.Color, line.OuterLineWidth, line.InnerLineWidth, line.LineStyle) for line in lines
        ),
        "rule": (*held, rule.getFormula1(), rule.getFormula2(), _plain(rule.getOperator())),
        "locked": (locked.IsLocked, locked.IsFormulaHidden, locked.IsHidden),
        "number format": cell.NumberFormat,
        # A cell can refer to a conditional format that is no longer in the list of the sheet.
        "conditional styles": tuple(entry.StyleName for entry in cell.ConditionalFormat),
    }


def _plain(value: Any) -> object:
    """An enumeration by its name, anything else as it is."""
    return getattr(value, "value", value)


def _conditions(form: Any) -> list[object]:
    found: list[object] = []
    for k in range(form.Count):
        entry = form.getByIndex(k)
        facts = [entry.getType()]
        for name in ("StyleName", "Operator", "Formula1", "Formula2"):
            if entry.PropertySetInfo.hasPropertyByName(name):
                facts.append(entry.getPropertyValue(name))
        found.append(tuple(facts))
    return found


def _conditions_by_cell(sheet: Any) -> State:
    """The conditions of each cell: LibreOffice cuts their ranges up differently."""
    found: dict[str, list[object]] = {}
    for form in sorted(sheet.ConditionalFormats.getConditionalFormats(), key=lambda each: each.ID):
        entries = _conditions(form)
        for place in form.Range.RangeAddresses:
            for r in range(place.StartRow, place.EndRow + 1):
                for c in range(place.StartColumn, place.EndColumn + 1):
                    found.setdefault(f"cell {r},{c} conditions", []).extend(entries)
    return dict(found)


def _chart(chart: Any) -> tuple[object, ...]:
    inside = chart.EmbeddedObject
    return (
        tuple(_place(area) for area in chart.getRanges()),
        inside.Title.String,
        inside.Diagram.DiagramType,
        inside.HasLegend,
    )


def _shape(shape: Any) -> tuple[object, ...]:
    spot, size = shape.Position, shape.Size
    return shape.ShapeType, spot.X, spot.Y, size.Width, size.Height


class DocumentState(unohelper.Base, XJob, XCallback):
    """What LibreOffice calls: the one argument is the document, the answer the state as JSON.

    It works in the main thread. In another one it would hold Python's lock while it waits for
    LibreOffice's, and the main thread, which calls our extension, now and then the other way round.
    """

    def __init__(self, context: Any) -> None:
        """LibreOffice passes its context."""
        self._context = context

    def execute(self, arguments: Any) -> str:
        self._document, self._found, self._done = arguments[0].Value, "", threading.Event()
        manager = self._context.ServiceManager
        queue = manager.createInstanceWithContext("com.sun.star.awt.AsyncCallback", self._context)
        queue.addCallback(self, None)
        self._done.wait()
        return self._found

    def notify(self, _: Any) -> None:
        try:
            self._found = json.dumps(state(self._document))
        except Exception:
            self._found = json.dumps({"failed": traceback.format_exc()})
        finally:
            self._done.set()


g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816 - LibreOffice looks for it
g_ImplementationHelper.addImplementation(DocumentState, "tests.DocumentState", ())
