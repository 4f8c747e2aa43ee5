"""Why no arrangement fits a line: the reason is true, on all short lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

import pytest

from xlnono.engine.clock import UNLIMITED
from xlnono.engine.explain.impossible import why_impossible
from xlnono.model.board import Axis, Cell, Line, runs
from xlnono.model.impossible import Fault, Flaw, Impossible
from xlnono.model.puzzle import Puzzle
from xlnono.wording import GridNames
from xlnono.wording.impossible import impossible_in_words

ROW = Line(Axis.ROW, 0)
LENGTHS = [*range(1, 6), *(pytest.param(length, marks=pytest.mark.long) for length in (6, 7))]


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
            return _packed_without_room(found, clue, length, white)
        case Flaw.NO_OWNER:
            return _has_no_owner(found, clue, length, black, left)
        case Flaw.PUSHED_TOO_FAR:
            return _is_pushed(found, clue, length, black, white)
        case Flaw.NO_PLACE:
            early, late = _places(found.block, clue, length, black, white)
            return early <= set(found.starts) and late <= set(found.from_end) and not early & late


def _packed_without_room(found: Impossible, clue: Sequence[int], length: int, white: int) -> bool:
    """Whether no block can lie nearer to the side from which they are packed, and the next one
    finds no gap behind them."""
    assert bool(found.starts) != bool(found.from_end)
    if found.from_end:
        starts = [
            length - start - block
            for start, block in zip(found.from_end, reversed(clue), strict=False)
        ]
        clue, white = clue[::-1], int(f"{white:0{length}b}"[::-1], 2)
    else:
        starts = list(found.starts)
    placed = [
        places
        for places in arrangements(clue[: len(starts)], length)
        if not covered(clue[: len(starts)], places) & white
    ]
    assert [min(some) for some in zip(*placed, strict=True)] == starts
    return not any(
        not covered(clue[: len(starts) + 1], places) & white
        for places in arrangements(clue[: len(starts) + 1], length)
    )


def _has_no_owner(
    found: Impossible, clue: Sequence[int], length: int, black: int, left: int
) -> bool:
    run = sum(1 << cell for cell in found.cells)
    gap = sum(1 << cell for cell in found.gap)
    assert run & black == run
    assert bool(gap) == any(
        fault is Fault.TOO_LONG for misfit in found.misfits for fault, _ in misfit.faults
    )
    if gap:
        assert gap & run == run
        assert gap & left == gap
        assert gap == left or not (gap << 1 | gap >> 1) & ~gap & left
    named = [block for misfit in found.misfits for block in misfit.blocks]
    assert len(set(named)) == len(named)
    for misfit in found.misfits:
        for block in misfit.blocks:
            assert _is_misfit(block, dict(misfit.faults), run, clue, length, black, left)
    return not any(
        block not in named and run & ~(((1 << clue[block]) - 1) << starts[block]) == 0
        for starts in arrangements(clue, length)
        if not covered(clue, starts) & ~left
        for block in range(len(clue))
    )


def _is_misfit(
    block: int,
    faults: dict[Fault, tuple[int, ...]],
    run: int,
    clue: Sequence[int],
    length: int,
    black: int,
    left: int,
) -> bool:
    """Whether each place of a block around a run has one of the faults, and each fault occurs."""
    size = clue[block]
    if Fault.TOO_SHORT in faults:
        return len(faults) == 1 and size < run.bit_count()
    met = set()
    for start in range(length - size + 1):
        cells = ((1 << size) - 1) << start
        if run & ~cells or cells & ~left:
            continue
        before = [cell for cell in range(start) if black >> cell & 1]
        behind = [cell for cell in range(start + size, length) if black >> cell & 1]
        here = {
            fault
            for fault, named in faults.items()
            if _has_fault(fault, named, block, start, clue, length, left, before, behind)
        }
        if not here:
            return False
        met |= here
    return met == set(faults) or (not met and set(faults) == {Fault.TOO_LONG})


def _has_fault(
    fault: Fault,
    named: Sequence[int],
    block: int,
    start: int,
    clue: Sequence[int],
    length: int,
    left: int,
    before: Sequence[int],
    behind: Sequence[int],
) -> bool:
    """Whether a block has a fault at a place, given the black cells before and behind it."""
    end = start + clue[block]
    match fault:
        case Fault.TOUCHES:
            return bool({start - 1, end} & set(named) & {*before, *behind})
        case Fault.STRANDS:
            first, last = block == 0, block == len(clue) - 1
            return bool(set(named) & {*(before if first else ()), *(behind if last else ())})
        case Fault.NO_ROOM_BEFORE:
            return not any(
                not covered(clue[:block], starts) & ~left
                for starts in arrangements(clue[:block], max(start - 1, 0))
            )
        case Fault.NO_ROOM_BEHIND:
            behind_it = left >> (end + 1)
            return not any(
                not covered(clue[block + 1 :], starts) & ~behind_it
                for starts in arrangements(clue[block + 1 :], max(length - end - 1, 0))
            )
        case Fault.TOO_MANY_BEFORE:
            return set(named) <= {*before} and _need_more(named, clue[:block], left)
        case Fault.TOO_MANY_BEHIND:
            return set(named) <= {*behind} and _need_more(named, clue[block + 1 :], left)
    return False


def _need_more(cells: Sequence[int], blocks: Sequence[int], left: int) -> bool:
    """Whether cells need a block each, and there are fewer blocks."""
    apart = all(
        other - one >= max(blocks) or not all(left >> cell & 1 for cell in range(one, other))
        for one, other in pairwise(cells)
    )
    return apart and len(cells) > len(blocks)


def _is_pushed(found: Impossible, clue: Sequence[int], length: int, black: int, white: int) -> bool:
    early, late = _places(found.block, clue, length, black, white)
    first, last = min(early, default=length), max(late, default=-1)
    return first >= found.earliest > found.latest >= last


def _places(
    block: int, clue: Sequence[int], length: int, black: int, white: int
) -> tuple[set[int], set[int]]:
    """The starts of a block that suit the cells before its end, and those behind its start."""
    early = {
        starts[-1]
        for starts in arrangements(clue[: block + 1], length)
        if _suits(clue[: block + 1], starts, black, white, 0, starts[-1] + clue[block] + 1)
    }
    late = {
        starts[0]
        for starts in arrangements(clue[block:], length)
        if _suits(clue[block:], starts, black, white, max(starts[0] - 1, 0), length)
    }
    return early, late


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
        assert holds(found, clue, length, *cells.values())
        assert not any(
            not cells[Cell.BLACK] & ~covered(clue, starts)
            and not cells[Cell.WHITE] & covered(clue, starts)
            for starts in arrangements(clue, length)
        )


@pytest.mark.parametrize(
    ("clue", "line", "english", "japanese"),
    [
        ([2], "?.", "row 1 would have room for 1 black cell, but needs 2",
         "1行目の残りが1マスになり、黒マス2個に足りない"),
        ([3], "?.?", "row 1 would have room for 2 black cells, but needs 3", "残りが2マスになり"),
        ([], "?#", "row 1 would have a black cell, but its clue has no block",
         "1行目の黒マスが1個になるが、数字がない"),
        ([1], "#?#", "row 1 would have 2 black cells, but its blocks add up to 1", "2個になり"),
        ([2, 1], "###??", "R1C1:R1C3 would form a run of 3, longer than", "R1C1:R1C3に黒が3個並び"),
        ([3], "??.??", "row 1 would have no gap large enough for the 3", "「3」の入るすき間"),
        ([2, 2], "#.#.#??", "R1C1, R1C3 and R1C5 would need a block each, but row 1 has only 2",
         "R1C1、R1C3、R1C5がすべて別の数字になる"),
        ([3, 1], "#?.?????", "R1C1 would fit no block of row 1: the 3 does not fit in R1C1:R1C2",
         "「3」は"),
        ([1, 2], "##.????", "R1C1:R1C2 would fit no block of row 1: the 1 is too short",
         "「1」は短すぎる"),
        ([2, 3, 1], "#?#????????????",
         "R1C1 would fit no block of row 1: the 2 would touch R1C3, and no other block reaches it",
         "R1C3にくっつく"),
        ([1, 3], "#.....#?.???",
         "R1C7 would fit no block of row 1: the 1 would leave no block for R1C1 and the 3 does not "
         "fit in R1C7:R1C8", "R1C1に合う数字がなくなる"),
        ([2, 10, 4], "???????????.????.?????????????",
         "row 1 would have no room for all its blocks: packed from the left around the white "
         "cells, the 2 lies on R1C1:R1C2 and the 10 lies on R1C18:R1C27, which leaves no gap for "
         "the 4", "左から詰めると"),
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
