"""All arrangements of a line, found without the engine: the yardstick for what it claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from xlnono import Cell

Known = Mapping[int, Cell]
"""Colours by offset; cells that are not known are left out."""


def block_starts(
    clue: Sequence[int],
    length: int,
    known: Known,
    allowed: Callable[[int, int], bool] | None = None,
) -> list[set[int]] | None:
    """For each block, every cell at which it starts in some arrangement.

    An arrangement agrees with the known cells, and each block in it lies at a start that is
    `allowed`, where that is given. None if there is no arrangement.
    """
    black = [known.get(cell) is Cell.BLACK for cell in range(length)]
    white = [known.get(cell) is Cell.WHITE for cell in range(length)]
    if not clue:
        return None if any(black) else []
    forward = _from_the_left(clue, black, white, allowed)
    if not all(forward):
        return None
    count = len(clue)

    def allowed_mirrored(block: int, start: int) -> bool:
        assert allowed is not None
        block = count - 1 - block
        return allowed(block, length - start - clue[block])

    mirrored = _from_the_left(
        clue[::-1], black[::-1], white[::-1], None if allowed is None else allowed_mirrored
    )
    backward = [
        {length - start - block for start in starts}
        for block, starts in zip(clue, reversed(mirrored), strict=True)
    ]
    both = [left & right for left, right in zip(forward, backward, strict=True)]
    return both if all(both) else None


def _from_the_left(
    clue: Sequence[int],
    black: Sequence[bool],
    white: Sequence[bool],
    allowed: Callable[[int, int], bool] | None,
) -> list[set[int]]:
    """For each block, the starts at which it and those before it fit on the cells so far."""
    length = len(black)
    found: list[set[int]] = []
    # Whether the blocks before, ending before a cell, leave no black cell uncovered.
    ready = [not any(black[:start]) for start in range(length + 1)]
    room = [0] * (length + 1)
    for start in reversed(range(length)):
        room[start] = 0 if white[start] else room[start + 1] + 1
    for number, block in enumerate(clue):
        starts = {
            start
            for start in range(length - block + 1)
            if ready[start] and room[start] >= block and (allowed is None or allowed(number, start))
        }
        found.append(starts)
        ready = [False] * (length + 1)
        open_since = False
        for start in range(length + 1):
            # One white cell lies between the end of this block and the start of the next.
            if start - 1 - block in starts:
                open_since = True
            if start and black[start - 1]:
                open_since = False
            ready[start] = open_since
    return found


def pictures(clue: Sequence[int], length: int) -> Iterator[str]:
    """Every arrangement on an empty line, written out with `#` and `.`."""
    if not clue:
        yield "." * length
        return
    first, rest = clue[0], clue[1:]
    for start in range(length - first + 1):
        head = "." * start + "#" * first
        if not rest:
            yield head + "." * (length - len(head))
        elif len(head) < length:
            for tail in pictures(rest, length - len(head) - 1):
                yield f"{head}.{tail}"


def possible(clue: Sequence[int], length: int, known: Known) -> bool:
    """Whether any arrangement agrees with the known cells."""
    return block_starts(clue, length, known) is not None


def forced(
    clue: Sequence[int],
    length: int,
    known: Known,
    cell: int,
    colour: Cell,
    allowed: Callable[[int, int], bool] | None = None,
) -> bool:
    """Whether a cell has that colour in every arrangement."""
    if cell in known:
        return known[cell] is colour
    opposite = {**known, cell: Cell.WHITE if colour is Cell.BLACK else Cell.BLACK}
    return block_starts(clue, length, opposite, allowed) is None


@cache
def _all_pictures(clue: tuple[int, ...], length: int) -> list[str]:
    return list(pictures(clue, length))


@cache
def agreed(clue: tuple[int, ...], line: str) -> str | None:
    """The line, in which `?` stands for unknown cells, with all that its arrangements agree on.

    None if there is no arrangement. They are all written out, so it is for short lines.
    """
    fitting = [
        picture
        for picture in _all_pictures(clue, len(line))
        if all(sign in ("?", drawn) for sign, drawn in zip(line, picture, strict=True))
    ]
    if not fitting:
        return None
    return "".join(
        signs[0] if len(set(signs)) == 1 else "?" for signs in zip(*fitting, strict=True)
    )
