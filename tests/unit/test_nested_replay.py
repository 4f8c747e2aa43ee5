"""Nested contradictions on the replay sheet."""

from __future__ import annotations

import xlnono
from tests.unit.test_explain import NEEDS_RECURSION
from xlnono import Technique
from xlnono.puzzle_sheet.replay_rows import ASSUMED, FOLLOWS, codes, replay_rows
from xlnono.wording import GridNames, Reasons


def test_the_replay_shows_what_contradictions_inside_prove_as_conclusions() -> None:
    """Only the cell at the head of a nested contradiction has the colour of an assumption."""
    log = xlnono.solve(NEEDS_RECURSION, explain=True).log
    assert log is not None
    why = [Reasons("", [""] * len(visit.steps)) for visit in log.visits]
    rows = replay_rows(log, NEEDS_RECURSION, GridNames(), "en", why)
    met = 0
    for visit, row in zip(log.visits, rows.visits[1:], strict=True):
        (step, *_) = visit.steps
        if step.technique is not Technique.NESTED_CONTRADICTION:
            continue
        (branch,) = step.branches
        shown = codes(row, rows.chains, NEEDS_RECURSION)
        supposed = {cell for cell, marks in shown.items() if set(marks) & set(ASSUMED.values())}
        assert supposed == {(y, x) for y, x, _ in branch.assumed}
        for link in branch.chain:
            for y, x, cell in link.fixed:
                assert FOLLOWS[cell] in shown[y, x]
                met += link.line is None
    assert met > 1
