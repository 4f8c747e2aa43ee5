"""Random puzzles: what was asked for, proved, and the same for the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest

import xlnono
from tests.support.command_line import Run, english_command_line
from xlnono import Grade, Outcome
from xlnono.engine.decide import native
from xlnono.formats.registry import read
from xlnono.jobs.choosing import clues_of
from xlnono.making.random_puzzle import Made, NoneFound, RandomOptions, make_random


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return english_command_line(capsys, monkeypatch)


def _made(options: RandomOptions, seed: int = 1) -> Made:
    return make_random(options, seed=seed, seconds=60)


@pytest.mark.parametrize("grade", [Grade.EASY, Grade.MEDIUM, Grade.HARD, Grade.VERY_HARD])
def test_a_puzzle_has_the_wanted_grade_and_one_solution(grade: Grade) -> None:
    made = _made(RandomOptions(15, 20, grade=grade), seed=0)
    solution = xlnono.solve(made.puzzle, explain=True)
    assert solution.outcome is Outcome.UNIQUE
    assert solution.grid == made.grid
    assert solution.difficulty == made.difficulty
    assert solution.difficulty is not None
    assert solution.difficulty.grade is grade


@pytest.mark.parametrize("black", [0.45, 0.5, 0.7])
def test_cells_are_moved_until_a_large_puzzle_is_unique(black: float) -> None:
    made = _made(RandomOptions(30, 30, black=black))
    assert made.grid.black == round(900 * black)
    assert xlnono.solve(made.puzzle).outcome is Outcome.UNIQUE


@pytest.mark.parametrize("seed", range(3))
def test_lines_alone_solve_it_if_wanted(seed: int) -> None:
    made = _made(RandomOptions(20, 20, black=0.5, lines_only=True), seed)
    assert made.difficulty is not None
    assert made.difficulty.by_lines


@pytest.mark.parametrize("width", [12, 13])
def test_a_symmetric_picture_is_its_mirror_image(width: int) -> None:
    made = _made(RandomOptions(12, width, symmetric=True))
    assert made.grid == made.grid.mirrored()
    assert xlnono.solve(made.puzzle).outcome is Outcome.UNIQUE


def test_another_seed_gives_another_puzzle() -> None:
    assert _made(RandomOptions(10, 10), 1).grid != _made(RandomOptions(10, 10), 2).grid


def test_without_the_kernel_a_seed_gives_the_same_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    options = RandomOptions(8, 8, black=0.5, grade=Grade.HARD)
    with_kernel = _made(options)
    monkeypatch.setattr(native, "AVAILABLE", False)
    assert _made(options) == with_kernel


def test_what_cannot_be_found_is_said_with_the_number_of_pictures() -> None:
    with pytest.raises(NoneFound) as caught:
        make_random(RandomOptions(4, 4, grade=Grade.EXTREME), seed=1, seconds=0.2)
    assert "in 0.2 seconds" in caught.value.text()
    assert caught.value.facts["tried"] > 10  # type: ignore[operator]


def test_the_progress_can_stop_it() -> None:
    def stop(tried: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_random(RandomOptions(5, 5, grade=Grade.EXTREME), seed=1, seconds=60, progress=stop)


def test_the_same_seed_gives_the_same_bytes(run: Run, tmp_path: Path) -> None:
    for name in ("a.xlsx", "b.xlsx", "a.non", "b.non"):
        said = run("make", "--random", "8x9", "--seed", 5, tmp_path / name)
        assert said.code == 0
        assert "8×9, one solution, easy" in said.out
        assert "seed 5" in said.out
    for ending in ("xlsx", "non"):
        one, two = ((tmp_path / f"{name}.{ending}").read_bytes() for name in "ab")
        assert one == two
    (found,) = read((tmp_path / "a.non").read_bytes())
    assert clues_of(tmp_path / "a.xlsx") == (found.puzzle.rows, found.puzzle.columns)
    assert found.about.title == "Random puzzle 5"


def test_the_seed_that_was_chosen_is_said(run: Run, tmp_path: Path) -> None:
    said = run("make", "--random", "6x6", tmp_path / "a.non")
    seed = said.out.split("seed ")[1].split(",")[0]
    assert run("make", "--random", "6x6", "--seed", seed, tmp_path / "b.non").code == 0
    assert (tmp_path / "a.non").read_bytes() == (tmp_path / "b.non").read_bytes()


def test_no_file_is_overwritten(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.non").write_text("mine")
    said = run("make", "--random", "6x6", tmp_path / "a.non")
    assert said.code == 3
    assert "already exists" in said.error
    assert (tmp_path / "a.non").read_text() == "mine"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--random", "6x6", "--grade", "extreme", "--seconds", "0.1"), 1, "pictures tried"),
        (("--random", "6"), 2, "expected ROWSxCOLUMNS"),
        (("--random", "6x6", "--black", "60"), 2, "expected a number from 0.1 to 0.9"),
        (("--random", "6x6", "--grade", "hardest"), 2, "use easy, medium, hard"),
        (("--random", "6x6", "--seed", "-1"), 2, "expected a whole number"),
        (("--random", "0x6"), 3, "choose 1 to 500"),
        ((), 2, "what to make the puzzle from"),
    ],
)
def test_what_cannot_be_made_leaves_no_file(
    words: tuple[str, ...], code: int, said: str, run: Run, tmp_path: Path
) -> None:
    answer = run("make", *words, tmp_path / "a.xlsx")
    assert answer.code == code
    assert said in answer.error
    assert not list(tmp_path.iterdir())


def test_a_missing_folder_is_noticed_before_the_search(run: Run, tmp_path: Path) -> None:
    words = "make", "--random", "4x4", "--grade", "extreme", tmp_path / "no" / "a.xlsx"
    assert "Check that its folder exists" in run(*words).error
