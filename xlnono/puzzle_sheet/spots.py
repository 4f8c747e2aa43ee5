"""Where the puzzles of a sheet are: by their defined names, or by looking for them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import count

from xlnono.errors import XlnonoError
from xlnono.files import limits
from xlnono.language import Listed, Text
from xlnono.puzzle_sheet.companion_sheets import is_companion, numbered, numbers_of
from xlnono.puzzle_sheet.evidence import DoubtfulPuzzle
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.locate import find
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area, parse_reference
from xlnono.spreadsheet.sheet import Sheet

ROWS_NAME, COLUMNS_NAME, GRID_NAME = NAMES = ("xlnono_rows", "xlnono_columns", "xlnono_grid")


class NoPuzzle(XlnonoError):
    code = "no-puzzle"
    template = Text(
        "no puzzle was found. Put the row clues left of an empty grid and the column clues "
        "above it, give the cells of the grid borders, or name the three ranges "
        "xlnono_rows, xlnono_columns and xlnono_grid. “xlnono new” makes a template.",
        "問題が見つかりません。空の盤面の左に行のヒント、上に列のヒントを置き、盤面に罫線を"
        "引いてください。または3つの範囲に xlnono_rows、xlnono_columns、xlnono_grid という"
        "名前を付けてください。「xlnono new」でひな形を作れます。",
    )


class NoPuzzleAtCell(NoPuzzle):
    """The puzzles are elsewhere; `grids` says where."""

    code = "no-puzzle-at-cell"
    template = Text(
        "no puzzle is at this cell: choose a cell of a puzzle ({puzzles}).",
        "このセルに問題はありません。問題のセルを指定してください({puzzles})。",
    )

    def __init__(self, grids: Sequence[str]) -> None:
        super().__init__(puzzles=Listed(tuple(grids)))
        self.grids = grids


class NamesIncomplete(XlnonoError):
    code = "names-incomplete"
    template = Text(
        "the sheet has the name {present} but not {missing}: define all three, or delete "
        "all of them so that xlnono searches for the puzzle.",
        "名前 {present} はありますが、{missing} がありません。3つとも定義するか、"
        "すべて削除してください(削除すると自動で探します)。",
    )


class NameUnusable(XlnonoError):
    code = "name-unusable"
    template = Text(
        "the name {name} refers to “{refers_to}”, which is not one range of this sheet: "
        "redefine it in the name manager, or delete it.",
        "名前 {name} の参照先「{refers_to}」は、このシートの1つの範囲ではありません。"
        "名前の管理で定義し直すか、削除してください。",
    )


class NamesDoNotFit(XlnonoError):
    code = "names-do-not-fit"
    template = Text(
        "{clues} is {clue_area} and xlnono_grid is {grid}: they have to cover the same "
        "{lines}, so correct one of the two names.",
        "{clues} は {clue_area}、xlnono_grid は {grid} です。同じ{lines_ja}を指すように、"
        "どちらかの名前を直してください。",
    )


class NamesOverlap(XlnonoError):
    code = "names-overlap"
    template = Text(
        "{first} and {second} overlap in the sheet: correct one of the two names.",
        "{first} と {second} の範囲が重なっています。どちらかの名前を直してください。",
    )


class WhichPuzzle(XlnonoError):
    code = "which-puzzle"
    template = Text(
        "there are several puzzles on the sheet, and the selected cell is not next to any of them: "
        "select a cell of the one you mean ({puzzles}).",
        "このシートには問題が複数ありますが、選択されたセルはどれにも接していません。"
        "使う問題のセルを選んでください({puzzles})。",
    )


class Spot(NamedTuple):
    """A place with a puzzle on a sheet. `number` counts the puzzles there from 1.

    `error`: why it cannot be read; without a layout, its names are not usable. `alone`: it is the
    only one on its sheet.
    """

    number: int
    layout: Layout | None
    error: XlnonoError | None = None
    alone: bool = True


def named_layout(sheet: Sheet, number: int) -> Layout:
    """Where the names of a puzzle with a number say that it is.

    Raises NamesIncomplete, NameUnusable, NamesDoNotFit, NamesOverlap or TooLarge.
    """
    try:
        return _named_layout(sheet, number)
    except XlnonoError as error:
        raise error.at(sheet=sheet.title) from None


def _named_layout(sheet: Sheet, number: int) -> Layout:
    wanted = [numbered(name, number) for name in NAMES]
    names = {name: text for name, text in sheet.names().items() if name in wanted}
    if missing := [name for name in wanted if name not in names]:
        raise NamesIncomplete(present=", ".join(names), missing=", ".join(missing))
    areas = []
    for name in wanted:
        try:
            title, area = parse_reference(names[name])
            if title != sheet.title:
                raise ValueError
        except ValueError:
            raise NameUnusable(name=name, refers_to=names[name]) from None
        try:
            limits.check(limits.NAMED_CELLS, area.height * area.width)
        except XlnonoError as error:
            raise error.at(cell=area.address) from None
        areas.append(area)
    rows, columns, grid = areas
    if (rows.row, rows.height) != (grid.row, grid.height):
        raise NamesDoNotFit(
            clues=wanted[0], clue_area=rows.address, grid=grid.address, lines="rows", lines_ja="行"
        )
    if (columns.column, columns.width) != (grid.column, grid.width):
        raise NamesDoNotFit(
            clues=wanted[1],
            clue_area=columns.address,
            grid=grid.address,
            lines="columns",
            lines_ja="列",
        )
    for first, second in ((0, 1), (0, 2), (1, 2)):
        if areas[first].intersects(areas[second]):
            raise NamesOverlap(first=wanted[first], second=wanted[second])
    return Layout(rows, columns, grid)


def find_spots(sheet: Sheet, *, certain: bool = False) -> list[Spot]:
    """Where the puzzles of a sheet are: by their defined names, or by looking for them.

    One that may also be an ordinary table has a DoubtfulPuzzle as its error, unless the caller is
    `certain` that the sheet holds a puzzle.
    """
    spots = []
    for number in numbers_of(sheet, *NAMES):
        try:
            spots.append(Spot(number, named_layout(sheet, number)))
        except XlnonoError as unusable:
            spots.append(Spot(number, None, unusable))
    if not is_companion(sheet) and all(spot.layout is not None for spot in spots):
        spots += _found_spots(sheet, spots, certain=certain)
    return [spot._replace(alone=len(spots) == 1) for spot in spots]


def _found_spots(sheet: Sheet, named: Sequence[Spot], *, certain: bool) -> list[Spot]:
    """The puzzles of a sheet that have no names, with the numbers that are free."""
    known = [spot.layout.box for spot in named if spot.layout is not None]
    taken = {spot.number for spot in named}
    numbers = (number for number in count(1) if number not in taken)
    found = find(sheet, certain=certain and not named, known=known)
    spots = []
    for one, number in zip(found, numbers, strict=False):
        doubt = None
        if one.verdict.doubt is not None and not certain:
            doubt = DoubtfulPuzzle(doubt=one.verdict.doubt).at(
                sheet=sheet.title, cell=one.layout.grid.address
            )
        spots.append(Spot(number, one.layout, doubt))
    return spots


def find_spot(sheet: Sheet, *, certain: bool = False, cell: Area | None = None) -> Spot:
    """The only puzzle of a sheet, or the one that a cell belongs to or touches.

    Raises NoPuzzle, WhichPuzzle, or the error of its place. See `find_spots` for `certain`.
    """
    numbers = numbers_of(sheet, *NAMES)
    for number in numbers if cell is not None else ():
        with suppress(XlnonoError):
            layout = named_layout(sheet, number)
            if cell is not None and layout.box.contains(cell):
                return Spot(number, layout, alone=len(numbers) == 1)
    spots = find_spots(sheet, certain=certain)
    if not spots:
        raise NoPuzzle().at(sheet=sheet.title)
    if len(spots) > 1:
        near = [one for one in spots if cell and one.layout and one.layout.box.touches(cell)]
        if len(near) != 1:
            grids = [one.layout.grid.address for one in spots if one.layout is not None]
            raise WhichPuzzle(puzzles=Listed(tuple(grids))).at(sheet=sheet.title)
        spots = near
    if spots[0].error is not None:
        raise spots[0].error
    return spots[0]


def find_layout(sheet: Sheet, *, certain: bool = False, cell: Area | None = None) -> Layout:
    """The layout of the puzzle that `find_spot` finds, with the same errors."""
    layout = find_spot(sheet, certain=certain, cell=cell).layout
    assert layout is not None
    return layout
