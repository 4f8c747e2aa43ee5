"""Two neighbouring lines: their clues were exchanged, or a number stands on the wrong one."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import lru_cache

from xlnono.engine.decide.line_clues import Changes
from xlnono.engine.mistakes.candidates import Candidate, Slip, clues_read_off, freed, only_picture
from xlnono.engine.mistakes.edits import COSTS, Numbers
from xlnono.engine.mistakes.single_lines import FEW_PICTURES
from xlnono.engine.mistakes.trials import Trials
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.model.mistakes import MistakeKind
from xlnono.model.puzzle import Clue

Pair = tuple[Numbers, Numbers]


def _moves(source: Numbers, target: Numbers) -> Iterator[Pair]:
    """Both clues after a number of the first has been put into the second."""
    for place, number in enumerate(source):
        left = source[:place] + source[place + 1 :]
        for to in range(len(target) + 1):
            yield left, (*target[:to], number, *target[to:])


@lru_cache(maxsize=1 << 10)
def shared_slips(typed: TypedClues, first: int, second: int) -> dict[Pair, Slip]:
    """The slips that concern two neighbouring lines, by the clues that correct them."""

    def fits(clue: Numbers) -> bool:
        return 0 not in clue and Clue(clue).least_length <= typed.length(first)

    one, two = typed.clues[first], typed.clues[second]
    moved = MistakeKind.MOVED
    pairs: dict[Pair, tuple[int, int]] = {}
    for left, grown in _moves(one, two):
        pairs.setdefault((left, grown), (first, second))
    for left, grown in _moves(two, one):
        pairs.setdefault((grown, left), (second, first))
    slips = {
        pair: Slip(moved, lines, {first: pair[0], second: pair[1]})
        for pair, lines in pairs.items()
        if fits(pair[0]) and fits(pair[1])
    }
    if (exchanged := exchange(typed, first, second)) and fits(one) and fits(two):
        slips[two, one] = exchanged
    slips.pop((one, two), None)
    return slips


def exchange(typed: TypedClues, first: int, second: int) -> Slip | None:
    """The slip if two lines have each other's clue; None if it is the same."""
    one, two = typed.clues[first], typed.clues[second]
    if one == two:
        return None
    return Slip(MistakeKind.EXCHANGED, (first, second), {first: two, second: one})


def neighbours(typed: TypedClues, trials: Trials, core: Container[int]) -> Iterator[Candidate]:
    """The candidates that change two neighbouring lines, at least one of them in the core."""
    pairs = [
        (line, line + 1)
        for axis in typed.axes
        for line in axis[:-1]
        if line in core or line + 1 in core
    ]
    many: list[Slip] = []
    found_for = trials.pictures([freed(*pair) for pair in pairs], FEW_PICTURES)
    for pair, found in zip(pairs, found_for, strict=False):
        if found.complete and not found.found:
            continue
        slips = shared_slips(typed, *pair)
        if not found.complete:
            many += slips.values()
        for (one, two), picture in clues_read_off(found, pair):
            if slip := slips.get((one, two)):
                yield Candidate((slip,), COSTS[slip.kind], picture)
    changes: list[Changes] = [dict(slip.corrected) for slip in many]
    for slip, found in zip(many, trials.pictures(changes, 2), strict=False):
        if only := only_picture(found):
            yield Candidate((slip,), COSTS[slip.kind], only)
