"""The compiled kernel: it agrees with the Python engine, can be stopped, survives nonsense."""

from __future__ import annotations

import _thread
import math
import os
import threading
from contextlib import suppress
from importlib import import_module
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import xlnono
from tests.support.strategies import examples, givens_of, grids, line_masks, opposite
from xlnono import Board, Cell, Grid, Outcome, Puzzle
from xlnono.engine.clock import Clock, OutOfTime
from xlnono.engine.decide import native, search
from xlnono.engine.decide.propagation import propagate
from xlnono.engine.explain import assumptions
from xlnono.engine.line import settle
from xlnono.model.board import bits, runs

if not native.AVAILABLE:
    if os.environ.get("XLNONO_REQUIRE_KERNEL"):
        pytest.fail("the kernel is required, and it could not be compiled", pytrace=False)
    pytest.skip("the kernel could not be compiled here", allow_module_level=True)

_kernel: Any = import_module("xlnono.engine._kernel")

# The lines that just fit a set of words of the kernel, and those that just do not.
EDGES = [edge + more for edge in (62, 126, 254, 574) for more in (-1, 0, 1, 2, 3)]
LONG = [1022, 1023, 2046, 2047, 4100]


class Stopped(Exception):
    pass


def _settled(clue: tuple[int, ...], length: int, black: int, white: int) -> tuple[int, int] | None:
    """What `xlnono.engine.line.settle` says, by the kernel."""
    settled = _kernel.settle(list(clue), length, list(bits(black)), list(bits(white)))
    if settled is None:
        return None
    now_black, now_white = (sum(1 << k for k in places) for places in settled)
    return now_black, now_white


def _clues(length: int) -> list[tuple[int, ...]]:
    return sorted({tuple(runs(cells)) for cells in range(1 << length)})


@pytest.mark.parametrize("length", [*range(1, 8), pytest.param(8, marks=pytest.mark.long)])
def test_short_lines_are_all_settled_as_in_python(length: int) -> None:
    positions = [line_masks("".join(marks)) for marks in product("#.?", repeat=length)]
    for clue in _clues(length):
        for black, white in positions:
            expected = settle(clue, length, black, white)
            assert _settled(clue, length, black, white) == expected


@pytest.mark.parametrize("length", [9, pytest.param(10, marks=pytest.mark.long)])
def test_lines_of_every_clue_are_settled_as_in_python(length: int) -> None:
    random = Random(length)
    for clue in _clues(length):
        for _ in range(500):
            marks = random.choices("#.?", (1, 1, random.choice((1, 2, 5))), k=length)
            black, white = line_masks("".join(marks))
            expected = settle(clue, length, black, white)
            assert _settled(clue, length, black, white) == expected


@examples(600)
@given(
    length=st.sampled_from([*EDGES, *LONG]) | st.integers(1, 600),
    longest_run=st.sampled_from([1, 2, 5, 20, 100, 700]),
    shown=st.floats(0, 1),
    ends_shown=st.booleans(),
    wrong=st.sampled_from([0, 0, 0, 1, 3]),
    random=st.integers(0, 2**64 - 1).map(Random),
)
def test_long_lines_are_settled_as_in_python(
    length: int, longest_run: int, shown: float, ends_shown: bool, wrong: int, random: Random
) -> None:
    marks = ""
    while len(marks) < length:
        marks += random.choice("#.") * random.randint(1, longest_run)
    truth, _ = line_masks(marks[:length])
    known = sum((random.random() < shown) << cell for cell in range(length))
    if ends_shown:
        first, behind = sorted(random.choices(range(length + 1), k=2))
        known |= ~(-1 << first) | ((1 << length) - (1 << behind))
    given = truth ^ sum({1 << random.randrange(length) for _ in range(wrong)})
    line = tuple(runs(truth)), length, given & known, ~given & known
    assert _settled(*line) == settle(*line)


