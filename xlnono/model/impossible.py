"""Why no arrangement fits a line, as data."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from xlnono.model.board import Cell, Line


class Flaw(Enum):
    """What makes a line impossible, the easiest to see first.

    TOO_MANY_BLACK: more black cells than the clue has. TOO_FEW_LEFT: fewer cells that are not
    white. RUN_TOO_LONG: a run that is longer than any block. NO_GAP: a block that is longer than
    any gap between white cells. TOO_MANY_RUNS: more black cells that need a block each than there
    are blocks. NO_ROOM: blocks that do not all fit around the white cells. NO_OWNER: a run that
    every block near enough is too short for, or too long for the gap around it. PUSHED_TOO_FAR: a
    block that must start behind its last start, counted from the other end. NO_ARRANGEMENT:
    nothing simpler shows it.

    >>> Flaw("no-gap")
    <Flaw.NO_GAP: 'no-gap'>
    """

    TOO_MANY_BLACK = "too-many-black"
    TOO_FEW_LEFT = "too-few-left"
    RUN_TOO_LONG = "run-too-long"
    NO_GAP = "no-gap"
    TOO_MANY_RUNS = "too-many-runs"
    NO_ROOM = "no-room"
    NO_OWNER = "no-owner"
    PUSHED_TOO_FAR = "pushed-too-far"
    NO_ARRANGEMENT = "no-arrangement"


class Impossible(NamedTuple):
    """Why no arrangement fits a line.

    `evidence` are known cells (row, column, colour) that alone leave no arrangement. `cells` are
    the cells to name, as offsets on the line: the black cells of TOO_MANY_BLACK, the cells left
    of TOO_FEW_LEFT, the run of RUN_TOO_LONG and NO_OWNER, and the black cells of TOO_MANY_RUNS.

    For NO_OWNER, `gap` has the offsets of all cells around the run that are not white, and
    `too_short` and `too_long` are the blocks near enough to own it. `block` is the one of NO_GAP
    and PUSHED_TOO_FAR. The latter starts at the offset `earliest` or behind it because of the
    blocks before it, and at `latest` or before it because of those after it.
    """

    flaw: Flaw
    line: Line
    evidence: tuple[tuple[int, int, Cell], ...]
    cells: tuple[int, ...] = ()
    gap: tuple[int, ...] = ()
    too_short: tuple[int, ...] = ()
    too_long: tuple[int, ...] = ()
    block: int = 0
    earliest: int = 0
    latest: int = 0
