"""Measures random puzzles: how often a random picture has one solution, and how long grades take.

The first table reproduces an observation of takanaweb5's article on solving by simple
contradiction: at 50 % black cells hardly any random puzzle has one solution, and even at 55 % few
can be solved by lines. The second makes puzzles of every grade, 10×10 to 30×30. Each is decided by
an outside solver too, and explained again; the program fails if either disagrees.

Run: python benchmarks/making.py [--pictures N] [--puzzles N] [--very-hard N] [--extreme N]
     [--seconds S]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from puzzles import Clued
from solvers import cadical

import xlnono
from xlnono import Grade, Grid, Outcome, Puzzle, RandomOptions, make_random
from xlnono.engine.clock import Clock
from xlnono.engine.decide import search
from xlnono.making.random_puzzle import Made, NoneFound

SIZES = ((10, 10), (15, 15), (20, 15), (20, 20), (25, 25), (30, 30))
PARTS = (0.45, 0.5, 0.55, 0.6, 0.65, 0.7)
OUTSIDE_SECONDS = 60.0


def random_picture(size: int, black: float, seed: int) -> Grid:
    cells = [number < round(black * size * size) for number in range(size * size)]
    random.Random(seed).shuffle(cells)
    return Grid.from_cells([cells[row * size : (row + 1) * size] for row in range(size)])


def observation(pictures: int) -> None:
    """How many of so many random pictures have one solution, and can be solved by lines."""
    print(f"One solution / solved by lines alone, of {pictures} random pictures each")
    print("| Size |" + "".join(f" {part:.0%} black |" for part in PARTS))
    for size in (10, 15, 20, 25, 30):
        row = f"| {size}×{size} |"
        for part in PARTS:
            unique = by_lines = 0
            for seed in range(pictures):
                puzzle = Puzzle.of(random_picture(size, part, seed))
                solution = xlnono.solve(puzzle, seconds=10)
                if solution.outcome is Outcome.UNIQUE:
                    unique += 1
                    by_lines += follows_from_lines(puzzle)
            row += f" {unique / pictures:.0%} / {by_lines / pictures:.0%} |"
        print(row, flush=True)


def follows_from_lines(puzzle: Puzzle) -> bool:
    return not search.follow_lines(puzzle, Clock()).unknown


def confirm(made: Made, grade: Grade) -> None:
    """Raise AssertionError unless another solver and the explanation agree."""
    puzzle = made.puzzle
    rows, columns = (tuple(map(tuple, clues)) for clues in (puzzle.rows, puzzle.columns))
    answer = cadical(Clued("random", "", rows, columns), OUTSIDE_SECONDS, 0)
    assert answer.verdict == "unique", puzzle
    assert answer.pictures[0] == made.grid.rows, puzzle
    difficulty = xlnono.solve(puzzle, explain=True).difficulty
    assert difficulty is not None, puzzle
    assert difficulty.grade is grade, puzzle


def grades(counts: dict[Grade, int], seconds: float) -> None:
    print("| Grade | Made | Median seconds | Slowest | Median of pictures tried |")
    for grade, count in counts.items():
        taken, tried = [], []
        for number in range(count):
            size = SIZES[number % len(SIZES)]
            began = time.process_time()
            try:
                made = make_random(RandomOptions(*size, grade=grade), seed=number, seconds=seconds)
            except NoneFound:
                continue
            taken.append(time.process_time() - began)
            tried.append(made.tried)
            confirm(made, grade)
        if taken:
            times = f"{statistics.median(taken):.2f} | {max(taken):.1f}"
            figures = f"{times} | {statistics.median(tried):,.0f}"
        else:
            figures = "— | — | —"
        print(f"| {grade.value} | {len(taken)} of {count} | {figures} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=200)
    parser.add_argument("--puzzles", type=int, default=200)
    parser.add_argument("--very-hard", type=int, default=50)
    parser.add_argument("--extreme", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    if asked.pictures:
        observation(asked.pictures)
    counts = dict.fromkeys((Grade.EASY, Grade.MEDIUM, Grade.HARD), asked.puzzles)
    counts |= {Grade.VERY_HARD: asked.very_hard, Grade.EXTREME: asked.extreme}
    grades({grade: count for grade, count in counts.items() if count}, asked.seconds)


if __name__ == "__main__":
    main()
