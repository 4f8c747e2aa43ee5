"""Following lines from an assumption, and cutting what was found to the links that are needed.

The idea is that of two-level reductio (二次元背理法) in takanaweb5's article on solving by simple
contradiction. The chain that a person has to follow is made short: links that a contradiction does
not need are left out.
"""

from __future__ import annotations

import math

from xlnono.engine.clock import Clock
from xlnono.engine.explain.planning.chain import Chain, Link, Literal, literal, negated
from xlnono.engine.line import fits, settle
from xlnono.model.board import Board, Cell, bits
from xlnono.model.puzzle import Puzzle
from xlnono.records import NamedTuple

_BEFORE = -1
"""When a cell became known: before anything was assumed, 0 by assumption, else by which link."""


class OverBudget(Exception):
    """More lines were settled than allowed. Never leaves the planner."""


class Work:
    """Counts the lines that are settled, and looks at the clock. `left` may still be settled."""

    def __init__(self, clock: Clock, left: float = math.inf) -> None:
        self.clock = clock
        self.left = left

    def settled(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise OverBudget


class _Followed(NamedTuple):
    """A link and its cells; `inside` is the contradiction inside it."""

    line: int
    cells: list[Literal]
    inside: Chain | None = None


class Follower:
    """Cells assumed on a board, and what follows from them by lines. The board changes with it."""

    def __init__(self, puzzle: Puzzle, board: Board, work: Work) -> None:
        self.puzzle = puzzle
        self.board = board
        self.work = work
        self.trail: list[Literal] = []
        self._links: list[_Followed] = []
        self._since: dict[int, int] = {}
        self._waiting: set[int] = set()
        self._contradictions: list[int] = []
        self._needed: list[set[Literal]] = []
        self._evidence: set[Literal] = set()

    def assume(self, one: Literal) -> None:
        """Add a cell, without following its lines yet."""
        self._fix(one, 0)

    def wait_for(self, line: int) -> None:
        self._waiting.add(line)

    def wait_for_lines_of(self, one: Literal) -> None:
        row, column = divmod(one >> 1, self.board.width)
        self._waiting.update((row, self.board.height + column))

    def follow(self) -> bool:
        """Follow the waiting lines in rounds. False if there is a contradiction."""
        while self._waiting and not self._contradictions:
            self._follow_round()
        return not self._contradictions

    def refute(self, assumed: Literal) -> Chain | None:
        """A short chain from an assumption to a contradiction, if there is one.

        Nothing else must be assumed.
        """
        self.assume(assumed)
        self.wait_for_lines_of(assumed)
        found = None if self.follow() else self.shortest()
        self.undo()
        return found

    def conclude(self, inside: Chain) -> None:
        """Add the cell that follows from a contradiction inside, and wait for its lines."""
        one = negated(inside.assumed)
        self._links.append(_Followed(-1, [one], inside))
        self._fix(one, len(self._links))
        self.wait_for_lines_of(one)

    def undo(self) -> None:
        """Take back everything."""
        for one in self.trail:
            clear(self.board, one)
        self.keep()

    def keep(self) -> None:
        """Keep everything as part of the position."""
        self.trail, self._links, self._since = [], [], {}
        self._waiting, self._contradictions = set(), []

    def shortest(self) -> Chain:
        """The shortest chain that leads from the assumption to one of the contradictions."""
        return min(map(self._cut, self._contradictions), key=lambda chain: chain.lines)

    def _fix(self, one: Literal, link: int) -> None:
        fix(self.board, one)
        self._since[one >> 1] = link
        self.trail.append(one)

    def _cell_on(self, line: int, offset: int) -> int:
        height, width = self.board.height, self.board.width
        return line * width + offset if line < height else offset * width + line - height

    def _follow_round(self) -> None:
        """Settle each waiting line once, all from the same position, so that no deduction takes a
        detour over other lines."""
        board, clues, lengths = self.board, self.puzzle.clues, self.puzzle.lengths
        lines, self._waiting = sorted(self._waiting), set()
        found = []
        for line in lines:
            self.work.settled()
            known = board.black[line], board.white[line]
            settled = settle(clues[line], lengths[line], *known, self.work.clock)
            if settled is None:
                self._contradictions.append(line)
            else:
                found.append((line, *settled))
        for line, black, white in found:
            known_black, known_white = board.black[line], board.white[line]
            if black & known_white or white & known_black:
                self._contradictions.append(line)
                continue
            black &= ~known_black
            new = black | white & ~known_white
            if not new:
                continue
            link = _Followed(line, [])
            self._links.append(link)
            for offset in bits(new):
                one = literal(self._cell_on(line, offset), black=bool(black >> offset & 1))
                link.cells.append(one)
                self._fix(one, len(self._links))
                row, column = divmod(one >> 1, board.width)
                self._waiting.add(board.height + column if line < board.height else row)
        self._contradictions.sort()

    def _rely_on(self, one: Literal) -> None:
        link = self._since.get(one >> 1, _BEFORE)
        if link == _BEFORE:
            self._evidence.add(one)
        elif link:
            self._needed[link].add(one)

    def _cut(self, contradiction: int) -> Chain:
        """The chain that the contradiction on a line needs, cut down from its end."""
        self._evidence = set()
        self._needed = [set() for _ in range(len(self._links) + 1)]
        self._rely_on_premises(contradiction, len(self._links), None)
        chain = []
        for number in range(len(self._links), 0, -1):
            needed = tuple(sorted(self._needed[number]))
            if not needed:
                continue
            line, _, inside = self._links[number - 1]
            chain.append(Link(line, needed, inside))
            if inside is not None:
                for one in inside.evidence:
                    self._rely_on(one)
            else:
                # Cells found in one look are needed together, but each has its own premises.
                for one in needed:
                    self._rely_on_premises(line, number - 1, one)
        evidence = tuple(sorted(self._evidence))
        return Chain(self.trail[0], tuple(reversed(chain)), contradiction, evidence)

    def _rely_on_premises(self, line: int, links: int, implied: Literal | None) -> None:
        """Rely on cells of a line, known after so many links, that no arrangement fits together
        with the opposite of an implied literal.

        Cells are dropped as long as none fits: first those of links that are not needed yet,
        contradictions inside before lines, and later ones first.
        """
        board, clue, length = self.board, self.puzzle.clues[line], self.puzzle.lengths[line]
        black, white = board.black[line], board.white[line]
        order = []
        for offset in bits(black | white):
            link = self._since.get(self._cell_on(line, offset), _BEFORE)
            if link > links:
                black, white = black & ~(1 << offset), white & ~(1 << offset)
                continue
            late = link
            if link > 0 and not self._needed[link]:
                inside = self._links[link - 1].inside is not None
                late += (2 if inside else 1) * len(self._links)
            order.append((late, offset))
        opposite = 0
        if implied is not None:
            row, column = divmod(implied >> 1, board.width)
            opposite = 1 << (column if line < board.height else row)
            if implied & 1:
                black |= opposite
            else:
                white |= opposite
        for _, offset in sorted(order, reverse=True):
            fewer = black & ~(1 << offset), white & ~(1 << offset)
            self.work.settled()
            if not fits(clue, length, *fewer, self.work.clock):
                black, white = fewer
        for offset in bits((black | white) & ~opposite):
            cell = self._cell_on(line, offset)
            self._rely_on(literal(cell, black=bool(black >> offset & 1)))


def has(board: Board, one: Literal) -> bool:
    """Whether a cell of the board is known to have a colour."""
    row, column = divmod(one >> 1, board.width)
    return bool((board.white if one & 1 else board.black)[row] >> column & 1)


def is_known(board: Board, cell: int) -> bool:
    row, column = divmod(cell, board.width)
    return bool((board.black[row] | board.white[row]) >> column & 1)


def fix(board: Board, one: Literal) -> None:
    row, column = divmod(one >> 1, board.width)
    board.fix(row, column, Cell.WHITE if one & 1 else Cell.BLACK)


def clear(board: Board, one: Literal) -> None:
    """Make a known cell unknown again."""
    row, column = divmod(one >> 1, board.width)
    masks = board.white if one & 1 else board.black
    masks[row] &= ~(1 << column)
    masks[board.height + column] &= ~(1 << row)
    board.known -= 1