@pytest.mark.parametrize(
    "length", [*EDGES, *LONG, pytest.param(_kernel.LONGEST_LINE, marks=pytest.mark.long)]
)
def test_blocks_at_the_ends_of_the_words(length: int) -> None:
    for clue in [(), (1,), (length,), (length - 1,), (1, length - 2), (length - 2, 1), (1, 1)]:
        for black, white in [(0, 0), (1 << (length - 1), 0), (1, 0), (0, 1 << (length - 1))]:
            line = clue, length, black, white
            assert _settled(*line) == settle(*line)


@st.composite
def _asked(draw: st.DrawFn) -> tuple[Puzzle, Board]:
    """A puzzle that may have no solution, with up to 30 % of its cells given, some wrong."""
    grid = draw(grids())
    rows, columns = grid.row_clues(), grid.column_clues()
    if draw(st.integers(0, 3)) == 0:
        rows = draw(st.permutations(rows))
    givens = Board(grid.height, grid.width)
    places = list(product(range(grid.height), range(grid.width)))
    most = len(places) * 3 // 10
    for row, column in draw(st.lists(st.sampled_from(places), max_size=most, unique=True)):
        colour = grid[row, column]
        givens.fix(row, column, opposite(colour) if draw(st.integers(0, 9)) == 0 else colour)
    return Puzzle(rows, columns), givens


def _agrees(board: Board, grid: Grid) -> bool:
    return all(grid[row, column] is cell for row, column, cell in board.cells())


@examples(300)
@given(_asked())
def test_the_search_decides_as_in_python(asked: tuple[Puzzle, Board]) -> None:
    puzzle, givens = asked
    ours = native.decide(puzzle, givens, Clock())
    python = search.decide(puzzle, givens, Clock())
    assert ours.finished
    assert len(ours.grids) == len(python.grids)
    assert len(set(ours.grids)) == len(ours.grids)
    for grid in ours.grids:
        assert puzzle.accepts(grid)
        assert _agrees(givens, grid)
    for grid in {*ours.grids, *python.grids}:
        assert _agrees(ours.known, grid)
    # Whether line solving ends in a contradiction does not depend on the order of the lines.
    assert (ours.contradiction is None) == (python.contradiction is None)


@examples(150)
@given(grids(), st.sampled_from([1, 2, 3, 100]))
def test_the_same_colours_contradict_as_in_python(grid: Grid, rounds: int) -> None:
    puzzle, board = Puzzle.of(grid), Board(grid.height, grid.width)
    propagate(puzzle, board, range(grid.height + grid.width))
    found, still_open = native.contradictions(puzzle, board, rounds, Clock())
    python = assumptions.followed(
        puzzle, board, search.frontier(board, Clock()), [], rounds, Clock()
    )
    assert (sorted(found), still_open) == (sorted(python[0]), python[1])


def test_following_assumptions_ends_in_time() -> None:
    puzzle, givens = _endless()
    with pytest.raises(OutOfTime):
        native.contradictions(puzzle, givens, 100, Clock.start(0.0, None))


@examples(100)
@given(grids())
def test_lines_are_followed_as_in_python(grid: Grid) -> None:
    puzzle = Puzzle.of(grid)
    followed = native.follow_lines(puzzle, Clock())
    assert followed == search.follow_lines(puzzle, Clock())


def test_following_lines_ends_in_time() -> None:
    puzzle = Puzzle.of(Grid((1,) * 400, 400))
    with pytest.raises(OutOfTime):
        native.follow_lines(puzzle, Clock.start(0))


def test_lines_that_contradict_are_named() -> None:
    puzzle = Puzzle([[2], [1]], [[1], [2]])
    solution = xlnono.solve(puzzle, Board.from_text("??\n#?"))
    assert solution.outcome is Outcome.NONE
    assert solution.contradiction is not None
    assert solution.contradiction in puzzle.lines()


