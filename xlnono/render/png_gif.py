"""Boards in pixels: PNG pictures and GIF films."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import islice
from struct import pack

from PIL import Image, ImageColor, ImageDraw, ImageFont

from xlnono.model.board import Board, Cell
from xlnono.model.puzzle import Puzzle
from xlnono.render.film import DrawingProgress, Film, Fixed, Unit
from xlnono.render.looks import ACCENT, DOT, INK, PAPER, THICK, THIN, Plan, thick

_GREYS = 16
"""Shades between paper and ink, so that letters are smooth; the first of the palette."""
_INK = _GREYS - 1
_DOT, _THIN, _THICK, _ACCENT, _CLEAR = range(_GREYS, _GREYS + 5)
_COLOURS = 32

_LONGEST_SIDE = 1000
"""The most pixels of the longer side of the grid, as long as cells stay visible."""
_SMALLEST, _LARGEST = 4, 24
_LEAST_PRINTED = 16
_LEAST_LEGIBLE = 8
"""In pixels; smaller cells have no room for numbers."""

_TICKS = 100
"""Ticks per second in a GIF."""
_SHORTEST = 2
"""Ticks; browsers slow down films whose frames are shorter."""
_LONGEST = 0xFFFF
_LAST_HELD = 3 * _TICKS
_DEPTH = 8
"""Bits per pixel in what Pillow's GIF encoder packs."""
_STAYS, _SEE_THROUGH = 1 << 2, 1
"""A frame stays visible under the next one; one of its colours is transparent."""

_TOLD = 500
"""The number of cells of one picture between two progress reports."""


def _plan(puzzle: Puzzle) -> Plan:
    room = _LONGEST_SIDE // max(puzzle.height, puzzle.width)
    cell = max(_SMALLEST, min(_LARGEST, room))
    letters = max(8, round(cell * 0.6)) if cell >= _LEAST_LEGIBLE else 0
    return Plan(puzzle, cell, letters)


def _palette() -> list[int]:
    paper, ink = ImageColor.getrgb(PAPER), ImageColor.getrgb(INK)
    colours = [
        tuple(round(p + (i - p) * k / _INK) for p, i in zip(paper, ink, strict=True))
        for k in range(_GREYS)
    ]
    colours += [ImageColor.getrgb(colour) for colour in (DOT, THIN, THICK, ACCENT)]
    colours += [paper] * (_COLOURS - len(colours))
    return [part for colour in colours for part in colour]


def _insides(first: int, cell: int, count: int) -> list[tuple[int, int]]:
    """Where each of the cells of a line begins and ends (not included), without the rules."""
    starts = range(first, first + cell * count, cell)
    return [(x + 1, x + cell - thick(k, count)) for k, x in enumerate(starts, 1)]


