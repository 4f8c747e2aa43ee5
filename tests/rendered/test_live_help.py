"""Templates while a picture grows: lines that are done turn grey, and the head counts them."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from lxml import html
from openpyxl.worksheet.worksheet import Worksheet

from tests.support.office import Office, converted
from tests.support.shown import shown_fills
from xlnono.cli import main
from xlnono.language import Language
from xlnono.model.board import Axis, Board, Cell, Grid, Line
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.locate import find
from xlnono.puzzle_sheet.marks import mark_of
from xlnono.puzzle_sheet.spots import find_layout
from xlnono.spreadsheet.area import Area
from xlnono.templates import template, template_sheet
from xlnono.xlsx.book import open_book

BLACK, GREY, RED = "#000000", "#A6A6A6", "#9C0006"
YELLOW, PINK = "FFF2CC", "FFC7CE"
HEART = Grid.from_text(".#.#.\n#####\n#####\n.###.\n..#..")


def layout_of(path: Path) -> Layout:
    return find_layout(open_book(path).sheets()[0])


class Shown:
    """A sheet as LibreOffice shows it: what cells say, and in which colour."""

    def __init__(self, path: Path) -> None:
        self._rows = html.parse(path).xpath("//table[1]//tr")

    def _cell(self, place: Area) -> Any:
        return self._rows[place.row - 1].xpath("./td")[place.column - 1]

    def text(self, address: str) -> str:
        return str(self._cell(Area.parse(address)).text_content()).strip()

    def colours(self, area: Area) -> set[str]:
        """The colours of the numbers in an area."""
        cells = [self._cell(place) for place in area.cells()]
        return {
            str(font.get("color")).upper()
            for cell in cells
            for font in cell.xpath(".//font")
            if cell.text_content().strip()
        }


class OpenTemplate:
    """A template that LibreOffice has open, while somebody types."""

    def __init__(self, office: Office, path: Path) -> None:
        self.path, self.layout = path, layout_of(path)
        self.document = office.open(path)
        self.sheet = self.document.Sheets.getByIndex(0)

    def type(self, place: Area, typed: int | str | None) -> None:
        cell = self.sheet.getCellByPosition(place.column - 1, place.row - 1)
        if isinstance(typed, int):
            cell.Value = typed
        else:
            cell.String = typed or ""

    def clue(self, line: Line, typed: str) -> None:
        self.type(list(self.layout.clue(line).cells())[-1], typed)

    def mark(self, row: int, marks: str) -> None:
        """Type a row: # black, . white, ? nothing; other marks as they are."""
        for place, mark in zip(self.layout.line(Line(Axis.ROW, row)).cells(), marks, strict=True):
            self.type(place, {"#": 1, ".": 0, "?": None}.get(mark, mark))

    @property
    def typing(self) -> str:
        return str(self.sheet.getCellRangeByName("A5").String)

    @property
    def progress(self) -> str:
        return str(self.sheet.getCellRangeByName("A6").String)

    def shown(self) -> Shown:
        from com.sun.star.beans import PropertyValue

        page = self.path.with_suffix(".html")
        way = PropertyValue("FilterName", 0, "HTML (StarCalc)", 0)
        self.document.storeToURL(page.as_uri(), (way,))
        return Shown(page)

    def fills(self, *lines: Line) -> list[str | None]:
        """The colours of the cells with the numbers of lines."""
        places = [self.layout.number(line) for line in lines]
        folder, title = self.path.parent, self.sheet.Name
        return [shown_fills(self.document, title, place, folder)[0][0] for place in places]

    def colours(self, *lines: Line) -> list[set[str]]:
        shown = self.shown()
        return [shown.colours(self.layout.clue(line)) for line in lines]

    def close(self) -> None:
        self.document.close(True)


@pytest.fixture
def desk_for(office: Office, tmp_path: Path) -> Iterator[Callable[..., OpenTemplate]]:
    desks: list[OpenTemplate] = []

    def make(
        height: int,
        width: int,
        language: Language = "en",
        *,
        macro: bool = False,
        clues: template_sheet.Clues = "cells",
    ) -> OpenTemplate:
        path = tmp_path / ("new.xlsm" if macro else "new.xlsx")
        template.new(path, height, width, language=language, macro=macro, clues=clues)
        desks.append(OpenTemplate(office, path))
        return desks[-1]

    yield make
    for desk in desks:
        desk.close()


def row(index: int) -> Line:
    return Line(Axis.ROW, index)


def column(index: int) -> Line:
    return Line(Axis.COLUMN, index)


