"""Tells a colour puzzle, whose numbers have the colours of their blocks, from an ordinary one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from xlnono.errors import XlnonoError
from xlnono.language import Text

_LEAST_SATURATION = 80
"""The difference between the strongest and the weakest part of a colour, of 255."""
_LEAST_LINES = 2

Colours = tuple[str, ...]
"""The colours of the numbers in one cell, "RRGGBB"."""


class ColourPuzzle(XlnonoError):
    code = "colour-puzzle"
    template = Text(
        "this seems to be a colour puzzle, because the numbers in its clues have several colours. "
        "xlnono solves only black-and-white puzzles. If the colours mean nothing here, give all "
        "numbers the same colour.",
        "ヒントの数字が色分けされているので、カラーのロジックのようです。"
        "xlnono が解けるのは白黒の問題だけです。色に意味がなければ、数字を同じ色にしてください。",
    )


def is_colour_puzzle(axes: Iterable[Sequence[Mapping[Colours, int]]]) -> bool:
    """Whether the colours of the numbers show a colour puzzle.

    `axes` holds, for the rows and for the columns, how much the numbers of each colour add up to
    on each line. In a colour puzzle, several bright colours are mixed within many lines. Of one
    beside black, rows and columns need the same number of cells.
    """
    totals = [_totals(lines) for lines in axes]
    mixed = [sum(len(line) > 1 for line in lines) for lines in axes]
    bright = [one for one in totals[0] | totals[1] if _is_bright(one)]
    if len(bright) == 1:
        rows, columns = (total[bright[0]] for total in totals)
        if rows != columns:
            return False
    elif len(bright) < 2 or min(len(total) for total in totals) < 2:
        return False
    return min(mixed) >= _LEAST_LINES


def _totals(lines: Sequence[Mapping[Colours, int]]) -> Counter[str]:
    totals: Counter[str] = Counter()
    for line in lines:
        for colours, total in line.items():
            for colour in colours:
                totals[colour] += total
    return totals


def _is_bright(colour: str) -> bool:
    parts = [int(colour[k : k + 2], 16) for k in (0, 2, 4)]
    return max(parts) - min(parts) >= _LEAST_SATURATION
