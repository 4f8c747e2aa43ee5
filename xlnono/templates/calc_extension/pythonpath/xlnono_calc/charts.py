"""Charts on a sheet: of one series, without a legend."""

from __future__ import annotations

from typing import Any

import uno

from .cells import turned

_DIAGRAMS = {"bars": "BarDiagram", "line": "XYDiagram"}
_POINT = 2540 / 72
"""In hundredths of a millimetre."""
_TITLE_SIZE, _AXIS_SIZE = 11.0, 9.0
_SOFT, _FAINT = 0xA6A6A6, 0xD9D9D9
_LINE_WIDTH = 53
"""In hundredths of a millimetre."""
_GAP = 40
"""Between bars, as a percentage of their width."""
_SHOW_VALUE = 1
"""Of com.sun.star.chart.ChartDataCaption."""


def add_chart(
    model: Any,
    sheet: Any,
    corner: Any,
    kind: str,
    title: str,
    labels: str,
    values: str,
    labels_name: str,
    values_name: str,
    width: str,
    height: str,
    colour: str,
) -> None:
    """Draw the cells `values` over `labels`; the sizes are in points, the corner a cell."""
    frame = uno.createUnoStruct("com.sun.star.awt.Rectangle")
    frame.X, frame.Y = corner.Position.X, corner.Position.Y
    frame.Width, frame.Height = (round(float(size) * _POINT) for size in (width, height))
    shown = tuple(sheet.getCellRangeByName(each).RangeAddress for each in (labels, values))
    charts, name = sheet.Charts, _new_name(model)
    charts.addNewByName(name, frame, shown, False, True)
    drawn = charts.getByName(name).EmbeddedObject
    diagram = drawn.createInstance(f"com.sun.star.chart.{_DIAGRAMS[kind]}")
    drawn.setDiagram(diagram)
    diagram.IncludeHiddenCells, drawn.HasLegend = True, False
    drawn.HasMainTitle = True
    _say(drawn.Title, title, _TITLE_SIZE)
    _bold(drawn.Title)
    diagram.HasXAxisTitle, diagram.HasYAxisTitle = bool(labels_name), True
    if labels_name:
        _say(diagram.XAxisTitle, labels_name, _AXIS_SIZE)
    _say(diagram.YAxisTitle, values_name, _AXIS_SIZE)
    diagram.YAxis.AutoMin, diagram.YAxis.Min = False, 0
    none = uno.Enum("com.sun.star.drawing.LineStyle", "NONE")
    drawn.Area.LineStyle = diagram.Wall.LineStyle = none
    diagram.Wall.FillStyle = uno.Enum("com.sun.star.drawing.FillStyle", "NONE")
    for axis in (diagram.XAxis, diagram.YAxis):
        axis.Marks, axis.CharHeight, axis.LineColor = 0, _AXIS_SIZE, _SOFT
    ink = turned(int(colour))
    if kind == "bars":
        _finish_bars(diagram, ink)
    else:
        _finish_line(diagram, ink)


def _new_name(model: Any) -> str:
    """A name unused by charts of the document: LibreOffice refuses duplicates."""
    sheets = (model.Sheets.getByIndex(k) for k in range(model.Sheets.Count))
    taken = {name for sheet in sheets for name in sheet.Charts.ElementNames}
    number = 1
    while f"xlnono {number}" in taken:
        number += 1
    return f"xlnono {number}"


def _say(words: Any, text: str, size: float) -> None:
    words.String = text
    words.CharHeight = words.CharHeightAsian = words.CharHeightComplex = size


def _bold(words: Any) -> None:
    words.CharWeight = words.CharWeightAsian = words.CharWeightComplex = 150.0


def _finish_bars(diagram: Any, ink: int) -> None:
    """Bars from the top down, each labelled with its number, so that the axis needs no numbers."""
    diagram.Vertical = True
    diagram.HasYAxisGrid = diagram.HasYAxisDescription = False
    diagram.XAxis.ReverseDirection = True
    # Every bar has its name, however close they are.
    diagram.XAxis.TextCanOverlap = True
    diagram.YAxis.CrossoverPosition = uno.Enum("com.sun.star.chart.ChartAxisPosition", "END")
    diagram.YAxis.GapWidth = _GAP
    series = diagram.getDataRowProperties(0)
    series.FillColor, series.DataCaption = ink, _SHOW_VALUE


def _finish_line(diagram: Any, ink: int) -> None:
    diagram.Lines = True
    diagram.SymbolType = uno.getConstantByName("com.sun.star.chart.ChartSymbolType.NONE")
    diagram.XAxis.AutoMin, diagram.XAxis.Min = False, 0
    diagram.YMainGrid.LineColor = _FAINT
    series = diagram.getDataRowProperties(0)
    series.FillColor, series.LineWidth = ink, _LINE_WIDTH
