"""Why a cell is settled: from one line, after other steps, or not at all."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.support.strategies import examples, givens_of, grids
from tests.support.workbooks import AMBIGUOUS, ONLY, book_with
from xlnono import Board, Cell, Grid, Outcome, Puzzle, Technique, solve
from xlnono.cli import main
from xlnono.engine.line import settle
from xlnono.engine.why import why
from xlnono.model.board import runs
from xlnono.model.why import Settled
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.wording import GridNames
from xlnono.wording.settled_cell import explanation
from xlnono.xlsx.book import open_book

SAMPLES = Path(__file__).parents[2] / "samples"


def words_on(puzzle: Puzzle, marks: Board, cell: tuple[int, int], language: str = "en") -> str:
    found = why(puzzle, marks, cell)
    return "\n".join(explanation(found, puzzle, GridNames(), language))


def said(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str]:
    with pytest.raises(SystemExit) as end:
        main([str(word) for word in words])
    captured = capsys.readouterr()
    return int(end.value.code or 0), captured.out + captured.err


@given(st.data())
@examples(200)
def test_the_reason_holds(data: st.DataObject) -> None:
    grid = data.draw(grids(7))
    puzzle, marks = Puzzle.of(grid), data.draw(givens_of(grid))
    cell = data.draw(st.tuples(st.integers(0, grid.height - 1), st.integers(0, grid.width - 1)))
    found = why(puzzle, marks, cell)
    others = Board(grid.height, grid.width)
    for row, column, known in marks.cells():
        if (row, column) != cell:
            others.fix(row, column, known)
    for step in found.steps:
        for row, column in step.evidence:
            assert others[row, column] is not Cell.UNKNOWN
        for row, column, colour in step.fixed:
            others.fix(row, column, colour)
    if found.settled is Settled.NOT:
        assert solve(puzzle, marks if marks[cell] is Cell.UNKNOWN else others).outcome is (
            Outcome.MULTIPLE
        )
        assert found.colour is Cell.UNKNOWN
    elif found.settled is not Settled.UNDECIDED:
        assert others[cell] is found.colour is grid[cell]


@given(st.data())
@examples(200)
def test_both_arrangements_fit_the_clue_and_the_marks(data: st.DataObject) -> None:
    grid = data.draw(grids(8))
    puzzle, marks = Puzzle.of(grid), data.draw(givens_of(grid))
    cell = next(
        (cell for cell in product(range(grid.height), range(grid.width))
         if marks[cell] is Cell.UNKNOWN), None
    )  # fmt: skip
    assume(cell is not None)
    assert cell is not None
    for line, black, white in why(puzzle, marks, cell).open_lines:
        number = line.index if line.axis.value == "row" else grid.height + line.index
        offset = cell[1] if line.axis.value == "row" else cell[0]
        for arrangement in (black, white):
            assert tuple(runs(arrangement)) == puzzle.clues[number]
            assert not marks.black[number] & ~arrangement
            assert not marks.white[number] & arrangement
        assert black >> offset & 1
        assert not white >> offset & 1


def test_a_line_that_settles_the_cell_is_never_called_open() -> None:
    puzzle, board = Puzzle.of(ONLY), Board(5, 5)
    for cell in product(range(5), range(5)):
        row = settle(puzzle.clues[cell[0]], 5, 0, 0)
        column = settle(puzzle.clues[5 + cell[1]], 5, 0, 0)
        assert row is not None
        assert column is not None
        alone = (row[0] | row[1]) >> cell[1] & 1 or (column[0] | column[1]) >> cell[0] & 1
        assert (why(puzzle, board, cell).settled is Settled.BY_LINE) == bool(alone)


def test_the_simpler_of_two_reasons_is_told() -> None:
    puzzle = Puzzle(rows=[[3], [1, 1], [3]], columns=[[3], [1, 1], [3]])
    marks = Board.from_text("??? #?? ???")
    (step,) = why(puzzle, marks, (0, 0)).steps
    assert step.technique is Technique.OVERLAP
    assert not step.evidence


@pytest.mark.parametrize(
    ("picture", "known", "cell", "said"),
    [
        (
            "..##.##.##.##...",
            "???#?#???#?#????",
            4,
            "With R1C5 black, R1C4:R1C6 would be a run of 3, longer than any block of the clue, so "
            "R1C5 is white.",
        ),
        (
            "###.###..............#",
            "????????.??.??.?????.#",
            9,
            "The gap R1C10:R1C11 is too small for the 1st 3 and the 2nd 3, and no other block "
            "reaches it (the other block is complete), so R1C10 is white.",
        ),
        (
            ".##..##..##",
            "?##??##????",
            0,
            "R1C2:R1C3 is as long as the longest block of the clue, so R1C1 is white.",
        ),
    ],
)
def test_only_what_settles_the_cell_is_told(picture: str, known: str, cell: int, said: str) -> None:
    other = picture.translate(str.maketrans("#.", ".#"))
    puzzle = Puzzle.of(Grid.from_text(f"{picture} {other}"))
    text = words_on(puzzle, Board.from_text(f"{known} {'?' * len(known)}"), (0, cell))
    assert text.splitlines()[-1] == said


def test_a_wrong_mark_is_called_wrong() -> None:
    puzzle = Puzzle(rows=[[2], [1]], columns=[[1], [2]])
    text = words_on(puzzle, Board.from_text(".? ??"), (0, 0))
    assert text.startswith("The mark in R1C1 is wrong: the cell is black.")
    assert "row 1" in text


def test_an_ambiguous_cell_shows_both_colours() -> None:
    puzzle = Puzzle.of(AMBIGUOUS[0])
    text = words_on(puzzle, Board(2, 2), (0, 0))
    assert "In row 1 (R1C1:R1C2, clue 1), it can be black, as in ■□, or white, as in □■." in text
    assert "solutions with either colour" in text
    assert "黒なら ■□、白なら □■" in words_on(puzzle, Board(2, 2), (0, 0), "ja")


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_a_cell_is_open_although_the_first_solutions_agree_on_it(size: int) -> None:
    puzzle = Puzzle([[1]] * size, [[1]] * size)
    for row in range(size):
        assert why(puzzle, Board(size, size), (row, 0)).settled is Settled.NOT


def test_a_cell_that_no_steps_settle_has_the_colour_of_every_solution() -> None:
    puzzle = Puzzle.of(Grid.from_text("#..#. ..#.# ..#.. .#... ....#"))
    found = why(puzzle, Board(5, 5), (2, 0), seconds=60)
    assert (found.settled, found.colour) == (Settled.BY_SEARCH, Cell.WHITE)
    marks = Board(5, 5)
    marks.fix(2, 0, Cell.BLACK)
    text = words_on(puzzle, marks, (2, 0))
    assert text.startswith("The mark in R3C1 is wrong: the cell is white.")
    assert text.endswith("it is white in every solution, but no steps were found that lead there.")
    assert "どの解でも白ですが" in words_on(puzzle, marks, (2, 0), "ja")
    assert "time limit" not in text


def test_the_asked_cell_is_among_the_wrong_ones() -> None:
    puzzle = Puzzle(rows=[[2], [1]], columns=[[1], [2]])
    text = words_on(puzzle, Board.from_text(".? ?."), (1, 1))
    assert "Wrong cells: R1C1, R2C2." in text


def test_a_mistake_elsewhere_is_reported_instead() -> None:
    puzzle = Puzzle(rows=[[2], [1]], columns=[[1], [2]])
    text = words_on(puzzle, Board.from_text(".? ??"), (1, 1))
    assert "there is a mistake" in text
    assert "Wrong cells: R1C1." in text


def test_steps_on_other_lines_are_told_in_order() -> None:
    puzzle = Puzzle(rows=[[2], [1]], columns=[[1], [2]])
    found = why(puzzle, Board(2, 2), (1, 0))
    assert found.settled is Settled.BY_STEPS
    lines = explanation(found, puzzle, GridNames(), "en")
    assert lines[0] == "Neither the row nor the column of R2C1 settles it yet."
    assert [line[:2] for line in lines[-len(found.steps) :]] == ["1.", "2."]
    assert "R2C1 is white" in lines[-1]


def test_after_many_steps_only_the_one_that_settles_the_cell_is_told() -> None:
    (sheet,) = open_book(SAMPLES / "contradiction-umbrella-12x11.xlsx").sheets()
    puzzle = read_puzzle(sheet).puzzle
    blank = Board(puzzle.height, puzzle.width)
    texts = (words_on(puzzle, blank, (row, 0)) for row in range(puzzle.height))
    lines = next(text for text in texts if " steps come first." in text).splitlines()
    assert lines[-2] == "The step that settles it:"
    assert "steps come first." in lines[-3]


def test_a_contradiction_can_be_the_reason() -> None:
    (sheet,) = open_book(SAMPLES / "contradiction-umbrella-12x11.xlsx").sheets()
    read = read_puzzle(sheet)
    log = solve(read.puzzle, explain=True).log
    assert log is not None
    before, step = next(
        (log.position(number), step)
        for number, step in enumerate(log)
        if step.technique is Technique.CONTRADICTION
    )
    cell = step.fixed[0][:2]
    found = why(read.puzzle, before, cell)
    assert found.settled is Settled.BY_STEPS
    assert found.steps[-1].technique is Technique.CONTRADICTION
    assert len(found.open_lines) == 2


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = book_with(tmp_path / "cat.xlsx", ONLY)
    grid = read_puzzle(open_book(path).sheets()[0]).layout.grid
    before = path.read_bytes()
    code, text = said(capsys, "why", path, "H6")
    assert path.read_bytes() == before
    assert code in (0, 1)
    assert "H6" in text
    code, text = said(capsys, "why", path, "A1")
    assert code == 3
    assert f"A1: this cell is not in a grid: choose one in {grid.address}." in text
    code, text = said(capsys, "why", path, "A99")
    assert f"A99: this cell is not in a grid: choose one in {grid.address}." in text
    code, text = said(capsys, "why", path, "nonsense")
    assert code == 2
    assert "nonsense" in text


def test_after_a_solve_paint_does_not_explain_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "heart.xlsx"
    path.write_bytes((SAMPLES / "heart-5x5.xlsx").read_bytes())
    unsolved = said(capsys, "why", path, "E11")
    assert said(capsys, "solve", path)[0] == 0
    assert said(capsys, "why", path, "E11") == unsolved


def test_a_sheet_with_several_puzzles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = book_with(tmp_path / "two.xlsx", ONLY)
    workbook = load_workbook(path)
    workbook.copy_worksheet(workbook["cat"]).title = "dog"
    workbook.save(path)
    code, text = said(capsys, "why", path, "H6")
    assert code == 3
    assert "H6: several sheets have a puzzle at this cell (cat, dog): choose one with" in text
    assert "--cell" not in text
    for outside in ("A1", "A99"):
        code, text = said(capsys, "why", path, outside)
        assert code == 3
        assert f"{outside}: this cell is not in a grid: choose one in cat D4:H8, dog D4:H8." in text
    code, text = said(capsys, "why", path, "H6", "--sheet", "dog")
    assert "sheet “dog”" in text
