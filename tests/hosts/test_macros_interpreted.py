"""The macros on a model of Excel: what goes wrong in Excel, and what a press gives back."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from pyopenvba.interpreter import VBAObject, VBARuntimeError

from tests.support.interpreted import A1, MAC, R1C1, WINDOWS, InterpretedExcel, lend
from tests.support.pressing import with_stand_in
from tests.support.sessions import HEART, UNKNOWN
from tests.support.typed_clues import CIRCLED, NEGATIVE, THREE_ONE
from xlnono.engine.clock import Clock
from xlnono.engine.decide.search import follow_lines
from xlnono.language import Language
from xlnono.live.book import LiveBook
from xlnono.live.excel.macro_host import MacroFailed, MacrosMissing, XlwingsHost
from xlnono.live.wire_format import command
from xlnono.model.board import Axis, Grid, Line
from xlnono.model.puzzle import Puzzle
from xlnono.puzzle_sheet.spots import find_layout
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.theme import BLACK_FILL
from xlnono.templates import template
from xlnono.xlsx.book import open_book

ASKED = """\
Public Asked As String
Public Function RunPython(PythonCommand As String)
    Asked = Asked & PythonCommand & vbLf
End Function
"""
KILLED = """\
Public survives As Boolean
Public Function RunPython(PythonCommand As String)
    If survives Then Exit Function
    Application.EnableEvents = False
    Application.ScreenUpdating = False
    Application.StatusBar = "working"
    XlnonoAsk "survey", "", ""
End Function
"""
MISSING = """\
Public Function RunPython(PythonCommand As String)
    Err.Raise 53, "xlwings", "File not found"
