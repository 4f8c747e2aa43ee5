"""What a clue was probably meant to be: the slips that people make, and what each costs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from xlnono.model.mistakes import MistakeKind
from xlnono.model.puzzle import Clue
from xlnono.records import NamedTuple

COSTS = {
    MistakeKind.ONE_OFF: 2.1,
    MistakeKind.LOOK_ALIKE: 2.0,
    MistakeKind.DROPPED: 2.2,
    MistakeKind.DOUBLED: 2.1,
    MistakeKind.SWAPPED: 2.1,
    MistakeKind.SPLIT: 2.2,
    MistakeKind.JOINED: 2.1,
    MistakeKind.EXCHANGED: 2.2,
    MistakeKind.MOVED: 2.3,
    MistakeKind.LIST_REVERSED: 2.2,
    MistakeKind.ALL_BACKWARDS: 2.2,
    MistakeKind.BACKWARDS: 2.3,
    MistakeKind.LINE_MISSING: 2.4,
    MistakeKind.LINE_REPEATED: 2.5,
    MistakeKind.FEW_OFF: 2.7,
    MistakeKind.EXTRA: 3.0,
    MistakeKind.OTHER: 3.5,
}
"""How unusual each mistake is. Where these numbers are close, the smoother picture wins (see
`xlnono.engine.mistakes.ranking`)."""

_LOOK_ALIKES = {"1": "7", "7": "1", "3": "8", "8": "36", "5": "6", "6": "58"}
_FEW = (2, 3, 10)

Numbers = tuple[int, ...]


class Edit(NamedTuple):
    """What happened to a clue, and what that costs."""

    kind: MistakeKind
    cost: float


OTHER = Edit(MistakeKind.OTHER, COSTS[MistakeKind.OTHER])


def _other_digits(number: int) -> Iterator[int]:
    digits = str(number)
    for place, digit in enumerate(digits):
        for other in _LOOK_ALIKES.get(digit, ""):
            yield int(digits[:place] + other + digits[place + 1 :])


def _with_another_digit(number: int) -> Iterator[int]:
    """The numbers of which one digit was not typed."""
    digits = str(number)
    for place in range(len(digits) + 1):
        for digit in range(10):
            longer = int(digits[:place] + str(digit) + digits[place:])
            if len(str(longer)) > len(digits):
                yield longer


def _without_doubled_digit(number: int) -> Iterator[int]:
    digits = str(number)
    for place in range(1, len(digits)):
        if digits[place] == digits[place - 1]:
            yield int(digits[:place] + digits[place + 1 :])


def _swapped_digits(number: int) -> Iterator[int]:
    digits = str(number)
    for place in range(1, len(digits)):
        yield int(digits[: place - 1] + digits[place] + digits[place - 1] + digits[place + 1 :])


def _parts(number: int) -> Iterator[Numbers]:
    """The two numbers that were typed as this one: its digits, or what adds up to it."""
    digits = str(number)
    for place in range(1, len(digits)):
        yield int(digits[:place]), int(digits[place:])
    for first in range(1, number):
        yield first, number - first


def _all_edits(typed: Numbers, total: int) -> Iterator[tuple[MistakeKind, Numbers]]:
    """Each kind of slip in `typed`, with what was meant; most with this total, all numbers."""
    kinds = MistakeKind
    more = total - sum(typed)
    if not typed:
        # Whatever the clue was, it was left out.
        yield kinds.LINE_MISSING, (total,)
        return
    for place, number in enumerate(typed):
        before, after = typed[:place], typed[place + 1 :]

        def instead(*numbers: int, before: Numbers = before, after: Numbers = after) -> Numbers:
            return before + numbers + after

        changed = number + more
        if abs(more) == 1:
            yield kinds.ONE_OFF, instead(changed)
        if changed in _other_digits(number):
            yield kinds.LOOK_ALIKE, instead(changed)
        if changed in _with_another_digit(number):
            yield kinds.DROPPED, instead(changed)
        if changed in _without_doubled_digit(number):
            yield kinds.DOUBLED, instead(changed)
        if changed in _swapped_digits(number):
            yield kinds.SWAPPED, instead(changed)
        if abs(more) in _FEW:
            yield kinds.FEW_OFF, instead(changed)
        if number == -more:
            yield kinds.DOUBLED if after[:1] == (number,) else kinds.EXTRA, instead()
        for parts in _parts(number):
            yield kinds.JOINED, instead(*parts)
        if after:
            following, rest = after[0], after[1:]
            if following != number:
                yield kinds.SWAPPED, (*before, following, number, *rest)
            yield kinds.SPLIT, (*before, int(f"{number}{following}"), *rest)
            yield kinds.SPLIT, (*before, number + following, *rest)
    for place in range(len(typed) + 1):
        yield kinds.DROPPED, (*typed[:place], more, *typed[place:])
    yield kinds.BACKWARDS, typed[::-1]


@lru_cache(maxsize=1 << 12)
def likely_clues(typed: Numbers, length: int, total: int) -> dict[Numbers, Edit]:
    """The clues with this total that a line of this length may have had, the cheapest first.

    `typed` need not fit the line.
    """
    found: dict[Numbers, Edit] = {}
    for kind, clue in _all_edits(typed, total):
        if sum(clue) != total or clue == typed or min(clue, default=1) < 1:
            continue
        if Clue(clue).least_length > length:
            continue
        edit = Edit(kind, COSTS[kind])
        if clue not in found or edit.cost < found[clue].cost:
            found[clue] = edit
    return dict(sorted(found.items(), key=lambda item: item[1].cost))


def edit_between(typed: Numbers, meant: Numbers, length: int) -> Edit:
    """What happened if `typed` stands for `meant` on a line of this length."""
    if not typed:
        return Edit(MistakeKind.LINE_MISSING, COSTS[MistakeKind.LINE_MISSING])
    return likely_clues(typed, length, sum(meant)).get(meant, OTHER)
