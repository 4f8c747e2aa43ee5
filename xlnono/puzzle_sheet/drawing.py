"""Pictures that somebody drew with cells of a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce

from xlnono.errors import XlnonoError
from xlnono.files import limits
from xlnono.language import Listed, Text
from xlnono.model.board import Cell, Grid
from xlnono.puzzle_sheet.marks import is_dark, mark_of
from xlnono.puzzle_sheet.spots import GRID_NAME
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area, parse_reference
from xlnono.spreadsheet.sheet import ErrorValue, Sheet, Uncalculated, Value

_GAP = 3
"""Black cells with so many blank rows or columns between them belong to different drawings."""


class NoDrawing(XlnonoError):
    code = "no-drawing"
    template = Text(
        "no drawing was found: fill cells with a dark colour, or type 1, # or ■ into them.",
        "絵が見つかりません。セルを濃い色で塗るか、1、#、■ を入力してください。",
    )


class DrawingsApart(XlnonoError):
    code = "drawings-apart"
    template = Text(
        "black cells lie far apart ({areas}), so this may be several drawings: choose a cell of "
        "one of them, or the range of the picture (--cell B2:K15; in a spreadsheet, select it).",
        "黒いセルが離れているため({areas})、絵が複数あるのかもしれません。どれか1つのセルか、"
        "絵の範囲を指定してください(--cell B2:K15。表計算ソフトでは範囲を選択)。",
    )


class NeitherColour(XlnonoError):
    code = "neither-colour"
    template = Text(
        "the cell holds “{value}” inside the drawing ({area}), which is neither black nor white: "
        "empty it, or choose the range of the picture (--cell B2:K15; in a spreadsheet, select "
        "it).",
        "絵({area})の中に「{value}」があり、黒か白か分かりません。消すか、絵の範囲を"
        "指定してください(--cell B2:K15。表計算ソフトでは範囲を選択)。",
    )


class SheetTooLarge(XlnonoError):
    code = "drawing-range-needed"
    template = Text(
        "the sheet is used as far as {last}, too far to search for a drawing: choose the range of "
        "the picture (--cell B2:K15; in a spreadsheet, select it).",
        "シートが {last} まで使われていて広すぎるため、絵を探せません。絵の範囲を指定して"
        "ください(--cell B2:K15。表計算ソフトでは範囲を選択)。",
    )


class BeyondGrid(XlnonoError):
    code = "beyond-grid"
    template = Text(
        "the drawing goes beyond the grid {grid}: erase what is outside, or draw on another sheet.",
        "絵が盤面 {grid} からはみ出しています。外の部分を消すか、別のシートに描いてください。",
    )


class Drawing(NamedTuple):
    """A picture on a sheet, and the cells it takes up there."""

    area: Area
    grid: Grid


def find_drawing(sheet: Sheet, chosen: Area | None = None) -> Drawing:
    """The only drawing of a sheet, the one that a chosen cell belongs to or touches, or a range.

    Without a chosen range, the grid of a template is the drawing, otherwise all black cells
    together. A merged area has the colour of its first cell. Raises NoDrawing, DrawingsApart,
    NeitherColour, BeyondGrid, SheetTooLarge, or TooLarge for a range.
    """
    used = sheet.used()
    if used is None:
        raise NoDrawing().at(sheet=sheet.title)
    area = _grid_of(sheet)
    if chosen is not None and chosen.height * chosen.width > 1 and chosen not in sheet.merged():
        area = chosen
    elif area is not None:
        _check_outside(sheet, area)
    elif used.height * used.width > limits.PUZZLE_CELLS.most:
        last = Area(used.last_row, used.last_column).address
        raise SheetTooLarge(last=last).at(sheet=sheet.title)
    else:
        area = _only(_groups(_black(sheet, used)), chosen, sheet)
    limits.check(limits.PUZZLE_CELLS, area.height * area.width)
    black = set(_black(sheet, area))
    if not black:
        raise NoDrawing().at(sheet=sheet.title)
    _check_texts(sheet, area, black)
    cells = [
        [(row, column) in black for column in range(area.column, area.last_column + 1)]
        for row in range(area.row, area.last_row + 1)
    ]
    return Drawing(area, Grid.from_cells(cells))


def _grid_of(sheet: Sheet) -> Area | None:
    """The grid of the only puzzle that has names on a sheet."""
    try:
        title, area = parse_reference(sheet.names().get(GRID_NAME, ""))
    except ValueError:
        return None
    return area if title == sheet.title else None


def _check_outside(sheet: Sheet, grid: Area) -> None:
    """Raise BeyondGrid for dark cells below a grid or right of it, where no clues are."""
    below = Area(grid.last_row + 1, grid.column, 1, grid.width)
    right = Area(grid.row, grid.last_column + 1, grid.height)
    for area in (below, right):
        if any(is_dark(fill) for row in sheet.fills(area) for fill in row):
            raise BeyondGrid(grid=grid.address).at(sheet=sheet.title, cell=area.address)


def _black(sheet: Sheet, area: Area) -> Iterator[tuple[int, int]]:
    merged = {
        (cell.row, cell.column): (one.row, one.column)
        for one in sheet.merged()
        if one.intersects(area)
        for cell in one.cells()
    }
    pairs = zip(sheet.values(area), sheet.fills(area), strict=True)
    found = {
        (area.row + row, area.column + column)
        for row, (values, fills) in enumerate(pairs)
        for column, (value, fill) in enumerate(zip(values, fills, strict=True))
        if mark_of(value, fill) is Cell.BLACK
    }
    for row in range(area.row, area.last_row + 1):
        for column in range(area.column, area.last_column + 1):
            if merged.get((row, column), (row, column)) in found:
                yield row, column


def _groups(black: Iterable[tuple[int, int]]) -> list[Area]:
    """The areas of black cells, with at least _GAP blank rows or columns between any two."""
    groups: list[Area] = []
    for cell in black:
        area = Area(*cell)
        if any(one.contains(area) for one in groups):
            continue
        while near := [one for one in groups if _reach(one).intersects(area)]:
            groups = [one for one in groups if one not in near]
            area = reduce(Area.joined, near, area)
        groups.append(area)
    return groups


def _reach(area: Area) -> Area:
    return Area(area.row - _GAP, area.column - _GAP, area.height + 2 * _GAP, area.width + 2 * _GAP)


def _only(groups: list[Area], chosen: Area | None, sheet: Sheet) -> Area:
    if not groups:
        raise NoDrawing().at(sheet=sheet.title)
    if len(groups) > 1 and chosen is not None:
        near = [one for one in groups if one.touches(chosen)]
        groups = near if len(near) == 1 else groups
    if len(groups) > 1:
        addresses = tuple(one.address for one in sorted(groups))
        raise DrawingsApart(areas=Listed(addresses)).at(sheet=sheet.title)
    return groups[0]


def _check_texts(sheet: Sheet, area: Area, black: set[tuple[int, int]]) -> None:
    for row, values in enumerate(sheet.values(area), start=area.row):
        for column, value in enumerate(values, start=area.column):
            if (row, column) not in black and not _is_blank(value):
                place = Area(row, column).address
                raise NeitherColour(value=_shown(value), area=area.address).at(
                    sheet=sheet.title, cell=place
                )


def _is_blank(value: Value) -> bool:
    if value is None or (isinstance(value, str) and not value.strip()):
        return True
    return mark_of(value, None) is Cell.WHITE


def _shown(value: Value) -> object:
    match value:
        case Uncalculated():
            return value.formula
        case ErrorValue():
            return value.text
    return value
