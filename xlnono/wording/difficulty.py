"""The wording of difficulties, and for puzzles that were not completely explained or graded."""

from __future__ import annotations

from xlnono.language import Language, Text
from xlnono.model.solution import Explained, Grade, Outcome, Solution
from xlnono.wording.terms import grade_name

_RATED = Text("{grade}, {rating:.1f}", "{grade}({rating:.1f})")
_NOT_GRADED = Text("not graded: {reason}{bound}", "判定なし({reason}{bound})")
_BOUND = Text("; at least {rating:.1f} ({grade})", "、{rating:.1f}「{grade}」以上")
_PARTLY = Text("only partly explained", "説明は途中まで")
_NOTHING = Text("not explained", "説明なし")
_NO_TIME = Text("the time ran out", "時間切れ")


def rated(rating: float, language: Language) -> str:
    """A rating with its grade, such as "medium, 4.2"."""
    return _RATED.of(language, grade=grade_name(Grade.of(rating), language), rating=rating)


def cut_short(solution: Solution, language: Language) -> str | None:
    """A note that the explanation was cut short; None if it is complete or was not requested."""
    if solution.log is None or solution.explained is not Explained.CUT:
        return None
    return (_PARTLY if solution.log.steps else _NOTHING).of(language)


def not_graded(solution: Solution, language: Language) -> str | None:
    """The reason why a puzzle with one solution has no grade, and the rating it has at least.

    Such as "not graded: only partly explained; at least 7.5 (very hard)". None if it has a grade,
    needs none, or none was requested.
    """
    if solution.outcome is not Outcome.UNIQUE or solution.difficulty is not None:
        return None
    reason = cut_short(solution, language)
    if reason is None:
        if not solution.log:
            return None
        reason = _NO_TIME.of(language)
    bound = ""
    if solution.rating_at_least is not None:
        rating = solution.rating_at_least
        grade = grade_name(Grade.of(rating), language)
        bound = _BOUND.of(language, rating=rating, grade=grade)
    return _NOT_GRADED.of(language, reason=reason, bound=bound)
