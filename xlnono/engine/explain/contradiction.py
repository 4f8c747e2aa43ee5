"""Contradictions about one cell: assume a colour, follow the lines to a contradiction, and
choose the shortest chain.

The idea is that of two-level reductio (二次元背理法) in takanaweb5's article on solving by
simple contradiction. The chain that a person has to follow is made short: links that a
contradiction does not need are left out, and the contradiction that needs the fewest is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from xlnono.engine.clock import Clock
from xlnono.engine.explain.assumptions import FIRST_LIMIT, Assumption, contradictions
from xlnono.engine.explain.impossible import why_impossible
from xlnono.engine.explain.line_step import simplest_for
from xlnono.engine.line import fits, settle
from xlnono.model.board import Board, Cell, Grid, Line, bits
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Branch, Position, Step, Technique

FEWEST_LINES = 3
"""No chain has fewer lines where every line is settled: a contradiction takes two new cells on one
line, and only one of them can come straight from the cell assumed; the other takes two lines."""


class Link(NamedTuple):
    """One line followed in the chain of a contradiction, and the cells it forced."""

    line: Line
    fixed: tuple[tuple[int, int, Cell], ...]


class Refutation(NamedTuple):
    """A contradiction that follows from assumptions, with the chain cut to the links it needs.

    `contradiction` is the line that no arrangement then fits. `evidence` are the cells known
    before that it relies on.
    """

    assumed: tuple[Assumption, ...]
    chain: tuple[Link, ...]
    contradiction: Line
    evidence: tuple[Position, ...]

    def branch(self, puzzle: Puzzle, board: Board, clock: Clock) -> Branch:
        """The contradiction with a reason for every link and for the last line, from the board
        before the assumptions."""
        position = board.copy()
        for row, column, cell in self.assumed:
            position.fix(row, column, cell)

        def seen(line: Line) -> tuple[tuple[int, ...], int, int, int]:
            number = position.number(line)
            known = position.black[number], position.white[number]
            return puzzle.clues[number], puzzle.lengths[number], *known

        chain = []
        for line, fixed in self.chain:
            clue, length, black, white = seen(line)
            cells = sum(1 << (row + column - line.index) for row, column, _ in fixed)
            chain.append(simplest_for(line, clue, length, (black, white), cells, clock))
            for row, column, cell in fixed:
                position.fix(row, column, cell)
        reason = why_impossible(self.contradiction, *seen(self.contradiction), clock)
        return Branch(self.assumed, tuple(chain), reason)


class Chain:
    """Lines followed from some assumptions on a board, in rounds, each link remembered.

    Lines go by their numbers on the board.
    """

    def __init__(
        self, puzzle: Puzzle, board: Board, assumed: Iterable[Assumption], clock: Clock
    ) -> None:
        self.puzzle = puzzle
        self.clock = clock
        self.board = board.copy()
        self.assumed = tuple(assumed)
        self.links: list[tuple[int, int, int]] = []
        self.contradictions: list[int] = []
        self.waiting: dict[int, None] = {}
        for row, column, cell in self.assumed:
            self.board.fix(row, column, cell)
            self.waiting[row] = self.waiting[board.height + column] = None

    def follow_round(self) -> bool:
        """Settle each waiting line once, all from the same position, so that no deduction takes a
        detour over other lines. False if there is a contradiction or no line is waiting."""
        lines, self.waiting = self.waiting, {}
        board, clues, lengths = self.board, self.puzzle.clues, self.puzzle.lengths
        found = []
        for line in lines:
            known = board.black[line], board.white[line]
            found.append((line, settle(clues[line], lengths[line], *known, self.clock)))
        for line, settled in found:
            if settled is None or settled[0] & board.white[line] or settled[1] & board.black[line]:
                self.contradictions.append(line)
                continue
            new_black = settled[0] & ~board.black[line]
            new_white = settled[1] & ~board.white[line]
            if new_black or new_white:
                self.links.append((line, new_black, new_white))
                crossings = board.fix_line(line, new_black, new_white)
                self.waiting.update(dict.fromkeys(crossings))
        return bool(self.waiting) and not self.contradictions

    def refutation(self) -> Refutation:
        """The shortest chain that leads to one of the contradictions."""
        return min(map(self._cut, self.contradictions), key=lambda one: len(one.chain))

    def _cut(self, last: int) -> Refutation:
        """The chain that the contradiction in this line needs, cut down from its end."""
        board = self.board
        # When each cell became known: 0 by assumption, else by the link of that number.
        since: dict[Position, int] = {(row, column): 0 for row, column, _ in self.assumed}
        for number, (link, black, white) in enumerate(self.links, 1):
            line = board.line(link)
            since.update((line.cell(offset), number) for offset in bits(black | white))
        needed: dict[int, int] = {}
        evidence: set[Position] = set()

        def rely_on(line: Line, cells: int) -> None:
            for offset in bits(cells):
                position = line.cell(offset)
                number = since.get(position)
                if number is None:
                    evidence.add(position)
                elif number:
                    link = self.links[number - 1][0]
                    own = position[1] if link < board.height else position[0]
                    needed[number] = needed.get(number, 0) | 1 << own

        contradiction = board.line(last)
        rely_on(contradiction, self._premises(last, len(self.links), 0, 0, since))
        chain: list[Link] = []
        for number in range(len(self.links), 0, -1):
            if number not in needed:
                continue
            link, black, white = self.links[number - 1]
            line = board.line(link)
            black, white = black & needed[number], white & needed[number]
            # Cells found in one look are needed together, but each has its own premises.
            cells = 0
            for offset in bits(black):
                cells |= self._premises(link, number - 1, 0, 1 << offset, since)
            for offset in bits(white):
                cells |= self._premises(link, number - 1, 1 << offset, 0, since)
            rely_on(line, cells)
            chain.append(Link(line, line.colours(black, white)))
        return Refutation(
            self.assumed, tuple(reversed(chain)), contradiction, tuple(sorted(evidence))
        )

    def _premises(
        self, number: int, links: int, black: int, white: int, since: dict[Position, int]
    ) -> int:
        """Cells of a line, known after that many links, that no arrangement fits together with
        the cells assumed in `black` and `white`; the latest are dropped first."""
        clue, length = self.puzzle.clues[number], self.puzzle.lengths[number]
        all_black, all_white = self.board.black[number], self.board.white[number]
        line = self.board.line(number)
        latest = {
            offset: since.get(line.cell(offset), -1) for offset in bits(all_black | all_white)
        }
        order = sorted(
            (offset for offset in latest if latest[offset] <= links), key=latest.__getitem__
        )
        cells = sum(1 << offset for offset in order)
        for offset in reversed(order):
            fewer = cells & ~(1 << offset)
            left_black, left_white = all_black & fewer | black, all_white & fewer | white
            if not fits(clue, length, left_black, left_white, self.clock):
                cells = fewer
        return cells


def evidence_of(branch: Branch, board: Board) -> tuple[Position, ...]:
    """The cells known on the board that a contradiction relies on."""
    cells = {position for step in branch.chain for position in step.evidence}
    cells.update((row, column) for row, column, _ in branch.impossible.evidence)
    return tuple(sorted(cell for cell in cells if board[cell] is not Cell.UNKNOWN))


def shortest_contradiction(
    puzzle: Puzzle, board: Board, solutions: Sequence[Grid], clock: Clock
) -> Step | None:
    """Assume single cells and find a short chain to a contradiction; the opposite colour follows.

    Every line of the board must be settled.

    Contradictions are examined round by round, until no later one can have a shorter chain
    than the shortest so far. Colours that the known `solutions` have are not assumed.
    None if no single cell leads to a contradiction.
    """
    best: Refutation | None = None
    done, limit = 0, FIRST_LIMIT
    while True:
        found, still_open = contradictions(puzzle, board, solutions, limit, clock)
        for number, assumption in found:
            if best is not None and len(best.chain) <= max(number - 1, FEWEST_LINES):
                break
            if number > done:
                clock.tick(board.known)
                chain = Chain(puzzle, board, [assumption], clock)
                for _ in range(number):
                    chain.follow_round()
                refutation = chain.refutation()
                if best is None or len(refutation.chain) < len(best.chain):
                    best = refutation
        done = limit
        if not still_open or (best is not None and len(best.chain) <= max(done, FEWEST_LINES)):
            break
        limit = 3 * limit if best is None else len(best.chain)
    if best is None:
        return None
    ((row, column, cell),) = best.assumed
    branch = best.branch(puzzle, board, clock)
    return Step(
        Technique.CONTRADICTION,
        None,
        ((row, column, cell.opposite),),
        evidence_of(branch, board),
        branches=(branch,),
        refuted=1,
        depth=1,
    )
