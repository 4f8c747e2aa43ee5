"""Paints assumed cells and the cells that follow from them, each assumption in its own colour."""

from __future__ import annotations

from collections.abc import Iterable

from xlnono.live.book import LiveSheet
from xlnono.model.board import Cell
from xlnono.model.steps import Position
from xlnono.puzzle_sheet.assumptions import BLACK_MARK, LEVELS, WHITE_MARK
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.paint import WHITE_FORMAT
from xlnono.spreadsheet.sheet import Style
from xlnono.spreadsheet.theme import BLACK_FONT, WHITE_FONT


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
        areas, colours = layout.areas(positions), LEVELS[level - 1]
        if cell is Cell.BLACK:
            sheet.command("mark", areas, BLACK_MARK)
            fill = colours.black_seed if is_seed else colours.black
            sheet.restyle(areas, Style(fill, BLACK_FONT, "General", centred=True))
        else:
            sheet.command("value", areas, WHITE_MARK)
            fill = colours.white_seed if is_seed else colours.white
            sheet.restyle(areas, Style(fill, WHITE_FONT, WHITE_FORMAT, centred=True))
