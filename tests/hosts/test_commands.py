"""What every program does for a workbook that it has open: each command carried out and read back.

Memory stands in for the programs in the stories of the buttons. So it has to do here what they do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.support.memory_host import MemoryHost
from tests.support.sessions import Session, opened
from xlnono.live import wire_format
from xlnono.live.host import Host
from xlnono.live.wire_format import colour_number
from xlnono.spreadsheet.area import Area, reference
from xlnono.spreadsheet.sheet import Value

PROGRAMS = "memory", "macros", "plain", "calc"
TEAL, SAND = "0D9488", "F4B183"
A1 = Area(1, 1)
MACROS = Path(__file__).parents[2] / "templates" / "vba" / "XlnonoMacros.bas"


def command(what: str, address: str, *values: object) -> str:
    """A command for some areas, separated by spaces."""
    return wire_format.command(what, map(Area.parse, address.split()), *values)


PAPER = [
    command("width", "A1:D1", "10"),
    command("width", "B1", "4.5"),
    command("height", "A1:A3", "30"),
    command("hide", "K1:L1"),
    command("value", "A1:B2 D4", 7),
    command("value", "B2", ""),
    command("mark", "C1:C2", "＃"),
    command("look", "A3:B3 D4", colour_number(TEAL), colour_number(SAND), "0.0", "centred"),
    command("look", "B3", "none", "", "", ""),
    command("fill", "C3", colour_number(SAND)),
    command("font", "C1", colour_number(TEAL)),
    command("bold", "A1:A2"),
    command("format", "A1", "0.00"),
    command("centre", "A2"),
    command("left", "B1:B2"),
    command("underline", "B1"),
    command("wrap", "C2"),
    command("edge", "F2:G2", 8, 2, colour_number(TEAL)),
    command("edge", "F2", 7, -4138, colour_number(SAND)),
    command("group", "A14:A17 A19"),
    command("group", "A16:A17"),
    command("merge", "F5:G6"),
    command("value", "A10:C12", 1),
    command("filter", "A10:C12"),
    command("number", "D10", 40, "Step", "A whole number."),
    command("when", "A12:B12", "=A$1=7", colour_number(TEAL), colour_number(SAND), ""),
    command("when", "A11", '="forget me"=A$1', colour_number(SAND), "", ""),
    command("forget", "A10:C12", "forget me"),
    command("note", "A1", "one\vtwo"),
    command("note", "A1", "not this"),
    command("note", "A2", "taken away"),
    command("note", "A2", ""),
    command("note", "A3 B4", "both"),
    command("view", "A1", 3),
    command("print", "A1:G12", "yes", "", "$10:$10", "A1:G12"),
    command("select", "B2:C2", "B2:C2"),
]
"""Every command that concerns one sheet; what comes of them is below."""


class Paper:
    """A sheet on which all commands were carried out, and the workbook as it was saved then."""

    def __init__(self, program: str, desk: Session, folder: Path) -> None:
        self.program, self.desk = program, desk
        host = desk.host()
        host.do("Puzzle", command("add", "A1", "paper"))
        host.do("Puzzle", command("add", "A1", "copy"))
        host.do("Puzzle", command("add", "A1", "blanked"))
        host.do("paper", "\n".join(PAPER))
        host.do("paper", command("copy", "A1:B2 A3:C3", "copy"))
        host.do("copy", command("conceal", "A1"))
        host.put("blanked", Area(1, 1, 2, 2), [[1, 2], ["'words", None]])
        host.do("blanked", command("look", "A1", colour_number(TEAL), "", "", ""))
        host.do("blanked", command("merge", "A1:B1"))
        host.do("blanked", command("group", "A2:A3"))
        host.do("blanked", command("blank", "A1"))
        host.do("paper", command("show", "A1"))
        getattr(host, "finish", lambda: None)()
        path = folder / f"saved{desk.path.suffix}"
        desk.host().save(path)
        self.saved = load_workbook(path)

    @property
    def host(self) -> Host:
        return self.desk.host()

    def values(self, address: str, title: str = "paper") -> list[list[Value]]:
        return self.host.read(title, Area.parse(address))

    def fills(self, address: str, title: str = "paper") -> list[list[str | None]]:
        sheet = self.desk.sheet(title)
        return sheet.fills(Area.parse(address))

    def cell(self, address: str, title: str = "paper") -> Any:
        """A cell as it was saved."""
        return self.saved[title][address]


@pytest.fixture(scope="module", params=PROGRAMS)
def paper(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Paper]:
    folder = tmp_path_factory.mktemp("commands")
    desk = opened(request.param, folder / "new")
    yield Paper(request.param, desk, folder)
    desk.close()


def leaves_out(paper: Paper, *programs: str) -> None:
    if paper.program in programs:
        pytest.skip("it leaves such commands out")


def number_format(cell: Any) -> str:
    """Without the language, which LibreOffice adds."""
    return str(cell.number_format).removeprefix("[$-409]")


def rgb(colour: Any) -> str:
    return str(colour.rgb)[-6:]


def test_numbers_are_written_and_taken_away(paper: Paper) -> None:
    assert paper.values("A1:B2") == [[7, 7], [7, None]]
    assert paper.values("D4") == [[7]]


def test_a_mark_is_text(paper: Paper) -> None:
    assert paper.values("C1:C2") == [["＃"], ["＃"]]


def test_a_look_has_a_fill_a_font_a_format_and_a_place(paper: Paper) -> None:
    assert paper.fills("A3:D4") == [[TEAL, None, SAND, None], [None, None, None, TEAL]]
    for address in ("A3", "B3", "D4"):
        cell = paper.cell(address)
        assert rgb(cell.font.color) == SAND
        assert number_format(cell) == "0.0"
        if paper.program == "plain":
            continue
        assert (cell.alignment.horizontal, cell.alignment.vertical) == ("center", "center")


def test_looks_come_one_by_one_too(paper: Paper) -> None:
    assert rgb(paper.cell("C1").font.color) == TEAL
    assert [number_format(paper.cell(address)) for address in ("A1", "A2")] == ["0.00", "General"]
    leaves_out(paper, "plain")
    assert [paper.cell(address).font.b for address in ("B1", "A1", "A2")] == [False, True, True]
    assert [paper.cell(address).font.u for address in ("A1", "B1")] == [None, "single"]
    left = paper.cell("B1").alignment
    assert (left.horizontal, left.vertical, left.indent) == ("left", "top", 1)
    middle = paper.cell("A2").alignment
    assert (middle.horizontal, middle.vertical) == ("center", "center")
    wrapped = paper.cell("C2").alignment
    assert (wrapped.wrap_text, wrapped.vertical) == (True, "top")


def test_notes_are_put_on_cells_without_one_and_taken_away(paper: Paper) -> None:
    whole = paper.host.ask("notes", "paper", Area.parse("A1:C5")).replace("$", "")
    assert whole.split("\n") == ["A1\tone\vtwo", "A3\tboth", "B4\tboth"]
    assert paper.host.ask("notes", "paper", Area.parse("C1:C5")) == ""
    held = {cell: paper.cell(cell).comment for cell in ("A1", "A2", "A3", "B4")}
    assert {cell for cell, note in held.items() if note} == {"A1", "A3", "B4"}
    assert "one" in held["A1"].text
    # They go wherever their cells are copied.
    copied = paper.host.ask("notes", "copy", Area.parse("A1:C5")).replace("$", "")
    assert copied.split("\n") == ["A1\tone\vtwo", "A3\tboth"]


def test_edges_are_on_their_sides(paper: Paper) -> None:
    leaves_out(paper, "plain")
    for address in ("F2", "G2"):
        border = paper.cell(address).border
        assert (border.top.style, border.bottom.style) == ("thin", None)
        assert rgb(border.top.color) == TEAL
    assert paper.cell("G2").border.left.style is None
    # LibreOffice has widths of its own, and saves the nearest.
    assert paper.cell("F2").border.left.style in ("thin", "medium", "thick")
    assert rgb(paper.cell("F2").border.left.color) == SAND
    if paper.program != "macros":
        # LibreOffice tells macros nothing of borders.
        assert paper.host.ask("borders", "paper", Area.parse("E2:G3")) == "-++\n---"


def test_rows_and_columns_have_their_sizes(paper: Paper) -> None:
    columns = paper.saved["paper"].column_dimensions
    found: dict[int, Any] = {}
    for dimension in columns.values():
        for number in range(dimension.min or 0, (dimension.max or 0) + 1):
            found[number] = dimension
    # Of a digit programs have ideas of their own.
    assert found[1].width == pytest.approx(10, rel=0.2)
    assert found[2].width == pytest.approx(4.5, rel=0.2)
    assert [number for number, dimension in found.items() if dimension.hidden] == [11, 12]
    leaves_out(paper, "plain")
    heights = paper.saved["paper"].row_dimensions
    assert [heights[row].height for row in (1, 3)] == [pytest.approx(30, abs=0.5)] * 2


def folds(paper: Paper, title: str = "paper") -> dict[int, int]:
    """The levels of the rows of a saved sheet that are in groups, which are hidden."""
    rows = paper.saved[title].row_dimensions
    assert [row for row in rows if rows[row].hidden] == [
        row for row in rows if rows[row].outlineLevel
    ]
    return {row: rows[row].outlineLevel for row in rows if rows[row].outlineLevel}


def test_rows_are_grouped_and_collapsed(paper: Paper) -> None:
    leaves_out(paper, "plain")
    assert folds(paper) == {14: 1, 15: 1, 16: 2, 17: 2, 19: 1}


def test_cells_are_merged(paper: Paper) -> None:
    leaves_out(paper, "plain")
    assert paper.host.ask("merged", "paper", Area.parse("A1:H9")).replace("$", "") == "F5:G6"
    assert paper.host.ask("merged", "paper", Area.parse("A1:C9")) == ""
    assert [str(area) for area in paper.saved["paper"].merged_cells.ranges] == ["F5:G6"]


def test_tables_have_filters_and_cells_rules(paper: Paper) -> None:
    leaves_out(paper, "plain")
    sheet = paper.saved["paper"]
    assert filters(sheet) == ["A10:C12"]
    (rule,) = sheet.data_validations.dataValidation
    assert (str(rule.sqref), rule.type) == ("D10", "whole")
    assert (rule.formula1, rule.formula2) == ("0", "40")
    assert (rule.promptTitle, rule.prompt) == ("Step", "A whole number.")
    assert (rule.errorTitle, rule.error) == ("Step", "A whole number.")


def test_conditions_are_added_and_forgotten(paper: Paper) -> None:
    leaves_out(paper, "plain", "macros")
    found = {
        str(one.sqref): [formula for rule in one.rules for formula in rule.formula]
        for one in paper.saved["paper"].conditional_formatting
    }
    assert found == {"A12:B12": ["A$1=7"]}
    (rules,) = (one.rules for one in paper.saved["paper"].conditional_formatting)
    assert rgb(rules[0].dxf.fill.bgColor) == TEAL
    assert rgb(rules[0].dxf.font.color) == SAND


def test_a_sheet_is_viewed_and_printed_as_the_commands_say(paper: Paper) -> None:
    leaves_out(paper, "plain")
    sheet = paper.saved["paper"]
    if paper.program != "calc":
        # Calc has it wait until the press is done.
        assert sheet.freeze_panes == "A4"
    assert str(sheet.print_area).rpartition("!")[2].replace("$", "") == "A1:G12"
    assert sheet.page_setup.orientation == "landscape"
    assert sheet.page_setup.fitToWidth == 1
    if paper.program != "macros":
        # LibreOffice takes none from macros.
        assert str(sheet.print_title_rows).replace("$", "") == "10:10"


def test_areas_are_copied_with_their_looks(paper: Paper) -> None:
    assert paper.values("A1:C4", "copy") == [
        *([7, 7, None], [7, None, None], [None] * 3, [None] * 3)
    ]
    assert paper.fills("A3:C4", "copy") == [[TEAL, None, SAND], [None] * 3]


def test_sheets_are_added_behind_another_and_hidden(paper: Paper) -> None:
    titles = [line.split("\t")[1] for line in lines(paper.host, "tab")]
    assert titles[:4] == ["Puzzle", "blanked", "copy", "paper"]
    assert paper.saved["copy"].sheet_state != "visible"
    assert paper.saved["paper"].sheet_state == "visible"


def test_a_blank_sheet_holds_nothing(paper: Paper) -> None:
    assert paper.values("A1:B2", "blanked") == [[None, None], [None, None]]
    assert paper.fills("A1:B2", "blanked") == [[None, None], [None, None]]
    assert folds(paper, "blanked") == {}
    if paper.program != "macros":
        # LibreOffice's macros leave merged cells as they are.
        assert paper.host.ask("merged", "blanked", Area.parse("A1:C3")) == ""


def test_a_page_has_one_filter_however_often_it_is_written(desk: Session, tmp_path: Path) -> None:
    if type(desk).__name__ == "PlainSession":
        pytest.skip("it leaves such commands out")
    host, saved = desk.host(), tmp_path / f"saved{desk.path.suffix}"
    # What is added takes the place that an earlier page had.
    for title, filtered in (
        ("early", {"early"}),
        ("late", {"early", "late"}),
        ("spare", {"early", "late"}),
        ("late", {"early", "late"}),
    ):
        if title not in desk.titles():
            host.do("Puzzle", command("add", "A1", title))
        if title in filtered:
            host.do(title, "\n".join([command("blank", "A1"), command("value", "A1:C3", 1)]))
            host.do(title, command("filter", "A1:C3"))
        desk.show("Puzzle")
        desk.host().save(saved)
        found = {sheet.title: filters(sheet) for sheet in load_workbook(saved)}
        assert {title for title in found if found[title]} == filtered
        assert all(found[title] == ["A1:C3"] for title in filtered)


def filters(sheet: Any) -> list[str]:
    """What a saved sheet has filters over; LibreOffice saves that as tables."""
    tables = [table.autoFilter.ref for table in sheet.tables.values() if table.autoFilter]
    return [*tables, *filter(None, [sheet.auto_filter.ref])]


def lines(host: Host, kind: str) -> list[str]:
    return [line for line in host.survey().split("\n")[1:] if line.startswith(f"{kind}\t")]


@pytest.fixture(scope="module", params=PROGRAMS)
def desk(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Session]:
    desk = opened(request.param, tmp_path_factory.mktemp("survey") / "new")
    yield desk
    desk.close()


def plain(text: str) -> str:
    return text.replace("'", "").replace("$", "")


def test_the_survey_says_what_is_shown_and_selected(desk: Session) -> None:
    desk.select(Area(9, 2, 2, 2))
    assert plain(desk.host().survey().split("\n")[0]) == "Puzzle\tB9"
    desk.host().do("Puzzle", command("select", "C4", "C4"))
    assert plain(desk.host().survey().split("\n")[0]) == "Puzzle\tC4"


def test_a_sheet_is_selected_on_at_several_places(desk: Session) -> None:
    if type(desk).__name__ == "PlainSession":
        pytest.skip("it selects the first area only")
    desk.host().do("Puzzle", command("select", "C4", "C4,E6:F7"))
    assert desk.selection() == [Area.parse("C4"), Area.parse("E6:F7")]


def test_the_survey_says_what_is_used_and_protected(desk: Session) -> None:
    (line,) = [line for line in lines(desk.host(), "sheet") if line.split("\t")[1] == "Puzzle"]
    used = Area.parse(line.split("\t")[2])
    layout = desk.layout()
    assert all(used.contains(area) for area in (layout.rows, layout.columns, layout.grid))
    assert line.split("\t")[3] == "open"
    desk.protect("Puzzle")
    (line,) = [line for line in lines(desk.host(), "sheet") if line.split("\t")[1] == "Puzzle"]
    assert line.split("\t")[3] == "protected"
    desk.unprotect("Puzzle")
    (line,) = [line for line in lines(desk.host(), "sheet") if line.split("\t")[1] == "Puzzle"]
    assert line.split("\t")[3] == "open"


def test_names_belong_to_their_sheet(desk: Session) -> None:
    desk.host().add_name("Puzzle", "my_name", reference("Puzzle", Area.parse("B2:C3")))
    assert plain(desk.sheet().names()["my_name"]) == "Puzzle!B2:C3"
    desk.host().add_name("Puzzle", "my_name", reference("Puzzle", Area.parse("D4")))
    assert plain(desk.sheet().names()["my_name"]) == "Puzzle!D4"


TYPED: Sequence[tuple[object, Value]] = (
    *((3, 3), (-2.5, -2.5), ("'3-1", "3-1"), ("'=A1", "=A1"), ("' x ", " x ")),
    *((None, None), ("", None)),
)


def test_what_is_put_is_as_if_it_was_typed(desk: Session) -> None:
    typed, held = zip(*TYPED, strict=True)
    area = Area(40, 2, 1, len(TYPED))
    desk.host().put("Puzzle", area, [[9] * len(TYPED)])
    desk.host().put("Puzzle", area, [typed])
    found = desk.host().read("Puzzle", area)
    assert found == [list(held)]
    assert [type(value) for value in found[0]] == [type(value) for value in held]


def test_a_link_shows_its_text(desk: Session) -> None:
    if type(desk).__name__ in ("MacroSession", "PlainSession"):
        pytest.skip("the engine of the tests does not translate formulas")
    desk.host().put("Puzzle", Area(41, 2), [['=HYPERLINK("#A1","to ""A1""")']])
    assert desk.host().read("Puzzle", Area(41, 2)) == [['to "A1"']]


