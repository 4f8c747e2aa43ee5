"""The results of the explaining engine, as data: techniques, steps and the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from xlnono.lazily import lazy
from xlnono.model.board import Board, Cell, Line
from xlnono.model.impossible import Impossible
from xlnono.model.proof import Proof
from xlnono.records import NamedTuple


class Technique(Enum):
    """The techniques, in the order in which a person would try them.

    >>> Technique.OVERLAP.rung < Technique.CONTRADICTION.rung < Technique.SEARCH.rung
    True
    """

    OVERLAP = "overlap"
    FINISHED_LINE = "finished-line"
    WALL_REACH = "wall-reach"
    RUN_CLOSED = "run-closed"
    JOINED_RUNS = "joined-runs"
    GAP_TOO_SMALL = "gap-too-small"
    OUT_OF_REACH = "out-of-reach"
    BLOCK_ORDER = "block-order"
    RUNS_MATCHED = "runs-matched"
    BLACK_ONE_OWNER = "black-one-owner"
    BLACK_MOVES_BOUNDS = "black-moves-bounds"
    WHITE_ONE_REACH = "white-one-reach"
    WHITE_MOVES_BOUNDS = "white-moves-bounds"
    WHITE_SEVERAL_REACHES = "white-several-reaches"
    SHORT_BLOCKS = "short-blocks"
    BLACK_SEVERAL_OWNERS = "black-several-owners"
    COMPLETE_LINE = "complete-line"
    CONTRADICTION = "contradiction"
    NESTED_CONTRADICTION = "nested-contradiction"
    SEARCH = "search"

    # The one of Enum is written in Python, which is slow for many steps.
    __hash__ = object.__hash__

    @property
    def rung(self) -> int:
        """Its place on the ladder; 0 is the simplest."""
        return _RUNGS[self]

    @property
    def group(self) -> int:
        """The number of its group in HARDEST_OF_GROUPS."""
        return _GROUPS[self]


HARDEST_OF_GROUPS = (
    Technique.RUNS_MATCHED,
    Technique.BLACK_SEVERAL_OWNERS,
    Technique.COMPLETE_LINE,
    Technique.CONTRADICTION,
    Technique.SEARCH,
)
"""The last rung of each group of techniques, easiest group first. A person uses the techniques of
a group side by side, and those of the next group only where none of them works any more."""

_RUNGS = {technique: rung for rung, technique in enumerate(Technique)}
_GROUPS = {
    technique: sum(technique.rung > hardest.rung for hardest in HARDEST_OF_GROUPS)
    for technique in Technique
}

Position = tuple[int, int]
"""(row, column), both from 0."""


class BlockBounds(NamedTuple):
    """Where a block of a line can still lie: `first` and `last` are offsets of cells.

    `parts` are the stretches (first, last) between them in which it still fits, if that is not
    everywhere.
    """

    block: int
    first: int
    last: int
    parts: tuple[tuple[int, int], ...] = ()

    @property
    def stretches(self) -> tuple[tuple[int, int], ...]:
        """The stretches (first, last) of cells in which it can lie."""
        return self.parts or ((self.first, self.last),)


class Stretch(NamedTuple):
    """Neighbouring cells of a line, from the offset `first` to `last`, and the blocks that have to
    do with them."""

    first: int
    last: int
    blocks: tuple[int, ...]


class OwnerCase(NamedTuple):
    """What follows for the blocks of a line if a black cell belongs to the block `owner`."""

    owner: int
    bounds: tuple[BlockBounds, ...]


class Step(NamedTuple):
    """One deduction.

    `line` is the line it was made on, None for contradictions and searches, which need
    several. `fixed` are the cells that it determined, `evidence` the known cells it relied on:
    with those alone the technique still determines `fixed`, and all else that is said here holds.
    `bounds` are the blocks it is about. `stretches` are the cells it is about: runs with the
    blocks that can own them; two runs with the cell between them; gaps, or white cells, with the
    blocks that reach them; or the whole of an empty line. `cases` are the possible owners of a
    black cell. `refutations` say, for each of the cells `fixed` that only all arrangements together
    determine, why none fits with the opposite colour. `branches` are the refuted assumptions of a
    contradiction (one) or a search, which may contain only the shortest of all that it `refuted`.
    `depth` is the greatest number of assumptions at a time: 0 on a line, 1 for a contradiction, 2
    for a nested one. `known` are masks of the black and the white cells of the line before the
    step. A search has a `proof` instead of branches if there is a kernel; its evidence is then all
    that was known, and `refuted` the number of statements.

    >>> from xlnono import Puzzle, solve
    >>> puzzle = Puzzle(rows=[[2], [1]], columns=[[1], [2]])
    >>> step = solve(puzzle, explain=True).log.steps[0]
    >>> step.technique
    <Technique.OVERLAP: 'overlap'>
    >>> step.fixed
    ((0, 0, <Cell.BLACK: 2>), (0, 1, <Cell.BLACK: 2>))
    """

    technique: Technique
    line: Line | None
    fixed: tuple[tuple[int, int, Cell], ...]
    evidence: tuple[Position, ...]
    bounds: tuple[BlockBounds, ...] = ()
    stretches: tuple[Stretch, ...] = ()
    cases: tuple[OwnerCase, ...] = ()
    branches: tuple[Branch, ...] = ()
    refuted: int = 0
    depth: int = 0
    proof: Proof | None = None
    refutations: tuple[Impossible, ...] = ()
    known: tuple[int, int] = (0, 0)

    @property
    def ranges(self) -> frozenset[Position]:
        """The cells in which the blocks that it is about can lie."""
        if self.line is None:
            return frozenset()
        return frozenset(
            self.line.cell(offset)
            for bounds in self.bounds
            for first, last in bounds.stretches
            for offset in range(first, last + 1)
        )


class Branch(NamedTuple):
    """One assumption that was refuted.

    `assumed` are the assumed cells, outermost first. `chain` are the steps that follow from them:
    steps on lines, and in a nested contradiction also contradictions, each a step of its own
    with `line` None and one branch, which holds on the board as it is there. `impossible` says why
    no arrangement then fits a line.
    """

    assumed: tuple[tuple[int, int, Cell], ...]
    chain: tuple[Step, ...]
    impossible: Impossible

    @property
    def contradiction(self) -> Line:
        """The line that no arrangement then fits."""
        return self.impossible.line


class OnLine(NamedTuple):
    """Masks of cells of a line: the new black and white ones, those relied on, and those in which
    the blocks can lie."""

    black: int
    white: int
    evidence: int
    ranges: int


def _on_line(step: Step, line: Line) -> OnLine:
    black, white = line.masks(step.fixed)
    ranges = 0
    for bounds in step.bounds:
        for first, last in bounds.stretches:
            ranges |= (2 << last) - (1 << first)
    return OnLine(black, white, line.mask(step.evidence), ranges)


@dataclass(frozen=True)
class Visit:
    """All that one look at a line yields, as one or more deductions in their order.

    `line` is None for a contradiction or a search, which needs several lines.
    """

    line: Line | None
    steps: tuple[Step, ...]

    @property
    def fixed(self) -> tuple[tuple[int, int, Cell], ...]:
        """The cells that its steps determined, from the first cell of the line to the last."""
        return tuple(sorted(cell for step in self.steps for cell in step.fixed))

    @lazy
    def steps_on_line(self) -> list[OnLine]:
        """For each step of a visit to a line, the cells that have these properties."""
        line = self.line
        assert line is not None
        return [_on_line(step, line) for step in self.steps]

    @lazy
    def on_line(self) -> OnLine:
        """The cells of a visit to a line that have these properties."""
        if len(self.steps) == 1:
            return self.steps_on_line[0]
        black = white = evidence = ranges = 0
        for new_black, new_white, relied, within in self.steps_on_line:
            evidence |= relied & ~(black | white)
            black |= new_black
            white |= new_white
            ranges |= within
        return OnLine(black, white, evidence, ranges)

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """The techniques of its steps, each once, in the order of their first use."""
        return tuple(dict.fromkeys(step.technique for step in self.steps))

    @property
    def evidence(self) -> frozenset[Position]:
        """The cells known before it that its steps rely on."""
        evidence: set[Position] = set()
        new: set[Position] = set()
        for step in self.steps:
            evidence.update(cell for cell in step.evidence if cell not in new)
            new.update((row, column) for row, column, _ in step.fixed)
        return frozenset(evidence)

    @property
    def ranges(self) -> frozenset[Position]:
        """The cells in which the blocks that its steps are about can lie."""
        return frozenset(cell for step in self.steps for cell in step.ranges)


def counted(steps: Iterable[Step]) -> dict[Technique, int]:
    """How many steps used each technique, simplest first; unused ones are left out."""
    counts = Counter(step.technique for step in steps)
    return {technique: counts[technique] for technique in Technique if counts[technique]}


@dataclass
class Log:
    """All steps in order, from the position `start`.

    `contradiction` is a line that no arrangement fits after the last step, if the steps led to one.
    `cut_short` is true if the time ran out before everything was explained; `tried` is then the
    technique that was being tried, if no simpler one worked any more. `not_shortened` is true if
    the time ran out while contradictions that the others do not need were being left out, so there
    may be more than necessary. `choices` holds, for each step, how many lines allowed a deduction
    before it. `stuck` is how many cells at least are unknown when all lines
    and all contradictions about single cells have been used; 0 if that is not known.

    >>> from xlnono import Puzzle, solve
    >>> log = solve(Puzzle(rows=[[2], [1]], columns=[[1], [2]]), explain=True).log
    >>> len(log), log.unknown
    (3, 0)
    >>> log.position(1)
    Board.from_text('''
    ##
    ??
    ''')
    """

    start: Board
    steps: list[Step] = field(default_factory=list)
    contradiction: Line | None = None
    cut_short: bool = False
    tried: Technique | None = None
    not_shortened: bool = False
    choices: list[int] = field(default_factory=list)
    stuck: int = 0
    _visits: list[Visit] = field(default_factory=list, init=False, repr=False, compare=False)
    _visited: int = field(default=0, init=False, repr=False, compare=False)
    """How many steps are in these visits; the others were added since."""

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def position(self, number: int) -> Board:
        """The board after that many steps; 0 is the start."""
        board = self.start.copy()
        for step in self.steps[:number]:
            for row, column, cell in step.fixed:
                board.fix(row, column, cell)
        return board

    @property
    def visits(self) -> list[Visit]:
        """The steps by visits: those that follow one another on a line are one visit, until a
        technique of a harder group than its first is needed."""
        if self._visited != len(self.steps):
            self._visits, self._visited = self._grouped(), len(self.steps)
        return self._visits

    def _grouped(self) -> list[Visit]:
        visits: list[tuple[Line | None, list[Step]]] = []
        visited, group = None, 0
        for step in self.steps:
            line, of_step = step.line, _GROUPS[step.technique]
            if line is not None and line == visited and of_step <= group:
                visits[-1][1].append(step)
            else:
                visits.append((line, [step]))
                visited, group = line, of_step
        return [Visit(line, tuple(steps)) for line, steps in visits]

    def reached(self, visits: int) -> Board:
        """The board after that many visits; 0 is the start."""
        return self.position(sum(len(visit.steps) for visit in self.visits[:visits]))

    @property
    def deductions(self) -> list[Visit]:
        """The steps one by one, as if each were a visit."""
        return [Visit(step.line, (step,)) for step in self.steps]

    @property
    def unknown(self) -> int:
        """How many cells are unknown after the last step."""
        return self.start.unknown - sum(len(step.fixed) for step in self.steps)

    @property
    def hardest(self) -> Technique | None:
        """The hardest technique that is certain to be needed, None if none is."""
        met = {step.technique for step in self.steps}
        if self.tried is not None:
            met.add(self.tried)
        return max(met, key=lambda technique: technique.rung, default=None)

    def by_technique(self) -> dict[Technique, int]:
        """How many steps used each technique, simplest first; unused ones are left out."""
        return counted(self.steps)
