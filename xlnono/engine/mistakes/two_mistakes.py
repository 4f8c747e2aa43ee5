"""Two mistakes: one in the core, and one in the core that is left without the first.

Each contradiction needs a wrong clue. Once the wrong clue of the core is freed, what
contradiction is left needs another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xlnono.engine.decide.line_clues import Changes, Picture, Pictures
from xlnono.engine.mistakes.candidates import Candidate, Slip, clues_read_off, freed
from xlnono.engine.mistakes.edits import COSTS, Numbers, edit_between
from xlnono.engine.mistakes.neighbours import shared_slips
from xlnono.engine.mistakes.one_mistake import all_but_whole_lists
from xlnono.engine.mistakes.shifts import Shift, all_shifts
from xlnono.engine.mistakes.single_lines import SingleLines
from xlnono.engine.mistakes.trials import Trials
from xlnono.engine.mistakes.typed_clues import TypedClues
from xlnono.engine.mistakes.whole_lists import reversals, with_mirror_image
from xlnono.model.mistakes import MistakeKind

MORE = 1.0
"""What two mistakes cost more than both together."""
MOST_PICTURES = 100
"""Up to so many pictures are listed with the lines of both mistakes free."""

Lines = tuple[int, ...]


def _together(slips: Sequence[tuple[Slip, float]], picture: Picture) -> Candidate | None:
    """The candidate of two slips; None if nothing is usual about either."""
    if all(slip.kind is MistakeKind.OTHER for slip, _ in slips):
        return None
    cost = sum(cost for _, cost in slips) + MORE
    return Candidate(tuple(slip for slip, _ in slips), cost, picture)


def _edit(typed: TypedClues, line: int, clue: Numbers) -> tuple[Slip, float]:
    edit = edit_between(typed.clues[line], clue, typed.length(line))
    return Slip(edit.kind, (line,), {line: clue}), edit.cost


class TwoMistakes:
    """Candidates with two mistakes."""

    def __init__(self, typed: TypedClues, trials: Trials) -> None:
        self.typed = typed
        self.trials = trials

    def of_lines(self, pairs: Sequence[tuple[int, int]]) -> Iterator[Candidate]:
        """The candidates that change both lines of a pair."""
        for pair, found in self._freed(pairs):
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
        shifts: list[tuple[Shift, Changes]] = []
        for axis in self.typed.axes:
            for shift in all_shifts(self.typed, axis):
                # The clue of the free line is not known yet.
                shifted = self.typed.corrected(shift.slip(self.typed, ()).corrected)
                shifts.append((shift, shift.changes | freed(*shifted.misfits)))
        cores = self.trials.cores([changes for _, changes in shifts])
        both = [
            (shift, line, changes | freed(line))
            for (shift, changes), core in zip(shifts, cores, strict=False)
            for line in ([k for k in changes if changes[k] is None and k != shift.free] or core)
            if line != shift.free
        ]
        found_for = self.trials.pictures([changes for *_, changes in both], MOST_PICTURES)
        for (shift, line, _), found in zip(both, found_for, strict=False):
            for (missing, clue), picture in clues_read_off(found, (shift.free, line)):
                slip = shift.slip(self.typed, missing)
                shifted = self.typed.corrected(slip.corrected)
                slips = [(slip, COSTS[slip.kind]), _edit(shifted, line, clue)]
                if candidate := _together(slips, picture):
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
        self, groups: Sequence[tuple[int, int]]
    ) -> Iterator[tuple[tuple[int, int], Pictures]]:
        trials = [freed(*lines) for lines in groups]
        return zip(groups, self.trials.pictures(trials, MOST_PICTURES), strict=False)

    def _read_off(self, found: Pictures, first: Lines, second: Lines) -> Iterator[Candidate]:
        """The candidates of one mistake on the first lines, one or two, and one on the second."""
        for clues, picture in clues_read_off(found, first + second):
            slips = []
            for lines, read in ((first, clues[: len(first)]), (second, clues[len(first) :])):
                if len(lines) == 1:
                    slips.append(_edit(self.typed, lines[0], read[0]))
                elif slip := shared_slips(self.typed, *lines).get((read[0], read[1])):
                    slips.append((slip, COSTS[slip.kind]))
            if len(slips) == 2 and (candidate := _together(slips, picture)):
                yield candidate
