"""The formula NONOGRAM, calculated by IronCalc as Excel would."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import ironcalc
import pytest
from openpyxl import load_workbook

from tests.unit.test_cli import Run, run
from xlnono.engine.clock import Clock
from xlnono.engine.decide.search import follow_lines
from xlnono.language import LANGUAGES, Language
from xlnono.model.board import Cell, Grid, Line, lines_of
from xlnono.model.puzzle import Puzzle
from xlnono.puzzle_sheet.spots import find_layout
from xlnono.spreadsheet.area import Area
from xlnono.templates import template
from xlnono.templates.nonogram_formula import (
    LINE_SOLVER,
    LONGEST_LINE,
    SOLVER,
    line_solver,
    solver,
)
from xlnono.xlsx.book import open_book

__all__ = ["run"]

DOCS = Path(__file__).parents[2] / "docs"
HEART = Grid.from_text(
    """
    .#.#.
    #####
    #####
    .###.
    ..#..
    """
)
SIGNS = {Cell.BLACK: 1, Cell.WHITE: -1, Cell.UNKNOWN: 0}
STATUS, PICTURE = Area(2, 1), (4, 2)


class Sheets:
    """A workbook with the formula, in a program that calculates it."""

    def __init__(self, path: Path) -> None:
        self.model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
        self.layout = find_layout(open_book(path).sheets()[0])

    def type(self, puzzle: Puzzle, *, text: bool = False) -> None:
        for line in lines_of(puzzle.height, puzzle.width):
            self.type_clue(line, puzzle.clue(line) or (0,), text=text)

    def type_clue(self, line: Line, clue: Sequence[object], *, text: bool = False) -> None:
        cells = list(self.layout.clue(line).cells())
        values = [" ".join(map(str, clue))] if text else list(map(str, clue))
        for cell in cells:
            self.model.set_user_input(0, cell.row, cell.column, "")
        for cell, value in zip(cells[-len(values) :], values, strict=True):
            self.model.set_user_input(0, cell.row, cell.column, f"'{value}")

    def status(self) -> str:
        self.model.evaluate()
        above = self.model.get_formatted_cell_value(0, 3, 1)
        assert self.model.get_formatted_cell_value(1, STATUS.row, STATUS.column) == above
        return str(above)

    def picture(self) -> list[list[int]]:
        grid = self.layout.grid
        return [
            [
                int(self.model.get_cell_value(1, PICTURE[0] + row, PICTURE[1] + column))
                for column in range(grid.width)
            ]
            for row in range(grid.height)
        ]


def blank(folder: Path, height: int, width: int, language: Language = "en") -> Sheets:
    path = folder / f"{height}x{width}-{language}.xlsx"
    template.new(path, height, width, language=language, formula=True)
    return Sheets(path)


def settled(puzzle: Puzzle) -> list[list[int]]:
    """What lines alone settle, by the engine."""
    board = follow_lines(puzzle, Clock())
    return [[SIGNS[board[r, c]] for c in range(puzzle.width)] for r in range(puzzle.height)]


def drawn(seed: int, height: int, width: int, black: float) -> Puzzle:
    chance = random.Random(seed)
    picture = [[chance.random() < black for _ in range(width)] for _ in range(height)]
    rows = ("".join(".#"[cell] for cell in row) for row in picture)
    return Puzzle.of(Grid.from_text("\n".join(rows)))


@pytest.mark.parametrize(
    ("seed", "height", "width", "black"),
    [
        *((seed, 5 + seed, 12 - seed, 0.4 + seed / 20) for seed in range(8)),
        (8, 20, 20, 0.65),
        (9, 46, 46, 0.7),
        (10, 1, 2, 1.0),
        (11, 3, 4, 0.0),
    ],
)
def test_it_settles_what_the_engine_settles_by_lines(
    tmp_path: Path, seed: int, height: int, width: int, black: float
) -> None:
    puzzle = drawn(seed, height, width, black)
    sheets = blank(tmp_path, height, width)
    sheets.type(puzzle)
    said = sheets.status()
    wanted = settled(puzzle)
    assert sheets.picture() == wanted
    unknown = sum(row.count(0) for row in wanted)
    assert said == "Solved." if not unknown else said.startswith(f"Open cells: {unknown};")


def test_the_picture_appears_while_clues_are_typed(tmp_path: Path) -> None:
    sheets, puzzle = blank(tmp_path, 5, 5), Puzzle.of(HEART)
    assert sheets.status() == "Lines without a clue: 10; open cells: 25"
    for line in list(lines_of(5, 5))[:2]:
        sheets.type_clue(line, puzzle.clue(line))
    assert sheets.status() == "Lines without a clue: 8; open cells: 20"
    assert sheets.picture()[1] == [1] * 5
    sheets.type(puzzle, text=True)
    assert sheets.status() == "Solved."
    assert sheets.picture() == settled(puzzle)


@pytest.mark.parametrize(
    ("line", "clue", "said"),
    [
        (0, (1, 2), "The row clues add up to 17 and the column clues to 16."),
        (0, ("x",), "A clue is not a whole number: row 1."),
        (6, (-4,), "A clue is not a whole number: column 2."),
        (5, (1, 1), "These clues contradict each other: column 1 does not fit the others."),
        (3, (9999,), "The row clues add up to 10012 and the column clues to 16."),
    ],
)
def test_what_is_wrong_with_the_clues_is_said_in_words(
    tmp_path: Path, line: int, clue: tuple[object, ...], said: str
) -> None:
    sheets = blank(tmp_path, 5, 5)
    sheets.type(Puzzle.of(HEART))
    sheets.type_clue(list(lines_of(5, 5))[line], clue)
    assert sheets.status() == said


def test_blank_lines_have_no_black_cells_once_the_totals_agree(tmp_path: Path) -> None:
    sheets = blank(tmp_path, 3, 3)
    lines = list(lines_of(3, 3))
    for line, clue in ((0, 1), (2, 1), (3, 1)):
        sheets.type_clue(lines[line], (clue,))
    assert sheets.status() == "Lines without a clue: 3; open cells: 9"
    sheets.type_clue(lines[3], (1, 1))
    assert sheets.status() == "Solved."
    assert sheets.picture() == [[1, -1, -1], [-1, -1, -1], [1, -1, -1]]


def test_it_says_so_in_japanese(tmp_path: Path) -> None:
    sheets = blank(tmp_path, 5, 5, "ja")
    sheets.type(Puzzle.of(HEART))
    assert sheets.status() == "解けました。"
    sheets.type_clue(next(iter(lines_of(5, 5))), (2, 1))
    assert sheets.status() == "黒マスの数が合いません(行の合計 17、列の合計 16)。"


@pytest.mark.parametrize(
    ("formula", "found"),
    [
        ("{2,1},{0,0,0,0}", [1, 1, -1, 1]),
        ('"2 1",{0,0,0,0,0}', [0, 1, 0, 0, 0]),
        ("0,{0,0,0}", [-1, -1, -1]),
        ('"",{0,1,0}', [0, 1, 0]),
        ("2,{0,0,1,0,0}", [-1, 0, 1, 0, -1]),
        ("2,{1,0,0,1}", ["The clue does not fit these cells."]),
        ("1.5,{0,0}", ["The clue is not a whole number."]),
    ],
)
def test_one_line(formula: str, found: list[object]) -> None:
    model = ironcalc.create("line", "en", "UTC", "en")
    model.new_defined_name(LINE_SOLVER, None, f"={line_solver('en')}")
    model.set_user_input(0, 1, 1, f"={LINE_SOLVER}({formula})")
    model.evaluate()
    assert [model.get_cell_value(0, 1, column + 1) for column in range(len(found))] == found


def test_longer_lines_are_refused(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "long.xlsx"
    said = run("new", "--formula", f"5x{LONGEST_LINE + 1}", path)
    assert said.code == 3
    assert "the formula cannot solve 5 rows and 47 columns: choose at most 46 of each" in said.error
    assert not path.exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_has_the_formulas_to_paste(language: Language) -> None:
    guide = (DOCS / ("formula.md" if language == "en" else "formula.ja.md")).read_text("utf-8")
    for formula in (solver(language), line_solver(language)):
        assert f"={formula}" in guide
        assert len(formula) < 8192


def test_the_command_line_solves_such_a_workbook_and_keeps_the_formula(
    tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "heart.xlsx"
    template.new(path, 5, 5, formula=True)
    layout, puzzle = find_layout(open_book(path).sheets()[0]), Puzzle.of(HEART)
    workbook = load_workbook(path)
    for line in lines_of(5, 5):
        cells = list(layout.clue(line).cells())
        clue = puzzle.clue(line)
        for cell, block in zip(cells[-len(clue) :], clue, strict=True):
            workbook.worksheets[0][cell.address].value = str(block)
    workbook.save(path)
    assert run("solve", path).code == 0
    after = load_workbook(path)
    assert {SOLVER, LINE_SOLVER} <= set(after.defined_names)
    assert SOLVER in after["Picture"]["B4"].value.text
    assert "one" in run("check", path).out
