"""The order of the search: one mistake first, and two only if no usual one explains everything."""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.engine.mistakes.candidates import Candidate, freed
from xlnono.engine.mistakes.left_out import left_out_lines
from xlnono.engine.mistakes.one_mistake import all_but_whole_lists
from xlnono.engine.mistakes.single_lines import SingleLines
from xlnono.engine.mistakes.trials import Trials
from xlnono.engine.mistakes.two_mistakes import TwoMistakes
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.engine.mistakes.whole_lists import whole_lists
from xlnono.model.mistakes import MistakeKind


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
        two = TwoMistakes(self.typed, self.trials)
        if len(misfits) > 1:
            self.core = list(misfits)
            found = list(left_out_lines(self.typed, self.trials))
            if len(misfits) == 2:
                found += two.of_lines([(misfits[0], misfits[1])])
            return found
        found = self.with_one_mistake()
        found += left_out_lines(self.typed, self.trials)
        if any(_is_usual(candidate) for candidate in found):
            return found
        nothing = not found
        found += two.in_two_clues(self._suspects)
        if nothing:
            found += two.beside_each_other(self._suspects)
            found += two.in_exchanged_lines()
            found += two.in_shifted_lists()
            found += two.in_reversed_lists()
        if not found:
            self._shrink_core()
        return found

    def with_one_mistake(self) -> list[Candidate]:
        """The candidates with one mistake. At most one clue may not fit its line."""
        typed, trials = self.typed, self.trials
        self.core = list(typed.misfits)
        if not typed.misfits:
            for core in trials.cores([{}]):
                self.core = core
        single = SingleLines(typed, trials)
        found = list(all_but_whole_lists(typed, trials, self._suspects, single))
        if self.core and not trials.out_of_time and len(single.possible) == 1:
            self.only_line = single.possible[0]
        if not typed.misfits:
            found += whole_lists(typed, trials)
        return found

    @property
    def _suspects(self) -> Sequence[int]:
        """The lines of the core, or all."""
        return self.core or range(len(self.typed.clues))

    def _shrink_core(self) -> None:
        """Leave out every line of the core without which the others still have no picture."""
        if self.typed.misfits:
            return
        for line in list(self.core):
            if line in self.core:
                outside = [k for k in range(len(self.typed.clues)) if k not in self.core]
                for smaller in self.trials.cores([freed(line, *outside)]):
                    self.core = smaller or self.core


def _is_usual(candidate: Candidate) -> bool:
    """Whether people are known to make each of its mistakes."""
    return all(slip.kind is not MistakeKind.OTHER for slip in candidate.slips)
