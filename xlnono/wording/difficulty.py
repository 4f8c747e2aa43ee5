"""The wording of difficulties, and for puzzles that were not completely explained or graded."""

from __future__ import annotations

from xlnono.language import Language, Text
from xlnono.model.solution import Difficulty, Explained, Grade, Outcome, Solution
from xlnono.wording.terms import grade_name

_RATED = Text("{grade}, {rating:.1f}", "{grade}({rating:.1f})")
_ONE_ROUND = Text("solved in 1 round", "1ラウンドで完成")
_ROUNDS = Text("solved in {rounds} rounds", "{rounds}ラウンドで完成")
_STUCK_AT_ONCE = Text("lines alone settle nothing", "行・列だけでは何も決まらない")
_STUCK_AFTER_ONE = Text(
    "lines alone get stuck after 1 round", "行・列だけでは1ラウンドで行き詰まる"
)
_STUCK = Text(
    "lines alone get stuck after {rounds} rounds", "行・列だけでは{rounds}ラウンドで行き詰まる"
)
_NOT_GRADED = Text("not graded: {reason}{bound}", "判定なし({reason}{bound})")
_BOUND = Text("; at least {rating:.1f} ({grade})", "、{rating:.1f}「{grade}」以上")
_PARTLY = Text("only partly explained", "説明は途中まで")
_NOTHING = Text("not explained", "説明なし")
_LONG = Text("explanation not shortened: the time ran out", "時間切れのため説明は短縮なし")
_NO_TIME = Text("the time ran out", "時間切れ")


def rated(rating: float, language: Language) -> str:
    """A rating with its grade, such as "medium, 4.2"."""
    return _RATED.of(language, grade=grade_name(Grade.of(rating), language), rating=rating)


def rounds_in_words(difficulty: Difficulty, language: Language) -> str:
    """How far lines alone lead, such as "solved in 7 rounds"."""
    rounds = difficulty.rounds
    if difficulty.by_lines:
        text = _ONE_ROUND if rounds == 1 else _ROUNDS
    elif rounds:
        text = _STUCK_AFTER_ONE if rounds == 1 else _STUCK
    else:
        text = _STUCK_AT_ONCE
    return text.of(language, rounds=rounds)


def cut_short(solution: Solution, language: Language) -> str | None:
    """A note that the explanation ran out of time; None if it did not or none was requested."""
    if solution.explained is Explained.LONG:
        return _LONG.of(language)
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
    if solution.explained is Explained.CUT:
        reason = cut_short(solution, language)
    elif solution.log:
        reason = _NO_TIME.of(language)
    else:
        return None
    bound = ""
    if solution.rating_at_least is not None:
        rating = solution.rating_at_least
        grade = grade_name(Grade.of(rating), language)
        bound = _BOUND.of(language, rating=rating, grade=grade)
    return _NOT_GRADED.of(language, reason=reason, bound=bound)
