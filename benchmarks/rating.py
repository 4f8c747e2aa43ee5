"""Draws the distribution of difficulty, and prints the grades of the samples.

A thousand puzzles with one solution are made from random noise, smoothed once or not at all and
some of them mirrored, 8 to 20 cells high and wide: python benchmarks/rating.py
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import matplotlib.pyplot as plt
from matplotlib.ticker import FuncFormatter

import xlnono
from xlnono import Grade, Grid, Outcome, Puzzle
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


def ratings() -> Iterator[Difficulty]:
    random_source, made = random.Random(SEED), 0
    while made < PUZZLES:
        puzzle = Puzzle.of(random_grid(random_source))
        if xlnono.solve(puzzle).outcome is not Outcome.UNIQUE:
            continue
        rating = xlnono.solve(puzzle, explain=True).difficulty
        assert rating is not None
        made += 1
        yield rating


def draw(found: list[Difficulty]) -> None:
    figure, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
    low, high = min(one.effort for one in found), max(one.effort for one in found)
    edges = [low * (high / low) ** (step / 36) for step in range(37)]
    by_grade = [[one.effort for one in found if one.grade is grade] for grade in Grade]
    labels = [
        f"{grade.value.replace('-', ' ')}: {len(scores)}"
        for grade, scores in zip(Grade, by_grade, strict=True)
    ]
    axes.hist(by_grade, edges, stacked=True, color=COLOURS, label=labels)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda effort, _: f"{effort:,.0f}"))
    axes.set_xlabel("effort")
    axes.set_ylabel("puzzles")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(ROOT / "docs" / "images" / "difficulty.png", dpi=110)


def main() -> None:
    for path in sorted(SAMPLES.glob("*.xlsx")):
        for puzzle in check_workbook(Job(path, None)).puzzles:
            rating = puzzle.solution.difficulty
            if rating is not None:
                grade = rating.grade.value.replace("-", " ")
                print(
                    f"| `{path.name}` | {grade} | {rating.effort:,.0f} | {rating.passes} "
                    f"| {rating.moves:.1f} | {rating.rounds} | {rating.longest_chain} |"
                )
    draw(list(ratings()))


if __name__ == "__main__":
    main()
