"""Two mistakes: one in the core, and one in the core that is left without the first.

Each contradiction needs a wrong clue. Once the wrong clue of the core is freed, what
contradiction is left needs another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from xlnono.engine.decide.line_clues import Changes, Pictures
from xlnono.engine.decide.picture import Picture
from xlnono.engine.mistakes.candidates import Candidate, Slip, clues_read_off, freed
from xlnono.engine.mistakes.edits import COSTS, Numbers
from xlnono.engine.mistakes.neighbours import exchange, shared_slips
from xlnono.engine.mistakes.one_mistake import all_but_whole_lists
from xlnono.engine.mistakes.shifts import all_shifts
from xlnono.engine.mistakes.single_lines import SingleLines, slip_on
from xlnono.engine.mistakes.trials import Trials
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.engine.mistakes.whole_lists import reversals, with_mirror_image
from xlnono.model.mistakes import MistakeKind

MORE = 1.0
"""What two mistakes cost more than both together."""
MOST_PICTURES = 100
"""Up to so many pictures are listed with the lines of both mistakes free."""

MORE_PICTURES = 1000
"""The same for two clues, if there are more."""

Lines = tuple[int, ...]


def _together(slips: Sequence[tuple[Slip, float]], picture: Picture) -> Candidate | None:
    """The candidate of two slips; None if nothing is usual about either."""
    if all(slip.kind is MistakeKind.OTHER for slip, _ in slips):
        return None
    cost = sum(cost for _, cost in slips) + MORE
    return Candidate(tuple(slip for slip, _ in slips), cost, picture)


@dataclass(frozen=True)
class FirstSlip:
    """A slip to be corrected before another one is looked for.

    `slip` makes it from the clues of the `free` lines, once they are known.
    """

    changes: Changes
    free: Lines
    slip: Callable[[Sequence[Numbers]], Slip]


def _known(slip: Slip, clues: Sequence[Numbers]) -> Slip:
    """A slip for which no clue has to be read off."""
    return slip


class TwoMistakes:
    """Candidates with two mistakes."""

    def __init__(self, typed: TypedClues, trials: Trials) -> None:
        self.typed = typed
        self.trials = trials

    def of_lines(self, pairs: Sequence[tuple[int, int]]) -> Iterator[Candidate]:
        """The candidates that change both lines of a pair."""
        many = []
        for pair, found in self._freed(pairs, MOST_PICTURES):
            yield from self._read_off(found, pair[:1], pair[1:])
            if not found.complete:
                many.append(pair)
        for pair, found in self._freed(many, MORE_PICTURES):
            yield from self._read_off(found, pair[:1], pair[1:])

    def in_two_clues(self, core: Sequence[int]) -> Iterator[Candidate]:
        """The candidates that change one line of a core and another line."""
        cores = self.trials.cores([freed(line) for line in core])
        yield from self.of_lines(
            sorted(
                {
                    (min(first, second), max(first, second))
                    for first, second_core in zip(core, cores, strict=False)
                    for second in second_core
                }
            )
        )

    def beside_each_other(self, core: Sequence[int]) -> Iterator[Candidate]:
        """The candidates that change two neighbouring lines and another one."""
        firsts: list[Lines] = [(line,) for line in core] + self._neighbours(core)
        cores = self.trials.cores([freed(*lines) for lines in firsts])
        triples: dict[tuple[Lines, Lines], None] = {}
        for first, second_core in zip(firsts, cores, strict=False):
            seconds = self._neighbours(second_core) if len(first) == 1 else second_core
            for second in seconds:
                pair, line = (first, (second,)) if isinstance(second, int) else (second, first)
                if line[0] not in pair:
                    triples[pair, line] = None
        trials = [freed(*pair, *line) for pair, line in triples]
        found_for = self.trials.pictures(trials, MOST_PICTURES)
        for (pair, line), found in zip(triples, found_for, strict=False):
            yield from self._read_off(found, pair, line)

    def in_shifted_lists(self) -> Iterator[Candidate]:
        """The candidates with a line left out or typed twice, and one wrong clue."""
        typed = self.typed
        return self._then_one_clue(
            [
                FirstSlip(shift.changes, (shift.free,), partial(shift.slip_of, typed))
                for axis in typed.axes
                for shift in all_shifts(typed, axis)
            ]
        )

    def in_exchanged_lines(self) -> Iterator[Candidate]:
        """The candidates with two exchanged lines, and one wrong clue."""
        slips = [exchange(self.typed, *pair) for axis in self.typed.axes for pair in pairwise(axis)]
        return self._then_one_clue(
            [FirstSlip({**slip.corrected}, (), partial(_known, slip)) for slip in slips if slip]
        )

    def _then_one_clue(self, firsts: Sequence[FirstSlip]) -> Iterator[Candidate]:
        """The candidates with one of these slips, and one wrong clue."""
        # A clue that does not fit its line is the wrong one.
        misfits = []
        for first in firsts:
            slip = first.slip([()] * len(first.free))
            misfits.append(self.typed.corrected(slip.corrected).misfits)
        variants = [
            first.changes | freed(*wrong) for first, wrong in zip(firsts, misfits, strict=True)
        ]
        cores = self.trials.cores(variants)
        both = [
            (first, line, changes | freed(line))
            for first, wrong, changes, core in zip(firsts, misfits, variants, cores, strict=False)
            for line in wrong or core
            if line not in first.free
        ]
        found_for = self.trials.pictures([changes for *_, changes in both], MOST_PICTURES)
        for (first, line, _), found in zip(both, found_for, strict=False):
            for clues, picture in clues_read_off(found, (*first.free, line)):
                slip = first.slip(clues[:-1])
                second = slip_on(self.typed.corrected(slip.corrected), line, clues[-1])
                if candidate := _together([(slip, COSTS[slip.kind]), second], picture):
                    yield candidate

    def in_reversed_lists(self) -> Iterator[Candidate]:
        """The candidates with lists typed from the wrong end, and another mistake."""
        for reversal in reversals(self.typed):
            typed = self.typed.after(reversal.slips)
            trials = self.trials.of(typed)
            cores = [list(typed.misfits)] if typed.misfits else trials.cores([{}])
            for core in cores:
                single = SingleLines(typed, trials)
                for other in all_but_whole_lists(typed, trials, core, single):
                    slips = reversal.slips + other.slips
                    cost = reversal.cost + other.cost + MORE
                    candidate = Candidate(slips, cost, other.picture)
                    yield with_mirror_image(self.typed, reversal, candidate)

    def _neighbours(self, core: Sequence[int]) -> list[Lines]:
        """The pairs of neighbouring lines, at least one of them in the core."""
        return [
            (line, line + 1)
            for axis in self.typed.axes
            for line in axis[:-1]
            if line in core or line + 1 in core
        ]

    def _freed(
        self, pairs: Sequence[tuple[int, int]], most: int
    ) -> Iterator[tuple[tuple[int, int], Pictures]]:
        trials = [freed(*pair) for pair in pairs]
        return zip(pairs, self.trials.pictures(trials, most), strict=False)

    def _read_off(self, found: Pictures, first: Lines, second: Lines) -> Iterator[Candidate]:
        """The candidates of one mistake on the first lines, one or two, and one on the second."""
        for clues, picture in clues_read_off(found, first + second):
            slips = []
            for lines, read in ((first, clues[: len(first)]), (second, clues[len(first) :])):
                if len(lines) == 1:
                    slips.append(slip_on(self.typed, lines[0], read[0]))
                elif slip := shared_slips(self.typed, *lines).get((read[0], read[1])):
                    slips.append((slip, COSTS[slip.kind]))
            if len(slips) == 2 and (candidate := _together(slips, picture)):
                yield candidate
