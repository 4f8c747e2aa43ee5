"""Small pictures of finished boards, for a table that shows many of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO

from PIL import Image, ImageColor, ImageDraw

from xlnono.model.puzzle import Puzzle
from xlnono.render.looks import DOT, thick
from xlnono.spreadsheet.theme import INK, PAPER, RULE, SOFT

SIDE = 102
"""The largest height or width in pixels, unless there are more cells."""
_EDGE = 1
_LARGEST_CELL = 6
_LEAST_RULED = 4
"""The least size of a cell that gets thin lines around it."""


def thumbnail(
    picture: Sequence[str], colours: Mapping[str, str], side: int = SIDE
) -> tuple[bytes, int, int]:
    """A picture as a PNG file, with its width and height in pixels, `side` at most.

    `picture` has a text for each row, and `colours` a colour such as #262626 for each of the
    letters (three at most). Every cell is a square of whole pixels.
    """
    letters = list(colours)
    cells = "".join(picture).translate({ord(letter): k for k, letter in enumerate(letters)})
    height, width = len(picture), len(picture[0])
    scale = max(1, min(_LARGEST_CELL, (side - 2 * _EDGE) // max(height, width)))
    image = Image.frombytes("P", (width, height), cells.encode("ascii"))
    image = image.resize((width * scale, height * scale), Image.Resampling.NEAREST)
    framed = Image.new("P", (image.width + 2 * _EDGE, image.height + 2 * _EDGE), len(letters))
    framed.paste(image, (_EDGE, _EDGE))
    shades = [ImageColor.getrgb(colour) for colour in (*colours.values(), DOT)]
    framed.putpalette([part for shade in shades for part in shade[:3]])
    stream = BytesIO()
    framed.save(stream, "PNG", bits=2)
    return stream.getvalue(), framed.width, framed.height


def puzzle_thumbnail(puzzle: Puzzle) -> tuple[bytes, int, int]:
    """A puzzle as a sheet shows it, without its answer, in the same form: the numbers are grey."""
    across, down = (max(map(len, clues)) for clues in (puzzle.rows, puzzle.columns))
    cell = max(1, min(_LARGEST_CELL, SIDE // max(puzzle.width + across, puzzle.height + down)))
    left, top = across * cell, down * cell
    size = left + puzzle.width * cell + 1, top + puzzle.height * cell + 1
    image = Image.new("RGB", size, f"#{PAPER}")
    draw = ImageDraw.Draw(image)
    number = max(1, cell - 2)
    for row, clue in enumerate(puzzle.rows):
        for place in range(len(clue)):
            x, y = left - cell * (place + 1), top + cell * row
            draw.rectangle((x, y + cell - number, x + number - 1, y + cell - 1), f"#{SOFT}")
    for column, clue in enumerate(puzzle.columns):
        for place in range(len(clue)):
            x, y = left + cell * column, top - cell * (place + 1)
            draw.rectangle((x + cell - number, y, x + cell - 1, y + number - 1), f"#{SOFT}")
    for bold in (False, True):
        colour = f"#{INK if bold else RULE}"
        if cell < _LEAST_RULED and not bold:
            continue
        for k in range(puzzle.height + 1):
            if thick(k, puzzle.height) is bold:
                draw.line((left, top + cell * k, size[0], top + cell * k), colour)
        for k in range(puzzle.width + 1):
            if thick(k, puzzle.width) is bold:
                draw.line((left + cell * k, top, left + cell * k, size[1]), colour)
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue(), *size