def _grids(found: dict[str, Any], height: int, width: int) -> list[Grid]:
    """The solutions, each given by its rows and again by its columns."""
    pictures = []
    for lines in found["solutions"]:
        masks = tuple(int.from_bytes(line, "little") for line in lines)
        pictures.append(Grid(masks[:height], width))
        assert pictures[-1].transposed().rows == masks[height:]
    return pictures


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
@pytest.mark.parametrize(("most", "number", "finished"), [(7, 7, False), (1000, 720, True)])
def test_as_many_solutions_as_asked_for(most: int, number: int, finished: bool, seed: int) -> None:
    # One black cell in every row and column: 6! pictures.
    puzzle = Puzzle([[1]] * 6, [[1]] * 6)
    found = _kernel.decide(puzzle.rows, puzzle.columns, solutions=most, seed=seed)
    pictures = _grids(found, 6, 6)
    assert len(pictures) == len(set(pictures)) == number
    assert all(puzzle.accepts(picture) for picture in pictures)
    assert found["finished"] == finished


@examples(150)
@given(st.data(), st.integers(0, 2**64 - 1))
def test_all_solutions_are_found(data: st.DataObject, seed: int) -> None:
    grid = data.draw(grids(largest=3))
    puzzle, givens = Puzzle.of(grid), data.draw(givens_of(grid))
    pictures = (
        Grid(rows, grid.width) for rows in product(range(1 << grid.width), repeat=grid.height)
    )
    expected = {one for one in pictures if _agrees(givens, one) and puzzle.accepts(one)}
    found = _kernel.decide(
        puzzle.rows, puzzle.columns, givens=_marks(givens), solutions=10**6, seed=seed
    )
    pictures_found = _grids(found, grid.height, grid.width)
    assert len(pictures_found) == len(expected)
    assert set(pictures_found) == expected
    assert found["finished"]


def _checked(picture: Grid, **limits: Any) -> tuple[dict[str, Any], list[Grid]]:
    """What the kernel finds for the clues of a picture, and its solutions, which fit the clues.

    What it knows agrees with all of them, and with the picture.
    """
    puzzle = Puzzle.of(picture)
    found = _kernel.decide(puzzle.rows, puzzle.columns, **limits)
    pictures = _grids(found, picture.height, picture.width)
    assert pictures
    assert len(set(pictures)) == len(pictures)
    assert all(puzzle.accepts(one) for one in pictures)
    known = native.decide(puzzle, Board(picture.height, picture.width), Clock()).known
    assert all(_agrees(known, one) for one in (*pictures, picture))
    return found, pictures


# Rows and columns are in sets of words of their own, or together in the wider one.
@pytest.mark.parametrize("edge", [61, 62, 63, 126, 127, 254, 255, 574, 575])
@pytest.mark.parametrize("chance", [0.5, 0.85])
def test_long_puzzles_have_the_solutions_of_the_turned_ones(edge: int, chance: float) -> None:
    random = Random(edge)
    rows = [sum((random.random() < chance) << place for place in range(edge)) for _ in range(4)]
    grid = Grid(tuple(rows), edge)
    numbers = []
    for picture in (grid, grid.transposed()):
        numbers.append(len(_checked(picture, solutions=30)[1]))
    assert numbers[0] == numbers[1]


def test_long_searches_find_pictures_of_the_clues() -> None:
    conflicts = 0
    for seed in range(8):
        random = Random(seed)
        rows = [sum((random.random() < 0.4) << place for place in range(25)) for _ in range(25)]
        found, pictures = _checked(Grid(tuple(rows), 25))
        assert len(pictures) == 2
        conflicts += found["conflicts"]
    # Probing begins after 50.
    assert conflicts > 8 * 100


@pytest.mark.parametrize("seed", [736, 811, 1583, 2929])
def test_probing_comes_early_where_it_decides(seed: int) -> None:
    random = Random(seed)
    rows = [sum((random.random() < 0.4) << place for place in range(20)) for _ in range(20)]
    _, pictures = _checked(Grid(tuple(rows), 20), conflicts=100)
    assert len(pictures) == 2


