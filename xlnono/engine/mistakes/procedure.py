"""The order of the search: one clue, whole lists, two neighbouring lines, then two mistakes."""

from __future__ import annotations

from collections.abc import Iterator

from xlnono.engine.mistakes.candidates import Candidate, freed
from xlnono.engine.mistakes.line_pairs import line_pairs, pair_candidates
from xlnono.engine.mistakes.neighbours import neighbours
from xlnono.engine.mistakes.ranking import SURE_COST
from xlnono.engine.mistakes.shifts import shifts
from xlnono.engine.mistakes.single_lines import SingleLines
from xlnono.engine.mistakes.trials import Trials
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.engine.mistakes.whole_lists import whole_lists


class MistakeSearch:
    """Looks for the candidates to correct clues without a picture.

    `core` are lines of which at least one has a wrong clue, empty if none are known. `only_line`
    is the only line of it that can be wrong if just one clue is. Both are set by `candidates`.
    """

    def __init__(self, typed: TypedClues, trials: Trials) -> None:
        self.typed = typed
        self.trials = trials
        self.core: list[int] = []
        self.only_line: int | None = None

    def candidates(self) -> list[Candidate]:
        """All candidates that were found in time, in no particular order."""
        misfits = self.typed.misfits
        self.core = list(misfits) or self.trials.core({})
        if len(misfits) == 2:
            return list(pair_candidates(self.typed, self.trials, [(misfits[0], misfits[1])]))
        if len(misfits) > 2:
            return []
        found = list(self._one_mistake())
        if all(candidate.cost > SURE_COST for candidate in found):
            found += line_pairs(self.typed, self.trials, self._suspects)
        if not found:
            self._shrink_core()
        return found

    @property
    def _suspects(self) -> list[int]:
        return self.core or [*range(len(self.typed.clues))]

    def _one_mistake(self) -> Iterator[Candidate]:
        typed, trials, suspects = self.typed, self.trials, self._suspects
        single = SingleLines(typed, trials)
        yield from single.candidates(suspects)
        if self.core and not trials.out_of_time and len(single.possible) == 1:
            self.only_line = single.possible[0]
        # The clue of a line that it does not fit stays a misfit when lists are reversed or shifted.
        if not typed.misfits:
            yield from whole_lists(typed, trials)
        if not typed.excess:
            yield from neighbours(typed, trials, suspects)
        if not typed.misfits:
            yield from shifts(typed, trials, suspects)

    def _shrink_core(self) -> None:
        """Leave out every line of the core without which the others still have no picture."""
        if self.typed.misfits:
            return
        for line in list(self.core):
            if line not in self.core:
                continue
            outside = [k for k in range(len(self.typed.clues)) if k not in self.core]
            self.core = self.trials.core(freed(line, *outside)) or self.core
