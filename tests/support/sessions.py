"""A puzzle on a sheet that a program has open, and a person who marks cells and presses buttons.

What the sheet looks like is read through the interface that the buttons themselves use, so that a
story is the same in every program.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from openpyxl.workbook.defined_name import DefinedName
from openpyxl.workbook.protection import WorkbookProtection
from openpyxl.worksheet.protection import SheetProtection
from openpyxl.worksheet.views import Pane

from tests.support.memory_host import MemoryFront, MemoryHost, rules_of
from xlnono.buttons.catalogue import Name
from xlnono.buttons.press import press
from xlnono.buttons.settings import SETTINGS_NAME, STATUS_NAME
from xlnono.language import Language
from xlnono.live.book import LiveBook, LiveSheet
from xlnono.live.host import Host
from xlnono.model.board import Axis, Line
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.spots import COLUMNS_NAME, GRID_NAME, ROWS_NAME
from xlnono.spreadsheet.area import Area, parse_reference
from xlnono.spreadsheet.sheet import Value
from xlnono.spreadsheet.theme import BLACK_FILL
from xlnono.templates import template, template_sheet

Clues = Sequence[Sequence[int]]
ROWS: Clues = [[1, 1], [5], [5], [3], [1]]
COLUMNS: Clues = [[2], [4], [4], [4], [2]]
HEART = ".#.#.\n#####\n#####\n.###.\n..#.."
UNKNOWN = "\n".join(["?????"] * 5)
ONES: Clues = [[1], [1], [1], [1]]
SETTINGS = "seconds", "language", "log", "speed"
"""The settings in the order of their cells."""


class Session(ABC):
    """A workbook that is open in a program, in front of a person.

    `boxes` are the messages that were shown in a box, `statuses` those in the status bar.
    """

    boxes: list[str]
    hidden_boxes = False
    """Whether boxes cannot be seen, only what they say."""
    statuses: list[str]
    conditions = True
    """Whether conditional formats can be seen."""
    links_charts = True
    """Whether charts show what cells hold, and not only what they held."""

    undoes = False
    """Whether the program undoes a press that has failed."""

    def __init__(self, path: Path, language: Language) -> None:
        self.path, self.language = path, language
        self.title: str = template_sheet.SHEET.of(language)

    @abstractmethod
    def host(self) -> Host:
        """The workbook as it is now."""

    @abstractmethod
    def press(self, name: Name) -> str:
        """Press a button; returns the answer."""

    @abstractmethod
    def show(self, title: str) -> None:
        """Go to a sheet."""

    @abstractmethod
    def select(self, *areas: Area) -> None:
        """Select cells of the sheet that is shown."""

    @abstractmethod
    def selection(self) -> list[Area]:
        """The selection on the shown sheet."""

    @abstractmethod
    def colour(self, row: int, column: int, fill: str | None) -> None:
        """Give a cell of the grid a colour."""

    @abstractmethod
    def protect(self, title: str) -> None:
        """Protect a sheet, without a password."""

    @abstractmethod
    def unprotect(self, title: str) -> None:
        """Take the protection off."""

    @abstractmethod
    def protect_structure(self) -> None:
        """Protect the structure of the workbook, without a password."""

    @abstractmethod
    def unprotect_structure(self) -> None:
        """Take this protection off."""

    @abstractmethod
    def hide(self, title: str) -> None:
        """Hide a sheet."""

    @abstractmethod
    def freeze(self) -> None:
        """Freeze the first row and column of the sheet that is shown."""

    @abstractmethod
    def filter(self, area: Area, text: str) -> None:
        """Hide the rows of a column of the puzzle's sheet, below its first, with another text."""

    @abstractmethod
    def hidden_rows(self, area: Area) -> list[int]:
        """The rows of the puzzle's sheet that are hidden, among those of an area."""

    @abstractmethod
    def define(self, name: str, formula: str) -> None:
        """Give the puzzle's sheet a name for a formula, which can have several lines."""

    @abstractmethod
    def insert_row(self, row: int) -> None:
        """Insert an empty row above one of the puzzle's sheet."""

    @abstractmethod
    def rename(self, title: str, new: str) -> None:
        """Rename a sheet."""

    @abstractmethod
    def copy_sheet(self, title: str, new: str) -> None:
        """Copy a sheet to the end."""

    @abstractmethod
    def add_sheet(self, title: str) -> None:
        """Add an empty sheet at the end."""

    @abstractmethod
    def visible(self) -> list[str]:
        """The titles of the tabs that are not hidden."""

    @abstractmethod
    def shown_fills(self, area: Area) -> list[list[str | None]]:
        """The colours that cells of the sheet show, those of conditional formats included."""

    @abstractmethod
    def calls(self) -> int:
        """How many calls into the program the last press took."""

    @abstractmethod
    def at_pause(self, work: Callable[[int], object]) -> None:
        """Call a function whenever the sheet is shown between two steps of Solve.

        It gets the number of times it was shown; it returns True to stop.
        """

    @abstractmethod
    def close(self) -> None:
        """Close the workbook."""

    # What a person sees and does with no more than that.

    def book(self) -> LiveBook:
        return LiveBook(self.host())

    def sheet(self, title: str | None = None) -> LiveSheet:
        found = self.book().sheet(title or self.title)
        assert found is not None
        return found

    def layout(self) -> Layout:
        names = self.sheet().names()
        wanted = ROWS_NAME, COLUMNS_NAME, GRID_NAME
        rows, columns, grid = (parse_reference(names[name])[1] for name in wanted)
        return Layout(rows, columns, grid)

    def type_clues(self, rows: Clues, columns: Clues) -> None:
        """Type the clues, one number a cell, as close to the grid as it goes."""
        layout, host = self.layout(), self.host()
        across: list[list[int | None]] = [
            [*[None] * (layout.rows.width - len(clue)), *clue] for clue in rows
        ]
        down: list[list[int | None]] = [
            [*[None] * (layout.columns.height - len(clue)), *clue] for clue in columns
        ]
        host.put(self.title, layout.rows, across)
        host.put(self.title, layout.columns, list(zip(*down, strict=True)))

    def clue(self, line: Line) -> Area:
        """The clue cell of a line that is nearest to the grid."""
        return list(self.layout().clue(line).cells())[-1]

    def cell(self, row: int, column: int) -> Area:
        grid = self.layout().grid
        return Area(grid.row + row, grid.column + column)

    def mark(self, row: int, column: int, value: object) -> None:
        """Type something into a cell of the grid; None empties it."""
        self.host().put(self.title, self.cell(row, column), [[value]])

    def at(self, row: int, column: int) -> None:
        """Select a cell of the grid."""
        self.select(self.cell(row, column))

    def values(self) -> list[list[Value]]:
        """What the cells of the grid hold."""
        return self.sheet().values(self.layout().grid)

    def fills(self) -> list[list[str | None]]:
        """The fills of the cells of the grid."""
        return self.sheet().fills(self.layout().grid)

    def fill(self, row: int, column: int) -> str | None:
        (((fill,),)) = self.sheet().fills(self.cell(row, column))
        return fill

    def board(self) -> str:
        """What the grid shows: # for a dark fill, . for a 0, ? for anything else."""
        sheet, grid = self.sheet(), self.layout().grid
        return "\n".join(
            "".join(
                "#" if fill == BLACK_FILL else "." if value == 0 else "?"
                for value, fill in zip(values, fills, strict=True)
            )
            for values, fills in zip(sheet.values(grid), sheet.fills(grid), strict=True)
        )

    def titles(self) -> list[str]:
        """The titles of all tabs, those of hidden ones included."""
        return self.book().titles()

    def status(self) -> str | None:
        """What the cell for answers says; None if the sheet has none."""
        sheet = self.sheet()
        reference = sheet.names().get(STATUS_NAME)
        if reference is None:
            return None
        (((held, *_), *_)) = sheet.values(parse_reference(reference)[1])
        return str(held)

    def set(self, setting: str, value: object) -> None:
        """Type one of the settings."""
        for title in self.titles():
            sheet = self.book().sheet(title)
            if sheet is not None and SETTINGS_NAME in sheet.names():
                area = parse_reference(sheet.names()[SETTINGS_NAME])[1]
                self.host().put(
                    title, Area(area.row + SETTINGS.index(setting), area.column), [[value]]
                )
                return
        raise AssertionError("the workbook has no settings")

    def colours(self, line: Line) -> set[str | None]:
        """The colours that the clue cells of a line show."""
        return {fill for row in self.shown_fills(self.layout().clue(line)) for fill in row}

    def green(self, fill: str) -> str:
        """The lines whose clues are green from end to end, the only ones with any green."""
        found: list[str] = []
        layout = self.layout()
        for axis, area in ((Axis.ROW, layout.rows), (Axis.COLUMN, layout.columns)):
            fills = self.shown_fills(area)
            lines = fills if axis is Axis.ROW else [list(line) for line in zip(*fills, strict=True)]
            for line in lines:
                assert (fill in line) == ({fill} == set(line))
            numbers = [str(k) for k, line in enumerate(lines, start=1) if fill in line]
            found += [f"{axis.value}s", *numbers] if numbers else []
        return " ".join(found)


