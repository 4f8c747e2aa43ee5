"""Whether the log of a puzzle still tells which cells xlnono has painted."""

from __future__ import annotations

from xlnono.errors import XlnonoError
from xlnono.language import Text
from xlnono.model.board import Cell
from xlnono.puzzle_sheet.companion_sheets import LOG_NAME, companion, numbered
from xlnono.puzzle_sheet.marks import known_colours, looks_painted, mark_of
from xlnono.puzzle_sheet.memory import Memory, has_remains, memory_in
from xlnono.puzzle_sheet.read import PuzzleSheet
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Sheet


class LogOutdated(XlnonoError):
    code = "log-outdated"
    template = Text(
        "the log of this puzzle does not match its grid of {height} rows and {width} columns: "
        "perhaps rows or columns were inserted or deleted after solving. Undo that, restore a "
        "backup, or clear the grid by hand and delete the log and the replay. The sheet was left "
        "as it is.",
        "解答手順シートの記録が盤面(縦 {height} × 横 {width})と合いません。解いたあとに行や列を"
        "挿入または削除したのかもしれません。それを元に戻すか、バックアップを使うか、盤面を手で消し、"
        "解答手順と再生のシートを削除してください。このシートはそのまま残しました。",
    )


class LogRearranged(XlnonoError):
    code = "log-rearranged"
    template = Text(
        "the log of this puzzle no longer shows which cells xlnono painted: perhaps its rows were "
        "sorted, or its first row was deleted. Undo that, restore a backup, or clear the grid by "
        "hand and delete the log and the replay. The sheet was left as it is.",
        "どのマスを xlnono が塗ったかの記録が、解答手順シートから読み取れません。行を並べ替えたり、"
        "1行目を削除したりしたのかもしれません。それを元に戻すか、バックアップを使うか、盤面を手で"
        "消し、解答手順と再生のシートを削除してください。このシートはそのまま残しました。",
    )


def checked_memory(log: Sheet, height: int, width: int) -> Memory | None:
    """The memory in the log of a grid of this size, None if it has none, as in a shared copy.

    Raises LogOutdated or LogRearranged.
    """
    memory = memory_in(log)
    if memory is None:
        if has_remains(log):
            raise LogRearranged()
    elif (memory.start.height, memory.start.width) != (height, width):
        raise LogOutdated(height=height, width=width)
    return memory


def check_record(sheet: Sheet, read: PuzzleSheet) -> None:
    """Raise what `checked_memory` raises, unless the grid of a puzzle that was read shows nothing
    that xlnono may have painted.

    A new log would lose what the old one shows of these cells.
    """
    if read.memory is not None:
        return
    grid, log = read.layout.grid, companion(sheet, numbered(LOG_NAME, read.number))
    if log is not None and _may_be_painted(sheet, grid):
        checked_memory(log, grid.height, grid.width)


def _may_be_painted(sheet: Sheet, grid: Area) -> bool:
    looks = sheet.values(grid), sheet.fills(grid), known_colours(sheet, grid)
    for values, fills, texts in zip(*looks, strict=True):
        for value, fill, text in zip(values, fills, texts, strict=True):
            mark = mark_of(value, fill)
            if mark is not Cell.UNKNOWN and looks_painted(mark, fill, text):
                return True
    return False
