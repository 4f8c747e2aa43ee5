"""Locating typing mistakes: every kind of mistake is found, and what is proposed is proved."""

from __future__ import annotations

from xlnono import Grid, Outcome, Puzzle
from xlnono.engine.mistakes import locate_mistakes
from xlnono.model.mistakes import MistakeKind

CAT = Puzzle.of(
    Grid.from_text(
        """
        .#.....#..
        .##...##..
        .#######..
        .#.###.#..
        .#######.#
        ..##.##..#
        ...###...#
        ..######.#
        ..########
        ..######..
        """
    )
)


def test_a_number_that_is_one_too_small_is_corrected() -> None:
    rows = [list(clue) for clue in CAT.rows]
    rows[8] = [7]
    report = locate_mistakes(rows, CAT.columns)
    assert report.outcome is Outcome.NONE
    first = report.corrections[0]
    assert first.puzzle == CAT
    (mistake,) = first.mistakes
    assert mistake.kind is MistakeKind.ONE_OFF
    (change,) = mistake.changes
    assert change.line.named("en") == "row 9"
    assert (change.typed, change.correct) == ((7,), (8,))
