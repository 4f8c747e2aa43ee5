"""Nonogram puzzles solved and explained inside spreadsheets."""

from xlnono.board import Axis, Board, Cell, Grid, Line
from xlnono.engine import solve
from xlnono.errors import InvalidPuzzle, XlnonoError
from xlnono.puzzle import Clue, Puzzle
from xlnono.solution import Difficulty, Grade, Outcome, Solution
from xlnono.steps import Log, Step, Technique

__all__ = [
    "Axis",
    "Board",
    "Cell",
    "Clue",
    "Difficulty",
    "Grade",
    "Grid",
    "InvalidPuzzle",
    "Line",
    "Log",
    "Outcome",
    "Puzzle",
    "Solution",
    "Step",
    "Technique",
    "XlnonoError",
    "solve",
]
__version__ = "0.1.0"
