"""What the replay sheet shows of evidence, ranges and contradictions, and at odd step numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from openpyxl import Workbook, load_workbook
from PIL import Image, ImageChops

from tests.support.office import converted, first_page
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import Solved, solve_workbook
from xlnono.model.board import Cell
from xlnono.model.steps import Log, Position
from xlnono.puzzle_sheet.record import record_of
from xlnono.puzzle_sheet.replay_rows import Rows, codes, replay_rows
from xlnono.puzzle_sheet.replay_sheet import replay_page
from xlnono.spreadsheet.sheet import Formula
from xlnono.spreadsheet.theme import (
    ASSUMED_FILLS,
    EVIDENCE_BLACK_FILL,
    EVIDENCE_WHITE_FILL,
    IMPOSSIBLE_BLACK_FILL,
    IMPOSSIBLE_WHITE_FILL,
    NEW_BLACK_FILL,
    NEW_WHITE_FILL,
    RANGE_FILL,
)
from xlnono.wording import Reasons
from xlnono.wording.chains import chain_in_words

SAMPLE = Path(__file__).parents[2] / "samples" / "contradiction-umbrella-12x11.xlsx"


class Replay(NamedTuple):
    path: Path
    solved: Solved
    log: Log
    rows: Rows

    @property
    def first_link(self) -> int:
        """The number of the first assumption, when single deductions are shown."""
        return next(k for k, row in enumerate(self.rows.singly) if row.chain)


@pytest.fixture(scope="module")
def umbrella(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    path = tmp_path_factory.mktemp("replay") / "solved.xlsx"
    result = solve_workbook(Job(SAMPLE, path), language="en")
    assert not result.errors
    (solved,) = result.puzzles
    log = solved.solution.log
    assert log is not None
    why = [Reasons("", [""] * len(visit.steps)) for visit in log.visits]
    return Replay(
        path, solved, log, replay_rows(log, solved.read.puzzle, solved.read.layout, "en", why)
    )


def _calculated(replay: Replay, typed: list[tuple[object, object]], path: Path) -> Workbook:
    """The replay as LibreOffice calculates it, a copy for each step and switch typed in."""
    workbook: Workbook = load_workbook(replay.path)
    for title in workbook.sheetnames[:-1]:
        del workbook[title]
    sheet = workbook.worksheets[0]
    for step, switch in typed:
        copy = workbook.copy_worksheet(sheet)
        copy["C2"], copy["W2"] = step, switch
    del workbook[sheet.title]
    workbook.save(path)
    return load_workbook(converted(path, "xlsx"), data_only=True)


def test_any_number_shows_the_nearest_step(umbrella: Replay, tmp_path: Path) -> None:
    visits, singly = len(umbrella.rows.visits) - 1, len(umbrella.rows.singly) - 1
    wanted: list[tuple[object, object, int]] = [
        (500, 0, visits), (10**12, 0, visits), (-3, 0, 0), (7.4, 0, 7), (7.6, 0, 8),
        (None, 0, 0), ("12 a", 0, 0), ("=1/0", 0, 0), (visits + 1, 1, visits + 1),
        (500, 1, singly), (-3, 1, 0), (5, "x", 5), (5, None, 5), (5, "=1/0", 5), (9, 7, 9),
    ]  # fmt: skip
    book = _calculated(umbrella, [it[:2] for it in wanted], tmp_path / "typed.xlsx")
    for (step, switch, number), sheet in zip(wanted, book.worksheets, strict=True):
        rows = umbrella.rows.singly if switch == 1 else umbrella.rows.visits
        assert sheet["A3"].value == rows[number].name, (step, switch)
        assert sheet["E2"].value == f"of {len(rows) - 1}"


def test_formulas_find_what_each_link_marks(umbrella: Replay, tmp_path: Path) -> None:
    """And the sentences are those of the log."""
    rows, puzzle = umbrella.rows, umbrella.solved.read.puzzle
    step = next(step for step in umbrella.log if step.branches)
    links = list(chain_in_words(step, puzzle, umbrella.solved.read.layout, "en"))
    first = umbrella.first_link
    shown = [(number, 1) for number in range(first - 1, first + len(links) + 2)]
    contradiction = next(k for k, row in enumerate(rows.visits) if row.chain)
    shown += [(contradiction, 0), (12, 0)]
    book = _calculated(umbrella, list(shown), tmp_path / "typed.xlsx")
    grid = umbrella.solved.read.layout.grid
    for (number, singly), sheet in zip(shown, book.worksheets, strict=True):
        row = (rows.singly if singly else rows.visits)[number]
        last = sheet.max_column
        found = {
            (y, x): sheet.cell(grid.row + y, last - grid.width + 1 + x).value
            for y in range(grid.height)
            for x in range(grid.width)
        }
        wanted = codes(row, rows.chains, puzzle)
        assert {cell: code for cell, code in found.items() if code} == wanted
        assert bool(wanted) == bool(row.marks or row.chain)
    for link, sheet in zip(links, book.worksheets[1:], strict=False):
        assert sheet["A4"].value == link.said


def test_stored_results_are_what_the_formulas_give(umbrella: Replay) -> None:
    """A program that does not calculate shows the last step, which here is a contradiction."""
    read, solution = umbrella.solved.read, umbrella.solved.solution
    until = next(k for k, step in enumerate(umbrella.log) if step.branches)
    log = Log(umbrella.log.start, umbrella.log.steps[: until + 1])
    page = replay_page(record_of(read, replace(solution, log=log), "en"))
    stored = [
        held.result
        for row in page.rows[read.layout.grid.row - 1 :]
        for held in row[-read.layout.grid.width :]
        if isinstance(held, Formula)
    ]
    why = [Reasons("", [""] * len(visit.steps)) for visit in log.visits]
    rows = replay_rows(log, read.puzzle, read.layout, "en", why)
    wanted = codes(rows.visits[-1], rows.chains, read.puzzle)
    assert wanted
    assert sorted(filter(None, stored)) == sorted(wanted.values())


def _colours(replay: Replay, step: int, singly: bool, path: Path) -> dict[Position, str]:
    """The colours in which the cells of the board are printed."""
    workbook: Workbook = load_workbook(replay.path)
    for title in workbook.sheetnames[:-1]:
        del workbook[title]
    sheet, grid = workbook.worksheets[0], replay.solved.read.layout.grid
    sheet["C2"], sheet["W2"] = step, int(singly)
    sheet.print_area = grid.address
    sheet.oddFooter.center.text = ""
    workbook.save(path)
    page = first_page(path)
    inked = ImageChops.difference(page, Image.new("RGB", page.size, "white"))
    board = page.crop(inked.getbbox())
    across, down = board.width / grid.width, board.height / grid.height
    found = {}
    for y in range(grid.height):
        for x in range(grid.width):
            # Beside the dot in the middle.
            place = round((x + 0.3) * across), round((y + 0.3) * down)
            colour = board.getpixel(place)
            assert isinstance(colour, tuple)
            found[y, x] = "".join(f"{part:02X}" for part in colour)
    return found


def test_a_link_is_printed_in_its_colours(umbrella: Replay, tmp_path: Path) -> None:
    step = next(step for step in umbrella.log if step.branches)
    branch = step.branches[0]
    number = umbrella.first_link + len(branch.chain)
    colours = _colours(umbrella, number, True, tmp_path / "link.xlsx")
    assumed_black, follows_black, assumed_white, follows_white = ASSUMED_FILLS[0]
    supposed = {}
    for row, column, cell in branch.assumed:
        supposed[row, column] = assumed_black if cell is Cell.BLACK else assumed_white
    for link in branch.chain:
        for row, column, cell in link.fixed:
            supposed[row, column] = follows_black if cell is Cell.BLACK else follows_white
    assert {cell: colours[cell] for cell in supposed} == supposed
    shades = EVIDENCE_BLACK_FILL, EVIDENCE_WHITE_FILL
    evidence = {cell for cell, colour in colours.items() if colour in shades}
    assert evidence == set(branch.chain[-1].evidence) - supposed.keys()
    wrong = _colours(umbrella, number + 1, True, tmp_path / "wrong.xlsx")
    red = IMPOSSIBLE_BLACK_FILL, IMPOSSIBLE_WHITE_FILL
    known = {it[:2] for it in branch.impossible.evidence} - supposed.keys()
    assert {cell for cell, colour in wrong.items() if colour in red} == known
    after = _colours(umbrella, number + 2, True, tmp_path / "after.xlsx")
    assert set(after.values()).isdisjoint((*ASSUMED_FILLS[0], *red))
    ((row, column, cell),) = step.fixed
    assert after[row, column] == (NEW_BLACK_FILL if cell is Cell.BLACK else NEW_WHITE_FILL)


def test_evidence_and_ranges_are_printed_in_theirs(umbrella: Replay, tmp_path: Path) -> None:
    number, visit = next(
        (k, visit)
        for k, visit in enumerate(umbrella.log.visits, 1)
        if visit.ranges and len(visit.evidence) > 3
    )
    colours = _colours(umbrella, number, False, tmp_path / "step.xlsx")
    before = umbrella.log.reached(number - 1)
    evidence = {
        cell: EVIDENCE_BLACK_FILL if before[cell] is Cell.BLACK else EVIDENCE_WHITE_FILL
        for cell in visit.evidence
    }
    assert {cell: colours[cell] for cell in evidence} == evidence
    new = {it[:2] for it in visit.fixed}
    in_range = {cell for cell, colour in colours.items() if colour == RANGE_FILL}
    assert in_range == {
        cell for cell in visit.ranges - visit.evidence - new if before[cell] is not Cell.BLACK
    }
    assert in_range
