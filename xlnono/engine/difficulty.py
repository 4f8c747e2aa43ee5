"""How hard a puzzle is for a person, from the steps that its log needed."""

from __future__ import annotations

from xlnono.solution import Difficulty, Grade
from xlnono.steps import Log, Technique

_HARDEST_OF_GRADE = {
    Grade.EASY: Technique.RUNS_MATCHED,
    Grade.MEDIUM: Technique.BLACK_SEVERAL_OWNERS,
    Grade.HARD: Technique.COMPLETE_LINE,
    Grade.VERY_HARD: Technique.CONTRADICTION,
    Grade.EXTREME: Technique.RECURSION,
}


def difficulty(log: Log) -> Difficulty:
    """The grade of the hardest technique in a log, and the effort of all its steps.

    A step costs its rung on the ladder plus one; a contradiction or a recursion costs that
    for every line which has to be followed, the clash included.
    """
    score = 0
    hardest = 0
    for step in log:
        lines = sum(len(branch.chain) + 1 for branch in step.branches) or 1
        score += (step.technique.rung + 1) * lines
        hardest = max(hardest, step.technique.rung)
    grade = next(grade for grade, most in _HARDEST_OF_GRADE.items() if hardest <= most.rung)
    return Difficulty(grade, score)
