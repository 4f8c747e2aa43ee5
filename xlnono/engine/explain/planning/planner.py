"""Finding the contradictions of an explanation, and leaving out those that it does not need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from xlnono.engine.clock import Clock, OutOfTime
from xlnono.engine.explain.planning.chain import Chain, Literal, negated
from xlnono.engine.explain.planning.follower import (
    Follower,
    OverBudget,
    Work,
    fix,
    has,
    is_known,
)
from xlnono.engine.explain.planning.nesting import Nesting
from xlnono.engine.explain.planning.probes import Probes, State
from xlnono.engine.line import fits
from xlnono.model.board import Board
from xlnono.model.puzzle import Puzzle
from xlnono.records import NamedTuple

READABLE = 12
"""The longest chain that a reader should have to follow."""
LONGEST_NESTED = 24
"""The longest one of a nested contradiction. Longer ones are left to a search."""

_NESTED_FOUND = 16
"""How many nested contradictions are looked for before one is chosen."""
_NESTED_FOUND_AGAIN = 2
"""How many of these are looked for again: newly known cells may have made them shorter."""

_LINES_TO_FIND = 60_000_000
_LINES_TO_SHORTEN = 20_000_000


class Ties(Enum):
    """Which of several equally short chains comes first."""

    READING_ORDER = "reading-order"
    MOST_KNOWN_NEIGHBOURS = "most-known-neighbours"


@dataclass
class Plan:
    """The contradictions of an explanation in their order. Between them, all lines are followed.

    `history` are all cells in the order in which they become known, and `before` says for each
    step how many of them are known before it. `contradiction` if in the end the lines contradict
    each other.
    """

    steps: list[Chain] = field(default_factory=list)
    before: list[int] = field(default_factory=list)
    history: list[Literal] = field(default_factory=list)
    contradiction: bool = False
    over_budget: bool = False
    out_of_time: bool = False

    @property
    def lines(self) -> int:
        return sum(chain.lines for chain in self.steps)

    @property
    def longest(self) -> int:
        return max((chain.longest for chain in self.steps), default=0)

    def reaches_as_far_as(self, other: Plan) -> bool:
        return self.contradiction == other.contradiction and (
            self.contradiction or len(self.history) >= len(other.history)
        )


class _Open(NamedTuple):
    """What follows from an assumption that does not lead to a contradiction, even with others
    inside; `seen` says how many cells of the history it knows."""

    seen: int
    follows: frozenset[Literal]


class _Search:
    """The look for contradictions from a position; it grows as they are added to the plan."""

    def __init__(self, planner: Planner, ties: Ties) -> None:
        self.planner = planner
        self.ties = ties
        self.board = planner.start.copy()
        self.probes = Probes(planner.puzzle, self.board, planner.work)
        self.nesting = Nesting(planner.puzzle, self.board, planner.work)
        self.found: dict[Literal, Chain] = {}
        self.open: dict[Literal, _Open] = {}

    def next(self) -> Chain | None:
        nested, probes = self.planner.nested, self.probes
        single = self._shortest_single()
        if single is None:
            self.planner.stuck = max(self.planner.stuck, self.board.unknown)
        if single is not None and (not nested or probes[single].lines <= READABLE):
            return probes.chain(single)
        if nested:
            best = self._best_nested()
            if best is not None and (single is None or best.longest <= READABLE):
                return best
        return None if single is None else probes.chain(single)

    def _assumptions(self) -> Iterator[Literal]:
        """The literals that may be assumed."""
        for one in range(2 * self.board.height * self.board.width):
            if one not in self.planner.possible and not is_known(self.board, one >> 1):
                yield one

    def _tie(self, one: Literal) -> int:
        """Less for what comes first among equals. Walls count as known neighbours."""
        if self.ties is Ties.READING_ORDER:
            return 0
        height, width = self.board.height, self.board.width
        row, column = divmod(one >> 1, width)
        neighbours = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return -sum(
            not (0 <= r < height and 0 <= c < width) or is_known(self.board, r * width + c)
            for r, c in neighbours
        )

    def _shortest_single(self) -> Literal | None:
        ranked = []
        for one in self._assumptions():
            probe = self.probes.update(one)
            if probe.state is State.CONTRADICTION:
                ranked.append((probe.lines, self._tie(one), one))
        return min(ranked)[2] if ranked else None

    def _rank(self, chain: Chain) -> tuple[bool, float, int, Literal]:
        """Better with fewer lines for each cell that follows from it."""
        gained = len(self.probes[negated(chain.assumed)].follows)
        tie = self._tie(chain.assumed)
        return chain.longest > READABLE, chain.lines / gained, tie, chain.assumed

    def _best_nested(self) -> Chain | None:
        """The best of some nested contradictions: those from which most cells follow are tried
        first."""
        order = []
        for one in self._assumptions():
            gained = len(self.probes.update(negated(one)).follows)
            order.append((-gained, self._tie(one), one))
        ranked: list[tuple[bool, float, int, Literal]] = []
        for _, _, one in sorted(order):
            if len(ranked) == _NESTED_FOUND:
                break
            if one not in self.found and not self._find_nested(one):
                continue
            if self.found[one].longest <= LONGEST_NESTED:
                ranked.append(self._rank(self.found[one]))
        best: Chain | None = None
        for *_, one in sorted(ranked)[:_NESTED_FOUND_AGAIN]:
            inside = self.nesting.refute(one, self.probes).inside
            chain = self.nesting.shortest_first(one, inside)
            assert chain is not None
            shorter = self.nesting.shortened(chain)
            known = self.found[one]
            is_better = self._rank(shorter) < self._rank(known)
            if is_better or not self.planner.stands(known, self.board):
                self.found[one] = shorter
            if best is None or self._rank(self.found[one]) < self._rank(best):
                best = self.found[one]
        return best

    def _find_nested(self, one: Literal) -> bool:
        history = self.probes.history
        known = self.open.get(one)
        if known is not None and known.follows.issuperset(history[known.seen :]):
            self.open[one] = known._replace(seen=len(history))
            return False
        refuted = self.nesting.refute(one, self.probes)
        if not refuted.enough:
            # What follows from it leads to no contradiction either.
            self.open.update(dict.fromkeys(refuted.follows, _Open(len(history), refuted.follows)))
            return False
        chain = self.nesting.shortest_first(one, refuted.inside)
        assert chain is not None
        self.found[one] = chain
        return True


class _Replay:
    """A plan that is made of the contradictions of another one."""

    def __init__(self, planner: Planner, plan: Plan, steps: int) -> None:
        self.board = planner.start.copy()
        self.planner = planner
        self.follower = Follower(planner.puzzle, self.board, planner.work)
        self.nesting = Nesting(planner.puzzle, self.board, planner.work)
        history = plan.history[: plan.before[steps]]
        self.plan = Plan(plan.steps[:steps], plan.before[:steps], history)
        for one in history:
            fix(self.board, one)

    def add(self, chain: Chain) -> bool:
        """Add a contradiction: as it is if its evidence is known, otherwise found again. False if
        there is none yet."""
        plan = self.plan
        if plan.contradiction or is_known(self.board, chain.assumed >> 1):
            return True
        found: Chain | None = chain
        if not self.planner.stands(chain, self.board):
            if chain.is_nested:
                found = self.nesting.in_order(chain.assumed, chain.assumed_inside)
            else:
                found = self.follower.refute(chain.assumed)
        if found is None:
            return False
        plan.steps.append(found)
        plan.before.append(len(plan.history))
        self.follower.assume(negated(found.assumed))
        self.follower.wait_for_lines_of(found.assumed)
        plan.contradiction = not self.follower.follow()
        plan.history += self.follower.trail
        self.follower.keep()
        return True

    def take_from(self, plan: Plan, step: int) -> Plan:
        return Plan(
            self.plan.steps + plan.steps[step:],
            self.plan.before + plan.before[step:],
            self.plan.history + plan.history[plan.before[step] :],
            plan.contradiction,
        )


@dataclass
class Planner:
    """Plans an explanation from a position.

    The literals that are `possible` are those of known solutions: they are not assumed. With
    `nested`, contradictions may be nested. `stuck` is how many cells were unknown when no single
    contradiction was left for the first time; 0 if that never happened. So many at least are
    unknown when all single ones have been used.
    """

    puzzle: Puzzle
    start: Board
    possible: frozenset[Literal]
    nested: bool
    clock: Clock
    stuck: int = 0

    def __post_init__(self) -> None:
        self.work = Work(self.clock)

    def first(self) -> Plan:
        """Only the first contradiction."""
        return self._find(Ties.MOST_KNOWN_NEIGHBOURS, only_first=True)

    def shortest(self) -> Plan:
        """The shorter one of two plans, which settle ties differently, without the contradictions
        that they do not need. Contradictions are only nested if that settles everything."""
        plan = self._shorter_of_both()
        if plan is None:
            self.nested = False
            plan = self._shorter_of_both()
        assert plan is not None
        return plan

    def _shorter_of_both(self) -> Plan | None:
        """None if contradictions were nested in vain."""
        best: Plan | None = None
        for ties in (Ties.MOST_KNOWN_NEIGHBOURS, Ties.READING_ORDER):
            plan = self._find(ties)
            if self._is_nested_in_vain(plan):
                break
            if not plan.out_of_time and not plan.over_budget:
                plan = self._shortened(plan)
            stop = plan.out_of_time or plan.over_budget or not plan.steps
            if best is None or _is_shorter(plan, best):
                best = plan
            else:
                best.out_of_time = plan.out_of_time
            if stop:
                break
        return best

    def _is_nested_in_vain(self, plan: Plan) -> bool:
        return (
            not plan.out_of_time
            and not plan.contradiction
            and len(plan.history) < self.start.unknown
            and any(chain.is_nested for chain in plan.steps)
        )

    def _find(self, ties: Ties, *, only_first: bool = False) -> Plan:
        """Add to a plan until every cell is known or nothing helps."""
        self.work.left = _LINES_TO_FIND
        search, plan = _Search(self, ties), Plan()
        try:
            plan.contradiction = not search.probes.fix_by_all_lines()
            while not plan.contradiction and search.board.unknown:
                if plan.steps and only_first:
                    break
                chain = search.next()
                if chain is None:
                    break
                plan.steps.append(chain)
                plan.before.append(len(search.probes.history))
                plan.contradiction = not search.probes.fix(negated(chain.assumed))
        except OverBudget:
            plan.over_budget = True
        except OutOfTime:
            plan.out_of_time = True
        plan.history = search.probes.history
        return plan

    def _shortened(self, plan: Plan) -> Plan:
        """Leave out contradictions that the others do not need, those with most lines first, as
        long as neither the lines in all nor the longest chain grow."""
        self.work.left = _LINES_TO_SHORTEN
        again = True
        try:
            while again:
                again = False
                for _, assumed in sorted((-chain.lines, chain.assumed) for chain in plan.steps):
                    places = [k for k, one in enumerate(plan.steps) if one.assumed == assumed]
                    if not places:
                        continue
                    rest = self._without(plan, places[0])
                    if (
                        rest.reaches_as_far_as(plan)
                        and rest.lines <= plan.lines
                        and rest.longest <= plan.longest
                    ):
                        plan, again = rest, True
        except OverBudget:
            pass
        except OutOfTime:
            plan.out_of_time = True
        return plan

    def stands(self, chain: Chain, board: Board) -> bool:
        """Whether a chain that was found on another board is right on this one: what it relies on
        is known, none of its own cells are, and no line contradicts before its end."""
        return (
            all(has(board, one) for one in chain.evidence)
            and _finds_only_unknown(chain, board)
            and self._leads_to_its_end(chain, board.copy())
        )

    def _leads_to_its_end(self, chain: Chain, board: Board) -> bool:
        """The board is changed."""
        fix(board, chain.assumed)
        for link in chain.links:
            if link.inside is None:
                fine = self._fits(link.line, board)
            else:
                fine = self._leads_to_its_end(link.inside, board.copy())
            if not fine:
                return False
            for one in link.fixed:
                fix(board, one)
        return True

    def _fits(self, line: int, board: Board) -> bool:
        self.work.settled()
        clue, length = self.puzzle.clues[line], self.puzzle.lengths[line]
        return fits(clue, length, board.black[line], board.white[line], self.clock)

    def _without(self, plan: Plan, left_out: int) -> Plan:
        """A plan without one of its contradictions. Of the later ones, those that do not work yet
        are tried again in the end."""
        replay = _Replay(self, plan, left_out)
        waiting: list[Chain] = []
        for k in range(left_out + 1, len(plan.steps)):
            # Where as much is known as it was then, the rest is the same.
            if not waiting and len(replay.plan.history) == plan.before[k]:
                return replay.take_from(plan, k)
            if not replay.add(plan.steps[k]):
                waiting.append(plan.steps[k])
        while True:
            still = [chain for chain in waiting if not replay.add(chain)]
            if len(still) == len(waiting):
                return replay.plan
            waiting = still


def _finds_only_unknown(chain: Chain, board: Board) -> bool:
    return all(
        not any(is_known(board, one >> 1) for one in link.fixed)
        and (link.inside is None or _finds_only_unknown(link.inside, board))
        for link in chain.links
    )


def _is_shorter(plan: Plan, other: Plan) -> bool:
    as_far, no_farther = plan.reaches_as_far_as(other), other.reaches_as_far_as(plan)
    if as_far != no_farther:
        return as_far
    return (plan.lines, plan.longest) < (other.lines, other.longest)
