"""Clues that cannot be read: what they can be, by all others."""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.engine.clock import Clock, Progress
from xlnono.engine.mistakes import SECONDS
from xlnono.engine.mistakes.candidates import Candidate, Slip, clues_read_off, freed
from xlnono.engine.mistakes.edits import Numbers
from xlnono.engine.mistakes.ranking import ranked
from xlnono.engine.mistakes.single_lines import MORE_PICTURES
from xlnono.engine.mistakes.trials import Trials
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.model.board import Board, Line
from xlnono.model.mistakes import MistakeKind
from xlnono.records import NamedTuple


class UnreadClues(NamedTuple):
    """What the clues of some lines can be.

    `readings` each have a clue for each of these lines, in their order, and leave exactly one
    solution; the most plausible is first. `impossible` says that there are none because no picture
    has the clues of all other lines.
    """

    readings: tuple[tuple[Numbers, ...], ...]
    impossible: bool


def unread_clues(
    rows: Sequence[Sequence[int]],
    columns: Sequence[Sequence[int]],
    unread: Sequence[Line],
    *,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> UnreadClues:
    """Find the clues of lines that cannot be read; what `rows` and `columns` have there is ignored.

    There are no readings if they are not all known: too many pictures may have the other clues.
    """
    typed = TypedClues.of(rows, columns)
    blank = Board(typed.height, typed.width)
    lines = [blank.number(line) for line in unread]
    if not {*typed.misfits} <= {*lines}:
        return UnreadClues((), impossible=True)
    trials = Trials(typed, blank, Clock.start(seconds, progress))
    candidates: list[Candidate] = []
    impossible = False
    for found in trials.pictures([freed(*lines)], MORE_PICTURES):
        impossible = found.complete and not found.found
        for clues, picture in clues_read_off(found, lines):
            slip = Slip(MistakeKind.OTHER, tuple(lines), dict(zip(lines, clues, strict=True)))
            candidates.append(Candidate((slip,), 0.0, picture))
    best_first = ranked(candidates, typed, blank)
    readings = (tuple(each.slips[0].corrected[line] for line in lines) for each in best_first)
    return UnreadClues(tuple(readings), impossible)
