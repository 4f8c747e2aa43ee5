"""From candidates, which know lines by number, to corrections."""

from __future__ import annotations

from xlnono.engine.hint import wrong_marks
from xlnono.engine.mistakes.candidates import Candidate
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.model.board import Board, Grid
from xlnono.model.mistakes import ChangedClue, Correction, Mistake
from xlnono.model.puzzle import Puzzle


def correction(typed: TypedClues, candidate: Candidate, marks: Board) -> Correction:
    """A candidate as a correction of the clues as typed."""
    mistakes, corrected = [], typed
    for slip in candidate.slips:
        after = corrected.corrected(slip.corrected)
        lines = tuple(map(marks.line, slip.lines))
        mistakes.append(Mistake(slip.kind, lines, _changes(corrected, after, marks)))
        corrected = after
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


def _changes(typed: TypedClues, corrected: TypedClues, board: Board) -> tuple[ChangedClue, ...]:
    return tuple(
        ChangedClue(board.line(line), typed.clues[line], clue, zero=line in typed.zeros)
        for line, clue in typed.differing(corrected).items()
    )
