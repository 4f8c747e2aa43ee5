"""Measures the ratings of puzzles.

Without puzzles, prints the ratings of the samples and draws those of a thousand puzzles with one
solution, made from random noise, smoothed once or not at all and some of them mirrored, 8 to 20
cells high and wide. With files of JSON lines, prints for each how many of its puzzles have each
grade, and how the order of their ratings agrees with that of other measures. Of a puzzle with
several solutions, cells are given until one solution is left.

Run: python benchmarks/rating.py [--every N] [--seconds S] [PUZZLES…]
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import matplotlib.pyplot as plt
from puzzles import read

import xlnono
from xlnono import Board, Grade, Grid, Outcome, Puzzle
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import check_workbook
from xlnono.model.solution import Difficulty

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "samples"
PUZZLES = 1000
SEED = 1
COLOURS = ("#8fbf8f", "#c9c46a", "#e0a050", "#d06850", "#884488")


def random_grid(random_source: random.Random) -> Grid:
    height, width = random_source.randint(8, 20), random_source.randint(8, 20)
    mirrored = random_source.random() < 0.5
    across = (width + 1) // 2 if mirrored else width
    density = random_source.uniform(0.4, 0.65)
    cells = [[random_source.random() < density for _ in range(across)] for _ in range(height)]
    if random_source.random() < 0.5:
        near = (-1, 0, 1)
        cells = [
            [
                sum(cells[(i + a) % height][(j + b) % across] for a in near for b in near) >= 5
                for j in range(across)
            ]
            for i in range(height)
        ]
    if mirrored:
        cells = [row + row[::-1][width % 2 :] for row in cells]
    return Grid.from_text("\n".join("".join(".#"[cell] for cell in row) for row in cells))


class Rated(NamedTuple):
    """A puzzle with a rating; `unknown` is the number of cells that were not given."""

    difficulty: Difficulty
    steps: int
    unknown: int


def rated(puzzle: Puzzle, seconds: float) -> Rated | None:
    """The rating of a puzzle, made unique by giving cells; None if the time ran out."""
    givens = Board(puzzle.height, puzzle.width)
    solution = xlnono.solve(puzzle, givens, seconds=seconds)
    while solution.grid is not None and solution.other is not None:
        row, column = solution.grid.differing(solution.other)[0]
        givens.fix(row, column, solution.grid[row, column])
        solution = xlnono.solve(puzzle, givens, seconds=seconds)
    solution = xlnono.solve(puzzle, givens, explain=True, seconds=seconds)
    if solution.difficulty is None or solution.log is None:
        return None
    return Rated(solution.difficulty, len(solution.log.visits), givens.unknown)


def rank_correlation(pairs: Sequence[tuple[float, float]]) -> str:
    """Spearman's rank correlation; equal values share the mean of their ranks."""
    columns = list(zip(*pairs, strict=True))
    if not pairs or any(len(set(column)) == 1 for column in columns):
        return "—"
    places = [sorted(column) for column in columns]
    ranks = [
        [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in column]
        for column, ordered in zip(columns, places, strict=True)
    ]
    return f"{statistics.correlation(*ranks):.2f}"


def report(paths: Sequence[Path], every: int, seconds: float) -> None:
    """Print a row for each file."""
    grades = " | ".join(grade.value.replace("-", " ") for grade in Grade)
    print(f"| Puzzles | Rated | {grades} | Steps | Rounds | Size | Effort |")
    for name, clued in groupby(read(paths, every), lambda one: one.collection):
        tried = [rated(Puzzle(one.rows, one.columns), seconds) for one in clued]
        found = [one for one in tried if one is not None]
        counts = Counter(one.difficulty.grade for one in found)
        by_lines = [one for one in found if one.difficulty.by_lines]
        correlations = (
            rank_correlation([(one.difficulty.rating, one.steps) for one in found]),
            rank_correlation([(one.difficulty.rating, one.difficulty.rounds) for one in by_lines]),
            rank_correlation([(one.difficulty.rating, one.unknown) for one in found]),
            rank_correlation([(one.difficulty.rating, one.difficulty.effort) for one in found]),
        )
        cells = [name, f"{len(found)} of {len(tried)}", *(counts[grade] for grade in Grade)]
        print(f"| {' | '.join(map(str, (*cells, *correlations)))} |", flush=True)


def random_ratings() -> Iterator[float]:
    random_source, made = random.Random(SEED), 0
    while made < PUZZLES:
        puzzle = Puzzle.of(random_grid(random_source))
        if xlnono.solve(puzzle).outcome is not Outcome.UNIQUE:
            continue
        difficulty = xlnono.solve(puzzle, explain=True).difficulty
        assert difficulty is not None
        made += 1
        yield difficulty.rating


def draw(found: list[float]) -> None:
    figure, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
    by_grade = [[rating for rating in found if Grade.of(rating) is grade] for grade in Grade]
    labels = [
        f"{grade.value.replace('-', ' ')}: {len(ratings)}"
        for grade, ratings in zip(Grade, by_grade, strict=True)
    ]
    # A rating has one decimal, so it is never on an edge.
    edges = [0.95 + 0.2 * step for step in range(47)]
    axes.hist(by_grade, edges, stacked=True, color=COLOURS, label=labels)
    axes.set_xticks(range(1, 11))
    axes.set_xlabel("rating")
    axes.set_ylabel("puzzles")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(ROOT / "docs" / "images" / "difficulty.png", dpi=110)


def samples() -> None:
    for path in sorted(SAMPLES.glob("*.xlsx")):
        for puzzle in check_workbook(Job(path, None)).puzzles:
            found = puzzle.solution.difficulty
            if found is not None:
                grade = found.grade.value.replace("-", " ")
                print(
                    f"| `{path.name}` | {grade} | {found.rating} | {found.effort:,.0f} "
                    f"| {found.passes} | {found.moves:.1f} "
                    f"| {found.rounds if found.by_lines else '—'} | {found.longest_chain} |"
                )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("puzzles", nargs="*", type=Path, metavar="PUZZLES")
    parser.add_argument("--every", type=int, default=1, help="only every Nth puzzle of a file")
    parser.add_argument("--seconds", type=float, default=60, help="for each puzzle")
    options = parser.parse_args()
    if options.puzzles:
        report(options.puzzles, options.every, options.seconds)
    else:
        samples()
        draw(list(random_ratings()))


if __name__ == "__main__":
    main()
