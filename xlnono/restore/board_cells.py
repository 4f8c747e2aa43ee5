"""Restores the cells of a board to their state before it was solved.

A cell gets back its value unless a person has changed it since, and its look, except for its
current borders and a fill that a person has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from itertools import chain

from lxml import etree

from xlnono.files.workbook_file import DamagedWorkbook
from xlnono.model.board import Cell
from xlnono.puzzle_sheet.memory import Memory
from xlnono.puzzle_sheet.paint import CLEARED_STYLE
from xlnono.puzzle_sheet.suspects import CLUE_FILLS
from xlnono.records import NamedTuple
from xlnono.restore.originals import Originals
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Style
from xlnono.spreadsheet.theme import BLACK_FILL, DIFFERENT_FILL, UNKNOWN_FILL
from xlnono.xlsx.book import PackageBook
from xlnono.xlsx.parts import Element, main, whole
from xlnono.xlsx.shared_formulas import Held, dissolve
from xlnono.xlsx.worksheet import PackageSheet

_FORMULA, _VALUE, _INLINE, _TEXT = (main(tag) for tag in ("f", "v", "is", "t"))
_MARKS = {Cell.BLACK: 1, Cell.WHITE: 0, Cell.UNKNOWN: None}
_FILLS = {
    Cell.BLACK: (BLACK_FILL,),
    Cell.WHITE: (None,),
    Cell.UNKNOWN: (UNKNOWN_FILL, DIFFERENT_FILL),
}


class _Painted(NamedTuple):
    """A cell that solving changed: where it is now, where it was, and how it was left."""

    now: Area
    was: Area
    clue: bool
    look: int
    number: int | None
    typed: bool
    """Whether a person has changed its value since."""


def restore_cells(book: PackageBook, sheet: PackageSheet, originals: Originals, grid: Area) -> bool:
    """Restore a board as its log remembers it; returns whether any cell got back a formula.

    `grid` is where the grid is now, of the size it had then.
    """
    was = PackageSheet(book, sheet.title, sheet.part, originals.parts[originals.board].content)
    cells = list(_painted(sheet, originals, grid))
    typed = {cell.was for cell in cells if cell.typed}
    moved = grid != originals.grid
    outside = _free_formulas(was, originals.grid, typed, moved)
    formulas = False
    for cell in cells:
        look = _look(book, sheet, was, originals.looks, cell)
        before = was.cell(cell.was.row, cell.was.column)
        if cell.clue or cell.typed:
            content = sheet.cell(cell.now.row, cell.now.column)
            if before is None and content is not None and not len(content):
                content = None
        else:
            content = _content(book, before, originals.texts)
        if content is not None and not cell.clue and not cell.typed:
            if moved:
                _drop(content, _FORMULA)
            if content.find(_FORMULA) is not None:
                formulas = True
                if typed:
                    _drop(content, _VALUE)
        sheet.put_cell(cell.now.row, cell.now.column, content, look)
        if not cell.clue:
            sheet.rewritten.add((cell.now.row, cell.now.column))
    for held in outside:
        formulas = _put_array_back(sheet, was, held) or formulas
    if not moved:
        sheet.frame_like(was, range(grid.row, grid.last_row + 1))
    return formulas


def _painted(sheet: PackageSheet, originals: Originals, grid: Area) -> Iterator[_Painted]:
    down, right = grid.row - originals.grid.row, grid.column - originals.grid.column
    for left in originals.left:
        for was, kind in zip(left.area.cells(), chain.from_iterable(left.cells), strict=True):
            if kind < 0:
                continue
            look, number = left.kinds[kind]
            now = Area(was.row + down, was.column + right)
            typed = not left.clue and not _shows(sheet, now, number)
            yield _Painted(now, was, left.clue, look, number, typed)


def _shows(sheet: PackageSheet, cell: Area, number: int | None) -> bool:
    """Whether a cell holds this number, or nothing, and no formula."""
    element = sheet.cell(cell.row, cell.column)
    if element is None:
        return number is None
    if element.find(_FORMULA) is not None:
        return False
    value = sheet.values(cell)[0][0]
    return value == number and not isinstance(value, bool)


def _look(
    book: PackageBook,
    sheet: PackageSheet,
    was: PackageSheet,
    looks: Mapping[int, int],
    cell: _Painted,
) -> int:
    now = sheet.look(cell.now.row, cell.now.column)
    before = looks.get(was.look(cell.was.row, cell.was.column), 0)
    left = looks[cell.look]
    if now == left:
        return before
    styles = book.styles
    filled = styles.fill_colour(now) != styles.fill_colour(left)
    if cell.clue and filled:
        # A person has given the clue another colour, so all of its look stays.
        return now
    return styles.mixed(before, now, fill=filled)


def _content(
    book: PackageBook, element: Element | None, texts: Mapping[int, str]
) -> Element | None:
    """A cell as it was, adapted to the current file."""
    if element is None:
        return None
    content = deepcopy(element)
    if content.get("t") == "s":
        number = whole(content.findtext(_VALUE, ""))
        text = texts.get(number, "")
        try:
            known = book.shared_string(number) == text
        except DamagedWorkbook:
            known = False
        if not known:
            # Another program has saved the file and renumbered its texts.
            del content[:]
            content.set("t", "inlineStr")
            etree.SubElement(etree.SubElement(content, _INLINE), _TEXT).text = text
    if not any(name.lower().endswith("/metadata.xml") for name in book.archive.names):
        for name in ("cm", "vm"):
            content.attrib.pop(name, "")
    return content


def _drop(cell: Element, tag: str) -> None:
    child = cell.find(tag)
    if child is not None:
        cell.remove(child)
        if tag == _VALUE:
            cell.attrib.pop("t", "")


def _free_formulas(was: PackageSheet, grid: Area, typed: set[Area], moved: bool) -> list[Held]:
    """Make the formulas of the grid independent of each other, so that each can be put back.

    Returns the arrays outside the grid that fill cells of it.
    """
    formulas = was.formulas()
    dissolve(
        {held.group for held in formulas if held.group and grid.contains(held.place)}, formulas
    )
    outside = []
    for held in formulas:
        if not (held.fixed_array and held.area.intersects(grid)):
            continue
        if moved or any(held.area.contains(cell) for cell in typed):
            # Its cells keep their values, because an array cannot contain other values.
            held.cell.remove(held.formula)
        elif not grid.contains(held.place):
            outside.append(held)
    return outside


def _put_array_back(sheet: PackageSheet, was: PackageSheet, held: Held) -> bool:
    row, column = held.place.row, held.place.column
    element = sheet.cell(row, column)
    if element is None or element.find(_FORMULA) is not None:
        return False
    if sheet.values(held.place) != was.values(held.place):
        return False
    element.insert(0, deepcopy(held.formula))
    sheet.changed = True
    return True


def clear_painted(sheet: PackageSheet, memory: Memory, grid: Area) -> None:
    """Clear a board whose original cells are not recorded.

    The cells get the look of an empty template; the given marks become numbers.
    """
    cleared = []
    fills = sheet.fills(grid)
    for cell in grid.cells():
        row, column = cell.row - grid.row, cell.column - grid.column
        painted, start = memory.painted[row, column], memory.start[row, column]
        if fills[row][column] not in _FILLS[painted]:
            continue
        if _shows(sheet, cell, _MARKS[painted]):
            sheet.write(cell, [[_MARKS[start]]])
        cleared.append(cell)
    sheet.restyle(cleared, CLEARED_STYLE)
    for cell, fill in memory.marked:
        if sheet.fills(cell)[0][0] in CLUE_FILLS:
            sheet.restyle([cell], Style(fill))
