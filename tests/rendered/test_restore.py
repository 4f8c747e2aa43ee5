"""Undoing a solve: what comes back, what stays, and when nothing is written."""

from __future__ import annotations

import base64
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import xlsxwriter
from lxml import etree
from openpyxl import Workbook, load_workbook
from openpyxl.styles import Border, PatternFill, Side
from openpyxl.worksheet.worksheet import Worksheet
from openxml_audit import OpenXmlValidator

from tests.rendered.test_package import put_clues, rich
from tests.support.office import converted
from tests.support.packages import MAIN, edit, more_relations, part, replacing, solved
from tests.support.sessions import opened
from tests.support.workbooks import AMBIGUOUS, ONLY, book_with, copy_with_names, put_puzzle
from xlnono.cli import main
from xlnono.jobs.choosing import NoSuchSheet
from xlnono.jobs.restore import Restoration, restore_workbook
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.model.board import Grid
from xlnono.puzzle_sheet.log_record import LogOutdated, LogRearranged
from xlnono.puzzle_sheet.spots import find_layout
from xlnono.restore.originals import recalled
from xlnono.restore.undo import LogMissing
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.theme import SUSPECT_FILL
from xlnono.templates import template
from xlnono.xlsx.book import open_book

BOARD, STYLES = "xl/worksheets/sheet1.xml", "xl/styles.xml"
BLUE = PatternFill("solid", fgColor="FF9DC3E6")


