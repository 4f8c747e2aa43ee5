"""Nonogram puzzles solved and explained inside spreadsheets."""

from xlnono.board import Axis, Board, Cell, Grid, Line
from xlnono.engine import solve
from xlnono.engine.hinting import hint
from xlnono.errors import InvalidPuzzle, XlnonoError
from xlnono.hints import Hint, Standing
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
