"""What a reader sees of the replay sheet when the number of a step is typed into it."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.utils import get_column_letter
from openpyxl.workbook.defined_name import DefinedName
from PIL import Image, ImageChops

from tests.support.office import converted, first_page
from tests.support.workbooks import ONLY, Arrangement, book_with
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import Solved, check_workbook, solve_workbook
from xlnono.language import Language
from xlnono.model.board import Cell
from xlnono.puzzle_sheet.record import record_of
from xlnono.puzzle_sheet.replay_sheet import _place, replay_page
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import page_cell
from xlnono.wording import reasons, technique_name, why, why_visit

SAMPLES = Path(__file__).parents[2] / "samples"


def _solve(source: Path, target: Path, language: Language = "en") -> Solved:
    result = solve_workbook(Job(source, target), language=language)
    assert not result.errors
    (puzzle,) = result.puzzles
    return puzzle


def _board_of(
    solved: Path, step: int | None, grid: Area, path: Path, *, singly: bool = False
) -> Image.Image:
    """The printed board, borders and all, with the number of a step typed into the sheet."""
    workbook: Workbook = load_workbook(solved)
    for title in workbook.sheetnames[:-1]:
        del workbook[title]
    sheet = workbook.worksheets[0]
    if step is not None:
        sheet["C2"] = step
    sheet["W2"] = int(singly)
    sheet.print_area = grid.address
    sheet.oddFooter.center.text = ""
    workbook.save(path)
    page = first_page(path)
    inked = ImageChops.difference(page, Image.new("RGB", page.size, "white"))
    return page.crop(inked.getbbox())


def _states(board: Image.Image, grid: Area) -> dict[tuple[int, int], Cell]:
    """What the printed cells look like: unknown is blank paper, white has a dot on it."""
    across, down = board.width / grid.width, board.height / grid.height
    grey, found = board.convert("L"), {}
    for row in range(grid.height):
        for column in range(grid.width):
            left, top = column * across, row * down
            inside = (left + across * 0.2, top + down * 0.2, left + across * 0.8, top + down * 0.8)
            darkest, lightest = grey.crop(tuple(map(round, inside))).getextrema()
            if lightest < 100:
                found[row, column] = Cell.BLACK
            else:
                found[row, column] = Cell.UNKNOWN if darkest == 255 else Cell.WHITE
    return found


@pytest.mark.parametrize("step", [0, 10, None])
def test_the_board_shows_just_what_was_fixed_by_then(step: int | None, tmp_path: Path) -> None:
    solved = tmp_path / "solved.xlsx"
    puzzle = _solve(SAMPLES / "fish-10x15.xlsx", solved)
    log, grid = puzzle.solution.log, puzzle.read.layout.grid
    assert log is not None
    position = log.reached(len(log.visits) if step is None else step)
    board = _board_of(solved, step, grid, tmp_path / "step.xlsx")
    for cell, state in _states(board, grid).items():
        assert state is position[cell], cell


def test_the_sentence_belongs_to_the_step_that_was_typed(tmp_path: Path) -> None:
    solved = tmp_path / "solved.xlsx"
    puzzle = _solve(SAMPLES / "fish-10x15.xlsx", solved, "ja")
    log, read = puzzle.solution.log, puzzle.read
    assert log is not None
    title = load_workbook(solved).sheetnames[2]
    assert title.endswith(" 再生")
    stored = load_workbook(solved, data_only=True)[title]
    assert stored["A4"].value == why_visit(log.visits[-1], read.puzzle, read.layout, "ja")
    for step in (0, 3):
        workbook: Workbook = load_workbook(solved)
        workbook[title]["C2"] = step
        workbook.save(tmp_path / "typed.xlsx")
        # The results of the formulas are gone now, so these are LibreOffice's own.
        shown = load_workbook(converted(tmp_path / "typed.xlsx", "xlsx"), data_only=True)[title]
        if step == 0:
            assert (shown["A3"].value, "最初の手順より前" in shown["A4"].value) == ("最初", True)
        else:
            assert shown["A4"].value == why_visit(log.visits[2], read.puzzle, read.layout, "ja")
            assert technique_name(log.visits[2].techniques[0], "ja") in shown["A3"].value


@pytest.mark.parametrize("step", [0, 1, 17, 1000])
def test_the_replay_goes_by_deductions_too(step: int, tmp_path: Path) -> None:
    """A number beyond the last deduction shows that one."""
    solved = tmp_path / "solved.xlsx"
    puzzle = _solve(SAMPLES / "fish-10x15.xlsx", solved)
    log, read = puzzle.solution.log, puzzle.read
    assert log is not None
    assert len(log) > len(log.visits)
    grid = read.layout.grid
    board = _board_of(solved, step, grid, tmp_path / "step.xlsx", singly=True)
    position = log.position(step)
    for cell, state in _states(board, grid).items():
        assert state is position[cell], cell
    workbook: Workbook = load_workbook(solved)
    sheet = workbook.worksheets[2]
    sheet["C2"], sheet["W2"] = step, 1
    workbook.save(tmp_path / "typed.xlsx")
    shown = load_workbook(converted(tmp_path / "typed.xlsx", "xlsx"), data_only=True).worksheets[2]
    assert shown["E2"].value == f"of {len(log)}"
    if step:
        number = min(step, len(log)) - 1
        assert shown["A4"].value == why(log.steps[number], read.puzzle, read.layout, "en")


def test_solving_again_changes_nothing_and_finds_no_further_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "heart.xlsx"
    _solve(SAMPLES / "heart-5x5.xlsx", path)
    once = path.read_bytes()
    _solve(path, path)
    assert path.read_bytes() == once
    title = load_workbook(path).sheetnames[2]
    named = check_workbook(Job(path, None), sheet=title)
    assert [error.code for error in named.errors] == ["no-puzzle"]


def test_another_solve_replaces_the_replay_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "heart.xlsx"
    before = _solve(SAMPLES / "heart-5x5.xlsx", path)
    workbook: Workbook = load_workbook(path)
    titles = workbook.sheetnames
    workbook[titles[2]]["C2"] = 1
    workbook.save(path)
    again = tmp_path / "again.xlsx"
    _solve(converted(path, "xlsx"), again, "ja")
    workbook = load_workbook(again)
    assert workbook.sheetnames == titles
    replay = workbook[titles[2]]
    log = before.solution.log
    assert log is not None
    assert replay["C2"].value == len(log.visits)
    assert "1手ずつ" in replay["A1"].value


def test_no_steps_no_replay(tmp_path: Path) -> None:
    path = tmp_path / "finished.xlsx"
    _solve(SAMPLES / "heart-5x5.xlsx", path)
    workbook: Workbook = load_workbook(path)
    for title in workbook.sheetnames[1:]:
        del workbook[title]
    workbook.save(path)
    _solve(path, path)
    assert len(load_workbook(path).sheetnames) == 2


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_sentences_name_the_cells_of_the_replay(language: Language, tmp_path: Path) -> None:
    source = book_with(tmp_path / "cat.xlsx", ONLY, Arrangement(row=12, column=9))
    found = _solve(source, tmp_path / "solved.xlsx", language)
    solution, read = found.solution, found.read
    page = replay_page(record_of(read, solution, language))
    layout = _place(read)
    assert layout.grid != read.layout.grid
    wanted = reasons(solution.log, read.puzzle, layout, language)
    held = {page_cell(cell).value for row in page.rows for cell in row if cell is not None}
    assert {said for one in wanted for said in (one.visit, *one.steps)} <= held


def test_a_puzzle_too_wide_for_a_replay_is_solved_without(tmp_path: Path) -> None:
    width = 11_000
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.cell(2, 1, " ".join(["1"] * (width // 2)))
    for column in range(width):
        sheet.cell(1, 2 + column, (column + 1) % 2)
    last = get_column_letter(width + 1)
    for name, cells in (
        ("rows", "$A$2"),
        ("columns", f"$B$1:${last}$1"),
        ("grid", f"$B$2:${last}$2"),
    ):
        text = f"'Sheet'!{cells}"
        sheet.defined_names[f"xlnono_{name}"] = DefinedName(f"xlnono_{name}", attr_text=text)
    book.save(tmp_path / "wide.xlsx")
    solved = tmp_path / "solved.xlsx"
    workings = solve_workbook(Job(tmp_path / "wide.xlsx", solved), sheet="Sheet", seconds=1)
    assert workings.written, workings.errors
    assert not [title for title in load_workbook(solved).sheetnames if "replay" in title]
    again = check_workbook(Job(solved, None), seconds=1)
    assert [error.code for error in again.errors] == []
