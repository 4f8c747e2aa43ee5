"""Areas, addresses and compact ranges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlnono.model.board import Axis, Line
from xlnono.puzzle_sheet.layout import Layout
from xlnono.spreadsheet.area import Area, parse_reference, rectangles, reference

LAYOUT = Layout(Area.parse("B5:D9"), Area.parse("E2:H4"), Area.parse("E5:H9"))


@pytest.mark.parametrize(
    ("address", "area"),
    [
        ("A1", Area(1, 1)),
        ("$B$2:$D$9", Area(2, 2, 8, 3)),
        ("D9:B2", Area(2, 2, 8, 3)),
        ("AA10:AB10", Area(10, 27, 1, 2)),
        ("XFD1048576", Area(1048576, 16384)),
    ],
)
def test_addresses_are_read(address, area):
    assert Area.parse(address) == area
    assert Area.parse(area.address) == area
    assert Area.parse(area.fixed_address) == area


@pytest.mark.parametrize("address", ["", "1A", "A0", "A1:B2:C3", "A1,B2", "#REF!", "A"])
def test_what_is_no_address_is_refused(address):
    with pytest.raises(ValueError, match="is no"):
        Area.parse(address)


@pytest.mark.parametrize("sheet", ["cat", "my sheet", "it's", "お絵かき", "a!b"])
def test_references_survive_any_sheet_name(sheet):
    assert parse_reference(reference(sheet, Area(2, 3, 4, 5))) == (sheet, Area(2, 3, 4, 5))


@pytest.mark.parametrize("text", ["", "#REF!", "cat!#REF!", "cat!$A$1,cat!$B$2", "OFFSET(A1,1,1)"])
def test_other_references_are_refused(text):
    with pytest.raises(ValueError, match="is no"):
        parse_reference(text)


def test_cells_of_the_grid_are_named_as_compact_ranges():
    assert LAYOUT.cell(0, 0) == "E5"
    assert LAYOUT.cells([(0, 0), (0, 1), (0, 3)]) == "E5:F5, H5"
    assert LAYOUT.cells([(0, 2), (1, 2), (2, 2), (4, 2)]) == "G5:G7, G9"
    assert LAYOUT.cells([]) == ""


def test_lines_know_their_clue_and_their_cells():
    assert LAYOUT.clue(Line(Axis.ROW, 2)).address == "B7:D7"
    assert LAYOUT.line(Line(Axis.ROW, 2)).address == "E7:H7"
    assert LAYOUT.clue(Line(Axis.COLUMN, 1)).address == "F2:F4"
    assert LAYOUT.line(Line(Axis.COLUMN, 1)).address == "F5:F9"


@given(st.sets(st.tuples(st.integers(1, 9), st.integers(1, 9))))
def test_rectangles_cover_each_cell_exactly_once(positions):
    cells = [(cell.row, cell.column) for area in rectangles(positions) for cell in area.cells()]
    assert sorted(cells) == sorted(positions)


def test_areas_know_what_they_share():
    area = Area.parse("B2:D4")
    assert area.contains(Area.parse("C3:D4"))
    assert not area.contains(Area.parse("C3:E4"))
    assert area.intersects(Area.parse("D4:F6"))
    assert not area.intersects(Area.parse("E2:F4"))
