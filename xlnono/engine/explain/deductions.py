"""What a technique shows on a line, with the facts that its sentence states.

The sentence is as sharp as the board: evidence is dropped only as long as every fact stays what
it is with all known cells.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress

from xlnono.engine.explain.bounds import Bounds, Contradiction
from xlnono.engine.explain.impossible import why_impossible
from xlnono.engine.explain.patterns import Patterns
from xlnono.engine.explain.techniques import (
    Finding,
    LineState,
    apply,
    closed_runs,
    owner_cases,
    runs_apart,
    small_gaps,
    stretches_of,
    without_short_blocks,
)
from xlnono.engine.line import block_starts, covered
from xlnono.model.board import Axis, Line, bits, run_starts
from xlnono.model.impossible import Impossible
from xlnono.model.steps import BlockBounds, OwnerCase, Stretch, Technique
from xlnono.records import NamedTuple


class Deduction(NamedTuple):
    """What one technique fixes on a line: masks of new cells and of the cells relied on.

    `bounds`, `stretches` and `cases` are those of a Step, and so are `refutations`, but on the
    first row.
    """

    technique: Technique
    black: int
    white: int
    evidence: int
    bounds: tuple[BlockBounds, ...] = ()
    stretches: tuple[Stretch, ...] = ()
    cases: tuple[OwnerCase, ...] = ()
    refutations: tuple[Impossible, ...] = ()

    def tells_all(self, line: LineState) -> bool:
        """Whether the places of its blocks show no black cells but these and known ones."""
        black = self.black | line.black
        return not any(
            ((1 << (first + line.clue[block])) - (1 << (last + 1 - line.clue[block]))) & ~black
            for block, first, last, _ in self.bounds
            if last + 1 - line.clue[block] < first + line.clue[block]
        )


_FIRST_ROW = Line(Axis.ROW, 0)

Facts = Callable[[LineState], Hashable]
"""The facts of a sentence, given what is known of the line; None if they do not show its cells."""


def deduce(technique: Technique, line: LineState, black: int, white: int) -> Deduction:
    """The deduction of these cells by this technique, or of some of them, with little evidence.

    It can be empty where a simpler technique works, too.
    """
    if technique in _ON_STRETCHES:
        return _on_stretches(technique, line, black, white)
    if technique is Technique.BLACK_SEVERAL_OWNERS:
        return _by_owners(line, black, white)
    if technique is Technique.COMPLETE_LINE:
        return _by_refutation(line, black, white)
    return _by_places(technique, line, black, white)


def _on_stretches(technique: Technique, line: LineState, black: int, white: int) -> Deduction:
    about = _ON_STRETCHES[technique]

    def facts(state: LineState) -> Hashable:
        state.clock.check()
        return tuple(about(state))

    evidence = _least_evidence(line, black | white, facts)
    return Deduction(technique, black, white, evidence, stretches=tuple(about(line)))


def _by_places(technique: Technique, line: LineState, black: int, white: int) -> Deduction:
    if technique is Technique.FINISHED_LINE:
        return Deduction(technique, black, white, line.black if white else line.white)
    finding = apply(technique, line)
    blocks = finding.about(black, white)
    counted = False
    if technique is Technique.OVERLAP and (between := _between_walls(line)) is not None:
        blocks, counted = between, not between

    def facts(state: LineState) -> Hashable:
        shown = apply(technique, state)
        if not _shows(shown, black, white):
            return None
        if counted:
            return state.black if white else state.white
        return _reached(shown.places, state, blocks)

    evidence = _least_evidence(line, black | white, facts)
    stretches: tuple[Stretch, ...] = ()
    if technique is Technique.OVERLAP and not line.black | line.white:
        stretches = (Stretch(0, line.length - 1, ()),)
    more = evidence if technique in _ABOUT else 0
    while more:
        evidence |= more
        known = _only(line, evidence)
        found = _ABOUT[technique](known, apply(technique, known), blocks)
        stretches = _whole(found, line)
        more = sum((2 << last) - (1 << first) for first, last, _ in stretches) & ~evidence
    bounds = _bounds(finding.places, line, blocks)
    return Deduction(technique, black, white, evidence, bounds, stretches)


def _by_owners(line: LineState, black: int, white: int) -> Deduction:
    """The cells that are the same for every possible owner of one black cell.

    Empty if no cell has several owners, because a simpler technique shows its owner.
    """

    def cases_of(state: LineState, cell: int) -> tuple[int, int, list[tuple[int, Patterns]]]:
        shared_black, shared_white = black, white
        cases: list[tuple[int, Patterns]] = []
        with suppress(Contradiction):
            places = without_short_blocks(state)
            if sum(reach >> cell & 1 for reach in places.reached()) > 1:
                for case in owner_cases(state, places, cell):
                    in_case = case[1].agreement()
                    shared_black, shared_white = (
                        shared_black & in_case[0],
                        shared_white & in_case[1],
                    )
                    if not shared_black | shared_white:
                        break
                    cases.append(case)
        return shared_black, shared_white, cases

    shared = ((cell, cases_of(line, cell)) for cell in bits(line.black))
    found = next((one for one in shared if one[1][2] and (one[1][0] or one[1][1])), None)
    if found is None:
        return Deduction(Technique.BLACK_SEVERAL_OWNERS, 0, 0, 0)
    cell, (black, white, cases) = found
    blocks = [Finding(0, 0, places).about(black, white) for _, places in cases]

    def facts(state: LineState) -> Hashable:
        if not state.black >> cell & 1:
            return None
        again = cases_of(state, cell)
        if again[:2] != (black, white) or len(again[2]) != len(cases):
            return None
        return tuple(
            (owner, _reached(places, state, about))
            for (owner, places), about in zip(again[2], blocks, strict=True)
        )

    evidence = _least_evidence(line, black | white, facts)
    return Deduction(
        Technique.BLACK_SEVERAL_OWNERS,
        black,
        white,
        evidence,
        stretches=(Stretch(cell, cell, tuple(owner for owner, _ in cases)),),
        cases=tuple(
            OwnerCase(owner, _bounds(places, line, about))
            for (owner, places), about in zip(cases, blocks, strict=True)
        ),
    )


def _by_refutation(line: LineState, black: int, white: int) -> Deduction:
    """Cell by cell, why no arrangement would fit with the opposite colour."""
    evidence, refutations = 0, []
    for cell in bits(black | white):
        opposite = 1 << cell
        supposed = (
            line.black | (opposite if white & opposite else 0),
            line.white | (opposite if black & opposite else 0),
        )
        reason = why_impossible(_FIRST_ROW, line.clue, line.length, *supposed, line.clock)
        evidence |= sum(1 << column for _, column, _ in reason.evidence)
        refutations.append(reason)
    return Deduction(
        Technique.COMPLETE_LINE,
        black,
        white,
        evidence & (line.black | line.white),
        refutations=tuple(refutations),
    )


def _whole(found: Iterable[Stretch], line: LineState) -> tuple[Stretch, ...]:
    """Stretches of cells that are evidence; runs are as long as they are on the board."""
    whole: dict[tuple[int, int], set[int]] = {}
    for first, last, blocks in found:
        runs = (run for run in line.runs if run[0] <= first < run[1])
        start, end = next(runs, (first, last + 1))
        whole.setdefault((start, end - 1), set()).update(blocks)
    return tuple(Stretch(*ends, tuple(sorted(blocks))) for ends, blocks in sorted(whole.items()))


def _shows(finding: Finding, black: int, white: int) -> bool:
    return not (black & ~finding.black or white & ~finding.white)


def _only(line: LineState, cells: int) -> LineState:
    """The line with only some of its known cells."""
    return LineState(line.clue, line.length, line.black & cells, line.white & cells, line.clock)


def _least_evidence(line: LineState, question: int, facts: Facts) -> int:
    """The known cells that the facts about some deduced cells need.

    Stretches of known cells of one colour are dropped, several at once and then one by one, and
    the remaining ones are cut down to their cell nearest to the deduced cells, as long as the
    facts stay the same.
    """
    goal = facts(line)
    evidence = line.black | line.white
    first, last = (question & -question).bit_length() - 1, question.bit_length() - 1
    known = sorted(
        (*stretches_of(line.black), *stretches_of(line.white)),
        key=lambda stretch: min(abs(stretch[0] - last), abs(stretch[1] - 1 - first)),
        reverse=True,
    )
    size = len(known)
    while size:
        place = 0
        while place < len(known):
            dropped = sum((1 << end) - (1 << start) for start, end in known[place : place + size])
            if facts(_only(line, evidence & ~dropped)) == goal:
                evidence &= ~dropped
                del known[place : place + size]
            else:
                place += size
        size //= 2
    for start, end in known:
        if end - start > 1:
            nearest = start if start > first else end - 1
            fewer = evidence & ~((1 << end) - (1 << start)) | 1 << nearest
            if facts(_only(line, fewer)) == goal:
                evidence = fewer
    return evidence


def _between_walls(line: LineState) -> list[int] | None:
    """The blocks between the walls of a line, None if a white cell lies between these."""
    start, end = line.walls
    between = (1 << (line.length - end.cells)) - (1 << start.cells)
    if line.white & between:
        return None
    return list(range(start.blocks, len(line.clue) - end.blocks))


def _starts(places: Bounds | Patterns, block: int, white: int) -> int:
    """The starts of a block within its places from which it covers no cell that is white."""
    if isinstance(places, Patterns):
        starts = places.keep[block]
    else:
        starts = (2 << places.high[block]) - (1 << places.low[block])
    return starts & run_starts(((1 << places.length) - 1) & ~white, places.clue[block])


def _reached(
    places: Bounds | Patterns | None, line: LineState, blocks: Sequence[int]
) -> tuple[int, ...]:
    """For each of some blocks, the cells that it reaches within its places."""
    if places is None:
        return ()
    return tuple(covered(_starts(places, j, line.white), line.clue[j]) for j in blocks)


def _bounds(
    places: Bounds | Patterns | None, line: LineState, blocks: Sequence[int]
) -> tuple[BlockBounds, ...]:
    found = []
    for block, cells in zip(blocks, _reached(places, line, blocks), strict=False):
        parts = tuple((start, end - 1) for start, end in stretches_of(cells))
        found.append(BlockBounds(block, parts[0][0], parts[-1][1], parts if len(parts) > 1 else ()))
    return tuple(found)


def _owned(line: LineState, finding: Finding, blocks: Sequence[int]) -> Iterator[Stretch]:
    """The runs that only one block can cover from its places."""
    assert finding.places is not None
    starts = [_starts(finding.places, j, line.white) for j in range(len(line.clue))]
    for start, end in line.runs:
        line.clock.check()
        owners = []
        for j, block in enumerate(line.clue):
            first = max(end - block, 0)
            covering = (2 << start) - (1 << first) if first <= start else 0
            if starts[j] & covering:
                owners.append(j)
        if len(owners) == 1:
            yield Stretch(start, end - 1, tuple(owners))


def _own(line: LineState, finding: Finding, blocks: Sequence[int]) -> Iterator[Stretch]:
    """The runs that only one of the stated blocks can cover."""
    return (run for run in _owned(line, finding, blocks) if run.blocks[0] in blocks)


def _finished(line: LineState, finding: Finding, blocks: Sequence[int]) -> Iterator[Stretch]:
    """The runs that are all of the only block that can own them."""
    for (start, end), owners in zip(line.runs, line.owners, strict=True):
        if len(owners) == 1 and line.clue[owners[0]] == end - start:
            yield Stretch(start, end - 1, tuple(owners))


def _in_the_way(line: LineState, finding: Finding, blocks: Sequence[int]) -> Iterator[Stretch]:
    """The white cells that blocks would reach if no cell were white."""
    starts = block_starts(line.clue, line.length, line.black, 0)
    reached = [covered(some, length) for some, length in zip(starts, line.clue, strict=True)]
    for start, end in stretches_of(line.white):
        cells = (1 << end) - (1 << start)
        if reaching := tuple(j for j, reach in enumerate(reached) if reach & cells):
            yield Stretch(start, end - 1, reaching)


def _in_its_way(line: LineState, finding: Finding, blocks: Sequence[int]) -> Iterable[Stretch]:
    """The white cells that the stated blocks would reach, or else those that any would."""
    found = list(_in_the_way(line, finding, blocks))
    own = [
        Stretch(first, last, tuple(block for block in reaching if block in blocks))
        for first, last, reaching in found
    ]
    return [stretch for stretch in own if stretch.blocks] or found


def _beside(line: LineState, finding: Finding, blocks: Sequence[int]) -> Iterator[Stretch]:
    """The runs beside which blocks would lie in some of their places."""
    for start, end in line.runs:
        touching = tuple(
            j
            for j in blocks
            if _starts(line.bounds, j, line.white) & (1 << end | (1 << start) >> line.clue[j])
        )
        if touching:
            yield Stretch(start, end - 1, touching)


_ON_STRETCHES: dict[Technique, Callable[[LineState], Iterable[Stretch]]] = {
    Technique.RUN_CLOSED: closed_runs,
    Technique.JOINED_RUNS: lambda line: (joined for joined, _ in runs_apart(line)),
    Technique.GAP_TOO_SMALL: small_gaps,
}
"""The techniques whose facts are about stretches of cells only."""

_ABOUT: dict[Technique, Callable[[LineState, Finding, Sequence[int]], Iterable[Stretch]]] = {
    Technique.WALL_REACH: _own,
    Technique.OUT_OF_REACH: _own,
    Technique.BLOCK_ORDER: _finished,
    Technique.RUNS_MATCHED: _owned,
    Technique.BLACK_ONE_OWNER: _own,
    Technique.BLACK_MOVES_BOUNDS: _owned,
    Technique.WHITE_ONE_REACH: _in_its_way,
    Technique.WHITE_MOVES_BOUNDS: _in_the_way,
    Technique.WHITE_SEVERAL_REACHES: _in_the_way,
    Technique.SHORT_BLOCKS: _beside,
}
"""The other facts of the techniques that say where blocks lie."""
