"""Every sentence of the log is true: each claim in it is checked without the engine.

The sentences are read back from their words. What they say is held against all arrangements
of the line that fit the cells which the step relies on, found by `tests.support.arrangements`.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise, product, zip_longest
from pathlib import Path
from typing import NamedTuple

import pytest

import xlnono
from tests.support.arrangements import Known, agreed, block_starts, forced, pictures, possible
from tests.support.claims import FORMS, Claim, Deed, Item, Owner, Place, impossible, read
from tests.unit.test_impossible import holds
from xlnono import Board, Cell, Grid, Line, Puzzle, Step, Technique
from xlnono.engine.clock import Clock
from xlnono.engine.decide import native
from xlnono.engine.explain import recursion
from xlnono.engine.explain.contradiction import coloured
from xlnono.engine.explain.deductions import deduce
from xlnono.engine.explain.line_step import step_of
from xlnono.engine.explain.planning.chain import Chain as Planned
from xlnono.engine.explain.search_step import search_step
from xlnono.engine.explain.techniques import LineState, climb
from xlnono.engine.line import settle
from xlnono.model.steps import Log, Position, Visit
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.wording import GridNames, why_visit
from xlnono.wording.impossible import impossible_in_words, impossible_on_line
from xlnono.xlsx.book import open_book

SAMPLES = sorted((Path(__file__).parents[2] / "samples").rglob("*.xlsx"))


class Example(NamedTuple):
    """A step on a position."""

    puzzle: Puzzle
    before: Board
    step: Step


def _log(puzzle: Puzzle, givens: Board | None = None) -> Iterator[Example]:
    solution = xlnono.solve(puzzle, givens, explain=True)
    assert solution.log is not None
    board = solution.log.start.copy()
    for step in solution.log:
        yield Example(puzzle, board.copy(), step)
        for row, column, cell in step.fixed:
            board.fix(row, column, cell)


def _random_grid(rng: random.Random, least: int, most: int) -> Grid:
    height, width = rng.randint(least, most), rng.randint(least, most)
    share = rng.uniform(0.3, 0.7)
    return Grid.from_cells([[rng.random() < share for _ in range(width)] for _ in range(height)])


class Row:
    """Row 1 of a board, looked at by itself, and the technique that works there, if any."""

    def __init__(self, puzzle: Puzzle, board: Board) -> None:
        self.puzzle, self.board = puzzle, board
        known = board.black[0], board.white[0]
        self.state = LineState(puzzle.clues[0], board.width, *known)
        some = settle(puzzle.clues[0], board.width, *known) != known
        self.found = climb(self.state) if some else None

    def example(self) -> Example:
        assert self.found is not None
        done = deduce(self.found[0], self.state, *self.found[1:])
        line = self.board.line(0)
        step = step_of(line, done, self.state)
        return Example(self.puzzle, self.board.copy(), step)


def _random_rows(rng: random.Random) -> Iterator[Row]:
    """A row on its way to being solved; where nothing follows, a cell is given away."""
    cells: list[bool] = []
    for _ in range(rng.randint(4, 14)):
        cells += [rng.random() < 0.5] * rng.choice((1, 1, 1, 2, 2, 3, 4, 5))
    grid = Grid.from_cells([cells])
    board = Board(1, grid.width)
    while board.unknown:
        row = Row(Puzzle.of(grid), board)
        if row.found is not None:
            yield row
            board.fix_line(0, *row.found[1:])
        else:
            column = rng.choice([k for k in range(grid.width) if board[0, k] is Cell.UNKNOWN])
            board.fix(0, column, grid[0, column])


RARE = [
    # Two gaps between runs at once.
    ("..##.##.##.##...", "???#?#???#?#????"),
    # Two gaps that the same two blocks reach.
    ("###.###..............#", "????????.??.??.?????.#"),
    # The first black cell can only be one of the 6.
    ("......######..#.#.", "????????#??#..#.??"),
    # Other blocks would touch a black cell if they covered the run.
    ("##.........####.##............", "??????????.#?#??#?????????????"),
    # Further on, the block before or behind would touch black cells.
    ("####.#....######.........", "???????????#??##?????????"),
    (".......######..##...", "..???????#?##???????"),
    # An empty line of a single cell, and of two.
    ("#", "?"),
    ("##", "??"),
    # Other blocks would leave too few for the black cells before or behind them.
    ("#.#####..#....", "?.#?#????#????"),
    (".........#..####..#####........##", "?????????#??#????.##??#..????????"),
    # Why other blocks lead to a contradiction is hard to see.
    ("......###..#..###.####", "????..#?#.?#??????#???"),
    (".................###.##.#.####.##", "???????.??.???????#???#?????#??#?"),
]
"""Lines, and what is known of them, for sentences that are seldom met."""

RANDOM_LINES = 250
ENOUGH = 60
"""How many steps on random lines are looked at for each technique."""


@cache
def _logs() -> list[list[Example]]:
    """The logs of the samples and of small random puzzles."""
    rng = random.Random(20)
    logs = []
    for path in SAMPLES:
        if not path.name.startswith("mistake"):
            (sheet,) = open_book(path).sheets()
            sample = read_puzzle(sheet)
            logs.append(list(_log(sample.puzzle, sample.marks)))
    logs += [list(_log(Puzzle.of(_random_grid(rng, 3, 9)))) for _ in range(100)]
    # Empty columns of a single cell, and of two.
    logs += [list(_log(Puzzle.of(Grid.from_text(picture)))) for picture in ("#..#", "#..# #..#")]
    return logs


@cache
def _examples() -> dict[Technique, list[Example]]:
    """All steps of the logs, and some on random lines, by technique."""
    rng = random.Random(21)
    examples: dict[Technique, list[Example]] = {technique: [] for technique in Technique}
    for log in _logs():
        for one in log:
            examples[one.step.technique].append(one)
    looked_at = Counter[Technique]()
    for _ in range(RANDOM_LINES):
        for row in _random_rows(rng):
            assert row.found is not None
            technique = row.found[0]
            looked_at[technique] += 1
            if looked_at[technique] <= ENOUGH:
                examples[technique].append(row.example())
    for picture, known in RARE:
        one = Row(Puzzle.of(Grid.from_text(picture)), Board.from_text(known)).example()
        examples[one.step.technique].append(one)
    return examples


def _complete(claim: Claim) -> Iterator[Place]:
    """The places of the blocks that are said to be complete, or to lie in the same place whether
    they are pushed to the start or to the end."""
    for owner in claim.argued.owners:
        if owner.complete:
            yield Place(owner.block, ((owner.cells, False),))
    pushed = [{(item.block, item.cells) for item in items} for *_, items in claim.argued.pushed]
    if len(pushed) == 2:
        for block, cells in sorted(pushed[0] & pushed[1]):
            yield Place(block, ((cells, False),))


class Scene:
    """A step on a line: what its sentence claims, and what there is to hold it against.

    Cells go by their offset on the line. `relied_on` are the known cells of the evidence.
    """

    def __init__(self, example: Example, claims: Sequence[Claim]) -> None:
        line = example.step.line
        assert line is not None
        number = example.before.number(line)
        self.claims = claims
        self.claim = claims[0]
        self.line = line
        self.clue, self.length = example.puzzle.clues[number], example.puzzle.lengths[number]
        self.cells = [example.before[line.cell(offset)] for offset in range(self.length)]
        evidence = {self.offset(position) for position in example.step.evidence}
        self.relied_on = {offset: self.cells[offset] for offset in sorted(evidence)}
        self.fixed = {self.offset((row, column)): cell for row, column, cell in example.step.fixed}
        self._parts: dict[Place, list[tuple[list[int], bool]]] = {}
        self.places = [place for claim in claims for place in (*claim.where, *_complete(claim))]
        self.where = [
            (
                place.block,
                sorted({cell for cells, _ in self.parts(place) for cell in cells}),
                len(place.parts) > 1 or place.parts[0][1],
            )
            for place in self.places
        ]
        self.refutations = example.step.refutations
        starts = block_starts(self.clue, self.length, self.relied_on)
        assert starts is not None
        self.starts = starts
        known = {
            cell: colour for cell, colour in enumerate(self.cells) if colour is not Cell.UNKNOWN
        }
        starts = block_starts(self.clue, self.length, known)
        assert starts is not None
        self.now = starts

    def offset(self, position: Position) -> int:
        assert position == self.line.cell(sum(position) - self.line.index)
        return sum(position) - self.line.index

    def offsets(self, cells: Iterable[Position]) -> list[int]:
        return sorted(map(self.offset, cells))

    def parts(self, place: Place) -> list[tuple[list[int], bool]]:
        if place not in self._parts:
            found = [(self.offsets(cells), slides) for cells, slides in place.parts]
            self._parts[place] = found
        return self._parts[place]

    def lies_in(self, place: Place, start: int) -> bool:
        """Whether a block lies within one of the parts that are said of it if it starts there."""
        last = start + self.clue[place.block] - 1
        return any(cells[0] <= start and last <= cells[-1] for cells, _ in self.parts(place))

    def covers(self, block: int, start: int, cells: Sequence[int]) -> bool:
        return start <= cells[0] and cells[-1] < start + self.clue[block]

    def relied_on_of(self, colour: Cell) -> list[int]:
        return [cell for cell, known in self.relied_on.items() if known is colour]

    def says(self, words: str) -> bool:
        return self.claim.form.says(words)

    def alone(self, run: Iterable[int]) -> dict[int, Cell]:
        """The known cells, if these black cells are the only ones."""
        white = dict.fromkeys(self.relied_on_of(Cell.WHITE), Cell.WHITE)
        return {**white, **dict.fromkeys(run, Cell.BLACK)}

    def rest_is(self, colour: Cell) -> bool:
        """Whether the step gives all unknown cells that colour."""
        unknown = [cell for cell, known in enumerate(self.cells) if known is Cell.UNKNOWN]
        return self.fixed == dict.fromkeys(unknown, colour)

    def stretches(self, cells: Iterable[int]) -> list[range]:
        """The stretches of neighbours that cells form."""
        found: list[range] = []
        for cell in sorted(cells):
            if found and found[-1].stop == cell:
                found[-1] = range(found[-1].start, cell + 1)
            else:
                found.append(range(cell, cell + 1))
        return found

    def black_runs(self) -> list[range]:
        return self.stretches(self.relied_on_of(Cell.BLACK))

    def reaching(self, cells: Iterable[int], known: Known) -> set[int]:
        """The blocks that cover any of these cells in some arrangement."""
        found = block_starts(self.clue, self.length, known)
        assert found is not None
        return {
            block
            for block, starts in enumerate(found)
            if any(cell - self.clue[block] < start <= cell for cell in cells for start in starts)
        }

    def owners(self, cells: Iterable[int]) -> set[int]:
        """The blocks that cover all of these cells in some arrangement."""
        first, last = min(cells), max(cells)
        return {
            block
            for block, starts in enumerate(self.starts)
            if any(start <= first and last < start + self.clue[block] for start in starts)
        }

    def follows_from_places(
        self,
        known: Known | None = None,
        allowed: Callable[[int, int], bool] = lambda block, start: True,
    ) -> bool:
        """Whether the cells have their colours wherever the blocks lie within their places."""
        places = {place.block: place for place in self.places}

        def fits(block: int, start: int) -> bool:
            place = places.get(block)
            return allowed(block, start) and (place is None or self.lies_in(place, start))

        return all(
            forced(self.clue, self.length, known or {}, cell, colour, fits)
            for cell, colour in self.fixed.items()
        )


def _fixed_and_places_are_true(scene: Scene) -> None:
    """The cells have their colours in every arrangement that fits the evidence, and the blocks lie
    where they are said to in every one that fits the known cells."""
    for cell, colour in scene.fixed.items():
        assert scene.cells[cell] is Cell.UNKNOWN
        assert forced(scene.clue, scene.length, scene.relied_on, cell, colour)
    for claim in scene.claims:
        cases = [places for _, places in claim.cases]
        for place in (*claim.where, *(place for places in cases for place in places)):
            for cells, slides in scene.parts(place):
                assert slides == (len(cells) > scene.clue[place.block])
                assert cells == list(range(cells[0], cells[-1] + 1))
                # A place ends where the board shows a white cell.
                assert not any(scene.cells[cell] is Cell.WHITE for cell in cells)
    for place in scene.places:
        assert all(scene.lies_in(place, start) for start in scene.now[place.block])


def _follows(scene: Scene, claim: Claim, said: Iterable[Place] = ()) -> bool:
    """Whether the cells have their colours in every arrangement of the clue that agrees with what
    the clause itself states, and with the places that were `said` before it in the same breath."""
    if claim.form.techniques == (Technique.COMPLETE_LINE,):
        known = scene.relied_on
        return all(
            forced(scene.clue, scene.length, known, scene.offset(cell), colour)
            for cell, colour in claim.fixed.items()
        )
    if "total" in claim.form.english or "rest is" in claim.form.english:
        # It counts the cells of one colour; `_counted` checks their number.
        return True
    cells, gap, span = map(scene.offsets, (claim.cells, claim.gap, claim.span))
    known: dict[int, Cell] = {}
    rules: list[Callable[[int, int], bool]] = []
    places = [*said, *claim.where, *_complete(claim)]
    rules.append(
        lambda block, start: all(
            scene.lies_in(place, start) for place in places if place.block == block
        )
    )
    if span:
        blocks = set(claim.blocks)
        rules.append(
            lambda block, start: (
                block not in blocks
                or (span[0] <= start and start + scene.clue[block] - 1 <= span[-1])
            )
        )
    if claim.form.says("would be a run of"):
        known |= {cell: Cell.BLACK for cell in cells if cell not in gap}
        rules.append(lambda block, start: not scene.covers(block, start, cells))
    elif cells:
        known |= dict.fromkeys(cells, Cell.BLACK)
        if claim.form.says("the only block that can cover"):
            rules.append(
                lambda block, start: block in claim.blocks or not scene.covers(block, start, cells)
            )
        elif claim.form.says("no block longer"):
            rules.append(
                lambda block, start: (
                    scene.clue[block] <= claim.number("length")
                    or not scene.covers(block, start, cells)
                )
            )
    if gap and claim.form.says("too small"):
        ends = {
            cell for stretch in scene.stretches(gap) for cell in (stretch.start - 1, stretch.stop)
        }
        known |= {cell: Cell.WHITE for cell in ends if 0 <= cell < scene.length}
        named = set(claim.blocks) or set(range(len(scene.clue)))
        rules.append(
            lambda block, start: (
                block in named or not set(gap) & set(range(start, start + scene.clue[block]))
            )
        )

    def agrees(block: int, start: int, case: Iterable[Place] = ()) -> bool:
        return all(rule(block, start) for rule in rules) and all(
            place.block != block or scene.lies_in(place, start) for place in case
        )

    def settles(case: Iterable[Place]) -> bool:
        return all(
            forced(
                scene.clue,
                scene.length,
                known,
                scene.offset(cell),
                colour,
                lambda block, start: agrees(block, start, case),
            )
            for cell, colour in claim.fixed.items()
        )

    return all(settles(places) for _, places in claim.cases) if claim.cases else settles(())


def _colours_follow_from_places(scene: Scene) -> None:
    """Each black cell is covered by a block wherever that lies within its place, and no block
    that could come to a white cell is left unsaid."""
    for cell, colour in scene.fixed.items():
        if colour is Cell.BLACK:
            assert any(
                cells[-1] + 1 - scene.clue[block] <= cell < cells[0] + scene.clue[block]
                for block, cells, _ in scene.where
            )
        else:
            first = max((block for block, cells, _ in scene.where if cells[-1] < cell), default=-1)
            last = min(
                (block for block, cells, _ in scene.where if cells[0] > cell),
                default=len(scene.clue),
            )
            beside = any(
                not slides and cell in (cells[0] - 1, cells[-1] + 1)
                for _, cells, slides in scene.where
            )
            named = {block for block, _, _ in scene.where}
            assert beside or named >= set(range(first + 1, last))


def _overlap(scene: Scene) -> None:
    claim = scene.claim
    if not scene.clue:
        assert scene.rest_is(Cell.WHITE)
        return
    if scene.says("rest is"):
        _counted(scene)
        return
    known = any(cell is not Cell.UNKNOWN for cell in scene.cells)
    assert scene.says("is empty") == (not known)
    if scene.says("which makes"):
        _argued(scene)
        return
    only = scene.says("fits only")
    span, blocks = scene.offsets(claim.span), claim.blocks
    assert list(blocks) == list(range(blocks[0], blocks[-1] + 1))
    assert min(scene.starts[blocks[0]]) >= span[0]
    assert max(scene.starts[blocks[-1]]) + scene.clue[blocks[-1]] - 1 <= span[-1]
    room = len(span)
    needed = sum(scene.clue[block] for block in blocks) + len(blocks) - 1
    assert only == (room == 1)
    assert scene.says("both cells") == (room == 2)
    assert room < 3 or claim.number("room") == room
    spare = room - needed
    assert not spare or all(scene.cells[cell] is not Cell.WHITE for cell in span)
    if only or scene.says("fill"):
        assert spare == 0
        return
    assert claim.number("spare") == spare
    if len(blocks) == 1:
        assert scene.says("middle cell is") or claim.number("middle") == needed - spare
        assert scene.says("middle cell is") == (needed - spare == 1)
        return
    assert claim.number("needed") == needed
    assert dict(claim.sure) == {
        block: scene.clue[block] - spare for block in blocks if scene.clue[block] > spare
    }


def _counted_from_both_ends(scene: Scene) -> list[range]:
    """The starts of each block that counting from the solved ends of the line leaves."""
    state = LineState(
        scene.clue,
        scene.length,
        sum(1 << cell for cell in scene.relied_on_of(Cell.BLACK)),
        sum(1 << cell for cell in scene.relied_on_of(Cell.WHITE)),
    )
    low, high = state.bounds.low, state.bounds.high
    return [range(first, last + 1) for first, last in zip(low, high, strict=True)]


def _counted(scene: Scene) -> None:
    black, white = (scene.relied_on_of(colour) for colour in (Cell.BLACK, Cell.WHITE))
    few = 1 if scene.says("the only") else 2 if scene.says("both") else None
    total = few or scene.claim.number("total")
    if scene.says("rest is black"):
        assert len(white) == scene.length - sum(scene.clue) == total
        assert scene.rest_is(Cell.BLACK)
    else:
        assert len(black) == sum(scene.clue) == total
        assert scene.rest_is(Cell.WHITE)


def _finished_line(scene: Scene) -> None:
    _counted(scene)


def _wall_reach(scene: Scene) -> None:
    """Each run is too near to the solved end of the line for its block to lie beside it."""
    assert scene.follows_from_places()
    assert scene.claim.about
    for about in scene.claim.about:
        run, free = scene.offsets(about.cells), scene.offsets(about.free)
        owners = scene.owners(run)
        assert len(owners) == 1
        (block,) = owners
        assert set(about.blocks) <= owners
        others = {other: starts for other, starts in enumerate(scene.now) if other != block}
        if about.side == "only":
            assert all(len(starts) == 1 for starts in others.values())
            continue
        if about.side == "edge":
            assert 0 in run or scene.length - 1 in run
            continue
        # Blocks beyond it are complete, and its own lies on the free cells or covers the run.
        before = about.side == "before"
        beyond = range(run[0]) if before else range(run[-1] + 1, scene.length)
        complete = set()
        for other, starts in others.items():
            if other < block if before else other > block:
                (start,) = starts
                complete.update(range(start, start + scene.clue[other]))
        left = [cell for cell in beyond if scene.cells[cell] is not Cell.WHITE]
        assert free == [cell for cell in left if cell not in complete]
        assert len(free) < scene.clue[block]


def _would_touch(
    scene: Scene, block: int, starts: Iterable[int], touched: Iterable[Position]
) -> list[bool]:
    """Whether a block touches one of some black cells, for each start at which it covers no white
    cell."""
    cells = set(scene.offsets(touched))
    assert all(scene.cells[cell] is Cell.BLACK for cell in cells)
    size = scene.clue[block]
    return [
        bool(cells & {start - 1, start + size})
        for start in starts
        if 0 <= start <= scene.length - size and Cell.WHITE not in scene.cells[start : start + size]
    ]


def _others_are_true(
    scene: Scene,
    owners: Iterable[int],
    short: Callable[[int], bool],
    room: int,
    claim: Claim | Owner,
    run: Sequence[int] = (),
    crowding: Iterable[int] = (),
) -> None:
    """What is said of the blocks that cannot cover some cells: all others are complete, too short,
    too long for the room there is, or `crowding` the blocks on one side."""
    own = set(owners)
    lowest, highest = -1, len(scene.clue)
    for block, position, ends, touched in claim.others:
        cell, starts = scene.offset(position), scene.now[block]
        assert block not in own
        if ends:
            assert max(starts) + scene.clue[block] - 1 <= cell
            lowest = block
        else:
            assert min(starts) >= cell
            highest = block
        if touched:
            after = range(cell + 2 - scene.clue[block], scene.length)
            beyond = after if ends else range(cell - 1, -1, -1)
            # Where other blocks keep it anyway, it may touch none.
            assert _would_touch(scene, block, beyond, touched)[0]
    if not (claim.why or claim.others or claim.kinds or claim.touching or crowding):
        return
    rest = {block for block in range(lowest + 1, highest) if block not in own}
    unfit: dict[str, set[int]] = {
        "complete": set(),
        "short": {block for block in rest if short(scene.clue[block])},
        "long": {block for block in rest if scene.clue[block] > room},
        "touching": {block for blocks, _ in claim.touching for block in blocks},
        "crowding": set(crowding),
    }
    assert unfit["touching"] | unfit["crowding"] <= rest
    for blocks, touched in claim.touching:
        for block in blocks:
            covering = range(run[-1] + 1 - scene.clue[block], run[0] + 1)
            assert all(_would_touch(scene, block, covering, touched))
    for block in rest:
        start, *more = scene.now[block]
        cells = range(start, start + scene.clue[block])
        if not more and all(scene.cells[cell] is Cell.BLACK for cell in cells):
            unfit["complete"].add(block)
    if claim.why == "alone":
        assert len(scene.clue) == 1
    elif claim.why == "longer":
        assert rest <= unfit["complete"] | unfit["short"]
    elif claim.why == "others":
        assert rest <= set().union(*(unfit[kind] for kind in claim.kinds))
        assert all(unfit[kind] for kind in claim.kinds)
    assert rest <= set().union(*unfit.values())


def _room(scene: Scene, cells: Sequence[int]) -> int:
    """How many cells the gap around some cells has."""
    not_white = [cell for cell, known in enumerate(scene.cells) if known is not Cell.WHITE]
    return next(len(gap) for gap in scene.stretches(not_white) if cells[0] in gap)


def _argued(scene: Scene) -> None:
    """The reasons for the places are true, and the blocks that are pushed lie no further than they
    can."""
    said = scene.claim.argued
    for owner in said.owners:
        for run in scene.stretches(scene.offsets(owner.cells)):
            assert all(scene.cells[cell] is Cell.BLACK for cell in run)
            covering = {
                block
                for block, starts in enumerate(scene.now)
                if any(scene.covers(block, start, run) for start in starts)
            }
            assert covering == {owner.block}
            assert owner.complete == (len(run) == scene.clue[owner.block])
            size = len(run)
            _others_are_true(
                scene,
                covering,
                lambda length, size=size: length < size,
                _room(scene, run),
                owner,
                run,
            )
            assert owner.why or owner.kinds or owner.others or owner.touching
    not_white = [cell for cell, known in enumerate(scene.cells) if known is not Cell.WHITE]
    gaps = [
        gap
        for gap in scene.stretches(not_white)
        if any(scene.cells[cell] is Cell.UNKNOWN for cell in gap)
    ]
    for block, cells in said.only_gaps:
        roomy = [list(gap) for gap in gaps if len(gap) >= scene.clue[block]]
        assert roomy == [scene.offsets(cells)]
    for block, position, after in said.no_gaps:
        cell = scene.offset(position)
        beyond = (
            other for gap in gaps for other in gap if (other > cell if after else other < cell)
        )
        assert all(len(part) < scene.clue[block] for part in scene.stretches(beyond))
    for at_end, ignoring, items in said.pushed:
        if not ignoring and not any(item.covering or item.touched for item in items):
            _passes_no_black(scene, items)
        assert [item.block for item in items] == sorted({item.block for item in items})
        for item in items:
            cells, starts = scene.offsets(item.cells), scene.now[item.block]
            assert len(cells) == scene.clue[item.block]
            assert all(scene.cells[cell] is not Cell.WHITE for cell in cells)
            assert cells[0] >= max(starts) if at_end else cells[0] <= min(starts)
            assert set(scene.offsets(item.covering)) <= set(cells)
        for one, other in pairwise(items):
            between = scene.offsets(other.cells)[0] - scene.offsets(one.cells)[-1]
            assert one.block + 1 != other.block or between > 1
    for block, place, cells in said.touching:
        touching = scene.offsets(place)
        assert len(touching) == scene.clue[block]
        assert set(scene.offsets(cells)) <= {touching[0] - 1, touching[-1] + 1}
        assert all(scene.cells[cell] is Cell.BLACK for cell in scene.offsets(cells))


def _passes_no_black(scene: Scene, items: Sequence[Item]) -> None:
    """Blocks touch no black cell where they are pushed to, and leave none between them."""
    for item, following in zip_longest(items, items[1:]):
        cells = scene.offsets(item.cells)
        end = cells[-1] + 2
        if following is not None and following.block == item.block + 1:
            end = scene.offsets(following.cells)[0]
        for cell in (cells[0] - 1, *range(cells[-1] + 1, end)):
            if 0 <= cell < scene.length:
                assert scene.cells[cell] is not Cell.BLACK


def _run_closed(scene: Scene) -> None:
    for claim in scene.claims:
        run = scene.offsets(claim.cells)
        assert range(run[0], run[-1] + 1) in scene.black_runs()
        owners = scene.owners(run)
        assert {scene.clue[block] for block in owners} == {len(run)}
        if claim.form.says("the longest block"):
            assert len(run) == max(scene.clue)
        elif claim.form.says("only"):
            assert owners == set(claim.blocks)
            _others_are_true(
                scene, owners, lambda length, run=run: length < len(run), _room(scene, run), claim
            )
        else:
            assert len(run) == claim.number("length")
            _others_are_true(
                scene, owners, lambda length, run=run: length <= len(run), _room(scene, run), claim
            )


def _joined_runs(scene: Scene) -> None:
    for claim in scene.claims:
        (gap,), run = scene.offsets(claim.gap), scene.offsets(claim.cells)
        assert len(run) == claim.number("length")
        black = set(scene.relied_on_of(Cell.BLACK))
        assert set(run) - {gap} <= black
        assert not {run[0] - 1, run[-1] + 1} & black
        filled = {**scene.relied_on, gap: Cell.BLACK}
        assert not possible(scene.clue, scene.length, filled)
        assert claim.form.says("block of the clue") == (len(run) > max(scene.clue))
        _others_are_true(
            scene, (), lambda length, run=run: length < len(run), _room(scene, run), claim
        )


def _gap_too_small(scene: Scene) -> None:
    white = {cell for cell, known in enumerate(scene.cells) if known is Cell.WHITE}
    for claim in scene.claims:
        gaps = scene.stretches(scene.offsets(claim.gap))
        assert claim.form.says("gaps") == (len(gaps) > 1)
        for gap in gaps:
            ends = {gap.start - 1, gap.stop}
            assert ends <= {-1, scene.length} | white
            known = {cell: known for cell, known in scene.relied_on.items() if cell not in ends}
            named = set(claim.blocks) or set(range(len(scene.clue)))
            assert scene.reaching(gap, known) <= named
            assert all(scene.clue[block] > len(gap) for block in named)
        _others_are_true(scene, named, lambda length: False, min(map(len, gaps)), claim)


def _with_reasons(scene: Scene) -> None:
    assert scene.follows_from_places()
    _argued(scene)


def _runs_matched(scene: Scene) -> None:
    assert scene.follows_from_places()
    black = [cell for cell, known in enumerate(scene.cells) if known is Cell.BLACK]
    assert len(scene.stretches(black)) == len(scene.clue)
    runs = scene.black_runs()
    assert len(runs) == len(scene.clue)
    assert scene.stretches(scene.offsets(scene.claim.cells)) == runs
    assert scene.claim.number("number") == scene.claim.number("count") == len(runs)
    for block, run in enumerate(runs):
        assert scene.owners(run) == {block}


def _around_whites(scene: Scene) -> None:
    assert scene.follows_from_places(scene.alone([]))
    assert scene.relied_on_of(Cell.WHITE)
    _argued(scene)


def _short_blocks(scene: Scene) -> None:
    if scene.says("run of"):
        _joined_runs(scene)
        return
    black = set(scene.relied_on_of(Cell.BLACK))

    def beside(block: int, start: int) -> bool:
        return start - 1 in black or start + scene.clue[block] in black

    assert scene.follows_from_places(
        scene.alone([]), allowed=lambda block, start: not beside(block, start)
    )
    _argued(scene)


def _crowded(scene: Scene, run: Sequence[int]) -> list[int]:
    """The blocks that leave, wherever they cover a run, more black cells on one side that need a
    block each than there are blocks."""
    for block, positions in scene.claim.crowding:
        cells, size = scene.offsets(positions), scene.clue[block]
        starts = [
            start
            for start in range(run[-1] + 1 - size, run[0] + 1)
            if 0 <= start <= scene.length - size
            and Cell.WHITE not in scene.cells[start : start + size]
        ]
        before = cells[0] < run[0]
        assert cells[-1] < min(starts) if before else cells[0] >= max(starts) + size
        rest = scene.clue[:block] if before else scene.clue[block + 1 :]
        assert len(cells) > len(rest)
        assert all(scene.cells[cell] is Cell.BLACK for cell in cells)
        for left, right in pairwise(cells):
            white = Cell.WHITE in scene.cells[left:right]
            assert white or right - left >= max(rest, default=0)
    return [crowding.block for crowding in scene.claim.crowding]


def _black_several_owners(scene: Scene) -> None:
    """The owner of some black cell is among the blocks, and each of them can cover one."""
    (cell,) = scene.offsets(scene.claim.cells)
    assert cell in scene.relied_on_of(Cell.BLACK)
    owners = set(scene.claim.blocks)
    assert scene.owners([cell]) <= owners
    black = [offset for offset, colour in enumerate(scene.cells) if colour is Cell.BLACK]
    run = next(run for run in scene.stretches(black) if cell in run)
    crowding = _crowded(scene, run)
    claim, room = scene.claim, _room(scene, run)
    _others_are_true(scene, owners, lambda length: length < len(run), room, claim, run, crowding)
    reasons = claim.why or claim.others or claim.kinds or claim.touching or crowding
    assert reasons or scene.says("without a contradiction") or len(owners) == len(scene.clue)
    given = {owner for several, _ in scene.claim.cases for owner in several}
    assert given == (owners if len(owners) > 1 else set())
    for several, places in scene.claim.cases:
        for owner in several:
            starts = block_starts(
                scene.clue,
                scene.length,
                scene.relied_on,
                lambda block, start, owner=owner: (
                    block != owner or start <= cell < start + scene.clue[owner]
                ),
            )
            for place in places if starts else ():
                assert all(scene.lies_in(place, start) for start in starts[place.block])


def _complete_line(scene: Scene) -> None:
    """With the opposite colour, what is said to be wrong is wrong."""
    assert len(scene.claims) == len(scene.refutations) == len(scene.fixed)
    for claim, reason in zip(scene.claims, scene.refutations, strict=True):
        (cell,) = scene.offsets(claim.span)
        assert claim.opposite is scene.fixed[cell].opposite
        assert scene.offsets(claim.fixed) == [cell]
        clue = scene.clue
        for language in ("en", "ja"):
            said = impossible_on_line(reason, scene.clue, GridNames(), language)
            assert claim.impossible == impossible(said)
        supposed = {**scene.relied_on, cell: claim.opposite}
        black, white = (
            sum(1 << other for other, colour in supposed.items() if colour is known)
            for known in (Cell.BLACK, Cell.WHITE)
        )
        assert holds(reason, clue, scene.length, black, white)


CHECKS: dict[Technique, Callable[[Scene], None]] = {
    Technique.OVERLAP: _overlap,
    Technique.FINISHED_LINE: _finished_line,
    Technique.WALL_REACH: _wall_reach,
    Technique.RUN_CLOSED: _run_closed,
    Technique.JOINED_RUNS: _joined_runs,
    Technique.GAP_TOO_SMALL: _gap_too_small,
    Technique.OUT_OF_REACH: _with_reasons,
    Technique.BLOCK_ORDER: _with_reasons,
    Technique.RUNS_MATCHED: _runs_matched,
    Technique.BLACK_ONE_OWNER: _with_reasons,
    Technique.BLACK_MOVES_BOUNDS: _with_reasons,
    Technique.WHITE_ONE_REACH: _around_whites,
    Technique.WHITE_MOVES_BOUNDS: _around_whites,
    Technique.WHITE_SEVERAL_REACHES: _around_whites,
    Technique.SHORT_BLOCKS: _short_blocks,
    Technique.BLACK_SEVERAL_OWNERS: _black_several_owners,
    Technique.COMPLETE_LINE: _complete_line,
}


def _read(puzzle: Puzzle, visit: Visit) -> tuple[tuple[Claim, ...], ...]:
    """What the sentence of a visit says of each step, the same in both languages."""
    clue = () if visit.line is None else puzzle.clue(visit.line)
    techniques = [step.technique for step in visit.steps]
    english = why_visit(visit, puzzle, GridNames(), "en")
    japanese = why_visit(visit, puzzle, GridNames(), "ja")
    readings = read(english, techniques, clue, "en")
    fitting = [one for one in readings if all(map(_concludes, visit.steps, one))]
    assert len(set(map(repr, fitting))) == 1, english
    assert fitting[0] in read(japanese, techniques, clue, "ja"), japanese
    return fitting[0]


def _concludes(step: Step, claims: Sequence[Claim]) -> bool:
    """Whether the clauses of a step name just the cells that it fixes, each once."""
    if not any(claim.form.says("{fixed}") or claim.form.says("{made}") for claim in claims):
        return True
    fixed = sorted((*cell, colour) for claim in claims for cell, colour in claim.fixed.items())
    return fixed == sorted(step.fixed)


def _claims(example: Example) -> tuple[Claim, ...]:
    (claims,) = _read(example.puzzle, Visit(example.step.line, (example.step,)))
    return claims


def _claim(example: Example) -> Claim:
    (claim,) = _claims(example)
    return claim


@cache
def _sentences(technique: Technique) -> list[tuple[Claim, ...]]:
    """What is read from the sentences of all steps of a technique."""
    return list(map(_claims, _examples()[technique]))


@cache
def _scenes(technique: Technique) -> list[Scene]:
    """The same with the lines, for techniques that look at one."""
    return list(map(Scene, _examples()[technique], _sentences(technique)))


@cache
def _rows() -> list[list[tuple[tuple[Claim, ...], ...]]]:
    """What is read from each row of the logs; nothing from rows that are about no line."""
    return [
        [() if visit.line is None else _read(log[0].puzzle, visit) for visit in _visits(log)]
        for log in _logs()
    ]


def _visits(log: Sequence[Example]) -> Sequence[Visit]:
    return Log(log[0].before, [example.step for example in log]).visits if log else []


@pytest.mark.parametrize("technique", CHECKS)
def test_what_is_said_of_a_line_is_true(technique: Technique) -> None:
    scenes = _scenes(technique)
    assert scenes
    for scene in scenes:
        _fixed_and_places_are_true(scene)
        if scene.where:
            _colours_follow_from_places(scene)
        CHECKS[technique](scene)


@pytest.mark.parametrize("technique", CHECKS)
def test_each_conclusion_follows_from_what_its_clause_states(technique: Technique) -> None:
    for scene in _scenes(technique):
        assert all(_follows(scene, claim) for claim in scene.claims)


def test_each_row_of_a_log_follows_from_what_it_states() -> None:
    """The rows are read back whole; a clause may rest on the places said earlier in its row."""
    rows = 0
    for log, read_rows in zip(_logs(), _rows(), strict=True):
        examples = iter(log)
        for visit, read_row in zip(_visits(log), read_rows, strict=True):
            said: list[Place] = []
            if visit.line is None:
                next(examples)
                continue
            for claims in read_row:
                scene = Scene(next(examples), claims)
                for claim in claims:
                    assert _follows(scene, claim, said if claim.form.says("these places") else ())
                    said += (*claim.where, *_complete(claim))
                    if len(claim.blocks) == 1 and claim.span:
                        said.append(Place(claim.blocks[0], ((claim.span, True),)))
            rows += 1
    assert rows


Assumed = tuple[tuple[Position, Cell], ...]


def _line_state(example: Example, board: Board, line: Line) -> tuple[tuple[int, ...], int, Known]:
    number = board.number(line)
    length = example.puzzle.lengths[number]
    cells = ((offset, board[line.cell(offset)]) for offset in range(length))
    known = {offset: cell for offset, cell in cells if cell is not Cell.UNKNOWN}
    return example.puzzle.clues[number], length, known


def _chain_is_true(
    example: Example,
    assumed: Sequence[tuple[Position, Cell]],
    chain: Sequence[Deed],
    contradiction: Line,
) -> None:
    """Each line gives the cells it is said to, and no arrangement fits the last, given only the
    evidence and the assumptions."""
    board = Board(example.before.height, example.before.width)
    for row, column in example.step.evidence:
        assert example.before[row, column] is not Cell.UNKNOWN
        board.fix(row, column, example.before[row, column])
    for (row, column), cell in assumed:
        assert example.before[row, column] is Cell.UNKNOWN
        board.fix(row, column, cell)
    for deed in chain:
        clue, length, known = _line_state(example, board, deed.line)
        for (row, column), cell in deed.fixed.items():
            assert board[row, column] is Cell.UNKNOWN
            offset = row + column - deed.line.index
            assert deed.line.cell(offset) == (row, column)
            assert forced(clue, length, known, offset, cell)
        for (row, column), cell in deed.fixed.items():
            board.fix(row, column, cell)
    assert not possible(*_line_state(example, board, contradiction))


def _check_chain(example: Example, claim: Claim) -> None:
    """The chain in the sentence is that of the step, and is true."""
    branch = example.step.branches[0]
    whole = [
        Deed(link.line, {(row, column): cell for row, column, cell in link.fixed})
        for link in branch.chain
    ]
    assert list(claim.chain) == whole
    assumed = tuple(((row, column), cell) for row, column, cell in branch.assumed)
    assert claim.assumed == assumed[: len(claim.assumed)]
    assert len(claim.assumed) + claim.not_shown == len(assumed)
    for language in ("en", "ja"):
        said = impossible_in_words(branch.impossible, example.puzzle, GridNames(), language)
        assert claim.impossible == impossible(said)
    _chain_is_true(example, assumed, whole, branch.contradiction)
    ((position, colour),) = assumed[:1]
    assert claim.fixed == {position: colour.opposite}


def test_what_is_said_of_a_contradiction_is_true() -> None:
    steps = _examples()[Technique.CONTRADICTION]
    assert steps
    for example in steps:
        claim = _claim(example)
        _check_chain(example, claim)
        assert len(claim.assumed) == 1


def _contradiction_within(
    puzzle: Puzzle, rows: list[str], waiting: frozenset[int], lines: int
) -> bool:
    """Whether following so many of the waiting lines, in any order, leads to a contradiction."""
    height = len(rows)
    followed = {}
    for number in waiting:
        column = number - height
        line = rows[number] if column < 0 else "".join(row[column] for row in rows)
        after = agreed(puzzle.clues[number], line)
        if after is None:
            return True
        if after != line:
            followed[number] = line, after
    for number, (line, after) in followed.items() if lines else ():
        changed = [k for k, (old, new) in enumerate(zip(line, after, strict=True)) if old != new]
        if number < height:
            board = [*rows[:number], after, *rows[number + 1 :]]
            crossing = {height + k for k in changed}
        else:
            column = number - height
            board = [
                row[:column] + sign + row[column + 1 :]
                for row, sign in zip(rows, after, strict=True)
            ]
            crossing = set(changed)
        if _contradiction_within(puzzle, board, waiting - {number} | crossing, lines - 1):
            return True
    return False


def _leads_nowhere(
    lines: int, puzzle: Puzzle, rows: list[str], row: int, column: int, colour: str
) -> bool:
    """Whether a colour leads to a contradiction within so many lines."""
    assumed = rows[row][:column] + colour + rows[row][column + 1 :]
    board = [*rows[:row], assumed, *rows[row + 1 :]]
    return _contradiction_within(puzzle, board, frozenset((row, puzzle.height + column)), lines)


def test_no_shorter_chain_leads_from_the_same_assumption_to_a_contradiction() -> None:
    longer = [
        example
        for example in _examples()[Technique.CONTRADICTION]
        if len(example.step.branches[0].chain) > 3 and example.puzzle.width < 10
    ]
    assert longer
    for example in longer:
        ((row, column, colour),) = example.step.branches[0].assumed
        sign = "#" if colour is Cell.BLACK else "."
        rows = example.before.text().split()
        assert not _leads_nowhere(3, example.puzzle, rows, row, column, sign)


def _settled(puzzle: Puzzle, rows: list[str]) -> list[str]:
    """The rows when no line yields anything more."""
    while True:
        before = rows
        rows = [agreed(clue, row) or "" for clue, row in zip(puzzle.rows, rows, strict=True)]
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        pairs = zip(puzzle.columns, columns, strict=True)
        columns = [agreed(clue, column) or "" for clue, column in pairs]
        rows = ["".join(row) for row in zip(*columns, strict=True)]
        if rows == before:
            return rows


def _shortest_first(puzzle: Puzzle, rows: list[str], most: int) -> tuple[list[int], list[str]]:
    """The numbers of lines that are followed if the shortest contradiction, of at most so many
    lines, always comes first, and what is known in the end."""
    followed = []
    rows = _settled(puzzle, rows)
    while True:
        found = next(
            (
                (lines, row, column, colour)
                for lines in range(1, most + 1)
                for row, column in product(range(puzzle.height), range(puzzle.width))
                for colour in ("#." if rows[row][column] == "?" else "")
                if _leads_nowhere(lines, puzzle, rows, row, column, colour)
            ),
            None,
        )
        if found is None:
            return followed, rows
        lines, row, column, colour = found
        followed.append(lines)
        fixed = rows[row][:column] + "#."[colour == "#"] + rows[row][column + 1 :]
        rows = _settled(puzzle, [*rows[:row], fixed, *rows[row + 1 :]])


def test_a_log_takes_fewer_contradictions_than_the_shortest_first() -> None:
    """And its chains have fewer lines in all, because it leaves out those that lead nowhere."""
    logs, others = [], []
    for log in _logs():
        steps = [one.step for one in log if one.step.technique is Technique.CONTRADICTION]
        if steps and log[0].puzzle.width < 10:
            other, rows = _shortest_first(log[0].puzzle, log[0].before.text().split(), 3)
            end = log[-1].before.copy()
            for row, column, cell in log[-1].step.fixed:
                end.fix(row, column, cell)
            if rows == end.text().split():
                others += other
                logs += [len(step.branches[0].chain) for step in steps]
    assert len(logs) < len(others)
    assert sum(logs) < sum(others)


def _leaves(cases: dict[Assumed, bool], case: Assumed) -> list[Assumed]:
    """The contradictory cases below this one: itself, or those of both colours of a cell."""
    if cases[case]:
        return [case]
    below = sorted(other for other in cases if other[:-1] == case)
    assert [other[-1][0] for other in below] == [below[0][-1][0]] * 2
    assert {other[-1][1] for other in below} == {Cell.BLACK, Cell.WHITE}
    return [leaf for other in below for leaf in _leaves(cases, other)]


def _cases_of(
    example: Example, monkeypatch: pytest.MonkeyPatch
) -> tuple[Step, dict[Assumed, Planned | None]]:
    """A colour refuted case by case, and all cases, because the step only contains a few."""
    cases: dict[Assumed, Planned | None] = {}
    grid = xlnono.solve(example.puzzle).grid
    assert grid is not None

    class Followed(recursion.Follower):
        def follow(self) -> bool:
            case = tuple(coloured(example.puzzle, one) for one in self.trail)
            fine = super().follow()
            cases[tuple(((row, column), cell) for row, column, cell in case)] = (
                None if fine else self.shortest()
            )
            return fine

    monkeypatch.setattr(recursion, "Follower", Followed)
    step = recursion.refute_by_cases(example.puzzle, example.before, grid, Clock())
    return step, cases


def test_what_is_said_of_cases_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no kernel, they are the last resort."""
    examples = _examples()[Technique.NESTED_CONTRADICTION]
    assert examples
    for nested in examples:
        step, cases = _cases_of(nested, monkeypatch)
        one = nested._replace(step=step)
        claim = _claim(one)
        _check_chain(one, claim)
        leaves = _leaves(
            {case: found is not None for case, found in cases.items()}, min(cases, key=len)
        )
        assert claim.number("number") == len(leaves)
        assert claim.number("depth") == max(map(len, leaves))
        lengths = []
        for leaf in leaves:
            found = cases[leaf]
            assert found is not None
            deeds = []
            for link in found.links:
                fixed = [coloured(one.puzzle, literal) for literal in link.fixed]
                line = one.before.line(link.line)
                deeds.append(Deed(line, {(row, column): cell for row, column, cell in fixed}))
            known = tuple((row, column) for row, column, _ in one.before.cells())
            from_all = one._replace(step=step._replace(evidence=known))
            _chain_is_true(from_all, leaf, deeds, one.before.line(found.contradiction))
            lengths.append(len(leaf) + len(deeds))
        shown = step.branches[0]
        assert len(shown.assumed) + len(shown.chain) == min(lengths)


