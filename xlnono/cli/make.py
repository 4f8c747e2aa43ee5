"""The command `make`: new puzzles."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from xlnono.cli.exit_codes import DONE, FAILED, NOT_UNIQUE
from xlnono.cli.messages import text
from xlnono.cli.output import complain, say
from xlnono.cli.pictures import show_changes, show_picture
from xlnono.cli.recording import add_result
from xlnono.cli.status_line import Watch, watching
from xlnono.errors import XlnonoError
from xlnono.files.writing import FileExists, claimed
from xlnono.formats.puzzle_file import About, PuzzleFile
from xlnono.jobs.drawing import drawing_of
from xlnono.jobs.making import (
    MadeFrom,
    NoRepair,
    NotDecided,
    SeveralSolutions,
    picture_in,
    puzzle_of_picture,
)
from xlnono.language import Language
from xlnono.making.random_puzzle import Made, NoneFound, RandomOptions, make_random
from xlnono.model.board import Grid
from xlnono.model.solution import Difficulty
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area
from xlnono.templates.from_puzzle_file import format_of, write_new
from xlnono.templates.template import check_size
from xlnono.wording import rated
from xlnono.wording.cell_names import GridNames
from xlnono.wording.repairs import repair_in_words

if TYPE_CHECKING:
    from xlnono.making.picture_file import Reduction

_SEEDS = 1_000_000
"""The number of seeds to choose from if none is given: short ones are easy to pass on."""


class Request(NamedTuple):
    """What is the same for all kinds of new puzzles."""

    target: Path
    seconds: float
    language: Language


def _made(request: Request, make: Callable[[Watch], PuzzleFile]) -> int:
    """Write a new puzzle to a new file; returns the exit code."""
    target, _, language = request
    with watching(language) as watch:
        watch.file = str(target)
        try:
            # Before the work, which may take a while.
            format_of(target)
            if os.path.lexists(target):
                raise FileExists
            with claimed(target):
                found = make(watch)
                write_new(target, found, language)
        except XlnonoError as error:
            watch.pause()
            complain(error.at(file=str(target)), language)
            nothing_found = isinstance(error, NoneFound | SeveralSolutions | NoRepair | NotDecided)
            return NOT_UNIQUE if nothing_found else FAILED
    return DONE


def make_random_puzzle(request: Request, options: RandomOptions, seed: int | None) -> int:
    """Write a random puzzle; returns the exit code."""
    chosen = secrets.randbelow(_SEEDS) if seed is None else seed
    language = request.language
    made: list[Made] = []

    def make(watch: Watch) -> PuzzleFile:
        check_size(options.height, options.width)
        found = make_random(options, seed=chosen, seconds=request.seconds, progress=watch.trying)
        made.append(found)
        title = text("random-title", language, seed=chosen)
        return PuzzleFile(found.puzzle, About(title=title), found.grid)

    code = _made(request, make)
    for found in made if code == DONE else ():
        key = "made-random-1" if found.tried == 1 else "made-random-several"
        facts = {"seed": chosen, "tried": found.tried}
        say(_described(key, request, found.grid, found.difficulty, **facts))
    return code


def _described(
    key: str, request: Request, grid: Grid, difficulty: Difficulty | None, **facts: object
) -> str:
    """What was made, in words; with --json also as data."""
    target, _, language = request
    fields = {
        "target": str(target),
        "height": grid.height,
        "width": grid.width,
        "rating": None if difficulty is None else difficulty.rating,
        "picture": grid.text().splitlines(),
        **facts,
    }
    add_result(lambda: fields)
    rating = text("not-rated", language)
    if difficulty is not None:
        rating = rated(difficulty.rating, language)
    return text(
        key,
        language,
        path=target,
        height=grid.height,
        width=grid.width,
        rating=text("fact", language, fact=rating),
        **facts,
    )


def make_from_picture(
    request: Request, picture: Callable[[Watch], tuple[Grid, About]], *, repair: bool
) -> int:
    """Write the puzzle of a picture, with `repair` after changing it if it has several solutions.

    Shows the picture, or what was changed. Returns the exit code.
    """
    _, seconds, language = request
    made: list[MadeFrom] = []

    def make(watch: Watch) -> PuzzleFile:
        grid, about = picture(watch)
        check_size(grid.height, grid.width)
        found = puzzle_of_picture(grid, repair=repair, seconds=seconds, progress=watch.proving)
        made.append(found)
        return PuzzleFile(found.solution.puzzle, about, found.solution.grid)

    code = _made(request, make)
    for solution, change in made if code == DONE else ():
        assert solution.grid is not None
        if change is not None:
            room = shutil.get_terminal_size((80, 24)).columns
            said = repair_in_words(change, GridNames(), language)
            say(text("changed-picture", language, said=said))
            show_changes(change, room, language)
        say(_described("made-picture", request, solution.grid, solution.difficulty))
    return code


def make_from_picture_file(
    request: Request, source: Path, reduction: Reduction, *, repair: bool
) -> int:
    """Write the puzzle of a picture file, and show the picture; returns the exit code."""
    from xlnono.making.picture_file import read_picture

    def picture(watch: Watch) -> tuple[Grid, About]:
        if reduction.size is not None:
            check_size(*reduction.size)
        grid = read_picture(source, reduction)
        show_picture(grid, shutil.get_terminal_size((80, 24)).columns)
        return grid, About(title=source.stem)

    return make_from_picture(request, picture, repair=repair)


def make_from_drawing(
    request: Request, source: Path, sheet: str | None, cell: Area | None, *, repair: bool
) -> int:
    """Write the puzzle of a picture drawn with cells, and show it; returns the exit code."""

    def picture(_: Watch) -> tuple[Grid, About]:
        grid = drawing_of(source, sheet, cell)
        show_picture(grid, shutil.get_terminal_size((80, 24)).columns)
        return grid, About(title=source.stem)

    return make_from_picture(request, picture, repair=repair)


def make_from_puzzle(
    request: Request, source: Path, sheet: str | None, cell: Area | None, *, repair: bool
) -> int:
    """Write a puzzle again, from its picture; returns the exit code."""

    def picture(watch: Watch) -> tuple[Grid, About]:
        read, grid = picture_in(
            source, sheet=sheet, cell=cell, seconds=request.seconds, progress=watch.proving
        )
        return grid, About(title=read.title)

    return make_from_picture(request, picture, repair=repair)
