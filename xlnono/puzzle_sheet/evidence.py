"""The evidence that a part of a sheet is a puzzle and not an ordinary table.

The rows and the columns of a puzzle add up to the same number; after a typing mistake, they differ
by one line at most. Other tables with numbers at the left and at the top hardly ever do that,
unless these are headings that count up, or the totals of the cells in the middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import pairwise
from typing import TypeVar

from xlnono.errors import XlnonoError
from xlnono.language import Phrase, Text
from xlnono.puzzle_sheet.clues import Reading
from xlnono.puzzle_sheet.ink import Cells, Ink, bits, span
from xlnono.puzzle_sheet.settle import Settled, settle
from xlnono.records import NamedTuple

_FITTING_SHARE, _GIVEN_SHARE, _FOREIGN_SHARE, _CONTRADICTED_SHARE = 2 / 3, 1 / 2, 1 / 4, 1 / 3
_LONGEST_COUNT = 5
"""A line of headings 1, 2, 3 … longer than this is a table's numbering, not clues."""
_SHORTEST_HEADINGS = 3
_LEAST_HELD = 3
_LEAST_LINES = 4
_MOST_IN_CORNER = 2
_ONE = (Reading((1,)),)
"""What a mark or a text adds to the number of marks or texts in its line."""
_SMALL_GAP = 10
_FEW_LINES, _MANY_LINES = 7, 12
"""Up to the first number of clues, totals may agree by chance; from the second on, hardly ever."""


Doubt = Text | Phrase
"""Why something that looks like a puzzle may be an ordinary table."""

