"""The evidence that a part of a sheet is a puzzle and not an ordinary table.

The rows and the columns of a puzzle add up to the same number; after a typing mistake, they differ
by one line at most. Other tables with numbers at the left and at the top hardly ever do that,
unless these are headings that count up, or the totals of the cells in the middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

from xlnono.errors import XlnonoError
from xlnono.language import Phrase, Text
from xlnono.puzzle_sheet.ink import Ink, bits, span

_FITTING_SHARE, _GIVEN_SHARE, _FOREIGN_SHARE, _CONTRADICTED_SHARE = 2 / 3, 1 / 2, 1 / 4, 1 / 3
_LONGEST_COUNT = 5
"""A line of headings 1, 2, 3 … longer than this is a table's numbering, not clues."""
_SHORTEST_HEADINGS = 3
_LEAST_HELD = 3
_SMALL_GAP = 10
_FEW_LINES, _MANY_LINES = 7, 12
"""Up to the first number of clues, totals may agree by chance; from the second on, hardly ever."""


Doubt = Text | Phrase
"""Why something that looks like a puzzle may be an ordinary table."""

_HEADINGS = Text(
    "the numbers go up in equal steps, as headings do", "数字が見出しのように等間隔で並んでおり"
)
_COUNTED = Text(
    "the numbers are the totals of the cells between them",
    "数字が中のセルの合計や個数と一致しており",
)
_FILLED = Text(
    "the cells of the grid hold other text or numbers",
    "盤面に当たるセルに別の文字や数字が入っており",
)
_CONTRADICTED = Text(
    "the marks in the grid contradict many of the numbers",
    "盤面に当たるセルの印が多くの数字と矛盾しており",
)
_PART = Text("it may be part of a larger table", "もっと大きな表の一部かもしれず")


_TOTALS = Text(
    "the rows add up to {rows} and the columns to {columns}",
    "行の合計が {rows}、列の合計が {columns} と大きく異なり",
)


class DoubtfulPuzzle(XlnonoError):
    code = "doubtful-puzzle"
    template = Text(
        "this looks like a puzzle, but {doubt}, so it was treated as an ordinary table. If it "
        "is a puzzle, choose this sheet with --sheet, or name the three ranges xlnono_rows, "
        "xlnono_columns and xlnono_grid.",
        "問題のように見えますが、{doubt}、普通の表として扱いました。"
        "問題であれば --sheet でこのシートを指定するか、3つの範囲に xlnono_rows、"
        "xlnono_columns、xlnono_grid という名前を付けてください。",
    )


class Level(IntEnum):
    """The class of a candidate."""

    TABLE = 0
    DOUBTFUL = 1
    PUZZLE = 2


class Candidate(NamedTuple):
    """A possible layout; rows and columns count from 0 within the searched area.

    The grid starts at `row` and `column`, the column clues at the row `top`, the row clues at
    the column `left`. `explained` is the number of cells with numbers that are then clues.
    `bordered`: borders show where the grid starts and ends.
    """

    row: int
    column: int
    height: int
    width: int
    top: int
    left: int
    bordered: bool
    explained: int


class Verdict(NamedTuple):
    """The class of a candidate, and the weight of its evidence among others of the same level.

    `sound`: nothing is wrong with its clues.
    """

    level: Level
    weight: float
    sound: bool
    doubt: Doubt | None = None


_TABLE = Verdict(Level.TABLE, 0, False)


class _Side:
    """The clues of all rows or of all columns; `length` is that of each line."""

    def __init__(self, lines: int, length: int) -> None:
        self.length = length
        self.clues: list[list[int]] = [[] for _ in range(lines)]
        self.unreadable: set[int] = set()

    def add(self, line: int, blocks: list[int] | None) -> None:
        if blocks is None:
            self.unreadable.add(line)
        else:
            self.clues[line] += blocks

    def weigh(self) -> None:
        """Evaluate the clues, once all of them are added."""
        given = [clue for clue in self.clues if clue]
        fitting = list(filter(self.fits, given))
        self.given = len(given)
        self.inked = sum(map(any, given))
        self.total = sum(map(sum, given))
        self.fitting = len(fitting) / len(given) if given else 0
        self.sound = (
            not self.unreadable
            and len(fitting) == len(given)
            and all(clue == [0] or min(clue) > 0 for clue in given)
        )

    @property
    def share(self) -> float:
        """The share of the lines that have a clue."""
        return self.given / len(self.clues)

    def headings(self) -> int:
        """How many lines there are if each has one number and these count up; else 0."""
        if any(len(clue) != 1 for clue in self.clues):
            return 0
        numbers = [clue[0] for clue in self.clues]
        steps = {after - before for before, after in pairwise(numbers)}
        return len(numbers) if len(steps) == 1 and min(steps) > 0 else 0

    def bounds(self) -> tuple[int, int]:
        """The least and the greatest possible total of the lines, whatever the wrong clues mean."""
        wrong = self.unreadable | {
            line for line, clue in enumerate(self.clues) if not self.fits(clue)
        }
        least = self.total - sum(sum(self.clues[line]) for line in wrong)
        return least, least + len(wrong) * self.length

    def empty(self) -> bool:
        """Whether no line can have a black cell."""
        return not self.total and not self.unreadable

    def fits(self, clue: list[int]) -> bool:
        """Whether the blocks of a clue fit on a line."""
        return sum(clue) + len(clue) - 1 <= self.length

    def numbering(self) -> bool:
        return len(self.clues) > _LONGEST_COUNT and self.clues == [
            [k + 1] for k in range(len(self.clues))
        ]