def test_a_clue_turns_grey_when_its_runs_are_there(desk_for: Callable[..., OpenTemplate]) -> None:
    desk = desk_for(1, 6)
    desk.clue(row(0), "2 1")
    for marks, colour in {
        "??????": BLACK,
        "?##???": BLACK,
        "?##?#?": GREY,
        ".##.#.": GREY,
        "■●xx?#": GREY,
        "#?##??": BLACK,
        "##?#?#": BLACK,
        "####??": BLACK,
        "##???＃": BLACK,
    }.items():
        desk.mark(0, marks)
        assert (marks, desk.colours(row(0))) == (marks, [{colour}])


def test_columns_turn_grey_and_the_head_counts(desk_for: Callable[..., OpenTemplate]) -> None:
    desk = desk_for(3, 2)
    assert desk.progress == "Known: 0 of 6 cells; 0 of 5 lines done"
    for index, clue in enumerate(["1 1", "1"]):
        desk.clue(column(index), clue)
    for index, clue in enumerate(["1", "1", "1"]):
        desk.clue(row(index), clue)
    desk.mark(0, "#.")
    assert desk.progress == "Known: 2 of 6 cells; 1 of 5 lines done"
    assert desk.colours(column(0), column(1), row(0)) == [{BLACK}, {BLACK}, {GREY}]
    desk.mark(1, ".#")
    desk.mark(2, "#?")
    assert desk.progress == "Known: 5 of 6 cells; 5 of 5 lines done"
    assert desk.colours(column(0), column(1), row(2)) == [{GREY}] * 3
    desk.mark(2, "??")
    assert desk.progress == "Known: 4 of 6 cells; 3 of 5 lines done"
    assert desk.colours(column(0), row(2)) == [{BLACK}, {BLACK}]


def test_a_typed_zero_is_done_at_once_and_a_blank_line_when_it_is_filled_in(
    desk_for: Callable[..., OpenTemplate],
) -> None:
    desk = desk_for(2, 3)
    desk.clue(row(0), "0")
    assert desk.progress == "Known: 0 of 6 cells; 1 of 5 lines done"
    assert desk.colours(row(0)) == [{GREY}]
    desk.mark(0, "#??")
    assert desk.colours(row(0)) == [{BLACK}]
    desk.mark(1, "..?")
    assert desk.progress == "Known: 3 of 6 cells; 0 of 5 lines done"
    desk.mark(1, "...")
    assert desk.progress == "Known: 4 of 6 cells; 1 of 5 lines done"


def test_a_clue_that_cannot_fit_stays_red(desk_for: Callable[..., OpenTemplate]) -> None:
    desk = desk_for(1, 3)
    desk.mark(0, "###")
    for clue, colour in {"3": GREY, "4": RED, "3 1": RED, "3 a": RED, "３": GREY}.items():
        desk.clue(row(0), clue)
        assert (clue, desk.colours(row(0))) == (clue, [{colour}])


def test_a_clue_in_several_cells(desk_for: Callable[..., OpenTemplate]) -> None:
    desk = desk_for(1, 5)
    first, _, last = desk.layout.clue(row(0)).cells()
    desk.type(first, "1")
    desk.type(last, "2")
    desk.mark(0, "##?#?")
    assert desk.colours(row(0)) == [{BLACK}]
    desk.mark(0, "#?##?")
    assert desk.colours(row(0)) == [{GREY}]


def test_what_stands_beside_a_line_is_no_part_of_it(desk_for: Callable[..., OpenTemplate]) -> None:
    desk = desk_for(1, 2)
    # A clue cell that holds the number 1 lies before the first cell.
    desk.type(list(desk.layout.clue(row(0)).cells())[-1], 1)
    desk.mark(0, "#?")
    behind = desk.layout.grid
    desk.type(Area(behind.row, behind.last_column + 1), 1)
    assert desk.colours(row(0)) == [{GREY}]
    desk.mark(0, "?#")
    assert desk.colours(row(0)) == [{GREY}]


def test_a_template_of_one_cell(desk_for: Callable[..., OpenTemplate]) -> None:
    desk = desk_for(1, 1)
    desk.clue(row(0), "1")
    desk.clue(column(0), "1")
    assert desk.progress == "Known: 0 of 1 cells; 0 of 2 lines done"
    desk.mark(0, "#")
    assert desk.progress == "Known: 1 of 1 cells; 2 of 2 lines done"
    assert desk.colours(row(0), column(0)) == [{GREY}, {GREY}]
    desk.mark(0, ".")
    assert desk.progress == "Known: 1 of 1 cells; 0 of 2 lines done"


