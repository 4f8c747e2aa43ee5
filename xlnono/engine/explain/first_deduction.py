"""The deduction with which a visit of a line begins or continues."""

from __future__ import annotations

from xlnono.engine.explain.deductions import Deduction
from xlnono.engine.explain.line_ladder import deduce, shown
from xlnono.engine.explain.techniques import LADDER, LineState
from xlnono.model.steps import Technique


def first_deduction(
    state: LineState, technique: Technique, new_black: int, new_white: int
) -> Deduction:
    """The deduction of these cells by the simplest technique, unless another one of its group reads
    better.

    A line with all its blocks is called finished. Gaps that are too small are filled before it is
    said between which cells a block lies, because it does not lie in them. A place that shows more
    than the simplest technique finds belongs to the technique that finds it all.
    """
    if state.clue and state.black.bit_count() == sum(state.clue):
        return deduce(Technique.FINISHED_LINE, state, new_black, new_white)
    if technique in (Technique.OVERLAP, Technique.WALL_REACH) and new_black:
        gaps = shown(Technique.GAP_TOO_SMALL, state)[1] & ~state.white
        if gaps:
            return deduce(Technique.GAP_TOO_SMALL, state, 0, gaps)
    simplest = deduce(technique, state, new_black, new_white)
    if simplest.tells_all(state):
        return simplest
    for harder in LADDER:
        if harder.rung > technique.rung and harder.group == technique.group:
            black, white = shown(harder, state)
            black, white = black & ~state.black, white & ~state.white
            if black and (other := deduce(harder, state, black, white)).tells_all(state):
                return other
    return simplest
