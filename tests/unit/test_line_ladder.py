"""The ladder of the kernel: on every line it says what the Python ladder says."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import xlnono
from tests.support.strategies import KnownLine, examples, givens_of, grids, known_lines, line_masks
from xlnono import Axis, Board, Cell, Grid, Line, Puzzle
from xlnono.engine.clock import Clock, OutOfTime
from xlnono.engine.decide import native
from xlnono.engine.explain import deductions, line_ladder, techniques
from xlnono.engine.explain.ladder import explain
from xlnono.engine.explain.techniques import LADDER, LineState
from xlnono.engine.line import settle
from xlnono.model.board import runs

if not native.AVAILABLE:
    if os.environ.get("XLNONO_REQUIRE_KERNEL"):
        pytest.fail("the kernel is required, and it could not be compiled", pytrace=False)
    pytest.skip("the kernel could not be compiled here", allow_module_level=True)

_kernel: Any = import_module("xlnono.engine._kernel")


def _movable_lines(length: int) -> Iterator[LineState]:
    """Every line of a length on which something can be deduced."""
    clues = sorted({tuple(runs(cells)) for cells in range(1 << length)})
    positions = [line_masks("".join(marks)) for marks in product("#.?", repeat=length)]
    for clue, known in product(clues, positions):
        if settle(clue, length, *known) not in (None, known):
            yield LineState(clue, length, *known)


def _deductions_agree(line: LineState) -> None:
    """Whether each technique shows the same, with the same evidence and the same facts."""
    for technique in LADDER:
        finding = techniques.apply(technique, line)
        assert line_ladder.shown(technique, line) == (finding.black, finding.white)
        new = finding.black & ~line.black, finding.white & ~line.white
        if any(new):
            expected = deductions.deduce(technique, line, *new)
            assert line_ladder.deduce(technique, line, *new) == expected


def _first_deduction_agrees(line: LineState) -> None:
    expected = techniques.climb(line)
    assert expected is not None
    technique, *cells = expected
    assert line_ladder.climb(line, 0, len(LADDER) - 1) == (technique.rung, *cells)
    assert line_ladder.deduce(technique, line, *cells) == deductions.deduce(technique, line, *cells)


@pytest.mark.parametrize("length", [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.long)])
def test_every_technique_deduces_the_same_on_all_short_lines(length: int) -> None:
    for line in _movable_lines(length):
        _deductions_agree(line)


@pytest.mark.parametrize(
    "length", [5, 6, *(pytest.param(length, marks=pytest.mark.long) for length in (7, 8, 9))]
)
def test_the_first_deduction_is_the_same_on_all_lines(length: int) -> None:
    for line in _movable_lines(length):
        _first_deduction_agrees(line)


@examples(100)
@given(known_lines(longest=100))
def test_every_technique_deduces_the_same_on_long_lines(line: KnownLine) -> None:
    _deductions_agree(LineState(line.clue, line.length, line.black, line.white))


@pytest.mark.parametrize(
    "length",
    [
        *(62, 63, 126, 127, 254, 255, 574, 575),
        *(pytest.param(length, marks=pytest.mark.long) for length in (1022, 1023, 2046, 2047)),
    ],
)
def test_lines_at_the_ends_of_the_words(length: int) -> None:
    random = Random(length)
    marks = ""
    while len(marks) < length:
        marks += random.choice("#.") * random.randint(1, length // 8)
    black, white = line_masks(marks[:length])
    clue = tuple(runs(black))
    last = 1 << (length - 1)
    for known in (0, 1, last, last | 1, last - 1, last | random.getrandbits(length)):
        line = LineState(clue, length, black & known, white & known)
        for technique in LADDER:
            finding = techniques.apply(technique, line)
            assert line_ladder.shown(technique, line) == (finding.black, finding.white)


@pytest.mark.parametrize("length", [1023, 2047])
def test_the_first_deduction_is_the_same_on_lines_of_many_words(length: int) -> None:
    random = Random(length)
    # Few blocks, so that Python is quick.
    black = sum(((1 << 60) - 1) << start for start in range(40, length - 100, 150))
    clue, every = tuple(runs(black)), (1 << length) - 1
    lines = 0
    while lines < 10:
        known = random.getrandbits(length) & random.getrandbits(length) & random.getrandbits(length)
        line = LineState(clue, length, black & known, every & ~black & known)
        if techniques.climb(line) is not None:
            _first_deduction_agrees(line)
            lines += 1


def test_the_explanation_of_a_long_row_is_the_same_without_the_kernel() -> None:
    length = 1030
    row = sum(((1 << 90) - 1) << start for start in range(3, length - 90, 120))
    puzzle = Puzzle.of(Grid((row,), length))
    ours = xlnono.solve(puzzle, explain=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "AVAILABLE", False)
        python = xlnono.solve(puzzle, explain=True)
    assert (ours.engine, python.engine) == ("kernel", "python")
    assert (ours.log, ours.difficulty) == (python.log, python.difficulty)


def test_explaining_a_long_row_can_be_stopped_and_ends_in_time() -> None:
    class Stopped(Exception):
        pass

    random = Random(0)
    puzzle = Puzzle.of(Grid((random.getrandbits(5000),), 5000))
    known = 0

    def stop(now: int) -> None:
        nonlocal known
        known = now
        if now > 20:
            raise Stopped

    start = Board(1, 5000)
    with pytest.raises(Stopped):
        explain(puzzle, start, [], Clock.start(60, stop), unique=False)
    log = explain(puzzle, start, [], Clock.start(0.5), unique=False)
    assert known > 20
    assert log.cut_short


@examples(100)
@given(st.data())
def test_explanations_are_the_same_without_the_kernel(data: st.DataObject) -> None:
    grid = data.draw(grids())
    puzzle, start = Puzzle.of(grid), data.draw(givens_of(grid))
    ours = xlnono.solve(puzzle, start, explain=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "AVAILABLE", False)
        python = xlnono.solve(puzzle, start, explain=True)
    assert (ours.engine, python.engine) == ("kernel", "python")
    assert (ours.log, ours.difficulty) == (python.log, python.difficulty)


# Python nests contradictions for a minute; test_planning compares the plans.
SAMPLES = [
    path
    for path in sorted((Path(__file__).parents[2] / "samples" / "pictures").glob("*.txt"))
    if path.stem != "static-14x12"
]
QUICK = 250
"""The cells of a puzzle that Python explains in a moment."""


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path,
            id=path.stem,
            marks=[pytest.mark.long] * (len(path.read_text("utf-8")) > QUICK),
        )
        for path in SAMPLES
    ],
)
def test_logs_of_the_samples_are_the_same_without_the_kernel(path: Path) -> None:
    puzzle = Puzzle.of(Grid.from_text(path.read_text("utf-8")))
    ours = xlnono.solve(puzzle, explain=True, seconds=None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "AVAILABLE", False)
        python = xlnono.solve(puzzle, explain=True, seconds=None)
    assert (ours.log, ours.difficulty) == (python.log, python.difficulty)


def test_marks_that_contradict_end_both_logs_on_the_same_line() -> None:
    puzzle, start = Puzzle([[1], [1]], [[1], [1]]), Board.from_text("?? .?")
    start.fix(0, 0, Cell.WHITE)
    ours = explain(puzzle, start, [], Clock(), unique=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "AVAILABLE", False)
        python = explain(puzzle, start, [], Clock(), unique=False)
    assert ours == python
    assert ours.contradiction == Line(Axis.COLUMN, 0)


@pytest.mark.parametrize(
    "work",
    [
        lambda prospects: prospects.look(seconds=0),
        lambda prospects: prospects.next_step(seconds=0),
        lambda prospects: (prospects.look(), prospects.use_simplest(seconds=0)),
    ],
)
def test_a_board_ends_in_time(work: Callable[[Any], object]) -> None:
    black = sum(1 << cell for cell in range(3, 1000, 12))
    rows, columns = [[1, 2] * 170] * 20, [[] if column % 12 else [20] for column in range(1000)]
    prospects = _kernel.Prospects(rows, columns, [black] * 20, [0] * 20, 0, 1)
    with pytest.raises(_kernel.OutOfTime):
        work(prospects)


@pytest.fixture
def thorny() -> LineState:
    """A line that takes the kernel a while."""
    clue = tuple([1, 2] * 170)
    known = sum(1 << cell for cell in range(3, 1000, 12))
    return LineState(clue, 1000, known, 0)


def test_it_ends_in_time(thorny: LineState) -> None:
    thorny.clock = Clock.start(0.01)
    with pytest.raises(OutOfTime):
        line_ladder.climb(thorny, 15, 15)


def test_it_can_be_stopped(thorny: LineState) -> None:
    class Stopped(Exception):
        pass

    def stop(known: int) -> None:
        raise Stopped

    thorny.clock = Clock.start(60, stop)
    with pytest.raises(Stopped):
        line_ladder.climb(thorny, 15, 15)


@pytest.mark.parametrize(
    ("clue", "length"),
    [
        ([1], 0),
        ([0], 3),
        ([-1], 3),
        ([4], 3),
        ([1, 1, 1], 4),
        ([1] * 10**6, 9),
        ([10**12], 9),
        ([1], _kernel.LONGEST_EXPLAINED + 1),
        (None, 3),
        ([1], None),
        ([1.5], 3),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_clues_that_make_no_sense_are_refused(clue: Any, length: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        _kernel.LineLadder(clue, length)


@pytest.mark.parametrize("length", [5, 70, 1000])
@pytest.mark.parametrize("mask", [-1, -(1 << 70), 1 << 1000, 1 << 10000, None, 1.5, "1"])
def test_cells_that_make_no_sense_are_refused(length: int, mask: Any) -> None:
    ladder = _kernel.LineLadder([2], length)
    for black, white in ((mask, 0), (0, mask)):
        with pytest.raises((TypeError, ValueError)):
            ladder.climb(black, white, 0, 16)
        with pytest.raises((TypeError, ValueError)):
            ladder.deduce(0, 0, 0, black, white)


def test_impossible_requests_are_refused() -> None:
    ladder = _kernel.LineLadder([2], 5)
    for call in (
        lambda: ladder.climb(0, 0, 0, 17),
        lambda: ladder.climb(0, 0, -1, 16),
        lambda: ladder.apply(17, 0, 0),
        lambda: ladder.apply(0, 1, 1),
        lambda: ladder.apply(0, 0, 0, seconds=float("nan")),
        lambda: ladder.deduce(0, 0, 0, 0, 0),
        lambda: ladder.deduce(15, 0b10001, 0, 0b100, 0),
    ):
        with pytest.raises((TypeError, ValueError)):
            call()


def test_a_board_refuses_what_makes_no_sense() -> None:
    rows, columns, blank = [[2], [1]], [[1], [2]], [0, 0]

    def prospects(rows: Any = rows, columns: Any = columns, black: Any = blank) -> Any:
        return _kernel.Prospects(rows, columns, black, blank, 0, 1)

    for call in (
        lambda: prospects(rows=[]),
        lambda: prospects(columns=[[3], [1]]),
        lambda: prospects(columns=[[0], [1]]),
        lambda: prospects(rows=[[1]] * 20000, columns=[[1]], black=[0] * 20000),
        lambda: prospects(black=[0]),
        lambda: prospects(black=[4, 0]),
        lambda: prospects(black=[-1, 0]),
        lambda: prospects(black=None),
        lambda: prospects().fix(2, 0, True),
        lambda: prospects().fix(0, -1, True),
        lambda: prospects().next_step(seconds=float("nan")),
    ):
        with pytest.raises((TypeError, ValueError)):
            call()


@examples(100)
@given(
    st.lists(st.integers(1, 6), max_size=12),
    st.integers(1, 150),
    st.integers(0, 2**150 - 1),
    st.integers(0, 2**150 - 1),
    st.integers(0, 2**150 - 1),
)
def test_it_survives_lines_without_arrangement(
    clue: list[int], longer: int, black: int, white: int, new: int
) -> None:
    length = sum(clue) + len(clue) + longer
    every = (1 << length) - 1
    black, white, new = black & every, white & ~black & every, new & every
    ladder = _kernel.LineLadder(clue, length)
    for rung in range(17):
        ladder.apply(rung, black, white)
        with suppress(ValueError):
            ladder.deduce(rung, black, white, new, 0)
