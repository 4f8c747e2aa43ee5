"""Reads the puzzles of a sheet, with their marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xlnono.errors import InvalidPuzzle, XlnonoError
from xlnono.model.board import Axis, Board, Cell, Grid, Line, lines_of
from xlnono.model.puzzle import Clue, Puzzle
from xlnono.places import Place
from xlnono.puzzle_sheet.assumptions import Assumption, assumed_cells, assumptions_in
from xlnono.puzzle_sheet.companion_sheets import is_companion
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.marks import backgrounds, is_dark, known_colours, looks_painted, mark_of
from xlnono.puzzle_sheet.memory import Memory, recall
from xlnono.puzzle_sheet.read_clues import TypedClues, typed_clues
from xlnono.puzzle_sheet.spots import NoPuzzle, NoPuzzleAtCell, Spot, find_spot, find_spots
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Sheet


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


class _Marks(NamedTuple):
    """All marks that a grid shows, its fills, and the assumptions that made some of the marks."""

    present: Board
    fills: Sequence[Sequence[str | None]]
    assumptions: tuple[Assumption, ...]


def _read_marks(sheet: Sheet, layout: Layout, typed: TypedClues) -> _Marks:
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
        typed = typed_clues(sheet, layout)
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
