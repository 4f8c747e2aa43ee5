"""Puzzles in another format: read from any source, and written as a puzzle file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from xlnono.engine import solve
from xlnono.engine.clock import Progress
from xlnono.errors import XlnonoError
from xlnono.files.writing import write_whole
from xlnono.formats.puzzle_file import PuzzleFile
from xlnono.formats.registry import Format
from xlnono.jobs.about import about_of
from xlnono.jobs.choosing import only_puzzle
from xlnono.jobs.puzzle_files import chosen, is_workbook, puzzle_files
from xlnono.language import Text
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Outcome
from xlnono.puzzle_sheet.answer_sheet import kept_answer
from xlnono.puzzle_sheet.clue_lists import CluesWithoutGrid
from xlnono.spreadsheet.area import Area
from xlnono.xlsx.book import PackageBook


class NoSinglePicture(XlnonoError):
    code = "no-single-picture"
    template = Text(
        "a {ending} file holds only a picture, but xlnono did not find exactly one solution of "
        "this puzzle: choose a format with clues, such as .non.",
        "{ending} には絵だけが入りますが、解が1つに決まりませんでした。"
        ".non などヒントの入る形式を選んでください。",
    )


def puzzles_of(
    source: Path, sheet: str | None = None, cell: Area | None = None
) -> list[PuzzleFile]:
    """The puzzles of a puzzle file, or the only one of a workbook, on a sheet or at a cell.

    Raises what reading them raises.
    """
    try:
        if is_workbook(source):
            return [_of_workbook(source, sheet, cell)]
        return [each for _, each in chosen(puzzle_files(source), sheet)]
    except XlnonoError as error:
        raise error.at(file=str(source)) from None


def _of_workbook(source: Path, wanted: str | None, cell: Area | None) -> PuzzleFile:
    """The only puzzle of a workbook, what its properties say, and the picture that it keeps."""
    try:
        sheet, read = only_puzzle(source, sheet=wanted, cell=cell)
    except CluesWithoutGrid as found:
        return PuzzleFile(Puzzle(found.lists.rows, found.lists.columns))
    assert sheet is not None
    assert isinstance(sheet.book, PackageBook)
    return PuzzleFile(read.puzzle, about_of(sheet.book), kept_answer(sheet, read.puzzle))


def write_puzzle(
    target: Path,
    found: PuzzleFile,
    form: Format,
    *,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> None:
    """Write a puzzle in a format; for a format without clues, solve it if its picture is missing.

    Raises NoSinglePicture or what `write_whole` raises.
    """
    assert form.write is not None
    if form.only_picture and found.goal is None:
        solution = solve(found.puzzle, seconds=seconds, progress=progress)
        if solution.outcome is not Outcome.UNIQUE:
            raise NoSinglePicture(ending=target.suffix)
        found = replace(found, goal=solution.grid)
    write_whole(target, form.write(found))


def targets_of(target: Path, count: int) -> Sequence[Path]:
    """Where the puzzles of one source are written: with numbers, if there are several."""
    if count == 1:
        return [target]
    return [
        target.with_name(f"{target.stem}-{number}{target.suffix}") for number in range(1, count + 1)
    ]