End Function
"""
NOON = datetime.datetime(2026, 11, 22, 12)


@pytest.fixture
def excel_for(tmp_path: Path) -> Callable[..., InterpretedExcel]:
    def make(
        stand_in: str = ASKED, system: str = WINDOWS, name: str = "my puzzle.xlsm"
    ) -> InterpretedExcel:
        path = tmp_path / name
        template.new(path, 10, 10, macro=True, this_machine=False)
        with_stand_in(path, stand_in)
        return InterpretedExcel(path, system)

    return make


@pytest.fixture
def excel(excel_for: Callable[..., InterpretedExcel]) -> InterpretedExcel:
    return excel_for()


def host_of(excel: InterpretedExcel) -> XlwingsHost:
    return XlwingsHost(excel)  # type: ignore[arg-type]


def do(host: XlwingsHost, what: str, address: str, *values: object, title: str = "Puzzle") -> None:
    host.do(title, command(what, [Area.parse(address)], *values))


@pytest.mark.parametrize("name", ["Mum's puzzle.xlsm", "it''s !1 [odd] é お絵かき.xlsm"])
def test_the_macros_are_found_whatever_the_workbook_is_called(
    excel_for: Callable[..., InterpretedExcel], name: str
) -> None:
    assert LiveBook(host_of(excel_for(name=name))).shown == "Puzzle"


def test_a_workbook_without_the_macros_is_noticed(excel: InterpretedExcel) -> None:
    host = host_of(excel)
    excel.model.interpreter.modules.clear()
    with pytest.raises(MacrosMissing):
        host.survey()


def test_an_error_in_a_macro_is_raised_with_its_text(excel: InterpretedExcel) -> None:
    host = host_of(excel)
    with pytest.raises(MacroFailed) as raised:
        host.ask("fills", "nowhere", Area(1, 1))
    assert raised.value.facts["number"] == "9"
    assert "error 9 (there is no sheet called nowhere). If" in raised.value.text("en")
    assert "エラー 9 で" in raised.value.text("ja")
    with pytest.raises(MacroFailed, match="error 13 "):
        do(host, "value", "A1", "no number")
    # The next one is answered as usual.
    assert host.ask("merged", "Puzzle", Area(1, 1)) == ""


def test_long_answers_arrive_whole(excel: InterpretedExcel) -> None:
    host, area = host_of(excel), Area(1, 1, 60, 80)
    do(host, "fill", area.address, 0x80FFC0)
    found = host.ask("fills", "Puzzle", area).split("\n")
    assert len(found) == 60
    assert {line.strip() for line in found} == {" ".join(["80FFC0"] * 80)}
    assert len("\n".join(found)) > 32_767


def test_a_name_of_several_lines_is_one_line_of_the_survey(excel: InterpretedExcel) -> None:
    formula = '"=LAMBDA(x," & vbCrLf & vbTab & "x + 1)"'
    excel.does(f'Sheets("Puzzle").Names.Add "adds", {formula}')
    sheet = LiveBook(host_of(excel)).sheet("Puzzle")
    assert sheet is not None
    assert sheet.names()["adds"] == "LAMBDA(x,   x + 1)"
    assert {"xlnono_grid", "xlnono_rows", "xlnono_columns"} < set(sheet.names())


def test_cells_keep_their_notes(excel: InterpretedExcel, monkeypatch: pytest.MonkeyPatch) -> None:
    # The model lacks threaded comments, as older versions of Excel do, and sizes of boxes.
    usual = VBAObject.vba_no_member
    monkeypatch.setattr(
        VBAObject,
        "vba_no_member",
        lambda owner, name: (
            VBARuntimeError(438, name)
            if name in ("AutoSize", "CommentThreaded")
            else usual(owner, name)
        ),
    )
    excel.does('Range("B9").AddComment "mine" & vbCrLf & "alone"', 'Range("B10").Value = 1')
    host = host_of(excel)
    do(host, "note", "B9", "not this")
    do(host, "note", "B10", "one\vtwo")
    assert host.ask("notes", "Puzzle", Area.parse("A8:C11")).split("\n") == [
        "$B$9\tmine\valone",
        "$B$10\tone\vtwo",
    ]
    do(host, "note", "B10", "")
    do(host, "note", "B11", "")
    assert host.ask("notes", "Puzzle", Area.parse("A10:C11")) == ""
    assert excel.does('it = Range("B9").Comment.Text') == "mine\r\nalone"


def test_everything_is_painted_and_kept_where_a_filter_hides_rows(excel: InterpretedExcel) -> None:
    filter_column = (
        'Range("M50:M56").Value = "x"',
        'Range("M53:M54").Value = "y"',
        'Range("M50:M56").AutoFilter 1, "x"',
    )
    hidden = 'For row = 50 To 56: it = it & IIf(Rows(row).Hidden, "h", "-"): Next row'
    excel.does(*filter_column)
    assert excel.does(hidden) == "---hh--"
    host = host_of(excel)
    do(host, "fill", "N50:N56", 255)
    assert host.ask("fills", "Puzzle", Area.parse("N50:N56")).split() == [
        *(["FF"] * 3 + ["-"] * 2 + ["FF"] * 2)
    ], "the model leaves out hidden rows"
    host.survey()
    do(host, "fill", "N50:N56", 255)
    do(host, "value", "O50:O56", 1)
    do(host, "add", "A1", "copy")
    do(host, "copy", "M50:O56", "copy")
    host.done()
    for title in ("Puzzle", "copy"):
        assert host.ask("fills", title, Area.parse("N50:N56")).split() == ["FF"] * 7
        assert excel.does(f'it = Application.Sum(Sheets("{title}").Range("O50:O56"))') == 7
    assert excel.does('Sheets("Puzzle").Activate', hidden) == "---hh--"
    assert excel.does('it = Sheets("Puzzle").FilterMode')


def test_references_are_a1_during_a_press_only(excel: InterpretedExcel) -> None:
    host = host_of(excel)
    excel.settings["ReferenceStyle"] = R1C1
    host.survey()
    assert excel.settings["ReferenceStyle"] == A1
    host.done()
    assert excel.settings["ReferenceStyle"] == R1C1
    excel.settings["ReferenceStyle"] = A1
    host_of(excel).survey()
    host.done()
    assert excel.settings["ReferenceStyle"] == A1


def test_what_a_killed_python_has_changed_is_given_back(
    excel_for: Callable[..., InterpretedExcel],
) -> None:
    excel = excel_for(KILLED)
    excel.settings["ReferenceStyle"] = R1C1
    excel.run("XlnonoSolve")
    application = excel.model.application
    assert application.enable_events
    assert application.screen_updating
    assert application.status_bar is False
    assert excel.settings["ReferenceStyle"] == R1C1


def test_events_that_were_off_stay_off(excel_for: Callable[..., InterpretedExcel]) -> None:
    excel = excel_for(KILLED)
    excel.model.application.enable_events = False
    excel.run("XlnonoSolve")
    assert not excel.model.application.enable_events


def test_on_a_mac_it_is_given_back_at_the_next_press(
    excel_for: Callable[..., InterpretedExcel],
) -> None:
    excel = excel_for(KILLED, MAC)
    excel.model.freeze_clock(NOON)
    excel.run("XlnonoSolve")
    assert not excel.model.application.enable_events
    excel.model.freeze_clock(NOON + datetime.timedelta(seconds=61))
    excel.does("survives = True")
    excel.run("XlnonoSolve")
    assert excel.model.application.enable_events
    assert excel.model.application.status_bar is False


def test_a_second_press_starts_no_second_python_while_the_first_one_starts(
    excel_for: Callable[..., InterpretedExcel],
) -> None:
    excel = excel_for(system=MAC)

    def presses() -> int:
        return str(excel.does("it = Asked")).count("\n")

    for seconds, expected in ((0, 1), (1, 1), (14, 1), (16, 2)):
        excel.model.freeze_clock(NOON + datetime.timedelta(seconds=seconds))
        excel.run("XlnonoSolve")
        assert presses() == expected
    host_of(excel).done()
    excel.run("XlnonoSolve")
    assert presses() == 3


def test_a_python_that_is_silent_for_a_minute_counts_as_dead(
    excel_for: Callable[..., InterpretedExcel],
) -> None:
    excel = excel_for(system=MAC)
    host = host_of(excel)
    for seconds, what in ((0, host.survey), (59, host.alive), (118, lambda: None)):
        excel.model.freeze_clock(NOON + datetime.timedelta(seconds=seconds))
        what()
        excel.run("XlnonoSolve")
        assert excel.does("it = Asked") == ""
    excel.model.freeze_clock(NOON + datetime.timedelta(seconds=120))
    excel.run("XlnonoSolve")
    assert excel.does("it = Asked") != ""


def test_on_windows_the_next_press_follows_at_once(excel: InterpretedExcel) -> None:
    excel.run("XlnonoSolve")
    excel.run("XlnonoHint")
    assert str(excel.does("it = Asked")).count("\n") == 2


def test_where_python_cannot_be_started_a_box_says_why(
    excel_for: Callable[..., InterpretedExcel],
) -> None:
    excel = excel_for(MISSING)
    excel.model.answer_dialogs(1)
    excel.run("XlnonoSolve")
    assert excel.model.dialogs == [("MsgBox", "File not found", "xlnono", 48)]
    assert excel.model.application.enable_events


def test_a_page_without_a_printer_is_written_all_the_same(excel: InterpretedExcel) -> None:
    class PageSetup(VBAObject):
        vba_type_name = "PageSetup"

    page = PageSetup()
    no_printer = VBARuntimeError(1004, "no printer")
    lend(page, {"PrintArea": "", "PrintTitleRows": "", "Orientation": no_printer})
    lend(excel.model.application.active_book.active_sheet, {"PageSetup": page})
    host = host_of(excel)
    do(host, "print", "A1:B5", "yes", "", "$1:$1", "A1:B5")
    assert (page.vba_get("PrintArea"), page.vba_get("PrintTitleRows")) == ("A1:B5", "$1:$1")
    assert excel.settings["PrintCommunication"] is True


def test_a_hidden_sheet_is_written_and_stays_hidden(excel: InterpretedExcel) -> None:
    host = host_of(excel)
    do(host, "add", "A1", "log")
    excel.does('Sheets("log").Visible = xlSheetHidden')
    do(host, "view", "A1", 3, title="log")
    assert excel.does('it = Sheets("log").Visible') == 0
    with pytest.raises(MacroFailed):
        host.do("log", command("view", [Area(1, 1)], 0) + "\nmerge\tA1:XFE1")
    assert excel.does('it = Sheets("log").Visible') == 0


def test_a_protected_structure_is_reported(excel: InterpretedExcel) -> None:
    assert not LiveBook(host_of(excel)).fixed_structure
    excel.does("ThisWorkbook.Protect , True")
    assert LiveBook(host_of(excel)).fixed_structure
    with pytest.raises(MacroFailed):
        do(host_of(excel), "add", "A1", "new")


SILENT = """\
Public Function RunPython(PythonCommand As String)
End Function
"""


class Lines:
    """A workbook with buttons and clues where no Python answers, on the model of Excel."""

    def __init__(
        self, excel: InterpretedExcel, rows: Sequence[str], columns: Sequence[str]
    ) -> None:
        self.excel = excel
        self.layout = find_layout(open_book(excel.path).sheets()[0])
        for axis, clues in ((Axis.ROW, rows), (Axis.COLUMN, columns)):
            for index, clue in enumerate(clues):
                if clue:
                    cell = [*self.layout.clue(Line(axis, index)).cells()][-1]
                    self.put(cell.address, clue)

    def put(self, address: str, text: str) -> None:
        self.excel.does(f'Range("{address}").Value = "{text}"')

    def press(self, button: str = "Solve") -> str:
        self.excel.run(f"Xlnono{button}")
        return str(self.excel.does('it = Range("A3").Value'))

    def board(self) -> str:
        address, shown = self.layout.grid.address, {"1": "#", "0": ".", "": "?"}
        text = self.excel.does(
            "Dim cell As Range",
            f'For Each cell In Range("{address}").Cells',
            "it = it & cell.Value & vbTab",
            "Next cell",
        )
        cells = [shown.get(mark, mark) for mark in text.split("\t")[:-1]]
        width = self.layout.grid.width
        return "\n".join("".join(cells[k : k + width]) for k in range(0, len(cells), width))


@pytest.fixture
def lines_for(tmp_path: Path) -> Callable[..., Lines]:
    def make(
        rows: Sequence[str],
        columns: Sequence[str],
        language: Language = "en",
        stand_in: str = SILENT,
    ) -> Lines:
        path = tmp_path / "silent.xlsm"
        size = len(rows), len(columns)
        template.new(path, *size, macro=True, this_machine=False, language=language)
        with_stand_in(path, stand_in)
        return Lines(InterpretedExcel(path), rows, columns)

    return make


ESC_ENDS, ESC_RAISES = 1, 2
"""What Esc does to a macro, by the setting EnableCancelKey."""
HEART_CLUES = ("1 1", "5", "5", "3", "1"), ("2", "4", "4", "4", "2")


def test_without_python_the_buttons_speak_japanese_too(lines_for: Callable[..., Lines]) -> None:
    answer = lines_for(("1",), ("1",), language="ja").press()
    assert answer.startswith("Python なしで、1行・1列ずつ調べて解けました。 Python があれば")


def test_where_no_python_answers_solve_goes_line_by_line_and_restore_takes_it_back(
    lines_for: Callable[..., Lines],
) -> None:
    sheet = lines_for(*HEART_CLUES)
    answer = sheet.press()
    assert answer.startswith("Solved line by line, without Python. With Python, Solve settles")
    assert sheet.board() == HEART
    black = Area(sheet.layout.grid.row + 1, sheet.layout.grid.column).address
    assert sheet.excel.does(f'it = Range("{black}").Interior.Color') == int(BLACK_FILL, 16)
    assert sheet.excel.model.application.screen_updating
    sheet.press("Restore")
    assert sheet.board() == UNKNOWN
    # Pressing again starts from the same board.
    sheet.press()
    assert sheet.board() == HEART


def test_without_python_restore_leaves_clues_that_were_typed_since(
    lines_for: Callable[..., Lines],
) -> None:
    sheet = lines_for(*HEART_CLUES)
    sheet.press()
    clue = [*sheet.layout.clue(Line(Axis.ROW, 4)).cells()][-1].address
    sheet.put(clue, "2")
    sheet.press("Restore")
    assert sheet.board() == UNKNOWN
    assert sheet.excel.does(f'it = Range("{clue}").Value') == "2"


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
def test_without_python_as_many_cells_are_settled_as_lines_allow(
    lines_for: Callable[..., Lines], seed: int
) -> None:
    chance = random.Random(seed)
    height, width = 5, 6
    puzzle = Puzzle.of(
        Grid.from_cells([[chance.random() < 0.5 for _ in range(width)] for _ in range(height)])
    )
    clues = [
        [" ".join(map(str, clue)) or "0" for clue in axis] for axis in (puzzle.rows, puzzle.columns)
    ]
    sheet = lines_for(*clues)
    answer = sheet.press()
    expected = follow_lines(puzzle, Clock())
    assert sheet.board() == expected.text()
    if expected.unknown:
        assert f"{expected.unknown} cells stay open" in answer


def test_marks_stay_and_count_as_given(lines_for: Callable[..., Lines]) -> None:
    sheet = lines_for(("1", "1"), ("1", "1"))
    assert "4 cells stay open" in sheet.press()
    cell = sheet.layout.cell(0, 0)
    sheet.put(cell, "■")
    assert sheet.press().startswith("Solved")
    assert sheet.board() == "■.\n.#"
    sheet.put(sheet.layout.cell(0, 1), "?")
    sheet.press()
    assert sheet.board() == "■?\n.#"


@pytest.mark.parametrize(
    ("rows", "columns", "said"),
    [
        (("3", "1"), ("1", "1"), "The row clues add up to 4 and the column clues to 2."),
        (("3", ""), ("2", "1"), "Contradiction: no arrangement fits row 1."),
        (("2", "0", "0"), ("0", "2"), "Contradiction: no arrangement fits column"),
        (("", ""), ("", ""), "No clues have been typed yet."),
        (("1 a", "1"), ("1", "1"), "is not a clue"),
        (("-2", "1"), ("1", "1"), "is not a clue"),
    ],
)
def test_without_python_wrong_clues_are_reported_and_nothing_is_painted(
    lines_for: Callable[..., Lines], rows: Sequence[str], columns: Sequence[str], said: str
) -> None:
    sheet = lines_for(rows, columns)
    answer = sheet.press()
    assert said in answer
    assert set(sheet.board()) <= {"?", "\n"}


def test_a_typed_zero_is_a_clue(lines_for: Callable[..., Lines]) -> None:
    sheet = lines_for(("0", ""), ("", ""))
    assert sheet.press().startswith("Solved")
    assert sheet.board() == "..\n.."


def test_every_sign_between_numbers_is_read(lines_for: Callable[..., Lines]) -> None:
    clues = [typed.replace("\n", '" & vbLf & "') for typed in THREE_ONE]
    height = str(len(clues))
    sheet = lines_for(clues, (height, height, height, "0", height))
    assert sheet.press().startswith("Solved")
    assert dict(zip(THREE_ONE, sheet.board().split(), strict=True)) == dict.fromkeys(
        THREE_ONE, "###.#"
    )


def test_numbers_in_circles_are_read(lines_for: Callable[..., Lines]) -> None:
    sheet = lines_for([*CIRCLED], [str(number) for number in range(20, 0, -1)])
    assert sheet.press().startswith("Solved")
    assert [row.count("#") for row in sheet.board().split()] == [*range(1, 21)]


@pytest.mark.parametrize("typed", NEGATIVE)
def test_a_negative_number_is_no_clue(lines_for: Callable[..., Lines], typed: str) -> None:
    sheet = lines_for((typed,), ("1", "1", "1"))
    assert "is not a clue" in sheet.press()
    assert sheet.board() == "???"


def test_clues_are_read_as_people_type_them(lines_for: Callable[..., Lines]) -> None:
    sheet = lines_for(("1、1", "３", "1-1"), ("3/0", "1", "3,0"))
    assert sheet.press().startswith("Solved")
    assert sheet.board() == "#.#\n###\n#.#"


def test_a_protected_sheet_is_left_as_it_is(lines_for: Callable[..., Lines]) -> None:
    sheet = lines_for(*HEART_CLUES)
    sheet.excel.does("ActiveSheet.Protect")
    sheet.excel.model.answer_dialogs(1)
    sheet.press()
    ((_, text, *_),) = sheet.excel.model.dialogs
    assert "protected" in text
    assert sheet.board() == UNKNOWN


class Escape(dict[str, object]):
    """Settings of a program in which Esc is pressed as soon as it is listened to."""

    def __setitem__(self, name: str, value: object) -> None:
        super().__setitem__(name, value)
        if value == ESC_RAISES:
            raise VBARuntimeError(18, "User interrupt occurred")


@pytest.mark.parametrize("button", ["Solve", "Restore"])
def test_esc_without_python_leaves_the_sheet_as_it_was(
    lines_for: Callable[..., Lines], button: str
) -> None:
    sheet = lines_for(*HEART_CLUES)
    board = UNKNOWN
    if button == "Restore":
        sheet.press()
        board = HEART
    settings = Escape(EnableCancelKey=ESC_ENDS)
    lend(sheet.excel.model.application, settings)
    assert sheet.press(button) == "Stopped. Nothing was painted."
    assert sheet.board() == board
    assert settings["EnableCancelKey"] == ESC_ENDS
    assert sheet.excel.model.application.screen_updating


def test_without_python_a_press_that_can_do_nothing_says_so(
    lines_for: Callable[..., Lines],
) -> None:
    sheet = lines_for(*HEART_CLUES)
    assert sheet.press("Restore") == "There is nothing to take back on this sheet."
    sheet.excel.does("Worksheets.Add")
    sheet.excel.model.answer_dialogs(1)
    sheet.excel.run("XlnonoSolve")
    ((_, text, *_),) = sheet.excel.model.dialogs
    assert "there is none here" in text


def test_a_python_that_answers_is_not_helped(lines_for: Callable[..., Lines]) -> None:
    sheet = lines_for(*HEART_CLUES, stand_in=KILLED)
    sheet.press()
    assert sheet.board() == UNKNOWN
