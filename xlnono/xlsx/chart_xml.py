"""The charts of a page as the parts of a workbook file that hold them."""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.spreadsheet.area import reference
from xlnono.spreadsheet.sheet import Chart
from xlnono.spreadsheet.theme import INK, RULE, SOFT
from xlnono.xlsx.escaping import escape, quoted
from xlnono.xlsx.parts import OFFICE

_CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
_PLACES = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_EMU = 12700
"""The unit of drawings, in a point."""
_FIRST, _SECOND = 10, 20
"""The ids of the axes."""


def _letters(size: int, bold: bool) -> str:
    return f'sz="{100 * size}" b="{int(bold)}"'


def _title(text: str, size: int, *, bold: bool = False) -> str:
    look = _letters(size, bold)
    return (
        "<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr>"
        f"<a:defRPr {look}/></a:pPr><a:r><a:rPr {look}/><a:t>{escape(text)}</a:t></a:r></a:p>"
        '</c:rich></c:tx><c:overlay val="0"/></c:title>'
    )


def _line(colour: str) -> str:
    return f'<c:spPr><a:ln><a:solidFill><a:srgbClr val="{colour}"/></a:solidFill></a:ln></c:spPr>'


def _axis(
    kind: str,
    own: int,
    other: int,
    place: str,
    name: str | None,
    *,
    number_format: str = "",
    scaling: str = "",
    grid: bool = False,
    crosses: str = "autoZero",
    ending: str = "",
) -> str:
    lines = f"<c:majorGridlines>{_line(RULE)}</c:majorGridlines>" if grid else ""
    title = "" if name is None else _title(name, 9)
    if number_format:
        number_format = f'<c:numFmt formatCode={quoted(number_format)} sourceLinked="0"/>'
    letters = _letters(9, False)
    return (
        f'<c:{kind}><c:axId val="{own}"/><c:scaling>{scaling}</c:scaling><c:delete val="0"/>'
        f'<c:axPos val="{place}"/>{lines}{title}{number_format}'
        '<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>'
        f"{_line(SOFT)}<c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr {letters}/></a:pPr>"
        f'<a:endParaRPr {letters}/></a:p></c:txPr><c:crossAx val="{other}"/>'
        f'<c:crosses val="{crosses}"/>{ending}</c:{kind}>'
    )


def _bars(chart: Chart, labels: str, values: str) -> str:
    # Some programs show everything that is not turned off here.
    off = "".join(
        f'<c:{name} val="0"/>'
        for name in ("showCatName", "showSerName", "showPercent", "showBubbleSize")
    )
    return (
        '<c:barChart><c:barDir val="bar"/><c:grouping val="clustered"/><c:varyColors val="0"/>'
        '<c:ser><c:idx val="0"/><c:order val="0"/><c:spPr><a:solidFill>'
        f'<a:srgbClr val="{INK}"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/>'
        f'<c:dLbls><c:showLegendKey val="0"/><c:showVal val="1"/>{off}</c:dLbls>'
        f"<c:cat><c:strRef><c:f>{labels}</c:f></c:strRef></c:cat>"
        f"<c:val><c:numRef><c:f>{values}</c:f></c:numRef></c:val></c:ser>"
        f'<c:gapWidth val="40"/><c:axId val="{_FIRST}"/><c:axId val="{_SECOND}"/></c:barChart>'
        + _axis(
            "catAx",
            _FIRST,
            _SECOND,
            "l",
            chart.labels_name,
            scaling='<c:orientation val="maxMin"/>',
            ending='<c:tickLblSkip val="1"/><c:noMultiLvlLbl val="0"/>',
        )
        # The numbers stand at the bars, so the axis shows none. With the bars from the top
        # down its other end is at the bottom.
        + _axis(
            "valAx",
            _SECOND,
            _FIRST,
            "b",
            chart.values_name,
            number_format=";;;",
            scaling='<c:orientation val="minMax"/><c:min val="0"/>',
            crosses="max",
        )
    )


def _curve(chart: Chart, labels: str, values: str) -> str:
    """A scatter chart with a line, because the x axis of a line chart has words, not numbers."""
    scaling = '<c:orientation val="minMax"/><c:min val="0"/>'
    return (
        '<c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>'
        '<c:ser><c:idx val="0"/><c:order val="0"/><c:spPr><a:ln w="19050"><a:solidFill>'
        f'<a:srgbClr val="{INK}"/></a:solidFill></a:ln></c:spPr>'
        '<c:marker><c:symbol val="none"/></c:marker>'
        f"<c:xVal><c:numRef><c:f>{labels}</c:f></c:numRef></c:xVal>"
        f"<c:yVal><c:numRef><c:f>{values}</c:f></c:numRef></c:yVal>"
        f'<c:smooth val="0"/></c:ser><c:axId val="{_FIRST}"/><c:axId val="{_SECOND}"/>'
        "</c:scatterChart>"
        + _axis(
            "valAx", _FIRST, _SECOND, "b", chart.labels_name,
            number_format="General", scaling=scaling,
        )
        + _axis(
            "valAx", _SECOND, _FIRST, "l", chart.values_name,
            number_format="General", scaling=scaling, grid=True,
        )
    )  # fmt: skip


def chart_part(sheet: str, chart: Chart) -> bytes:
    """The part of a chart on the sheet of that title."""
    draw = _bars if chart.kind == "bars" else _curve
    labels, values = (escape(reference(sheet, area)) for area in (chart.labels, chart.values))
    return (
        f'{_HEAD}<c:chartSpace xmlns:c="{_CHART}" xmlns:a="{_DRAWING}" xmlns:r="{OFFICE}">'
        f'<c:roundedCorners val="0"/><c:chart>{_title(chart.title, 11, bold=True)}'
        f'<c:autoTitleDeleted val="0"/><c:plotArea>{draw(chart, labels, values)}</c:plotArea>'
        '<c:plotVisOnly val="0"/><c:dispBlanksAs val="gap"/></c:chart>'
        "<c:spPr><a:ln><a:noFill/></a:ln></c:spPr></c:chartSpace>"
    ).encode()


def drawing_part(charts: Sequence[Chart], keys: Sequence[str]) -> bytes:
    """The part that places charts on their sheet; `keys` are the ids of its relations to them."""
    anchors = "".join(
        f"<xdr:oneCellAnchor><xdr:from><xdr:col>{chart.corner.column - 1}</xdr:col>"
        f"<xdr:colOff>0</xdr:colOff><xdr:row>{chart.corner.row - 1}</xdr:row>"
        f'<xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="{round(chart.width * _EMU)}" '
        f'cy="{round(chart.height * _EMU)}"/><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr>'
        f'<xdr:cNvPr id="{number}" name={quoted(chart.title)}/><xdr:cNvGraphicFramePr/>'
        '</xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/>'
        f'</xdr:xfrm><a:graphic><a:graphicData uri="{_CHART}"><c:chart r:id="{key}"/>'
        "</a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:oneCellAnchor>"
        for number, (chart, key) in enumerate(zip(charts, keys, strict=True), 2)
    )
    return (
        f'{_HEAD}<xdr:wsDr xmlns:xdr="{_PLACES}" xmlns:a="{_DRAWING}" xmlns:c="{_CHART}" '
        f'xmlns:r="{OFFICE}">{anchors}</xdr:wsDr>'
    ).encode()
