"""Whether the log of a puzzle still tells which cells xlnono has painted."""

from __future__ import annotations

from xlnono.errors import XlnonoError
from xlnono.language import Text
from xlnono.model.board import Cell
from xlnono.puzzle_sheet.companion_sheets import LOG_NAME, companion, numbered
from xlnono.puzzle_sheet.marks import looks_painted, mark_of
from xlnono.puzzle_sheet.memory import is_rearranged, memory_in
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


def check_log(log: Sheet, height: int, width: int) -> None:
    """Raise LogOutdated or LogRearranged if a log is not that of a grid of this size any more.

    A log without a record, as in a shared copy, is in order.
    """
    if is_rearranged(log):
        raise LogRearranged()
    memory = memory_in(log)
    if memory is not None and (memory.start.height, memory.start.width) != (height, width):
        raise LogOutdated(height=height, width=width)


def check_record(sheet: Sheet, grid: Area, number: int) -> None:
    """Raise what `check_log` raises, unless the grid shows nothing that xlnono may have painted.

    Whoever writes a new log would lose what the old one tells of these cells.
    """
    log = companion(sheet, numbered(LOG_NAME, number))
    if log is not None and _may_be_painted(sheet, grid):
        check_log(log, grid.height, grid.width)


def _may_be_painted(sheet: Sheet, grid: Area) -> bool:
    colours = sheet.text_colours(grid)
    # xlwings alone does not read the colours of texts.
    known = any(map(any, colours))
    for values, fills, texts in zip(sheet.values(grid), sheet.fills(grid), colours, strict=True):
        for value, fill, text in zip(values, fills, texts, strict=True):
            mark = mark_of(value, fill)
            if mark is not Cell.UNKNOWN and looks_painted(mark, fill, text if known else None):
                return True
    return False
