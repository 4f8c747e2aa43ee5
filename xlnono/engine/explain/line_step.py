"""A deduction on a line as a step of the log."""

from __future__ import annotations

from xlnono.engine.clock import Clock
from xlnono.engine.explain.deductions import Deduction, deduce
from xlnono.engine.explain.techniques import LADDER, LineState, apply
from xlnono.model.board import Line, bits
from xlnono.model.steps import Step, Technique


def step_of(line: Line, deduction: Deduction, state: LineState) -> Step:
    """A deduction on a line in this state, as a step."""
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
        known=(state.black, state.white),
    )


def with_all_shown(step: Step, clue: tuple[int, ...], length: int) -> Step:
    """The step with all cells that the places of its blocks show.

    The places avoid the white cells of the board, so they can show more cells than the technique.
    """
    if step.line is None or not step.bounds:
        return step
    black = white = 0
    for block, first, last, _ in step.bounds:
        size = clue[block]
        start = last + 1 - size
        if start < first + size:
            black |= (1 << (first + size)) - (1 << start)
        if start == first:
            white |= (1 << first) >> 1 | 1 << (last + 1)
    white &= (1 << length) - 1
    known = step.known[0] | step.known[1]
    for row, column, _ in step.fixed:
        known |= 1 << row + column - step.line.index
    black, white = black & ~known, white & ~known
    if not black | white:
        return step
    return step._replace(fixed=tuple(sorted((*step.fixed, *step.line.colours(black, white)))))


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
                return step_of(line, _about(found, cells, state), state)
    raise ValueError("not all arrangements of the line agree on the cells")


def _about(deduction: Deduction, cells: int, state: LineState) -> Deduction:
    """A deduction without the gaps and runs that settle none of some cells."""
    technique = deduction.technique
    if technique is Technique.RUN_CLOSED:
        settled = [state.sides(first, last + 1) for first, last, _ in deduction.stretches]
    elif technique in (Technique.JOINED_RUNS, Technique.GAP_TOO_SMALL):
        settled = [(2 << last) - (1 << first) for first, last, _ in deduction.stretches]
    else:
        return deduction
    pairs = zip(deduction.stretches, settled, strict=True)
    return deduction._replace(stretches=tuple(one for one, near in pairs if near & cells))
