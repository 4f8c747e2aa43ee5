"""The sheet of a template on which a formula draws the picture while clues are typed.

Programs that do not know LAMBDA show one cell that says so; all else works without it.
"""

from __future__ import annotations

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from xlnono.language import Language, Text
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area, reference
from xlnono.spreadsheet.sheet import Condition, Formula, OnPage, Page, PageCell
from xlnono.spreadsheet.theme import (
    A4,
    CELL_PIXELS,
    FAINT,
    INK,
    PAPER,
    UNKNOWN_FILL,
    heavy,
)
from xlnono.templates.borders import borders
from xlnono.templates.nonogram_formula import (
    LINE_SOLVER,
    SOLVER,
    as_stored,
    line_solver,
    solver,
)

SHEET = Text("Picture", "完成図")
_STATUS = Area(2, 1)
_GRID = 4, 2
"""Row and column of the first cell of the picture."""
_NO_TEXT = ";;;"
_STATUS_COLUMNS = 22
"""The columns that the longest status covers."""
_NEEDS = Text(
    "The picture needs Excel 2024 or Excel for Microsoft 365. All else works without them.",
    "図の表示には Excel 2024 か Microsoft 365 の Excel が必要です。ほかはそのまま使えます。",
)
_BLANK = (
    Text("Lines without a clue: ", "ヒントが未入力の行・列："),
    Text("; open cells: ", "　残りのマス："),
)
_SOLVED = Text("Solved.", "解けました。")
_OPEN = (
    Text("Open cells: ", "残りのマス："),
    Text("; line by line, nothing more can be found.", "　1行・1列ずつではここまでです。"),
)


class Parts(NamedTuple):
    """What the formulas look at, on the sheet of the puzzle.

    `texts` are the cells with the clue of each row, and of each column, as text, on a template.
    """

    title: str
    rows: Area
    columns: Area
    texts: tuple[Area, Area] | None = None

    @property
    def size(self) -> tuple[int, int]:
        return self.rows.height, self.columns.width

    @property
    def formula(self) -> str:
        """The formula of the picture."""
        clues = ",".join(reference(self.title, area) for area in (self.rows, self.columns))
        return f'=IFERROR({SOLVER}({clues}),"")'


def add_names(book: Workbook, language: Language) -> None:
    """Define NONOGRAM and NONOGRAM.LINE."""
    for name, formula in stored_names(language).items():
        book.define_name(name, f"={formula}")


def stored_names(language: Language) -> dict[str, str]:
    """The names NONOGRAM and NONOGRAM.LINE, and their formulas as files contain them."""
    formulas = {SOLVER: solver(language), LINE_SOLVER: line_solver(language)}
    return {name: as_stored(formula) for name, formula in formulas.items()}


def picture_page(title: str, parts: Parts, language: Language) -> Page:
    """The sheet with the picture and its status, for a workbook that exists already.

    The formula fills its cells as an array: to spill, it would need metadata of the workbook.
    """
    height, width = parts.size
    grid = Area(*_GRID, height, width)
    status = Formula(_status(parts, grid, language), _NEEDS.of(language))
    numbers = [PageCell(f"{column + 1}.", font=FAINT, centred=True) for column in range(width)]
    rows: list[list[OnPage]] = [
        [PageCell(title, bold=True)],
        [status],
        [None, *numbers],
    ]
    first = Formula(parts.formula, "", grid)
    for row in range(height):
        cells = [
            PageCell(
                None if row or column else first,
                number_format=_NO_TEXT,
                edges=(*heavy(row, height), *heavy(column, width)),
            )
            for column in range(width)
        ]
        rows.append([PageCell(f"{row + 1}.", font=FAINT, centred=True), *cells])
    side, columns = CELL_PIXELS * 0.75, max(width + 1, _STATUS_COLUMNS)
    return Page(
        rows,
        [(CELL_PIXELS - 5) / 7] * columns,
        [20.0, 15.0, *[side] * (height + 1)],
        0,
        filtered=False,
        printed=Area(1, 1, height + _GRID[0] - 1, columns),
        hidden=(),
        conditions=[
            Condition(grid, condition.removeprefix("="), fill, font)
            for condition, fill, font in _conditions(grid)
        ],
        one_page=True,
        landscape=width > height,
    )


