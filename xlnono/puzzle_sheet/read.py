"""Reads a puzzle from a sheet: its position, its clues, and its marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from xlnono.errors import InvalidPuzzle, XlnonoError
from xlnono.files import limits
from xlnono.language import Listed, Phrase, Text
from xlnono.model.board import Axis, Board, Cell, lines_of
from xlnono.model.puzzle import Defect, Puzzle, TotalsDiffer
from xlnono.puzzle_sheet.clues import blocks_in
from xlnono.puzzle_sheet.companion_sheets import is_companion
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.locate import find
from xlnono.puzzle_sheet.marks import mark_of
from xlnono.puzzle_sheet.memory import Memory, recall
from xlnono.spreadsheet.area import Area, parse_reference
from xlnono.spreadsheet.sheet import Sheet

ROWS_NAME, COLUMNS_NAME, GRID_NAME = NAMES = ("xlnono_rows", "xlnono_columns", "xlnono_grid")

_MERGED_RANGES = Text(
    "{count} merged ranges here ({ranges})", "この中の結合された {count} か所({ranges})"
)
_RANGES_NAMED = 5


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


class MergedCells(XlnonoError):
    code = "merged-cells"
    template = Text(
        "{which} cannot be assigned to a single line: unmerge them.",
        "{which}は、どの行や列のものか分かりません。セルの結合を解除してください。",
    )


class NoClues(XlnonoError):
    code = "no-clues"
    template = Text(
        "there are no clues yet: type the row clues into {rows} and the column clues into "
        "{columns}. If no cell of the picture is black, type 0 into at least one of them.",
        "ヒントがまだ入力されていません。行のヒントを {rows} に、列のヒントを {columns} に入力して"
        "ください。黒マスが1つもない問題なら、どこかに 0 を入力してください。",
    )


class PuzzleSheet(NamedTuple):
    """A puzzle read from a sheet.

    `marks` are the givens: the marks from before xlnono painted the grid, and those made since.
    `present` are all marks that it shows now. `memory` is that of an earlier solve.
    """

    title: str
    layout: Layout
    puzzle: Puzzle
    marks: Board
    present: Board
    memory: Memory | None


def _named_layout(sheet: Sheet) -> Layout | None:
    names = {name: text for name, text in sheet.names().items() if name in NAMES}
    if not names:
        return None
    if missing := [name for name in NAMES if name not in names]:
        raise NamesIncomplete(present=", ".join(names), missing=", ".join(missing))
    areas = []
    for name in NAMES:
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
            clues=ROWS_NAME, clue_area=rows.address, grid=grid.address, lines="rows", lines_ja="行"
        )
    if (columns.column, columns.width) != (grid.column, grid.width):
        raise NamesDoNotFit(
            clues=COLUMNS_NAME,
            clue_area=columns.address,
            grid=grid.address,
            lines="columns",
            lines_ja="列",
        )
    for first, second in ((0, 1), (0, 2), (1, 2)):
        if areas[first].intersects(areas[second]):
            raise NamesOverlap(first=NAMES[first], second=NAMES[second])
    return Layout(rows, columns, grid)


def find_layout(sheet: Sheet, *, certain: bool = False) -> Layout:
    """Where the puzzle of a sheet is: by its defined names, or by looking for it.

    Raises NamesIncomplete, NameUnusable, NamesDoNotFit, NamesOverlap or TooLarge if the names
    cannot be used. Without names, raises NoPuzzle if nothing looks like a puzzle, and
    DoubtfulPuzzle if something does but may also be an ordinary table, unless the caller is
    `certain` that the sheet holds a puzzle.
    """
    try:
        layout = _named_layout(sheet)
        if layout is None and not is_companion(sheet):
            layout = find(sheet, certain=certain)
        if layout is None:
            raise NoPuzzle()
    except XlnonoError as error:
        raise error.at(sheet=sheet.title) from None
    return layout


def _merged_defects(sheet: Sheet, layout: Layout) -> list[XlnonoError]:
    """One error for each of the three areas in which cells are merged."""
    wrong: dict[Area, list[Area]] = {}
    for area in sorted(sheet.merged()):
        if area.intersects(layout.grid):
            wrong.setdefault(layout.grid, []).append(area)
        elif area.intersects(layout.rows) and area.height > 1:
            wrong.setdefault(layout.rows, []).append(area)
        elif area.intersects(layout.columns) and area.width > 1:
            wrong.setdefault(layout.columns, []).append(area)
    return [_merged(areas) for areas in wrong.values()]


def _merged(areas: Sequence[Area]) -> XlnonoError:
    whole = Area.between(
        min(area.row for area in areas),
        min(area.column for area in areas),
        max(area.last_row for area in areas),
        max(area.last_column for area in areas),
    )
    which: Text | Phrase = Text("these merged cells", "結合されたこれらのセル")
    if len(areas) > 1:
        ranges = [area.address for area in areas[:_RANGES_NAMED]]
        if len(areas) > _RANGES_NAMED:
            ranges.append("…")
        which = Phrase(_MERGED_RANGES, {"count": len(areas), "ranges": Listed(tuple(ranges))})
    return MergedCells(which=which).at(cell=whole.address)


def _as_on_sheet(defects: list[XlnonoError]) -> list[XlnonoError]:
    """Defects grouped by kind, and otherwise in the order of their cells."""

    def place(defect: XlnonoError) -> tuple[int, int]:
        return Area.parse(defect.place.cell)[:2] if defect.place.cell else (0, 0)

    first: dict[str, tuple[int, int]] = {}
    for defect in sorted(defects, key=place):
        first.setdefault(defect.code, place(defect))
    return sorted(defects, key=lambda defect: (first[defect.code], defect.code, place(defect)))


def _read_clues(
    sheet: Sheet, layout: Layout, axis: Axis, defects: list[XlnonoError]
) -> list[dict[Area, list[int]]]:
    """The block lengths of each line of an axis, by the cell that holds them."""
    area = layout.rows if axis is Axis.ROW else layout.columns
    clues: list[dict[Area, list[int]]] = [
        {} for _ in range(area.height if axis is Axis.ROW else area.width)
    ]
    for row, held in enumerate(sheet.values(area)):
        for column, value in enumerate(held):
            cell = Area(area.row + row, area.column + column)
            try:
                if blocks := blocks_in(value):
                    clues[row if axis is Axis.ROW else column][cell] = blocks
            except XlnonoError as defect:
                defects.append(defect.at(cell=cell.address))
    return clues


def _place(clue: dict[Area, list[int]], length: int) -> str | None:
    """The cells of a defective clue: only those that are wrong by themselves, if there are any."""
    wrong = [
        cell
        for cell, blocks in clue.items()
        if any(block < 1 or block > length for block in blocks)
    ]
    cells = wrong or list(clue)
    if not cells:
        return None
    return Area.between(cells[0].row, cells[0].column, cells[-1].row, cells[-1].column).address


def _read_puzzle(sheet: Sheet, layout: Layout) -> Puzzle:
    defects = _merged_defects(sheet, layout)
    held = {axis: _read_clues(sheet, layout, axis, defects) for axis in Axis}
    rows, columns = (
        [[block for blocks in clue.values() for block in blocks] for clue in held[axis]]
        for axis in Axis
    )
    if not defects and not any(map(any, held.values())):
        raise NoClues(rows=layout.rows.address, columns=layout.columns.address).at(
            sheet=sheet.title
        )
    unreadable = bool(defects)
    try:
        puzzle = Puzzle(rows, columns)
    except InvalidPuzzle as error:
        for defect in error.defects:
            # Totals are meaningless while some clues cannot be read.
            if not (unreadable and isinstance(defect, TotalsDiffer)):
                if isinstance(defect, Defect) and defect.line is not None:
                    clue = held[defect.line.axis][defect.line.index]
                    defect.at(cell=_place(clue, layout.line(defect.line).length))
                defects.append(defect)
    if defects:
        raise InvalidPuzzle(_as_on_sheet(defects)).at(sheet=sheet.title)
    return puzzle


def _read_marks(sheet: Sheet, grid: Area) -> Board:
    board = Board(grid.height, grid.width)
    rows = zip(sheet.values(grid), sheet.fills(grid), strict=True)
    for row, (values, fills) in enumerate(rows):
        for column, (value, fill) in enumerate(zip(values, fills, strict=True)):
            if value is None and fill is None:
                continue
            if (mark := mark_of(value, fill)) is not Cell.UNKNOWN:
                board.fix(row, column, mark)
    return board


def _givens(present: Board, memory: Memory | None) -> Board:
    """The present marks, with those painted by xlnono replaced by the original ones."""
    if memory is None:
        return present
    givens = Board(present.height, present.width)
    for line in lines_of(present.height, 0):
        for column in range(present.width):
            cell = line.index, column
            source = memory.start if present[cell] is memory.painted[cell] else present
            if source[cell] is not Cell.UNKNOWN:
                givens.fix(*cell, source[cell])
    return givens


def read_puzzle(sheet: Sheet, *, certain: bool = False) -> PuzzleSheet:
    """Read the puzzle of a sheet and the marks in its grid.

    `certain`: the caller knows that there is one, so a doubtful one is read too.

    Raises the errors of `find_layout`, InvalidPuzzle with every defect of the clues, or NoClues if
    every clue cell is blank: a puzzle without black cells has a 0 in at least one of them.
    """
    layout = find_layout(sheet, certain=certain)
    puzzle = _read_puzzle(sheet, layout)
    present = _read_marks(sheet, layout.grid)
    memory = recall(sheet, layout.grid.height, layout.grid.width)
    return PuzzleSheet(sheet.title, layout, puzzle, _givens(present, memory), present, memory)
