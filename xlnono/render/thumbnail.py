"""Small pictures of finished boards, for a table that shows many of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO

from PIL import Image, ImageColor

from xlnono.render.looks import DOT

SIDE = 102
"""The largest height or width in pixels, unless there are more cells."""
_EDGE = 1
_LARGEST_CELL = 6


def thumbnail(picture: Sequence[str], colours: Mapping[str, str]) -> tuple[bytes, int, int]:
    """A picture as a PNG file, with its width and height in pixels.

    `picture` has a text for each row, and `colours` a colour such as #262626 for each of the
    letters (three at most). Every cell is a square of whole pixels.
    """
    letters = list(colours)
    cells = "".join(picture).translate({ord(letter): k for k, letter in enumerate(letters)})
    height, width = len(picture), len(picture[0])
    scale = max(1, min(_LARGEST_CELL, (SIDE - 2 * _EDGE) // max(height, width)))
    image = Image.frombytes("P", (width, height), cells.encode("ascii"))
    image = image.resize((width * scale, height * scale), Image.Resampling.NEAREST)
    framed = Image.new("P", (image.width + 2 * _EDGE, image.height + 2 * _EDGE), len(letters))
    framed.paste(image, (_EDGE, _EDGE))
    shades = [ImageColor.getrgb(colour) for colour in (*colours.values(), DOT)]
    framed.putpalette([part for shade in shades for part in shade[:3]])
    stream = BytesIO()
    framed.save(stream, "PNG", bits=2)
    return stream.getvalue(), framed.width, framed.height
