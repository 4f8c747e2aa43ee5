"""Clues from drawing: a picture drawn with cells becomes a puzzle on the same sheet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from tests.support.sessions import COLUMNS, HEART, ROWS, UNKNOWN, Session
from tests.support.workbooks import ONLY
from xlnono.model.puzzle import Puzzle
from xlnono.puzzle_sheet.answer_sheet import ANSWER_NAME
from xlnono.spreadsheet.area import Area, parse_reference

BLANK = [[] for _ in range(5)], [[] for _ in range(5)]
Desks = Callable[..., Session]


def draw(desk: Session, picture: str = HEART) -> None:
    for row, cells in enumerate(picture.splitlines()):
        for column, sign in enumerate(cells):
            desk.colour(row, column, "203864" if sign == "#" else None)


def clues(desk: Session) -> list[list[int]]:
    areas = desk.layout().rows, desk.layout().columns
    rows, columns = ([[*map(_number, row)] for row in desk.sheet().values(area)] for area in areas)
    lines = [*rows, *map(list, zip(*columns, strict=True))]
    return [[number for number in line if number is not None] for line in lines]


def _number(value: object) -> int | None:
    return None if value is None else int(str(value))


def answer(desk: Session) -> list[object]:
    title, area = parse_reference(desk.sheet().names()[ANSWER_NAME])
    assert title not in desk.visible()
    return [row[0] for row in desk.sheet(title).values(area)]


def test_a_drawing_on_a_template_gets_its_clues(desk_for: Desks) -> None:
    desk = desk_for(*BLANK)
    draw(desk)
    said = desk.press("clues")
    assert "5×5, one solution, easy" in said
    assert clues(desk) == [*ROWS, *COLUMNS]
    assert answer(desk) == HEART.split()
    assert [desk.fill(0, 0), desk.fill(0, 1)] == [None, "203864"]
    desk.press("clear")
    assert desk.board() == UNKNOWN
    assert "exactly one solution" in desk.press("solve")
    assert desk.board() == HEART


def test_a_changed_drawing_gets_new_clues_and_others_stay(desk_for: Desks) -> None:
    desk = desk_for(*BLANK)
    draw(desk)
    desk.press("clues")
    draw(desk, HEART.replace(".###.", "..#.."))
    assert "one solution" in desk.press("clues")
    assert clues(desk)[3] == [1]
    assert answer(desk)[3] == "..#.."
    typed = desk_for()
    draw(typed)
    assert "not made from a drawing" in typed.press("clues")
    assert clues(typed) == [*ROWS, *COLUMNS]
    assert ANSWER_NAME not in typed.sheet().names()


def test_an_ambiguous_drawing_gets_proposals_and_no_clues(desk_for: Desks) -> None:
    desk = desk_for(*BLANK)
    draw(desk, "####.\n#....\n#..#.\n#.#..\n#....")
    said = desk.press("clues")
    assert f"One is left if you make {desk.cell(2, 3).address} white (" in said
    assert f", or make {desk.cell(3, 2).address} white" in said
    assert not any(clues(desk))
    assert ANSWER_NAME not in desk.sheet().names()
    desk.colour(2, 3, None)
    assert "one solution" in desk.press("clues")


@pytest.fixture
def plain(program: str, reopen: Callable[[Path], Session], tmp_path: Path) -> Session:
    """A workbook of ours with a sheet that has a drawing, and too little room above it."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Puzzle"
    fill = openpyxl.styles.PatternFill("solid", fgColor="FF203864")
    for top, left in ((2, 5), (20, 20)):
        for row, cells in enumerate(ONLY.text().splitlines()):
            for column, sign in enumerate(cells):
                if sign == "#":
                    sheet.cell(top + row, left + column).fill = fill
    book.save(tmp_path / "plain.xlsx")
    return reopen(tmp_path / "plain.xlsx")


@pytest.mark.programs("memory", "plain", "calc")
def test_a_drawing_on_any_sheet_becomes_a_puzzle(plain: Session) -> None:
    plain.select(Area.parse("A1"))
    assert "(E2:I6, T20:X24)" in plain.press("clues")
    plain.select(Area.parse("E2"))
    assert "3 empty rows above it" in plain.press("clues")
    assert plain.sheet().names() == {}
    plain.select(Area.parse("T20:X24"))
    said = plain.press("clues")
    assert "in T20:X24" in said
    assert "5×5, one solution" in said
    assert plain.layout().grid.address == "T20:X24"
    assert clues(plain) == [list(clue) for clue in Puzzle.of(ONLY).clues]
    assert answer(plain) == ONLY.text().split()
    plain.press("clear")
    assert plain.board() == UNKNOWN
    plain.press("solve")
    assert plain.board() == ONLY.text()
