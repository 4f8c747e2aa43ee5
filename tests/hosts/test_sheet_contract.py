"""What every host of the project does.

They are files of several programs, openpyxl, memory alone, and workbooks that LibreOffice has open:
as Excel would, through xlwings with our macros and without, and as the Calc extension serves them.
"""

import datetime
import shutil
from contextlib import ExitStack
from io import BytesIO

import pytest
import xlsxwriter
from openpyxl import Workbook, load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.styles.colors import Color
from openpyxl.workbook.defined_name import DefinedName

import tests.support.uno_engine
from tests.support.calc import one_press
from tests.support.folded import LEVELS, SHOWN, expanded, folded_page
from tests.support.memory_book import MemoryBook, MemoryCell
from tests.support.office import converted
from tests.support.openpyxl_book import OpenpyxlBook
from tests.support.pressing import project
from tests.support.workbooks import ONLY, put_puzzle, unique
from xlnono.live.book import LiveBook
from xlnono.live.calc_host import CalcHost
from xlnono.live.excel.macro_host import XlwingsHost
from xlnono.live.excel.plain_host import PlainXlwingsHost
from xlnono.model.board import Cell
from xlnono.puzzle_sheet.companion_sheets import LOG_NAME, REPLAY_NAME, companion
from xlnono.puzzle_sheet.log_sheet import write_log
from xlnono.puzzle_sheet.paint import paint
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.puzzle_sheet.record import record_of
from xlnono.puzzle_sheet.replay_sheet import write_replay
from xlnono.spreadsheet.area import Area, reference
from xlnono.spreadsheet.sheet import (
    Chart,
    Dated,
    ErrorValue,
    Formula,
    Page,
    PageCell,
    Style,
    Uncalculated,
)
from xlnono.spreadsheet.theme import BLACK_FILL
from xlnono.xlsx.book import open_book

# The sheet "all" that each host has: what its cells hold.
FORMULA, RESULT = "=B2*2", 14
VALUES = {
    "B1": "words",
    "B2": 7,
    "B3": 2.5,
    "B4": True,
    "B5": Dated(datetime.datetime(2024, 3, 1), "m/d"),
    "B6": ErrorValue("#N/A"),
    "B7": RESULT,
    "B8": "two fonts",
    "B9": " 表\nlines <&> ",
    "B10": -3,
    "B11": "15",
    "G11": "last",
}
ORANGE, THEME_BLUE, RED = "F4B183", "95B3D7", "FF0000"
FILLS = {"C1": ORANGE, "C2": THEME_BLUE, "C3": RED, "C4": None}
BORDERED = {"D1": True, "D2": True, "D3": False, "D4": False}
MERGED = Area.parse("F1:G2")
LOOK = Area.parse("D6")
"""A cell that has a border, a font, a number format, an alignment and no protection."""
USED = Area.parse("B1:G11")
NOTE = "a person's\nnote"
"""On B3."""
NAMES = {"here": "all!$B$2", "there": "puzzle!$A$1:$B$2"}
TITLES = ["all", "puzzle", "a chart"]


