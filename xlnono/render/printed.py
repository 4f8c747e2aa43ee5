"""A puzzle as it is printed: clues and an empty grid, or the finished picture."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby

from xlnono.model.board import Board, Cell
from xlnono.model.puzzle import Puzzle
from xlnono.render.looks import Plan, grid_lines
from xlnono.spreadsheet import theme

CELL = 20
"""The side of a cell in the units of a picture."""
_LETTERS, _SMALL_LETTERS = 13, 9
_OPEN = f"#{theme.RULE}"

STYLE = (
    ".printed .paper{fill:#fff}"
    f".printed .black{{fill:#{theme.INK}}}.printed .open{{fill:{_OPEN}}}"
    f".printed .thin{{fill:none;stroke:#{theme.SOFT}}}"
    f".printed .thick{{fill:none;stroke:#{theme.INK};stroke-width:2;stroke-linecap:square}}"
    f".printed .clues{{fill:#{theme.TEXT};text-anchor:middle;font-family:Arial,Helvetica,"
    "sans-serif}"
)
"""For all printed pictures of a page."""


def printed_plan(puzzle: Puzzle, *, clues: bool = True) -> Plan:
    """The positions in the picture of a puzzle, with its clues or without."""
    if not clues:
        return Plan(puzzle, CELL, 0)
    most = max((block for clue in (*puzzle.rows, *puzzle.columns) for block in clue), default=1)
    return Plan(puzzle, CELL, _LETTERS if most < 100 else _SMALL_LETTERS)


def _runs(plan: Plan, board: Board, colour: Cell) -> str:
    """The path of all cells of a colour, each run of a row in one piece."""
    parts = []
    for row in range(board.height):
        cells = (board[row, column] for column in range(board.width))
        column = 0
        for cell, run in groupby(cells):
            length = len(list(run))
            if cell is colour:
                x, y = plan.left + plan.cell * column, plan.top + plan.cell * row
                parts.append(f"M{x} {y}h{plan.cell * length}v{plan.cell}H{x}z")
            column += length
    return "".join(parts)


def _numbers(plan: Plan) -> list[tuple[float, float, int]]:
    """All numbers of the clues after their centres, with a 0 where there is no black cell."""
    if not plan.letters or not any(plan.puzzle.rows):
        return []
    numbers = plan.numbers()
    half = plan.cell / 2
    x, y = plan.left - plan.letters // 3, plan.top - plan.letters // 3
    for row, clue in enumerate(plan.puzzle.rows):
        if not clue:
            numbers.append((x - plan.number_width / 2, plan.top + plan.cell * row + half, 0))
    for column, clue in enumerate(plan.puzzle.columns):
        if not clue:
            numbers.append((plan.left + plan.cell * column + half, y - plan.number_height / 2, 0))
    return numbers


def printed_element(
    plan: Plan, board: Board | None, label: str, size: tuple[float, float] | None = None
) -> str:
    """The picture as an element; `size` is its width and height in millimetres.

    Without a board the grid is empty. Of a board, black cells are black and unknown ones grey.
    """
    clues = "".join(
        f'<text x="{x:g}" y="{y + plan.letters * 0.36:g}">{block}</text>'
        for x, y, block in _numbers(plan)
    )
    width, height = (
        (f"{plan.width}", f"{plan.height}")
        if size is None
        else (f"{size[0]:.2f}mm", f"{size[1]:.2f}mm")
    )
    cells = (
        ""
        if board is None
        else f'<path class="open" d="{_runs(plan, board, Cell.UNKNOWN)}"/>'
        f'<path class="black" d="{_runs(plan, board, Cell.BLACK)}"/>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="printed" width="{width}" '
        f'height="{height}" viewBox="0 0 {plan.width} {plan.height}" role="img" '
        f'aria-label="{escape(label)}">'
        f'<rect class="paper" width="{plan.width}" height="{plan.height}"/>{cells}'
        f'<path class="thin" d="{grid_lines(plan, plan.margin, plan.margin, bold=False)}"/>'
        f'<path class="thick" d="{grid_lines(plan, plan.margin, plan.margin, bold=True)}"/>'
        f'<g class="clues" font-size="{plan.letters}">{clues}</g></svg>'
    )


def printed_svg(puzzle: Puzzle, board: Board | None, label: str) -> bytes:
    """The picture as a file."""
    element = printed_element(printed_plan(puzzle), board, label)
    start, end = element.split(">", 1)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n{start}>'
        f"<title>{escape(label, quote=False)}</title><style>{STYLE}</style>{end}\n"
    ).encode()


def printed_page(pictures: Sequence[tuple[Puzzle, Board | None, str]]) -> bytes:
    """Pictures on a page that needs no network: each as wide as the window or the paper allows."""
    figures = "\n".join(
        f"<figure><figcaption>{escape(label)}</figcaption>"
        f"{printed_element(printed_plan(puzzle), board, label)}</figure>"
        for puzzle, board, label in pictures
    )
    title = escape(", ".join(dict.fromkeys(label for _, _, label in pictures)))
    look = (
        "body{font:12pt Arial,Helvetica,sans-serif;margin:10mm auto;max-width:190mm}"
        "@page{margin:10mm}@media print{body{margin:0}}"
        "figure{margin:0 0 8mm;break-inside:avoid}figcaption{font-weight:bold;margin-bottom:3mm}"
        "svg{display:block;max-width:100%;max-height:240mm;height:auto}"
    )
    return (
        '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n'
        f"<style>{look}{STYLE}</style>\n</head>\n<body>\n{figures}\n</body>\n</html>\n"
    ).encode()