def _sides(ink: Ink, found: Candidate) -> tuple[_Side, _Side]:
    rows, columns = _Side(found.height, found.width), _Side(found.width, found.height)
    bottom, right = found.row + found.height, found.column + found.width
    for row, column in ink.numbers(range(found.row, bottom), span(found.left, found.column)):
        rows.add(row - found.row, ink.blocks[row, column])
    for row, column in ink.numbers(range(found.top, found.row), span(found.column, right)):
        columns.add(column - found.column, ink.blocks[row, column])
    rows.weigh()
    columns.weigh()
    return rows, columns


def weight(found: Candidate, *, sound: bool) -> float:
    """The weight of a candidate whose clues are all correct (`sound`), or not."""
    return found.explained * (3 if sound else 1) * (2 if found.bordered else 1)


def judge(ink: Ink, found: Candidate) -> Verdict:
    """Classify a candidate."""
    rows, columns = _sides(ink, found)
    if rows.empty() or columns.empty() or rows.numbering() or columns.numbering():
        return _TABLE
    sound = rows.sound and columns.sound and rows.total == columns.total
    if sound:
        level, doubt = _judge_sound(ink, found, rows, columns)
    else:
        level, doubt = _judge_defective(ink, found, rows, columns)
    return Verdict(level, weight(found, sound=sound), sound, doubt)


def _judge_sound(
    ink: Ink, found: Candidate, rows: _Side, columns: _Side
) -> tuple[Level, Doubt | None]:
    """Classify a candidate whose clues are all correct."""
    if _in_doubtful_company(ink, found, rows, columns):
        likely = found.bordered or rows.given + columns.given >= _FEW_LINES
        return (Level.DOUBTFUL if likely else Level.TABLE), _PART
    if min(found.height, found.width) < 2 and not found.bordered:
        return Level.TABLE, None
    doubt = _doubt_of_content(ink, found, rows, columns)
    if doubt is None and min(rows.headings(), columns.headings()) >= _SHORTEST_HEADINGS:
        doubt = _HEADINGS
    return (Level.DOUBTFUL if doubt else Level.PUZZLE), doubt


def _judge_defective(
    ink: Ink, found: Candidate, rows: _Side, columns: _Side
) -> tuple[Level, Doubt | None]:
    """Classify a candidate that can only be a puzzle with mistakes in it."""
    share = min(rows.share, columns.share)
    if (
        min(found.height, found.width) < 2
        or min(rows.fitting, columns.fitting) < _FITTING_SHARE
        or (share < _GIVEN_SHARE and not found.bordered)
        or max(rows.headings(), columns.headings()) > _SHORTEST_HEADINGS
    ):
        return Level.TABLE, None
    least, most = zip(rows.bounds(), columns.bounds(), strict=True)
    longest = max(found.height, found.width)
    if max(least) - min(most) > min(longest, max(_SMALL_GAP, max(least) / 4)):
        # One wrong line cannot explain such a difference.
        doubtful = found.bordered and share > _FITTING_SHARE
        doubt: Doubt | None = Phrase(_TOTALS, {"rows": rows.total, "columns": columns.total})
    else:
        doubtful = found.bordered
        doubt = _doubt_of_content(ink, found, rows, columns)
        if _in_doubtful_company(ink, found, rows, columns):
            doubt = _PART
    if doubt is None:
        return Level.PUZZLE, None
    return (Level.DOUBTFUL if doubtful else Level.TABLE), doubt


