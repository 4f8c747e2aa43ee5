"""Why no arrangement fits a line: the reason is true, on all short lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from xlnono.engine.clock import UNLIMITED
from xlnono.engine.explain.impossible import why_impossible
from xlnono.model.board import Axis, Cell, Line, runs
from xlnono.model.impossible import Flaw, Impossible
from xlnono.model.puzzle import Puzzle
from xlnono.wording import GridNames
from xlnono.wording.impossible import impossible_in_words

ROW = Line(Axis.ROW, 0)
LENGTHS = [*range(1, 6), pytest.param(6, marks=pytest.mark.long)]


def arrangements(clue: Sequence[int], length: int) -> Iterator[list[int]]:
    """The starts of the blocks, in every arrangement."""
    if not clue:
        yield []
        return
    first, *rest = clue
    for start in range(length - first + 1):
        for others in arrangements(rest, length - start - first - 1):
            yield [start, *(start + first + 1 + other for other in others)]


def covered(clue: Sequence[int], starts: Sequence[int]) -> int:
    pairs = zip(clue, starts, strict=True)
    return sum(((1 << block) - 1) << start for block, start in pairs)


def impossible_lines(length: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Clues that fit a line of a length, with known cells that leave them no arrangement."""
    for clue in sorted({tuple(runs(mask)) for mask in range(1 << length)}):
        pictures = [covered(clue, starts) for starts in arrangements(clue, length)]
        for cells in product(range(3), repeat=length):
            black = sum(1 << k for k, cell in enumerate(cells) if cell == 1)
            white = sum(1 << k for k, cell in enumerate(cells) if cell == 2)
            if not any(one & black == black and not one & white for one in pictures):
                yield clue, black, white


def holds(found: Impossible, clue: Sequence[int], length: int, black: int, white: int) -> bool:
    """Whether a reason is true, judged by counting and by all arrangements."""
    left = ((1 << length) - 1) & ~white
    cells = sum(1 << cell for cell in found.cells)
    match found.flaw:
        case Flaw.TOO_MANY_BLACK:
            return cells == black and black.bit_count() > sum(clue)
        case Flaw.TOO_FEW_LEFT:
            return cells == left and left.bit_count() < sum(clue)
        case Flaw.RUN_TOO_LONG:
            return cells & black == cells and len(found.cells) > max(clue, default=0)
        case Flaw.NO_GAP:
            return all(gap < clue[found.block] for gap in runs(left))
        case Flaw.TOO_MANY_RUNS:
            apart = all(
                any(white >> cell & 1 for cell in range(one, other)) or other - one >= max(clue)
                for one, other in zip(found.cells, found.cells[1:], strict=False)
            )
            return apart and cells & black == cells and len(found.cells) > len(clue)
        case Flaw.NO_ROOM:
            return all(covered(clue, starts) & white for starts in arrangements(clue, length))
        case Flaw.NO_OWNER:
            return _has_no_owner(found, clue, length, black, left)
        case Flaw.PUSHED_TOO_FAR:
            return _is_pushed(found, clue, length, black, white)
    return True


def _has_no_owner(
    found: Impossible, clue: Sequence[int], length: int, black: int, left: int
) -> bool:
    run = sum(1 << cell for cell in found.cells)
    gap = sum(1 << cell for cell in found.gap)
    assert run & black == run & gap == run
    assert gap & left == gap
    assert all(clue[block] < len(found.cells) for block in found.too_short)
    assert all(clue[block] > len(found.gap) for block in found.too_long)
    named = {*found.too_short, *found.too_long}
    return not any(
        block not in named and run & ~(((1 << clue[block]) - 1) << starts[block]) == 0
        for starts in arrangements(clue, length)
        if not covered(clue, starts) & ~left
        for block in range(len(clue))
    )


def _is_pushed(found: Impossible, clue: Sequence[int], length: int, black: int, white: int) -> bool:
    block = found.block
    earliest = [
        starts[-1]
        for starts in arrangements(clue[: block + 1], length)
        if _suits(clue[: block + 1], starts, black, white, 0, starts[-1] + clue[block] + 1)
    ]
    latest = [
        starts[0]
        for starts in arrangements(clue[block:], length)
        if _suits(clue[block:], starts, black, white, max(starts[0] - 1, 0), length)
    ]
    return min(earliest) >= found.earliest > found.latest >= max(latest)


def _suits(
    clue: Sequence[int], starts: Sequence[int], black: int, white: int, first: int, end: int
) -> bool:
    """Whether blocks suit the known cells from one offset up to before another."""
    here = ((1 << end) - 1) >> first << first
    drawn = covered(clue, starts)
    return not drawn & white & here and not black & here & ~drawn


@pytest.mark.parametrize("length", LENGTHS)
def test_every_reason_is_true(length: int) -> None:
    for clue, black, white in impossible_lines(length):
        found = why_impossible(ROW, clue, length, black, white, UNLIMITED)
        assert holds(found, clue, length, black, white), (clue, black, white, found)


@pytest.mark.parametrize("length", LENGTHS)
def test_the_cells_it_relies_on_leave_no_arrangement(length: int) -> None:
    for clue, black, white in impossible_lines(length):
        found = why_impossible(ROW, clue, length, black, white, UNLIMITED)
        cells = {
            colour: sum(1 << column for _, column, cell in found.evidence if cell is colour)
            for colour in (Cell.BLACK, Cell.WHITE)
        }
        assert not cells[Cell.BLACK] & ~black
        assert not cells[Cell.WHITE] & ~white
        assert not any(
            not cells[Cell.BLACK] & ~covered(clue, starts)
            and not cells[Cell.WHITE] & covered(clue, starts)
            for starts in arrangements(clue, length)
        )


@pytest.mark.parametrize(
    ("clue", "line", "english", "japanese"),
    [
        ([2, 1], "###??", "R1C1:R1C3 would form a run of 3, longer than", "R1C1:R1C3に黒が3個並び"),
        ([3], "??.??", "row 1 would have no gap large enough for the 3", "「3」の入るすき間"),
        ([2, 2], "#.#.#??", "R1C1, R1C3 and R1C5 would need a block each, but row 1 has only 2",
         "R1C1、R1C3、R1C5がすべて別の数字になる"),
        ([3, 1], "#?.?????", "R1C1 would fit no block of row 1: the 3 does not fit in R1C1:R1C2",
         "「3」は"),
        ([1, 2], "##.????", "R1C1:R1C2 would fit no block of row 1: the 1 is too short",
         "「1」は短すぎる"),
    ],
)  # fmt: skip
def test_how_it_reads(clue: list[int], line: str, english: str, japanese: str) -> None:
    black = sum(1 << k for k, mark in enumerate(line) if mark == "#")
    white = sum(1 << k for k, mark in enumerate(line) if mark == ".")
    found = why_impossible(ROW, tuple(clue), len(line), black, white, UNLIMITED)
    length = len(line)
    columns = [[1] if k < sum(clue) else [] for k in range(length)]
    puzzle = Puzzle([clue], columns)
    assert impossible_in_words(found, puzzle, GridNames(), "en").startswith(english)
    assert japanese in impossible_in_words(found, puzzle, GridNames(), "ja")