def by_openpyxl(path):
    workbook = Workbook()
    sheet = workbook.active
    sheet.title = "all"
    held = {address: value for address, value in VALUES.items() if address not in ("B5", "B8")}
    for address, value in held.items():
        sheet[address] = value.text if isinstance(value, ErrorValue) else value
    sheet["B7"] = FORMULA
    sheet["B5"], sheet["B5"].number_format = VALUES["B5"].moment, "m/d"
    sheet["B8"] = CellRichText("two ", TextBlock(InlineFont(b=True), "fonts"))
    for address, colour in (
        *(("C1", Color("FF" + ORANGE)), ("C2", Color(theme=4, tint=0.4))),
        ("C3", Color(indexed=10)),
    ):
        sheet[address].fill = PatternFill("solid", fgColor=colour)
    sheet["C4"].fill = PatternFill("darkGrid", fgColor="FF" + RED)
    sheet["D1"].border = Border(*[Side("thin")] * 4)
    sheet["D2"].border = Border(bottom=Side("medium"))
    sheet["D3"].border = Border(diagonal=Side("thin"), diagonalUp=True)
    cell = sheet[LOOK.address]
    cell.value = 1.5
    cell.border, cell.font = Border(left=Side("thin")), Font("Arial", 14, bold=True)
    cell.alignment = Alignment(horizontal="right", wrap_text=True)
    cell.number_format, cell.protection = "0.00", Protection(locked=False)
    sheet["B3"].comment = Comment(NOTE, "A person")
    sheet["F1"] = "merged"
    sheet.merge_cells(MERGED.address)
    for name, refers_to in NAMES.items():
        sheet.defined_names[name] = DefinedName(name, attr_text=refers_to)
    workbook.defined_names["of_all"] = DefinedName("of_all", attr_text="all!$B$1")
    put_puzzle(workbook.create_sheet("puzzle"), ONLY)
    chart = BarChart()
    chart.add_data(Reference(sheet, range_string="all!$B$2:$B$3"))
    workbook.create_chartsheet("a chart").add_chart(chart)
    workbook.save(path)


def by_xlsxwriter(path, macros=None):
    with xlsxwriter.Workbook(path) as workbook:
        if macros is not None:
            workbook.add_vba_project(BytesIO(macros), is_stream=True)
        sheet = workbook.add_worksheet("all")
        for address in ("B1", "B9", "B11", "G11"):
            sheet.write_string(address, VALUES[address])
        for address in ("B2", "B3", "B10"):
            sheet.write_number(address, VALUES[address])
        sheet.write_boolean("B4", True)
        date = workbook.add_format({"num_format": "m/d"})
        sheet.write_datetime("B5", VALUES["B5"].moment, date)
        sheet.write_formula("B6", "=NA()", value="#N/A")
        sheet.write_formula("B7", FORMULA, value=RESULT)
        sheet.write_rich_string("B8", "two ", workbook.add_format({"bold": True}), "fonts")
        for address, look in {
            "C1": {"bg_color": "#" + ORANGE},
            "C2": {"bg_color": xlsxwriter.color.Color.theme(4, 3)},
            "C3": {"bg_color": "red"},
            "C4": {"pattern": 9, "fg_color": "red"},
            "D1": {"border": 1},
            "D2": {"bottom": 2},
            "D3": {"diag_type": 1, "diag_border": 1},
        }.items():
            sheet.write_blank(address, None, workbook.add_format(look))
        look = {"left": 1, "font_name": "Arial", "font_size": 14, "bold": True, "locked": False}
        look |= {"align": "right", "text_wrap": True, "num_format": "0.00"}
        sheet.write_number(LOOK.address, 1.5, workbook.add_format(look))
        sheet.write_comment("B3", NOTE, {"author": "A person"})
        sheet.merge_range(MERGED.address, "merged")
        for name, refers_to in NAMES.items():
            workbook.define_name(f"all!{name}", f"={refers_to}")
        workbook.define_name("of_all", "=all!$B$1")
        puzzle = workbook.add_worksheet("puzzle")
        border = workbook.add_format({"border": 1})
        for k, (across, down) in enumerate(zip(ONLY.row_clues(), ONLY.column_clues(), strict=True)):
            puzzle.write_string(3 + k, 2, " ".join(map(str, across)))
            puzzle.write_string(2, 3 + k, " ".join(map(str, down)))
            for row in range(3, 8):
                puzzle.write_blank(row, 3 + k, None, border)
        chart = workbook.add_chart({"type": "bar"})
        chart.add_series({"values": "=all!$B$2:$B$3"})
        workbook.add_chartsheet("a chart").set_chart(chart)
        # LibreOffice would give a new sheet the same name in the macros as one that is there.
        for number, each in enumerate(workbook.worksheets() if macros else ()):
            each.set_vba_name(f"Contract{number}")


