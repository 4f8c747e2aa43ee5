"""Templates: what a person sees on the sheet, and that the sheet's formulas compute it."""

from __future__ import annotations

import zipfile
from pathlib import Path

import openpyxl
import pytest
from openpyxl import Workbook
from openpyxl.formula.translate import Translator
from openpyxl.worksheet.worksheet import Worksheet

from tests.support.office import converted
from xlnono.buttons.catalogue import BUTTONS
from xlnono.files.writing import FileExists, FileNotWritable
from xlnono.language import Language
from xlnono.model.board import Board, Cell
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.locate import find
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.puzzle_sheet.spots import NoPuzzle
from xlnono.spreadsheet.area import Area, parse_reference
from xlnono.spreadsheet.theme import BUTTON_PIXELS
from xlnono.templates import template, template_sheet
from xlnono.xlsx.book import open_book

REPOSITORY = Path(__file__).parents[2]
SIZES = {"10x10": (10, 10), "20x20": (20, 20), "40x30": (40, 30)}


def opened(path: Path, *, values: bool = False) -> tuple[Workbook, Worksheet]:
    book = openpyxl.load_workbook(path, data_only=values)
    assert isinstance(book.active, Worksheet)
    return book, book.active


def sheet_of(path: Path, *, values: bool = False) -> Worksheet:
    return opened(path, values=values)[1]


def layout_of(sheet: Worksheet) -> Layout:
    areas = {}
    for part in ("rows", "columns", "grid"):
        name, areas[part] = parse_reference(sheet.defined_names[f"xlnono_{part}"].attr_text)
        assert name == sheet.title
    return Layout(**areas)


def total_beside_row(sheet: Worksheet, row: int) -> object:
    grid = layout_of(sheet).grid
    return sheet.cell(grid.row + row, grid.last_column + 2).value


def total_below_column(sheet: Worksheet, column: int) -> object:
    grid = layout_of(sheet).grid
    return sheet.cell(grid.last_row + 2, grid.column + column).value


def calculated(path: Path) -> Worksheet:
    """The sheet as LibreOffice calculates it."""
    return sheet_of(converted(path, "xlsx"), values=True)


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize(("height", "width"), [(1, 1), (5, 5), (10, 15), (40, 30)])
def test_clues_have_room_left_of_and_above_the_grid(
    tmp_path: Path, height: int, width: int
) -> None:
    template.new(tmp_path / "new.xlsx", height, width)
    layout = layout_of(sheet_of(tmp_path / "new.xlsx"))
    grid = layout.grid
    assert (grid.height, grid.width) == (height, width)
    slots = (width + 1) // 2
    assert layout.rows == Area(grid.row, grid.column - slots, height, slots)
    slots = (height + 1) // 2
    assert layout.columns == Area(grid.row - slots, grid.column, slots, width)


def test_cells_are_square_and_every_fifth_line_is_heavier(tmp_path: Path) -> None:
    template.new(tmp_path / "new.xlsx", 12, 7)
    sheet = sheet_of(tmp_path / "new.xlsx")
    grid = layout_of(sheet).grid
    heights = {sheet.row_dimensions[row].height for row in range(grid.row, grid.last_row + 1)}
    # Columns are measured in digits, 7 pixels each; the first stands for all of the same width.
    first = sheet.column_dimensions["A"]
    assert first.min == 1
    assert first.max == grid.last_column
    assert heights == {round(first.width * 7) * 72 / 96}
    across = [sheet.cell(grid.row, grid.column + column).border.left.style for column in range(7)]
    assert across == ["medium", "thin", "thin", "thin", "thin", "medium", "thin"]
    assert sheet.cell(grid.row, grid.last_column).border.right.style == "medium"
    assert sheet.cell(grid.row + 5, grid.column).border.top.style == "medium"
    assert sheet.cell(grid.last_row, grid.column).border.bottom.style == "medium"


def test_a_filled_template_shows_its_clues_beside_the_grid(tmp_path: Path) -> None:
    path = tmp_path / "filled.xlsx"
    marks = Board(2, 3)
    marks.fix(0, 0, Cell.BLACK)
    marks.fix(0, 1, Cell.WHITE)
    template.filled(path, [[1, 1], []], [[1], [], [1]], marks=marks, title="Two dots")
    sheet = sheet_of(path, values=True)
    assert sheet["A1"].value == "Two dots"
    shown = [[cell.value for cell in row] for row in sheet["A7:F10"]]
    assert shown == [
        [None, None, None, "1.", "2.", "3."],
        [None, None, None, "1", "0", "1"],
        ["1.", "1", "1", 1, 0, None],
        ["2.", None, "0", None, None, None],
    ]
    assert sheet["A4"].value == "Black cells: rows 2 = columns 2"
    assert (total_beside_row(sheet, 0), total_below_column(sheet, 1)) == (2, 0)


