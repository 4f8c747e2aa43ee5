"""Nonogram puzzles solved and explained inside spreadsheets."""

from xlnono.engine import solve
from xlnono.engine.hint import hint
from xlnono.errors import InvalidPuzzle, XlnonoError
from xlnono.model.board import Axis, Board, Cell, Grid, Line
from xlnono.model.hint import Hint, Standing
from xlnono.model.puzzle import Clue, Puzzle
from xlnono.model.solution import Difficulty, Grade, Outcome, Solution
from xlnono.model.steps import Log, Step, Technique

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
    "Log",
    "Outcome",
    "Puzzle",
    "Solution",
    "Standing",
    "Step",
    "Technique",
    "XlnonoError",
    "hint",
    "solve",
]
__version__ = "0.1.0"
