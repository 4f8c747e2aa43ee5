"""One mistake: the searches for all kinds of it, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xlnono.engine.mistakes.candidates import Candidate
from xlnono.engine.mistakes.neighbours import neighbours
from xlnono.engine.mistakes.shifts import shifts
from xlnono.engine.mistakes.single_lines import SingleLines
from xlnono.engine.mistakes.trials import Trials
from xlnono.engine.mistakes.typed_clues import TypedClues


def all_but_whole_lists(
    typed: TypedClues, trials: Trials, core: Sequence[int], single: SingleLines
) -> Iterator[Candidate]:
    """The candidates with one mistake that changes a line of the core."""
    yield from single.candidates(core)
    if not typed.excess:
        yield from neighbours(typed, trials, core)
    # A clue that does not fit its line does not fit the next one either.
    if not typed.misfits:
        yield from shifts(typed, trials, core)
