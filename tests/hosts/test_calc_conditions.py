"""The clues that “Where” makes green in Calc, beside all else that gives cells a colour."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.office import Office
from tests.support.office_sessions import CalcSession as Session
from tests.support.sessions import COLUMNS, ROWS
from xlnono.model.board import Axis, Line
from xlnono.spreadsheet.theme import CLUE_FILL, GREEN_FILL
from xlnono.templates import template

AT_FIRST = "rows 2 3 4 columns 2 3 4"
"""The lines of the heart with blocks longer than half of their room."""
IMPOSSIBLE = "FFC7CE"


@pytest.fixture
def heart(calc: Office, tmp_path: Path) -> Iterator[Session]:
    template.filled(tmp_path / "heart.xlsx", ROWS, COLUMNS)
    desk = Session(calc, tmp_path / "heart.xlsx", "en")
    yield desk
    desk.close()


def native_clue(desk: Session, line: Line) -> Any:
    """The clue cell of a line that is nearest to the grid, as LibreOffice has it."""
    return desk.native().getCellRangeByName(desk.clue(line).address)


def test_what_a_person_coloured_and_the_help_of_the_sheet_stay_below(heart: Session) -> None:
    row, column = Line(Axis.ROW, 1), Line(Axis.COLUMN, 2)
    cell = native_clue(heart, row)
    cell.CellBackColor = 0xFFFF00
    heart.press("where")
    assert heart.colours(row) == {GREEN_FILL}
    native_clue(heart, column).setString("7")
    assert heart.colours(column) == {IMPOSSIBLE}
    native_clue(heart, column).setString("4")
    assert heart.colours(column) == {GREEN_FILL}
    heart.press("step")
    assert heart.colours(row) == {CLUE_FILL, "FFFF00"}
    native_clue(heart, column).setString("7")
    assert heart.colours(column) == {IMPOSSIBLE}


def test_a_clue_that_is_met_is_green_while_cells_of_its_line_are_open(heart: Session) -> None:
    heart.mark(0, 1, 1)
    heart.mark(0, 3, 1)
    heart.press("where")
    assert heart.colours(Line(Axis.ROW, 0)) == {GREEN_FILL}


def test_a_press_is_one_step_to_undo(heart: Session) -> None:
    heart.press("where")
    heart.document.UndoManager.undo()
    assert heart.green(GREEN_FILL) == ""
    heart.document.UndoManager.redo()
    assert heart.green(GREEN_FILL) == AT_FIRST


def test_green_clues_stand_where_they_stood(heart: Session) -> None:
    heart.press("where")
    clue = native_clue(heart, Line(Axis.ROW, 1))
    styles = heart.document.StyleFamilies.getByName("CellStyles")
    (green,) = (styles.getByName(name) for name in styles.ElementNames if "xlnono" in name)
    for name in ("HoriJustify", "VertJustify", "CharFontName", "CharHeight"):
        assert green.getPropertyValue(name) == clue.getPropertyValue(name)


def test_a_workbook_of_somebody_else_keeps_its_conditions(calc: Office, tmp_path: Path) -> None:
    path = tmp_path / "mine.xlsx"
    template.filled(path, ROWS, COLUMNS)
    heart = Session(calc, path, "en")
    half = heart.layout().rows._replace(height=2)
    cells = heart.native().getCellRangeByName(half.address)
    entries = cells.ConditionalFormat
    entries.clear()
    cells.ConditionalFormat = entries
    heart.press("where")
    assert heart.green(GREEN_FILL) == AT_FIRST
    heart.press("clear")
    assert heart.green(GREEN_FILL) == ""
    native_clue(heart, Line(Axis.ROW, 0)).setString("9")
    native_clue(heart, Line(Axis.ROW, 3)).setString("9")
    assert heart.colours(Line(Axis.ROW, 0)) == {CLUE_FILL}
    assert heart.colours(Line(Axis.ROW, 3)) == {IMPOSSIBLE}
    heart.close()