@pytest.mark.parametrize("seed", [16, 19, 20, 30])
def test_the_search_heads_for_a_likely_picture(seed: int) -> None:
    random = Random(seed)
    rows = [sum((random.random() < 0.4) << place for place in range(25)) for _ in range(25)]
    # Without estimates, it takes thousands of conflicts.
    _, pictures = _checked(Grid(tuple(rows), 25), conflicts=200)
    assert len(pictures) == 2


def test_a_long_search_finds_all_solutions() -> None:
    random = Random(5811)
    rows = [sum((random.random() < 0.45) << place for place in range(11)) for _ in range(11)]
    found, pictures = _checked(Grid(tuple(rows), 11), solutions=1000)
    puzzle = Puzzle.of(Grid(tuple(rows), 11))
    expected = search.decide(puzzle, Board(11, 11), Clock(), solutions=1000)
    assert found["finished"]
    assert expected.complete
    assert set(pictures) == set(expected.grids)
    # So reasons were remembered across probing and restarts.
    assert found["conflicts"] > 150


def _crowded(height: int, width: int, free: int) -> tuple[Puzzle, Board]:
    """A puzzle without solution, which it takes ever so many conflicts to see.

    Some rows and columns, spread over the board, have one black cell; one more of these rows
    than there are columns `free` for it may use no other columns.
    """
    number = 2 * free + 2
    rows, columns = (
        [place * (length - 1) // (number - 1) for place in range(number)]
        for length in (height, width)
    )
    givens = Board(height, width)
    for row, column in product(rows[free + 1 :], columns[free:]):
        givens.fix(row, column, Cell.WHITE)
    clues = (
        [[1] if place in used else [] for place in range(length)]
        for used, length in ((rows, height), (columns, width))
    )
    return Puzzle(*clues), givens


@pytest.mark.parametrize(
    ("height", "width"),
    [*product([16, 62, 63, 126, 127], repeat=2), (16, 255), (255, 62), (62, 575), (575, 16)],
)
def test_no_solution_is_found_where_there_is_none(height: int, width: int) -> None:
    puzzle, givens = _crowded(height, width, free=6)
    found = _kernel.decide(puzzle.rows, puzzle.columns, givens=_marks(givens))
    assert found["finished"]
    assert found["solutions"] == []
    assert found["contradiction"] is None
    assert found["conflicts"] > 10


def _marks(board: Board) -> np.ndarray[Any, Any]:
    cells = product(range(board.height), range(board.width))
    marks = np.array([board[place] for place in cells], np.uint8)
    return marks.reshape(board.height, board.width)


def _endless() -> tuple[Puzzle, Board]:
    return _crowded(28, 28, free=13)


def _run_endless(**limits: Any) -> dict[str, Any]:
    puzzle, givens = _endless()
    # A minute, so that what does not stop as it should ends all the same.
    limits = {"seconds": 60.0, **limits}
    found: dict[str, Any] = _kernel.decide(
        puzzle.rows, puzzle.columns, givens=_marks(givens), **limits
    )
    return found


@pytest.mark.parametrize("seconds", [0, 1e-9, 0.3])
def test_the_time_limit_stops_it(seconds: float) -> None:
    solution = xlnono.solve(*_endless(), seconds=seconds)
    assert solution.outcome is Outcome.UNDECIDED
    assert solution.grid is None
    assert solution.seconds < 20


def test_what_is_known_when_it_stops_is_so() -> None:
    puzzle, givens = _endless()
    solution = xlnono.solve(puzzle, givens, seconds=0.2)
    for row, column, cell in givens.cells():
        assert solution.known[row, column] is cell


@pytest.mark.parametrize("conflicts", [1, 2, 100])
def test_the_limit_of_conflicts_stops_it(conflicts: int) -> None:
    found = _run_endless(conflicts=conflicts)
    assert found["conflicts"] == conflicts
    assert not found["finished"]
    assert found["solutions"] == []
    assert found["contradiction"] is None


def test_what_the_progress_raises_stops_it() -> None:
    puzzle, givens = _endless()
    reported = []

    def stop(known: int) -> None:
        reported.append(known)
        if len(reported) == 3:
            raise Stopped("enough")

    with pytest.raises(Stopped, match="enough"):
        xlnono.solve(puzzle, givens, seconds=60, progress=stop)
    assert len(reported) == 3
    assert all(givens.known <= known <= 28 * 28 for known in reported)


@pytest.mark.usefixtures("interruptible")
def test_the_keyboard_interrupts_it() -> None:
    interrupt = threading.Timer(0.3, _thread.interrupt_main)
    interrupt.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            _run_endless()
    finally:
        interrupt.cancel()


def test_other_threads_run_while_it_works() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    other = threading.Thread(target=tick)
    other.start()
    before = ticks
    _run_endless(seconds=0.5)
    meanwhile = ticks - before
    done.set()
    other.join()
    assert meanwhile > 20


def test_threads_solve_beside_each_other() -> None:
    picture = Grid.from_text("##.#\n#..#\n.##.\n#.#.")
    solutions = []

    def work() -> None:
        for _ in range(50):
            solutions.append(xlnono.solve(Puzzle.of(picture)).outcome)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert solutions == [xlnono.solve(Puzzle.of(picture)).outcome] * 200


@pytest.mark.parametrize("upright", [False, True])
def test_lines_longer_than_its_words_go_to_python(upright: bool) -> None:
    for length, engine in [(_kernel.LONGEST_LINE, "kernel"), (_kernel.LONGEST_LINE + 1, "python")]:
        clues = [[length]], [[1]] * length
        solution = xlnono.solve(Puzzle(*(reversed(clues) if upright else clues)))
        assert solution.outcome is Outcome.UNIQUE
        assert solution.engine == engine


SEARCHED = Puzzle([[1, 1], [2], [1], [1]], [[2], [1], [2], [1]])
SEVERAL = Puzzle([[1], [2], [1], [1]], [[1], [2], [1], [1]])


@pytest.mark.parametrize(
    ("height", "width"), [(4, 1100), (1100, 4), (6, 2100), (2100, 6), (300, 2100), (1100, 1030)]
)
@pytest.mark.parametrize(
    ("corner", "outcome"), [(SEARCHED, Outcome.UNIQUE), (SEVERAL, Outcome.MULTIPLE)]
)
def test_long_lines_are_searched(height: int, width: int, corner: Puzzle, outcome: Outcome) -> None:
    rows, columns = (
        [[*clue, *[across - 5] * (across > 5)] for clue in clues]
        + [[]] * (along > 4)
        + [[4, *[across - 5] * (across > 5)]] * (along - 5)
        for clues, along, across in ((corner.rows, height, width), (corner.columns, width, height))
    )
    solution = xlnono.solve(Puzzle(rows, columns))
    assert solution.engine == "kernel"
    assert solution.outcome is outcome
    for grid in filter(None, (solution.grid, solution.other)):
        assert [list(clue) for clue in grid.row_clues()] == rows
        assert [list(clue) for clue in grid.column_clues()] == columns


def test_long_lines_are_decided_and_explained_by_the_kernel() -> None:
    length = 2047
    puzzle = Puzzle([[length]], [[1]] * length)
    assert native.can_explain(puzzle)
    solution = xlnono.solve(puzzle, explain=True)
    assert solution.engine == "kernel"
    assert solution.log is not None
    assert solution.log.unknown == 0


TWO = [[1], [1]]
MILLION = [1] * 10**6


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ([], []),
        (TWO, []),
        ([], TWO),
        ([[-1], [1]], TWO),
        ([[0], [1]], TWO),
        ([[-(2**31)], [1]], TWO),
        ([[3], [1]], TWO),
        ([[1, 1], [1]], TWO),
        ([[10**6], [1]], TWO),
        ([[2**31 - 1, 2**31 - 1], [1]], TWO),
        ([[10**12], [1]], TWO),
        ([[10**30], [1]], TWO),
        ([MILLION, [1]], TWO),
        ([[1]] * 10**6, TWO),
        ([[1]] * (_kernel.LONGEST_LINE + 1), [[1]]),
        (TWO, [MILLION, [1]]),
        (None, TWO),
        ([None, [1]], TWO),
        ([[None], [1]], TWO),
        ("ab", TWO),
        (["a", "b"], TWO),
        ([["1"], [1]], TWO),
        ([[1.5], [1]], TWO),
        ([[math.nan], [1]], TWO),
        ([[[1]], [1]], TWO),
        ([1, 1], TWO),
        (5, TWO),
        ({}, TWO),
        (Ellipsis, TWO),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_clues_that_make_no_sense_are_refused(rows: Any, columns: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        _kernel.decide(rows, columns)
    with pytest.raises((TypeError, ValueError)):
        _kernel.failed_literals(rows, columns, np.ones((2, 2), np.uint8), 3)


def test_totals_that_differ_have_no_solution() -> None:
    found = _kernel.decide([[2], [2]], TWO)
    assert found["finished"]
    assert found["solutions"] == []
    assert not _kernel.decide([[], []], TWO)["solutions"]


UNKNOWN = np.ones((2, 2), np.uint8)


@pytest.mark.parametrize(
    "givens",
    [
        np.ones((3, 2), np.uint8),
        np.ones((2, 3), np.uint8),
        np.ones((0, 0), np.uint8),
        np.ones((0, 2), np.uint8),
        np.ones(4, np.uint8),
        np.ones((2, 2, 1), np.uint8),
        np.ones((), np.uint8),
        np.ones((2, 2), np.int64),
        np.full((2, 2), 258, np.int64),
        np.ones((2, 2), np.float64),
        np.full((2, 2), np.nan),
        np.full((2, 2), None),
        np.array([["?", "?"], ["?", "?"]]),
        UNKNOWN * 3,
        UNKNOWN * 255,
        [[1, 1], [1, 1]],
        "????",
        b"\1\1\1\1",
        7,
    ],
    ids=lambda value: repr(value)[:40],
)
def test_givens_that_make_no_sense_are_refused(givens: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        _kernel.decide(TWO, TWO, givens=givens)
    with pytest.raises((TypeError, ValueError)):
        _kernel.failed_literals(TWO, TWO, givens, 3)


def test_givens_that_do_not_lie_in_order_are_read_right_or_refused() -> None:
    wide = np.ones((4, 4), np.uint8)
    wide[0, 2] = Cell.BLACK  # the cell right of the corner, of every second one
    wide[0, 1] = wide[1, 0] = 77
    for givens in (wide[::2, ::2], wide.T[::2, ::2].T, np.asfortranarray(wide[::2, ::2])):
        try:
            found = _kernel.decide(TWO, TWO, givens=givens)
        except TypeError:
            continue
        assert _grids(found, 2, 2) == [Grid.from_text(".#\n#.")]


def test_givens_that_contradict_have_no_solution() -> None:
    for colour in (Cell.BLACK, Cell.WHITE):
        found = _kernel.decide(TWO, TWO, givens=np.full((2, 2), colour, np.uint8))
        assert found["finished"]
        assert found["solutions"] == []
        assert found["contradiction"] in range(4)


@pytest.mark.parametrize(
    "limits",
    [
        {"solutions": 0},
        {"solutions": -1},
        {"solutions": 2**31},
        {"solutions": 10**30},
        {"solutions": None},
        {"seconds": math.nan},
        {"seconds": "1"},
        {"conflicts": 2**63},
        {"conflicts": 0.5},
        {"seed": -1},
        {"seed": 2**64},
        {"seed": None},
        {"watch": 5},
        {"nothing": 1},
    ],
    ids=repr,
)
def test_limits_that_make_no_sense_are_refused(limits: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError)):
        _kernel.decide(TWO, TWO, **limits)


@pytest.mark.parametrize(
    "limits",
    [
        {"seconds": -1.0},
        {"seconds": -math.inf},
        {"seconds": math.inf},
        {"seconds": 1e300},
        {"seconds": 0},
        {"conflicts": -1},
        {"conflicts": 0},
        {"conflicts": 2**63 - 1},
        {"solutions": 2**31 - 1},
        {"watch": None},
    ],
    ids=repr,
)
def test_odd_limits_give_what_is_so(limits: dict[str, Any]) -> None:
    found = _kernel.decide(TWO, TWO, **limits)
    pictures = _grids(found, 2, 2)
    assert set(pictures) <= {Grid.from_text("#.\n.#"), Grid.from_text(".#\n#.")}
    assert len(pictures) == 2 or not found["finished"]


def test_negative_limits_stop_it() -> None:
    for limits in ({"seconds": -1.0}, {"seconds": -math.inf}, {"conflicts": -1}):
        assert not _run_endless(**limits)["finished"]


@pytest.mark.parametrize(
    ("clue", "length", "black", "white"),
    [
        ([1], 0, [], []),
        ([1], -1, [], []),
        ([], 0, [], []),
        ([1], 2**31 - 1, [], []),
        ([1], 10**12, [], []),
        ([1], _kernel.LONGEST_LINE + 1, [], []),
        ([0], 3, [], []),
        ([-1], 3, [], []),
        ([4], 3, [], []),
        ([1, 1, 1], 3, [], []),
        ([10**12], 3, [], []),
        (MILLION, 3, [], []),
        ([1], 3, [3], []),
        ([1], 3, [-1], []),
        ([1], 3, [], [3]),
        ([1], 3, [], [10**6]),
        ([1], 3, None, []),
        (None, 3, [], []),
        ([1], "3", [], []),
        ([1], 3.5, [], []),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_lines_that_make_no_sense_are_refused(
    clue: Any, length: Any, black: Any, white: Any
) -> None:
    with pytest.raises((TypeError, ValueError)):
        _kernel.settle(clue, length, black, white)


def test_cells_of_both_colours_have_no_arrangement() -> None:
    assert _kernel.settle([1], 3, [1], [1]) is None
    assert _kernel.settle([3], 3, [0, 1, 2], [0, 1, 2]) is None
    assert _kernel.settle([], 1, [0], [0]) is None


_ANYTHING = st.recursive(
    st.none() | st.integers() | st.integers(-1, 4) | st.floats() | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=12,
)


@examples(300)
@given(_ANYTHING, _ANYTHING, _ANYTHING, _ANYTHING)
def test_it_survives_anything(first: Any, second: Any, third: Any, fourth: Any) -> None:
    for call in (
        lambda: _kernel.decide(first, second, givens=third, seconds=1, solutions=50),
        lambda: _kernel.decide(first, second, conflicts=third, seed=fourth),
        lambda: _kernel.settle(first, second, third, fourth),
    ):
        with suppress(TypeError, ValueError):
            call()


def test_a_big_picture_is_solved_in_the_widest_words() -> None:
    random = Random(1)
    size = 600
    rows = []
    for _ in range(size):
        # Long runs, so that lines alone tell much.
        marks = ""
        while len(marks) < size:
            marks += random.choice("#.") * random.randint(1, 400)
        rows.append(line_masks(marks[:size])[0])
    grid = Grid(tuple(rows), size)
    solution = xlnono.solve(Puzzle.of(grid), Board.of(grid))
    assert solution.outcome is Outcome.UNIQUE
    assert solution.grid == grid
    assert solution.engine == "kernel"