@cache
def _searches() -> list[Example]:
    """A position from which lines lead no further, with each kind of search."""
    one = _examples()[Technique.NESTED_CONTRADICTION][0]
    grid = xlnono.solve(one.puzzle).grid
    assert grid is not None
    kinds = [recursion.refute_by_cases, search_step] if native.AVAILABLE else []
    steps = [kind(one.puzzle, one.before, grid, Clock()) for kind in kinds]
    return [one._replace(step=step) for step in steps if step is not None]


@pytest.mark.skipif(not native.AVAILABLE, reason="needs the kernel")
def test_what_is_said_of_a_search_is_true() -> None:
    """The proof itself is the subject of the tests of proofs."""
    one = _searches()[-1]
    grid = xlnono.solve(one.puzzle).grid
    assert grid is not None
    assert one.step.proof is not None
    claim = _claim(one)
    assert claim.number("number") == len(one.step.proof.statements)
    fixed = {(row, column): cell for row, column, cell in one.step.fixed}
    assert claim.fixed == fixed
    assert all(cell is grid[position] for position, cell in fixed.items())
    assert all(one.before[position] is Cell.UNKNOWN for position in fixed)


def test_the_yardstick_is_right() -> None:
    """The starts of blocks are those in the arrangements that are written out."""
    rng = random.Random(3)
    for _ in range(500):
        length = rng.randint(1, 9)
        picture = "".join(rng.choice(".#") for _ in range(length))
        clue = tuple(map(len, picture.replace(".", " ").split()))
        share = rng.random()
        line = "".join(rng.choice(".#") if rng.random() < share else "?" for _ in picture)
        known = {
            cell: Cell.BLACK if sign == "#" else Cell.WHITE
            for cell, sign in enumerate(line)
            if sign != "?"
        }
        fitting = [
            drawn
            for drawn in pictures(clue, length)
            if all(sign in ("?", other) for sign, other in zip(line, drawn, strict=True))
        ]
        starts = [[run.start() for run in re.finditer("#+", drawn)] for drawn in fitting]
        expected = [set(block) for block in zip(*starts, strict=True)] if fitting else None
        assert block_starts(clue, length, known) == expected


def test_one_look_at_a_line_gives_one_step() -> None:
    """A step on the same line by the same technique relies on what the one before it fixed."""
    again = 0
    for log in _logs():
        for (_, _, step), (_, _, following) in pairwise(log):
            if step.line is not None and step[:2] == following[:2]:
                again += 1
                fixed = {(row, column) for row, column, _ in step.fixed}
                assert fixed & set(following.evidence)
    assert again


def test_every_form_of_a_clause_is_met() -> None:
    steps = [claims for technique in Technique for claims in _sentences(technique)]
    steps += [claims for rows in _rows() for row in rows for claims in row]
    met = {claim.form for claims in steps for claim in claims}
    met.update(_claim(one).form for one in _searches())
    assert [form.english for form in FORMS if form not in met] == []
