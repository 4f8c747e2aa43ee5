"""Two solutions on the log sheet: both complete, their differences marked, out of the way."""

import pytest
from openpyxl import load_workbook

from tests.support.workbooks import ONLY, book_with
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.model.board import Board, Grid
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Outcome, Solution
from xlnono.puzzle_sheet.log_pictures import log_pictures
from xlnono.spreadsheet.area import Area, parse_reference
from xlnono.spreadsheet.sheet import page_cell
from xlnono.spreadsheet.theme import LOG_WIDTHS

DIE = Grid.from_text(
    """
    ########
    #......#
    #.#....#
    #..#...#
    #......#
    #####.##
    """
)
"""A picture whose clues leave two cells on a diagonal free to change places."""
BLACK, DARK_ORANGE, ORANGE = "FF262626", "FF9A3412", "FFF4B183"


@pytest.fixture
def path(tmp_path):
    return book_with(tmp_path / "die.xlsx", DIE)


def solve(path, **settings):
    (solved,) = solve_workbook(Job(path, path), **settings).puzzles
    return solved.solution


def fills(sheet, area):
    cells = sheet[area.address]
    return [
        [cell.fill.fgColor.rgb if cell.fill.fill_type else None for cell in row] for row in cells
    ]


def pictures(log):
    """The two pictures by their fills, found from their titles."""
    found = []
    for row in log.iter_rows():
        for cell in row:
            if str(cell.value).startswith(("Solution ", "解")) and cell.column > 9:
                area = Area(cell.row + 1, cell.column, DIE.height, DIE.width)
                found.append(fills(log, area))
    return found


@pytest.mark.parametrize("language", ["en", "ja"])
def test_both_solutions_are_shown_whole_with_the_differences_in_orange(path, language):
    solution = solve(path, language=language)
    found = pictures(load_workbook(path).worksheets[1])
    grids = [
        Grid.from_text(
            "\n".join("".join("#" if c in (BLACK, DARK_ORANGE) else "." for c in r) for r in one)
        )
        for one in found
    ]
    assert grids == [solution.grid, solution.other]
    assert all(Puzzle.of(DIE).accepts(grid) for grid in grids)
    for one in found:
        for row in range(DIE.height):
            for column in range(DIE.width):
                differs = grids[0][row, column] is not grids[1][row, column]
                assert (one[row][column] in (DARK_ORANGE, ORANGE)) is differs


def test_a_link_at_the_top_leads_to_them_and_they_are_printed(path):
    solve(path)
    log = load_workbook(path)["cat log"]
    (cell,) = (cell for cell in log[1] if cell.value == "Show two of the solutions")
    title, area = parse_reference(cell.hyperlink.location)
    assert title == "cat log"
    assert log.cell(area.row, area.column).value == "Two solutions of the puzzle"
    printed = [Area.parse(part.rpartition("!")[2]) for part in log.print_area.split(",")]
    assert printed[-1] == area


def test_table_filter_memory_and_charts_stay_as_they_are(path):
    solve(path)
    log = load_workbook(path)["cat log"]
    steps = [row[0].row for row in log.iter_rows(max_col=1) if isinstance(row[0].value, int)]
    filtered = Area.parse(log.auto_filter.ref)
    assert (filtered.row, filtered.last_row) == (steps[0] - 1, steps[-1])
    assert log.print_area.split(",")[0].endswith(f"$H${steps[-1]}")
    assert all(log.column_dimensions[letter].hidden for letter in "JKLMNOPQ")
    assert len(log._charts) == 2
    below = [cell.value for row in log.iter_rows(min_row=steps[-1] + 1, max_col=9) for cell in row]
    assert set(below) <= {None}
    once = path.read_bytes()
    solve(path)
    assert path.read_bytes() == once


def test_one_solution_has_no_such_pictures(tmp_path):
    path = book_with(tmp_path / "only.xlsx", ONLY)
    solve(path)
    log = load_workbook(path)["cat log"]
    assert pictures(log) == []
    assert "Show two of the solutions" not in [cell.value for cell in log[1]]


@pytest.mark.parametrize(
    ("height", "width"), [(1, 1), (2, 60), (60, 2), (5, 120), (25, 25), (40, 50), (100, 100)]
)
def test_they_fit_on_a_page_as_wide_as_the_table(height, width):
    first, second = (Grid.from_text("\n".join([sign * width] * height)) for sign in ("#", "."))
    puzzle, known = Puzzle.of(first), Board(height, width)
    solution = Solution(puzzle, Outcome.MULTIPLE, first, second, known, 0.1, "python")
    made = log_pictures(solution, 2, sum(LOG_WIDTHS), "en")
    assert sum(made.widths) <= sum(LOG_WIDTHS)
    points = sum(LOG_WIDTHS) * 7 * 0.75
    assert sum(made.heights) <= 0.614 * points - 15
    held = [page_cell(cell) for row in made.rows for cell in row if cell is not None]
    cells = [cell for cell in held if cell.fill]
    assert len(cells) == 2 * height * width


ROOKS = Grid.from_text("#... .#.. ..#. ...#")
"""One black cell in every line: 24 solutions, which share no cell."""


def shown(log):
    return [
        str(cell.value) for row in log.iter_rows() for cell in row if cell.value and cell.column > 9
    ]


def test_all_solutions_are_shown_if_so_many_are_wanted(tmp_path):
    path = book_with(tmp_path / "rooks.xlsx", ROOKS)
    solution = solve(path, solutions=24)
    assert solution.all_found
    assert len(set(solution.solutions)) == 24
    log = load_workbook(path).worksheets[1]
    assert "All 24 solutions of the puzzle" in shown(log)
    assert [text for text in shown(log) if text.startswith("Solution ")] == [
        f"Solution {number}" for number in range(1, 25)
    ]


def test_some_solutions_are_said_to_be_only_some(tmp_path):
    path = book_with(tmp_path / "rooks.xlsx", ROOKS)
    solution = solve(path, solutions=5)
    assert not solution.all_found
    assert len(solution.solutions) == 5
    assert "5 solutions; there may be others" in shown(load_workbook(path).worksheets[1])


def test_cells_that_all_solutions_share_are_painted(tmp_path):
    path = book_with(tmp_path / "die.xlsx", DIE)
    solution = solve(path, solutions=10)
    assert solution.known.unknown == len(solution.differing) == 4
    once = path.read_bytes()
    solve(path, solutions=10)
    assert path.read_bytes() == once