def given_in_the_log(desk: Session) -> object:
    """The number of marks at the start that the log shows."""
    log = desk.sheet("Puzzle log")
    used = log.used()
    assert used is not None
    rows = [[value for value in row if value is not None] for row in log.values(used)]
    return next(row[1] for row in rows if row and row[0] == "Marks at the start")


class MemorySession(Session):
    """A workbook that no program has open."""

    _LOOKS_AT = re.compile(r"'((?:[^']|'')+)'!([A-Z]+[0-9]+)=\"([^\"]*)\"")

    def __init__(self, path: Path, language: Language) -> None:
        super().__init__(path, language)
        self.memory = MemoryHost(path)
        self.front = MemoryFront(self.memory)
        self.boxes, self.statuses = self.front.boxes, self.front.statuses

    def host(self) -> MemoryHost:
        return self.memory

    def press(self, name: Name) -> str:
        boxes = len(self.boxes)
        before = self.status()
        self.memory.calls = 0
        said = press(name, self.memory, self.front)
        self._calls = self.memory.calls
        if len(self.boxes) > boxes:
            assert self.boxes[boxes:] == [said]
            assert self.status() == before
        else:
            assert self.status() == said
        return said

    def close(self) -> None:
        """Memory is given back by itself."""

    def calls(self) -> int:
        return self._calls

    def at_pause(self, work: Callable[[int], object]) -> None:
        pauses = count(1)
        self.front.at_pause = lambda seconds: work(next(pauses)) is True

    def show(self, title: str) -> None:
        self.memory.do(title, "show\tA1")

    def select(self, *areas: Area) -> None:
        addresses = ",".join(area.address for area in areas)
        self.memory.do(self.memory.shown, f"select\t{areas[0].address}\t{addresses}")

    def selection(self) -> list[Area]:
        view = self.memory.worksheet(self.memory.shown).sheet_view
        return [Area.parse(each) for each in str(view.selection[0].sqref).split(" ")]

    def colour(self, row: int, column: int, fill: str | None) -> None:
        number = "none" if fill is None else str(int(fill[4:] + fill[2:4] + fill[:2], 16))
        self.memory.do(self.title, f"look\t{self.cell(row, column).address}\t{number}\t\t\t")

    def protect(self, title: str) -> None:
        self.memory.worksheet(title).protection = SheetProtection(sheet=True)

    def unprotect(self, title: str) -> None:
        self.memory.worksheet(title).protection = SheetProtection()

    def protect_structure(self) -> None:
        self.memory.workbook.security = WorkbookProtection(lockStructure=True)

    def unprotect_structure(self) -> None:
        self.memory.workbook.security = WorkbookProtection()

    def hide(self, title: str) -> None:
        self.memory.worksheet(title).sheet_state = "hidden"

    def freeze(self) -> None:
        view = self.memory.worksheet(self.memory.shown).sheet_view
        view.pane = Pane(1, 1, "B2", "bottomRight", "frozen")

    def filter(self, area: Area, text: str) -> None:
        worksheet = self.memory.worksheet(self.title)
        worksheet.auto_filter.ref = area.address
        worksheet.auto_filter.add_filter_column(0, [text])
        for row in range(area.row + 1, area.last_row + 1):
            if worksheet.cell(row, area.column).value != text:
                worksheet.row_dimensions[row].hidden = True

    def hidden_rows(self, area: Area) -> list[int]:
        rows = self.memory.worksheet(self.title).row_dimensions
        return [row for row in range(area.row, area.last_row + 1) if rows[row].hidden]

    def define(self, name: str, formula: str) -> None:
        self.memory.worksheet(self.title).defined_names[name] = DefinedName(name, attr_text=formula)

    def insert_row(self, row: int) -> None:
        self.memory.insert_row(self.title, row)

    def rename(self, title: str, new: str) -> None:
        self.memory.rename(title, new)

    def copy_sheet(self, title: str, new: str) -> None:
        self.memory.copy_sheet(title, new)

    def add_sheet(self, title: str) -> None:
        self.memory.do(self.memory.workbook.sheetnames[-1], f"add\tA1\t{title}")

    def visible(self) -> list[str]:
        return [each.title for each in self.memory.workbook if each.sheet_state == "visible"]

    def shown_fills(self, area: Area) -> list[list[str | None]]:
        fills = [list(row) for row in self.sheet().fills(area)]
        worksheet = self.memory.worksheet(self.title)
        for over, rule in rules_of(worksheet):
            looks_at = self._LOOKS_AT.fullmatch(rule.formula[0])
            if looks_at is None:
                # Of a template's own conditions, which are seen in LibreOffice.
                continue
            title, first, word = looks_at.groups()
            corner, held = Area.parse(first), self.memory.worksheet(title.replace("''", "'"))
            for place in over.cells():
                row = corner.row + place.row - over.row
                column = corner.column + place.column - over.column
                if area.contains(place) and held.cell(row, column).value == word:
                    colour = rule.dxf.fill.bgColor.rgb[-6:]
                    fills[place.row - area.row][place.column - area.column] = colour
        return fills


