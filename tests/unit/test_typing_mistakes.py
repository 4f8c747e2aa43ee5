"""Locating typing mistakes: every kind of mistake is found, and every proposal is proved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.support.blobs import blobs
from xlnono import Board, Cell, Grid, Outcome, Puzzle, solve
from xlnono.engine.clock import Clock
from xlnono.engine.decide import native, search
from xlnono.engine.decide.line_clues import UncheckedClues
from xlnono.engine.hint import first_wrong_mark
from xlnono.engine.mistakes import locate_mistakes
from xlnono.engine.mistakes.edits import likely_clues
from xlnono.model.board import Axis
from xlnono.model.mistakes import Correction, MistakeKind, MistakeReport

Clues = list[list[int]]

CAT = Puzzle.of(
    Grid.from_text(
        (Path(__file__).parents[2] / "samples" / "pictures" / "cat-20x20.txt").read_text("utf-8")
    )
)


def _typed(puzzle: Puzzle) -> tuple[Clues, Clues]:
    return [list(clue) for clue in puzzle.rows], [list(clue) for clue in puzzle.columns]


def _right(report: MistakeReport, puzzle: Puzzle) -> list[Correction]:
    """The corrections that lead to this puzzle, or to its mirror image."""
    return [
        correction
        for first in report.corrections
        for correction in (first, first.mirrored)
        if correction is not None and correction.puzzle == puzzle
    ]


def _set(axis: int, line: int, *clue: int) -> Callable[[Clues, Clues], None]:
    """Type another clue on a line, both counted from 1; axis 0 are the rows."""

    def change(*axes: Clues) -> None:
        axes[axis][line - 1] = list(clue)

    return change


def _exchange_columns(rows: Clues, columns: Clues) -> None:
    columns[9], columns[10] = columns[10], columns[9]


def _move_number(rows: Clues, columns: Clues) -> None:
    rows[8].remove(1)
    rows[9].insert(0, 1)


def _reverse_rows(rows: Clues, columns: Clues) -> None:
    rows.reverse()


def _turn_columns(rows: Clues, columns: Clues) -> None:
    for clue in columns:
        clue.reverse()


def _leave_out_row(rows: Clues, columns: Clues) -> None:
    del rows[5]
    rows.append([])


def _repeat_row(rows: Clues, columns: Clues) -> None:
    rows.insert(8, rows[8])
    rows.pop()


MISTAKES = [
    (_set(0, 14, 9, 2), MistakeKind.ONE_OFF, "row 14"),
    (_set(0, 18, 2, 17), MistakeKind.LOOK_ALIKE, "row 18"),
    (_set(1, 5, 4, 4, 1), MistakeKind.DROPPED, "column 5"),
    (_set(0, 10, 5, 5, 2, 2), MistakeKind.DOUBLED, "row 10"),
    (_set(1, 3, 6, 11), MistakeKind.SWAPPED, "column 3"),
    (_set(0, 15, 1, 5), MistakeKind.SPLIT, "row 15"),
    (_set(0, 12, 11, 2), MistakeKind.JOINED, "row 12"),
    (_exchange_columns, MistakeKind.EXCHANGED, "column 10"),
    (_move_number, MistakeKind.MOVED, "row 10"),
    (_reverse_rows, MistakeKind.LIST_REVERSED, "row 1"),
    (_turn_columns, MistakeKind.ALL_BACKWARDS, "column 1"),
    (_set(0, 19, 7, 4, 2), MistakeKind.BACKWARDS, "row 19"),
    (_leave_out_row, MistakeKind.LINE_MISSING, "row 6"),
    (_set(0, 20), MistakeKind.LINE_MISSING, "row 20"),
    (_repeat_row, MistakeKind.LINE_REPEATED, "row 9"),
    (_set(0, 14, 8, 2), MistakeKind.LINE_REPEATED, "row 13"),
    (_set(1, 4, 5, 10), MistakeKind.FEW_OFF, "column 4"),
    (_set(0, 13, 8, 2, 4), MistakeKind.EXTRA, "row 13"),
    (_set(1, 11, 1, 1, 9), MistakeKind.OTHER, "column 11"),
]


@pytest.mark.parametrize(("mistype", "kind", "place"), MISTAKES)
def test_every_kind_of_mistake_is_located(
    mistype: Callable[[Clues, Clues], None], kind: MistakeKind, place: str
) -> None:
    rows, columns = _typed(CAT)
    mistype(rows, columns)
    report = locate_mistakes(rows, columns)
    assert report.outcome is Outcome.NONE
    assert not report.cut_short
    (right,) = _right(report, CAT)
    assert right in (report.corrections[0], report.corrections[0].mirrored)
    (mistake,) = right.mistakes
    assert mistake.kind is kind
    assert mistake.lines[0].named("en") == place
    typed = [*rows, *columns]
    for change in right.changes:
        number = Board(20, 20).number(change.line)
        assert list(change.typed) == typed[number]
        typed[number] = list(change.correct)
    assert typed == [list(clue) for clue in CAT.clues]


def test_all_kinds_are_tried() -> None:
    assert {kind for _, kind, _ in MISTAKES} == set(MistakeKind)


@pytest.mark.parametrize(
    ("typed", "meant", "kind"),
    [
        ((1, 0), (10,), MistakeKind.SPLIT),
        ((1, 2), (12,), MistakeKind.SPLIT),
        ((2, 3), (5,), MistakeKind.SPLIT),
        ((12,), (1, 2), MistakeKind.JOINED),
        ((5,), (2, 3), MistakeKind.JOINED),
        ((21,), (12,), MistakeKind.SWAPPED),
        ((1,), (7,), MistakeKind.LOOK_ALIKE),
        ((13,), (18,), MistakeKind.LOOK_ALIKE),
        ((2,), (12,), MistakeKind.DROPPED),
        ((22,), (2,), MistakeKind.DOUBLED),
        ((3, 3), (3,), MistakeKind.DOUBLED),
        ((4, 3), (4,), MistakeKind.EXTRA),
        ((4,), (14,), MistakeKind.DROPPED),
        ((14,), (4,), MistakeKind.FEW_OFF),
        ((1, 2, 3), (3, 2, 1), MistakeKind.BACKWARDS),
    ],
)
def test_what_happened_to_a_clue_is_named(
    typed: tuple[int, ...], meant: tuple[int, ...], kind: MistakeKind
) -> None:
    assert likely_clues(typed, 25, sum(meant))[meant].kind is kind


def _mistyped(random: Random, size: int) -> tuple[Puzzle, Clues, Clues]:
    """A puzzle of one solution, and its clues with one or two random numbers changed."""
    puzzle = Puzzle.of(blobs(size, random.randrange(1000)))
    rows, columns = _typed(puzzle)
    for _ in range(random.choice((1, 1, 2))):
        clue = random.choice([clue for clue in rows + columns if clue])
        place = random.randrange(len(clue))
        clue[place] = max(clue[place] + random.choice((-2, -1, 1, 2)), 1)
    return puzzle, rows, columns


def test_every_correction_has_exactly_one_solution_in_python_too() -> None:
    random = Random(4)
    corrections = 0
    for _ in range(20):
        _, rows, columns = _mistyped(random, 9)
        for correction in locate_mistakes(rows, columns).corrections:
            corrections += 1
            size = correction.grid.height, correction.grid.width
            decision = search.decide(correction.puzzle, Board(*size), Clock())
            assert decision.grids == [correction.grid]
            assert correction.puzzle.accepts(correction.grid)
    assert corrections > 40


def test_the_lines_of_a_core_have_no_common_picture() -> None:
    random = Random(5)
    cores = 0
    for _ in range(40):
        _, rows, columns = _mistyped(random, 10)
        report = locate_mistakes(rows, columns)
        if not report.core or report.misfits:
            continue
        cores += 1
        lines = Puzzle.of(Grid.from_text("\n".join(["." * 10] * 10))).lines()
        clues = [
            tuple(clue) if line in report.core else None
            for line, clue in zip(lines, rows + columns, strict=True)
        ]
        only_core = UncheckedClues(10, 10, tuple(clues))
        (found,) = search.decide_each(only_core, [{}], Board(10, 10), 1, Clock())
        assert found.complete
        assert not found.found
    assert cores > 20


def test_two_mistakes_are_located() -> None:
    rows, columns = _typed(CAT)
    rows[13] = [9, 2]
    columns[2] = [6, 11]
    report = locate_mistakes(rows, columns)
    assert not report.sure
    (right,) = _right(report, CAT)
    assert {mistake.kind for mistake in right.mistakes} == {
        MistakeKind.ONE_OFF,
        MistakeKind.SWAPPED,
    }
    assert len(right.changes) == 2


def test_a_wrong_clue_in_a_list_with_a_line_left_out_is_located() -> None:
    rows, columns = _typed(CAT)
    _leave_out_row(rows, columns)
    rows[12] = [9, 2]
    report = locate_mistakes(rows, columns)
    (right,) = _right(report, CAT)
    assert {mistake.kind for mistake in right.mistakes} == {
        MistakeKind.ONE_OFF,
        MistakeKind.LINE_MISSING,
    }
    typed = [*rows, *columns]
    for change in right.changes:
        typed[change.line.index] = list(change.correct)
    assert typed == [list(clue) for clue in CAT.clues]


def test_a_list_typed_last_to_first_is_named_with_its_mirror_image() -> None:
    rows, columns = _typed(CAT)
    rows.reverse()
    first = locate_mistakes(rows, columns).corrections[0]
    assert first.mirrored is not None
    assert first.grid.rows == first.mirrored.grid.rows[::-1]
    assert solve(first.mirrored.puzzle).grid == first.mirrored.grid


def test_a_single_possible_mistake_is_sure() -> None:
    rows, columns = _typed(CAT)
    rows[14] = [1, 5]
    report = locate_mistakes(rows, columns)
    assert report.sure
    assert report.only_line is not None
    assert report.only_line.named("en") == "row 15"
    assert report.only_line in report.core


def test_equally_good_corrections_are_not_sure() -> None:
    report = locate_mistakes([[1, 1], [4], [5], [3], [1]], [[2], [4], [4], [4], [2]])
    assert len(report.corrections) > 1
    assert not report.sure


def test_nothing_is_proposed_for_a_puzzle_with_one_solution() -> None:
    report = locate_mistakes(*_typed(CAT))
    assert report.outcome is Outcome.UNIQUE
    assert report.corrections == ()


@pytest.mark.parametrize("text", ["#. .#", "#..# .##. .##. #..#"])
def test_nothing_is_proposed_for_a_puzzle_with_several_solutions(text: str) -> None:
    grid = Grid.from_text(text)
    report = locate_mistakes(grid.row_clues(), grid.column_clues())
    assert report.outcome is Outcome.MULTIPLE
    assert report.corrections == ()
    assert not report.core


def test_a_clue_that_does_not_fit_is_the_wrong_one() -> None:
    rows, columns = _typed(CAT)
    rows[11] = [11, 12]
    report = locate_mistakes(rows, columns)
    assert [line.named("en") for line in report.misfits] == ["row 12"]
    assert report.core == report.misfits
    assert report.corrections[0].puzzle == CAT


@pytest.mark.parametrize("axis", list(Axis))
def test_of_the_axis_that_adds_up_to_less_a_line_may_have_been_left_out(axis: Axis) -> None:
    for line in range(20):
        axes = _typed(CAT)
        # Without a blank line, the totals still agree.
        if axes[list(Axis).index(axis)].pop(line):
            assert locate_mistakes(*axes).shorter is axis
    rows, columns = _typed(CAT)
    columns[9], columns[10] = columns[10], columns[9]
    assert locate_mistakes(rows, columns).shorter is None


@pytest.mark.parametrize("axis", list(Axis))
def test_a_line_left_out_of_a_grid_without_room_is_located(axis: Axis) -> None:
    first = 0
    for place in range(20):
        axes = _typed(CAT)
        if not (clue := axes[list(Axis).index(axis)].pop(place)):
            continue
        report = locate_mistakes(*axes)
        (right,) = _right(report, CAT)
        assert right.left_out is not None
        assert right.puzzle.clue(right.left_out) == tuple(clue)
        assert right.left_out.axis is axis
        assert solve(right.puzzle).grid == right.grid
        first += right is report.corrections[0]
    assert first >= 16


def test_clues_that_do_not_fit_only_because_a_line_was_left_out_are_right() -> None:
    cross = Puzzle.of(Grid.from_text("#.#.# ##### #.#.# #.#.# ###.#"))
    rows, columns = _typed(cross)
    del rows[2]
    report = locate_mistakes(rows, columns)
    assert len(report.misfits) > 1
    assert _right(report, cross)


@pytest.mark.parametrize("axis", list(Axis))
def test_marks_speak_for_a_line_that_was_left_out(axis: Axis) -> None:
    grid = solve(CAT).grid
    assert grid is not None
    rows, columns = _typed(CAT)
    lines = grid.text().split()
    if axis is Axis.ROW:
        del rows[6], lines[6]
    else:
        del columns[6]
        lines = [line[:6] + line[7:] for line in lines]
    marks = Board.from_text("\n".join(lines))
    report = locate_mistakes(rows, columns, marks)
    assert report.corrections[0].puzzle == CAT
    assert report.corrections[0].wrong_marks == ()
    assert report.marks_support
    cell = Cell.WHITE if lines[-1][9] == "#" else Cell.BLACK
    wrong = Board(marks.height, marks.width)
    wrong.fix(marks.height - 1, 9, cell)
    report = locate_mistakes(rows, columns, wrong)
    (right,) = _right(report, CAT)
    assert right.wrong_marks == ((marks.height - 1, 9),)


def test_where_nothing_is_plausible_lines_are_named_of_which_one_is_wrong() -> None:
    random = Random(1)
    rows, columns = _typed(CAT)
    for line in (3, 8, 12, 16):
        rows[line], columns[line] = [random.randint(1, 9), 1, 2], [2, 1, random.randint(1, 9)]
    report = locate_mistakes(rows, columns)
    assert report.outcome is Outcome.NONE
    assert not report.sure
    assert report.core


def test_it_ends_when_time_is_up() -> None:
    rows, columns = _typed(CAT)
    rows[13] = [9, 2]
    report = locate_mistakes(rows, columns, seconds=0)
    assert report.cut_short
    assert not report.sure
    assert report.corrections == ()


def test_what_the_progress_raises_stops_it() -> None:
    def stop(known: int) -> None:
        raise KeyboardInterrupt

    random = Random(2)
    cells = [[random.random() < 0.5 for _ in range(60)] for _ in range(60)]
    rows, columns = Grid.from_cells(cells).row_clues(), Grid.from_cells(cells).column_clues()
    rows[0], rows[1] = rows[1], rows[0][::-1]
    with pytest.raises(KeyboardInterrupt):
        locate_mistakes(rows, columns, seconds=60, progress=stop)


def _marks(grid: Grid, every: int) -> Board:
    board = Board(grid.height, grid.width)
    for row in range(grid.height):
        for column in range(grid.width):
            if (row * grid.width + column) % every == 0:
                board.fix(row, column, grid[row, column])
    return board


def test_marks_choose_among_corrections() -> None:
    rows, columns = [[1, 1], [4], [5], [3], [1]], [[2], [4], [4], [4], [2]]
    for wanted in locate_mistakes(rows, columns).corrections:
        report = locate_mistakes(rows, columns, _marks(wanted.grid, 1))
        assert report.corrections[0].puzzle == wanted.puzzle
        assert report.corrections[0].wrong_marks == ()
        assert report.marks_support


def test_a_wrong_mark_is_named_where_the_clues_are_right() -> None:
    grid = solve(CAT).grid
    assert grid is not None
    marks = _marks(grid, 3)
    marks.fix(0, 1, grid[0, 1].opposite)
    report = locate_mistakes(*_typed(CAT), marks)
    assert report.outcome is Outcome.UNIQUE
    assert report.wrong_marks == ((0, 1),)
    assert not report.marks_support


def test_many_wrong_marks_are_no_reason_to_doubt_the_clues_if_no_correction_fits_them() -> None:
    grid = solve(CAT).grid
    assert grid is not None
    marks = Board(20, 20)
    wrong = [(k, k) for k in range(20)]
    for row, column in wrong:
        marks.fix(row, column, grid[row, column].opposite)
    report = locate_mistakes(*_typed(CAT), marks)
    assert report.wrong_marks == tuple(wrong)
    assert not report.corrections
    assert not report.marks_support


def test_marks_that_fit_another_clue_make_that_likelier() -> None:
    printed = Grid.from_text("......# ...#.#. ###..#. ###..#. #.#..#. ######. ##.#..#")
    rows, columns = printed.row_clues(), printed.column_clues()
    rows[5] = [2, 4]
    report = locate_mistakes(rows, columns, Board.of(printed))
    assert report.outcome is Outcome.UNIQUE
    assert len(report.wrong_marks) == 10
    assert report.marks_support
    assert report.corrections[0].grid == printed
    assert report.corrections[0].wrong_marks == ()


def test_the_first_wrong_mark_is_the_first_that_was_made() -> None:
    heart = Grid.from_text(".#.#. ##### ##### .###. ..#..")
    marks = [(0, 1, Cell.BLACK), (2, 0, Cell.WHITE), (0, 0, Cell.BLACK)]
    assert first_wrong_mark(marks, heart) == (2, 0)
    assert first_wrong_mark(marks[:1], heart) is None


@pytest.mark.parametrize(
    ("rows", "columns"), [([], [[1]]), ([[1]], []), ([[-1]], [[1]]), ([[1]], [[1], [2, -2]])]
)
def test_clues_that_make_no_sense_are_refused(rows: Clues, columns: Clues) -> None:
    with pytest.raises(ValueError, match=r"at least one|negative"):
        locate_mistakes(rows, columns)


def test_marks_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="5x4"):
        locate_mistakes([[1]], [[1]], Board(5, 4))


@pytest.mark.skipif(not native.AVAILABLE, reason="there is only the Python engine")
def test_the_python_engine_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(6)
    cases = [_mistyped(random, 8)[1:] for _ in range(6)]
    by_kernel = [locate_mistakes(*case) for case in cases]
    monkeypatch.setattr(native, "AVAILABLE", False)
    for case, expected in zip(cases, by_kernel, strict=True):
        report = locate_mistakes(*case, seconds=None)
        assert report.engine == "python"
        assert expected.engine == "kernel"
        assert report.outcome is expected.outcome
        assert report.corrections[:1] == expected.corrections[:1]
