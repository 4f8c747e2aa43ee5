"""Two mistakes: two lines are freed, one out of a core and one out of the core that is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xlnono.engine.mistakes.candidates import Candidate, Slip, clues_read_off, freed
from xlnono.engine.mistakes.edits import TWO_MISTAKES, edit_between
from xlnono.engine.mistakes.single_lines import FEW_PICTURES
from xlnono.engine.mistakes.trials import Trials
from xlnono.engine.mistakes.typed_clues import TypedClues


def _pairs(trials: Trials, core: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Every contradiction left without a line of the core needs another line."""
    seen = set()
    for first in core:
        for second in trials.core(freed(first)):
            pair = min(first, second), max(first, second)
            if pair not in seen:
                seen.add(pair)
                yield pair


def line_pairs(typed: TypedClues, trials: Trials, core: Sequence[int]) -> Iterator[Candidate]:
    """The candidates that change two lines, one of them in the core."""
    return pair_candidates(typed, trials, list(_pairs(trials, core)))


def pair_candidates(
    typed: TypedClues, trials: Trials, pairs: Sequence[tuple[int, int]]
) -> Iterator[Candidate]:
    """The candidates that change both lines of a pair."""
    found_for = trials.pictures([freed(*pair) for pair in pairs], FEW_PICTURES)
    for pair, found in zip(pairs, found_for, strict=False):
        for clues, masks in clues_read_off(found, pair):
            edits = [
                edit_between(typed.clues[line], clue, typed.length(line))
                for line, clue in zip(pair, clues, strict=True)
            ]
            slips = tuple(
                Slip(edit.kind, (line,), {line: clue})
                for edit, line, clue in zip(edits, pair, clues, strict=True)
            )
            yield Candidate(slips, sum(edit.cost for edit in edits) + TWO_MISTAKES, masks)
