"""The log sheet: how the solve went, every step of it, and what it has to remember."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence

from xlnono.board import Cell
from xlnono.errors import Language
from xlnono.solution import Outcome, Solution
from xlnono.steps import Step
from xlnono.wording import grade_name, outcome_name, technique_name, why
from xlnono.workbook import painting
from xlnono.workbook.layout import Area, Layout, reference
from xlnono.workbook.memory import (
    BOARD_NAME,
    COLUMNS,
    LOG_NAME,
    Memory,
    belongs_to,
    board_reference,
    log_sheet_of,
)
from xlnono.workbook.reading import PuzzleSheet
from xlnono.workbook.sheet import Page, PageCell, Sheet, Value

_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "title": "{sheet} log",
        "heading": "How the puzzle on the sheet “{sheet}” was solved",
        "size": "Size (columns × rows)",
        "size of": "{width} × {height}",
        "outcome": "Outcome",
        "difficulty": "Difficulty",
        "engine": "Engine",
        "time": "Time",
        "seconds": "{seconds:.3f} s",
        "givens": "Marks at the start",
        "steps": "Steps",
        "techniques": "Steps by technique",
        "clash": "No solution",
        "clashing": "{line} ({cells}) cannot be satisfied",
        "colours": "Colours",
        "black": "black",
        "white": "· white",
        "unknown": "not known",
        "different": "two solutions differ",
        "red": "impossible",
        "Step": "Step",
        "Line": "Line",
        "Technique": "Technique",
        "Fixed": "What was fixed",
        "Why": "Why",
        "From": "From which cells",
        "Left": "Still unknown",
        "several": "several lines",
    },
    "ja": {
        "title": "{sheet} 解答手順",
        "heading": "シート「{sheet}」の問題の解き方",
        "size": "大きさ",
        "size of": "横 {width} × 縦 {height}",
        "outcome": "結果",
        "difficulty": "難しさ",
        "engine": "解答エンジン",
        "time": "時間",
        "seconds": "{seconds:.3f} 秒",
        "givens": "最初からあった印",
        "steps": "手順の数",
        "techniques": "手筋ごとの数",
        "clash": "解なし",
        "clashing": "{line}({cells})を満たす置き方がありません",
        "colours": "色の意味",
        "black": "黒マス",
        "white": "· 白マス",
        "unknown": "未確定",
        "different": "2つの解で異なるマス",
        "red": "満たせない",
        "Step": "手順",
        "Line": "行・列",
        "Technique": "手筋",
        "Fixed": "決まったマス",
        "Why": "理由",
        "From": "根拠のマス",
        "Left": "残りマス数",
        "several": "複数の行・列",
    },
}

_HEADINGS = ("Step", "Line", "Technique", "Fixed", "Why", "From", "Left")
_WIDTHS = (7, 18, 22, 24, 56, 24, 14)
_LINE_HEIGHT = 15.0
_GREATEST_HEIGHT = 409.0
_WRAPPING = 0.95
"""Letters are narrower than the digits that column widths count, but lines break early."""
_LONGEST_TEXT = 32_767
_LONGEST_TITLE = 31
_HEADER_FILL = "D9E1F2"


def _row(*values: str | int | None, bold: Sequence[int] = ()) -> list[PageCell | None]:
    """Cells from the first column on; `bold` are the places of those that are labels."""
    return [
        None if value is None else PageCell(value, bold=k in bold, wrap=k not in bold)
        for k, value in enumerate(values)
    ]


def _summary(
    read: PuzzleSheet, solution: Solution, time: str, language: Language
) -> list[list[PageCell | None]]:
    words = _WORDS[language]
    log, difficulty = solution.log, solution.difficulty
    size = words["size of"].format(width=read.puzzle.width, height=read.puzzle.height)
    grade = (
        "—"
        if difficulty is None
        else (f"{grade_name(difficulty.grade, language)} ({difficulty.score:.0f})")
    )
    techniques = (
        "—"
        if log is None
        else ", ".join(
            f"{technique_name(technique, language)} {count}"
            for technique, count in log.by_technique().items()
        )
    )
    rows: list[list[PageCell | None]] = [
        [PageCell(words["heading"].format(sheet=read.title), bold=True)],
        _row(
            None,
            words["outcome"], outcome_name(solution.outcome, language),
            words["difficulty"], grade,
            words["size"], size,
            bold=(1, 3, 5),
        ),
        _row(
            None,
            words["steps"], "—" if log is None else len(log),
            words["techniques"], techniques,
            words["time"], time,
            bold=(1, 3, 5),
        ),
        _row(
            None,
            words["givens"], read.puzzle.width * read.puzzle.height - read.marks.unknown,
            *_clash(read, solution, language),
            words["engine"], solution.engine,
            bold=(1, 3, 5),
        ),
        [
            None,
            PageCell(words["colours"], bold=True),
            PageCell(words["black"], fill=painting.BLACK_FILL, font=painting.BLACK_FONT),
            PageCell(words["white"], font=painting.WHITE_FONT),
            PageCell(words["unknown"], fill=painting.UNKNOWN_FILL),
            PageCell(words["different"], fill=painting.DIFFERENT_FILL),
            PageCell(words["red"], fill=painting.CLASH_FILL),
        ],
        [],
    ]  # fmt: skip
    return rows


def _clash(
    read: PuzzleSheet, solution: Solution, language: Language
) -> tuple[str | None, str | None]:
    if solution.outcome is not Outcome.NONE or solution.clash is None:
        return None, None
    line = solution.clash
    cells = read.layout.clue(line).address
    words = _WORDS[language]
    return words["clash"], words["clashing"].format(line=line.named(language), cells=cells)


def _fixed(step: Step, layout: Layout) -> str:
    texts = []
    for cell, sign in ((Cell.BLACK, "■"), (Cell.WHITE, "×")):
        positions = [(row, column) for row, column, fixed in step.fixed if fixed is cell]
        if positions:
            texts.append(f"{layout.cells(positions)} {sign}")
    return "; ".join(texts)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"


def _line(step: Step, read: PuzzleSheet, language: Language) -> PageCell:
    if step.line is None:
        target = read.layout.areas([(row, column) for row, column, _ in step.fixed])[0]
        name = _WORDS[language]["several"]
    else:
        target = read.layout.line(step.line)
        name = step.line.named(language)
    return PageCell(name, wrap=True, link=reference(read.title, target))


def _table(
    read: PuzzleSheet, solution: Solution, language: Language
) -> list[list[PageCell | None]]:
    log = solution.log
    if log is None:
        return []
    words = _WORDS[language]
    rows: list[list[PageCell | None]] = [
        [PageCell(words[heading], bold=True, fill=_HEADER_FILL, wrap=True) for heading in _HEADINGS]
    ]
    unknown = log.start.unknown
    for number, step in enumerate(log, 1):
        unknown -= len(step.fixed)
        rows.append(
            [
                PageCell(number),
                _line(step, read, language),
                PageCell(technique_name(step.technique, language), wrap=True),
                PageCell(_cut(_fixed(step, read.layout)), wrap=True),
                PageCell(_cut(why(step, read.puzzle, read.layout, language)), wrap=True),
                PageCell(_cut(read.layout.cells(step.evidence)), wrap=True),
                PageCell(unknown),
            ]
        )
    return rows


def _same_steps(
    table: list[list[PageCell | None]], held: list[list[Value]], header_row: int
) -> bool:
    new = [[cell.value if cell and cell.value != "" else None for cell in row] for row in table]
    old = held[header_row - 1 :]
    return new == old[: len(new)] and not any(any(row) for row in old[len(new) :])


def _text_width(text: str) -> int:
    """How many columns of a fixed-width font a text takes: two for a full-width character."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def _height(row: list[PageCell | None]) -> float:
    """The height of a row in which every text is shown whole.

    Excel finds it by itself, other programs do not.
    """
    lines = [
        math.ceil(_text_width(str(cell.value)) * _WRAPPING / width)
        for cell, width in zip(row, _WIDTHS, strict=False)
        if cell is not None and cell.wrap
    ]
    return min(max([1, *lines]) * _LINE_HEIGHT, _GREATEST_HEIGHT)


