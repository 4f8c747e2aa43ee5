"""Ranking: which correction is the most plausible, and whether it is by far."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from xlnono.engine.decide.picture import Picture
from xlnono.engine.mistakes.candidates import Candidate
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.model.board import Board
from xlnono.model.puzzle import Puzzle

PAIRS_FOR_COST = 10
"""So many more pairs of neighbouring cells of one colour are worth a cost of 1: pictures are
smooth, and wrong clues scatter single cells."""
DIAGONAL_PAIRS_FOR_COST = 40
"""The same for pairs that touch at a corner."""
SURE_COST = 4.0
"""Nothing that costs more is sure."""
SURE_LEAD = 1.0
"""By how much all others must be less plausible if the first correction is sure."""

WRONG_MARK = 0.5
"""What a mark on the board costs that is wrong in the picture."""


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


def _wrong_marks(picture: Picture, marks: Board) -> int:
    rows = zip(picture[: marks.height], marks.black, marks.white, strict=False)
    return sum((black & ~row | white & row).bit_count() for row, black, white in rows)


def implausibility(candidate: Candidate, marks: Board) -> float:
    """Its cost, that of a rough picture, and that of the marks which the picture makes wrong."""
    if (larger := candidate.larger) is not None:
        rough = _roughness(larger.picture, larger.puzzle.height, larger.puzzle.width)
    else:
        rough = _roughness(candidate.picture, marks.height, marks.width)
    return candidate.cost + rough + WRONG_MARK * _wrong_marks(candidate.picture, marks)


def ranked(candidates: Iterable[Candidate], typed: TypedClues, marks: Board) -> list[Candidate]:
    """The candidates, the most plausible first; of those with the same clues only the best."""
    best: dict[TypedClues | Puzzle, Candidate] = {}
    for candidate in candidates:
        larger = candidate.larger
        corrected = typed.after(candidate.slips) if larger is None else larger.puzzle
        if corrected not in best or candidate.cost < best[corrected].cost:
            best[corrected] = candidate
    return sorted(best.values(), key=lambda each: implausibility(each, marks))


def is_sure(best_first: list[Candidate], marks: Board) -> bool:
    """Whether the first candidate is far more plausible than any other.

    If a line may have been left out in several places, it is not: each place has another picture,
    which says little about the place.
    """
    if not best_first or best_first[0].cost > SURE_COST:
        return False
    if len(best_first) == 1:
        return True
    if best_first[0].larger is not None and any(each.larger for each in best_first[1:]):
        return False
    first, second = (implausibility(each, marks) for each in best_first[:2])
    return second - first >= SURE_LEAD
