"""The key moments of a log."""

from pathlib import Path

import pytest

import xlnono
from xlnono.engine.line import settle
from xlnono.model.steps import Log, Technique
from xlnono.model.story import FirstUse, Narrow, story_of
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.wording import first_use_in_words, narrow_in_words, steps_in_words
from xlnono.xlsx.book import open_book

SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.fixture(scope="module")
def puzzle() -> xlnono.Puzzle:
    (sheet,) = open_book(SAMPLES / "contradiction-umbrella-12x11.xlsx").sheets()
    return read_puzzle(sheet).puzzle


@pytest.fixture(scope="module")
def log(puzzle: xlnono.Puzzle) -> Log:
    log = xlnono.solve(puzzle, explain=True).log
    assert log is not None
    return log


def test_narrow_places_are_where_few_lines_allow_a_deduction(
    puzzle: xlnono.Puzzle, log: Log
) -> None:
    def movable(visits: int) -> int:
        board = log.reached(visits)
        known = [*zip(board.black, board.white, strict=True)]
        return sum(
            settle(clue, length, *cells) != cells
            for clue, length, cells in zip(puzzle.clues, puzzle.lengths, known, strict=True)
        )

    narrow = story_of(log).narrow
    assert narrow
    for place in narrow:
        around = [movable(visits) for visits in range(place.first - 2, place.last + 1)]
        assert max(around[1:-1]) == place.lines
        assert not 0 < around[0] <= 2
        assert not 0 < around[-1] <= 2


def test_the_hardest_step_is_the_one_with_the_longest_contradiction(log: Log) -> None:
    hardest = story_of(log).hardest
    assert hardest is not None
    assert hardest.technique is Technique.CONTRADICTION
    (step,) = log.visits[hardest.visit - 1].steps
    chains = [len(branch.chain) for step in log for branch in step.branches]
    assert len(step.branches[0].chain) == hardest.links == max(chains)


def test_an_empty_log_has_no_story() -> None:
    assert story_of(Log(xlnono.Board(2, 2))) == ((), (), None)


@pytest.mark.parametrize(
    ("place", "english", "japanese"),
    [
        (
            Narrow(3, 3, 1, xlnono.Line(xlnono.Axis.ROW, 7)),
            "Only row 8 could move",
            "進められるのは8行目だけ",
        ),
        (Narrow(3, 5, 1, None), "Only one line could move", "進められる行・列は1本だけ"),
        (Narrow(3, 3, 2, None), "Only two lines could move", "進められる行・列は2本だけ"),
        (Narrow(3, 5, 2, None), "At most two lines could move", "進められる行・列は2本以下"),
    ],
)
def test_narrow_places_in_words(place: Narrow, english: str, japanese: str) -> None:
    assert narrow_in_words(place, "en") == english
    assert japanese in narrow_in_words(place, "ja")


def test_steps_in_words() -> None:
    assert steps_in_words(3, 3, "en") == "step 3"
    assert steps_in_words(3, 5, "en") == "steps 3 to 5"
    assert steps_in_words(3, 5, "ja") == "手順3〜5"


@pytest.mark.parametrize(
    ("used", "share"), [(9, "23"), (11, "28"), (13, "33"), (4, "10"), (40, "100")]
)
def test_half_a_percent_of_all_deductions_is_rounded_up(used: int, share: str) -> None:
    use = FirstUse(Technique.OVERLAP, 1, used)
    assert first_use_in_words(use, 40, "en") == f"overlap {used} ({share}%)"
    assert first_use_in_words(use, 40, "ja").endswith(f" {used}回({share}%)")


def test_a_small_share_is_not_called_nothing() -> None:
    use = FirstUse(Technique.OVERLAP, 1, 1)
    assert first_use_in_words(use, 200, "en") == "overlap 1 (1%)"
    assert first_use_in_words(use, 201, "en") == "overlap 1 (<1%)"
