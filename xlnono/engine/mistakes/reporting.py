"""From candidates, which know lines by number, to corrections."""

from __future__ import annotations

from xlnono.engine.hint import wrong_marks
from xlnono.engine.mistakes.candidates import Candidate, Slip
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.model.board import Board, Grid
from xlnono.model.mistakes import ChangedClue, Correction, Mistake
from xlnono.model.puzzle import Puzzle


def correction(typed: TypedClues, candidate: Candidate, marks: Board) -> Correction:
    """A candidate as a correction of the clues as typed."""
    mistakes, corrected = [], typed
    for slip in candidate.slips:
        mistakes.append(_mistake(corrected, slip, marks))
        corrected = corrected.corrected(slip.corrected)
    height = typed.height
    grid = Grid(tuple(candidate.picture[:height]), typed.width)
    mirrored = candidate.mirrored
    return Correction(
        mistakes=tuple(mistakes),
        changes=_changes(typed, corrected, marks),
        puzzle=Puzzle(corrected.clues[:height], corrected.clues[height:]),
        grid=grid,
        cost=candidate.cost,
        wrong_marks=tuple(wrong_marks(marks, grid)),
        mirrored=None if mirrored is None else correction(typed, mirrored, marks),
    )


def _mistake(typed: TypedClues, slip: Slip, board: Board) -> Mistake:
    changes = _changes(typed, typed.corrected(slip.corrected), board)
    return Mistake(slip.kind, tuple(map(board.line, slip.lines)), changes)


def _changes(typed: TypedClues, corrected: TypedClues, board: Board) -> tuple[ChangedClue, ...]:
    return tuple(
        ChangedClue(board.line(line), before, after)
        for line, (before, after) in enumerate(zip(typed.clues, corrected.clues, strict=True))
        if before != after
    )
