"""Hints: the next step and no more than was asked for, and what keeps one from it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import load_workbook

import xlnono
from tests.support.workbooks import AMBIGUOUS, ONLY, book_with
from xlnono import Board, Cell, Grid, Puzzle, Standing, Technique
from xlnono.cli import main
from xlnono.language import Language
from xlnono.model.board import Axis, Line
from xlnono.puzzle_sheet.read import PuzzleSheet, read_puzzle
from xlnono.wording import GridNames, advice, technique_name
from xlnono.xlsx.book import open_book

SAMPLES = Path(__file__).parents[2] / "samples"
both = pytest.mark.parametrize("language", ["en", "ja"])


def sample(name: str) -> PuzzleSheet:
    (sheet,) = open_book(SAMPLES / f"{name}.xlsx").sheets()
    return read_puzzle(sheet)


def said(puzzle: Puzzle, marks: Board, language: Language = "en") -> str:
    return advice(xlnono.hint(puzzle, marks), puzzle, GridNames(), language, 3)


def empty(puzzle: Puzzle) -> Board:
    return Board(puzzle.height, puzzle.width)


def marked(puzzle: Puzzle, *cells: tuple[int, int, Cell]) -> Board:
    board = empty(puzzle)
    for cell in cells:
        board.fix(*cell)
    return board


def names_a_technique(text: str, language: Language) -> bool:
    return any(technique_name(technique, language) in text for technique in Technique)


@both
def test_each_level_gives_away_one_thing_more(language: Language) -> None:
    puzzle = Puzzle.of(ONLY)
    hint = xlnono.hint(puzzle, empty(puzzle))
    where, how, what = (advice(hint, puzzle, GridNames(), language, level) for level in (1, 2, 3))
    assert hint.step is not None
    assert hint.step.line is not None
    line = hint.step.line.named(language)
    assert line in where
    cells = GridNames().cells(hint.step.line.cell(offset) for offset in range(5))
    assert "R" not in where.replace(cells, "")
    assert not names_a_technique(where, language)
    assert how.startswith(where)
    assert technique_name(hint.step.technique, language) in how
    assert how.count("R") == where.count("R")
    assert what.startswith(how)
    row, column, _ = hint.step.fixed[0]
    assert GridNames().cell(row, column) in what.removeprefix(how)


@both
def test_an_assumption_is_hinted_at_by_its_cell(language: Language) -> None:
    puzzle = sample("contradiction-umbrella-12x11").puzzle
    board = empty(puzzle)
    while True:
        hint = xlnono.hint(puzzle, board)
        assert hint.step is not None
        if hint.step.line is None:
            break
        for cell in hint.step.fixed:
            board.fix(*cell)
    row, column, _ = hint.step.fixed[0]
    where, how, what = (advice(hint, puzzle, GridNames(), language, level) for level in (1, 2, 3))
    assert GridNames().cell(row, column) in where
    assert not names_a_technique(where, language)
    assert technique_name(Technique.CONTRADICTION, language) in how
    refuted = "would have 6 black cells, but its blocks add up to 5"
    if language == "ja":
        refuted = "黒マスが6個になり、数字の合計5を超える"
    assert refuted in what
    assert refuted not in how


@pytest.mark.parametrize("name", ["heart-5x5", "contradiction-umbrella-12x11", "cat-20x20"])
def test_hints_one_after_another_solve_the_puzzle(name: str) -> None:
    puzzle = sample(name).puzzle
    board = empty(puzzle)
    while (hint := xlnono.hint(puzzle, board)).step is not None:
        assert hint.standing is Standing.STEP
        for row, column, cell in hint.step.fixed:
            assert board[row, column] is Cell.UNKNOWN
            board.fix(row, column, cell)
    assert hint.standing is Standing.DONE
    assert puzzle.accepts(board.grid())


def test_the_hint_continues_from_what_is_there() -> None:
    read = sample("half-done-boat-15x15")
    hint = xlnono.hint(read.puzzle, read.marks)
    assert hint.step is not None
    assert all(read.marks[row, column] is Cell.UNKNOWN for row, column, _ in hint.step.fixed)


@both
def test_a_mistake_is_revealed_level_by_level(language: Language) -> None:
    puzzle = Puzzle.of(ONLY)
    hint = xlnono.hint(puzzle, marked(puzzle, (2, 2, Cell.BLACK), (2, 3, Cell.BLACK)))
    one, two, three = (advice(hint, puzzle, GridNames(), language, level) for level in (1, 2, 3))
    line = Line(Axis.ROW, 2).named(language)
    assert line not in one
    assert "R3C4" not in one
    assert two.startswith(one)
    assert line in two
    assert "R3C4" not in two
    assert line in three
    assert "R3C4" in three


def test_a_line_that_cannot_take_its_marks_is_named() -> None:
    """Row 3 of the picture is #.#.#, so no two black cells of it are neighbours."""
    puzzle = Puzzle.of(ONLY)
    marks = marked(puzzle, (2, 2, Cell.BLACK), (2, 3, Cell.BLACK))
    hint = xlnono.hint(puzzle, marks)
    assert (hint.standing, hint.wrong) == (Standing.WRONG, ((2, 3),))
    assert hint.contradiction == Line(Axis.ROW, 2)
    assert said(puzzle, marks) == (
        "Wrong cells: R3C4. Contradiction: no arrangement fits the marks in row 3 "
        "(R3C1:R3C5, clue 1 1 1)."
    )
    assert said(puzzle, marks, "ja") == (
        "印の誤り: R3C4。3行目(R3C1:R3C5、ヒント 1 1 1)には、いまの印に合う置き方がありません。"
    )


