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
    height = typed.height
    clues = list(typed.clues)
    for slip in candidate.slips:
        for line, clue in slip.corrected.items():
            clues[line] = clue
    grid = Grid(candidate.masks[:height], typed.width)
    mirrored = candidate.mirrored
    return Correction(
        tuple(_mistake(typed, slip, marks) for slip in candidate.slips),
        Puzzle(clues[:height], clues[height:]),
        grid,
        candidate.cost,
        tuple(wrong_marks(marks, grid)),
        None if mirrored is None else correction(typed, mirrored, marks),
    )


def _mistake(typed: TypedClues, slip: Slip, board: Board) -> Mistake:
    changes = tuple(
        ChangedClue(board.line(line), typed.clues[line], clue)
        for line, clue in sorted(slip.corrected.items())
    )
    return Mistake(slip.kind, tuple(map(board.line, slip.lines)), changes)
