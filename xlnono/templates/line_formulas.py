"""What a template calculates for each line, as formulas and as stored results.

All formulas are ordinary ones with functions of Excel 2010. Lists are only made inside
SUMPRODUCT, which evaluates them as arrays; IF would not do so there, so it is not used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from xlnono.model.board import Axis, runs
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area
from xlnono.templates.clue_signs import (
    BRACKETS,
    CIRCLED,
    HYPHENS,
    SEPARATORS,
    SPACES,
    WIDE_DIGITS,
    WIDE_DOT,
)

DARK_MARKS = "■●#"
"""The texts that turn a cell dark; the number 1 does so too."""

_MARKS = f"01{DARK_MARKS}×xX✕・·.-０１＃ｘＸ．－･"
_DIGITS = "0123456789"
_AS_DIGITS = dict(zip(WIDE_DIGITS, _DIGITS, strict=True))
_AS_NUMBERS = {sign: f" {number} " for number, sign in enumerate(CIRCLED, start=1)}
_MARKER = "§"
"""A character that occurs in no clue."""
_LISTED = 20
"""A list of lines that is longer than this ends with an ellipsis."""


def is_dark(cell: str) -> str:
    """The condition that the cell of an address is dark."""
    return f"OR({','.join(_dark_values(cell))})"


def _dark_values(cells: str) -> list[str]:
    return [f"{cells}=1", *(f'{cells}="{mark}"' for mark in DARK_MARKS)]


def _replaced(text: str, changes: Iterable[tuple[str, str]]) -> str:
    """The formula for a text in which signs are replaced, one after the other."""
    for old, new in changes:
        shown = "CHAR(10)" if old == "\n" else f'"{old}"'
        text = f'SUBSTITUTE({text},{shown},"{new}")'
    return text


class LineFormulas(NamedTuple):
    """The formulas of the sheet for a line, given the places of its parts.

    `total`, `typed`, `text`, `known` and `done` are the cells that hold the results, and `blank`
    and `misfit` those with lists of the lines so far that have no clue, or one that cannot fit.
    """

    axis: Axis
    clue: Area
    cells: Area
    total: Area
    typed: Area
    text: Area
    known: Area
    done: Area
    blank: Area
    misfit: Area

    def address(self, area: Area) -> str:
        """The address relative to the line, so that a formula also works for the next line."""
        fixed = r"$\1\2" if self.axis is Axis.ROW else r"\1$\2"
        return re.sub(r"([A-Z]+)([0-9]+)", fixed, area.address)

    @property
    def length(self) -> str:
        count = "COLUMNS" if self.axis is Axis.ROW else "ROWS"
        return f"{count}({self.address(self.cells)})"

    def places(self, count: int) -> str:
        """The list of the numbers from 1 to `count`, no more than the line has cells."""
        row, column = self.cells.row, self.cells.column
        first = self.address(Area(row, column))
        if self.axis is Axis.ROW:
            return f"COLUMN({self.address(Area(row, column, 1, count))})-COLUMN({first})+1"
        return f"ROW({self.address(Area(row, column, count, 1))})-ROW({first})+1"

    @property
    def clue_typed(self) -> str:
        """What all clue cells hold, without brackets and hyphens.

        A hyphen between numbers separates them; before the first of a cell it makes the clue
        invalid.
        """
        text = "&".join(f'"{_MARKER}"&{self.address(cell)}' for cell in self.clue.cells())
        text = _replaced(text, [(mark, " ") for mark in SPACES + BRACKETS])
        text = _replaced(text, [(mark, "-") for mark in HYPHENS])
        negative = [(f"{_MARKER} -", "?"), (f"{_MARKER}-", "?")]
        text = _replaced(f"TRIM({text})", [*negative, (_MARKER, " "), ("-", " ")])
        return f"=TRIM({text})"

    @property
    def clue_text(self) -> str:
        """The numbers of all clue cells, with one space between each two.

        It starts from what is typed, as formulas cannot be nested deeper than 64 levels.
        """
        text = _replaced(self.address(self.typed), [*_AS_DIGITS.items(), *_AS_NUMBERS.items()])
        text = _replaced(text, [*((mark, " ") for mark in SEPARATORS), (WIDE_DOT, ".")])
        text = _replaced(f'{text}&" "', [(".0 ", " ")])
        return f"=TRIM({text})"

    @property
    def clue_total(self) -> str:
        """The sum of the numbers in the clue's text; a question mark if it is not a clue.

        It adds up the characters one by one: the value of a digit depends on the distance to the
        next space after it. The text of a clue that fits is never longer than its line, so the
        number of cells is also the number of characters to look at.
        """
        text = self.address(self.text)
        # FIND without a match is an error in LibreOffice, so every place has a character.
        padded = f'{text}&REPT(" ",{self.length}+1)'
        at = self.places(self.cells.length)
        strange = f'SUMPRODUCT(--ISERROR(FIND(MID({padded},{at},1)," {_DIGITS}")))>0'
        needless_zero = f'AND({text}<>"0",ISNUMBER(FIND(" 0 "," "&{text}&" ")))'
        digit = f'FIND(MID(SUBSTITUTE({padded}," ","0"),{at},1),"{_DIGITS}")-1'
        power = f'FIND(" ",{padded},{at})-({at})-1'
        return (
            f"=IFERROR(IF(OR(LEN({text})>{self.length},{strange},{needless_zero}),"
            f'"?",SUMPRODUCT(({digit})*10^({power}))),"?")'
        )

    @property
    def cannot_fit(self) -> str:
        """The condition that the clue is invalid or needs more cells than there are."""
        text, total = self.address(self.text), self.address(self.total)
        needed = f'{total}+LEN({text})-LEN(SUBSTITUTE({text}," ",""))'
        return f"=IF(ISNUMBER({total}),{needed}>{self.length},TRUE)"

    @property
    def cells_known(self) -> str:
        """How many cells of the line hold a mark that xlnono takes for black or white."""
        cells = f"TRIM({self.address(self.cells)})"
        # Unless there is exactly one character, the division is an error and does not count.
        return f'=SUMPRODUCT(--ISNUMBER(FIND({cells},"{_MARKS}")/(LEN({cells})=1)))'

    @property
    def clue_met(self) -> str:
        """Whether the lengths of the runs of dark cells are the numbers of the clue, in order.

        If the sums agree, three lists are compared: the sorted starts and ends of the runs, and
        the numbers of the clue, each padded with zeros. A blank clue may not be typed yet, so its
        line is done once all of its cells are marked.
        """
        text, total, length = self.address(self.text), self.address(self.total), self.length
        at, most = self.places(self.cells.length), self.places((self.cells.length + 1) // 2)
        dark, before, behind = (self._dark(moved) for moved in (0, -1, 1))
        # Cells next to the line do not belong to it.
        starts, ends = f"{dark}*(1-{before}*({at}>1))", f"{dark}*(1-{behind}*({at}<{length}))"
        first = f"SMALL({starts}*({at}-{length}-1)+{length}+1,{most})"
        last = f"SMALL({ends}*({at}-{length})+{length},{most})"
        number_at = f'FIND("{_MARKER}",SUBSTITUTE(" "&{text}," ","{_MARKER}",{most})&"{_MARKER}")'
        # After the last number, this is the place of the second space.
        number = f'MID({text},{number_at},FIND(" ",{text}&"  ",{number_at})-{number_at})'
        differing = f'SUMPRODUCT(--({last}-{first}+1<>--("0"&{number})))'
        return (
            f"=IFERROR(IF(SUMPRODUCT(--{dark})<>{total},FALSE,IF({total}=0,"
            f'OR({text}<>"",{self.address(self.known)}={length}),{differing}=0)),FALSE)'
        )

    @property
    def is_blank(self) -> str:
        """The condition that no clue has been typed."""
        return f'={self.address(self.text)}=""'

    def listed(self, condition: str, number: int, before: Area | None, comma: str) -> str:
        """The list of the lines before this one, and its number if a condition holds."""
        holds = condition.removeprefix("=")
        if before is None:
            return f'=IF({holds},"{number}","")'
        so_far = before.address
        longer = f'{so_far}&IF({so_far}="","","{comma}")&"{number}"'
        cut = f'{so_far}&IF(RIGHT({so_far},1)="…","","{comma}…")'
        return f"=IF({holds},IF(LEN({so_far})>{_LISTED},{cut},{longer}),{so_far})"

    def _dark(self, moved: int) -> str:
        """Which cells are dark, or which of those so many places behind them."""
        row, column, height, width = self.cells
        if self.axis is Axis.ROW:
            cells = Area(row, column + moved, height, width)
        else:
            cells = Area(row + moved, column, height, width)
        values = "+".join(f"({value})" for value in _dark_values(self.address(cells)))
        return f"({values}>0)"


class LineResults(NamedTuple):
    """The results of these formulas, for programs that do not calculate."""

    text: str
    total: int | str
    known: int
    done: bool
    misfit: bool

    @classmethod
    def of(cls, clue: Sequence[int], length: int, black: int, white: int) -> LineResults:
        """The results for a clue, which can be blank or (0,), and masks of marked cells."""
        text = " ".join(map(str, clue))
        total: int | str = sum(clue)
        if len(text) > length or (text != "0" and 0 in clue):
            total = "?"
        known = (black | white).bit_count()
        done = (
            total != "?"
            and (text != "" or known == length)
            and runs(black) == [block for block in clue if block]
        )
        misfit = total == "?" or sum(clue) + max(len(clue) - 1, 0) > length
        return cls(text, total, known, done, misfit)


def listed(lines: Iterable[bool], comma: str) -> list[str]:
    """The results of `LineFormulas.listed`, for lines for which a condition holds or not."""
    lists, so_far = [], ""
    for number, holds in enumerate(lines, start=1):
        if holds and len(so_far) > _LISTED:
            so_far += "" if so_far.endswith("…") else f"{comma}…"
        elif holds:
            so_far += f"{comma if so_far else ''}{number}"
        lists.append(so_far)
    return lists