def test_a_title_is_never_a_formula(tmp_path: Path) -> None:
    template.new(tmp_path / "new.xlsx", 5, 5, title="=1+1")
    cell = sheet_of(tmp_path / "new.xlsx")["A1"]
    assert (cell.value, cell.data_type) == ("=1+1", "s")


def test_clues_stay_text_so_that_no_program_makes_dates_of_them(tmp_path: Path) -> None:
    template.new(tmp_path / "new.xlsx", 5, 5)
    sheet = sheet_of(tmp_path / "new.xlsx")
    layout = layout_of(sheet)
    for area in (layout.rows, layout.columns):
        assert {cell.number_format for row in sheet[area.address] for cell in row} == {"@"}


@pytest.mark.parametrize(
    ("language", "notes", "sums"),
    [("en", "xlnono solve file.xlsx", "Black cells"), ("ja", "ヒントを入力", "黒マスの数")],
)
def test_the_sheet_speaks_its_language(
    tmp_path: Path, language: Language, notes: str, sums: str
) -> None:
    template.new(tmp_path / "new.xlsx", 5, 5, language=language)
    sheet = sheet_of(tmp_path / "new.xlsx", values=True)
    assert notes in f"{sheet['A2'].value}{sheet['A3'].value}"
    assert sums in str(sheet["A4"].value)


TYPED: dict[str | int | float, int | str] = {
    "": 0,
    "0": 0,
    "７": 7,
    "3 1": 4,
    "３　１": 4,
    " 3  1 ": 4,
    "3,1": 4,
    "3，1": 4,
    "2、1": 3,
    "1・1": 2,
    "4/1": 5,
    "1\n2": 3,
    "3-1": 4,
    "10 2": 12,
    5: 5,
    "abc": "?",
    "2.5": "?",
    "-3": "?",
    -3: "?",
    2.5: "?",
    "2 0 1": "?",
    "0 0": "?",
    46082: 46082,
    "1" * 30: "?",
}


def test_totals_understand_what_people_type(tmp_path: Path) -> None:
    path = tmp_path / "typed.xlsx"
    template.new(path, len(TYPED), len(TYPED))
    book, sheet = opened(path)
    layout = layout_of(sheet)
    for index, typed in enumerate(TYPED):
        sheet.cell(layout.rows.row + index, layout.rows.last_column - 1).value = typed
        sheet.cell(layout.columns.row + 1, layout.columns.column + index).value = typed
    book.save(path)
    sheet = calculated(path)
    beside = [total_beside_row(sheet, row) for row in range(len(TYPED))]
    assert dict(zip(TYPED, beside, strict=True)) == TYPED
    below = [total_below_column(sheet, column) for column in range(len(TYPED))]
    assert dict(zip(TYPED, below, strict=True)) == TYPED


def test_numbers_of_several_cells_add_up_and_axes_are_compared(tmp_path: Path) -> None:
    path = tmp_path / "sums.xlsx"
    template.new(path, 5, 5)
    book, sheet = opened(path)
    layout = layout_of(sheet)
    for row in sheet[layout.rows.address]:
        for cell in row:
            cell.value = "1"
    for cell, typed in zip(sheet[layout.columns.address][2], "50504", strict=True):
        cell.value = typed
    book.save(path)
    sheet = calculated(path)
    assert total_beside_row(sheet, 4) == 3
    assert total_below_column(sheet, 1) == 0
    assert sheet["A4"].value == "Black cells: rows 15 ≠ columns 14, difference 1"


def test_what_is_stored_is_what_programs_calculate(tmp_path: Path) -> None:
    path, again = tmp_path / "stored.xlsx", tmp_path / "again.xlsx"
    template.filled(path, [[3, 1], [10, 1], [2, 2, 2], [0, 1]], [[4], [1, 1], [], [2], [9]])
    # Once openpyxl has saved it, no value is stored and LibreOffice must calculate.
    openpyxl.load_workbook(path).save(again)
    stored, fresh = sheet_of(path, values=True), calculated(again)
    for row in stored.iter_rows():
        for cell in row:
            assert (fresh[cell.coordinate].value or None) == (cell.value or None)


