"""From candidates, which know lines by number, to corrections."""

from __future__ import annotations

from xlnono.engine.hint import wrong_marks
from xlnono.engine.mistakes.candidates import Candidate, Larger
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.model.board import Board, Grid
from xlnono.model.mistakes import ChangedClue, Correction, Mistake


def correction(typed: TypedClues, candidate: Candidate, marks: Board) -> Correction:
    """A candidate as a correction of the clues as typed."""
    if candidate.larger is not None:
        return _line_more(candidate, candidate.larger, marks)
    mistakes, corrected = [], typed
    for slip in candidate.slips:
        after = corrected.corrected(slip.corrected)
        lines = tuple(map(marks.line, slip.lines))
        mistakes.append(Mistake(slip.kind, lines, _changes(corrected, after, marks)))
        corrected = after
    grid = Grid(tuple(candidate.picture[: typed.height]), typed.width)
    mirrored = candidate.mirrored
    return Correction(
        mistakes=tuple(mistakes),
        changes=_changes(typed, corrected, marks),
        puzzle=corrected.puzzle,
        grid=grid,
        cost=candidate.cost,
        wrong_marks=tuple(wrong_marks(marks, grid)),
        mirrored=None if mirrored is None else correction(typed, mirrored, marks),
    )


def _line_more(candidate: Candidate, larger: Larger, marks: Board) -> Correction:
    """The correction that changes no clue, but inserts a line."""
    (slip,) = candidate.slips
    height, width = larger.puzzle.height, larger.puzzle.width
    lines = tuple(map(Board(height, width).line, slip.lines))
    as_typed = Grid(tuple(candidate.picture[: marks.height]), marks.width)
    return Correction(
        mistakes=(Mistake(slip.kind, lines, ()),),
        changes=(),
        puzzle=larger.puzzle,
        grid=Grid(tuple(larger.picture[:height]), width),
        cost=candidate.cost,
        wrong_marks=tuple(wrong_marks(marks, as_typed)),
    )


def _changes(typed: TypedClues, corrected: TypedClues, board: Board) -> tuple[ChangedClue, ...]:
    return tuple(
        ChangedClue(board.line(line), typed.clues[line], clue, zero=line in typed.zeros)
        for line, clue in typed.differing(corrected).items()
    )