def _conditions(grid: Area) -> list[tuple[str, str, str | None]]:
    """The conditions that colour the cells, with their fills and fonts."""
    first = Area(grid.row, grid.column).address
    return [
        (f"=AND(ISNUMBER({first}),{first}=1)", INK, None),
        (f"=AND(ISNUMBER({first}),{first}=0)", UNKNOWN_FILL, None),
        (f"=ISERROR({first})", PAPER, PAPER),
    ]


class Status(NamedTuple):
    """The place of the status, as in a formula, and its text as it is stored."""

    place: str
    stored: str


def add_picture(book: Workbook, title: str, parts: Parts, language: Language) -> Status:
    """Add the sheet with the picture and its status."""
    sheet = book.add_worksheet(SHEET.of(language))
    height, width = parts.size
    grid = Area(*_GRID, height, width)
    sheet.write_string(0, 0, title, book.add_format({"bold": True, "font_size": 14}))
    # Excel calculates the file when it opens it; others show what is stored.
    stored = _NEEDS.of(language)
    sheet.write_formula(_STATUS.row - 1, 0, _status(parts, grid, language), None, stored)
    sheet.set_column_pixels(0, width, CELL_PIXELS)
    for row in range(_GRID[0] - 2, _GRID[0] - 1 + height):
        sheet.set_row_pixels(row, CELL_PIXELS)
    faint = book.add_format(
        {"font_color": f"#{FAINT}", "font_size": 9, "align": "center", "shrink": True}
    )
    for row in range(height):
        sheet.write_string(grid.row - 1 + row, 0, f"{row + 1}.", faint)
    for column in range(width):
        sheet.write_string(grid.row - 2, grid.column - 1 + column, f"{column + 1}.", faint)
    _draw(book, sheet, parts, grid)
    sheet.hide_gridlines(2)
    sheet.fit_to_pages(1, 1)
    sheet.set_paper(A4)
    return Status(reference(SHEET.of(language), _STATUS), stored)


def _draw(book: Workbook, sheet: Worksheet, parts: Parts, grid: Area) -> None:
    """Write the formula, the borders, and the conditions that colour the cells."""
    place = grid.row - 1, grid.column - 1
    looks: dict[tuple[tuple[int, int], tuple[int, int]], Format] = {}
    for row in range(grid.height):
        for column in range(grid.width):
            edges = heavy(row, grid.height), heavy(column, grid.width)
            if edges not in looks:
                # The numbers only select a colour.
                looks[edges] = book.add_format({"num_format": _NO_TEXT, **borders(*edges)})
            look = looks[edges]
            if row or column:
                sheet.write_blank(place[0] + row, place[1] + column, None, look)
            else:
                # It spills once it is calculated. Until then it only fills its own cell, so that
                # programs without LAMBDA show no more than one error, which is made invisible.
                sheet.write_dynamic_array_formula(*place, *place, parts.formula, look)
    for condition, fill, font in _conditions(grid):
        colours = {"bg_color": f"#{fill}"} | ({"font_color": f"#{font}"} if font else {})
        sheet.conditional_format(
            grid.address,
            {"type": "formula", "criteria": condition, "format": book.add_format(colours)},
        )


def _status(parts: Parts, grid: Area, language: Language) -> str:
    """The formula of the status: what is wrong, what is missing, or how far the picture is."""
    first = Area(grid.row, grid.column).address
    unknown = f"COUNTIF({grid.address},0)"
    (without, still), (opened, alone) = (
        [text.of(language) for text in texts] for texts in (_BLANK, _OPEN)
    )
    found = f'"{opened}"&{unknown}&"{alone}"'
    if parts.texts is not None:
        blank = "+".join(f'COUNTIF({reference(parts.title, area)},"")' for area in parts.texts)
        found = f'IF({blank}>0,"{without}"&({blank})&"{still}"&{unknown},{found})'
    return (
        f'=IF(ISERROR({first}),"{_NEEDS.of(language)}",IF({first}="","{_NEEDS.of(language)}",'
        f'IF(ISTEXT({first}),{first},IF({unknown}=0,"{_SOLVED.of(language)}",{found}))))'
    )