class _Canvas:
    """The picture of a board, repainted cell by cell."""

    def __init__(self, puzzle: Puzzle, plan: Plan | None = None) -> None:
        self.plan = plan = plan or _plan(puzzle)
        self._across = _insides(plan.left, plan.cell, puzzle.width)
        self._down = _insides(plan.top, plan.cell, puzzle.height)
        self.image = Image.new("P", (plan.width, plan.height), 0)
        self.image.putpalette(_palette())
        self._draw = ImageDraw.Draw(self.image)
        if plan.letters:
            self._write_clues()
        for bold in (False, True):
            self._rule(bold=bold)

    def _write_clues(self) -> None:
        plan = self.plan
        mask = Image.new("L", self.image.size, 0)
        draw = ImageDraw.Draw(mask)
        font = ImageFont.load_default(plan.letters)
        for x, y, block in plan.numbers():
            draw.text((x, y), str(block), fill=255, font=font, anchor="mm")
        self.image.paste(mask.point(lambda shade: shade * _INK // 255))

    def _rule(self, *, bold: bool) -> None:
        plan, colour = self.plan, _THICK if bold else _THIN
        more = int(bold)
        for k in range(plan.puzzle.height + 1):
            if thick(k, plan.puzzle.height) is bold:
                y = plan.top + plan.cell * k
                self._draw.rectangle((plan.left - more, y - more, plan.right, y), colour)
        for k in range(plan.puzzle.width + 1):
            if thick(k, plan.puzzle.width) is bold:
                x = plan.left + plan.cell * k
                self._draw.rectangle((x - more, plan.top - more, x, plan.bottom), colour)

    def box(self, row: int, column: int) -> tuple[int, int, int, int]:
        """The inside of a cell, between its lines: left, top, right, bottom (not included)."""
        left, right = self._across[column]
        top, bottom = self._down[row]
        return left, top, right, bottom

    def paint(self, row: int, column: int, cell: Cell, *, new: bool) -> None:
        left, top, right, bottom = self.box(row, column)
        inside = (left, top, right - 1, bottom - 1)
        self._draw.rectangle(
            inside,
            _INK if cell is Cell.BLACK else 0,
            _ACCENT if new else None,
            max(1, self.plan.cell // 8),
        )
        if cell is Cell.WHITE:
            size = max(1, self.plan.cell // 6)
            x, y = (left + right - size) // 2, (top + bottom - size) // 2
            self._draw.rectangle((x, y, x + size - 1, y + size - 1), _DOT)

    def fill(self, row: int, column: int, colour: int) -> None:
        left, top, right, bottom = self.box(row, column)
        self._draw.rectangle((left, top, right - 1, bottom - 1), colour)

    def paint_all(self, board: Board, new: Fixed, progress: DrawingProgress) -> None:
        for number, (row, column, cell) in enumerate(board.cells()):
            self.paint(row, column, cell, new=False)
            if number % _TOLD == 0:
                progress(number)
        for row, column, cell in new:
            self.paint(row, column, cell, new=True)


def png(film: Film, number: int, progress: DrawingProgress) -> bytes:
    """One scene as a file."""
    canvas = _Canvas(film.puzzle)
    canvas.paint_all(film.board(number), film.fixed(number), progress)
    stream = BytesIO()
    canvas.image.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def printed_png(puzzle: Puzzle, board: Board | None) -> bytes:
    """A puzzle as a file: without a board empty, otherwise with black cells and grey unknown ones.

    All of its numbers are legible, however large it is.
    """
    room = _LONGEST_SIDE // max(puzzle.height, puzzle.width)
    cell = max(_LEAST_PRINTED, min(_LARGEST, room))
    canvas = _Canvas(puzzle, Plan(puzzle, cell, max(10, round(cell * 0.6))))
    colours = {Cell.BLACK: _INK, Cell.UNKNOWN: _THIN, Cell.WHITE: 0}
    if board is not None:
        for row in range(puzzle.height):
            for column in range(puzzle.width):
                canvas.fill(row, column, colours[board[row, column]])
    stream = BytesIO()
    canvas.image.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def solutions_png(film: Film, progress: DrawingProgress) -> bytes:
    """Two solutions side by side as a file."""
    canvases = []
    for one in film.alternatives:
        canvas = _Canvas(film.puzzle)
        canvas.paint_all(one.board, one.differing, progress)
        canvases.append(canvas)
    first, second = (canvas.image for canvas in canvases)
    gap = canvases[0].plan.cell
    both = Image.new("P", (first.width + gap + second.width, first.height), 0)
    both.putpalette(_palette())
    both.paste(first, (0, 0))
    both.paste(second, (first.width + gap, 0))
    stream = BytesIO()
    both.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def _bundled(frames: Iterable[Fixed], size: int) -> Iterator[Fixed]:
    source = iter(frames)
    while bundle := list(islice(source, size)):
        yield tuple(cell for fixed in bundle for cell in fixed)


def _part(image: Image.Image, left: int, top: int, ticks: int) -> bytes:
    """A frame of a film that changes the pixels under the image."""
    # GIF89a calls these a graphic control extension and an image descriptor.
    control = pack("<4BHBB", 0x21, 0xF9, 4, _STAYS | _SEE_THROUGH, ticks, _CLEAR, 0)
    place = pack("<B4HBB", 0x2C, left, top, image.width, image.height, 0, _DEPTH)
    return control + place + image.tobytes("gif", "P") + b"\0"


def _changes(canvas: _Canvas, old: Fixed, new: Fixed) -> tuple[Image.Image, int, int]:
    """Repaint some cells, and return the part of the picture that they changed, and where."""
    for row, column, cell in old:
        canvas.paint(row, column, cell, new=False)
    for row, column, cell in new:
        canvas.paint(row, column, cell, new=True)
    boxes = [canvas.box(row, column) for row, column, _ in (*old, *new)]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, top = min(lefts), min(tops)
    right, bottom = max(rights), max(bottoms)
    changed = Image.new("1", (right - left, bottom - top))
    draw = ImageDraw.Draw(changed)
    for x, y, end, under in boxes:
        draw.rectangle((x - left, y - top, end - 1 - left, under - 1 - top), 1)
    part = Image.new("P", changed.size, _CLEAR)
    part.paste(canvas.image.crop((left, top, right, bottom)), mask=changed)
    return part, left, top


def gif(film: Film, speed: float, unit: Unit, progress: DrawingProgress) -> bytes:
    """The film as a file: `speed` steps or cells per second, the last frame held.

    If the speed is higher than a film allows, several changes share a frame. If there are
    several solutions, two of them follow, one after the other.
    """
    canvas = _Canvas(film.puzzle)
    canvas.paint_all(film.log.start, (), progress)
    bundle = max(1, math.ceil(speed * _SHORTEST / _TICKS))

    def ends(frame: int) -> int:
        return round(_TICKS * bundle * frame / speed)

    width, height = canvas.image.size
    # A palette of 2 to the (4 + 1) colours; the film repeats for ever.
    parts = [
        b"GIF89a" + pack("<HHBBB", width, height, 0x80 | 0x70 | 4, 0, 0),
        bytes(_palette()),
        b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00",
    ]
    waiting, left, top = canvas.image, 0, 0
    old: Fixed = ()
    drawn = film.log.start.known
    for frame, fixed in enumerate(_bundled(film.frames(unit), bundle), 1):
        ticks = min(_LONGEST, ends(frame) - ends(frame - 1))
        parts.append(_part(waiting, left, top, ticks))
        waiting, left, top = _changes(canvas, old, fixed)
        old = fixed
        drawn += len(fixed)
        progress(drawn)
    parts.append(_part(waiting, left, top, _LAST_HELD))
    reached = film.board(film.last)
    for one in film.alternatives:
        rest = [it for it in one.board.cells() if reached[it[:2]] is Cell.UNKNOWN]
        parts.append(_part(*_changes(canvas, (*old, *rest), one.differing), _LAST_HELD))
        old = ()
    return b"".join([*parts, b";"])