def test_the_head_counts_in_japanese_with_buttons_below_it(
    desk_for: Callable[..., OpenTemplate],
) -> None:
    desk = desk_for(2, 2, "ja", macro=True)
    desk.clue(row(0), "２")
    desk.mark(0, "##")
    desk.mark(1, "×?")
    assert desk.progress == "確定したマス：3／4　完成した行と列：1／4"
    page = desk.sheet.DrawPage
    tops = [page.getByIndex(k).Position.Y for k in range(page.Count)]
    assert min(tops) >= desk.sheet.getCellRangeByName("A7").Position.Y


def test_every_mark_counts_as_known_and_nothing_else_does(
    desk_for: Callable[..., OpenTemplate],
) -> None:
    # Marks as docs/worksheet.md has them, also full-width.
    marks = {*"1■●#0×xX✕・·.-", *"１＃０ｘＸ．－･"}
    assert {unicodedata.normalize("NFKC", mark) for mark in marks} <= marks
    others = ["?", "*", "~", "2", "01", "＊", "あ", "10", "1 0", ""]
    desk = desk_for(1, len(marks) + len(others))
    for place, typed in zip(desk.layout.grid.cells(), [*sorted(marks), *others], strict=True):
        assert (mark_of(typed, None) is not Cell.UNKNOWN) == (typed in marks)
        desk.type(place, typed)
    assert desk.progress.startswith(f"Known: {len(marks)} of ")


def test_an_error_in_the_grid_does_not_spread(desk_for: Callable[..., OpenTemplate]) -> None:
    desk = desk_for(2, 2)
    desk.clue(row(1), "2")
    desk.mark(1, "##")
    cell = desk.layout.grid
    desk.sheet.getCellByPosition(cell.column - 1, cell.row - 1).Formula = "=1/0"
    assert desk.progress == "Known: 2 of 4 cells; 1 of 4 lines done"


def _runs(cells: list[bool]) -> list[int]:
    return [len(list(run)) for black, run in groupby(cells) if black]


def _misprinted(clue: list[int], chance: random.Random) -> list[int]:
    """A clue that is mostly another, often with the same sum."""
    clue = list(clue)
    way = chance.randrange(5)
    if way == 0:
        chance.shuffle(clue)
    elif way == 1:
        clue.reverse()
    elif way == 2 and len(clue) > 1:
        k = chance.randrange(len(clue) - 1)
        clue[k : k + 2] = [sum(clue[k : k + 2])]
    elif way == 3 and len(clue) > 1 and clue[0] > 1:
        clue = [clue[0] - 1, *clue[1:-1], clue[-1] + 1]
    elif way == 4:
        clue.append(1)
    return clue


