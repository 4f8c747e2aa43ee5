"""Reads a puzzle from a sheet: its position, its clues, and its marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from itertools import count

from xlnono.errors import InvalidPuzzle, XlnonoError
from xlnono.files import limits
from xlnono.language import Listed, Phrase, Text
from xlnono.model.board import Axis, Board, Cell, Grid, Line, lines_of
from xlnono.model.puzzle import Clue, Defect, Puzzle, TotalsDiffer, validate
from xlnono.places import Place
from xlnono.puzzle_sheet.assumptions import Assumption, assumed_cells, assumptions_in
from xlnono.puzzle_sheet.clues import (
    Reading,
    not_calculated,
    readings_in,
    symbol_in,
    unclear,
)
from xlnono.puzzle_sheet.colour_puzzle import ColourPuzzle, Colours, is_colour_puzzle
from xlnono.puzzle_sheet.companion_sheets import is_companion, numbered, numbers_of
from xlnono.puzzle_sheet.evidence import DoubtfulPuzzle
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.locate import find
from xlnono.puzzle_sheet.marks import backgrounds, is_dark, known_colours, looks_painted, mark_of
from xlnono.puzzle_sheet.memory import Memory, recall
from xlnono.puzzle_sheet.settle import settle
from xlnono.puzzle_sheet.spacers import check_spacers
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area, parse_reference
from xlnono.spreadsheet.sheet import Sheet, Uncalculated, Value

ROWS_NAME, COLUMNS_NAME, GRID_NAME = NAMES = ("xlnono_rows", "xlnono_columns", "xlnono_grid")

_MERGED_RANGES = Text(
    "{count} merged ranges here ({ranges})", "この中の結合された {count} か所({ranges})"
)
_RANGES_NAMED = 5
_LEAST_REPEATED = 4
_LEAST_PADDING = 3
"""The least number of clue cells with the same sign that are padding and not mistakes."""


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


class WhichPuzzle(XlnonoError):
    code = "which-puzzle"
    template = Text(
        "there are several puzzles on the sheet, and the selected cell is not next to any of them: "
        "select a cell of the one you mean ({puzzles}).",
        "このシートには問題が複数ありますが、選択されたセルはどれにも接していません。"
        "使う問題のセルを選んでください({puzzles})。",
    )


class MistypedSheet(NamedTuple):
    """Clues that were read from a sheet but are not those of any puzzle: some do not fit their
    lines, or the totals differ. A clue of a single 0 is kept, and a blank one is empty. `marks`,
    `number` and `alone` are as in PuzzleSheet."""

    title: str
    layout: Layout
    rows: Sequence[Sequence[int]]
    columns: Sequence[Sequence[int]]
    marks: Board
    number: int = 1
    alone: bool = True

    @property
    def place(self) -> Place:
        """Where the puzzle would be: see PuzzleSheet."""
        return Place(sheet=self.title, grid=None if self.alone else self.layout.grid.address)


class MistypedClues(InvalidPuzzle):
    """All clues can be read, but they do not form a puzzle."""

    def __init__(self, defects: list[XlnonoError], read: MistypedSheet) -> None:
        super().__init__(defects)
        self.read = read


class Spot(NamedTuple):
    """A place with a puzzle on a sheet. `number` counts the puzzles there from 1.

    `error`: why it cannot be read; without a layout, its names are not usable. `alone`: it is the
    only one on its sheet.
    """

    number: int
    layout: Layout | None
    error: XlnonoError | None = None
    alone: bool = True


class PuzzleSheet(NamedTuple):
    """A puzzle read from a sheet.

    `number` counts the puzzles of the sheet; `alone`: there is just one. `marks`
    are the givens: the marks from before xlnono painted the grid, and those made since. `present`
    are all marks that it shows now, with those of its `assumptions`. `memory` is that of an earlier
    solve. `goal` is the picture that the puzzle is meant to have, where that is known. `zeros` are
    the lines whose clue is a 0 and not blank.
    """

    title: str
    layout: Layout
    puzzle: Puzzle
    marks: Board
    present: Board
    memory: Memory | None
    number: int = 1
    alone: bool = True
    goal: Grid | None = None
    assumptions: tuple[Assumption, ...] = ()
    zeros: frozenset[Line] = frozenset()

    @property
    def place(self) -> Place:
        """Where the puzzle is: its sheet, and its grid if the sheet has several puzzles."""
        return Place(sheet=self.title, grid=None if self.alone else self.layout.grid.address)

    @property
    def rows(self) -> list[Sequence[int]]:
        """The row clues as typed: see MistypedSheet."""
        return self._as_typed(Axis.ROW, self.puzzle.rows)

    @property
    def columns(self) -> list[Sequence[int]]:
        """The column clues as typed."""
        return self._as_typed(Axis.COLUMN, self.puzzle.columns)

    def _as_typed(self, axis: Axis, clues: Sequence[Clue]) -> list[Sequence[int]]:
        return [(0,) if Line(axis, k) in self.zeros else clue for k, clue in enumerate(clues)]


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
    repeated = [
        tuple(block for cell in line if cell.readings for block in cell.readings[0].blocks if block)
        for line in _clue_cells(sheet, area, axis)
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


class _TypedClues(NamedTuple):
    """The clues of a sheet as typed, and all that is wrong with them.

    `unreadable`: not every clue could be read.
    """

    rows: list[list[int]]
    columns: list[list[int]]
    defects: list[XlnonoError]
    unreadable: bool


def _typed_clues(sheet: Sheet, layout: Layout) -> _TypedClues:
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
    return _TypedClues(rows, columns, _as_on_sheet(defects), unreadable)


class _Marks(NamedTuple):
    """All marks that a grid shows, its fills, and the assumptions that made some of the marks."""

    present: Board
    fills: Sequence[Sequence[str | None]]
    assumptions: tuple[Assumption, ...]


def _read_marks(sheet: Sheet, layout: Layout, typed: _TypedClues) -> _Marks:
    grid = layout.grid
    board = Board(grid.height, grid.width)
    filled = sheet.fills(grid)
    ignored: set[str | None] = {None}
    if any(map(is_dark, {fill for row in filled for fill in row})):
        clues = [
            fill
            for area in (layout.rows, layout.columns)
            for values, fills in zip(sheet.values(area), sheet.fills(area), strict=True)
            for value, fill in zip(values, fills, strict=True)
            if value is not None
        ]
        full = (
            {k for k, clue in enumerate(typed.rows) if clue == [grid.width]},
            {k for k, clue in enumerate(typed.columns) if clue == [grid.height]},
        )
        ignored |= backgrounds(filled, clues, full)
    held = sheet.values(grid)
    for row, (values, fills) in enumerate(zip(held, filled, strict=True)):
        for column, (value, shown) in enumerate(zip(values, fills, strict=True)):
            fill = None if shown in ignored else shown
            if value is None and fill is None:
                continue
            if (mark := mark_of(value, fill)) is not Cell.UNKNOWN:
                board.fix(row, column, mark)
    return _Marks(board, filled, assumptions_in(held, filled))


def _givens(sheet: Sheet, layout: Layout, shown: _Marks, memory: Memory | None) -> Board:
    """The marks without assumed ones, and with the original ones for those painted by xlnono.

    A mark is not painted just because it has the colour that xlnono once painted there: the board
    may have been emptied since, and marked again by a person.
    """
    own = shown.present
    if shown.assumptions:
        own = own.without(assumed_cells(shown.assumptions))
    if memory is None:
        return own
    colours = known_colours(sheet, layout.grid)
    givens = Board(own.height, own.width)
    for line in lines_of(own.height, 0):
        for column in range(own.width):
            cell = line.index, column
            painted = own[cell] is memory.painted[cell] and looks_painted(
                own[cell],
                shown.fills[line.index][column],
                colours[line.index][column],
            )
            source = memory.start if painted else own
            if source[cell] is not Cell.UNKNOWN:
                givens.fix(*cell, source[cell])
    return givens


def read_spot(sheet: Sheet, spot: Spot) -> PuzzleSheet:
    """Read the puzzle of a place, with the errors of `read_puzzle`."""
    layout = spot.layout
    if spot.error is not None or layout is None:
        raise spot.error or NoPuzzle().at(sheet=sheet.title)
    try:
        typed = _typed_clues(sheet, layout)
        if typed.unreadable:
            raise InvalidPuzzle(typed.defects).at(sheet=sheet.title)
    except XlnonoError as error:
        raise error.at(grid=None if spot.alone else layout.grid.address) from None
    shown = _read_marks(sheet, layout, typed)
    memory = recall(sheet, spot.number, layout.grid.height, layout.grid.width)
    marks = _givens(sheet, layout, shown, memory)
    if typed.defects:
        clues = typed.rows, typed.columns
        mistyped = MistypedSheet(sheet.title, layout, *clues, marks, spot.number, alone=spot.alone)
        place = mistyped.place
        raise MistypedClues(typed.defects, mistyped).at(sheet=place.sheet, grid=place.grid)
    puzzle = Puzzle(typed.rows, typed.columns)
    lines = zip(lines_of(puzzle.height, puzzle.width), (*typed.rows, *typed.columns), strict=True)
    return PuzzleSheet(
        sheet.title,
        layout,
        puzzle,
        marks,
        shown.present,
        memory,
        spot.number,
        alone=spot.alone,
        assumptions=shown.assumptions,
        zeros=frozenset(line for line, clue in lines if clue == [0]),
    )


def read_puzzle(sheet: Sheet, *, certain: bool = False, cell: Area | None = None) -> PuzzleSheet:
    """Read the puzzle of a sheet and the marks in its grid; of several, the one at a cell.

    `certain`: the caller knows that there is one, so a doubtful one is read too.

    Raises the errors of `find_spot`, InvalidPuzzle with every defect of the clues (MistypedClues
    if all of them can be read), or NoClues if every clue cell is blank: a puzzle without black
    cells has a 0 in at least one of them.
    """
    return read_spot(sheet, find_spot(sheet, certain=certain, cell=cell))


def read_puzzles(
    sheet: Sheet, *, certain: bool = False, cell: Area | None = None
) -> Iterator[PuzzleSheet | XlnonoError]:
    """Read all puzzles of a sheet, or those at a cell, or what is wrong with them.

    See `read_puzzle` for the errors.
    """
    try:
        spots = find_spots(sheet, certain=certain)
    except XlnonoError as error:
        yield error.at(sheet=sheet.title)
        return
    if not spots:
        from xlnono.puzzle_sheet.clue_lists import CluesWithoutGrid, find_lists

        lists = None if is_companion(sheet) else find_lists(sheet)
        only_sheet = len(sheet.book.titles()) == 1
        nothing = NoPuzzle() if lists is None else CluesWithoutGrid(lists, only_sheet=only_sheet)
        yield nothing.at(sheet=sheet.title)
    elif cell is not None:
        near = [one for one in spots if one.layout is None or one.layout.box.touches(cell)]
        if not near:
            grids = [one.layout.grid.address for one in spots if one.layout and not one.error]
            elsewhere = NoPuzzleAtCell(grids) if grids else NoPuzzle()
            yield elsewhere.at(sheet=sheet.title, cell=cell.address)
        spots = near
    for spot in spots:
        try:
            yield read_spot(sheet, spot)
        except XlnonoError as error:
            yield error
