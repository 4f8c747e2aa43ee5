"""Finds the clues of a puzzle that are just two lists, without a grid."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from xlnono.command_words import as_typed, quoted
from xlnono.errors import XlnonoError
from xlnono.language import Language, Text
from xlnono.model.puzzle import Clue
from xlnono.patterns import pattern
from xlnono.puzzle_sheet.clues import readings_in
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Sheet, Value

_LEAST_LINES = 4
_LEAST_SEVERAL = 1 / 4
"""The share of the lines that have several numbers in lists that are not labelled."""
_MOST_LINES = 1000
_MOST_CELLS = 20_000
_ROWS = pattern(r"\b(rows?|across|horizontals?)\b|行|横|よこ|ヨコ", re.IGNORECASE)
_COLUMNS = pattern(r"\b(columns?|cols?|down|verticals?)\b|列|縦|たて|タテ", re.IGNORECASE)


class CluesWithoutGrid(XlnonoError):
    code = "no-grid"
    template = Text(
        "these seem to be the clues of a puzzle of {height} rows ({rows}) and {width} columns "
        "({columns}), but there is no grid for them. To put them into a template, run: {command}",
        "縦 {height} × 横 {width} の問題のヒントのようですが(行 {rows}、列 {columns})、盤面が"
        "ありません。ひな形に移すには、次のコマンドを実行してください: {command}",
    )

    def __init__(self, lists: ClueLists, *, only_sheet: bool) -> None:
        """`only_sheet`: the workbook has no other sheets."""
        super().__init__(
            height=len(lists.rows),
            width=len(lists.columns),
            rows=lists.row_cells.address,
            columns=lists.column_cells.address,
        )
        self.lists = lists
        self._only_sheet = only_sheet

    def message(self, language: Language = "en") -> str:
        source = Path(self.place.file or "FILE.xlsx")
        target = source.with_name(f"{source.stem} template.xlsx")
        command = f"xlnono convert {as_typed(source)} {as_typed(target)}"
        if self.place.sheet is not None and not self._only_sheet:
            command += f" --sheet {quoted(self.place.sheet)}"
        return self.template.of(language, **self.facts, command=command)


class ClueLists(NamedTuple):
    """The clues of the rows and of the columns, and the cells that hold them."""

    rows: Sequence[Clue]
    columns: Sequence[Clue]
    row_cells: Area
    column_cells: Area


class _List(NamedTuple):
    """A list of clues, its cells, and what is written above or beside it."""

    clues: Sequence[Clue]
    cells: Area
    label: str

    @property
    def total(self) -> int:
        return sum(map(sum, self.clues))

    @property
    def several(self) -> float:
        """The share of the clues with several numbers."""
        return sum(len(clue) > 1 for clue in self.clues) / len(self.clues)

    def fits(self, length: int) -> bool:
        return all(clue.least_length <= length for clue in self.clues)


def find_lists(sheet: Sheet) -> ClueLists | None:
    """The two lists of clues on a sheet, None if there is anything else.

    Without labels, the first one is that of the rows, and both must add up to the same number.
    """
    used = sheet.used()
    if used is None:
        return None
    area = used._replace(height=min(used.height, _MOST_LINES), width=min(used.width, _MOST_LINES))
    if area.height * area.width > _MOST_CELLS:
        return None
    values = sheet.values(area)
    clues = [[_clue(value) for value in row] for row in values]
    lists = [
        one
        for block in _blocks(clues, 0, 0, area.height, area.width)
        for one in _lists(clues, values, area, *block)
        if len(one.clues) >= _LEAST_LINES
    ]
    if len(lists) != 2:
        return None
    rows, columns = lists
    if _COLUMNS.search(rows.label) and not _ROWS.search(rows.label):
        rows, columns = columns, rows
    if not (rows.fits(len(columns.clues)) and columns.fits(len(rows.clues))):
        return None
    labelled = _ROWS.search(rows.label) and _COLUMNS.search(columns.label)
    several = min(rows.several, columns.several) >= _LEAST_SEVERAL
    if not labelled and (rows.total != columns.total or not several):
        return None
    return ClueLists(rows.clues, columns.clues, rows.cells, columns.cells)


def _clue(value: Value) -> Clue | None:
    """The numbers of a cell, None if it holds none or anything else."""
    try:
        return Clue(readings_in(value)[0].blocks) or None
    except XlnonoError:
        return None


_Clues = Sequence[Sequence[Clue | None]]


def _blocks(
    clues: _Clues, top: int, left: int, bottom: int, right: int
) -> Iterator[tuple[int, int, int, int]]:
    """The blocks of cells with numbers, apart from each other by a line without any."""
    rows = [row for row in range(top, bottom) if any(clues[row][left:right])]
    columns = [
        column
        for column in range(left, right)
        if any(clues[row][column] for row in range(top, bottom))
    ]
    if not rows:
        return
    for lines, across in ((columns, True), (rows, False)):
        gaps = [k for k, line in enumerate(lines[1:], 1) if line > lines[k - 1] + 1]
        if gaps:
            for first, end in zip([0, *gaps], [*gaps, len(lines)], strict=True):
                part = lines[first], lines[end - 1] + 1
                if across:
                    yield from _blocks(clues, top, part[0], bottom, part[1])
                else:
                    yield from _blocks(clues, part[0], left, part[1], right)
            return
    yield rows[0], columns[0], rows[-1] + 1, columns[-1] + 1


def _lists(
    clues: _Clues,
    values: Sequence[Sequence[Value]],
    area: Area,
    top: int,
    left: int,
    bottom: int,
    right: int,
) -> Iterator[_List]:
    """The lists in a block: one in each of two columns of texts, or one with a clue per row."""
    rows = range(top, bottom)
    if right - left > 1 and [clues[row][left] for row in rows] == [
        (number,) for number in range(1, len(rows) + 1)
    ]:
        left += 1
    columns = [[clues[row][column] for row in rows] for column in range(left, right)]
    texts = sum(clue is not None and len(clue) > 1 for column in columns for clue in column)
    apart = [(k, k + 1) for k in range(left, right)] if len(columns) == 2 and texts else []
    for first, end in apart or [(left, right)]:
        held = [
            Clue(number for clue in clues[row][first:end] for number in clue or ()) for row in rows
        ]
        while held and not held[-1]:
            held.pop()
        cells = Area(area.row + top, area.column + first, max(len(held), 1), end - first)
        yield _List(
            [clue if any(clue) else Clue() for clue in held], cells, _label(values, top, first)
        )


def _label(values: Sequence[Sequence[Value]], row: int, column: int) -> str:
    """The text above a cell, or left of it."""
    above = values[row - 1][column] if row else None
    beside = values[row][column - 1] if column else None
    for held in (above, beside):
        if isinstance(held, str) and held.strip():
            return held
    return ""
