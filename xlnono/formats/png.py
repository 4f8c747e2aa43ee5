"""Pictures as PNG with one pixel a cell. What is said stands in its texts."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, PngImagePlugin

from xlnono.errors import XlnonoError
from xlnono.formats.errors import COLOURED, Spot, malformed, unsupported
from xlnono.formats.puzzle_file import About, PuzzleFile, check_size, of_picture
from xlnono.model.board import Grid

_TEXTS = {
    "Title": "title",
    "Author": "author",
    "Copyright": "copyright",
    "License": "licence",
    "Source": "source",
    "Description": "description",
}
_START = Spot(1)
_DARK, _LIGHT = 64, 191
"""The lightest black and the darkest white, of 255."""


def read(content: bytes) -> list[PuzzleFile]:
    """The puzzle of a picture. Raises XlnonoError."""
    try:
        with Image.open(BytesIO(content), formats=["PNG"]) as image:
            check_size(image.height, image.width)
            if getattr(image, "n_frames", 1) > 1:
                raise malformed(
                    _START,
                    "the picture is animated: save a single frame",
                    "動く画像です。1枚の絵として保存してください",
                )
            image.load()
            about = About(
                **{
                    field: " ".join(str(image.info[name]).split())
                    for name, field in _TEXTS.items()
                    if str(image.info.get(name, "")).strip()
                }
            )
            # Transparent pixels are white.
            picture = Image.new("RGBA", image.size, "white")
            picture.alpha_composite(image.convert("RGBA"))
            grid = _grid(picture.convert("RGB"))
    except XlnonoError:
        raise
    except Exception as error:
        # On damaged files, Pillow raises errors of any kind.
        raise malformed(
            _START,
            "the picture is damaged ({reason})",
            "画像が壊れています({reason})",
            reason=type(error).__name__,
        ) from None
    return [of_picture(grid, about)]


def _grid(image: Image.Image) -> Grid:
    width, height = image.size
    pixels = image.tobytes()
    rows = []
    for y in range(height):
        row = pixels[3 * width * y : 3 * width * (y + 1)]
        cells = []
        for x in range(width):
            low, *_, high = sorted(row[3 * x : 3 * x + 3])
            if low <= _DARK and high >= _LIGHT:
                raise unsupported(Spot(y + 1, x + 1), COLOURED, f"#{row[3 * x : 3 * x + 3].hex()}")
            if high > _DARK and low < _LIGHT:
                raise malformed(
                    Spot(y + 1, x + 1),
                    "this pixel is neither black nor white: the picture of a solution has one "
                    "black or white pixel for each cell",
                    "このピクセルは黒でも白でもありません。解答の絵は、1マスを黒か白の1ピクセルで"
                    "表します",
                )
            cells.append(high <= _DARK)
        rows.append(cells)
    return Grid.from_cells(rows)


def write(found: PuzzleFile) -> bytes:
    """The picture of a puzzle, whose `goal` must be set."""
    assert found.goal is not None
    grid = found.goal
    image = Image.new("1", (grid.width, grid.height), 1)
    image.putdata([0 if sign == "#" else 255 for sign in grid.text().replace("\n", "")])
    said, texts = dict(found.about.items()), PngImagePlugin.PngInfo()
    for name, field in _TEXTS.items():
        if field in said:
            texts.add_itxt(name, said[field])
    stream = BytesIO()
    image.save(stream, "PNG", pnginfo=texts)
    return stream.getvalue()
