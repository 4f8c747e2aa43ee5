"""Why no arrangement fits a line, as data."""

from __future__ import annotations

from enum import Enum

from xlnono.model.board import Cell, Line
from xlnono.records import NamedTuple


class Flaw(Enum):
    """What makes a line impossible, the easiest to see first.

    TOO_MANY_BLACK: more black cells than the clue has. TOO_FEW_LEFT: fewer cells that are not
    white. RUN_TOO_LONG: a run that is longer than any block. NO_GAP: a block that is longer than
    any gap between white cells. TOO_MANY_RUNS: more black cells that need a block each than there
    are blocks. NO_ROOM: blocks that do not all fit around the white cells. NO_OWNER: a run that
    no block near enough can own. PUSHED_TOO_FAR: a block that must start behind its last start,
    counted from the other end. NO_PLACE: a block without a place that
    suits both what comes before it and what comes behind it.

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
    NO_PLACE = "no-place"


class Fault(Enum):
    """What is wrong if a block owns a run.

    TOO_SHORT for the run; TOO_LONG for the gap around it; TOUCHES a black cell; leaves
    NO_ROOM_BEFORE itself, or NO_ROOM_BEHIND, for the other blocks there; STRANDS a black cell
    before the first or behind the last block; TOO_MANY_BEFORE or TOO_MANY_BEHIND: more black cells
    that need a block each than there are blocks on that side.
    """

    TOO_SHORT = "too-short"
    TOO_LONG = "too-long"
    TOUCHES = "touches"
    NO_ROOM_BEFORE = "no-room-before"
    NO_ROOM_BEHIND = "no-room-behind"
    STRANDS = "strands"
    TOO_MANY_BEFORE = "too-many-before"
    TOO_MANY_BEHIND = "too-many-behind"


Faults = tuple[tuple[Fault, tuple[int, ...]], ...]
"""Each fault once, with the offsets of the black cells that it is about, if any."""


class Misfit(NamedTuple):
    """Some blocks, and why none of them can own a run: each of their places has one of the
    faults."""

    blocks: tuple[int, ...]
    faults: Faults

    @property
    def by_length(self) -> bool:
        """Whether their lengths alone show it."""
        return self.faults[0][0] in (Fault.TOO_SHORT, Fault.TOO_LONG)


class Impossible(NamedTuple):
    """Why no arrangement fits a line.

    `evidence` are known cells (row, column, colour) that alone leave no arrangement. `cells` are
    the cells to name, as offsets on the line: the black cells of TOO_MANY_BLACK, the cells left
    of TOO_FEW_LEFT, the run of RUN_TOO_LONG and NO_OWNER, and the black cells of TOO_MANY_RUNS.

    For NO_OWNER, `misfits` are the blocks near enough to own the run, and `gap` has the offsets of
    all cells around it that are not white if some of these blocks are too long for them. `block` is
    the one of NO_GAP, PUSHED_TOO_FAR and NO_PLACE. That of PUSHED_TOO_FAR starts at the offset
    `earliest` or behind it because of the blocks before it, and at `latest` or before it because of
    those after it. For NO_ROOM, `starts` are those of the blocks that are packed around the white
    cells from the start of the line, up to the first one without room, or `from_end` are those
    packed from its end. For NO_PLACE, `starts` are those that suit all that comes before the block,
    and `from_end` those that suit all that comes behind it.
    """

    flaw: Flaw
    line: Line
    evidence: tuple[tuple[int, int, Cell], ...]
    cells: tuple[int, ...] = ()
    gap: tuple[int, ...] = ()
    misfits: tuple[Misfit, ...] = ()
    starts: tuple[int, ...] = ()
    from_end: tuple[int, ...] = ()
    block: int = 0
    earliest: int = 0
    latest: int = 0

    def on(self, line: Line) -> Impossible:
        """The same on another line."""
        offsets = {Cell.BLACK: 0, Cell.WHITE: 0}
        for row, column, colour in self.evidence:
            offsets[colour] |= 1 << row + column - self.line.index
        evidence = line.colours(offsets[Cell.BLACK], offsets[Cell.WHITE])
        return self._replace(line=line, evidence=evidence)