def _in_doubtful_company(ink: Ink, found: Candidate, rows: _Side, columns: _Side) -> bool:
    """Whether the clues are too few, given the rest of the sheet, to rule out chance."""
    given = rows.inked + columns.inked
    every = min(rows.share, columns.share) == 1
    if given >= (_FEW_LINES if every else _MANY_LINES):
        return False
    if given < _FEW_LINES or min(rows.share, columns.share) < _GIVEN_SHARE:
        grid = ink.sure.count(
            found.row, found.column, found.row + found.height, found.column + found.width
        )
        if len(ink.blocks) - grid > 2 * found.explained:
            return True
    return not found.bordered and _crowded(ink, found)


def _crowded(ink: Ink, found: Candidate) -> bool:
    """Whether a candidate may be a part of something larger.

    That is, numbers other than clues touch it; or its cells and cells around it have borders,
    which then do not show where the grid starts.
    """
    beside = [ink.sure]
    if not found.bordered and (found.row, found.column) in ink.framed:
        beside.append(ink.framed)
    top, left = max(found.top - 1, 0), max(found.left - 1, 0)
    bottom, right = found.row + found.height, found.column + found.width
    below, behind = min(bottom + 1, ink.area.height), min(right + 1, ink.area.width)
    around = (
        (top, left, found.top, behind),
        (bottom, left, below, behind),
        (top, left, below, found.left),
        (top, right, below, behind),
    )
    return ink.sure.any(found.top, found.left, found.row, found.column) or any(
        cells.any(*ring) for cells in beside for ring in around
    )


def _doubt_of_content(ink: Ink, found: Candidate, rows: _Side, columns: _Side) -> Doubt | None:
    """The doubt that the contents of the grid raise."""
    row, column, height, width = found[:4]
    grid = (row, column, row + height, column + width)
    foreign = ink.text.count(*grid) + ink.large.count(*grid)
    if foreign > _FOREIGN_SHARE * height * width:
        return _FILLED
    clues = (*rows.clues, *columns.clues)
    blacks, whites = (
        [line >> column & span(0, width) for line in rows_of[row : row + height]]
        + [line >> row & span(0, height) for line in columns_of[column : column + width]]
        for rows_of, columns_of in (ink.shown_black, (ink.white.rows, ink.white.columns))
    )
    if not foreign and not any(blacks) and not any(whites):
        return None
    lengths = [width] * height + [height] * width
    contradicted = sum(
        not _possible(*line) for line in zip(clues, blacks, whites, lengths, strict=True)
    )
    # Totals are a single number for each line.
    single = all(len(clue) < 2 for clue in clues)
    full = all(
        black | white == span(0, line)
        for black, white, line in zip(blacks, whites, lengths, strict=True)
    )
    if _counted(ink, found, clues, solved=not contradicted and not (single and full)):
        return _COUNTED
    return _CONTRADICTED if single and contradicted > _CONTRADICTED_SHARE * len(clues) else None


def _counted(ink: Ink, found: Candidate, clues: Sequence[list[int]], *, solved: bool) -> bool:
    """Whether the clues are the totals of the numbers, or of the texts, in their lines.

    If the marks agree with the clues, and only black ones are counted, the puzzle was `solved`.
    """
    held = [0] * len(clues)
    cells = others = 0
    for row in range(found.row, found.row + found.height):
        inked = ink.sure.rows[row] | ink.text.rows[row] | ink.marked[0][row]
        for column in bits(inked & span(found.column, found.column + found.width)):
            number = sum(ink.blocks.get((row, column), [1]) or ())
            held[row - found.row] += number
            held[found.height + column - found.column] += number
            cells += number > 0
            others += number > 0 and (row, column) not in ink.black
    return (
        (others > 0 or not solved)
        and cells >= _LEAST_HELD
        and min(found.height, found.width) > 2
        and held == list(map(sum, clues))
    )


def _possible(clue: list[int], black: int, white: int, length: int) -> bool:
    """Whether blocks fit on a line of which some cells are black and some are white."""
    # Bit k of `places`: the next block can start at the cell k, all black cells before it lie
    # in blocks. One more white cell follows the line.
    places, free = 1, ~black & span(0, length + 1)
    for block in (block for block in clue if block):
        places |= (free & ~(free + (places & free)) | places & free) << 1
        starts, run = ~white & span(0, length), 1
        while run < block:
            step = min(run, block - run)
            starts &= starts >> step
            run += step
        places = (places & starts & free >> block) << block + 1
    return bool(places) and any(not black >> place for place in bits(places))
