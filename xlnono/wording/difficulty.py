"""What is said of a puzzle that was not explained or graded to the end."""

from __future__ import annotations

from xlnono.errors import Language, in_language
from xlnono.model.solution import Explained, Outcome, Solution
from xlnono.wording.terms import grade_name

_NOT_GRADED = "not graded: {reason}{bound}", "判定なし({reason}{bound})"
_BOUND = "; at least {grade}", "、「{grade}」以上"
_PARTLY = "only partly explained", "説明は途中まで"
_NOTHING = "not explained", "説明なし"
_NO_TIME = "the time ran out", "時間切れ"


def cut_short(solution: Solution, language: Language) -> str | None:
    """That the explanation was cut short; None if it is complete, or none was asked for."""
    if solution.log is None or solution.explained is not Explained.CUT:
        return None
    return in_language(_PARTLY if solution.log.steps else _NOTHING, language)


def not_graded(solution: Solution, language: Language) -> str | None:
    """Why a puzzle with one solution has no grade, and what is certain all the same.

    Such as "not graded: only partly explained; at least very hard". None if it has a grade,
    needs none, or none was asked for.
    """
    if solution.outcome is not Outcome.UNIQUE or solution.difficulty is not None:
        return None
    reason = cut_short(solution, language)
    if reason is None:
        if not solution.log:
            return None
        reason = in_language(_NO_TIME, language)
    bound = ""
    if solution.at_least is not None:
        grade = grade_name(solution.at_least, language)
        bound = in_language(_BOUND, language).format(grade=grade)
    return in_language(_NOT_GRADED, language).format(reason=reason, bound=bound)