def log_page(
    sheet: Sheet, read: PuzzleSheet, solution: Solution, memory: Memory, language: Language
) -> Page:
    """The log of a solve as data.

    If an earlier log of the sheet tells of the very same solve, its time figure is kept.
    """
    time = _WORDS[language]["seconds"].format(seconds=solution.seconds)
    table = _table(read, solution, language)
    header_row = len(_summary(read, solution, time, language)) + 1
    earlier, log = read.memory, log_sheet_of(sheet)
    if earlier is not None and log is not None and earlier._replace(time="") == memory:
        used = log.used()
        if used is not None:
            held = log.values(Area(1, 1, used.last_row, len(_HEADINGS)))
            if _same_steps(table, held, header_row):
                time = earlier.time
    rows = _summary(read, solution, time, language) + table
    heights = [_height(row) for row in rows]
    printed = Area(1, 1, len(rows), len(_HEADINGS))
    remembered = memory._replace(time=time).cells()
    rows += [[] for _ in range(len(remembered) - len(rows))]
    for row, cells in zip(rows, remembered, strict=False):
        row += [None] * (COLUMNS[0] - 1 - len(row))
        row += cells
    return Page(
        rows,
        _WIDTHS,
        heights,
        header_row,
        filtered=bool(table),
        printed=printed,
        hidden=COLUMNS,
        names={BOARD_NAME: board_reference(sheet, read.layout.grid)},
    )


def _new_title(sheet: Sheet, language: Language) -> str:
    """A title of at most 31 characters that no other tab has."""
    taken = {title.casefold() for title in sheet.book.titles()}
    pattern = _WORDS[language]["title"]
    room = _LONGEST_TITLE - len(pattern.format(sheet=""))
    title, number = pattern.format(sheet=sheet.title[:room]), 1
    while title.casefold() in taken:
        number += 1
        mark = f" {number}"
        title = pattern.format(sheet=sheet.title[: room - len(mark)]) + mark
    return title


def write_log(
    sheet: Sheet, read: PuzzleSheet, solution: Solution, memory: Memory, language: Language
) -> None:
    """Write the log of a solve behind the puzzle's sheet, or over the log it already has.

    A solution without a log gets no new sheet, but an old log is replaced by the summary,
    for it would tell of another solve.
    """
    old = log_sheet_of(sheet)
    if old is not None and not belongs_to(old, sheet):
        old = None
    if old is None and solution.log is None:
        return
    page = log_page(sheet, read, solution, memory, language)
    title = _new_title(sheet, language) if old is None else old.title
    sheet.book.put_page(title, page, sheet)
    sheet.set_name(LOG_NAME, reference(title, Area(1, 1)))
