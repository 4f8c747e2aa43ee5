"""Ranking: which correction is the most plausible, and whether it is by far."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from xlnono.engine.decide.line_clues import Picture
from xlnono.engine.mistakes.candidates import Candidate
from xlnono.engine.mistakes.edits import Numbers

PAIRS_FOR_COST = 10
"""So many more pairs of neighbouring cells of one colour are worth a cost of 1: pictures are
smooth, and wrong clues scatter single cells."""
DIAGONAL_PAIRS_FOR_COST = 40
"""The same for pairs that touch at a corner."""
SURE_COST = 4.0
"""Nothing that costs more is sure."""
SURE_LEAD = 1.0
"""By how much all others must be less plausible if the first correction is sure."""


def _differing(one: int, two: int, cells: int) -> int:
    """How many of the first cells of two masks differ."""
    return ((one ^ two) & ((1 << cells) - 1)).bit_count()


def _roughness(picture: Picture, height: int, width: int) -> float:
    """What the pairs of neighbouring cells of different colours cost."""
    rows, columns = picture[:height], picture[height:]
    sides = sum(_differing(row, row >> 1, width - 1) for row in rows)
    sides += sum(_differing(column, column >> 1, height - 1) for column in columns)
    corners = sum(
        _differing(row, below >> 1, width - 1) + _differing(row >> 1, below, width - 1)
        for row, below in pairwise(rows)
    )
    return sides / PAIRS_FOR_COST + corners / DIAGONAL_PAIRS_FOR_COST


def implausibility(candidate: Candidate, height: int, width: int) -> float:
    """Its cost, and that of a rough picture."""
    return candidate.cost + _roughness(candidate.picture, height, width)


def ranked(candidates: Iterable[Candidate], height: int, width: int) -> list[Candidate]:
    """The candidates, the most plausible first; of those with the same clues only the best."""
    by_clues: dict[frozenset[tuple[int, Numbers]], Candidate] = {}
    for candidate in candidates:
        corrected: dict[int, Numbers] = {}
        for slip in candidate.slips:
            corrected |= slip.corrected
        key = frozenset(corrected.items())
        if key not in by_clues or candidate.cost < by_clues[key].cost:
            by_clues[key] = candidate
    return sorted(by_clues.values(), key=lambda each: implausibility(each, height, width))


def is_sure(best_first: list[Candidate], height: int, width: int) -> bool:
    """Whether the first candidate is far more plausible than any other."""
    if not best_first or best_first[0].cost > SURE_COST:
        return False
    if len(best_first) == 1:
        return True
    first, second = (implausibility(each, height, width) for each in best_first[:2])
    return second - first >= SURE_LEAD