def test_a_line_that_cannot_fit_turns_red(tmp_path: Path) -> None:
    path = tmp_path / "red.xlsx"
    template.filled(path, [[2, 2], [3, 1], [2, 3], []], [[4], [5], [1, 2], [1, 1], []])
    # LibreOffice shows no colours here, so the conditions are put into cells.
    book, sheet = opened(path)
    layout = layout_of(sheet)
    red = {
        str(ranges.sqref): rule.formula[0]
        for ranges in sheet.conditional_formatting
        for rule in ranges.rules
        if rule.dxf.fill is not None and rule.dxf.fill.bgColor.rgb == "FFFFC7CE"
    }
    rows, columns = layout.rows, layout.columns
    for index in range(rows.height):
        condition = Translator(f"={red[rows.address]}", f"A{rows.row}")
        sheet.cell(40, 1 + index).value = condition.translate_formula(f"A{rows.row + index}")
    for index in range(columns.width):
        condition = Translator(f"={red[columns.address]}", "A1")
        sheet.cell(41, 1 + index).value = condition.translate_formula(row_delta=0, col_delta=index)
    book.save(path)
    fresh = calculated(path)
    assert [fresh.cell(40, 1 + row).value for row in range(4)] == [False, False, True, False]
    assert [fresh.cell(41, 1 + column).value for column in range(5)] == [
        *(False, True, False, False, False)
    ]


def test_given_clues_take_no_more_room_than_the_longest(tmp_path: Path) -> None:
    template.filled(tmp_path / "filled.xlsx", [[1, 1], *[[5]] * 8, []], [[3]] * 10)
    layout = layout_of(sheet_of(tmp_path / "filled.xlsx"))
    assert (layout.rows.width, layout.columns.height) == (2, 1)


def test_it_prints_on_one_page(tmp_path: Path) -> None:
    for height, width, orientation in ((10, 25, "landscape"), (25, 10, "portrait")):
        path = tmp_path / f"{height}.xlsx"
        template.new(path, height, width)
        sheet = sheet_of(path)
        assert sheet.page_setup.orientation == orientation
        fit = sheet.sheet_properties.pageSetUpPr
        assert fit is not None
        assert fit.fitToPage
        assert sheet.print_options.horizontalCentered


def test_it_survives_another_program_saving_it(tmp_path: Path) -> None:
    path = tmp_path / "new.xlsx"
    template.new(path, 10, 10)
    before = sheet_of(path)
    book = openpyxl.load_workbook(path)
    book.save(path)
    after = sheet_of(path)
    assert layout_of(after) == layout_of(before)
    assert [str(ranges.sqref) for ranges in after.conditional_formatting] == [
        str(ranges.sqref) for ranges in before.conditional_formatting
    ]
    for row in before.iter_rows():
        for cell in row:
            again = after[cell.coordinate]
            assert (again.value, again.number_format) == (cell.value, cell.number_format)
            assert repr((again.fill, again.border)) == repr((cell.fill, cell.border))
    assert after.column_dimensions["S"].hidden == before.column_dimensions["S"].hidden is True


def test_the_same_puzzle_makes_the_same_file(tmp_path: Path) -> None:
    for name in ("one", "two"):
        template.filled(tmp_path / f"{name}.xlsx", [[1], [2]], [[2], [1]], language="ja")
    assert (tmp_path / "one.xlsx").read_bytes() == (tmp_path / "two.xlsx").read_bytes()


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (-1, 5), (501, 5), (5, 10**9)])
def test_a_size_without_sense_is_an_error(tmp_path: Path, size: tuple[int, int]) -> None:
    with pytest.raises(template.SizeOutOfRange, match="choose 1 to 500"):
        template.new(tmp_path / "new.xlsx", *size)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "mine.xlsx"
    path.write_text("mine")
    with pytest.raises(FileExists, match=r"mine\.xlsx: this file already exists"):
        template.new(path, 5, 5)
    assert path.read_text() == "mine"


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotWritable, match=r"new\.xlsx: cannot write the file"):
        template.new(tmp_path / "nowhere" / "new.xlsx", 5, 5)
    (tmp_path / "file").write_text("")
    with pytest.raises(FileNotWritable):
        template.new(tmp_path / "file" / "new.xlsx", 5, 5)


def test_marks_of_another_size_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="marks of 2 × 2"):
        template.filled(tmp_path / "new.xlsx", [[1]], [[1]], marks=Board(2, 2))


