"""Proofs as data: statements that a machine can check one after the other, by lines alone."""

from __future__ import annotations

from xlnono.model.board import Cell
from xlnono.records import NamedTuple

Coloured = tuple[int, int, Cell]
"""Row, column and colour of a cell."""


class Statement(NamedTuple):
    """At least one of some cells has the colour that is given with it.

    For if none had, following the `reasons` in their order would lead to a contradiction. A
    reason is the number of a line (first the rows, then the columns), or -1 - k for the
    statement k of the same proof, counted from 0. Without cells the contradiction is there
    already.
    """

    cells: tuple[Coloured, ...]
    reasons: tuple[int, ...]


class Proof(NamedTuple):
    """That some cells have their colours, all together.

    The first of the statements is what is supposed: that one of them differs. The last one
    has no cells.
    """

    statements: tuple[Statement, ...]

    @property
    def proved(self) -> tuple[Coloured, ...]:
        """The cells with the colours that they have."""
        return tuple((row, column, cell.opposite) for row, column, cell in self.statements[0].cells)


def needed(statements: list[Statement]) -> Proof:
    """A proof without the statements that its end does not rely on.

    Those of a single cell stay, because the check of a proof relies on them everywhere.
    """
    wanted = {0, len(statements) - 1}
    for number in range(len(statements) - 1, -1, -1):
        cells, reasons = statements[number]
        if number in wanted or len(cells) == 1:
            wanted.add(number)
            wanted.update(-1 - reason for reason in reasons if reason < 0)
    numbers = {old: new for new, old in enumerate(sorted(wanted))}
    return Proof(
        tuple(
            Statement(
                statements[old].cells,
                tuple(
                    reason if reason >= 0 else -1 - numbers[-1 - reason]
                    for reason in statements[old].reasons
                ),
            )
            for old in numbers
        )
    )
