"""Draws a solve as a picture or a film, in a file of its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial

from xlnono.errors import XlnonoError
from xlnono.files.writing import claimed, write_whole
from xlnono.jobs.choosing import only_puzzle
from xlnono.jobs.from_marks import PuzzleProgress, solve_from_marks
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import Solved, SolveResult
from xlnono.language import Language, OneOf, Text
from xlnono.puzzle_sheet.language import language_of
from xlnono.records import NamedTuple
from xlnono.render.film import Film, Unit
from xlnono.safe_text import safe
from xlnono.spreadsheet.area import Area

FILMS = (".gif", ".html")
PICTURES = (".png", ".svg")


class NoSuchFormat(XlnonoError):
    code = "no-such-format"
    template = Text(
        "unknown format: the name must end in {endings}.",
        "この形式では書き出せません。名前の末尾に使えるのは {endings} です。",
    )


class NoSuchStep(XlnonoError):
    code = "no-such-step"
    template = Text(
        "there is no step {step}: choose one from 0 (the start) to {last}.",
        "手順 {step} はありません。0(開始)から {last} までの数を指定してください。",
    )


class StepOfFilm(XlnonoError):
    code = "step-of-film"
    template = Text(
        "a {ending} file shows all steps: omit --step, or write a .png or .svg file.",
        "{ending} は全手順を表します。--step を外すか、.png か .svg に書いてください。",
    )


class TargetIsSource(XlnonoError):
    code = "target-is-source"
    template = Text(
        "the output would overwrite the workbook: choose another name. Nothing was written.",
        "ブックと同じファイルです。書き込み先を別の名前にしてください。何も書き込んでいません。",
    )


class Showing(NamedTuple):
    """How a solve is shown: films at a speed in steps or cells per second, pictures at a step.

    Without a step, a picture shows the last one, or two solutions if there are several.
    """

    speed: float = 4.0
    unit: Unit = "steps"
    step: int | None = None


_USUAL = Showing()


def _drawn(film: Film, ending: str, showing: Showing, progress: Callable[[int], None]) -> bytes:
    """Draw a film in the format of an ending; only imports what that format needs."""
    step = film.last if showing.step is None else showing.step
    both = bool(film.alternatives) and showing.step is None
    match ending:
        case ".gif":
            from xlnono.render.png_gif import gif

            return gif(film, showing.speed, showing.unit, progress)
        case ".html":
            from xlnono.render.html import html

            return html(film, showing.speed, showing.unit)
        case ".png":
            from xlnono.render.png_gif import png, solutions_png

            return solutions_png(film, progress) if both else png(film, step, progress)
    from xlnono.render.svg import solutions_svg, svg

    return solutions_svg(film) if both else svg(film, step)


def _silent(_: int) -> None:
    pass


def _check_target(job: Job, showing: Showing) -> str:
    """Check what can be checked before solving; returns the ending of the target."""
    assert job.target is not None
    ending = job.target.suffix.lower()
    if ending not in FILMS + PICTURES:
        endings = OneOf(tuple(sorted(FILMS + PICTURES)))
        raise NoSuchFormat(endings=endings).at(file=str(job.target))
    if ending in FILMS and showing.step is not None:
        raise StepOfFilm(ending=ending).at(file=str(job.target))
    if os.path.realpath(job.target) == os.path.realpath(job.source):
        raise TargetIsSource().at(file=str(job.target))
    return ending


def _title(job: Job, sheet: str) -> str:
    """File and sheet, without characters that a picture or page cannot hold."""
    return safe(" – ".join(dict.fromkeys((job.source.stem, sheet))))


def replay_workbook(
    job: Job,
    showing: Showing = _USUAL,
    *,
    sheet: str | None = None,
    cell: Area | None = None,
    seconds: float | None = None,
    language: Language | None = None,
    fallback: Language = "en",
    progress: PuzzleProgress | None = None,
    drawing: PuzzleProgress | None = None,
) -> SolveResult:
    """Solve the only puzzle of a workbook, of one sheet or at a cell, and draw how it was solved.

    The ending of the target sets the format: a film (.gif, .html) or one picture (.png, .svg). It
    is written whole or not at all, and the workbook is only read. Without a `language` it is in
    that of the sheet, or in the `fallback` if the sheet has no texts. `seconds` is the time
    limit of the solve. `progress` is called while solving, and then, while pixels are drawn,
    `drawing` with the number of cells drawn. Errors on bad input are in the result; none is
    raised.
    """
    result = SolveResult(job)
    assert job.target is not None
    try:
        ending = _check_target(job, showing)
        # If the target cannot be written, report it before solving.
        with claimed(job.target):
            worksheet, read = only_puzzle(job.source, sheet=sheet, cell=cell)
            solution = solve_from_marks(read, seconds=seconds, progress=progress, painting=False)
            written = language or (worksheet and language_of(worksheet)) or fallback
            film = Film(solution, _title(job, read.title), written)
            if showing.step is not None and showing.step > film.last:
                raise NoSuchStep(step=showing.step, last=film.last)
            report = _silent if drawing is None else partial(drawing, read)
            content = _drawn(film, ending, showing, report)
            try:
                write_whole(job.target, content)
            except XlnonoError as error:
                raise error.at(file=str(job.target)) from None
        result.puzzles.append(Solved(read, solution))
        result.written = True
    except XlnonoError as error:
        result.errors.append(error.at(file=str(job.source)))
    return result