@cache
def _file(
    rows: tuple[tuple[int, ...], ...],
    columns: tuple[tuple[int, ...], ...],
    language: Language,
    *,
    buttons: bool,
) -> bytes:
    """A blank template with buttons, or one without them that has the clues, if there are any."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "template.xlsm" if buttons else "template.xlsx")
        if any([*rows, *columns]):
            template.filled(path, rows, columns, language=language)
        else:
            template.new(path, len(rows), len(columns), language=language, macro=buttons)
        return path.read_bytes()


def opened(
    program: str,
    folder: Path,
    rows: Clues = ROWS,
    columns: Clues = COLUMNS,
    language: Language = "en",
    *,
    settings: bool = False,
) -> Session:
    """A puzzle that a program has open, in a workbook with buttons or without."""
    buttons = settings or program in ("memory", "macros")
    folder.mkdir()
    path = folder / ("my puzzle.xlsm" if buttons else "my puzzle.xlsx")
    # Those with buttons are blank, and their clues are typed.
    clues = (tuple(() if buttons else tuple(clue) for clue in axis) for axis in (rows, columns))
    path.write_bytes(_file(*clues, language, buttons=buttons))
    desk = at_desk(program, path, language)
    if buttons and any([*rows, *columns]):
        desk.type_clues(rows, columns)
    return desk


def at_desk(program: str, path: Path, language: Language = "en") -> Session:
    """A workbook that a program opens."""
    if program == "memory":
        return MemorySession(path, language)
    # LibreOffice becomes the engine of xlwings with it, which is not for tests in memory.
    from tests.support import office_sessions
    from tests.support.office import the_office

    kinds = {
        "macros": office_sessions.MacroSession,
        "plain": office_sessions.PlainSession,
        "desktop": office_sessions.DesktopSession,
        "calc": office_sessions.CalcSession,
    }
    return kinds[program](the_office(), path, language)
