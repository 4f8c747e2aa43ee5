"""Clues as people type them: everything that reads them reads the same numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import ironcalc
import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.support.office import converted
from tests.support.typed_clues import CIRCLED, NEGATIVE, THREE_ONE
from xlnono.language import LANGUAGES, Language
from xlnono.model.board import Axis, Grid, Line
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.puzzle_sheet.spots import find_layout
from xlnono.templates import template
from xlnono.templates.nonogram_formula import LINE_SOLVER, SOLVER, line_solver, solver
from xlnono.xlsx.book import open_book

DOCS = Path(__file__).parents[2] / "docs"
ROWS = dict.fromkeys(THREE_ONE, "###.#" + "." * 15) | {
    typed: "#" * number + "." * (20 - number) for number, typed in enumerate(CIRCLED, start=1)
}
"""Row clues as they are typed, and the rows that they settle together with the columns."""
PICTURE = Grid.from_text("\n".join(ROWS.values()))


def typed_into(path: Path, rows: Sequence[str], columns: Sequence[Sequence[int]]) -> Path:
    """A template with clues as they are typed."""
    template.new(path, len(rows), len(columns))
    layout = find_layout(open_book(path).sheets()[0])
    book = openpyxl.load_workbook(path)
    sheet = book.worksheets[0]
    texts = [*rows, *(" ".join(map(str, clue)) for clue in columns)]
    lines = [Line(Axis.ROW, row) for row in range(len(rows))]
    lines += [Line(Axis.COLUMN, column) for column in range(len(columns))]
    for line, text in zip(lines, texts, strict=True):
        place = [*layout.clue(line).cells()][-1]
        sheet.cell(place.row, place.column).value = text
    book.save(path)
    return path


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("typed") / "typed.xlsx"
    return typed_into(path, [*ROWS], PICTURE.column_clues())


@pytest.fixture(scope="module")
def help_of(path: Path) -> Worksheet:
    """The sheet as its formulas calculate it."""
    sheet = openpyxl.load_workbook(converted(path, "xlsx"), data_only=True).worksheets[0]
    assert isinstance(sheet, Worksheet)
    return sheet


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_documented_sign_is_tried(language: Language) -> None:
    guide = (DOCS / ("worksheet.md" if language == "en" else "worksheet.ja.md")).read_text("utf-8")
    start, end = {"en": ("Separate numbers", "Brackets"), "ja": ("並べるときは", "かっこ")}[
        language
    ]
    signs = re.findall("`(.)`", guide.partition(start)[2].partition(end)[0])
    assert len(signs) > 7
    assert {f"3{sign}1" for sign in signs} <= {*THREE_ONE}


def test_the_workbook_reader_reads_them(path: Path) -> None:
    (sheet,) = open_book(path).sheets()
    read = dict(zip(ROWS, read_puzzle(sheet).puzzle.rows, strict=True))
    assert read == dict(zip(ROWS, map(tuple, PICTURE.row_clues()), strict=True))


@pytest.mark.parametrize(("row", "typed"), [*enumerate(ROWS)])
def test_the_live_help_adds_them_up(path: Path, help_of: Worksheet, row: int, typed: str) -> None:
    grid = find_layout(open_book(path).sheets()[0]).grid
    total = help_of.cell(grid.row + row, grid.last_column + 2).value
    assert (typed, total) == (typed, ROWS[typed].count("#"))


def test_the_live_help_finds_nothing_wrong_with_them(help_of: Worksheet) -> None:
    black = "".join(ROWS.values()).count("#")
    assert help_of["A4"].value == f"Black cells: rows {black} = columns {black}"
    assert help_of["A5"].value is None


def test_the_live_help_takes_no_negative_number_for_a_clue(tmp_path: Path) -> None:
    path = typed_into(tmp_path / "negative.xlsx", NEGATIVE, [(1,)] * 3)
    sheet = openpyxl.load_workbook(converted(path, "xlsx"), data_only=True).worksheets[0]
    assert sheet["A5"].value == "Does not fit: rows 1, 2, 3, 4"


class Formulas:
    """A sheet on which formulas that solve can be typed."""

    def __init__(self) -> None:
        self.model = ironcalc.create("typed", "en", "UTC", "en")
        for name, formula in ((SOLVER, solver("en")), (LINE_SOLVER, line_solver("en"))):
            self.model.new_defined_name(name, None, f"={formula}")

    def put(self, row: int, column: int, text: str) -> None:
        self.model.set_user_input(0, row, column, text)

    def shown(self, row: int, column: int, width: int) -> str:
        """The cells that a formula fills with a row of a picture."""
        self.model.evaluate()
        values = [self.model.get_cell_value(0, row, column + k) for k in range(width)]
        return "".join({1: "#", -1: "."}.get(value, "?") for value in values)


@pytest.mark.parametrize("typed", ROWS)
def test_the_formula_for_a_line_reads_them(typed: str) -> None:
    sheet = Formulas()
    sheet.put(1, 1, f"'{typed}")
    for column, cell in enumerate(ROWS[typed], start=2):
        # The dark cells keep the blocks in their place.
        sheet.put(1, column, "1" if cell == "#" else "0")
    sheet.put(2, 2, f"={LINE_SOLVER}(A1,B1:U1)")
    assert sheet.shown(2, 2, 20) == ROWS[typed]


def test_the_formula_for_a_puzzle_reads_them() -> None:
    sheet, height = Formulas(), 40
    chosen = [*ROWS][:height]
    picture = Grid.from_text("\n".join(ROWS[typed][:5] for typed in chosen))
    for row, typed in enumerate(chosen, start=2):
        sheet.put(row, 1, f"'{typed}")
    for column, clue in enumerate(picture.column_clues(), start=2):
        sheet.put(1, column, f"'{' '.join(map(str, clue)) or 0}")
    sheet.put(2, 2, f"={SOLVER}(A2:A{1 + height},B1:F1)")
    shown = [sheet.shown(row, 2, 5) for row in range(2, 2 + height)]
    assert dict(zip(chosen, shown, strict=True)) == dict.fromkeys(chosen, "###.#")


@pytest.mark.parametrize("typed", NEGATIVE)
def test_the_formula_takes_no_negative_number_for_a_clue(typed: str) -> None:
    sheet = Formulas()
    sheet.put(1, 1, f"'{typed}")
    sheet.put(1, 2, f"={LINE_SOLVER}(A1,{{0,0,0}})")
    sheet.model.evaluate()
    assert sheet.model.get_cell_value(0, 1, 2) == "The clue is not a whole number."
