"""Settles what clue cells mean if that depends on the other clues of the puzzle.

Such are zeros that only fill up the cells of a line, and cells such as 6.2 or “1. 3”, which can be
read in several ways. The rows and the columns of a puzzle add up to the same number, so mostly one
reading is possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from xlnono.model.puzzle import Clue
from xlnono.puzzle_sheet.clues import Reading

Cells = Sequence[Sequence[Reading]]
"""The clue cells of a line, each with the ways to read it; none for a cell with a mistake."""
Settled = list[Reading | None]
"""The readings of the cells of a line; None for mistakes, and where several readings are left."""

_ZERO = Reading((0,))
_LEAST_PADDED = 3
_MOST_COMBINATIONS = 256


def settle(rows: Sequence[Cells], columns: Sequence[Cells]) -> tuple[list[Settled], list[Settled]]:
    """The readings of all clue cells of a puzzle, for the rows and for the columns."""
    lines, lengths = [*rows, *columns], [len(columns)] * len(rows) + [len(rows)] * len(columns)
    settled: list[Settled] = [
        [cell[0] if len(cell) == 1 else None for cell in line] for line in lines
    ]
    open_cells = [
        (line, place)
        for line, cells in enumerate(lines)
        for place, readings in enumerate(cells)
        if len(readings) > 1
    ]
    if open_cells:
        _choose(lines, lengths, len(rows), settled, open_cells)
    _drop_padding(settled, len(rows))
    return settled[: len(rows)], settled[len(rows) :]


def _total(settled: Sequence[Settled]) -> int:
    return sum(sum(cell.blocks) for line in settled for cell in line if cell is not None)


def _choose(
    lines: Sequence[Cells],
    lengths: Sequence[int],
    height: int,
    settled: list[Settled],
    open_cells: Sequence[tuple[int, int]],
) -> None:
    """Choose readings such that both totals agree, if only one choice does that."""
    options = [
        [
            reading
            for reading in lines[line][place]
            if _possible(reading, line - height if line >= height else line, lengths[line])
        ]
        for line, place in open_cells
    ]
    if not all(options) or any(not cell for line in lines for cell in line):
        return
    # The surplus of the rows that the open cells have to make up for.
    surplus = _total(settled[:height]) - _total(settled[height:])
    signs = [1 if line < height else -1 for line, _ in open_cells]

    def fits(chosen: Sequence[Reading]) -> bool:
        sums = (sign * sum(one.blocks) for sign, one in zip(signs, chosen, strict=True))
        return surplus + sum(sums) == 0 and _fit(lines, lengths, settled, open_cells, chosen)

    plain, labelled = (
        [[one for one in readings if (one.label is None) is not label] for readings in options]
        for label in (False, True)
    )
    fitting: list[Sequence[Reading]] = []
    if all(labelled):
        # If one clue has its number in front, all of them do.
        fitting = list(filter(fits, [[readings[0] for readings in labelled]]))
        options = plain if fitting else options
    fitting += filter(fits, _choices(options) if all(options) else ())
    for (line, place), readings in zip(open_cells, zip(*fitting, strict=True), strict=False):
        if len({reading.blocks for reading in readings}) == 1:
            settled[line][place] = readings[0]


def _possible(reading: Reading, index: int, length: int) -> bool:
    """Whether a cell can be read so in a line with that index."""
    if reading.label is not None and reading.label != index + 1:
        return False
    return Clue(reading.blocks).least_length <= length and 0 not in reading.blocks[1:]


def _choices(options: Sequence[Sequence[Reading]]) -> Iterator[Sequence[Reading]]:
    """The choices to try: all, or only the usual one if there are too many."""
    count = prod(map(len, options))
    if count <= _MOST_COMBINATIONS:
        yield from product(*options)
    else:
        yield [readings[0] for readings in options]


def _fit(
    lines: Sequence[Cells],
    lengths: Sequence[int],
    settled: Sequence[Settled],
    open_cells: Sequence[tuple[int, int]],
    chosen: Sequence[Reading],
) -> bool:
    """Whether the lines with open cells have room for what is chosen."""
    readings = dict(zip(open_cells, chosen, strict=True))
    for line in {line for line, _ in open_cells}:
        cells = [readings.get((line, k)) or settled[line][k] for k in range(len(lines[line]))]
        blocks = tuple(block for cell in cells if cell is not None for block in cell.blocks)
        if Clue(blocks).least_length > lengths[line]:
            return False
    return True


def _drop_padding(settled: list[Settled], height: int) -> None:
    """Empty the zeros that fill up lines, unless they are few and may be mistakes."""
    padded = [
        (line, places)
        for line in settled
        if _ZERO in line and len(line) > 1 and (places := _zeros_at_ends(line))
    ]
    if not padded:
        return
    if len(padded) < _LEAST_PADDED:
        totals_agree = _total(settled[:height]) == _total(settled[height:])
        if not totals_agree or any(cell is None for line in settled for cell in line):
            return
    for line, places in padded:
        for place in places:
            line[place] = Reading(())


def _zeros_at_ends(line: Settled) -> list[int]:
    """The places of the zeros before the first or after the last other number of a line.

    Of a line of nothing but zeros, all but the first.
    """
    zeros = [k for k, cell in enumerate(line) if cell == _ZERO]
    others = [k for k, cell in enumerate(line) if cell is None or any(cell.blocks)]
    if not others:
        return zeros[1:]
    return [k for k in zeros if not others[0] < k < others[-1]]
