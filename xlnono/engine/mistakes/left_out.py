"""A line left out of a grid that has no room for it: there is one line more than was typed."""

from __future__ import annotations

from collections.abc import Iterator

from xlnono.engine.decide.line_clues import Changes
from xlnono.engine.decide.picture import Picture
from xlnono.engine.mistakes.candidates import Candidate, Larger, Slip, clues_read_off
from xlnono.engine.mistakes.shifts import behind
from xlnono.engine.mistakes.single_lines import MORE_PICTURES
from xlnono.engine.mistakes.trials import Trials
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.model.board import Axis
from xlnono.model.mistakes import MistakeKind

COST = 3.5
"""More than that of usual slips, because counting the lines shows that one is missing. With less,
fewer corrections of single clues are sure."""


def left_out_lines(typed: TypedClues, trials: Trials) -> Iterator[Candidate]:
    """The candidates with one line more, on the axis that adds up to less."""
    if typed.shorter is None:
        return
    larger = typed.with_blank_line(typed.shorter)
    lines = larger.axes[typed.shorter is Axis.COLUMN]
    if larger.misfits or abs(typed.excess) > larger.length(lines[0]):
        return
    variants: list[Changes] = [{**behind(larger, line), line: None} for line in lines]
    found_for = trials.of_another_size(larger).pictures(variants, MORE_PICTURES)
    for line, changes, found in zip(lines, variants, found_for, strict=False):
        for (clue,), picture in clues_read_off(found, (line,)):
            right = {k: clue if other is None else other for k, other in changes.items()}
            puzzle = larger.corrected(right).puzzle
            yield Candidate(
                (Slip(MistakeKind.LINE_MISSING, (line,), {}),),
                COST,
                _without(picture, line, larger),
                larger=Larger(puzzle, picture),
            )


def _without(picture: Picture, line: int, size: TypedClues) -> Picture:
    """A picture of this size without one of its lines."""
    axis = size.axis(line)
    place = line - axis.start
    before = (1 << place) - 1

    def narrowed(mask: int) -> int:
        return mask & before | mask >> 1 & ~before

    masks = [picture[k] if k in axis else narrowed(picture[k]) for k in range(len(picture))]
    del masks[line]
    rows = line < size.height
    return Picture.of_masks(masks, size.height - rows, size.width - (not rows))
