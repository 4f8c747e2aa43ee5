"""Makes typing mistakes in the clues of a puzzle, one function for each kind.

A function gets the clues as lists that it changes, and returns False if the puzzle has no place for
that kind of mistake. Nothing here knows how mistakes are located.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

Clues = list[list[int]]
Axes = tuple[Clues, Clues]
"""The clues of the rows, and of the columns."""

_LOOK_ALIKES = ("17", "38", "56", "68")
_TRIES = 50


def _axis(axes: Axes, random: Random) -> Clues:
    return random.choice(axes)


def _clue(axes: Axes, random: Random, least: int = 1) -> list[int] | None:
    """A random clue with at least so many numbers."""
    clues = [clue for axis in axes for clue in axis if len(clue) >= least]
    return random.choice(clues) if clues else None


def _change_number(axes: Axes, random: Random, by: Callable[[int], list[int]]) -> bool:
    """Put another number, one of those that `by` gives, in the place of a random one."""
    places = [
        (clue, k)
        for axis in axes
        for clue in axis
        for k, number in enumerate(clue)
        if any(other > 0 for other in by(number))
    ]
    if not places:
        return False
    clue, k = random.choice(places)
    clue[k] = random.choice([other for other in by(clue[k]) if other > 0])
    return True


def _replace(axes: Axes, random: Random, width: int, made: Callable[..., list[int] | None]) -> bool:
    """Put other numbers in the place of some neighbouring ones."""
    places = [
        (clue, k, numbers)
        for axis in axes
        for clue in axis
        for k in range(len(clue) - width + 1)
        if (numbers := made(*clue[k : k + width])) is not None
    ]
    if not places:
        return False
    clue, k, numbers = random.choice(places)
    clue[k : k + width] = numbers
    return True


def off_by_one(axes: Axes, random: Random) -> bool:
    return _change_number(axes, random, lambda number: [number - 1, number + 1])


def look_alike_digit(axes: Axes, random: Random) -> bool:
    def others(number: int) -> list[int]:
        digits = str(number)
        return [
            int(digits[:k] + other + digits[k + 1 :])
            for k, digit in enumerate(digits)
            for pair in _LOOK_ALIKES
            if digit in pair
            for other in pair.replace(digit, "")
        ]

    return _change_number(axes, random, others)


def off_by_few(axes: Axes, random: Random) -> bool:
    by = random.choice((2, 3, 10))
    return _change_number(axes, random, lambda number: [number - by, number + by])


def number_dropped(axes: Axes, random: Random) -> bool:
    return _replace(axes, random, 1, lambda number: [])


def number_doubled(axes: Axes, random: Random) -> bool:
    return _replace(axes, random, 1, lambda number: [number, number])


def numbers_swapped(axes: Axes, random: Random) -> bool:
    return _replace(axes, random, 2, lambda one, two: [two, one] if one != two else None)


def digits_split(axes: Axes, random: Random) -> bool:
    """12 as 1 2."""
    return _replace(
        axes,
        random,
        1,
        lambda number: [*divmod(number, 10)] if number > 10 and number % 10 else None,
    )


def digits_joined(axes: Axes, random: Random) -> bool:
    """1 2 as 12."""
    return _replace(
        axes, random, 2, lambda one, two: [int(f"{one}{two}")] if max(one, two) < 10 else None
    )


def number_split(axes: Axes, random: Random) -> bool:
    """5 as 2 3."""
    return _replace(axes, random, 1, lambda number: _split(number, random))


def _split(number: int, random: Random) -> list[int] | None:
    first = random.randint(1, max(number - 1, 1))
    return [first, number - first] if number > 1 else None


def numbers_added(axes: Axes, random: Random) -> bool:
    """2 3 as 5."""
    return _replace(axes, random, 2, lambda one, two: [one + two])


def extra_number(axes: Axes, random: Random) -> bool:
    clue = _clue(axes, random)
    if clue is None:
        return False
    clue.insert(random.randint(0, len(clue)), random.randint(1, 5))
    return True


def clue_backwards(axes: Axes, random: Random) -> bool:
    clues = [clue for axis in axes for clue in axis if clue != clue[::-1]]
    if not clues:
        return False
    random.choice(clues).reverse()
    return True


def _neighbours(axes: Axes, random: Random) -> tuple[list[int], list[int]]:
    axis = _axis(axes, random)
    k = random.randrange(len(axis) - 1)
    one, two = axis[k], axis[k + 1]
    return (one, two) if random.random() < 0.5 else (two, one)


def lines_exchanged(axes: Axes, random: Random) -> bool:
    for _ in range(_TRIES):
        one, two = _neighbours(axes, random)
        if one != two:
            one[:], two[:] = two[:], one[:]
            return True
    return False


def number_moved(axes: Axes, random: Random) -> bool:
    """To the neighbouring line."""
    for _ in range(_TRIES):
        one, two = _neighbours(axes, random)
        if one:
            two.insert(random.randint(0, len(two)), one.pop(random.randrange(len(one))))
            return True
    return False


def clue_of_neighbour(axes: Axes, random: Random) -> bool:
    """A line has the clue of the one beside it, too."""
    for _ in range(_TRIES):
        one, two = _neighbours(axes, random)
        if one != two:
            two[:] = one
            return True
    return False


def clue_left_blank(axes: Axes, random: Random) -> bool:
    clue = _clue(axes, random)
    if clue is None:
        return False
    clue.clear()
    return True


def list_reversed(axes: Axes, random: Random) -> bool:
    _axis(axes, random).reverse()
    return True


def all_clues_backwards(axes: Axes, random: Random) -> bool:
    for clue in _axis(axes, random):
        clue.reverse()
    return True


def line_forgotten(axes: Axes, random: Random) -> bool:
    axis = _axis(axes, random)
    del axis[random.randrange(len(axis))]
    axis.append([])
    return True


def line_doubled(axes: Axes, random: Random) -> bool:
    axis = _axis(axes, random)
    k = random.randrange(len(axis) - 1)
    axis.insert(k, axis[k][:])
    axis.pop()
    return True


def another_clue(axes: Axes, random: Random) -> bool:
    """Numbers that have nothing to do with the right ones."""
    clue = _clue(axes, random)
    if clue is None:
        return False
    clue[:] = [random.randint(1, max(clue)) for _ in clue]
    return True


KINDS: dict[str, Callable[[Axes, Random], bool]] = {
    made.__name__.replace("_", " "): made
    for made in (
        off_by_one,
        look_alike_digit,
        off_by_few,
        number_dropped,
        number_doubled,
        numbers_swapped,
        digits_split,
        digits_joined,
        number_split,
        numbers_added,
        extra_number,
        clue_backwards,
        lines_exchanged,
        number_moved,
        clue_of_neighbour,
        clue_left_blank,
        list_reversed,
        all_clues_backwards,
        line_forgotten,
        line_doubled,
        another_clue,
    )
}
