"""Writes corrected clues into the cells of their lines, in the way the others were typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from xlnono.errors import XlnonoError
from xlnono.language import Text
from xlnono.model.board import Axis, Line
from xlnono.model.mistakes import ChangedClue
from xlnono.patterns import pattern
from xlnono.puzzle_sheet.clues import readings_in
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.read_clues import repeated_clues
from xlnono.spreadsheet.area import Area, rectangles
from xlnono.spreadsheet.sheet import Content, Sheet, Value

_DIGITS = pattern("[0-9０-９]+")
_SPACE = " "

Blocks = tuple[int, ...]


class ClueHasNoRoom(XlnonoError):
    code = "clue-has-no-room"
    template = Text(
        "the clue of {line} is to become “{clue}”, which needs {needed} cells, but it has only "
        "{room}: make room for another number, or type the clue yourself.",
        "{line}のヒントを「{clue}」に直すにはセルが {needed} 個必要ですが、{room} 個しか"
        "ありません。セルを増やすか、自分で入力してください。",
    )


class ClueIsFormula(XlnonoError):
    code = "clue-is-formula"
    template = Text(
        "the clue of {line} is to become “{clue}”, but it is the result of a formula, which "
        "xlnono does not overwrite: correct what the formula refers to.",
        "{line}のヒントを「{clue}」に直したいのですが、数式の結果なので上書きしません。"
        "数式の参照先を直してください。",
    )


def write_clues(sheet: Sheet, layout: Layout, changes: Iterable[ChangedClue]) -> None:
    """Write the correct clues into the clue cells of some lines, and empty those not needed.

    Raises ClueHasNoRoom or ClueIsFormula; nothing is written then.
    """
    write_cells(sheet, corrected_cells(sheet, layout, changes))


def corrected_cells(
    sheet: Sheet, layout: Layout, changes: Iterable[ChangedClue]
) -> dict[Area, Content]:
    """What the clue cells of some lines have to hold, as far as that is not there already.

    A line whose numbers share a cell gets a text with the separators typed there; otherwise each
    number gets a cell of its own, beginning or ending where the typed clue did. A line without
    black cells gets a 0. Clues repeated on the other side of the grid are changed there as well,
    unless they are formulas, which follow those that are typed.

    Raises ClueHasNoRoom or ClueIsFormula.
    """
    changes = list(changes)
    written: dict[Area, Content] = {}
    for axis in Axis:
        own = [changed for changed in changes if changed.line.axis is axis]
        for clues in _sides(sheet, layout, axis) if own else ():
            for changed in own:
                written |= clues.corrected(changed)
    return written


def write_cells(sheet: Sheet, written: Mapping[Area, Content]) -> None:
    """Write contents into scattered cells."""
    for area in rectangles((cell.row, cell.column) for cell in written):
        sheet.write(
            area,
            [
                [written[Area(row, area.column + k)] for k in range(area.width)]
                for row in range(area.row, area.last_row + 1)
            ],
        )


def _sides(sheet: Sheet, layout: Layout, axis: Axis) -> Iterator[_TypedClues]:
    """The clue cells of an axis, and those on the other side of the grid that repeat them."""
    clues = _TypedClues(sheet, layout, axis)
    yield clues
    other = layout.opposite(axis)
    if other is not None and repeated_clues(sheet, other, axis, clues.blocks()) is not None:
        moved = layout._replace(rows=other) if axis is Axis.ROW else layout._replace(columns=other)
        yield _TypedClues(sheet, moved, axis, repeated=True)


class _TypedClues:
    """What was typed into the clue cells of an axis, on one side of the grid."""

    def __init__(self, sheet: Sheet, layout: Layout, axis: Axis, *, repeated: bool = False) -> None:
        self._sheet, self._layout, self._repeated = sheet, layout, repeated
        grid = layout.grid
        if axis is Axis.ROW:
            area, count = layout.rows, grid.height
            self._before_grid = area.column < grid.column
        else:
            area, count = layout.columns, grid.width
            self._before_grid = area.row < grid.row
        self._lines = [Line(axis, k) for k in range(count)]
        cells = list(area.cells())
        held = (value for row in sheet.values(area) for value in row)
        formulas = (each for row in sheet.calculated(area) for each in row)
        self._held: dict[Area, Value] = dict(zip(cells, held, strict=True))
        self._formulas = {cell for cell, each in zip(cells, formulas, strict=True) if each}
        covered = {
            cell
            for merged in sheet.merged()
            if merged.intersects(area)
            for cell in list(merged.cells())[1:]
        }
        self._cells = {
            line: [cell for cell in layout.clue(line).cells() if cell not in covered]
            for line in self._lines
        }
        separators = Counter(filter(None, map(_separator, self._held.values())))
        self._separator = separators.most_common(1)[0][0] if separators else _SPACE
        self._as_text = bool(separators) or any(len(cells) == 1 for cells in self._cells.values())

    def blocks(self) -> list[Blocks]:
        """The typed clues, without zeros."""
        return [
            tuple(block for cell in self._cells[line] for block in _blocks(self._held[cell]))
            for line in self._lines
        ]

    def corrected(self, changed: ChangedClue) -> dict[Area, Content]:
        """What the cells of a line have to hold, as far as that is not there already."""
        cells = self._cells[changed.line]
        if self._repeated and self._formulas.intersection(cells):
            return {}
        blocks = changed.correct or (0,)
        filled = [cell for cell in cells if _blocks(self._held[cell], changed.typed)]
        if not filled:
            zeros = [cell for cell in cells if self._held[cell] in (0, "0")]
            filled = zeros if len(zeros) == 1 else []
        contents: dict[Area, Content] = dict.fromkeys(filled)
        if len(cells) == 1 or self._share_a_cell(filled, blocks):
            target = self._shared(filled, cells)
            contents[target] = self._retyped(target, changed.typed, blocks)
        else:
            for cell, block in zip(self._places(changed, filled), blocks, strict=True):
                contents[cell] = self._retyped(cell, changed.typed, (block,))
        contents = {
            cell: self._padding(cells, filled) if content is None else content
            for cell, content in contents.items()
            if content != self._held[cell]
        }
        if calculated := self._formulas.intersection(contents):
            clue = _SPACE.join(map(str, blocks))
            raise ClueIsFormula(line=changed.line, clue=clue).at(
                sheet=self._sheet.title, cell=min(calculated).address
            )
        return contents

    def _share_a_cell(self, filled: Sequence[Area], blocks: Blocks) -> bool:
        """Whether all numbers of a line belong in one cell."""
        if any(len(_blocks(self._held[cell])) > 1 for cell in filled):
            return True
        return self._as_text and len(filled) <= 1 < len(blocks)

    def _shared(self, filled: Sequence[Area], cells: Sequence[Area]) -> Area:
        """The cell for all numbers of a line: the one with most of them, or next to the grid."""
        if filled:
            return max(filled, key=lambda cell: len(_blocks(self._held[cell])))
        return cells[-1] if self._before_grid else cells[0]

    def _places(self, changed: ChangedClue, filled: Sequence[Area]) -> Sequence[Area]:
        """The cells for the numbers of a line, one each."""
        cells, blocks = self._cells[changed.line], changed.correct or (0,)
        count, most = len(blocks), len(cells)
        if count > most:
            raise ClueHasNoRoom(
                line=changed.line, clue=_SPACE.join(map(str, blocks)), needed=count, room=most
            ).at(sheet=self._sheet.title, cell=self._layout.clue(changed.line).address)
        nearest = cells[-1] if self._before_grid else cells[0]
        if not filled or nearest in filled:
            return cells[most - count :] if self._before_grid else cells[:count]
        first = min(cells.index(filled[0]), most - count)
        return cells[first : first + count]

    def _padding(self, cells: Sequence[Area], filled: Sequence[Area]) -> Content:
        """What cells of a line hold that are not needed: nothing, or a sign or 0 as the others."""
        signs = {self._held[cell] for cell in cells if cell not in filled} - {None}
        sign = signs.pop() if len(signs) == 1 else None
        return sign if isinstance(sign, int | str) else None

    def _retyped(self, cell: Area, typed: Blocks, blocks: Blocks) -> Content:
        """What a cell holds with other numbers; a text keeps what stands around and between."""
        held = self._held[cell]
        if isinstance(held, str) and (before := _blocks(held, typed)):
            numbers = list(_DIGITS.finditer(held))[-len(before) :]
            if [int(number[0]) for number in numbers] == list(before):
                separator = _separator(held[numbers[0].start() :]) or self._separator
                start, end = held[: numbers[0].start()], held[numbers[-1].end() :]
                return start + separator.join(map(str, blocks)) + end
        return blocks[0] if len(blocks) == 1 else self._separator.join(map(str, blocks))


def _blocks(value: Value, typed: Blocks = ()) -> Blocks:
    """The blocks in a cell without zeros: as typed, if it can be read so."""
    with suppress(XlnonoError):
        found = [tuple(filter(None, reading.blocks)) for reading in readings_in(value)]
        return typed if typed in found else found[0]
    return ()


def _separator(value: Value) -> str | None:
    """What stands between the last two numbers in a cell, None without two.

    The first can be the number of the line, and then what follows it separates nothing else.
    """
    if isinstance(value, str) and len(numbers := list(_DIGITS.finditer(value))) > 1:
        return value[numbers[-2].end() : numbers[-1].start()]
    return None
