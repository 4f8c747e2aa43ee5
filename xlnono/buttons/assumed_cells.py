"""Assumed cells and the cells that follow from them, each assumption in its own colour.

The depth of an assumption is not stored elsewhere: it is read from the fills of its cells.
"""

from __future__ import annotations

from collections.abc import Iterable

from xlnono.live.book import LiveSheet
from xlnono.model.board import Cell
from xlnono.model.steps import Position
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.paint import WHITE_FORMAT
from xlnono.records import NamedTuple
from xlnono.spreadsheet.sheet import Style
from xlnono.spreadsheet.theme import ASSUMED_FILLS, BLACK_FONT, WHITE_FONT

BLACK_MARK = "＃"
"""A black cell whose fill stays visible: templates make every 1 dark."""


class _Colours(NamedTuple):
    """The fills of an assumption: for the assumed cell and for the cells that follow."""

    black_seed: str
    black: str
    white_seed: str
    white: str


_LEVELS = tuple(_Colours(*fills) for fills in ASSUMED_FILLS)
DEEPEST = len(_LEVELS)
_KNOWN = {
    fill: (level, k in (0, 2))
    for level, fills in enumerate(_LEVELS, 1)
    for k, fill in enumerate(fills)
}


class Assumption(NamedTuple):
    """An assumption on the board: the assumed cell, and all cells that follow from it."""

    seed: Position
    cells: frozenset[Position]


def assumptions(sheet: LiveSheet, layout: Layout) -> list[Assumption]:
    """The assumptions that a board shows, outermost first."""
    seeds: dict[int, Position] = {}
    cells: dict[int, set[Position]] = {}
    for row, fills in enumerate(sheet.fills(layout.grid)):
        for column, fill in enumerate(fills):
            if fill in _KNOWN:
                level, is_seed = _KNOWN[fill]
                cells.setdefault(level, set()).add((row, column))
                if is_seed:
                    seeds[level] = row, column
    found: list[Assumption] = []
    for level in range(1, DEEPEST + 1):
        if level not in seeds:
            break
        found.append(Assumption(seeds[level], frozenset(cells[level])))
    return found


def paint_assumed(
    sheet: LiveSheet,
    layout: Layout,
    level: int,
    cells: Iterable[tuple[int, int, Cell]],
    seed: Position | None,
) -> None:
    """Paint cells in the colours of an assumption, the first one being level 1."""
    groups: dict[tuple[Cell, bool], list[Position]] = {}
    for row, column, cell in cells:
        groups.setdefault((cell, (row, column) == seed), []).append((row, column))
    for (cell, is_seed), positions in groups.items():
        areas, colours = layout.areas(positions), _LEVELS[level - 1]
        if cell is Cell.BLACK:
            sheet.command("mark", areas, BLACK_MARK)
            fill = colours.black_seed if is_seed else colours.black
            sheet.restyle(areas, Style(fill, BLACK_FONT, "General", centred=True))
        else:
            sheet.command("value", areas, 0)
            fill = colours.white_seed if is_seed else colours.white
            sheet.restyle(areas, Style(fill, WHITE_FONT, WHITE_FORMAT, centred=True))
