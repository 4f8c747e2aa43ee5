"""Contradictions as data: what is assumed, what follows line by line, and where it ends.

A literal is a cell with a colour: twice the number of the cell in reading order, and one more for
white. Lines go by their numbers on the board.
"""

from __future__ import annotations

from xlnono.records import NamedTuple

Literal = int


def literal(cell: int, *, black: bool) -> Literal:
    return 2 * cell if black else 2 * cell + 1


def negated(one: Literal) -> Literal:
    return one ^ 1


class Link(NamedTuple):
    """Cells that follow from a line, or, with a contradiction `inside`, the one cell that follows
    from that."""

    line: int
    fixed: tuple[Literal, ...]
    inside: Chain | None = None


class Chain(NamedTuple):
    """An assumption, the links that lead from it to a line that no arrangement fits, and what
    was known before that all this relies on."""

    assumed: Literal
    links: tuple[Link, ...]
    contradiction: int
    evidence: tuple[Literal, ...] = ()

    @property
    def lines(self) -> int:
        """How many lines a reader has to follow, those inside included."""
        return 1 + sum(1 if link.inside is None else link.inside.lines for link in self.links)

    @property
    def longest(self) -> int:
        """The most lines that are followed from a single assumption."""
        own = 1 + sum(link.inside is None for link in self.links)
        return max([own, *(link.inside.longest for link in self.links if link.inside)])

    @property
    def assumed_inside(self) -> list[Literal]:
        """The assumptions of the contradictions inside, in their order."""
        return [link.inside.assumed for link in self.links if link.inside]

    @property
    def is_nested(self) -> bool:
        return any(link.inside for link in self.links)
