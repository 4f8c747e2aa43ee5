"""The key moments of a log: the first use of each technique, narrow places, the hardest step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from xlnono.model.board import Line
from xlnono.model.steps import Log, Technique, Visit
from xlnono.records import NamedTuple

_FEW_LINES = 2
_NARROW_PLACES = 2
"""The most narrow places of a story."""


class FirstUse(NamedTuple):
    """A technique, the number of the visit that first used it, and how many deductions did."""

    technique: Technique
    visit: int
    deductions: int


class Narrow(NamedTuple):
    """Visits, from number `first` to `last`, before each of which at most `lines` (1 or 2) lines
    allowed a deduction. `line` is the line of a single visit if no other one did."""

    first: int
    last: int
    lines: int
    line: Line | None


class Hardest(NamedTuple):
    """The number of the hardest visit and its technique; `links` is the length of its chain."""

    visit: int
    technique: Technique
    links: int


class Story(NamedTuple):
    """The key moments of a log. Visits are numbered from 1.

    >>> from xlnono import Puzzle, solve
    >>> log = solve(Puzzle(rows=[[2], [1]], columns=[[1], [2]]), explain=True).log
    >>> story_of(log).hardest
    Hardest(visit=1, technique=<Technique.OVERLAP: 'overlap'>, links=0)
    """

    first_uses: tuple[FirstUse, ...]
    narrow: tuple[Narrow, ...]
    hardest: Hardest | None


def story_of(log: Log) -> Story:
    """The key moments of a log; the narrow places are the narrowest, in the order of the log."""
    visits = log.visits
    choices = list(_choices(log, visits))
    narrow = sorted(
        _narrow(visits, choices, solved=not log.unknown),
        key=lambda place: (place.lines, place.first - place.last),
    )
    return Story(
        tuple(_first_uses(log, visits)),
        tuple(sorted(narrow[:_NARROW_PLACES])),
        _hardest(visits, choices),
    )


def _choices(log: Log, visits: Sequence[Visit]) -> Iterator[int]:
    """How many lines allowed a deduction before each visit."""
    step = 0
    for visit in visits:
        yield log.choices[step] if step < len(log.choices) else 0
        step += len(visit.steps)


def _first_uses(log: Log, visits: Sequence[Visit]) -> Iterator[FirstUse]:
    first: dict[Technique, int] = {}
    for number, visit in enumerate(visits, 1):
        for technique in visit.techniques:
            first.setdefault(technique, number)
    for technique, deductions in log.by_technique().items():
        yield FirstUse(technique, first[technique], deductions)


def _narrow(visits: Sequence[Visit], choices: Sequence[int], *, solved: bool) -> Iterator[Narrow]:
    """The narrow places, except the end of a solved puzzle, where few lines are left anyway."""
    number = 1
    for few, group in groupby(choices, lambda lines: 0 < lines <= _FEW_LINES):
        lines = list(group)
        first, last = number, number + len(lines) - 1
        number += len(lines)
        if few and not (solved and last == len(visits)):
            only = visits[first - 1].line if first == last and lines == [1] else None
            yield Narrow(first, last, max(lines), only)


def _hardest(visits: Sequence[Visit], choices: Sequence[int]) -> Hardest | None:
    """The visit with the hardest technique; of several, the one with the longest chain, then the
    one with the fewest other lines to choose from."""
    hardest: tuple[tuple[int, int, int], Hardest] | None = None
    for number, (visit, lines) in enumerate(zip(visits, choices, strict=True), 1):
        step = max(visit.steps, key=lambda step: step.technique.rung)
        links = len(step.branches[0].chain) if step.branches else 0
        weight = step.technique.rung, links, -lines
        if hardest is None or weight > hardest[0]:
            hardest = weight, Hardest(number, step.technique, links)
    return None if hardest is None else hardest[1]
