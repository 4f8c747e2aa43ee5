"""Finds empty lines of a sheet that only divide a grid into groups of five or ten."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from xlnono.errors import XlnonoError
from xlnono.language import Listed, Text
from xlnono.puzzle_sheet.layout import Layout
from xlnono.spreadsheet.area import column_letters
from xlnono.spreadsheet.sheet import Sheet

_GROUPS = (5, 10)


class SpacerLines(XlnonoError):
    code = "spacer-lines"
    template = Text(
        "empty lines seem to divide the grid into groups ({lines}): delete these rows and columns "
        "of the sheet, so that the cells of the grid touch each other.",
        "盤面が空の行や列で区切られているようです({lines})。"
        "盤面のマスが隣り合うように、これらの行と列をシートから削除してください。",
    )


def check_spacers(
    sheet: Sheet, layout: Layout, blank: tuple[Collection[int], Collection[int]]
) -> None:
    """Raise SpacerLines if lines without clues divide the grid.

    `blank` are the rows and the columns without any clue, as indices.
    """
    grid = layout.grid
    regular = [
        _regular(lines, count)
        for lines, count in zip(blank, (grid.height, grid.width), strict=True)
    ]
    if not any(regular):
        return
    bordered = sheet.bordered(grid)
    if any(map(any, bordered)):
        across = [list(column) for column in zip(*bordered, strict=True)]
        regular = [
            _without_borders(lines, cells, others)
            for lines, cells, others in zip(
                regular, (bordered, across), reversed(regular), strict=True
            )
        ]
    elif not all(regular) or any(
        len(lines) != len(found) for lines, found in zip(blank, regular, strict=True)
    ):
        # Without borders, only groups in both directions show that the lines are not blank ones.
        return
    if any(regular):
        rows = [str(grid.row + k) for k in regular[0]]
        columns = [column_letters(grid.column + k) for k in regular[1]]
        raise SpacerLines(lines=Listed((*rows, *columns))).at(sheet=sheet.title, cell=grid.address)


def _regular(blank: Collection[int], count: int) -> list[int]:
    """The blank lines after each group of lines, if there are groups."""
    for group in _GROUPS:
        lines = list(range(group, count, group + 1))
        if lines and lines[-1] < count - 1 and all(line in blank for line in lines):
            return lines
    return []


def _without_borders(
    lines: Sequence[int], bordered: Sequence[Sequence[bool]], crossing: Sequence[int]
) -> list[int]:
    """The lines, if only they have no borders; other cells without any are those of `crossing`."""

    def drawn(line: int) -> bool:
        return any(mark for k, mark in enumerate(bordered[line]) if k not in crossing)

    others = [drawn(line) for line in range(len(bordered)) if line not in lines]
    return list(lines) if all(others) and not any(map(drawn, lines)) else []
