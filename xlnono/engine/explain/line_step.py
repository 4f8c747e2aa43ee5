"""The simplest step that settles given cells of a line."""

from __future__ import annotations

from xlnono.engine.clock import Clock
from xlnono.engine.explain.deductions import Deduction, deduce
from xlnono.engine.explain.techniques import LADDER, LineState, apply
from xlnono.model.board import Line, bits
from xlnono.model.steps import Step, Technique


def step_of(line: Line, deduction: Deduction) -> Step:
    fixed = line.colours(deduction.black, deduction.white)
    evidence = tuple(line.cell(offset) for offset in bits(deduction.evidence))
    return Step(
        deduction.technique,
        line,
        fixed,
        evidence,
        deduction.bounds,
        deduction.stretches,
        deduction.cases,
        refutations=tuple(reason.on(line) for reason in deduction.refutations),
    )


def simplest_for(
    line: Line, clue: tuple[int, ...], length: int, known: tuple[int, int], cells: int, clock: Clock
) -> Step:
    """The simplest step on a line that settles all of some cells, and only those.

    `known` are the masks of its black and white cells, `cells` is a mask of unknown cells. Raises
    OutOfTime, or ValueError if not all arrangements agree on the cells.
    """
    state = LineState(clue, length, *known, clock)
    finished = clue and state.black.bit_count() == sum(clue)
    for technique in (Technique.FINISHED_LINE,) if finished else LADDER:
        finding = apply(technique, state)
        if not cells & ~(finding.black | finding.white):
            found = deduce(technique, state, finding.black & cells, finding.white & cells)
            if found.black | found.white == cells:
                return step_of(line, found)
    raise ValueError("not all arrangements of the line agree on the cells")