def test_a_mistake_that_shows_later_is_followed_to_its_line() -> None:
    puzzle = Puzzle.of(ONLY)
    marks = marked(puzzle, (0, 0, Cell.BLACK))
    hint = xlnono.hint(puzzle, marks)
    assert (hint.standing, hint.wrong, hint.at_once) == (Standing.WRONG, ((0, 0),), False)
    assert hint.contradiction is not None
    assert (
        "Following the lines from your marks leads to a contradiction: no arrangement fits "
        f"{hint.contradiction.named('en')} "
    ) in said(puzzle, marks)
    assert f"{hint.contradiction.named('ja')}" in said(puzzle, marks, "ja")


def test_a_mistake_that_no_line_shows_is_placed_by_its_row() -> None:
    """In this puzzle, from the techniques document, lines lead nowhere from the mistake."""
    rows = (
        "1 1 2 1, 2 2 1, 1 2 1 1 1, 1 2, 1 1, 2 1 1 3, 2 2, 1 1 3, 1 1 2 1, 1 2 1 2, 1 1 2 1, "
        "2 1 1 1, 1 1 3 1, 1 2 1"
    )
    columns = (
        "1 1 2 3 2, 2 2, 2 1 1, 2 1 1 1, 1 2 2 1, 1 4 1, 1 4, 2 1 1 2 2, 1 1 2 1, 1 1 1 1 1, "
        "1 3 2, 2 1 2"
    )
    puzzle = Puzzle(
        *(
            [[int(block) for block in clue.split()] for clue in axis.split(", ")]
            for axis in (rows, columns)
        )
    )
    marks = marked(puzzle, (0, 0, Cell.BLACK), (10, 2, Cell.BLACK))
    assert said(puzzle, marks) == (
        "Wrong cells: R11C3. No line shows it yet; the first mistake is in row 11 "
        "(R11C1:R11C12, clue 1 1 2 1)."
    )
    assert "最初の誤りは11行目(R11C1:R11C12、ヒント 1 1 2 1)" in said(puzzle, marks, "ja")


def test_very_many_mistakes_are_not_all_named() -> None:
    puzzle = sample("cat-20x20").puzzle
    grid = xlnono.solve(puzzle).grid
    assert grid is not None
    opposite = Grid(tuple(row ^ (1 << grid.width) - 1 for row in grid.rows), grid.width)
    assert "and 360 more" in said(puzzle, Board.of(opposite))


@both
def test_a_complete_board(language: Language) -> None:
    puzzle = Puzzle.of(ONLY)
    assert xlnono.hint(puzzle, Board.of(ONLY)).standing is Standing.DONE
    assert said(puzzle, Board.of(ONLY), language).startswith(
        "The board is complete" if language == "en" else "盤面は完成"
    )
    assert xlnono.hint(Puzzle.of(AMBIGUOUS[0]), Board.of(AMBIGUOUS[1])).standing is Standing.DONE


def test_several_solutions() -> None:
    puzzle = Puzzle.of(AMBIGUOUS[0])
    assert xlnono.hint(puzzle, empty(puzzle)).standing is Standing.STUCK
    assert "Several solutions" in said(puzzle, empty(puzzle))
    one = marked(puzzle, (0, 0, Cell.BLACK))
    assert xlnono.hint(puzzle, one).standing is Standing.STEP
    both_black = marked(puzzle, (0, 0, Cell.BLACK), (0, 1, Cell.BLACK))
    assert said(puzzle, both_black) == (
        "Your marks match no solution. Contradiction: no arrangement fits the marks in row 1 "
        "(R1C1:R1C2, clue 1)."
    )


def test_steps_come_first_where_there_are_several_solutions() -> None:
    puzzle = sample("odd/two-solutions-die-10x10").puzzle
    board = empty(puzzle)
    while (hint := xlnono.hint(puzzle, board)).step is not None:
        for cell in hint.step.fixed:
            board.fix(*cell)
    assert hint.standing is Standing.STUCK
    assert board == xlnono.solve(puzzle, explain=True).known