@pytest.mark.parametrize("name", SIZES)
def test_ready_made_templates_are_what_the_code_makes(tmp_path: Path, name: str) -> None:
    template.new(tmp_path / "new.xlsx", *SIZES[name])
    # Compression differs between systems; what is compressed does not.
    assert parts(REPOSITORY / "templates" / f"{name}.xlsx") == parts(tmp_path / "new.xlsx")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_how_to_sheet_explains_every_button(language: Language, tmp_path: Path) -> None:
    template.new(tmp_path / "book.xlsm", 5, 5, language=language, macro=True)
    sheet = openpyxl.load_workbook(tmp_path / "book.xlsm")[
        {"en": "How to", "ja": "使い方"}[language]
    ]
    lines = [str(row[0]) for row in sheet.iter_rows(values_only=True) if row[0] is not None]
    assert not any("�" in line for line in lines)
    for button in BUTTONS.values():
        first, *others = button.effect.of(language).split("\n")
        place = lines.index(f"{button.caption.of(language)}: {first}")
        assert lines[place + 1 : place + 1 + len(others)] == others


@pytest.mark.parametrize("clues", ["cells", "text"])
@pytest.mark.parametrize("size", [(5, 5), (8, 3), (12, 20)])
def test_numbers_of_lines_are_no_clues_even_without_names(
    size: tuple[int, int], clues: template_sheet.Clues, tmp_path: Path
) -> None:
    path, (height, width) = tmp_path / "nameless.xlsx", size
    template.new(path, height, width, clues=clues)
    book, sheet = opened(path)
    layout = layout_of(sheet)
    for row in range(height):
        sheet.cell(layout.rows.row + row, layout.rows.last_column).value = f"1 {width - 2}"
    for column in range(width):
        black = height if column != 1 else None
        sheet.cell(layout.columns.last_row, layout.columns.column + column).value = black
    for name in list(sheet.defined_names):
        del sheet.defined_names[name]
    book.save(path)
    (found,) = open_book(path).sheets()
    assert [one.layout.grid for one in find(found)] == [layout.grid]
    assert read_puzzle(found).puzzle.rows == ((1, width - 2),) * height


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("clues", ["cells", "text"])
@pytest.mark.parametrize("size", [(1, 1), (3, 4), (10, 10)])
def test_results_of_a_blank_template_are_no_puzzle_even_without_names(
    size: tuple[int, int], clues: template_sheet.Clues, language: Language, tmp_path: Path
) -> None:
    path = tmp_path / "nameless.xlsx"
    template.new(path, *size, clues=clues, language=language)
    book, sheet = opened(path)
    for name in list(sheet.defined_names):
        del sheet.defined_names[name]
    book.save(path)
    (calculated_sheet,) = open_book(converted(path, "xlsx")).sheets()
    with pytest.raises(NoPuzzle):
        read_puzzle(calculated_sheet, certain=True)


def test_everything_above_the_puzzle_is_within_the_printed_area(tmp_path: Path) -> None:
    for size in ((1, 1), (5, 5), (40, 60)):
        for macro in (False, True):
            path = tmp_path / f"{size}.xls{'m' if macro else 'x'}"
            template.new(path, *size, macro=macro)
            sheet = sheet_of(path)
            area = Area.parse(str(sheet.print_area).rpartition("!")[2])
            layout = layout_of(sheet)
            assert area.contains(Area(1, 1))
            assert area.contains(layout.grid)
            widths = 0.0
            for column in range(1, area.last_column + 1):
                held = [
                    each
                    for each in sheet.column_dimensions.values()
                    if (each.min or 0) <= column <= (each.max or 0)
                ]
                widths += 0 if held and held[0].hidden else held[0].width if held else 9
            # In digits, of seven pixels each; the longest note has 85 letters of a smaller size.
            assert widths > 75
            if macro:
                (merged,) = map(str, sheet.merged_cells.ranges)
                assert merged == f"A3:{Area(3, area.last_column).address}"


CALIBRI = dict(
    zip(
        "ASRCWHaceghikloprstumnvd",
        (
            *(1185, 941, 1112, 1092, 1823, 1276, 981, 866, 1019, 964, 1076, 470, 931, 470, 1080),
            *(1076, 714, 801, 686, 1076, 1636, 1076, 925, 1076),
        ),
        strict=True,
    )
)
"""The widths of letters in 2048ths of the size of Excel's font for buttons."""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_captions_fit_their_buttons(language: Language) -> None:
    size, border = 11 * 96 / 72, 8
    for button in BUTTONS.values():
        caption = button.caption.of(language)
        letters = sum(CALIBRI.get(letter, 2048) for letter in caption) / 2048
        assert letters * size * 1.1 + border <= BUTTON_PIXELS[0] - 2, caption
