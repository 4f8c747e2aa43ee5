"""Typing mistakes in the clues, as data: what was typed, what is probably right, and how sure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from xlnono.model.board import Axis, Grid, Line
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Outcome
from xlnono.model.steps import Position

MOST_CHOICES = 5
"""So many corrections are offered at most."""


class MistakeKind(Enum):
    """What happened while the clues were typed.

    ONE_OFF: a number is one too large or too small. LOOK_ALIKE: a digit was taken for one that
    looks like it (1 and 7, 3 and 8, 5 and 6, 6 and 8). DROPPED, DOUBLED: a number is missing, or
    was typed twice. SWAPPED: two neighbouring numbers, or the digits of one, are in the wrong
    order. SPLIT, JOINED: 12 was typed as 1 2, or the other way. EXCHANGED: two neighbouring lines
    have each other's clues. MOVED: a number stands on the neighbouring line. LIST_REVERSED: the
    lines of an axis were typed last to first. ALL_BACKWARDS, BACKWARDS: the numbers of every clue
    of an axis, or of one clue, were typed last to first. LINE_MISSING: a line was left out; it is
    blank, or has the clue of the next line, and so on, or the grid is a line short. LINE_REPEATED:
    a line was typed twice, in place of a neighbour, or all lines behind it have the clue of the one
    before. FEW_OFF: a number is off by 2, 3 or 10. EXTRA: there is a number too many. OTHER: any
    other clue.

    >>> MistakeKind.ONE_OFF.value
    'one-off'
    """

    ONE_OFF = "one-off"
    LOOK_ALIKE = "look-alike"
    DROPPED = "dropped"
    DOUBLED = "doubled"
    SWAPPED = "swapped"
    SPLIT = "split"
    JOINED = "joined"
    EXCHANGED = "exchanged"
    MOVED = "moved"
    LIST_REVERSED = "list-reversed"
    ALL_BACKWARDS = "all-backwards"
    BACKWARDS = "backwards"
    LINE_MISSING = "line-missing"
    LINE_REPEATED = "line-repeated"
    FEW_OFF = "few-off"
    EXTRA = "extra"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ChangedClue:
    """A line whose clue should be `correct` instead of `typed`; empty without black cells.

    `zero`: what was typed is a 0; otherwise, an empty clue was left blank.
    """

    line: Line
    typed: tuple[int, ...]
    correct: tuple[int, ...]
    zero: bool = False


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake, and every clue that changes when it is corrected.

    `lines` are those to name: the mistyped line; both lines of EXCHANGED and of MOVED (first the
    one that the number stands on, then the one that it belongs to); the place of the left-out
    line of LINE_MISSING; the two lines with the same clue of LINE_REPEATED; every line of the
    axis for LIST_REVERSED and ALL_BACKWARDS. `changes` are in the order of the lines, rows first.
    """

    kind: MistakeKind
    lines: tuple[Line, ...]
    changes: tuple[ChangedClue, ...]

    @property
    def axis(self) -> Axis:
        """The axis of the lines to name."""
        return self.lines[0].axis


@dataclass(frozen=True)
class Correction:
    """One or two mistakes which, corrected one after another, leave exactly one solution.

    With another mistake, there are three if both axes were typed from the wrong end.

    `changes` are all clues that are not as typed, in the order of the lines. `puzzle` has the
    corrected clues and `grid` is its only solution; both are proved. `cost` says how unusual the
    mistakes are: 2 to 3 for those that people make, 3.5 for any other clue or if the grid is a line
    short, and at least 5 for two mistakes. `wrong_marks` are the marks on the board that differ
    from `grid`.

    If the grid is a line short, there are no `changes`: `left_out` is the line to be inserted, by
    its place in `puzzle`. The wrong marks are those on the other lines, by their places on the
    board.

    `mirrored` is another correction, equally plausible, whose solution is the mirror image: a
    list typed last to first leaves the same puzzle as the clues of the other axis, all backwards.
    """

    mistakes: tuple[Mistake, ...]
    changes: tuple[ChangedClue, ...]
    puzzle: Puzzle
    grid: Grid
    cost: float
    wrong_marks: tuple[Position, ...] = ()
    mirrored: Correction | None = None

    @property
    def left_out(self) -> Line | None:
        """The line to be inserted, if the grid has no room for it."""
        return None if self.changes else self.mistakes[0].lines[0]


@dataclass(frozen=True)
class MistakeReport:
    """What a search for typing mistakes found.

    `outcome` is that of the clues as typed: NONE if a clue does not fit its line, the totals of
    the axes differ, or no picture has these clues. Otherwise the clues need no correction: there
    are no corrections for MULTIPLE and UNDECIDED, and for UNIQUE only if marks contradict it.

    `corrections` are ranked, the most plausible first. `sure` says that the first is far more
    plausible than any other. `misfits` are the lines whose clue does not fit their length. `core`
    are lines of which at least one has a wrong clue, in the order of the lines; empty if none are
    known, because then it could be any line. `only_line` is the only line of the core that can be
    wrong if there is just one mistake in a single clue. Of the `shorter` axis, the one whose
    numbers add up to less, a whole line may have been left out; if so, nothing is certain about
    the other clues. It is None if the totals agree. `cut_short` says that time ran out, so there
    may be other corrections.

    `wrong_marks` are the marks that differ from the only solution of the clues as typed.
    `marks_support` says that the marks make the first correction likelier than a wrong mark: all
    of them agree with it, and not with the clues as typed.

    `engine` is the engine that ran, `seconds` the time it took.
    """

    outcome: Outcome
    corrections: tuple[Correction, ...] = ()
    sure: bool = False
    misfits: tuple[Line, ...] = ()
    core: tuple[Line, ...] = ()
    only_line: Line | None = None
    shorter: Axis | None = None
    cut_short: bool = False
    wrong_marks: tuple[Position, ...] = ()
    marks_support: bool = False
    engine: str = ""
    seconds: float = 0.0

    @property
    def choices(self) -> tuple[Correction, ...]:
        """The corrections to offer, the most plausible first; people choose one by its number.

        A sure one is offered alone, and of the others at most five; mirror images count too. There
        are none if it is likelier that marks are wrong.
        """
        if self.outcome is not Outcome.NONE and not self.marks_support:
            return ()
        offered: list[Correction] = []
        for correction in self.corrections[:1] if self.sure else self.corrections:
            offered.append(correction)
            if correction.mirrored is not None:
                offered.append(correction.mirrored)
        return tuple(offered[:MOST_CHOICES])
