"""Why a cell is settled, or why it is not yet, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from xlnono.model.board import Cell, Line
from xlnono.model.hint import Hint
from xlnono.model.steps import Position, Step
from xlnono.records import NamedTuple


class Settled(Enum):
    """Whether a cell is settled by the clues and the other marks.

    BY_LINE: its row or its column alone settles it. BY_STEPS: steps on other lines come first.
    BY_SEARCH: every solution has it in the same colour, but no steps show that. NOT: both colours
    lead to a solution. UNDECIDED: no reason was found within the time limit. MISTAKE: the other
    marks, or the clues themselves, fit no solution.

    >>> Settled("by-line")
    <Settled.BY_LINE: 'by-line'>
    """

    BY_LINE = "by-line"
    BY_STEPS = "by-steps"
    BY_SEARCH = "by-search"
    NOT = "not"
    UNDECIDED = "undecided"
    MISTAKE = "mistake"


class BothColours(NamedTuple):
    """Two arrangements of a line that fit its marks: with a cell black, and with it white.

    Each is a mask of the black cells; bit i is the i-th cell of the line.
    """

    line: Line
    black: int
    white: int


@dataclass(frozen=True)
class Why:
    """Why a cell has its colour, or why it can still have both.

    `marked` is what the board says of the cell, and `colour` what follows from everything else
    (both UNKNOWN if there is nothing). `steps` lead to it: one step on a line for BY_LINE, and
    for BY_STEPS every step that the last one relies on, directly or through others, in order.
    `open_lines` are the lines of the cell that do not settle it, row first. `mistake` says what
    is wrong, for MISTAKE.
    """

    cell: Position
    settled: Settled
    marked: Cell
    colour: Cell = Cell.UNKNOWN
    steps: tuple[Step, ...] = ()
    open_lines: tuple[BothColours, ...] = ()
    mistake: Hint | None = None
