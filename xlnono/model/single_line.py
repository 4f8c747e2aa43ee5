"""What follows from one line alone, as data."""

from __future__ import annotations

from dataclasses import dataclass

from xlnono.model.board import Board, Grid
from xlnono.model.puzzle import Clue, Puzzle
from xlnono.model.steps import Step, Technique


@dataclass(frozen=True)
class LineReport:
    """What each technique deduces from one line, which is the first row of `puzzle`.

    `before` are its cells. `steps` has one step for each technique that deduces a cell, the
    simplest first; each starts from `before`. `settled` are the cells on which all arrangements
    agree, None if no arrangement fits. `leftmost` and `rightmost` are the arrangements with all
    blocks as far as possible to that side. `cut_short`: the time ran out before all techniques were
    tried.

    >>> from xlnono import line
    >>> report = line([4], "?#????")
    >>> report.after(Technique.WALL_REACH), report.leftmost.text(), report.rightmost.text()
    ('?###??', '####..', '.####.')
    """

    puzzle: Puzzle
    before: Board
    steps: tuple[Step, ...] = ()
    settled: Board | None = None
    leftmost: Grid | None = None
    rightmost: Grid | None = None
    cut_short: bool = False

    @property
    def clue(self) -> Clue:
        return self.puzzle.rows[0]

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """The techniques that deduce something."""
        return tuple(step.technique for step in self.steps)

    def after(self, technique: Technique) -> str:
        """The line after one technique, as a picture such as "?##?.?"; as before, if it deduces
        nothing."""
        board = self.before.copy()
        for step in self.steps:
            if step.technique is technique:
                for row, column, cell in step.fixed:
                    board.fix(row, column, cell)
        return board.text()
