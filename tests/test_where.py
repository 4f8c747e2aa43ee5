"""The button “Where”: clues of the lines that can move turn green, for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.office import Office
from tests.pressing import Desk as ButtonDesk
from tests.pressing import with_stand_in
from tests.shown import shown_fills
from tests.test_calc_extension import Desk
from xlnono.language import Language
from xlnono.model.board import Axis, Line, lines_of
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.read import find_layout
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.theme import CLASH_FILL, GREEN_FILL
from xlnono.templates import template
from xlnono.xlsx.book import open_book

ROWS = [[1, 1], [5], [5], [3], [1]]
COLUMNS = [[2], [4], [4], [4], [2]]
HEART = ".#.#.\n#####\n#####\n.###.\n..#.."
AT_FIRST = "rows 2 3 4 columns 2 3 4"
"""The lines of the heart in which blocks are longer than half of what they have room for."""
IMPOSSIBLE = "FFC7CE"
ONES = [[1], [1], [1], [1]]


class Sheet(Desk):
    """A puzzle in Calc, and what its clues look like."""

    def __init__(self, calc: Office, path: Path) -> None:
        self.layout: Layout = find_layout(open_book(path).sheets()[0])
        super().__init__(calc, path)

    def colours(self, line: Line) -> set[str | None]:
        """The colours that the clue cells of a line show."""
        area, title = self.layout.clue(line), self.sheet.Name
        fills = shown_fills(self.document, title, area, self.path.parent)
        return {fill for row in fills for fill in row}

    def green(self) -> str:
        """The lines whose clues are green from end to end, the only ones with any green."""
        found: dict[Axis, list[str]] = {axis: [] for axis in Axis}
        for axis, area in ((Axis.ROW, self.layout.rows), (Axis.COLUMN, self.layout.columns)):
            fills = shown_fills(self.document, self.sheet.Name, area, self.path.parent)
            lines = fills if axis is Axis.ROW else list(zip(*fills, strict=True))
            for number, line in enumerate(lines, start=1):
                assert (GREEN_FILL in line) == ({GREEN_FILL} == set(line))
                if GREEN_FILL in line:
                    found[axis].append(str(number))
        return " ".join(
            f"{axis.value}s {' '.join(numbers)}" for axis, numbers in found.items() if numbers
        )

    def clue(self, line: Line) -> Any:
        """The clue cell of a line that is nearest to the grid."""
        last = list(self.layout.clue(line).cells())[-1]
        return self.sheet.getCellByPosition(last.column - 1, last.row - 1)


@pytest.fixture
def sheet_for(calc: Office, tmp_path: Path) -> Iterator[Callable[..., Sheet]]:
    sheets: list[Sheet] = []

    def make(rows: list[list[int]] = ROWS, columns: list[list[int]] = COLUMNS) -> Sheet:
        path = tmp_path / f"{len(sheets)}.xlsx"
        template.filled(path, rows, columns)
        sheets.append(Sheet(calc, path))
        return sheets[-1]

    yield make
    for sheet in sheets:
        sheet.close()


@pytest.fixture
def heart(sheet_for: Callable[..., Sheet]) -> Sheet:
    return sheet_for()


def test_the_clues_of_the_lines_that_can_move_turn_green(heart: Sheet) -> None:
    assert heart.green() == ""
    assert heart.press("where") == "6 lines can move; their clues are green."
    assert heart.green() == AT_FIRST
    assert heart.titles() == ["Puzzle"]
    assert heart.board() == "\n".join(["?????"] * 5)


@pytest.mark.parametrize("command", ["step", "solve", "assume", "check", "clear", "restore"])
def test_a_button_that_paints_takes_the_green_back(heart: Sheet, command: str) -> None:
    heart.press("step")
    heart.press("where")
    assert heart.green() == "rows 3 4 columns 1 2 3 4 5"
    heart.document.CurrentController.select(heart.grid.getCellByPosition(0, 0))
    heart.press("hint")
    assert heart.green() != ""
    heart.press(command)
    assert heart.green() == ""
    if command == "restore":
        heart.press("where")
        assert heart.green() == AT_FIRST


def test_it_can_be_asked_for_again_and_again(heart: Sheet) -> None:
    for _ in range(30):
        said = heart.press("where")
        if "complete" in said:
            break
        assert heart.green() != ""
        heart.press("step")
    assert heart.board() == HEART
    assert heart.green() == ""


def test_what_a_person_coloured_and_the_help_of_the_sheet_stay_below(heart: Sheet) -> None:
    row, column = Line(Axis.ROW, 1), Line(Axis.COLUMN, 2)
    cell = heart.clue(row)
    cell.CellBackColor = 0xFFFF00
    heart.press("where")
    assert heart.colours(row) == {GREEN_FILL}
    heart.clue(column).setString("7")
    assert heart.colours(column) == {IMPOSSIBLE}
    heart.clue(column).setString("4")
    assert heart.colours(column) == {GREEN_FILL}
    heart.press("step")
    assert heart.colours(row) == {template.SHADE, "FFFF00"}
    heart.clue(column).setString("7")
    assert heart.colours(column) == {IMPOSSIBLE}


def test_a_clue_that_is_met_is_green_while_cells_of_its_line_are_open(heart: Sheet) -> None:
    heart.mark(0, 1, 1)
    heart.mark(0, 3, 1)
    heart.press("where")
    assert heart.colours(Line(Axis.ROW, 0)) == {GREEN_FILL}


def test_a_clue_that_solve_painted_red_stays_red(sheet_for: Callable[..., Sheet]) -> None:
    sheet = sheet_for([[2], [0]], [[2], [0]])
    sheet.press("solve")
    red = [line for line in lines_of(2, 2) if CLASH_FILL in sheet.colours(line)]
    assert len(red) == 1
    sheet.press("where")
    assert CLASH_FILL in sheet.colours(red[0])


def test_a_press_is_one_step_to_undo(heart: Sheet) -> None:
    heart.press("where")
    heart.document.UndoManager.undo()
    assert heart.green() == ""
    heart.document.UndoManager.redo()
    assert heart.green() == AT_FIRST


def test_a_copied_sheet_has_green_clues_of_its_own(heart: Sheet) -> None:
    heart.press("where")
    heart.document.Sheets.copyByName("Puzzle", "Second", 9)
    original = heart.sheet
    heart.sheet = heart.document.Sheets.getByName("Second")
    heart.document.CurrentController.setActiveSheet(heart.sheet)
    heart.press("step")
    assert heart.green() == ""
    heart.press("where")
    assert heart.green() == "rows 3 4 columns 1 2 3 4 5"
    heart.sheet = original
    assert heart.green() == AT_FIRST
    heart.document.CurrentController.setActiveSheet(original)
    heart.press("clear")
    assert heart.green() == ""
    heart.sheet = heart.document.Sheets.getByName("Second")
    assert heart.green() == "rows 3 4 columns 1 2 3 4 5"


def test_it_says_why_no_line_can_move(sheet_for: Callable[..., Sheet]) -> None:
    heart, ones = sheet_for(), sheet_for(ONES, ONES)
    heart.press("solve")
    assert heart.press("where").endswith("the picture is complete.")
    said = ones.press("where")
    assert said.startswith("No line can move by itself")
    assert "Assume" in said
    for column in (0, 2):
        ones.mark(3, column, 1)
    assert ones.press("where").startswith("Nothing fits row 4:")
    ones.mark(3, 2, 0)
    assert ones.press("where").endswith("their clues are green.")


def test_one_line_is_spoken_of_as_one(sheet_for: Callable[..., Sheet]) -> None:
    sheet = sheet_for([[4], [1], [1], [1]], [[2], [2], [2], [1]])
    assert sheet.press("where") == "One line can move; its clue is green."
    assert sheet.green() == "rows 1"


def test_a_protected_sheet_is_left_alone(heart: Sheet) -> None:
    heart.sheet.protect("")
    assert "protected" in heart.press("where")
    assert heart.green() == ""
    assert heart.document.Sheets.Count == 1


def test_a_workbook_of_somebody_else_keeps_its_conditions(calc: Office, tmp_path: Path) -> None:
    path = tmp_path / "mine.xlsx"
    template.filled(path, ROWS, COLUMNS)
    heart = Sheet(calc, path)
    half = Area(heart.layout.rows.row, heart.layout.rows.column, 2, heart.layout.rows.width)
    cells = heart.sheet.getCellRangeByName(half.address)
    entries = cells.ConditionalFormat
    entries.clear()
    cells.ConditionalFormat = entries
    heart.press("where")
    assert heart.green() == AT_FIRST
    heart.press("clear")
    assert heart.green() == ""
    heart.clue(Line(Axis.ROW, 0)).setString("9")
    heart.clue(Line(Axis.ROW, 3)).setString("9")
    assert heart.colours(Line(Axis.ROW, 0)) == {template.SHADE}
    assert heart.colours(Line(Axis.ROW, 3)) == {IMPOSSIBLE}
    heart.close()


# LibreOffice's macros know no conditional formats. So of the buttons in a workbook only what they
# say can be seen here, and what the conditions would look at.


WORDS: dict[Language, tuple[str, str, str]] = {
    "en": ("Where", "Step", "6 lines can move; their clues are green."),
    "ja": ("どこ", "1手", "6本の行・列で次に進めます(緑のヒント)。"),
}


@pytest.mark.parametrize("language", WORDS)
def test_the_button_in_a_workbook_answers_and_marks_the_lines_out_of_sight(
    office: Office, tmp_path: Path, language: Language
) -> None:
    where, step, answer = WORDS[language]
    template.new(tmp_path / "heart.xlsm", 5, 5, language=language, macro=True)
    with_stand_in(tmp_path / "heart.xlsm")
    desk = ButtonDesk(office, tmp_path / "heart.xlsm", language)
    desk.type_clues(ROWS, COLUMNS)
    desk.press(step)
    desk.press("Restore" if language == "en" else "元に戻す")
    calls = _calls_of(desk, step)
    desk.press("Restore" if language == "en" else "元に戻す")
    desk.select(2, 3)
    assert desk.press(where) == answer
    assert desk.host.document.CurrentSelection.AbsoluteName.endswith(".$I$13")
    hidden = desk.host.document.Sheets.getByName(f"{desk.title} where")
    assert not hidden.IsVisible
    marked = {
        (row, column)
        for row in range(30)
        for column in range(30)
        if hidden.getCellByPosition(column, row).String
    }
    layout = find_layout(open_book(tmp_path / "heart.xlsm").sheets()[0])
    lines = [Line(axis, k) for axis in Axis for k in (1, 2, 3)]
    clues = [cell for line in lines for cell in layout.clue(line).cells()]
    assert marked == {(cell.row - 1, cell.column - 1) for cell in clues}
    assert _calls_of(desk, step) <= calls + 1
    assert not [
        cell for row in hidden.getCellRangeByName("A1:Z30").DataArray for cell in row if cell
    ]
    desk.close()


def _calls_of(desk: ButtonDesk, caption: str) -> int:
    desk.press(caption)
    return sum(desk.host.calls.values())
