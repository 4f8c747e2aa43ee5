"""A board as an SVG picture."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from xlnono.model.board import Axis, Board, Cell, Line
from xlnono.model.puzzle import Puzzle
from xlnono.render.film import Film, Fixed
from xlnono.render.looks import ACCENT, BAND, DOT, INK, PAPER, THICK, THIN, Plan, grid_lines

_CELL, _LETTERS = 20, 12

_STYLE = (
    f".paper{{fill:{PAPER}}}.band{{fill:{BAND}}}.black{{fill:{INK}}}.white{{fill:{DOT}}}"
    f".thin,.thick{{fill:none;stroke:{THIN}}}.thick{{stroke:{THICK};stroke-width:2;"
    "stroke-linecap:square}"
    f".new{{fill:none;stroke:{ACCENT};stroke-width:3}}"
    f".clues{{fill:{INK};font:{_LETTERS}px sans-serif;text-anchor:middle}}"
)


def plan_of(puzzle: Puzzle) -> Plan:
    """The positions in the picture of a puzzle."""
    return Plan(puzzle, _CELL, _LETTERS)


def band(plan: Plan, line: Line) -> str:
    """The path of the stripe behind a line and its clue."""
    place = plan.cell * line.index
    if line.axis is Axis.ROW:
        return f"M0 {plan.top + place}H{plan.right}v{plan.cell}H0z"
    return f"M{plan.left + place} 0V{plan.bottom}h{plan.cell}V0z"


def _marks(plan: Plan, cells: Iterable[tuple[int, int, Cell]]) -> list[str]:
    parts = []
    left, top, size = plan.left, plan.top, plan.cell
    half, radius = size // 2, f"{size / 10:g}"
    for row, column, cell in cells:
        x, y = left + size * column, top + size * row
        name = f'data-cell="{row + 1},{column + 1}"'
        if cell is Cell.BLACK:
            parts.append(
                f'<rect class="black" {name} x="{x}" y="{y}" width="{size}" height="{size}"/>'
            )
        else:
            parts.append(
                f'<circle class="white" {name} cx="{x + half}" cy="{y + half}" r="{radius}"/>'
            )
    return parts


def _outlines(plan: Plan, cells: Fixed) -> list[str]:
    left, top, size = plan.left + 1.5, plan.top + 1.5, plan.cell
    inner = size - 3
    return [
        f'<rect class="new" x="{left + size * column}" y="{top + size * row}" '
        f'width="{inner}" height="{inner}"/>'
        for row, column, _ in cells
    ]


def board_svg(
    plan: Plan, board: Board, line: Line | None, new: Fixed, title: str, description: str
) -> str:
    """The picture of a board as an element, with the current line and cells highlighted."""
    clues = "".join(
        f'<text x="{x:g}" y="{y + _LETTERS * 0.36:g}">{block}</text>'
        for x, y, block in plan.numbers()
    )
    stripe = "" if line is None else band(plan, line)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {plan.width} {plan.height}" '
            f'width="{plan.width}" height="{plan.height}" role="img" '
            f'aria-label="{escape(title)}">',
            f"<title>{escape(title, quote=False)}</title>",
            f"<desc>{escape(description, quote=False)}</desc>",
            f"<style>{_STYLE}</style>",
            f'<rect class="paper" width="{plan.width}" height="{plan.height}"/>',
            f'<path class="band" d="{stripe}"/>',
            '<g class="marks">',
            *_marks(plan, board.cells()),
            "</g>",
            f'<path class="thin" d="{grid_lines(plan, plan.left, plan.top, bold=False)}"/>',
            f'<path class="thick" d="{grid_lines(plan, plan.left, plan.top, bold=True)}"/>',
            '<g class="outlines">',
            *_outlines(plan, new),
            "</g>",
            f'<g class="clues">{clues}</g>',
            "</svg>",
            "",
        ]
    )


def solutions_svg(film: Film) -> bytes:
    """Two solutions side by side as a file."""
    plan = plan_of(film.puzzle)
    heading, legend = film.said_of_alternatives()
    top, step = 2 * _LETTERS, plan.width + _CELL
    width, height = step + plan.width, top + plan.height
    title = escape(f"{film.title} · {heading}")
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="{title}">',
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
    ]
    for number, one in enumerate(film.alternatives):
        picture = board_svg(plan, one.board, None, one.differing, one.heading, legend)
        parts.append(
            f'<g transform="translate({number * step} 0)">\n'
            f'<text x="{plan.margin}" y="{1.5 * _LETTERS:g}" fill="{INK}" '
            f'font-family="sans-serif" font-size="{_LETTERS}">{escape(one.heading)}</text>\n'
            f'<g transform="translate(0 {top})">\n{picture}</g>\n</g>'
        )
    return "\n".join([*parts, "</svg>", ""]).encode()


def svg(film: Film, number: int) -> bytes:
    """One scene as a file; the explanation of its step is the description."""
    caption = film.caption(number)
    said = " · ".join(filter(None, (caption.heading, caption.technique, caption.line)))
    picture = board_svg(
        plan_of(film.puzzle),
        film.board(number),
        film.line(number),
        film.fixed(number),
        f"{film.title} · {said}",
        caption.sentence,
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{picture}'.encode()