def test_no_solution() -> None:
    puzzle = Puzzle([[3], [], [1]], [[2], [2], []])
    assert xlnono.hint(puzzle, empty(puzzle)).standing is Standing.IMPOSSIBLE
    contradiction = xlnono.solve(puzzle).contradiction
    assert contradiction is not None
    line = f"{contradiction.named('en')} (R"
    assert (
        f"Following the lines of an empty grid leads to a contradiction: no arrangement fits {line}"
        in (said(puzzle, empty(puzzle)))
    )
    assert "解がありません。何もない盤面から行と列を1本ずつ進めると、" in said(
        puzzle, empty(puzzle), "ja"
    )


def test_time_runs_out() -> None:
    puzzle = Puzzle.of(AMBIGUOUS[0])
    hint = xlnono.hint(puzzle, empty(puzzle), seconds=1e-9)
    assert hint.standing is Standing.UNDECIDED
    assert "within the time limit" in advice(hint, puzzle, GridNames(), "en")


def test_marks_that_nobody_could_check_are_said_to_be_so() -> None:
    puzzle = sample("odd/two-solutions-die-10x10").puzzle
    hint = xlnono.hint(puzzle, empty(puzzle), seconds=1e-9)
    assert hint.step is not None
    assert not hint.sure
    assert "not enough time to check" in advice(hint, puzzle, GridNames(), "en")


def test_a_board_of_another_size() -> None:
    with pytest.raises(ValueError, match="2x2"):
        xlnono.hint(Puzzle.of(ONLY), Board(2, 2))


def test_a_hint_comes_at_once_on_a_large_board() -> None:
    puzzle = sample("lucky-cat-45x45").puzzle
    began = time.perf_counter()
    assert xlnono.hint(puzzle, empty(puzzle)).step is not None
    assert time.perf_counter() - began < 5


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")

    def run(*words: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main([str(word) for word in words])
        captured = capsys.readouterr()
        return int(str(stop.value.code)), captured.out, captured.err

    return run


def test_the_command_says_where_to_look(run: Run) -> None:
    path = SAMPLES / "heart-5x5.xlsx"
    before = path.read_bytes()
    code, out, error = run("hint", path)
    assert (code, error) == (0, "")
    assert out == f"{path}, sheet “Puzzle”: Look at row 2 (D10:H10, clue 5).\n"
    code, out, _ = run("hint", path, "--level", 2, "--lang", "ja")
    assert code == 0
    assert out.startswith(f"{path}、シート「Puzzle」: ")
    assert "手筋は「" in out
    assert path.read_bytes() == before


def test_cells_go_by_their_addresses(run: Run) -> None:
    read = sample("heart-5x5")
    step = xlnono.hint(read.puzzle, read.marks).step
    assert step is not None
    _, out, _ = run("hint", SAMPLES / "heart-5x5.xlsx", "--level", 3)
    assert read.layout.cell(*step.fixed[0][:2]) in out
    assert "R1C" not in out


def test_every_sheet_gets_a_hint_of_its_own(run: Run, tmp_path: Path) -> None:
    path = book_with(tmp_path / "two.xlsx", ONLY)
    workbook = load_workbook(path)
    workbook.copy_worksheet(workbook["cat"]).title = "again"
    workbook.save(path)
    assert run("hint", path)[1].count("Look at") == 2
    assert run("hint", path, "--sheet", "again")[1].count("Look at") == 1


def test_wrong_marks_on_a_sheet(run: Run, tmp_path: Path) -> None:
    path = book_with(tmp_path / "cat.xlsx", ONLY)
    workbook = load_workbook(path)
    workbook["cat"]["D4"] = 1
    workbook.save(path)
    code, out, _ = run("hint", path)
    assert code == 1
    assert "There is a mistake in your marks." in out
    code, out, _ = run("hint", path, "--level", "3")
    assert code == 1
    assert "Wrong cells: D4." in out


def test_what_a_solve_painted_is_no_mark(run: Run, tmp_path: Path) -> None:
    path = book_with(tmp_path / "cat.xlsx", ONLY)
    before = run("hint", path)
    assert run("solve", path)[0] == 0
    assert run("hint", path) == before


def test_exit_codes_where_there_is_no_step(run: Run, tmp_path: Path) -> None:
    assert run("hint", book_with(tmp_path / "two.xlsx", AMBIGUOUS[0]))[0] == 1
    assert run("hint", SAMPLES / "odd" / "mistake-teapot-12x15.xlsx")[0] == 3
    assert run("hint", tmp_path / "nowhere.xlsx")[0] == 3


@pytest.mark.parametrize("level", ["7", "0", "-1", "two", "", "1.5", "２"])
def test_a_level_that_is_none(run: Run, level: str) -> None:
    code, out, error = run("hint", "x.xlsx", "--level", level)
    assert (code, out) == (2, "")
    assert error == f"error: Unknown level “{level}”: use 1, 2 or 3.\n"
    assert "段階はありません" in run("hint", "x.xlsx", "--level", level, "--lang", "ja")[2]