def test_a_renamed_sheet_and_a_copied_one_have_names_of_their_own(desk: Session) -> None:
    desk.copy_sheet("Puzzle", "Second")
    desk.rename("Puzzle", "it's")
    desk.title = "it's"
    grids = {
        sheet.title: sheet.names()["xlnono_grid"].replace("$", "")
        for sheet in desk.book().sheets()
        if sheet.title in ("it's", "Second")
    }
    grid = desk.layout().grid.address
    assert {title: plain(text) for title, text in grids.items()} == {
        "it's": f"its!{grid}",
        "Second": f"Second!{grid}",
    }
    desk.rename("it's", "Puzzle")
    desk.title = "Puzzle"


def test_memory_understands_every_command_that_the_macros_understand() -> None:
    text = MACROS.read_text("ascii")
    body = text.partition("Private Sub CarryOut(")[2].partition("End Sub")[0]
    commands = set(re.findall(r'Case "(\w+)"', body))
    assert commands
    assert {what for what in commands if not hasattr(MemoryHost, f"_{what}")} == set()
    tried = {line.split("\t")[0] for line in PAPER}
    # The others are carried out beside the paper, charts in test_sheet_contract.py, and scroll bars
    # in Excel only.
    assert commands - tried == {"add", "blank", "chart", "conceal", "copy", "scroll", "show"}
