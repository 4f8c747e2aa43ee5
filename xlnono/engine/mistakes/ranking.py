"""Ranking: which correction is the most plausible, and whether it is by far."""

from __future__ import annotations

from collections.abc import Iterable

from xlnono.engine.decide.line_clues import Picture
from xlnono.engine.mistakes.candidates import Candidate
from xlnono.engine.mistakes.edits import Numbers

PAIRS_FOR_COST = 10
"""So many pairs of neighbouring cells of one colour more are worth a cost of 1: pictures are
smooth, and wrong clues scatter single cells."""
SURE_COST = 4.0
"""Nothing that costs more is sure."""
SURE_LEAD = 1.0
"""What all other corrections must be worse by, if the first is sure."""


def _equal_pairs(picture: Picture, height: int, width: int) -> int:
    """How many pairs of neighbouring cells have one colour."""
    changes = 0
    for line, mask in enumerate(picture):
        length = width if line < height else height
        changes += ((mask ^ mask >> 1) & ((1 << (length - 1)) - 1)).bit_count()
    return height * (width - 1) + width * (height - 1) - changes


def implausibility(candidate: Candidate, height: int, width: int) -> float:
    """Its cost, less for a smoother picture."""
    return candidate.cost - _equal_pairs(candidate.picture, height, width) / PAIRS_FOR_COST


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
