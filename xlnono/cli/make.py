"""The command `make`: new puzzles."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from xlnono.cli.exit_codes import DONE, FAILED, NOT_UNIQUE
from xlnono.cli.messages import text
from xlnono.cli.output import complain, say
from xlnono.cli.status_line import watching
from xlnono.engine import solve
from xlnono.errors import XlnonoError
from xlnono.files.writing import claimed
from xlnono.formats.puzzle_file import About, PuzzleFile
from xlnono.jobs.drawing import drawing_of
from xlnono.language import Language
from xlnono.making.random_puzzle import Made, NoneFound, RandomOptions, make_random
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Outcome
from xlnono.templates.from_puzzle_file import format_of, write_new
from xlnono.templates.template import FileExists, check_size
from xlnono.wording import outcome_name, rated

_SEEDS = 1_000_000
"""The number of seeds to choose from if none is given: short ones are easy to pass on."""


def make_random_puzzle(
    target: Path, options: RandomOptions, seed: int | None, seconds: float, language: Language
) -> int:
    """Write a random puzzle to a new file; returns the exit code."""
    seed = secrets.randbelow(_SEEDS) if seed is None else seed
    with watching(language) as watch:
        try:
            # Before the search, which may take a while.
            format_of(target)
            check_size(options.height, options.width)
            if os.path.lexists(target):
                raise FileExists
            with claimed(target):
                made = make_random(options, seed=seed, seconds=seconds, progress=watch.trying)
                title = text("random-title", language, seed=seed)
                found = PuzzleFile(made.puzzle, About(title=title), made.grid)
                write_new(target, found, language)
        except NoneFound as error:
            watch.pause()
            complain(error, language)
            return NOT_UNIQUE
        except XlnonoError as error:
            watch.pause()
            complain(error.at(file=str(target)), language)
            return FAILED
    say(_described(target, made, seed, language))
    return DONE


def make_from_drawing(
    source: Path, sheet: str | None, target: Path, seconds: float, language: Language
) -> int:
    """Write the puzzle of a picture drawn with cells to a new file; returns the exit code."""
    with watching(language) as watch:
        try:
            format_of(target)
            if os.path.lexists(target):
                raise FileExists
            grid = drawing_of(source, sheet)
            check_size(grid.height, grid.width)
            found = PuzzleFile(Puzzle.of(grid), About(title=source.stem), grid)
            solution = solve(found.puzzle, seconds=seconds)
            write_new(target, found, language)
        except XlnonoError as error:
            watch.pause()
            complain(error.at(file=str(target)), language)
            return FAILED
    outcome = outcome_name(solution.outcome, language)
    size = {"height": grid.height, "width": grid.width}
    say(text("made-drawing", language, path=target, outcome=outcome, **size))
    return DONE if solution.outcome is Outcome.UNIQUE else NOT_UNIQUE


def _described(target: Path, made: Made, seed: int, language: Language) -> str:
    rating = text("fact", language, fact=text("not-rated", language))
    if made.difficulty is not None:
        rating = text("fact", language, fact=rated(made.difficulty.rating, language))
    key = "made-random-1" if made.tried == 1 else "made-random-several"
    return text(
        key,
        language,
        path=target,
        height=made.grid.height,
        width=made.grid.width,
        rating=rating,
        seed=seed,
        tried=made.tried,
    )
