"""The clues as typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from xlnono.engine.decide.line_clues import UncheckedClues
from xlnono.engine.mistakes.candidates import Slip
from xlnono.engine.mistakes.edits import Numbers
from xlnono.model.board import Axis
from xlnono.model.puzzle import Clue, Puzzle


@dataclass(frozen=True)
class TypedClues:
    """The clues of all lines as typed, by their numbers: first the rows, then the columns.

    `zeros` are the lines whose empty clue was typed as 0, not left blank.

    Raises ValueError if there are no rows or no columns, or a number is negative.
    """

    height: int
    width: int
    clues: tuple[Numbers, ...]
    zeros: frozenset[int] = field(default=frozenset(), compare=False)

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]], columns: Sequence[Sequence[int]]) -> TypedClues:
        if not rows or not columns:
            raise ValueError("a puzzle needs at least one row and one column")
        typed = [tuple(clue) for clue in (*rows, *columns)]
        zeros = frozenset(line for line, clue in enumerate(typed) if clue == (0,))
        clues = tuple(() if line in zeros else clue for line, clue in enumerate(typed))
        if any(number < 0 for clue in clues for number in clue):
            raise ValueError("a number is negative")
        return cls(len(rows), len(columns), clues, zeros)

    @cached_property
    def unchecked(self) -> UncheckedClues:
        return UncheckedClues(self.height, self.width, self.clues)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle with these clues. Raises InvalidPuzzle if they form none."""
        return Puzzle(self.clues[: self.height], self.clues[self.height :])

    def corrected(self, clues: Mapping[int, Numbers]) -> TypedClues:
        """The same with other clues on some lines."""
        lines = (clues.get(line, clue) for line, clue in enumerate(self.clues))
        return TypedClues(self.height, self.width, tuple(lines), self.zeros.difference(clues))

    def after(self, slips: Iterable[Slip]) -> TypedClues:
        """The same with slips corrected, one after another."""
        corrected = self
        for slip in slips:
            corrected = corrected.corrected(slip.corrected)
        return corrected

    def with_blank_line(self, axis: Axis) -> TypedClues:
        """The same with a blank line more at the end of an axis."""
        rows, columns = axis is Axis.ROW, axis is Axis.COLUMN
        end = self.height if rows else len(self.clues)
        clues = (*self.clues[:end], (), *self.clues[end:])
        return TypedClues(self.height + rows, self.width + columns, clues)

    def differing(self, other: TypedClues) -> dict[int, Numbers]:
        """The clues of another puzzle of the same size that differ, by the numbers of the lines."""
        return {
            line: there
            for line, (here, there) in enumerate(zip(self.clues, other.clues, strict=True))
            if here != there
        }

    def length(self, line: int) -> int:
        return self.width if line < self.height else self.height

    def axis(self, line: int) -> range:
        """The numbers of all lines of the same axis."""
        if line < self.height:
            return range(self.height)
        return range(self.height, self.height + self.width)

    @property
    def axes(self) -> tuple[range, range]:
        return self.axis(0), self.axis(self.height)

    def total(self, lines: range) -> int:
        """The sum of all numbers of these lines."""
        return sum(map(sum, self.clues[lines.start : lines.stop]))

    @cached_property
    def excess(self) -> int:
        """By how much the total of the rows is greater than that of the columns."""
        rows, columns = self.axes
        return self.total(rows) - self.total(columns)

    @property
    def shorter(self) -> Axis | None:
        """The axis whose total is the smaller one; None if they agree."""
        if not self.excess:
            return None
        return Axis.COLUMN if self.excess > 0 else Axis.ROW

    def right_total(self, line: int) -> int:
        """The total that the line must have if all other clues are right; may be negative."""
        return sum(self.clues[line]) + (-self.excess if line < self.height else self.excess)

    @cached_property
    def misfits(self) -> tuple[int, ...]:
        """The lines whose clue does not fit their length."""
        return tuple(
            line
            for line, clue in enumerate(self.clues)
            if 0 in clue or Clue(clue).least_length > self.length(line)
        )
