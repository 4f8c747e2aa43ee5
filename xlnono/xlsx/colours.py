"""Theme, tint and palette colours of workbooks as plain "RRGGBB"."""

from __future__ import annotations

import colorsys

from xlnono.patterns import pattern
from xlnono.xlsx.parts import Element

_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_SCHEME = f"{_DRAWING}clrScheme"
_RGB = pattern("[0-9A-Fa-f]{6}")
_THEME_ORDER = (
    "lt1", "dk1", "lt2", "dk2",
    "accent1", "accent2", "accent3", "accent4", "accent5", "accent6",
    "hlink", "folHlink",
)  # fmt: skip
_OFFICE = (
    "FFFFFF", "000000", "E7E6E6", "44546A",
    "4472C4", "ED7D31", "A5A5A5", "FFC000", "5B9BD5", "70AD47",
    "0563C1", "954F72",
)  # fmt: skip
PALETTE = (
    "000000", "FFFFFF", "FF0000", "00FF00", "0000FF", "FFFF00", "FF00FF", "00FFFF",
    "000000", "FFFFFF", "FF0000", "00FF00", "0000FF", "FFFF00", "FF00FF", "00FFFF",
    "800000", "008000", "000080", "808000", "800080", "008080", "C0C0C0", "808080",
    "9999FF", "993366", "FFFFCC", "CCFFFF", "660066", "FF8080", "0066CC", "CCCCFF",
    "000080", "FF00FF", "FFFF00", "00FFFF", "800080", "800000", "008080", "0000FF",
    "00CCFF", "CCFFFF", "CCFFCC", "FFFF99", "99CCFF", "FF99CC", "CC99FF", "FFCC99",
    "3366FF", "33CCCC", "99CC00", "FFCC00", "FF9900", "FF6600", "666699", "969696",
    "003366", "339966", "003300", "333300", "993300", "993366", "333399", "333333",
)  # fmt: skip
"""The indexed colours of a workbook that has none of its own."""


def theme_colours(theme: Element | None) -> tuple[str, ...]:
    """The colours of a theme part in the order in which cells number them."""
    colours = []
    for name, default in zip(_THEME_ORDER, _OFFICE, strict=True):
        held = None if theme is None else theme.find(f".//{_SCHEME}/{_DRAWING}{name}")
        value = (
            None if held is None or not len(held) else held[0].get("lastClr", held[0].get("val"))
        )
        colours.append(value.upper() if value and _RGB.fullmatch(value) else default)
    return tuple(colours)


def tinted(colour: str, tint: float) -> str:
    """A colour made lighter (tint up to 1) or darker (down to -1)."""
    red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (0, 2, 4))
    hue, light, saturation = colorsys.rgb_to_hls(red, green, blue)
    light = light * (1 + tint) if tint < 0 else light * (1 - tint) + tint
    return "".join(
        f"{round(part * 255):02X}" for part in colorsys.hls_to_rgb(hue, light, saturation)
    )
