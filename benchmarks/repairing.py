"""Measures repairs of pictures whose puzzles have several solutions.

The pictures are drawings and gradients with a threshold, 15×15 to 30×30, from fixed seeds; those
count whose solutions differ in 4 cells or more. The program prints how many are repaired by
changing at most 3 cells, and how long that takes; an outside solver confirms that each has one
solution then. With --picture, the first ten are drawn before and after, with the changed cells in
colour.

Run: python benchmarks/repairing.py [--count N] [--seconds S] [--picture FILE.png]
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw
from puzzles import Clued
from solvers import cadical

import xlnono
from xlnono import Grid, Outcome, Puzzle
from xlnono.making.repair import find_repairs
from xlnono.model.repair import Repair

LEAST_OPEN = 4
CELL = 8
OUTSIDE_SECONDS = 60.0


def drawing(dice: random.Random, height: int, width: int) -> Image.Image:
    """Ellipses, boxes and thick lines, some of them white on others."""
    image = Image.new("L", (8 * width, 8 * height), 255)
    pen = ImageDraw.Draw(image)
    for number in range(dice.randint(4, 8)):
        x, y = dice.uniform(0, 0.8) * image.width, dice.uniform(0, 0.8) * image.height
        box = (x, y, x + dice.uniform(0.1, 0.6) * image.width, y + dice.uniform(0.1, 0.6) * y + 16)
        colour = 255 if number % 3 == 2 else 0
        shape = dice.choice([pen.ellipse, pen.rectangle, pen.line])
        if shape == pen.line:
            pen.line(box, colour, dice.choice([8, 12, 16]))
        else:
            shape(box, colour)
    return image


def gradient(dice: random.Random, height: int, width: int) -> Image.Image:
    """Waves of grey in several directions."""
    waves = [
        (dice.uniform(0.15, 0.7), dice.uniform(0, math.tau), dice.uniform(0, math.tau))
        for _ in range(4)
    ]

    def grey(x: int, y: int) -> float:
        return sum(
            math.sin(often * (x * math.cos(turn) + y * math.sin(turn)) + start)
            for often, turn, start in waves
        )

    image = Image.new("L", (width, height))
    image.putdata([128 + round(30 * grey(x, y)) for y in range(height) for x in range(width)])
    return image


def ambiguous(count: int) -> Iterator[Grid]:
    seed, found = 0, 0
    while found < count:
        dice = random.Random(seed)
        height, width = dice.randint(15, 30), dice.randint(15, 30)
        make = drawing if seed % 2 else gradient
        image = make(dice, height, width).resize((width, height), Image.Resampling.BOX)
        dark = [image.getpixel((x, y)) < 128 for y in range(height) for x in range(width)]
        grid = Grid.from_cells([dark[y * width : (y + 1) * width] for y in range(height)])
        seed += 1
        if not grid.black:
            continue
        solution = xlnono.solve(Puzzle.of(grid), solutions=50)
        if solution.outcome is Outcome.MULTIPLE and len(solution.differing) >= LEAST_OPEN:
            found += 1
            yield grid


def confirm(grid: Grid) -> None:
    puzzle = Puzzle.of(grid)
    rows, columns = (tuple(map(tuple, clues)) for clues in (puzzle.rows, puzzle.columns))
    assert cadical(Clued("", "", rows, columns), OUTSIDE_SECONDS, 0).verdict == "unique", puzzle


def drawn(repairs: list[Repair]) -> Image.Image:
    """Each picture before and after, side by side."""
    rooms = [(repair.before.height + 2) * CELL for repair in repairs]
    half = (len(repairs) + 1) // 2
    sheet = Image.new("RGB", (4 * 32 * CELL, max(sum(rooms[:half]), sum(rooms[half:]))), "white")
    for side, group in enumerate((repairs[:half], repairs[half:])):
        top = 0
        for repair in group:
            for place, grid in enumerate((repair.before, repair.after)):
                image = Image.new("RGB", (grid.width, grid.height), "#ddd")
                for row in range(grid.height):
                    for column in range(grid.width):
                        if grid.rows[row] >> column & 1:
                            image.putpixel((column, row), (30, 30, 30))
                for row, column in repair.cells:
                    black = grid.rows[row] >> column & 1
                    image.putpixel((column, row), (154, 52, 18) if black else (244, 177, 131))
                large = image.resize((grid.width * CELL, grid.height * CELL), 0)
                sheet.paste(large, ((2 * side + place) * 32 * CELL, top))
            top += (repair.before.height + 2) * CELL
    return sheet


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--picture", type=Path)
    asked = parser.parse_args()
    changed: Counter[int] = Counter()
    taken, shown = [], []
    for grid in ambiguous(asked.count):
        began = time.perf_counter()
        found = find_repairs(grid, seconds=asked.seconds)
        taken.append(time.perf_counter() - began)
        if not found.choices:
            print(f"not repaired: {grid.height}×{grid.width}, {len(found.open_cells)} open cells")
            continue
        changed[len(found.choices[0].cells)] += 1
        for repair in found.choices:
            confirm(repair.after)
        shown.append(found.choices[0])
    for cells, number in sorted(changed.items()):
        print(f"{number} repaired by changing {cells} cells")
    print(f"{changed.total()} of {asked.count} repaired; seconds: median", end=" ")
    print(f"{statistics.median(taken):.2f}, most {max(taken):.2f}")
    if asked.picture is not None:
        drawn(shown[:10]).save(asked.picture)


if __name__ == "__main__":
    main()