@pytest.mark.parametrize("seed", range(3))
def test_random_lines_are_done_when_their_runs_are_the_clue(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    height, width = chance.choice([(30, 23), (17, 40), (25, 12)])
    share = chance.choice([0.3, 0.6, 0.85])
    black = [[chance.random() < share for _ in range(width)] for _ in range(height)]
    lines = [*black, *(list(cells) for cells in zip(*black, strict=True))]
    clues = [
        _runs(cells) if chance.random() < 0.5 else _misprinted(_runs(cells), chance)
        for cells in lines
    ]
    expected = [clue == _runs(cells) for clue, cells in zip(clues, lines, strict=True)]
    assert {True, False} <= set(expected)
    path = tmp_path / "random.xlsx"
    template.filled(path, clues[:height], clues[height:])
    layout = layout_of(path)
    book = openpyxl.load_workbook(path)
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    known = 0
    for place in layout.grid.cells():
        is_black = black[place.row - layout.grid.row][place.column - layout.grid.column]
        value = chance.choice([1, 1, "■", "●", "#"] if is_black else [0, None, "×", "?", "*"])
        known += value is not None and value not in ("?", "*")
        sheet.cell(place.row, place.column).value = value
    # What openpyxl saves has no stored results, so LibreOffice calculates all of them.
    book.save(path)
    shown = Shown(converted(path, "html"))
    done = sum(expected)
    assert shown.text("A6") == (
        f"Known: {known} of {height * width} cells; {done} of {height + width} lines done"
    )
    for k, is_done in enumerate(expected):
        line = row(k) if k < height else column(k - height)
        colours = shown.colours(layout.clue(line))
        assert (GREY in colours) == is_done, (line, clues[k], lines[k])


def _stored(path: Path) -> Worksheet:
    sheet = openpyxl.load_workbook(path, data_only=True).worksheets[0]
    assert isinstance(sheet, Worksheet)
    return sheet


@pytest.mark.parametrize("language", ["en", "ja"])
def test_given_marks_are_counted_before_any_program_calculates(
    tmp_path: Path, language: Language
) -> None:
    path, again = tmp_path / "half.xlsx", tmp_path / "again.xlsx"
    half = Board.from_text(".#.#.\n#####\n##???\n?????\n????#")
    rows = HEART.row_clues()
    rows[1] = [31]
    template.filled(path, rows, HEART.column_clues(), marks=half, language=language)
    openpyxl.load_workbook(path).save(again)
    stored, fresh = _stored(path), _stored(converted(again, "xlsx"))
    assert stored["A6"].value == fresh["A6"].value
    assert {"en": "Known: 13 of 25 cells; 3 of 10 lines", "ja": "13／25　完成した行と列：3／10"}[
        language
    ] in str(stored["A6"].value)
    for cells in stored.iter_rows():
        for cell in cells:
            assert (fresh[cell.coordinate].value or None) == (cell.value or None)


def test_a_solved_template_is_done_and_stores_nothing_stale(tmp_path: Path) -> None:
    path = tmp_path / "heart.xlsx"
    template.filled(path, HEART.row_clues(), HEART.column_clues())
    with pytest.raises(SystemExit) as stop:
        main(["solve", str(path)])
    assert stop.value.code == 0
    # A program that does not calculate shows no progress rather than that of the blank board.
    assert _stored(path)["A6"].value is None
    layout = layout_of(path)
    shown = Shown(converted(path, "html"))
    assert shown.text("A6") == "Known: 25 of 25 cells; 10 of 10 lines done"
    for clues in (layout.rows, layout.columns):
        assert shown.colours(clues) == {GREY}


def test_what_the_sheet_calculates_is_not_taken_for_clues(tmp_path: Path) -> None:
    path = tmp_path / "heart.xlsx"
    template.filled(
        path,
        HEART.row_clues(),
        HEART.column_clues(),
        marks=Board.from_text("\n".join(["#?.?#"] * 5)),
    )
    (sheet,) = open_book(path).sheets()
    assert [found.layout for found in find(sheet)] == [find_layout(sheet)]


@pytest.mark.parametrize("clues", ["cells", "text"])
@pytest.mark.parametrize("macro", [False, True])
def test_the_head_names_lines_that_are_left_blank_and_clues_that_do_not_fit(
    desk_for: Callable[..., OpenTemplate], clues: template_sheet.Clues, macro: bool
) -> None:
    desk = desk_for(3, 4, clues=clues, macro=macro)
    assert desk.typing == ""
    assert desk.fills(row(0)) == [None]
    desk.clue(row(0), "1 2")
    assert desk.typing == "Left blank: rows 2, 3; columns 1, 2, 3, 4"
    assert desk.fills(row(0), row(1)) == [None, YELLOW]
    if not macro:
        # Beside buttons, the page that LibreOffice makes to look at has cells in other places.
        assert desk.fills(column(3)) == [YELLOW]
    desk.clue(row(1), "2 2")
    assert desk.typing == "Does not fit: row 2"
    assert desk.fills(row(1), row(2)) == [PINK, YELLOW]
    desk.clue(column(1), "x")
    assert desk.typing == "Does not fit: row 2; column 2"
    desk.clue(row(1), "1")
    desk.clue(row(2), "")
    desk.clue(column(1), "2")
    assert desk.typing == "Left blank: row 3; columns 1, 3, 4"
    for index, clue in enumerate(("1", "1")):
        desk.clue(column(2 + index), clue)
    assert desk.typing == "Left blank: row 3; column 1"
    # Totals that agree say that no clue is missing.
    assert desk.fills(row(2)) == [None]


def test_long_lists_of_lines_are_cut(desk_for: Callable[..., OpenTemplate]) -> None:
    desk = desk_for(40, 2, "ja")
    desk.clue(row(39), "1")
    assert desk.typing == "空欄：1、2、3、4、5、6、7、8、9、10、11、…行目　1、2列目"


def test_a_template_for_texts_is_read_and_solved(
    desk_for: Callable[..., OpenTemplate], tmp_path: Path
) -> None:
    desk = desk_for(5, 5, clues="text")
    for index, (across, down) in enumerate(
        zip(HEART.row_clues(), HEART.column_clues(), strict=True)
    ):
        desk.clue(row(index), " ".join(map(str, across)))
        desk.clue(column(index), "\n".join(map(str, down)))
    assert desk.typing == ""
    desk.document.storeToURL((tmp_path / "typed.xlsx").as_uri(), _excel())
    with pytest.raises(SystemExit) as stop:
        main(["solve", str(tmp_path / "typed.xlsx")])
    assert stop.value.code == 0
    shown = Shown(converted(tmp_path / "typed.xlsx", "html"))
    assert shown.text("A6") == "Known: 25 of 25 cells; 10 of 10 lines done"


def _excel() -> tuple[Any, ...]:
    from com.sun.star.beans import PropertyValue

    return (PropertyValue("FilterName", 0, "Calc MS Excel 2007 XML", 0),)