_HEADINGS = Text(
    "the numbers follow in equal steps, as headings do", "数字が見出しのように等間隔で並んでおり"
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
    the column `left`; they end before the row `above` and the column `beside`. `explained` is the
    number of cells with numbers that are then clues. `bordered`: borders show where the grid starts
    and ends. `outer` are the first row and column of the clues and of numbers that count them.
    """

    row: int
    column: int
    height: int
    width: int
    top: int
    left: int
    above: int
    beside: int
    bordered: bool
    explained: int
    outer: tuple[int, int]


class Verdict(NamedTuple):
    """The class of a candidate, and the weight of its evidence among others of the same level.

    `sound`: nothing is wrong with its clues.
    """

    level: Level
    weight: float
    sound: bool
    doubt: Doubt | None = None

    @property
    def far_apart(self) -> bool:
        """Whether the only doubt is that the totals of rows and columns are far apart."""
        return isinstance(self.doubt, Phrase) and self.doubt.text is _TOTALS


_TABLE = Verdict(Level.TABLE, 0, False)


class Side:
    """The clues of all rows or of all columns; `length` is that of each line.

    `doubtful` are the lines with a cell that may have been meant as a number.
    """

    def __init__(self, lines: Sequence[Settled], length: int, doubtful: set[int]) -> None:
        self.length = length
        self.clues = [
            [block for cell in line if cell is not None for block in cell.blocks] for line in lines
        ]
        self.unreadable = doubtful | {k for k, line in enumerate(lines) if None in line}
        given = [clue for clue in self.clues if clue]
        fitting = [clue for clue in given if sum(clue) + len(clue) - 1 <= length]
        self.given = len(given)
        self.inked = sum(map(any, given))
        self.total = sum(map(sum, given))
        self.fitting = len(fitting) / len(given) if given else 0
        self.sound = (
            not self.unreadable
            and len(fitting) == len(given)
            and not any(0 in clue and clue != [0] for clue in given)
        )

    @property
    def share(self) -> float:
        """The share of the lines that have a clue, readable or not."""
        every = self.unreadable | {line for line, clue in enumerate(self.clues) if clue}
        return len(every) / len(self.clues)

    def headings(self) -> int:
        """The step between the lines if each has one number and these go up or down; else 0."""
        if any(len(clue) != 1 for clue in self.clues):
            return 0
        steps = {after - before for (before,), (after,) in pairwise(self.clues)}
        return steps.pop() if len(steps) == 1 else 0

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
        """Whether the clues are just the numbers of the lines, from the first or the last one."""
        numbers = [[k + 1] for k in range(len(self.clues))]
        return len(self.clues) > _LONGEST_COUNT and self.clues in (numbers, numbers[::-1])


def sides(ink: Ink, found: Candidate) -> tuple[Side, Side]:
    """The clues of the rows and of the columns, in the order they have on the sheet."""
    rows: list[list[Sequence[Reading]]] = [[] for _ in range(found.height)]
    columns: list[list[Sequence[Reading]]] = [[] for _ in range(found.width)]
    bottom, right = found.row + found.height, found.column + found.width
    across, down = span(found.left, found.beside), span(found.column, right)
    for row in range(found.row, bottom):
        for column in bits(ink.sure.rows[row] & across):
            if (readings := ink.readings.get((row, column))) is not None:
                rows[row - found.row].append(readings)
    for row in range(found.top, found.above):
        for column in bits(ink.sure.rows[row] & down):
            if (readings := ink.readings.get((row, column))) is not None:
                columns[column - found.column].append(readings)
    backwards = ink.turned
    rows, columns = _turned(rows, *backwards), _turned(columns, *backwards[::-1])
    settled = settle(rows, columns)
    doubtful = (
        [line & across for line in ink.doubtful.rows[found.row : bottom]],
        [
            line & span(found.top, found.above)
            for line in ink.doubtful.columns[found.column : right]
        ],
    )
    unclear = [
        {k for k, cells in enumerate(reversed(lines) if last_first else lines) if cells}
        for lines, last_first in zip(doubtful, backwards, strict=True)
    ]
    return (
        Side(settled[0], found.width, unclear[0]),
        Side(settled[1], found.height, unclear[1]),
    )


def is_unlikely(ink: Ink, found: Candidate) -> bool:
    """Whether a candidate is hardly a puzzle, as a glance at its totals shows.

    Only for candidates that lie as few puzzles do: with clues on the right or below, or with a
    number in the corner.
    """
    corner = ink.sure.count(found.top, found.left, found.above, found.beside)
    if ink.turned == (False, False) and not corner:
        return False
    if not found.bordered and (corner > _MOST_IN_CORNER or _continued(ink, found)):
        return True
    bottom, right = found.row + found.height, found.column + found.width
    rows, columns = (
        (found.row, found.left, bottom, found.beside),
        (found.top, found.column, found.above, right),
    )
    difference = abs(ink.total(*rows) - ink.total(*columns))
    if not difference:
        return False
    if found.bordered:
        return difference > max(found.height, found.width)
    return not (ink.unsettled.any(*rows) or ink.unsettled.any(*columns))


_Held = TypeVar("_Held")


def _turned(lines: list[list[_Held]], last_first: bool, backwards: bool) -> list[list[_Held]]:
    """Lines with the last one first, and the cells of each from the end."""
    lines = lines[::-1] if last_first else lines
    return [line[::-1] for line in lines] if backwards else lines


def weight(found: Candidate, *, sound: bool) -> float:
    """The weight of a candidate whose clues are all correct (`sound`), or not."""
    return found.explained * (3 if sound else 1) * (2 if found.bordered else 1)


def judge(ink: Ink, found: Candidate) -> Verdict:
    """Classify a candidate."""
    rows, columns = sides(ink, found)
    if rows.empty() or columns.empty():
        return _TABLE
    sound = rows.sound and columns.sound and rows.total == columns.total
    doubt: Doubt | None
    if rows.numbering() or columns.numbering():
        if not (sound and found.bordered):
            return _TABLE
        level, doubt = Level.DOUBTFUL, _HEADINGS
    elif sound:
        level, doubt = _judge_sound(ink, found, rows, columns)
    else:
        level, doubt = _judge_defective(ink, found, rows, columns)
    return Verdict(level, weight(found, sound=sound), sound, doubt)


def _judge_sound(
    ink: Ink, found: Candidate, rows: Side, columns: Side
) -> tuple[Level, Doubt | None]:
    """Classify a candidate whose clues are all correct."""
    if _in_doubtful_company(ink, found, rows, columns):
        likely = found.bordered or rows.given + columns.given >= _FEW_LINES
        return (Level.DOUBTFUL if likely else Level.TABLE), _PART
    if min(found.height, found.width) < 2 and not found.bordered:
        return Level.TABLE, None
    doubt = _doubt_of_content(ink, found, rows, columns)
    if doubt is None and _are_headings(rows, columns):
        doubt = _HEADINGS
    return (Level.DOUBTFUL if doubt else Level.PUZZLE), doubt


def _are_headings(rows: Side, columns: Side) -> bool:
    """Whether both axes may have headings, of which those of one axis go up."""
    steps = (rows.headings(), columns.headings())
    shortest = min(len(rows.clues), len(columns.clues))
    return all(steps) and max(steps) > 0 and shortest >= _SHORTEST_HEADINGS


def _judge_defective(
    ink: Ink, found: Candidate, rows: Side, columns: Side
) -> tuple[Level, Doubt | None]:
    """Classify a candidate that can only be a puzzle with mistakes in it."""
    if (formulas := _formulas(ink, found)) is not None:
        return formulas, None
    share = min(rows.share, columns.share)
    if (
        min(found.height, found.width) < 2
        or (not found.bordered and not _is_usual(ink, found, rows, columns))
        or min(rows.fitting, columns.fitting) < _FITTING_SHARE
        or (share < _GIVEN_SHARE and not found.bordered)
        or any(
            len(side.clues) > _SHORTEST_HEADINGS and side.headings() > 0 for side in (rows, columns)
        )
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


def _formulas(ink: Ink, found: Candidate) -> Level | None:
    """The level of a candidate whose clues are formulas without stored values; None of another."""
    bottom, right = found.row + found.height, found.column + found.width
    rows = (found.row, found.left, bottom, found.beside)
    columns = (found.top, found.column, found.above, right)
    held = [ink.formulas.count(*area) for area in (rows, columns)]
    if sum(held) < found.explained / 2 or not all(held):
        return None
    if min(found.height, found.width) < _LEAST_LINES:
        return Level.TABLE
    # Tables with a formula for each row and for each column are frequent.
    several = found.explained > found.height + found.width
    return Level.PUZZLE if several or found.bordered else Level.TABLE


def _is_usual(ink: Ink, found: Candidate, rows: Side, columns: Side) -> bool:
    """Whether clues with mistakes lie as clues mostly do, or are many: anything else is a table."""
    if ink.sure.any(found.top, found.left, found.above, found.beside):
        return False
    return ink.turned == (False, False) or min(rows.inked, columns.inked) >= _FEW_LINES


def _in_doubtful_company(ink: Ink, found: Candidate, rows: Side, columns: Side) -> bool:
    """Whether the clues are too few, given the rest of the sheet, to rule out chance."""
    given = rows.inked + columns.inked
    every = min(rows.share, columns.share) == 1
    if given >= (_FEW_LINES if every else _MANY_LINES):
        return False
    if given < _FEW_LINES or min(rows.share, columns.share) < _GIVEN_SHARE:
        grid = ink.sure.count(
            found.row, found.column, found.row + found.height, found.column + found.width
        )
        if len(ink.readings) - grid > 2 * found.explained:
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
    return ink.sure.any(found.top, found.left, found.above, found.beside) or any(
        _surrounded(ink, found, cells) for cells in beside
    )


def _continued(ink: Ink, found: Candidate) -> bool:
    """Whether numbers touch the outer sides of the clues of a candidate."""
    top, left = found.outer
    bottom, right = found.row + found.height, found.column + found.width
    first, before = max(top - 1, 0), max(left - 1, 0)
    return ink.sure.any(first, before, top, right) or ink.sure.any(first, before, bottom, left)


def _surrounded(ink: Ink, found: Candidate, cells: Cells) -> bool:
    """Whether some of certain cells touch a candidate."""
    first_row, first_column = found.outer
    top, left = max(first_row - 1, 0), max(first_column - 1, 0)
    bottom, right = found.row + found.height, found.column + found.width
    below, behind = min(bottom + 1, ink.area.height), min(right + 1, ink.area.width)
    around = (
        (top, left, first_row, behind),
        (bottom, left, below, behind),
        (top, left, below, first_column),
        (top, right, below, behind),
    )
    return any(cells.any(*ring) for ring in around)


def _doubt_of_content(ink: Ink, found: Candidate, rows: Side, columns: Side) -> Doubt | None:
    """The doubt that the contents of the grid raise."""
    row, column, height, width = found[:4]
    grid = (row, column, row + height, column + width)
    foreign = ink.text.count(*grid) + ink.large.count(*grid)
    if foreign > _FOREIGN_SHARE * height * width:
        return _FILLED
    down, across = ink.turned
    clues = (
        *_turned(rows.clues, down, across),
        *_turned(columns.clues, across, down),
    )
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
            readings = ink.readings.get((row, column), _ONE)
            number = sum(readings[0].blocks) if readings else 0
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
