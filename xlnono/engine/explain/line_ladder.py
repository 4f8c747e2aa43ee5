"""The ladder on one line: by the kernel, or by Python where there is none or the line is too long.

`techniques` and `deductions` are the Python ladder. It says the same about every line that some
arrangement fits.
"""

from __future__ import annotations

from typing import Any

from xlnono.engine.decide import native
from xlnono.engine.explain import deductions, techniques
from xlnono.engine.explain.deductions import Deduction
from xlnono.engine.explain.techniques import LADDER, LineState
from xlnono.model.steps import BlockBounds, OwnerCase, Stretch, Technique

_TECHNIQUES = list(LADDER)


def climb(line: LineState, first: int, last: int) -> tuple[int, int, int]:
    """The first rung, from `first` to `last`, whose technique fixes a cell, and those cells.

    They are masks of black and of white cells. If there is no such technique, there are no cells,
    and the rung is the one behind `last`. Raises OutOfTime.
    """
    if kernel := native.line_ladder(line.clue, line.length):
        rung, black, white = native.in_time(
            kernel.climb, line.clock, line.black, line.white, first, last
        )
        return rung, black, white
    for rung in range(first, last + 1):
        black, white = shown(_TECHNIQUES[rung], line)
        black, white = black & ~line.black, white & ~line.white
        if black or white:
            return rung, black, white
    return last + 1, 0, 0


def shown(technique: Technique, line: LineState) -> tuple[int, int]:
    """Masks of the cells that a technique shows to be black and white, known ones among them.

    Raises OutOfTime.
    """
    if kernel := native.line_ladder(line.clue, line.length):
        black, white = native.in_time(
            kernel.apply, line.clock, technique.rung, line.black, line.white
        )
        return black, white
    finding = techniques.apply(technique, line)
    return finding.black, finding.white


def deduce(technique: Technique, line: LineState, black: int, white: int) -> Deduction:
    """The result of `deductions.deduce`. Raises OutOfTime."""
    kernel = native.line_ladder(line.clue, line.length)
    # The kernel does not say what the opposite colours would break.
    if kernel is None or technique is Technique.COMPLETE_LINE:
        return deductions.deduce(technique, line, black, white)
    black, white, evidence, *facts = native.in_time(
        kernel.deduce, line.clock, technique.rung, line.black, line.white, black, white
    )
    return Deduction(technique, black, white, evidence, *named_facts(*facts))


def named_facts(
    bounds: Any, stretches: Any, cases: Any
) -> tuple[tuple[BlockBounds, ...], tuple[Stretch, ...], tuple[OwnerCase, ...]]:
    """The bounds, stretches and cases of a deduction, from the tuples of the kernel."""
    return (
        tuple(map(BlockBounds._make, bounds)),
        tuple(map(Stretch._make, stretches)),
        tuple(OwnerCase(owner, tuple(map(BlockBounds._make, reached))) for owner, reached in cases),
    )
