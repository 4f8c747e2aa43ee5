"""What sentences are made of: lists, cells with their colours, and blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from xlnono.language import COMMA, Language, Text
from xlnono.model.board import Cell
from xlnono.wording.cell_names import Names

COLOURS = {Cell.BLACK: Text("black", "黒"), Cell.WHITE: Text("white", "白")}
_IS = Text("{cells} is {colour}", "{cells}は{colour}")
_ARE = Text("{cells} are {colour}", "{cells}は{colour}")
AND = Text(" and ", "、")
OR = Text(" or ", "か")

_BLOCK = Text("the {length}", "「{length}」")
_NTH_BLOCK = Text("the {place}{ending} {length}", "{place}番目の「{length}」")


def listed(parts: Sequence[str], language: Language, last: Text = AND) -> str:
    """A list in a sentence, such as "a, b and c"."""
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return ""
    return COMMA.of(language).join(parts[:-1]) + last.of(language) + parts[-1]


def coloured(
    ranges: Sequence[str], cell: Cell, language: Language, text: Text | None = None
) -> str:
    """That some cells, given by the names of ranges, have a colour."""
    if text is None:
        text = _IS if len(ranges) == 1 and ":" not in ranges[0] else _ARE
    colour = COLOURS[cell].of(language)
    return text.of(language).format(cells=listed(ranges, language), colour=colour)


def fixed_cells(
    fixed: Iterable[tuple[int, int, Cell]],
    names: Names,
    language: Language,
    text: Text | None = None,
) -> str:
    """Which cells are black and which white, such as "C3:C5 are black and C9 is white"."""
    cells = list(fixed)
    parts = []
    for colour in (Cell.BLACK, Cell.WHITE):
        positions = [(row, column) for row, column, cell in cells if cell is colour]
        if positions:
            ranges = names.cells(positions).split(", ")
            parts.append(coloured(ranges, colour, language, text))
    return listed(parts, language)


@lru_cache(maxsize=4096)
def block_names(clue: tuple[int, ...], language: Language) -> list[str]:
    """The names of the blocks of a clue: their numbers, and the positions among equal ones."""
    names = []
    places: Counter[int] = Counter()
    for length in clue:
        places[length] += 1
        place = places[length] if clue.count(length) > 1 else None
        names.append(_block_name(length, place, language))
    return names


@lru_cache(maxsize=4096)
def _block_name(length: int, place: int | None, language: Language) -> str:
    if place is None:
        return _BLOCK.of(language, length=length)
    endings = {1: "st", 2: "nd", 3: "rd"}
    ending = "th" if 10 <= place % 100 <= 20 else endings.get(place % 10, "th")
    return _NTH_BLOCK.of(language, place=place, ending=ending, length=length)
