"""Nested contradictions: inside an assumption, other assumptions lead to contradictions, until
what follows from those is a contradiction too."""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.engine.explain.planning.chain import Chain, Literal, negated
from xlnono.engine.explain.planning.follower import Follower, Work, has, is_known
from xlnono.engine.explain.planning.probes import Probes, State
from xlnono.model.board import Board
from xlnono.model.puzzle import Puzzle
from xlnono.records import NamedTuple


class Refuted(NamedTuple):
    """The assumptions inside another one that were refuted, in their order, and all that
    followed; `enough` if that led to a contradiction outside."""

    enough: bool
    inside: list[Literal]
    follows: frozenset[Literal]


class Nesting:
    def __init__(self, puzzle: Puzzle, board: Board, work: Work) -> None:
        self.board = board
        self.work = work
        self._outer = Follower(puzzle, board, work)
        self._inner = Follower(puzzle, board, work)
        self._touched: set[int] = set()
        self._counted = 0
        self._open: set[Literal] = set()
        """Literals that lead nowhere inside, as far as is known outside."""

    def refute(self, assumed: Literal, probes: Probes) -> Refuted:
        """Assume a literal and look for contradictions inside until there is one outside.

        The probes must be up to date.
        """
        self._begin(assumed)
        inside = []
        fine = self._outer.follow()
        self._touch()
        cells = self.board.height * self.board.width
        cell, left = 0, cells
        while fine and left > 0:
            for one in (2 * cell, 2 * cell + 1):
                if not fine or is_known(self.board, cell):
                    break
                if one not in self._open and self._fails(one, probes):
                    self._open.clear()
                    left = cells
                    inside.append(one)
                    self._outer.assume(negated(one))
                    self._outer.wait_for_lines_of(one)
                    fine = self._outer.follow()
                    self._touch()
            cell, left = (cell + 1) % cells, left - 1
        refuted = Refuted(not fine, inside, frozenset(self._outer.trail))
        self._outer.undo()
        return refuted

    def shortest_first(self, assumed: Literal, inside: Sequence[Literal]) -> Chain | None:
        """The chain of an assumption with some contradictions inside: at each point the shortest,
        as far as is known. A contradiction stays one as more follows, so it is only found again if
        it is chosen."""
        self._begin(assumed)
        fine = self._outer.follow()
        known: dict[Literal, Chain] = {}
        while fine:
            best: Chain | None = None
            new = set()
            for one in inside:
                if is_known(self.board, one >> 1):
                    continue
                if one not in known:
                    found = self._inner.refute(one)
                    if found is None:
                        continue
                    known[one] = found
                    new.add(one)
                if best is None or known[one].lines < best.lines:
                    best = known[one]
            if best is None:
                break
            if best.assumed not in new:
                best = self._inner.refute(best.assumed)
                assert best is not None
            self._outer.conclude(best)
            fine = self._outer.follow()
        return self._finish(fine)

    def in_order(self, assumed: Literal, inside: Sequence[Literal]) -> Chain | None:
        """The chain of an assumption with some contradictions inside, in their order."""
        self._begin(assumed)
        fine = self._outer.follow()
        for one in inside:
            if not fine:
                break
            if is_known(self.board, one >> 1):
                continue
            found = self._inner.refute(one)
            if found is not None:
                self._outer.conclude(found)
                fine = self._outer.follow()
        return self._finish(fine)

    def shortened(self, chain: Chain) -> Chain:
        """Leave out contradictions inside that the others do not need, the longest first, as long
        as neither the lines in all nor the longest chain grow."""
        again = True
        while again:
            again = False
            order = sorted(
                (-link.inside.lines, link.inside.assumed) for link in chain.links if link.inside
            )
            for _, left_out in order:
                others = [one for one in chain.assumed_inside if one != left_out]
                rest = self.in_order(chain.assumed, others)
                if rest is None or rest.lines > chain.lines or rest.longest > chain.longest:
                    continue
                again = again or len(rest.assumed_inside) < len(chain.assumed_inside)
                chain = rest
        return chain

    def _begin(self, assumed: Literal) -> None:
        self._outer.assume(assumed)
        self._outer.wait_for_lines_of(assumed)
        self._touched, self._counted = set(), 0
        self._open.clear()

    def _finish(self, fine: bool) -> Chain | None:
        found = None if fine else self._outer.shortest()
        self._outer.undo()
        return found

    def _touch(self) -> None:
        """Note the lines of the cells that follow from the assumption."""
        for one in self._outer.trail[self._counted :]:
            self._touched.update(self._lines(one))
        self._counted = len(self._outer.trail)

    def _lines(self, one: Literal) -> tuple[int, int]:
        row, column = divmod(one >> 1, self.board.width)
        return row, self.board.height + column

    def _fails(self, one: Literal, probes: Probes) -> bool:
        """Whether a literal leads to a contradiction inside.

        Only lines with cells of both kinds can yield anything: those that follow from the
        assumption, and those that follow from the literal alone. What follows from a literal that
        leads to no contradiction leads to none either, and is noted.
        """
        probe = probes[one]
        if probe.state is not State.OPEN:
            self._inner.assume(one)
            self._inner.wait_for_lines_of(one)
        else:
            if any(has(self.board, negated(following)) for following in probe.follows):
                return True
            for following in sorted(probe.follows):
                if has(self.board, following):
                    continue
                self._inner.assume(following)
                for line in self._lines(following):
                    if line in self._touched:
                        self._inner.wait_for(line)
        fine = self._inner.follow()
        if fine:
            self._open.update(self._inner.trail)
        self._inner.undo()
        return not fine
