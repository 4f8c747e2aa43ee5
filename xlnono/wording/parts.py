"""What sentences are made of: lists, cells with their colours, and blocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from xlnono.language import COMMA, Language, Text
from xlnono.model.board import Cell
from xlnono.model.puzzle import Clue
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
    first = COMMA.of(language).join(parts[:-1])
    return last.of(language).join(filter(None, (first, *parts[-1:])))


def coloured(
    ranges: Sequence[str], cell: Cell, language: Language, text: Text | None = None
) -> str:
    """That some cells, given by the names of ranges, have a colour."""
    if text is None:
        text = _IS if len(ranges) == 1 and ":" not in ranges[0] else _ARE
    return text.of(language, cells=listed(ranges, language), colour=COLOURS[cell])


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
            parts.append(coloured(names.cells(positions).split(", "), colour, language, text))
    return listed(parts, language)


@lru_cache(maxsize=4096)
def block_name(clue: Clue, block: int, language: Language) -> str:
    """The name of a block: its number, and its position among several equal ones."""
    length = clue[block]
    equal = [place for place, other in enumerate(clue) if other == length]
    if len(equal) == 1:
        return _BLOCK.of(language, length=length)
    place = equal.index(block) + 1
    endings = {1: "st", 2: "nd", 3: "rd"}
    ending = "th" if 10 <= place % 100 <= 20 else endings.get(place % 10, "th")
    return _NTH_BLOCK.of(language, place=place, ending=ending, length=length)