def in_memory():
    book = MemoryBook()
    sheet = book.add("all")
    for address, value in VALUES.items():
        sheet.cells[Area.parse(address)] = MemoryCell(value, formula=address == "B7")
    for address, fill in FILLS.items():
        sheet.cells[Area.parse(address)] = MemoryCell(fill=fill)
    for address, bordered in BORDERED.items():
        sheet.cells[Area.parse(address)] = MemoryCell(bordered=bordered)
    sheet.cells[LOOK] = MemoryCell(1.5, bordered=True)
    for place in MERGED.cells():
        sheet.cells[place] = MemoryCell("merged" if place == Area(1, 6) else None)
    sheet.areas, sheet.defined = [MERGED], dict(NAMES)
    sheet.noted = {Area(3, 2): NOTE}
    puzzle = book.add("puzzle")
    for k, (across, down) in enumerate(zip(ONLY.row_clues(), ONLY.column_clues(), strict=True)):
        puzzle.cells[Area(4 + k, 3)] = MemoryCell(" ".join(map(str, across)))
        puzzle.cells[Area(3, 4 + k)] = MemoryCell(" ".join(map(str, down)))
        for row in range(4, 9):
            puzzle.cells[Area(row, 4 + k)] = MemoryCell(bordered=True)
    book.tabs["a chart"] = None
    return book


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The same workbook as each program writes it."""
    folder = tmp_path_factory.mktemp("hosts")
    written = {name: folder / f"{name}.xlsx" for name in ("openpyxl", "xlsxwriter")}
    by_openpyxl(written["openpyxl"])
    by_xlsxwriter(written["xlsxwriter"])
    macros = folder / "macros.xlsm"
    by_xlsxwriter(macros, project())
    return written | {
        "libreoffice": converted(written["openpyxl"], "xlsx"),
        "macros": macros,
    }


class Host:
    """A book with the sheets above, and how to open what it saved."""

    def __init__(self, name, files, folder):
        implementation, _, program = name.partition(" ")
        self.path = folder / "book.xlsx"
        self.opened = {"memory": MemoryBook.opened, "openpyxl": OpenpyxlBook}.get(
            implementation, open_book
        )
        if implementation == "memory":
            in_memory().save(self.path)
        else:
            shutil.copyfile(files[program], self.path)
        self.book = self.opened(self.path)
        self.all, self.puzzle = self.book.sheets()[:2]
        # openpyxl writes formulas without results.
        self.calculates = program != "openpyxl"
        # LibreOffice makes ordinary sheets of those of charts, and plain fills of patterns.
        office = program == "libreoffice"
        self.sees_borders = self.links_charts = self.tells_colours = True
        self.worksheets = TITLES if office else TITLES[:2]
        self.fills = FILLS | ({"C4": "FF8080"} if office else {})

    def saved(self):
        """The book as it is when it was saved and opened again."""
        self.book.save(self.path)
        return self.opened(self.path)

    def close(self):
        pass


class LiveHost(Host):
    """The same, open in LibreOffice; what it saved is read from the file."""

    def __init__(self, name, files, folder, office):
        self.path = folder / ("book.xlsm" if name == "excel" else "book.xlsx")
        shutil.copyfile(files["macros" if name == "excel" else "xlsxwriter"], self.path)
        self.office = tests.support.uno_engine.Host(office, self.path, hidden=True)
        self.press = ExitStack()
        if name == "excel":
            host = XlwingsHost(self.office.book)
        elif name == "plain":
            host = PlainXlwingsHost(self.office.book)
        else:
            ask = self.press.enter_context(one_press(self.office.document))
            host = CalcHost(ask)
        self.opened, self.book = open_book, LiveBook(host)
        self.all, self.puzzle = self.book.sheets()[:2]
        self.calculates = True
        # To macros every cell in LibreOffice has borders.
        self.sees_borders = self.links_charts = name != "excel"
        self.tells_colours = name != "plain"
        self.worksheets, self.fills = TITLES, FILLS | {"C4": "FF8080"}

    def close(self):
        self.press.close()
        self.office.close()


HOSTS = [
    *("memory", "openpyxl openpyxl"),
    *("parts openpyxl", "parts xlsxwriter", "parts libreoffice"),
    *("excel", "plain", "calc"),
]


@pytest.fixture(params=HOSTS)
def host(request, files, tmp_path):
    yield from opened_host(request, files, tmp_path)


@pytest.fixture(scope="module", params=HOSTS)
def unchanged(request, files, tmp_path_factory):
    """One that tests only read, and so share."""
    yield from opened_host(request, files, tmp_path_factory.mktemp("unchanged"))


def opened_host(request, files, tmp_path):
    """The host that a test wants, closed when it is done."""
    if request.param in ("excel", "plain", "calc"):
        host = LiveHost(request.param, files, tmp_path, request.getfixturevalue("office"))
    else:
        host = Host(request.param, files, tmp_path)
    yield host
    host.close()


@pytest.fixture(params=["openpyxl openpyxl", "parts openpyxl", "parts xlsxwriter"])
def file_host(request, files, tmp_path):
    return Host(request.param, files, tmp_path)


@pytest.fixture(params=["parts xlsxwriter", "excel", "calc"])
def charting_host(request, files, tmp_path):
    for host in opened_host(request, files, tmp_path):
        if not host.links_charts:
            # LibreOffice would call a chart of a macro as it calls this one, and forget it.
            host.office.document.Sheets.removeByName("a chart")
        yield host


@pytest.fixture(params=["openpyxl openpyxl", "parts xlsxwriter", "excel", "plain", "calc"])
def folding_host(request, files, tmp_path):
    for host in opened_host(request, files, tmp_path):
        host.folds = request.param != "plain"
        yield host


def words(title):
    """The text of a title in a chart."""
    return "".join(run.t for paragraph in title.tx.rich.p for run in paragraph.r)


def at(of, address):
    """The answer of a sheet for one cell, from a method that takes an area."""
    return of(Area.parse(address))[0][0]


def alike(one, other):
    """Whether two colours look the same; programs round tints in their own ways."""
    if one is None or other is None:
        return one is other
    pairs = zip(bytes.fromhex(one), bytes.fromhex(other), strict=True)
    return all(abs(a - b) <= 3 for a, b in pairs)


def test_tabs_are_in_order_and_charts_are_no_sheets(unchanged):
    assert unchanged.book.titles() == TITLES
    assert [sheet.title for sheet in unchanged.book.sheets()] == unchanged.worksheets
    assert all(sheet.book is unchanged.book for sheet in unchanged.book.sheets())


def test_the_used_area_holds_values_and_looks(host):
    assert host.all.used() == USED
    host.all.write(Area(20, 9), [[1]])
    assert host.all.used() == Area.between(1, 2, 20, 9)


@pytest.mark.parametrize("address", VALUES)
def test_values_of_every_kind_are_read(unchanged, address):
    expected = VALUES[address]
    if address == "B7" and not unchanged.calculates:
        expected = Uncalculated(FORMULA)
    value = at(unchanged.all.values, address)
    if isinstance(expected, Dated):
        # The format of a program can be the same in other words.
        assert isinstance(value, Dated)
        assert value.moment == expected.moment
    else:
        assert value == expected
        assert type(value) is type(expected)


def test_areas_are_read_row_by_row_and_may_go_beyond_the_used_one(unchanged):
    held = unchanged.all.values(Area.parse("A1:B4"))
    assert [row[1] for row in held] == ["words", 7, 2.5, True]
    far = Area.parse("XFC1048570:XFD1048576")
    for of, nothing in (
        (unchanged.all.values, None),
        (unchanged.all.fills, None),
        *([(unchanged.all.bordered, False)] if unchanged.sees_borders else []),
    ):
        assert of(far) == [[nothing] * 2] * 7


def test_fills_are_plain_colours(unchanged):
    found = {address: at(unchanged.all.fills, address) for address in FILLS}
    assert all(alike(found[address], fill) for address, fill in unchanged.fills.items()), found


def test_colours_of_text(host):
    if not host.tells_colours:
        pytest.skip("asking each cell would take too long")
    host.all.restyle([Area.parse("B2:B3")], Style(None, "FF0000"))
    for book in (host.book, host.saved()):
        ((first,), (second,)) = book.sheets()[0].text_colours(Area.parse("B2:B3"))
        assert (first, second) == (("FF0000",), ("FF0000",))
        ((other,),) = book.sheets()[0].text_colours(Area.parse("B10"))
        assert other in ((), ("000000",))


def test_borders_on_any_side_count_and_diagonals_do_not(unchanged):
    if not unchanged.sees_borders:
        pytest.skip("LibreOffice tells macros nothing of borders")
    assert {address: at(unchanged.all.bordered, address) for address in BORDERED} == BORDERED


def test_formulas_are_told_from_values(unchanged):
    held = unchanged.all.calculated(Area.parse("B5:C8"))
    # One program keeps =NA() and another its result.
    assert held[2:] == [[True, False], [False, False]]
    assert held[0] == [False, False]
    assert at(unchanged.all.calculated, "B7")
    assert not at(unchanged.all.calculated, "B2")


def test_notes_are_read(unchanged):
    assert unchanged.all.notes(Area.parse("A1:C9")) == {Area(3, 2): NOTE}
    assert unchanged.all.notes(Area.parse("C1:G11")) == {}
    assert unchanged.puzzle.notes(Area.parse("A1:J20")) == {}


def test_cells_get_notes_but_keep_those_that_they_have(host):
    host.all.put_note(Area(3, 2), "not this")
    host.all.put_note(Area(2, 2), "one\n<two> & 表")
    host.all.put_note(Area(30, 9), "far")
    host.puzzle.put_note(Area(4, 3), "the only one there")
    host.all.remove_note(Area(31, 9))
    whole = Area.parse("A1:J40")
    expected = {Area(3, 2): NOTE, Area(2, 2): "one\n<two> & 表", Area(30, 9): "far"}
    assert host.all.notes(whole) == expected
    host.book = host.saved()
    of_all, of_puzzle = host.book.sheets()[:2]
    assert of_all.notes(whole) == expected
    assert of_puzzle.notes(whole) == {Area(4, 3): "the only one there"}
    of_all.remove_note(Area(2, 2))
    of_all.remove_note(Area(30, 9))
    of_puzzle.remove_note(Area(4, 3))
    host.book.save(host.path)
    of_all, of_puzzle = host.opened(host.path).sheets()[:2]
    assert of_all.notes(whole) == {Area(3, 2): NOTE}
    assert of_puzzle.notes(whole) == {}
    assert at(of_all.values, "B2") == 7


def test_merged_areas(unchanged):
    assert unchanged.all.merged() == [MERGED]
    assert unchanged.puzzle.merged() == []


def unquoted(names):
    """Programs write quotes around titles as they like."""
    return {name: refers_to.replace("'", "") for name, refers_to in names.items()}


def test_names_are_those_of_the_sheet(unchanged):
    found = unquoted(unchanged.all.names())
    assert {name: text.removeprefix("$") for name, text in found.items()} == NAMES
    assert unchanged.puzzle.names() == {}


def test_names_can_be_added_and_replaced(host):
    host.puzzle.set_name("board", reference("puzzle", Area(1, 1)))
    host.all.set_name("here", reference("all", Area(9, 9)))
    for book in (host.book, host.saved()):
        of_all, of_puzzle = (sheet.names() for sheet in book.sheets()[:2])
        assert unquoted(of_puzzle) == {"board": "puzzle!$A$1"}
        assert unquoted(of_all)["here"] == "all!$I$9"
        assert set(of_all) == set(NAMES)


def test_what_is_written_replaces_whatever_was_there(host):
    host.all.write(Area.parse("B1:B4"), [[1], [0], [None], [12]])
    host.all.write(Area.parse("B7:C8"), [[5, 6], [None, None]])
    host.all.write(Area.parse("J30"), [[3]])
    host.all.write(Area.parse("J31"), [[None]])
    host.all.write(Area.parse("J32:J33"), [["3-1"], ["7\n2"]])
    for book in (host.book, host.saved()):
        sheet = book.sheets()[0]
        held = [row[0] for row in sheet.values(Area.parse("B1:B11"))]
        assert held[:4] == [1, 0, None, 12]
        assert held[6:] == [5, None, *(VALUES[address] for address in ("B9", "B10", "B11"))]
        assert [row[0] for row in sheet.values(Area.parse("J29:J31"))] == [None, 3, None]
        assert [row[0] for row in sheet.values(Area.parse("J32:J33"))] == ["3-1", "7\n2"]
        assert not at(sheet.calculated, "B7")
        assert alike(at(sheet.fills, "C1"), ORANGE)


def test_a_look_goes_to_all_cells_of_the_areas(host):
    style = Style(BLACK_FILL, "FFFFFF", '0;"x"', centred=True)
    host.all.restyle([Area.parse("B1:C2"), Area.parse("D1"), Area.parse("K40")], style)
    host.all.restyle([Area.parse("C3:C4")], Style(None))
    for book in (host.book, host.saved()):
        sheet = book.sheets()[0]
        fills = sheet.fills(Area.parse("B1:D4"))
        assert [row[0] for row in fills] == [BLACK_FILL, BLACK_FILL, None, None]
        assert [row[1] for row in fills] == [BLACK_FILL, BLACK_FILL, None, None]
        assert [row[2] for row in fills] == [BLACK_FILL, None, None, None]
        assert at(sheet.fills, "K40") == BLACK_FILL
        assert at(sheet.values, "B2") == 7
        if book is not host.book or host.sees_borders:
            assert [row[0] for row in sheet.bordered(Area.parse("D1:D3"))] == [True, True, False]


def test_what_a_look_does_not_say_stays(file_host):
    style = Style(BLACK_FILL, "FFFFFF", "0", centred=True)
    file_host.all.restyle([LOOK], Style(ORANGE))
    for given, colour, number_format, side in (
        (None, None, "0.00", "right"),
        (style, "FFFFFFFF", "0", "center"),
    ):
        if given is not None:
            file_host.all.restyle([LOOK], given)
        file_host.book.save(file_host.path)
        cell = load_workbook(file_host.path)["all"][LOOK.address]
        assert (cell.font.name, cell.font.sz, cell.font.b) == ("Arial", 14, True)
        assert (cell.font.color and cell.font.color.rgb if colour else None) == colour
        assert cell.number_format == number_format
        assert (cell.alignment.horizontal, cell.alignment.wrap_text) == (side, True)
        assert (cell.protection.locked, cell.border.left.style) == (False, "thin")
        assert cell.value == 1.5


def page(*rows, **other):
    return Page(
        [[None if held is None else PageCell(held) for held in row] for row in rows],
        [10.0] * 3,
        [15.0] * len(rows),
        header_row=1,
        filtered=False,
        printed=Area(1, 1, len(rows), 3),
        hidden=[3],
        **other,
    )


def test_a_new_page_stands_behind_the_sheet_it_belongs_to(host):
    first = page(
        ["Title", None, 2], [" x ", 2.5, 'a "b" <c> & 表'], names={"of_page": "'all'!$A$1"}
    )
    host.book.put_page("new one", first, host.all)
    assert host.book.titles() == ["all", "new one", *TITLES[1:]]
    book = host.saved()
    assert book.titles() == ["all", "new one", *TITLES[1:]]
    sheet = book.sheets()[1]
    assert sheet.values(Area(1, 1, 2, 3)) == [
        ["Title", None, 2],
        [" x ", 2.5, 'a "b" <c> & 表'],
    ]
    assert unquoted(sheet.names())["of_page"] == "all!$A$1"
    assert at(book.sheets()[0].values, "B2") == 7
    assert set(book.sheets()[0].names()) == set(NAMES)


def test_a_page_replaces_all_that_its_sheet_held(host):
    host.book.put_page("new", page(*[["old"] * 3] * 9, merged=[Area(2, 1, 1, 2)]), host.puzzle)
    book = host.saved()
    looks = [[PageCell("now", fill=ORANGE, bold=True), PageCell(Formula("=1+1", 2))]]
    book.put_page("new", page(names={"n": "'new'!$A$1"})._replace(rows=looks), book.sheets()[0])
    assert book.titles() == ["all", "puzzle", "new", "a chart"]
    book.save(host.path)
    sheet = host.opened(host.path).sheets()[2]
    assert sheet.merged() == []
    assert at(sheet.values, "A1") == "now"
    assert at(sheet.values, "B1") in (2, Uncalculated("=1+1"))
    assert sheet.values(Area(2, 1, 8, 3)) == [[None] * 3] * 8
    assert at(sheet.fills, "A1") == ORANGE
    assert unquoted(sheet.names())["n"] == "new!$A$1"


OLE = "com.sun.star.drawing.OLE2Shape"
CHARTS = (
    Chart(
        *("bars", "Bars"),
        *(
            Area.parse("A2:A4"),
            None,
            Area.parse("B2:B4"),
            "Numbers",
            Area.parse("F3"),
            200.0,
            150.0,
        ),
    ),
    Chart(
        *("line", "A line"),
        *(Area.parse("B2:B4"), "x", Area.parse("D2:D4"), "y", Area.parse("F20"), 200.0, 150.0),
    ),
)


def test_charts_lie_where_they_shall_and_once_though_written_twice(charting_host):
    host, book = charting_host, charting_host.book
    rows = [["Word", "One", None, "Two"], *([f"w{k}", k, None, 10 * k] for k in (1, 2, 3))]
    wanted = page(*rows, charts=CHARTS, printed_behind=[Area.parse("F3:H9")])
    book.put_page("drawn", wanted, book.sheets()[0])
    book.put_page("drawn", wanted, book.sheets()[0])
    book.save(host.path)
    drawn = load_workbook(host.path)["drawn"]._charts
    assert [words(chart.title) for chart in drawn] == ["Bars", "A line"]
    corners = [chart.anchor._from for chart in drawn]
    assert [(corner.row, corner.col) for corner in corners] == [(2, 5), (19, 5)]
    assert [chart.legend for chart in drawn] == [None, None]
    bars, line = drawn
    assert (bars.tagname, line.tagname) == ("barChart", "scatterChart")
    if not host.links_charts:
        # LibreOffice takes only the numbers from a macro, as they are now.
        assert [float(held.v) for held in bars.series[0].val.numRef.numCache.pt] == [1, 2, 3]
        return
    used = [bars.series[0].cat.strRef.f, bars.series[0].val.numRef.f]
    x, y = line.series[0].xVal, line.series[0].yVal
    used += [(x.numRef or x.strRef).f, y.numRef.f]
    assert [text.replace("'", "").replace("$", "") for text in used] == [
        *("drawn!A2:A4", "drawn!B2:B4", "drawn!B2:B4", "drawn!D2:D4")
    ]
    assert [words(axis.title) for axis in (bars.y_axis, line.x_axis, line.y_axis)] == [
        *("Numbers", "x", "y")
    ]


def test_every_sheet_can_have_charts(charting_host):
    host, book = charting_host, charting_host.book
    rows = [["Word", "One"], *([f"w{k}", k] for k in (1, 2, 3))]
    for title in ("one", "other", "one"):
        book.put_page(title, page(*rows, charts=CHARTS[:1]), book.sheets()[0])
    book.save(host.path)
    saved = load_workbook(host.path)
    drawn = [[words(chart.title) for chart in saved[title]._charts] for title in ("one", "other")]
    assert drawn == [["Bars"], ["Bars"]]


def test_a_page_without_charts_takes_those_of_an_earlier_one_away(charting_host):
    host, book = charting_host, charting_host.book
    rows = [["Word", "One"], *([f"w{k}", k] for k in (1, 2, 3))]
    book.put_page("drawn", page(*rows, charts=CHARTS[:1]), book.sheets()[0])
    book.put_page("drawn", page(*rows), book.sheets()[0])
    book.save(host.path)
    assert load_workbook(host.path)["drawn"]._charts == []


def levels(host):
    """The outline level of each row of the page, and whether it is hidden, as it was saved."""
    host.book.save(host.path)
    rows = load_workbook(host.path)["folded"].row_dimensions
    return [(rows[number].outlineLevel, rows[number].hidden) for number in range(1, 10)]


def test_rows_of_a_page_are_collapsed_under_the_row_above(folding_host):
    host, book = folding_host, folding_host.book
    book.put_page("folded", folded_page(), host.all)
    expected = [(level, level > 0) for level in (LEVELS if host.folds else [0] * 9)]
    assert levels(host) == expected
    sheet = next(sheet for sheet in book.sheets() if sheet.title == "folded")
    assert sheet.values(Area.parse("B2:B9")) == [[number] for number in range(2, 10)]
    # Written again, and then with one row only.
    book.put_page("folded", folded_page(), host.all)
    assert levels(host) == expected
    book.put_page("folded", folded_page()._replace(outline={9: 1}), host.all)
    assert levels(host) == [(0, False)] * 8 + [(1, True) if host.folds else (0, False)]
    book.put_page("folded", folded_page()._replace(outline={}), host.all)
    assert levels(host) == [(0, False)] * 9


def test_groups_that_another_program_made_go_with_the_page(files, tmp_path, office):
    path = tmp_path / "folded.xlsx"
    book = open_book(files["xlsxwriter"])
    book.put_page("folded", folded_page(), book.sheets()[0])
    book.save(path)
    for name in ("plain", "calc"):
        host = LiveHost(name, {"xlsxwriter": path}, tmp_path, office)
        host.book.put_page("folded", folded_page()._replace(outline={}), host.all)
        assert levels(host) == [(0, False)] * 9
        host.close()


@pytest.mark.parametrize("name", ["excel", "calc"])
def test_collapsed_rows_can_be_expanded_and_leave_charts_as_they_are(name, files, tmp_path, office):
    host = LiveHost(name, files, tmp_path, office)
    if name == "excel":
        host.office.document.Sheets.removeByName("a chart")
    host.book.put_page("folded", folded_page(), host.all)
    host.book.flush()
    sheet = host.office.document.Sheets.getByName("folded")
    (shape,) = [shape for shape in sheet.DrawPage if shape.supportsService(OLE)]
    before = shape.Position.Y, shape.Size.Height
    assert expanded(sheet) == SHOWN
    assert (shape.Position.Y, shape.Size.Height) == before
    host.close()


def test_saving_elsewhere_leaves_the_file_as_it_was(host, tmp_path):
    before = host.path.read_bytes()
    host.all.write(Area(2, 2), [[8]])
    host.book.save(tmp_path / "elsewhere.xlsx")
    assert host.path.read_bytes() == before
    assert at(host.opened(tmp_path / "elsewhere.xlsx").sheets()[0].values, "B2") == 8


def solve(book):
    """Read, paint, log and replay on the puzzle's sheet; returns what was read."""
    sheet = next(sheet for sheet in book.sheets() if sheet.title == "puzzle")
    read = read_puzzle(sheet)
    solution = unique(read.puzzle, ONLY, read.marks)
    memory = paint(sheet, read, solution)
    record = record_of(read, solution, "en")
    write_replay(sheet, record)
    write_log(sheet, record, memory)
    return read


def test_the_whole_project_runs_on_it(host):
    read = solve(host.book)
    assert read.marks.unknown == 25
    host.book = host.saved()
    assert host.book.titles() == ["all", "puzzle", "puzzle log", "puzzle replay", "a chart"]
    again = solve(host.book)
    assert again.layout == read.layout
    assert again.marks.unknown == 25
    assert again.present.text() == ONLY.text()
    book = host.saved()
    assert book.titles() == ["all", "puzzle", "puzzle log", "puzzle replay", "a chart"]
    sheet = book.sheets()[1]
    black = [[ONLY[row, column] is Cell.BLACK for column in range(5)] for row in range(5)]
    assert sheet.values(read.layout.grid) == [[int(cell) for cell in row] for row in black]
    fills = sheet.fills(read.layout.grid)
    assert fills == [[BLACK_FILL if cell else None for cell in row] for row in black]
    assert companion(sheet, LOG_NAME).title == "puzzle log"
    assert companion(sheet, REPLAY_NAME).title == "puzzle replay"
