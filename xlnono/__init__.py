"""Nonogram puzzles solved and explained inside spreadsheets.

>>> import xlnono
>>> rows, columns = [[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]]
>>> puzzle = xlnono.Puzzle(rows, columns)
>>> solution = xlnono.solve(puzzle, explain=True)
>>> solution.outcome.value, solution.difficulty.grade.value
('unique', 'easy')
>>> print(solution.grid.text())
.#.#.
#####
#####
.###.
..#..
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlnono.deferred import deferred

if TYPE_CHECKING:
    from xlnono.engine import solve
    from xlnono.engine.explain.single_line import line
    from xlnono.engine.hint import hint
    from xlnono.errors import InvalidPuzzle, XlnonoError
    from xlnono.making.random_puzzle import Made, RandomOptions, make_random
    from xlnono.model.board import Axis, Board, Cell, Grid, Line
    from xlnono.model.hint import Hint, Standing
    from xlnono.model.puzzle import Clue, Puzzle
    from xlnono.model.single_line import LineReport
    from xlnono.model.solution import Difficulty, Grade, Outcome, Solution
    from xlnono.model.steps import Log, Step, Technique
else:
    _named = deferred(__name__)

    def __getattr__(name: str) -> object:
        # On Ctrl-C the command line ends quietly only once this module is loaded, so that is quick.
        found = _named(name)
        _show_in_notebooks()
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


__all__ = [
    "Axis",
    "Board",
    "Cell",
    "Clue",
    "Difficulty",
    "Grade",
    "Grid",
    "Hint",
    "InvalidPuzzle",
    "Line",
    "LineReport",
    "Log",
    "Made",
    "Outcome",
    "Puzzle",
    "RandomOptions",
    "Solution",
    "Standing",
    "Step",
    "Technique",
    "XlnonoError",
    "hint",
    "line",
    "make_random",
    "solve",
]
__version__ = "0.1.0"


def _show_in_notebooks() -> None:
    """Plain data does not know how it is drawn, so the method that notebooks call is added here."""
    from xlnono.model.board import Grid
    from xlnono.model.solution import Solution

    Grid._repr_svg_ = _picture  # type: ignore[attr-defined]
    Solution._repr_svg_ = _picture  # type: ignore[attr-defined]


def _picture(shown: Grid | Solution) -> str | None:
    """What a notebook shows; None if it would be too large."""
    from xlnono.render.notebook import picture

    return picture(shown)
