"""Every button on a middling and on a large puzzle."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.support.blobs import blobs
from tests.support.sessions import Session, opened
from xlnono.model.board import Axis, Grid, Line
from xlnono.spreadsheet.theme import CONTRADICTION_FILL

_SEED = 3


class Blobs:
    """A picture of blobs whose clues are on a sheet."""

    def __init__(self, desk: Session, picture: Grid) -> None:
        self.desk, self.picture = desk, picture

    def known(self) -> dict[tuple[int, int], str]:
        """The cells that are painted, as # and .; all of them are as in the picture."""
        meant, shown = self.picture.text().split(), self.desk.board().split()
        known = {(row, k): sign for row, line in enumerate(shown) for k, sign in enumerate(line)}
        known = {cell: sign for cell, sign in known.items() if sign != "?"}
        assert all(meant[row][k] == sign for (row, k), sign in known.items())
        return known

    def of_colour(self, row: int, colour: str) -> int:
        """The first column in which a row of the picture has # or ."""
        return self.picture.text().split()[row].index(colour)


@pytest.fixture(scope="module", params=[20, pytest.param(60, marks=pytest.mark.long)])
def all_day(
    program: str, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Blobs]:
    """One that stays open from story to story."""
    picture = blobs(request.param, _SEED)
    folder = tmp_path_factory.mktemp("blobs") / "new"
    desk = opened(program, folder, picture.row_clues(), picture.column_clues())
    yield Blobs(desk, picture)
    desk.close()


pytestmark = pytest.mark.programs("memory", "macros")


@pytest.fixture
def large(all_day: Blobs) -> Blobs:
    """A board that is empty."""
    assert all_day.desk.press("clear") == "The grid is empty."
    assert not all_day.known()
    return all_day


def test_where(large: Blobs) -> None:
    length, movable = large.picture.width, []
    for axis, clues in (
        (Axis.ROW, large.picture.row_clues()),
        (Axis.COLUMN, large.picture.column_clues()),
    ):
        for index, clue in enumerate(clues):
            room = length - sum(clue) - len(clue) + 1
            if not clue or max(clue) > room:
                movable.append(Line(axis, index))
    said = large.desk.press("where")
    assert said == f"{len(movable)} lines have a next deduction; their clues are green."
    layout = large.desk.layout()
    hidden = large.desk.sheet("Puzzle where")
    area = hidden.used()
    assert area is not None
    held = [word for row in hidden.values(area) for word in row]
    marked = {cell for cell, word in zip(area.cells(), held, strict=True) if word}
    assert marked == {cell for line in movable for cell in layout.clue(line).cells()}
    assert not large.known()


def test_step(large: Blobs) -> None:
    for _ in range(3):
        before = large.known()
        assert large.desk.press("step").startswith("Look at ")
        assert before.items() < large.known().items()


def test_hint(large: Blobs) -> None:
    said = [large.desk.press("hint") for _ in range(3)]
    assert said[0] in said[1]
    assert said[1] in said[2]
    assert not large.known()


def test_check(large: Blobs) -> None:
    desk = large.desk
    right, wrong = large.of_colour(4, "#"), large.of_colour(4, ".")
    desk.mark(4, right, 1)
    desk.mark(4, wrong, 1)
    said = desk.press("check")
    assert "exactly one solution" in said
    assert f"Wrong cells (now red): {desk.cell(4, wrong).address}." in said
    assert desk.fill(4, wrong) == CONTRADICTION_FILL
    assert desk.fill(4, right) is None
    desk.press("restore")
    assert desk.fill(4, wrong) is None


def test_assume_and_restore(large: Blobs) -> None:
    desk, row = large.desk, large.picture.height // 2
    column = large.of_colour(row, "#")
    desk.at(row, column)
    said = desk.press("assume")
    assert said.startswith(f"Assumption 1: {desk.cell(row, column).address} is black.")
    follow = re.search(r"(\d+) cells follow", said)
    assert follow
    painted = [fill for fills in desk.fills() for fill in fills if fill is not None]
    assert len(painted) == int(follow[1]) + 1
    assert desk.press("restore").startswith("The assumptions were removed.")
    assert {value for held in desk.values() for value in held} == {None}
    assert {fill for fills in desk.fills() for fill in fills} == {None}


def test_solve_clear_and_restore(large: Blobs) -> None:
    desk = large.desk
    assert desk.press("solve").startswith("Result: exactly one solution")
    assert desk.calls() < 60
    assert desk.board() == large.picture.text()
    assert desk.titles()[:3] == ["Puzzle", "Puzzle log", "Puzzle replay"]
    desk.press("clear")
    assert not large.known()
    desk.press("restore")
    assert desk.board() == large.picture.text()
