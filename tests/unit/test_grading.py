"""What is claimed of a puzzle's difficulty: a rating only where all was explained and rated."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import pytest
from hypothesis import given

import xlnono
from tests.support.strategies import examples, grids
from tests.unit.test_explain import NEEDS_CONTRADICTION, NEEDS_RECURSION
from xlnono import Board, Grade, Outcome, Puzzle
from xlnono.engine.decide.search import Clock, OutOfTime
from xlnono.engine.explain.difficulty import LEVELS
from xlnono.engine.explain.explanation import Explanation, explained
from xlnono.language import Language
from xlnono.model.solution import Explained, Solution
from xlnono.model.steps import Log, Technique
from xlnono.wording import cut_short, not_graded

EASY = Puzzle([[1], [3], [1]], [[1], [3], [1]])


@dataclass
class Counted(Clock):
    """A clock that is up after it was looked at so often; the log gets `explaining` looks."""

    looks: int = 0
    explaining: int | None = None

    def left(self) -> float:
        if self.looks == 0:
            raise OutOfTime
        self.looks -= 1
        return 60.0

    def share(self, part: float) -> Clock:
        return self if self.explaining is None else Counted(looks=self.explaining)


@cache
def solved(puzzle: Puzzle) -> Solution:
    return xlnono.solve(puzzle, explain=True)


def rating(puzzle: Puzzle) -> float:
    difficulty = solved(puzzle).difficulty
    assert difficulty is not None
    return difficulty.rating


def after(puzzle: Puzzle, looks: int, explaining: int | None = None) -> Explanation:
    grid = solved(puzzle).grid
    assert grid is not None
    start = Board(puzzle.height, puzzle.width)
    clock = Counted(looks=looks, explaining=explaining)
    return explained(puzzle, start, [grid], Outcome.UNIQUE, clock)


@pytest.mark.parametrize("puzzle", [EASY, NEEDS_CONTRADICTION, NEEDS_RECURSION])
def test_however_soon_the_time_is_up_nothing_false_is_claimed(puzzle: Puzzle) -> None:
    true = solved(puzzle).difficulty
    assert true is not None
    looks, found = 0, None
    while found is None:
        log, found, at_least = after(puzzle, looks)
        if found is not None:
            assert found == true
            assert log.unknown == 0
            assert at_least is None
        elif at_least is not None:
            assert Grade.MEDIUM.lowest <= at_least <= true.rating
        if log.hardest in (Technique.CONTRADICTION, Technique.NESTED_CONTRADICTION):
            claimed = at_least if found is None else found.rating
            assert claimed is not None
            assert claimed >= LEVELS[log.hardest]
        looks = looks * 3 // 2 + 1


def test_before_anything_is_known_nothing_is_claimed() -> None:
    log, difficulty, at_least = after(NEEDS_RECURSION, 0)
    assert (difficulty, at_least, log.cut_short) == (None, None, True)


def test_grading_goes_on_for_the_bound_when_the_log_is_cut_short() -> None:
    log, difficulty, at_least = after(NEEDS_RECURSION, 10**9, explaining=0)
    assert len(log) <= 1
    assert log.cut_short
    assert (difficulty, at_least) == (None, rating(NEEDS_RECURSION))


def test_a_whole_log_without_time_for_grading_gives_a_bound_only() -> None:
    log, difficulty, at_least = after(NEEDS_RECURSION, 0, explaining=10**9)
    assert not log.cut_short
    assert difficulty is None
    assert at_least is not None
    assert Grade.EXTREME.lowest <= at_least <= rating(NEEDS_RECURSION)


def test_what_was_tried_counts_if_all_simpler_techniques_had_failed() -> None:
    full = solved(NEEDS_RECURSION).log
    assert full is not None
    assert full.tried is None
    looks = 0
    while (log := after(NEEDS_RECURSION, 0, explaining=looks).log).tried is None:
        looks += 1
    assert log.steps == full.steps[: len(log)]
    assert full.steps[len(log)].line is None
    assert log.hardest is log.tried


@examples(60)
@given(grids(largest=6))
def test_only_one_solution_has_a_grade(grid: xlnono.Grid) -> None:
    solution = xlnono.solve(Puzzle.of(grid), explain=True)
    assert (solution.difficulty is None) is (solution.outcome is not Outcome.UNIQUE)
    assert (solution.rating_at_least, solution.at_least) == (None, None)
    assert solution.explained is Explained.COMPLETE


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle([[1], [1]], [[1], [1]]),
        Puzzle([[1, 1], [3], [0]], [[1], [2], [2]]),
        Puzzle([[3], [0], [1]], [[2], [2], [0]]),
    ],
)
def test_several_solutions_or_none_have_no_grade(puzzle: Puzzle) -> None:
    solution = xlnono.solve(puzzle, explain=True)
    assert solution.outcome in (Outcome.MULTIPLE, Outcome.NONE)
    assert (solution.difficulty, solution.rating_at_least) == (None, None)


def test_undecided_has_no_grade_and_no_bound() -> None:
    solution = xlnono.solve(NEEDS_RECURSION, explain=True, seconds=1e-9)
    assert solution.outcome is Outcome.UNDECIDED
    assert (solution.difficulty, solution.rating_at_least) == (None, None)
    assert solution.explained is Explained.CUT


def test_a_board_that_is_complete_has_nothing_to_grade() -> None:
    grid = xlnono.solve(EASY).grid
    assert grid is not None
    solution = xlnono.solve(EASY, Board.of(grid), explain=True)
    assert (solution.difficulty, solution.rating_at_least) == (None, None)
    assert solution.explained is Explained.COMPLETE
    assert not_graded(solution, "en") is None


def claimed(log: Log, at_least: float | None, outcome: Outcome = Outcome.UNIQUE) -> Solution:
    puzzle = NEEDS_RECURSION
    known = Board(puzzle.height, puzzle.width)
    return Solution(
        puzzle, outcome, None, None, known, 0.0, "kernel", log=log, rating_at_least=at_least
    )


def full() -> Log:
    log = solved(NEEDS_RECURSION).log
    assert log is not None
    return log


def some() -> Log:
    return Log(full().start, full().steps[:3], cut_short=True)


def none() -> Log:
    return Log(full().start, cut_short=True)


@pytest.mark.parametrize(
    ("log", "at_least", "english", "japanese"),
    [
        (
            some,
            7.5,
            "not graded: only partly explained; at least 7.5 (very hard)",
            "判定なし(説明は途中まで、7.5「とてもむずかしい」以上)",
        ),
        (
            some,
            None,
            "not graded: only partly explained",
            "判定なし(説明は途中まで)",
        ),
        (none, None, "not graded: not explained", "判定なし(説明なし)"),
        (
            full,
            9.7,
            "not graded: the time ran out; at least 9.7 (extreme)",
            "判定なし(時間切れ、9.7「超難問」以上)",
        ),
    ],
)
def test_what_is_said_instead_of_a_grade(
    log: Callable[[], Log], at_least: float | None, english: str, japanese: str
) -> None:
    said: dict[Language, str] = {"en": english, "ja": japanese}
    for language, expected in said.items():
        assert not_graded(claimed(log(), at_least), language) == expected


def test_other_outcomes_only_say_that_the_explanation_was_cut_short() -> None:
    several = claimed(some(), None, Outcome.MULTIPLE)
    assert not_graded(several, "en") is None
    assert cut_short(several, "en") == "only partly explained"
    whole = claimed(Log(full().start, some().steps), None, Outcome.MULTIPLE)
    assert cut_short(whole, "en") is None


SLOW_TO_LOAD = """
import sys, time

class Slow:
    def find_spec(self, name, path=None, target=None):
        if name == "xlnono.engine.explain.techniques":
            time.sleep(1.5)

sys.meta_path.insert(0, Slow())
import xlnono

puzzle = xlnono.Puzzle([[1], [3], [1]], [[1], [3], [1]])
assert "xlnono.engine.explain.techniques" not in sys.modules
{ask}
assert "xlnono.engine.explain.techniques" in sys.modules
"""


@pytest.mark.parametrize(
    "ask",
    [
        "found = xlnono.solve(puzzle, explain=True, seconds=1)\n"
        "assert found.difficulty is not None and found.seconds < 1, found",
        "found = xlnono.hint(puzzle, xlnono.Board(3, 3), seconds=1)\n"
        "assert found.step is not None and found.sure, found",
    ],
    ids=["solve", "hint"],
)
def test_loading_libraries_takes_none_of_the_time(ask: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SLOW_TO_LOAD.format(ask=ask)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
