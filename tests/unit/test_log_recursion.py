"""The log of a puzzle that is searched case by case again and again, as without the kernel: still
short enough to read."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from openpyxl import load_workbook

import xlnono
from tests.support.workbooks import Arrangement, book_with
from tests.unit.test_explain import NEEDS_RECURSION
from xlnono import Axis, Board, Cell, Grid, Line, Puzzle, Technique
from xlnono.engine.explain import contradiction, search_step
from xlnono.engine.explain.contradiction import Planned, plan_contradictions
from xlnono.engine.explain.recursion import refute_by_cases
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.language import Language
from xlnono.model.impossible import Flaw, Impossible
from xlnono.model.steps import Branch, Log, Step
from xlnono.puzzle_sheet import log_table
from xlnono.puzzle_sheet.log_sheet import write_log
from xlnono.puzzle_sheet.log_table import SEARCH_ROWS
from xlnono.puzzle_sheet.paint import paint
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.puzzle_sheet.record import SolveRecord
from xlnono.wording import GridNames, Reasons, technique_name, why
from xlnono.xlsx.book import open_book

FEW = 100
"""The rows of a search that is not quite as long."""


@pytest.fixture(scope="module")
def twice(tmp_path_factory):
    """A sheet with the puzzle twice, corner to corner; the rest is marked as white."""
    once = xlnono.solve(NEEDS_RECURSION).grid
    assert once is not None
    height, width = once.height, once.width
    grid = Grid.from_cells(
        [
            [
                (row < height) == (column < width)
                and once[row % height, column % width] is Cell.BLACK
                for column in range(2 * width)
            ]
            for row in range(2 * height)
        ]
    )
    how = Arrangement(row=12, column=12)
    path = book_with(tmp_path_factory.mktemp("twice") / "twice.xlsx", grid, how)
    workbook = load_workbook(path)
    for row in range(2 * height):
        for column in range(2 * width):
            if (row < height) != (column < width):
                workbook.worksheets[0].cell(how.row + row, how.column + column).value = 0
    workbook.save(path)
    return path


@pytest.fixture(scope="module")
def solved(twice, tmp_path_factory):
    """That sheet solved in a language without nested contradictions: where it was written, and what
    came of it."""

    def single(*position: Any, unique: bool, **options: Any) -> Planned:
        assert unique
        return plan_contradictions(*position, unique=False, **options)

    @cache
    def solve(language: Language):
        target = tmp_path_factory.mktemp("solved") / "solved.xlsx"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(contradiction, "plan_contradictions", single)
            patch.setattr(search_step, "search_step", refute_by_cases)
            patch.setattr(log_table, "SEARCH_ROWS", FEW)
            return target, solve_workbook(Job(twice, target), language=language)

    return solve


def table(sheet):
    rows = [[cell.value for cell in row[:8]] for row in sheet.iter_rows()]
    header = next(k for k, row in enumerate(rows) if isinstance(row[7], str))
    # The links of a contradiction are in a group below it.
    formats = [row[0].number_format for row in sheet.iter_rows()]
    visits = [row for row, shown in zip(rows, formats, strict=True) if shown != '"↳"']
    return header + 2, visits[header + 1 :]


@pytest.mark.parametrize(
    ("language", "summed", "several", "steps"),
    [
        ("en", "summary", "several lines", "Steps {first} to {last} of a long search"),
        ("ja", "まとめ", "複数の行・列", "長い探索の手順{first}〜{last}"),
    ],
)
def test_what_a_long_search_found_is_summed_up(
    solved, language: Language, summed, several, steps
) -> None:
    target, result = solved(language)
    (puzzle,) = result.puzzles
    log = puzzle.solution.log
    assert log is not None
    visits = log.visits
    recursions = [k for k, visit in enumerate(visits) if Technique.SEARCH in visit.techniques]
    workbook = load_workbook(target)
    _, rows = table(workbook.worksheets[1])
    shown = recursions[0] + FEW
    assert len(rows) == shown + 1 < len(visits)
    assert [row[0] for row in rows[:-1]] == list(range(1, shown + 1))
    last = rows[-1]
    assert last[0] == len(visits)
    numbers = [cell for cell in workbook.worksheets[1]["A"] if cell.value is not None]
    assert numbers[-1].number_format == '"…"0'
    assert (last[1], last[2], last[6]) == (several, summed, 0)
    cells = sum(len(visit.fixed) for visit in visits[shown:])
    assert str(cells) in last[3]
    assert last[7] - rows[-2][7] == cells
    assert steps.format(first=shown + 1, last=len(visits)) in last[4]
    for technique in {used for visit in visits[shown:] for used in visit.techniques}:
        assert technique_name(technique, language) in last[4]
    # Nothing is gone: the replay has every step.
    assert workbook.worksheets[2]["C2"].value == len(visits)


def written(path, steps, language: Language):
    """The rows of a log with other steps than the puzzle has."""
    size = 60
    book = open_book(book_with(path, Grid.from_cells([[True] * size] * size)))
    sheet = book.sheets()[0]
    read = read_puzzle(sheet)
    solution = replace(xlnono.solve(read.puzzle), log=Log(Board(size, size), steps))
    why = [Reasons(str(number), ()) for number in range(len(steps))]
    write_log(sheet, SolveRecord(read, solution, why, language), paint(sheet, read, solution))
    book.save(path)
    return table(load_workbook(path).worksheets[1])[1]


def test_steps_on_lines_are_never_summed_up(tmp_path) -> None:
    """However many there are, for each of them can be followed."""
    steps = [
        Step(Technique.OVERLAP, Line(Axis.ROW, row), ((row, column, Cell.BLACK),), ())
        for column in range(60)
        for row in range(60)
    ]
    rows = written(tmp_path / "full.xlsx", steps, "en")
    assert [row[4] for row in rows] == [str(number) for number in range(3600)]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Cases with a contradiction: 300; assumptions at a time: up to 9."),
        ("ja", "矛盾した場合は300通り、仮定は最大9段。"),
    ],
)
def test_what_is_summed_up_says_how_much_was_assumed(tmp_path, language: Language, said) -> None:
    steps = [
        Step(
            Technique.SEARCH,
            None,
            ((k // 60, k % 60, Cell.BLACK),),
            (),
            refuted=3,
            depth=k % 10,
        )
        for k in range(SEARCH_ROWS + 100)
    ]
    rows = written(tmp_path / "search.xlsx", steps, language)
    assert len(rows) == SEARCH_ROWS + 1
    assert said in rows[-1][4]
    assert "100" in rows[-1][3]


def test_one_step_more_is_not_worth_summing_up(tmp_path) -> None:
    step = Step(Technique.SEARCH, None, ((0, 0, Cell.BLACK),), (), refuted=3, depth=2)
    steps = [step._replace(fixed=((k // 60, k % 60, Cell.BLACK),)) for k in range(SEARCH_ROWS + 1)]
    rows = written(tmp_path / "search.xlsx", steps, "en")
    assert [row[0] for row in rows] == list(range(1, SEARCH_ROWS + 2))


def test_a_recursion_says_no_more_than_a_row_can_show(solved) -> None:
    target, _ = solved("en")
    sheet = load_workbook(target).worksheets[1]
    first_row, rows = table(sheet)
    recursions = [k for k, row in enumerate(rows) if row[2] == "search"]
    assert recursions
    for k in recursions:
        assert len(rows[k][4]) < 1000
        assert sheet.row_dimensions[first_row + k].height < 400


@pytest.mark.parametrize(
    ("language", "more"), [("en", " and 18 more"), ("ja", "(ほか18マス)と仮定")]
)
def test_many_assumptions_are_only_counted(language: Language, more) -> None:
    assumed = tuple((row, 0, Cell.WHITE) for row in range(30))
    branch = Branch(assumed, (), Impossible(Flaw.NO_OWNER, Line(Axis.ROW, 5), (), cells=(0,)))
    step = Step(
        Technique.SEARCH,
        None,
        ((0, 0, Cell.BLACK),),
        (),
        branches=(branch,),
        refuted=40,
        depth=30,
    )
    said = why(step, Puzzle([[1]] * 30, [[1]] * 30), GridNames(), language)
    assert "R12C1" in said
    assert "R13C1" not in said
    assert more in said
