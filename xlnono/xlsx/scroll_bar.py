"""The parts of a scroll bar on a page: a form control, which works without macros.

Excel 2010 and later read its settings in a part of its own, and its place on the sheet. Excel 2007
and other programs read both in the VML drawing that also holds the boxes of notes.
"""

from __future__ import annotations

from xlnono.spreadsheet.area import Area, reference
from xlnono.spreadsheet.sheet import GREATEST_OF_SCROLL_BARS, ScrollBar
from xlnono.spreadsheet.theme import CELL_PIXELS
from xlnono.xlsx.escaping import escape, quoted
from xlnono.xlsx.parts import MAIN

_PAGE = 10
"""How far a click beside the thumb leads."""
_THUMB = 16
"""The least width of the thumb, in pixels."""
_SHAPE = 1025
_X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
_COMPATIBLE = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_POINTS = CELL_PIXELS * 0.75


def settings_part(bar: ScrollBar, title: str) -> bytes:
    """The part with the settings of a scroll bar; `title` is that of its sheet."""
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        f'<formControlPr xmlns="{_X14}" objectType="Scroll" dx="{_THUMB}" '
        f'fmlaLink={quoted(_linked(bar, title))} horiz="1" max="{_greatest(bar)}" '
        f'page="{_PAGE}" val="{_value(bar)}"/>'
    ).encode()


def _linked(bar: ScrollBar, title: str) -> str:
    """The linked cell. Without a sheet, LibreOffice takes the first one."""
    return reference(title, bar.linked)


def _greatest(bar: ScrollBar) -> int:
    return min(bar.greatest, GREATEST_OF_SCROLL_BARS)


def _value(bar: ScrollBar) -> int:
    return min(bar.value, GREATEST_OF_SCROLL_BARS)


def vml_part(bar: ScrollBar, title: str) -> bytes:
    """The drawing with a scroll bar as its only shape, which notes can be added to."""
    area = bar.area
    place = (area.column - 1, 0, area.row - 1, 0, area.last_column, 0, area.last_row, 0)
    left, top = (area.column - 1) * _POINTS, (area.row - 1) * _POINTS
    return (
        '<xml xmlns:v="urn:schemas-microsoft-com:vml" '
        'xmlns:o="urn:schemas-microsoft-com:office:office" '
        'xmlns:x="urn:schemas-microsoft-com:office:excel">'
        '<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout>'
        '<v:shapetype id="_x0000_t201" coordsize="21600,21600" o:spt="201" '
        'path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/>'
        '<v:path shadowok="f" o:extrusionok="f" strokeok="f" fillok="f" o:connecttype="rect"/>'
        '<o:lock v:ext="edit" shapetype="t"/></v:shapetype>'
        f'<v:shape id="_x0000_s{_SHAPE}" type="#_x0000_t201" style="position:absolute;'
        f"margin-left:{left:g}pt;margin-top:{top:g}pt;width:{area.width * _POINTS:g}pt;"
        f'height:{area.height * _POINTS:g}pt;z-index:1" stroked="f" o:insetmode="auto">'
        '<x:ClientData ObjectType="Scroll"><x:SizeWithCells/>'
        f"<x:Anchor>{', '.join(map(str, place))}</x:Anchor>"
        "<x:PrintObject>False</x:PrintObject>"
        f"<x:FmlaLink>{escape(_linked(bar, title))}</x:FmlaLink><x:Val>{_value(bar)}</x:Val>"
        f"<x:Min>0</x:Min><x:Max>{_greatest(bar)}</x:Max><x:Inc>1</x:Inc><x:Page>{_PAGE}</x:Page>"
        f"<x:Horiz/><x:Dx>{_THUMB}</x:Dx></x:ClientData></v:shape></xml>"
    ).encode()


def _corner(name: str, row: int, column: int) -> str:
    return (
        f"<{name}><xdr:col>{column}</xdr:col><xdr:colOff>0</xdr:colOff>"
        f"<xdr:row>{row}</xdr:row><xdr:rowOff>0</xdr:rowOff></{name}>"
    )


def elements(bar: ScrollBar, drawing: str, settings: str) -> str:
    """The elements of the sheet; `drawing` and `settings` are the ids of its relations to them."""
    area: Area = bar.area
    return (
        f'<legacyDrawing r:id="{drawing}"/>'
        f'<mc:AlternateContent xmlns:mc="{_COMPATIBLE}" xmlns:x14="{_X14}">'
        f'<mc:Choice Requires="x14"><controls xmlns="{MAIN}">'
        f'<mc:AlternateContent><mc:Choice Requires="x14"><control shapeId="{_SHAPE}" '
        f'r:id="{settings}" name={quoted(bar.name)}>'
        '<controlPr defaultSize="0" print="0" autoPict="0">'
        f'<anchor moveWithCells="1" sizeWithCells="1" xmlns:xdr="{_DRAWING}">'
        + _corner("from", area.row - 1, area.column - 1)
        + _corner("to", area.last_row, area.last_column)
        + "</anchor></controlPr></control></mc:Choice></mc:AlternateContent></controls>"
        "</mc:Choice></mc:AlternateContent>"
    )
