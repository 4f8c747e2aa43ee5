"""What clues and grid look like on the sheets that xlnono makes: sizes, colours and borders."""

from __future__ import annotations

CELL_PIXELS = 24
TOP = 5
"""How many rows of the sheet lie above the column clues."""

THIN, MEDIUM = 1, 2
INK, FAINT, SHADE, SOFT = "262626", "7F7F7F", "EEF1F6", "A6A6A6"
LINK = "0563C1"
"""The colour of a cell that links to another."""


def heavy(index: int, count: int) -> tuple[int, int]:
    """The borders in front of and behind one of `count` rows or columns of the grid."""
    last = index % 5 == 4 or index == count - 1
    return MEDIUM if index % 5 == 0 else THIN, MEDIUM if last else THIN


def light(index: int, count: int) -> tuple[int, int]:
    """The borders in front of and behind one of `count` places for a number of a clue."""
    return MEDIUM if index == 0 else THIN, MEDIUM if index == count - 1 else THIN


def edge_colour(weight: int) -> str:
    return INK if weight == MEDIUM else SOFT
