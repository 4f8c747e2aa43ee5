"""Reads the clues of a puzzle from its sheet, with all that is wrong with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import reduce

from xlnono.errors import XlnonoError
from xlnono.language import Listed, Phrase, Text
from xlnono.model.board import Axis, Line
from xlnono.model.puzzle import Defect, TotalsDiffer, validate
from xlnono.puzzle_sheet.clues import (
    Reading,
    not_calculated,
    readings_in,
    symbol_in,
    unclear,
)
from xlnono.puzzle_sheet.colour_puzzle import ColourPuzzle, Colours, is_colour_puzzle
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.settle import settle
from xlnono.puzzle_sheet.spacers import check_spacers
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Sheet, Uncalculated, Value

_MERGED_RANGES = Text(
    "{count} merged ranges here ({ranges})", "この中の結合された {count} か所({ranges})"
)
_RANGES_NAMED = 5
_LEAST_REPEATED = 4
_LEAST_PADDING = 3
"""The least number of clue cells with the same sign that are padding and not mistakes."""


class CluesDiffer(XlnonoError):
    code = "clues-differ"
    template = Text(
        "the clue of {line} is not the same as on the other side of the grid ({other}): correct "
        "one of the two.",
        "{line}のヒントが盤面の反対側({other})と違います。どちらかを直してください。",
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


def _merged_defects(sheet: Sheet, layout: Layout) -> list[XlnonoError]:
    """One error for all cells that are merged in the grid, or across lines in the clues."""
    wrong = [
        area
        for area in sorted(sheet.merged())
        if area.intersects(layout.grid)
        or (area.intersects(layout.rows) and area.height > 1)
        or (area.intersects(layout.columns) and area.width > 1)
    ]
    return [_merged(wrong)] if wrong else []


def _merged(areas: Sequence[Area]) -> XlnonoError:
    whole = reduce(Area.joined, areas)
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


class _ClueCell(NamedTuple):
    """A clue cell: where it is, what it holds, and the ways to read that (none: a mistake)."""

    place: Area
    value: Value
    readings: Sequence[Reading]


def _clue_cells(sheet: Sheet, area: Area, axis: Axis) -> list[list[_ClueCell]]:
    """The clue cells in an area that are not empty, for each line of an axis."""
    lines: list[list[_ClueCell]] = [
        [] for _ in range(area.height if axis is Axis.ROW else area.width)
    ]
    for row, held in enumerate(sheet.values(area)):
        for column, value in enumerate(held):
            if value is not None:
                place = Area(area.row + row, area.column + column)
                cell = _ClueCell(place, value, _readings(value))
                lines[row if axis is Axis.ROW else column].append(cell)
    return lines


def _readings(value: Value) -> Sequence[Reading]:
    """The ways to read a clue cell, none if there is a mistake in it."""
    if isinstance(value, Uncalculated):
        return ()
    try:
        return readings_in(value)
    except XlnonoError:
        return ()


def _defect(cell: _ClueCell) -> XlnonoError:
    """What is wrong with a clue cell."""
    try:
        return unclear(cell.value, readings_in(cell.value)).at(cell=cell.place.address)
    except XlnonoError as error:
        return error.at(cell=cell.place.address)


def _not_calculated(cells: Sequence[_ClueCell]) -> XlnonoError:
    """One error for all formulas whose values are not stored."""
    area = reduce(Area.joined, (cell.place for cell in cells))
    formulas = [cell.value.formula for cell in cells if isinstance(cell.value, Uncalculated)]
    return not_calculated(formulas).at(cell=area.address)


_Clues = dict[Axis, list[dict[Area, Sequence[int]]]]
"""The block lengths of each line of an axis, by the cell that holds them."""


def _read_clues(sheet: Sheet, layout: Layout, defects: list[XlnonoError]) -> _Clues:
    """The block lengths of each line, by the cell that holds them."""
    areas = {Axis.ROW: layout.rows, Axis.COLUMN: layout.columns}
    lines = {axis: _clue_cells(sheet, area, axis) for axis, area in areas.items()}
    cells = [cell for axis in Axis for line in lines[axis] for cell in line]
    symbols = Counter(symbol_in(cell.value) for cell in cells if not cell.readings)
    padding = {sign for sign, times in symbols.items() if sign and times >= _LEAST_PADDING}
    for axis in Axis:
        for line in lines[axis]:
            line[:] = [cell for cell in line if symbol_in(cell.value) not in padding]
    if uncalculated := [cell for cell in cells if isinstance(cell.value, Uncalculated)]:
        defects.append(_not_calculated(uncalculated))
    settled = settle(*([[cell.readings for cell in line] for line in lines[axis]] for axis in Axis))
    clues: _Clues = {}
    for axis, readings in zip(Axis, settled, strict=True):
        clues[axis] = []
        for line, chosen in zip(lines[axis], readings, strict=True):
            pairs = list(zip(line, chosen, strict=True))
            defects += [
                _defect(cell)
                for cell, reading in pairs
                if reading is None and not isinstance(cell.value, Uncalculated)
            ]
            clues[axis].append(
                {cell.place: one.blocks for cell, one in pairs if one is not None and one.blocks}
            )
    return clues


def _place(clue: Mapping[Area, Sequence[int]], length: int) -> str | None:
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


def _differing(sheet: Sheet, layout: Layout, clues: _Clues) -> list[XlnonoError]:
    """Errors for clues that are repeated on the other side of the grid with other numbers.

    Formulas there follow what is typed, and their stored results may be old.
    """
    defects: list[XlnonoError] = []
    for axis in Axis:
        area = layout.opposite(axis)
        if area is None:
            continue
        typed = [
            tuple(block for blocks in clue.values() for block in blocks if block)
            for clue in clues[axis]
        ]
        repeated = repeated_clues(sheet, area, axis, typed) or typed
        for k, (one, other) in enumerate(zip(typed, repeated, strict=True)):
            if one != other:
                line = Line(axis, k)
                there = layout._replace(rows=area, columns=area).clue(line)
                if not any(map(any, sheet.calculated(there))):
                    error = CluesDiffer(line=line, other=there.address)
                    defects.append(error.at(cell=layout.clue(line).address))
    return defects


def repeated_clues(
    sheet: Sheet, area: Area, axis: Axis, typed: Sequence[tuple[int, ...]]
) -> list[tuple[int, ...]] | None:
    """The clues in an area on the other side of the grid; None if something else is there.

    A few of them may differ from the clues as typed, all of which are without zeros.
    """
    held = sheet.values(area)
    lines = held if axis is Axis.ROW else list(zip(*held, strict=True))
    repeated = [
        tuple(
            block
            for value in line
            if value is not None
            for reading in _readings(value)[:1]
            for block in reading.blocks
            if block
        )
        for line in lines
    ]
    wrong = sum(one != other for one, other in zip(typed, repeated, strict=True))
    totals = all(clue in ((), (sum(one),)) for clue, one in zip(repeated, typed, strict=True))
    if totals or sum(map(bool, repeated)) < _LEAST_REPEATED or wrong > len(typed) / 4:
        return None
    return repeated


def _is_coloured(sheet: Sheet, layout: Layout, clues: _Clues) -> bool:
    """Whether the numbers of the clues, or their cells, have the colours of a colour puzzle."""
    for look in (sheet.text_colours, _filled(sheet)):
        shown = [look(area) for area in (layout.rows, layout.columns)]
        # A colour puzzle has several colours on either side, and most puzzles have just one.
        if any(len({held for row in colours for held in row}) < 2 for colours in shown):
            continue
        axes: list[list[Counter[Colours]]] = []
        for axis, area, colours in zip(Axis, (layout.rows, layout.columns), shown, strict=True):
            axes.append([Counter() for _ in clues[axis]])
            for total, clue in zip(axes[-1], clues[axis], strict=True):
                for cell, blocks in clue.items():
                    held = colours[cell.row - area.row][cell.column - area.column]
                    total[held] += sum(blocks)
        if is_colour_puzzle(axes):
            return True
    return False


def _filled(sheet: Sheet) -> Callable[[Area], list[list[Colours]]]:
    def fills(area: Area) -> list[list[Colours]]:
        return [[(fill,) if fill else () for fill in row] for row in sheet.fills(area)]

    return fills


class TypedClues(NamedTuple):
    """The clues of a sheet as typed, and all that is wrong with them.

    `unreadable`: not every clue could be read.
    """

    rows: list[list[int]]
    columns: list[list[int]]
    defects: list[XlnonoError]
    unreadable: bool


def typed_clues(sheet: Sheet, layout: Layout) -> TypedClues:
    defects = _merged_defects(sheet, layout)
    held = _read_clues(sheet, layout, defects)
    if _is_coloured(sheet, layout, held):
        raise ColourPuzzle().at(sheet=sheet.title, cell=layout.grid.address)
    defects += _differing(sheet, layout, held)
    blank = tuple({k for k, clue in enumerate(held[axis]) if not clue} for axis in Axis)
    check_spacers(sheet, layout, (blank[0], blank[1]))
    rows, columns = (
        [[block for blocks in clue.values() for block in blocks] for clue in held[axis]]
        for axis in Axis
    )
    if not defects and not any(map(any, held.values())):
        raise NoClues(rows=layout.rows.address, columns=layout.columns.address).at(
            sheet=sheet.title
        )
    unreadable = bool(defects)
    for defect in validate(rows, columns):
        # Totals are meaningless while some clues cannot be read.
        if not (unreadable and isinstance(defect, TotalsDiffer)):
            if isinstance(defect, Defect) and defect.line is not None:
                clue = held[defect.line.axis][defect.line.index]
                defect.at(cell=_place(clue, layout.line(defect.line).length))
            defects.append(defect)
    return TypedClues(rows, columns, _as_on_sheet(defects), unreadable)
