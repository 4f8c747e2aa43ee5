"""Reads puzzles from files of JSON lines, and checks answers.

Nothing here knows a solver: a picture is a row of whole numbers, bit c of a row standing for
the cell in column c.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

Clues = tuple[tuple[int, ...], ...]
Picture = tuple[int, ...]

VERDICTS = ("unique", "multiple", "none")
"""What can be known about a puzzle; a solver that ran out of time says `undecided`."""
UNDECIDED = "undecided"


@dataclass(frozen=True)
class Clued:
    """The clues of a puzzle, a blank line as an empty clue, and where they come from."""

    collection: str
    name: str
    rows: Clues
    columns: Clues


@dataclass(frozen=True)
class Answer:
    """The answer of a solver for a puzzle.

    `building` is the part of `seconds` before its search could start: making clauses, a model
    or a puzzle. There is one picture for `unique`, two for `multiple`, none for `none`, and
    at most one for `undecided`.
    """

    verdict: str
    pictures: tuple[Picture, ...]
    seconds: float
    building: float


def _clues(clues: Iterable[Iterable[int]]) -> Clues:
    return tuple(tuple(block for block in clue if block) for clue in clues)


def read(paths: Iterable[Path], every: int = 1) -> Iterator[Clued]:
    """The puzzles of files, or of all `.jsonl` files in folders; of each file every nth."""
    for path in paths:
        for file in sorted(path.glob("*.jsonl")) if path.is_dir() else [path]:
            lines = [line for line in file.read_text("utf-8").splitlines() if line.strip()]
            for number, line in enumerate(lines[::every]):
                fields = json.loads(line)
                rows, columns = _clues(fields["rows"]), _clues(fields["cols"])
                name = str(fields.get("id", number * every + 1))
                size = fields.get("height", len(rows)), fields.get("width", len(columns))
                if size != (len(rows), len(columns)):
                    raise ValueError(f"{file}: {name}: the size and the clues disagree")
                yield Clued(file.stem, name, rows, columns)


def _lengths(cells: Iterable[bool]) -> tuple[int, ...]:
    return tuple(sum(1 for _ in run) for black, run in groupby(cells) if black)


def _has_clues(puzzle: Clued, picture: Picture) -> bool:
    width = len(puzzle.columns)
    if len(picture) != len(puzzle.rows) or any(row >> width for row in picture):
        return False
    cells = [[bool(row >> column & 1) for column in range(width)] for row in picture]
    return puzzle.rows == tuple(map(_lengths, cells)) and puzzle.columns == tuple(
        map(_lengths, zip(*cells, strict=True))
    )


def complaints(puzzle: Clued, answers: dict[str, list[Answer]]) -> list[str]:
    """The errors in the answers of several solvers, each in one or more runs."""
    found: list[str] = []
    expected = {"unique": (1,), "multiple": (2,), "none": (0,), UNDECIDED: (0, 1)}
    given = [(solver, answer) for solver, runs in answers.items() for answer in runs]
    for solver, answer in given:
        if len(answer.pictures) not in expected[answer.verdict]:
            found.append(f"{solver} says {answer.verdict} with {len(answer.pictures)} pictures")
        if len(set(answer.pictures)) < len(answer.pictures):
            found.append(f"{solver} gives the same picture twice")
        if not all(_has_clues(puzzle, picture) for picture in answer.pictures):
            found.append(f"{solver} gives a picture that has other clues")
    verdicts = {answer.verdict for _, answer in given if answer.verdict in VERDICTS}
    if len(verdicts) > 1:
        said = {solver: [answer.verdict for answer in runs] for solver, runs in answers.items()}
        found.append(f"verdicts differ: {said}")
    pictures = {picture for _, answer in given for picture in answer.pictures}
    if "unique" in verdicts and len(pictures) > 1:
        found.append("there is more than one picture of a puzzle said to be unique")
    if "none" in verdicts and pictures:
        found.append("there is a picture of a puzzle said to have none")
    return [f"{puzzle.collection}: {puzzle.name}: {complaint}" for complaint in found]