def contents(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as parts:
        assert parts.testzip() is None
        return {name: parts.read(name) for name in parts.namelist()}


def solve(path: Path) -> Path:
    """Solve a workbook in place; returns a copy of it as it was."""
    before = path.with_name(f"before {path.name}")
    shutil.copyfile(path, before)
    solved(path)
    assert contents(path) != contents(before)
    return before


def faults(path: Path) -> set[str]:
    return {
        re.sub("[0-9]+", "", error.description)
        for error in OpenXmlValidator().validate(path).errors
    }


def check_nothing_left(path: Path, known: set[str]) -> None:
    """Check that restoring once more changes nothing, and that the file has no new faults."""
    content = path.read_bytes()
    assert restore_workbook(path) == Restoration([], [], [])
    assert path.read_bytes() == content
    assert faults(path) <= known


def many(path: Path) -> Path:
    """Two puzzles among other sheets, with names and a tab in view that have to stay right."""
    workbook = Workbook()
    workbook.active.title = "cover"
    for title in ("one", "between", "two", "last"):
        sheet = workbook.create_sheet(title)
        sheet["A20"] = title
        sheet.print_area = "A1:B20"
        if title in ("one", "two"):
            put_puzzle(sheet, ONLY)
    workbook.active = 4
    workbook.save(path)
    return path


def calculating(path: Path) -> Path:
    """A puzzle with formulas on and off its sheet, in its grid, and reaching into it."""
    with xlsxwriter.Workbook(path) as workbook:
        sheet, other = map(workbook.add_worksheet, ("puzzle", "sums"))
        put_clues(workbook, sheet)
        sheet.write_formula("D4", "=sums!B9+D5", None, "")
        sheet.write_array_formula("H8:I9", "{=sums!C1:D2}", None, "")
        sheet.write_formula("K1", "=COUNTA(D4:H8)", None, 7)
        other.write_formula("A1", "=SUM(puzzle!D4:H8)", None, 3)
        other.write_formula("A2", "=A1*2", None, 6)
        other.write_formula("A3", "=1+1", None, 2)
    content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"
    cells = ("D4", "H8", "K1")
    chain = "".join(f'<c r="{cell}" i="1"/>' for cell in cells) + '<c r="A1" i="2"/>'
    edit(
        path,
        {
            "xl/calcChain.xml": f'<calcChain xmlns="{MAIN[1:-1]}">{chain}</calcChain>',
            "[Content_Types].xml": replacing(
                "</Types>",
                f'<Override PartName="/xl/calcChain.xml" ContentType="{content_type}"/></Types>',
            ),
            "xl/_rels/workbook.xml.rels": more_relations(("calcChain", "calcChain.xml")),
        },
    )
    return path


def half_done(path: Path) -> Path:
    """A puzzle with marks of several kinds."""
    workbook = Workbook()
    sheet = workbook.active
    put_puzzle(sheet, ONLY)
    sheet["E4"], sheet["D4"], sheet["H8"] = "■", "×", "?"
    sheet["F4"].fill = PatternFill("solid", fgColor="FF000000")
    workbook.save(path)
    return path


def impossible(path: Path) -> Path:
    """A puzzle of which some clues turn blue."""
    workbook = Workbook()
    sheet = workbook.active
    put_puzzle(sheet, Grid.from_text("##\n.."))
    sheet["D3"], sheet["E3"] = 0, 2
    workbook.save(path)
    return path


def two_solutions(path: Path) -> Path:
    return book_with(path, AMBIGUOUS[0])


def plain(path: Path) -> Path:
    return book_with(path, ONLY)


def typed(path: Path, grid: Grid) -> Path:
    """A template with the clues of a picture typed into it, one number a cell."""
    book = open_book(path)
    sheet = book.sheets()[0]
    layout = find_layout(sheet)
    rows, columns = layout.rows, layout.columns
    for k, clue in enumerate(grid.row_clues()):
        sheet.write(Area(rows.row + k, rows.column, 1, len(clue)), [clue])
    for k, clue in enumerate(grid.column_clues()):
        area = Area(columns.row, columns.column + k, len(clue), 1)
        sheet.write(area, [[block] for block in clue])
    book.save(path)
    return path


def with_help(path: Path) -> Path:
    template.new(path, 5, 5)
    return typed(path, ONLY)


def with_buttons(path: Path) -> Path:
    path = path.with_suffix(".xlsm")
    template.new(path, 5, 5, macro=True)
    return typed(path, ONLY)


MAKERS = (
    plain, half_done, two_solutions, impossible, calculating, many, with_help, with_buttons, rich,
)  # fmt: skip
every_kind = pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
Maker = Callable[[Path], Path]


@every_kind
def test_every_part_is_as_it_was(tmp_path: Path, make: Maker) -> None:
    path = make(tmp_path / "cat.xlsx")
    before = solve(path)
    once = path.read_bytes()
    solved(path)
    assert path.read_bytes() == once
    found = restore_workbook(path)
    assert found.puzzles
    assert not found.plain
    assert contents(path) == contents(before)
    check_nothing_left(path, faults(before))


def check_that_two_solves_are_restored(path: Path) -> None:
    before = solve(path)
    once = path.read_bytes()
    solved(path)
    assert path.read_bytes() == once
    assert not restore_workbook(path).plain
    assert contents(path) == contents(before)


def test_a_part_that_is_spelled_in_another_case_than_the_list_of_sheets_has_it(
    tmp_path: Path,
) -> None:
    path = half_done(tmp_path / "cat.xlsx")
    edit(path, {BOARD: None, BOARD.upper(): part(path, BOARD)})
    check_that_two_solves_are_restored(path)


def test_a_name_of_the_sheet_that_is_in_the_list_twice(tmp_path: Path) -> None:
    path = half_done(tmp_path / "cat.xlsx")
    names = '<definedName name="xlnono_log" localSheetId="0">A:A</definedName>' * 2
    names = f"<definedNames>{names}</definedNames>"
    edit(path, {"xl/workbook.xml": lambda text: re.sub("<definedNames */>", names, text)})
    assert names in part(path, "xl/workbook.xml")
    check_that_two_solves_are_restored(path)


def mark(path: Path, cell: str, text: str) -> None:
    """Type into a cell of the board, which then is as it lies in no solved file."""

    def change(content: str) -> str:
        root = etree.fromstring(content.encode())
        (element,) = [one for one in root.iter(f"{MAIN}c") if one.get("r") == cell]
        del element[:]
        element.set("t", "inlineStr")
        etree.SubElement(etree.SubElement(element, f"{MAIN}is"), f"{MAIN}t").text = text
        return etree.tostring(root, encoding="unicode")

    edit(path, {board_of(path): change})


def board_of(path: Path) -> str:
    return next(sheet.part for sheet in open_book(path).sheets() if "xlnono_log" in sheet.names())


def said(content: bytes) -> bytes:
    return etree.tostring(etree.fromstring(content), method="c14n")


@every_kind
def test_marks_made_since_stay_and_all_else_goes(tmp_path: Path, make: Maker) -> None:
    path = make(tmp_path / "cat.xlsx")
    before = solve(path)
    sheet = open_book(path).sheets()
    grids = [one.names()["xlnono_grid"] for one in sheet if "xlnono_log" in one.names()]
    cell = grids[0].rpartition("!")[2].split(":")[0].replace("$", "")
    board = board_of(path)
    mark(path, cell, "●")
    known = faults(path)
    restore_workbook(path)
    was, now = contents(before), contents(path)
    if make is calculating:
        # Of an order of calculation that may be wrong, none is better.
        assert was.pop("xl/calcChain.xml")
        for name in ("[Content_Types].xml", "xl/_rels/workbook.xml.rels"):
            was[name] = now[name]
    assert was.keys() == now.keys()
    different = {name for name in was if was[name] != now[name]}
    results = {calculating: {"xl/worksheets/sheet2.xml", "xl/workbook.xml"}}
    assert different <= {board, STYLES} | results.get(make, set())
    old, new = (
        {one.get("r"): one for one in etree.fromstring(parts[board]).iter(f"{MAIN}c")}
        for parts in (was, now)
    )
    assert old.keys() == new.keys() or make is two_solutions
    assert "".join(new[cell].itertext()) == "●"
    for address, element in new.items():
        assert element.get("s", "0") == old[address].get("s", "0"), address
        if make is calculating and address in ("H8", "I8", "H9", "I9"):
            continue
        formula, value = element.find(f"{MAIN}f"), element.find(f"{MAIN}v")
        if address != cell and (formula is None or value is not None):
            assert said(etree.tostring(element)) == said(etree.tostring(old[address])), address
    check_nothing_left(path, known)


def looks(path: Path) -> dict[object, object]:
    """What a person sees of a workbook, cell by cell."""
    workbook = load_workbook(path)
    found: dict[object, object] = {"tabs": workbook.sheetnames, "view": workbook.active.title}
    for sheet in workbook.worksheets:
        found[sheet.title] = {name: one.attr_text for name, one in sheet.defined_names.items()}
        for row in sheet.iter_rows():
            for cell in row:
                fill = cell.fill.fill_type and cell.fill.fgColor.rgb
                value = getattr(cell.value, "text", cell.value)
                if value is None and fill is None and not cell.has_style:
                    continue
                edges = [getattr(cell.border, side).style for side in ("left", "top")]
                found[sheet.title, cell.coordinate] = (
                    *(value, fill, cell.font.b, cell.font.color and cell.font.color.rgb),
                    *(*edges, cell.number_format, cell.alignment.horizontal),
                )
    return found


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for LibreOffice, which starts slowly in one that is new to it."""
    return tmp_path_factory.mktemp("office")


@pytest.mark.parametrize("make", [half_done, impossible, many, with_help], ids=lambda m: m.__name__)
def test_after_another_program_saved_it_everything_looks_as_before(
    office: Path, make: Maker
) -> None:
    path = make(office / f"{make.__name__}.xlsx")
    before = solve(path)
    was, now = (converted(one, "xlsx") for one in (before, path))
    assert restore_workbook(now).plain == []
    assert looks(now) == looks(was)
    check_nothing_left(now, faults(was))


def test_what_a_person_changed_since_stays_without_what_was_painted(tmp_path: Path) -> None:
    path = half_done(tmp_path / "cat.xlsx")
    solve(path)
    workbook = load_workbook(path)
    sheet = workbook["Sheet"]
    sheet["D5"], sheet["E5"], sheet["D4"] = "×", None, 1
    sheet["F5"].fill = sheet["G5"].fill = BLUE
    sheet["G5"] = "x"
    sheet["H5"].border = Border(left=Side("thick"))
    workbook.save(path)
    restore_workbook(path)
    sheet = load_workbook(path)["Sheet"]
    held = {cell.coordinate: cell.value for row in sheet["D4:H8"] for cell in row if cell.value}
    assert held == {"D4": 1, "E4": "■", "D5": "×", "G5": "x", "H8": "?"}
    fills = {
        cell.coordinate: cell.fill.fgColor.rgb
        for row in sheet["D4:H8"]
        for cell in row
        if cell.fill.fill_type
    }
    assert fills == {"F4": "FF000000", "F5": "FF9DC3E6", "G5": "FF9DC3E6"}
    assert {cell.number_format for row in sheet["D4:H8"] for cell in row} == {"General"}
    assert sheet["H5"].border.left.style == "thick"
    assert sheet["D5"].border.left.style == "thin"


def test_a_solve_after_changes_still_remembers_the_first_original(tmp_path: Path) -> None:
    path = half_done(tmp_path / "cat.xlsx")
    before = solve(path)
    mark(path, "D5", "●")
    solved(path)
    solved(path)
    restore_workbook(path)
    was, now = looks(before), looks(path)
    assert now.pop(("Sheet", "D5"))[0] == "●"
    was.pop(("Sheet", "D5"))
    assert now == was


def test_the_clue_gets_back_its_colour_unless_a_person_gave_it_another(tmp_path: Path) -> None:
    path = impossible(tmp_path / "cat.xlsx")
    before = load_workbook(path)["Sheet"]
    solve(path)
    again = shutil.copyfile(path, path.with_name("again.xlsx"))
    for one, expected in ((path, "FF9DC3E6"), (again, "")):
        workbook = load_workbook(one)
        suspect = next(
            cell
            for row in workbook["Sheet"]
            for cell in row
            if cell.value and filled(cell) == f"FF{SUSPECT_FILL}"
        )
        if expected:
            suspect.fill = BLUE
        else:
            suspect.value = 2
        workbook.save(one)
        restore_workbook(one)
        cell = load_workbook(one)["Sheet"][suspect.coordinate]
        assert (cell.value, cell.comment) == (suspect.value, None)
        assert filled(cell) == (expected or filled(before[suspect.coordinate]))


def filled(cell: object) -> str:
    return str(cell.fill.fgColor.rgb) if cell.fill.fill_type else ""


def test_one_of_several_puzzles_and_then_the_other(tmp_path: Path) -> None:
    path = many(tmp_path / "cat.xlsx")
    before = solve(path)
    found = restore_workbook(path, sheet="one")
    assert found == Restoration(["one"], ["one log", "one replay"], [])
    assert open_book(path).titles() == [
        "cover",
        "one",
        "between",
        "two",
        "two log",
        "two replay",
        "last",
    ]
    workbook = load_workbook(path)
    assert workbook.active.title == "last"
    assert workbook["last"].print_area == "'last'!$A$1:$B$20"
    assert workbook["one"]["E4"].value is None
    assert workbook["two"]["E4"].value == 1
    assert restore_workbook(path, sheet="one").puzzles == []
    assert restore_workbook(path).puzzles == ["two"]
    assert contents(path).keys() == contents(before).keys()
    assert looks(path) == looks(before)
    assert contents(path) == contents(before)


def test_puzzles_solved_one_after_the_other(tmp_path: Path) -> None:
    path = many(tmp_path / "cat.xlsx")
    before = path.with_name("before.xlsx")
    shutil.copyfile(path, before)
    solved(path, sheet="two")
    solved(path, sheet="one")
    assert restore_workbook(path).puzzles == ["one", "two"]
    assert contents(path) == contents(before)


def test_results_that_look_at_a_puzzle_that_stays_solved_are_calculated_anew(
    tmp_path: Path,
) -> None:
    path = tmp_path / "cat.xlsx"
    with xlsxwriter.Workbook(path) as workbook:
        one, two, sums = map(workbook.add_worksheet, ("one", "two", "sums"))
        for sheet in (one, two):
            put_clues(workbook, sheet)
        one.write_formula("K1", "=SUM(two!D4:H8)", None, 4)
        sums.write_formula("A1", "=SUM(two!D4:H8)", None, 5)
    before = solve(path)
    restore_workbook(path, sheet="one")
    for name in (BOARD, "xl/worksheets/sheet3.xml"):
        assert "<v>4</v>" not in part(path, name)
        assert "<v>5</v>" not in part(path, name)
    restore_workbook(path)
    assert contents(path) == contents(before)


def test_a_copied_and_a_renamed_sheet(tmp_path: Path) -> None:
    path = plain(tmp_path / "cat.xlsx")
    before = solve(path)
    workbook = load_workbook(path)
    copied = copy_with_names(workbook, "cat")
    workbook["cat log"].title = "how"
    workbook["cat"].defined_names["xlnono_log"].attr_text = "how!$A$1"
    copied.defined_names["xlnono_log"].attr_text = "how!$A$1"
    workbook.move_sheet("how", -1)
    workbook.save(path)
    known = faults(path)
    found = restore_workbook(path, sheet="copy")
    assert found == Restoration(["copy"], [], [])
    assert load_workbook(path).sheetnames == ["how", "cat", "cat replay", "copy"]
    assert load_workbook(path)["cat"]["E4"].value == 1
    found = restore_workbook(path)
    assert (found.puzzles, sorted(found.removed)) == (["cat"], ["cat replay", "how"])
    was, now = (load_workbook(one)["cat"] for one in (before, path))
    for sheet in (now, load_workbook(path)["copy"]):
        cells = [(c.value, filled(c), c.border.left.style) for row in sheet["A1:H8"] for c in row]
        assert cells == [
            (c.value, filled(c), c.border.left.style) for row in was["A1:H8"] for c in row
        ]
    check_nothing_left(path, known)


@pytest.mark.parametrize("stray", ["copy", "cat", "cat replay"])
def test_a_copied_sheet_whose_log_is_another_sheet_is_left_alone(
    tmp_path: Path, stray: str
) -> None:
    path = plain(tmp_path / "cat.xlsx")
    solve(path)
    workbook = load_workbook(path)
    copied = copy_with_names(workbook, "cat")
    copied.defined_names["xlnono_log"].attr_text = f"'{stray}'!$A$1"
    workbook.save(path)
    assert restore_workbook(path, sheet="copy").puzzles == []
    assert restore_workbook(path).puzzles == ["cat"]
    assert load_workbook(path).sheetnames == ["cat", "copy"]
    assert not filled(load_workbook(path)["cat"]["E4"])
    assert filled(load_workbook(path)["copy"]["E4"])


def insert_rows(path: Path, count: int) -> None:
    """Insert rows at the top of the board, as a spreadsheet program does."""

    def later(match: re.Match[str]) -> str:
        return f"{match[1]}{int(match[2]) + count}"

    def change(content: str) -> str:
        content = re.sub('(<row r=")([0-9]+)', later, content)
        return re.sub('(<c r="[A-Z]+)([0-9]+)', later, content)

    def rename(content: str) -> str:
        names = r'(<definedName name="xlnono_(?:rows|columns|grid)".*?</definedName>)'
        return re.sub(names, lambda name: re.sub(r"(\$)([0-9]+)", later, name[1]), content)

    edit(path, {board_of(path): change, "xl/workbook.xml": rename})


def test_rows_inserted_above_the_puzzle(tmp_path: Path) -> None:
    path = half_done(tmp_path / "cat.xlsx")
    before = solve(path)
    insert_rows(path, 3)
    assert restore_workbook(path).plain == []
    was, now = (load_workbook(one)["Sheet"] for one in (before, path))
    for row in was["A1:H8"]:
        for cell in row:
            other = now.cell(cell.row + 3, cell.column)
            assert (other.value, filled(other)) == (cell.value, filled(cell))
            assert other.number_format == cell.number_format


def test_without_its_log_nothing_is_written(tmp_path: Path) -> None:
    path = many(tmp_path / "cat.xlsx")
    solve(path)
    workbook = load_workbook(path)
    del workbook["one log"]
    workbook["one"].defined_names["xlnono_log"].attr_text = "#REF!$A$1"
    workbook.save(path)
    content = path.read_bytes()
    with pytest.raises(LogMissing) as error:
        restore_workbook(path)
    assert error.value.place[:2] == (str(path), "one")
    assert path.read_bytes() == content
    assert restore_workbook(path, sheet="two").puzzles == ["two"]
    assert load_workbook(path)["one"]["E4"].value == 1


def test_a_grid_of_another_size_is_left_alone(tmp_path: Path) -> None:
    path = plain(tmp_path / "cat.xlsx")
    solve(path)
    workbook = load_workbook(path)
    names = workbook["cat"].defined_names
    names["xlnono_grid"].attr_text = "'cat'!$D$4:$H$9"
    names["xlnono_rows"].attr_text = "'cat'!$A$4:$C$9"
    workbook.save(path)
    content = path.read_bytes()
    with pytest.raises(LogOutdated, match="6 rows and 5 columns"):
        restore_workbook(path)
    # A new log would not show what was painted.
    result = solve_workbook(Job(path, path))
    assert [(error.code, error.place.sheet) for error in result.errors] == [("log-outdated", "cat")]
    assert path.read_bytes() == content


LOG_EDITS: dict[str, Callable[[Worksheet], None]] = {
    "a column for remarks": lambda log: log.insert_cols(3),
    "a row at the top": lambda log: log.insert_rows(1),
    "a row in between": lambda log: log.insert_rows(3, 2),
    "without a column": lambda log: log.delete_cols(1),
}


def edit_log(path: Path, change: Callable[[Worksheet], None]) -> None:
    workbook = load_workbook(path)
    change(workbook["Sheet log"])
    workbook.save(path)


@pytest.mark.parametrize("again", [False, True], ids=["solved once", "solved again"])
@pytest.mark.parametrize("change", LOG_EDITS.values(), ids=LOG_EDITS)
def test_a_log_with_inserted_rows_and_columns_still_shows_what_was_painted(
    tmp_path: Path, change: Callable[[Worksheet], None], again: bool
) -> None:
    path = half_done(tmp_path / "cat.xlsx")
    before = solve(path)
    edit_log(path, change)
    if again:
        assert not solve_workbook(Job(path, path)).errors
    restore_workbook(path)
    was, now = (load_workbook(one)["Sheet"]["A1:H8"] for one in (before, path))
    assert [[(cell.value, filled(cell)) for cell in row] for row in now] == [
        [(cell.value, filled(cell)) for cell in row] for row in was
    ]


def test_a_log_that_no_longer_shows_what_was_painted_is_not_replaced(tmp_path: Path) -> None:
    path = half_done(tmp_path / "cat.xlsx")
    solve(path)
    edit_log(path, lambda log: log.delete_rows(1))
    content = path.read_bytes()
    with pytest.raises(LogRearranged) as error:
        restore_workbook(path)
    assert error.value.place.sheet == "Sheet"
    result = solve_workbook(Job(path, path))
    assert [(error.code, error.place.sheet) for error in result.errors] == [
        ("log-rearranged", "Sheet")
    ]
    assert path.read_bytes() == content
    # Nothing is lost once the grid is empty.
    workbook = load_workbook(path)
    for row in workbook["Sheet"]["D4:H8"]:
        for cell in row:
            cell.value, cell.fill = None, PatternFill()
    workbook.save(path)
    assert not solve_workbook(Job(path, path)).errors


def forget_originals(path: Path) -> None:
    """Make of a log one that an earlier version wrote, or a button."""

    def change(content: str) -> str:
        root = etree.fromstring(content.encode())
        for cell in list(root.iter(f"{MAIN}c")):
            if cell.get("r", "").rstrip("0123456789") in ("P", "Q"):
                cell.getparent().remove(cell)
        return etree.tostring(root, encoding="unicode")

    for sheet in open_book(path).sheets():
        if sheet.title.endswith(" log"):
            edit(path, {sheet.part: change})


def test_a_log_without_originals(tmp_path: Path) -> None:
    path = half_done(tmp_path / "cat.xlsx")
    solve(path)
    forget_originals(path)
    mark(path, "D5", "○")
    known = faults(path)
    found = restore_workbook(path)
    assert found == Restoration(["Sheet"], ["Sheet log", "Sheet replay"], ["Sheet"])
    sheet = load_workbook(path)["Sheet"]
    held = {
        cell.coordinate: cell.value
        for row in sheet["D4:H8"]
        for cell in row
        if cell.value is not None
    }
    # The marks of the start are there, as numbers.
    assert held == {"D4": 0, "E4": 1, "F4": 1, "D5": "○"}
    assert not any(filled(cell) for row in sheet["D4:H8"] for cell in row)
    assert {cell.number_format for row in sheet["D4:H8"] for cell in row} == {"General"}
    assert sheet["D5"].border.left.style == "thin"
    check_nothing_left(path, known)


@pytest.mark.parametrize("make", [impossible, two_solutions], ids=lambda make: make.__name__)
def test_a_log_without_originals_of_other_outcomes(tmp_path: Path, make: Maker) -> None:
    path = make(tmp_path / "cat.xlsx")
    before = solve(path)
    forget_originals(path)
    restore_workbook(path)
    was, now = (load_workbook(one).worksheets[0] for one in (before, path))
    for row in was.iter_rows():
        for cell in row:
            other = now[cell.coordinate]
            assert (other.value, filled(other)) == (cell.value, filled(cell))


def _one_bit_less(text: str) -> str:
    """A record in which a byte of the last part is another one."""
    content = bytearray(base64.b64decode(text))
    content[-40] ^= 1
    return base64.b64encode(content).decode()


@pytest.mark.parametrize(
    "damage", [lambda text: "!" + text[5:], lambda text: text[:-400], _one_bit_less]
)
def test_damaged_originals_count_as_none(tmp_path: Path, damage: Callable[[str], str]) -> None:
    path = plain(tmp_path / "cat.xlsx")
    solve(path)
    log = open_book(path).sheet("cat log")
    assert recalled(log) is not None
    text = log.values(log.used())[1][15]
    assert isinstance(text, str)
    edit(path, {log.part: replacing(text, damage(text))})
    assert recalled(open_book(path).sheet("cat log")) is None
    assert restore_workbook(path).plain == ["cat"]


def test_the_memory_of_a_large_board_is_small(tmp_path: Path) -> None:
    path = tmp_path / "large.xlsx"
    template.new(path, 60, 60)
    typed(path, Grid.from_text("\n".join(["#" * 60] * 60)))
    before = solve(path)
    log = open_book(path).sheet("Puzzle log")
    used = log.used()
    assert used is not None
    texts = [row[15] for row in log.values(used)]
    board = len(contents(before)[BOARD])
    # The parts are stored as they are packed, in text that takes four characters for three bytes.
    assert 0 < sum(len(text) for text in texts if isinstance(text, str)) < board / 6
    assert all(len(text) < 32_000 for text in texts if isinstance(text, str))


def test_the_sheet_in_view_was_the_log(tmp_path: Path) -> None:
    path = many(tmp_path / "cat.xlsx")
    solve(path)
    workbook = load_workbook(path)
    workbook.active = workbook["two log"]
    for sheet in workbook.worksheets:
        sheet.sheet_view.tabSelected = sheet.title == "two log"
    workbook.save(path)
    restore_workbook(path)
    workbook = load_workbook(path)
    assert workbook.active.title == "two"
    assert [one.title for one in workbook.worksheets if one.sheet_view.tabSelected] == ["two"]


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")

    def run(*words: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main([str(word) for word in words])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return int(str(stop.value.code)), captured.out, captured.err

    return run


def test_the_command_says_what_it_did(tmp_path: Path, run: Run) -> None:
    path = many(tmp_path / "my.xlsx")
    solve(path)
    assert run("restore", path) == (0, f"Restored: {path} (2 puzzles; removed 4 sheets)\n", "")
    code, out, _ = run("restore", path)
    assert (code, out.startswith("Nothing to restore: ")) == (0, True)
    solve(path)
    _, out, _ = run("restore", path, "--sheet", "two", "--lang", "ja")
    assert out == f"元に戻しました: {path} (1問、削除したシート 2枚)\n"
    forget_originals(path)
    _, out, _ = run("restore", path)
    assert "1 puzzle; removed 2 sheets" in out
    assert "Sheet “one”: the original look" in out


def test_the_sheets_that_can_be_restored_are_named(tmp_path: Path, run: Run) -> None:
    path = many(tmp_path / "my.xlsx")
    solve(path)
    content = path.read_bytes()
    code, out, _ = run("restore", path, "--sheet", "between")
    assert code == 0
    assert "on sheet “between”" in out
    assert out.endswith("It has on: one, two.\n")
    assert path.read_bytes() == content
    run("restore", path)
    _, out, _ = run("restore", path, "--sheet", "between")
    assert "contains no puzzle solved by xlnono" in out


def test_a_file_that_cannot_be_restored(tmp_path: Path, run: Run) -> None:
    path = plain(tmp_path / "my.xlsx")
    assert run("restore", path, path)[0] == 2
    assert run("restore")[0] == 2
    assert run("restore", tmp_path / "none.xlsx")[0] == 3
    solve(path)
    content = path.read_bytes()
    with pytest.raises(NoSuchSheet):
        restore_workbook(path, sheet="dog")
    path.with_name("~$my.xlsx").write_bytes(b"")
    code, out, error = run("restore", path)
    assert (code, out) == (3, "")
    assert "open in Excel" in error
    assert path.read_bytes() == content


def test_a_workbook_solved_with_the_buttons(tmp_path: Path) -> None:
    stored = tmp_path / "stored.xlsx"
    desk = opened("memory", tmp_path / "my", ONLY.row_clues(), ONLY.column_clues())
    desk.mark(0, 1, 1)
    desk.press("where")
    desk.press("solve")
    assert "Puzzle before" in desk.titles()
    desk.host().save(stored)
    before = open_book(stored).titles()
    found = restore_workbook(stored)
    assert (found.puzzles, found.plain) == (["Puzzle"], ["Puzzle"])
    assert sorted(found.removed) == [f"Puzzle {k}" for k in ("before", "log", "replay", "where")]
    assert open_book(stored).titles() == [one for one in before if one not in found.removed]
    sheet = load_workbook(stored)["Puzzle"]
    (area,) = (one.attr_text for name, one in sheet.defined_names.items() if name == "xlnono_grid")
    cells = [cell for row in sheet[area.rpartition("!")[2].replace("$", "")] for cell in row]
    assert [cell.value for cell in cells] == [None, 1, *[None] * 23]
    assert not any(filled(cell) for cell in cells)
    conditions = [rule.formula for one in sheet.conditional_formatting for rule in one.rules]
    assert conditions
    assert not any("xlnono green" in text for texts in conditions for text in texts)
    names = {name for name in sheet.defined_names if name.startswith("xlnono_")}
    assert names == {"xlnono_rows", "xlnono_columns", "xlnono_grid", "xlnono_status"}
    check_nothing_left(stored, faults(stored))
