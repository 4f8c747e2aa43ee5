"""The commands that process workbooks one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from xlnono import wording
from xlnono.cli.exit_codes import DONE, FAILED, NOT_UNIQUE, USAGE
from xlnono.cli.messages import counted, text
from xlnono.cli.output import complain, complain_of_all, say
from xlnono.cli.recording import add_result
from xlnono.cli.source_arguments import look_up
from xlnono.cli.status_line import Watch, watching
from xlnono.cli.summary_line import Tally, checked, solved
from xlnono.command_words import as_typed, quoted
from xlnono.errors import XlnonoError
from xlnono.jobs.puzzle_files import is_workbook
from xlnono.jobs.sources import Job, names_one_file
from xlnono.jobs.targets import refusals
from xlnono.jobs.typing_mistakes import Locator
from xlnono.jobs.workbook import JobResult, Solved, SolveResult, check_workbook, solve_workbook
from xlnono.language import Language
from xlnono.model.solution import Outcome, Solution
from xlnono.places import Place
from xlnono.puzzle_sheet.read import MistypedClues
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area
from xlnono.wording import (
    cut_short,
    not_graded,
    outcome_name,
    rated,
    rounds_in_words,
)
from xlnono.wording.remarks import remarks

if TYPE_CHECKING:
    from xlnono.formats.puzzle_file import PuzzleFile
    from xlnono.jobs.repairs import Repaired


def _verdict(result: Solved, file: Path, language: Language) -> str:
    read, solution = result.read, result.solution
    return text(
        "puzzle",
        language,
        place=read.place._replace(file=str(file)).named(language),
        height=read.puzzle.height,
        width=read.puzzle.width,
        outcome=outcome_name(solution.outcome, language),
        rating=_rating(solution, language),
        seconds=solution.seconds,
        engine=text(solution.engine, language),
    )


def _rating(solution: Solution, language: Language) -> str:
    """The rating, the number of steps and of rounds, and what cut them short, if anything did."""
    facts = []
    if solution.difficulty is not None:
        facts.append(rated(solution.difficulty.rating, language))
    if solution.log:
        count = len(solution.log.visits)
        facts.append(text("one-step" if count == 1 else "steps", language, count=count))
    if solution.difficulty is not None:
        facts.append(rounds_in_words(solution.difficulty, language))
    if shortfall := not_graded(solution, language) or cut_short(solution, language):
        facts.append(shortfall)
    return "".join(text("fact", language, fact=fact) for fact in facts)


def _remarks(result: Solved, language: Language) -> list[str]:
    read = result.read
    said = remarks(result.solution, read.puzzle, read.layout, language)
    return [text("remark", language, remark=remark) for remark in said]


def print_puzzles(
    puzzles: Sequence[Solved],
    source: Path,
    language: Language,
    show: Callable[[Solved], None] | None = None,
) -> int:
    """Print a verdict for each puzzle; returns the exit code."""
    for puzzle in puzzles:
        say(_verdict(puzzle, source, language))
        for remark in _remarks(puzzle, language):
            say(remark)
        if show is not None:
            show(puzzle)
    unique = all(puzzle.solution.outcome is Outcome.UNIQUE for puzzle in puzzles)
    return DONE if unique else NOT_UNIQUE


def _print_located(result: JobResult, language: Language, *, several: bool) -> None:
    """Print the corrections of the clues, and how to apply one.

    `several`: the workbook may have other puzzles, which were not asked for.
    """
    choosable = [found for found in result.located if found.report.choices]
    several = several or len(choosable) > 1
    untouched = _untouched(result)
    for found in result.located:
        lines = wording.report_in_words(found.report, found.layout, language)
        place = found.place._replace(file=str(result.job.source)).named(language)
        say(text("located", language, place=place, said=lines[0]))
        for line in lines[1:]:
            say(text("remark", language, remark=line), hanging=4)
        on_sheet = is_workbook(result.job.source)
        fixable = any(each.left_out is None for each in found.report.choices)
        if on_sheet and fixable and not found.report.cut_short:
            key = "to-fix" if len(found.report.choices) == 1 else "to-fix-one"
            path = as_typed(result.job.source)
            if several:
                path += _choosing(found.place)
            say(text("remark", language, remark=text(key, language, path=path)))
        if on_sheet:
            for line in wording.no_room(found.report, language):
                say(text("remark", language, remark=line))
        if found.place in untouched:
            say(text("remark", language, remark=text("untouched", language)))


def _untouched(result: JobResult) -> list[Place]:
    """The puzzles of a workbook that was to be solved whose clues form no puzzle."""
    if result.job.target is None or not is_workbook(result.job.source):
        return []
    return [error.read.place for error in result.errors if isinstance(error, MistypedClues)]


def sheet_option(sheet: str | None) -> str:
    """The option that chooses a sheet, nothing for all sheets."""
    return "" if sheet is None else f" --sheet {quoted(sheet)}"


def _choosing(place: Place) -> str:
    """The options that choose the puzzle at a place."""
    number = None if place.puzzle is None else str(place.puzzle)
    options = sheet_option(place.sheet or number)
    if place.grid is not None:
        options += f" --cell {place.grid.split(':')[0]}"
    return options


def print_end(result: JobResult, language: Language, *, several: bool = False) -> int:
    """Print what went wrong in a workbook and what was written; returns the exit code.

    `several`: the workbook may have other puzzles, which were not asked for.
    """
    if result.errors:
        complain_of_all(result.errors, language)
    _print_located(result, language, several=several)
    for title in result.outdated:
        place = Place(file=str(result.job.source), sheet=title).named(language)
        path = as_typed(result.job.source) + sheet_option(title)
        say(text("outdated", language, place=place, path=path))
    if result.written:
        key = "changed" if result.job.target == result.job.source else "written"
        say(text(key, language, path=result.job.target))
    return FAILED if result.errors else DONE


_Result = TypeVar("_Result", bound=JobResult)
_Result_co = TypeVar("_Result_co", bound=JobResult, covariant=True)


class Work(Protocol[_Result_co]):
    """What a command does with one workbook."""

    def __call__(self, job: Job, *, progress: Watch, locator: Locator) -> _Result_co: ...


def go_through(
    jobs: Sequence[Job],
    errors: Sequence[XlnonoError],
    seconds: float,
    language: Language,
    work: Work[_Result],
    show: Callable[[_Result], int],
    *,
    several: bool = False,
) -> tuple[int, Tally]:
    """Do jobs and print the result of each with `show`; returns the exit code and the counts.

    `several`: the workbooks may have other puzzles, which were not asked for.
    The search for typing mistakes has as many seconds as each puzzle.
    """
    code, tally = DONE, Tally()
    for error in errors:
        complain(error, language)
        code = FAILED
        tally.add((), [error], written=False)
    with watching(language) as watch:
        for job in jobs:
            watch.file = str(job.source)
            locator = Locator(seconds, watch.searching)
            result = work(job, progress=watch, locator=locator)
            watch.pause()
            add_result(partial(_fields_of, result))
            code = max(code, show(result), print_end(result, language, several=several))
            tally.add(
                result.outcomes,
                ((error.place.sheet, error.place.grid) for error in result.errors),
                written=result.written,
            )
    return code, tally


class Writing(NamedTuple):
    """Where `solve` writes: into a folder or in place; with `dry_run` it only prints that."""

    out: Path | None
    in_place: bool
    dry_run: bool


def _preview(jobs: Sequence[Job], errors: Sequence[XlnonoError], language: Language) -> int:
    refused = refusals(jobs)
    for error in (*errors, *(error.at(file=str(source)) for source, error in refused.items())):
        complain(error, language)
    wanted = [job for job in jobs if job.source not in refused]
    for source, target in wanted:
        key = "would-change" if target == source else "would-write"
        say(text(key, language, source=source, target=target))
    say(counted("dry-run", len(wanted), language))
    return FAILED if errors or refused else DONE


def solve_all(
    sources: Sequence[str],
    writing: Writing,
    sheet: str | None,
    seconds: float,
    language: Language,
    asked: Language | None,
    solutions: int = 2,
) -> int:
    """Solve workbooks and write them; returns the exit code.

    Logs and replays are in the language `asked` for; with None in that of each sheet. A source
    is only overwritten if it is the only file named, or with `--in-place`.
    """
    refusal = None
    if writing.out is not None and writing.in_place:
        refusal = "one-output"
    elif writing.out is None and not writing.in_place and not names_one_file(sources):
        refusal = "choose-output"
    if refusal is not None:
        say(f"{text('error', language)}: {text(refusal, language)}", error=True)
        return USAGE
    jobs, errors = look_up(sources, writing.out, language, writing=True)
    if writing.dry_run:
        return _preview(jobs, errors, language)

    def template(found: PuzzleFile) -> bytes:
        from xlnono.templates.from_puzzle_file import template_of

        return template_of(found, asked or language)

    work = partial(
        solve_workbook,
        sheet=sheet,
        seconds=seconds,
        language=asked,
        fallback=language,
        template=template,
        solutions=solutions,
    )

    def show(result: SolveResult) -> int:
        return print_puzzles(result.puzzles, result.job.source, language)

    several = sheet is not None
    code, tally = go_through(jobs, errors, seconds, language, work, show, several=several)
    if len(jobs) + len(errors) > 1:
        say(solved(tally, writing.out, language))
    elif tally.written and jobs[0].target == jobs[0].source:
        say(text("to-undo", language, path=as_typed(jobs[0].source) + sheet_option(sheet)))
    return code


def _print_repairs(found: Repaired, source: Path, language: Language, *, several: bool) -> None:
    """Print changes of the picture that leave one solution, and how to apply the first.

    `several`: the puzzle is one of several in its file.
    """
    from xlnono.wording.repairs import repair_in_words

    choices = found.repairs.choices
    if not choices:
        say(text("remark", language, remark=text("no-repairs", language)))
        return
    meant = text(f"meant-{found.meant.value}", language)
    key = "repair" if len(choices) == 1 else "repairs"
    say(text("remark", language, remark=text(key, language, meant=meant)))
    for number, choice in enumerate(choices, start=1):
        said = repair_in_words(choice, found.read.layout, language)
        say(text("repair-choice", language, number=number, said=said), hanging=4)
    path = as_typed(source)
    if several:
        path += _choosing(found.read.place)
    remark = text("to-repair", language, path=path)
    say(text("remark", language, remark=remark))


def check_all(
    sources: Sequence[str],
    sheet: str | None,
    cell: Area | None,
    seconds: float,
    language: Language,
    solutions: int = 2,
) -> int:
    """Check the puzzles of workbooks and print the verdicts; returns the exit code."""
    chosen = sheet is not None or cell is not None
    work = partial(
        check_workbook, sheet=sheet, cell=cell, seconds=seconds, solutions=solutions, repair=True
    )

    def show(result: SolveResult) -> int:
        repaired = {found.read.place: found for found in result.repaired}

        def repairs(puzzle: Solved) -> None:
            if found := repaired.get(puzzle.read.place):
                others = chosen or len(result.puzzles) + len(result.errors) > 1
                _print_repairs(found, result.job.source, language, several=others)

        return print_puzzles(result.puzzles, result.job.source, language, repairs)

    jobs, errors = look_up(sources, None, language, writing=False)
    code, tally = go_through(jobs, errors, seconds, language, work, show, several=chosen)
    if len(jobs) + len(errors) > 1:
        say(checked(tally, language))
    return code


def show_all(
    sources: Sequence[str],
    sheet: str | None,
    seconds: float,
    language: Language,
    room: int,
    solutions: int = 2,
) -> int:
    """Print the pictures of workbooks, at most `room` characters wide; returns the exit code."""
    from xlnono.cli.pictures import show_picture, show_solutions

    work = partial(check_workbook, sheet=sheet, seconds=seconds, solutions=solutions)

    def draw(puzzle: Solved) -> None:
        solution = puzzle.solution
        if solution.other is not None:
            show_solutions(solution, room, language)
        elif solution.outcome is not Outcome.NONE:
            show_picture(solution.known, room)

    def show(result: SolveResult) -> int:
        return print_puzzles(result.puzzles, result.job.source, language, draw)

    jobs, errors = look_up(sources, None, language, writing=False)
    several = sheet is not None
    return go_through(jobs, errors, seconds, language, work, show, several=several)[0]


def _fields_of(result: JobResult) -> dict[str, object]:
    # Slow to load.
    from xlnono.cli.recorded_results import fields_of

    return fields_of(result)
