"""Every button on a middling and on a large puzzle, pressed in LibreOffice, and the page of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.blobs import blobs
from tests.office import Office, first_page
from tests.pressing import Desk, with_stand_in
from tests.shown import assert_shows
from xlnono.language import Language
from xlnono.model.board import Axis, Grid, Line
from xlnono.puzzle_sheet.read import find_layout
from xlnono.spreadsheet.theme import CLASH_FILL
from xlnono.templates import template
from xlnono.xlsx.book import open_book

_SEED = 3


class Blobs(Desk):
    """A picture of blobs, its clues typed into a template with buttons."""

    def __init__(self, office: Office, path: Path, size: int, language: Language = "en") -> None:
        self.picture: Grid = blobs(size, _SEED)
        template.new(path, size, size, language=language, macro=True)
        with_stand_in(path)
        self.layout = find_layout(open_book(path).sheets()[0])
        super().__init__(office, path, language)
        self.type_clues(self.picture.row_clues(), self.picture.column_clues())

    def known(self) -> dict[tuple[int, int], str]:
        """The cells that are painted, as # and .; all of them are as in the picture."""
        meant, shown = self.picture.text().split(), self.board().split()
        known = {(row, k): sign for row, line in enumerate(shown) for k, sign in enumerate(line)}
        known = {cell: sign for cell, sign in known.items() if sign != "?"}
        assert all(meant[row][k] == sign for (row, k), sign in known.items())
        return known

    def of_colour(self, row: int, colour: str) -> int:
        """The first column in which a row of the picture has # or ."""
        return self.picture.text().split()[row].index(colour)


@pytest.fixture(scope="module", params=[20, 60])
def opened(
    office: Office, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Blobs]:
    opened = Blobs(office, tmp_path_factory.mktemp("blobs") / "blobs.xlsm", request.param)
    yield opened
    opened.close()


@pytest.fixture
def desk(opened: Blobs) -> Blobs:
    """A board that is empty."""
    assert opened.press("Clear") == "The grid is empty."
    assert not opened.known()
    return opened


def test_where(desk: Blobs) -> None:
    length, movable = desk.picture.width, []
    for axis, clues in (
        (Axis.ROW, desk.picture.row_clues()),
        (Axis.COLUMN, desk.picture.column_clues()),
    ):
        for index, clue in enumerate(clues):
            room = length - sum(clue) - len(clue) + 1
            if not clue or max(clue) > room:
                movable.append(Line(axis, index))
    assert desk.press("Where") == f"{len(movable)} lines can move; their clues are green."
    hidden = desk.host.document.Sheets.getByName("Puzzle where")
    rows = enumerate(hidden.getCellRangeByName("A1:DZ100").getDataArray(), start=1)
    marked = {(row, k) for row, held in rows for k, word in enumerate(held, start=1) if word}
    clues_of = [cell for line in movable for cell in desk.layout.clue(line).cells()]
    assert marked == {(cell.row, cell.column) for cell in clues_of}
    assert not desk.known()


def test_step(desk: Blobs) -> None:
    for _ in range(3):
        before = desk.known()
        assert desk.press("Step").startswith("Look at ")
        assert before.items() < desk.known().items()


def test_hint(desk: Blobs) -> None:
    said = [desk.press("Hint") for _ in range(3)]
    assert said[0] in said[1]
    assert said[1] in said[2]
    assert not desk.known()


def test_check(desk: Blobs) -> None:
    right, wrong = desk.of_colour(4, "#"), desk.of_colour(4, ".")
    desk.mark(4, right, 1)
    desk.mark(4, wrong, 1)
    said = desk.press("Check")
    assert "exactly one solution" in said
    assert f"now red: {desk.layout.cell(4, wrong)}." in said
    assert desk.fill(4, wrong) == int(CLASH_FILL, 16)
    assert desk.fill(4, right) == -1
    desk.press("Restore")
    assert desk.fill(4, wrong) == -1


def test_assume_and_restore(desk: Blobs) -> None:
    row = desk.picture.height // 2
    column = desk.of_colour(row, "#")
    desk.select(row, column)
    said = desk.press("Assume")
    assert said.startswith(f"Assumption 1: {desk.layout.cell(row, column)} is black.")
    follow = re.search(r"(\d+) cells follow", said)
    assert follow
    painted = [fill for fills in desk.fills() for fill in fills if fill != -1]
    assert len(painted) == int(follow[1]) + 1
    assert desk.press("Restore").startswith("The board is as it was")
    assert {value for held in desk.grid.getDataArray() for value in held} == {""}
    assert {fill for fills in desk.fills() for fill in fills} == {-1}


def test_solve_clear_and_restore(desk: Blobs, tmp_path: Path) -> None:
    assert desk.press("Solve").startswith("Result: exactly one solution")
    assert sum(desk.host.calls.values()) < 60
    assert desk.board() == desk.picture.text()
    assert desk.titles()[:3] == ["Puzzle", "Puzzle log", "Puzzle replay"]
    desk.press("Clear")
    assert not desk.known()
    desk.press("Restore")
    assert desk.board() == desk.picture.text()
    desk.host.book.save(str(tmp_path / "solved.xlsm"))
    # The cells of a large board are small on its page.
    page = first_page(tmp_path / "solved.xlsm", dots=5 * desk.picture.height)
    assert_shows(page, desk.picture)


def test_the_page_of_a_japanese_workbook_shows_the_picture(office: Office, tmp_path: Path) -> None:
    desk = Blobs(office, tmp_path / "blobs.xlsm", 20, "ja")
    desk.press("解く")
    desk.host.book.save(str(tmp_path / "solved.xlsm"))
    desk.close()
    assert_shows(first_page(tmp_path / "solved.xlsm"), desk.picture)
