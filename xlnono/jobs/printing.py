"""Puzzles to print, from any source, and what a book says about each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from xlnono.engine import solve
from xlnono.errors import XlnonoError
from xlnono.formats.puzzle_file import About
from xlnono.jobs.about import about_of
from xlnono.jobs.choosing import puzzles_in_book
from xlnono.jobs.from_marks import PuzzleProgress, bound
from xlnono.jobs.puzzle_files import is_workbook, puzzles_with_texts
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import JobResult, placed
from xlnono.language import Language, Text
from xlnono.model.solution import Outcome, Solution
from xlnono.puzzle_sheet.read import PuzzleSheet
from xlnono.records import NamedTuple
from xlnono.render.book import Entry
from xlnono.safe_text import safe
from xlnono.wording import not_graded, outcome_name, rated
from xlnono.xlsx.book import open_book

_LONGEST = 200
"""The most letters of a title or another text."""

_BY = Text("by {author}", "作:{author}")
_SEVERAL = Text("several solutions: the grey cells can differ", "解が複数。灰色のマスは決まらない")
_UNDECIDED = Text("grey cells: not decided in time", "灰色のマスは時間内に決まらず")


class NoSolutionToPrint(XlnonoError):
    code = "no-solution-to-print"
    template = Text(
        "this puzzle has no solution, so it was left out; “xlnono check” looks for the typing "
        "mistake.",
        "この問題には解がないため、入れませんでした。入力ミスは「xlnono check」で探せます。",
    )


class Printable(NamedTuple):
    """A puzzle and what its source says about it."""

    read: PuzzleSheet
    title: str
    about: About


@dataclass
class PrintResult(JobResult):
    """The puzzles of a source that can be printed, each with its solution, if that was asked."""

    puzzles: list[tuple[Printable, Solution | None]] = field(default_factory=list)


def _printables(job: Job, sheet: str | None, errors: list[XlnonoError]) -> Iterator[Printable]:
    source = job.source
    if is_workbook(source):
        book = open_book(source)
        about = about_of(book)
        found = [read for _, read in puzzles_in_book(book, sheet, errors)]
        for read in found:
            title = about.title or source.stem
            if len(found) > 1:
                title = read.title if read.alone else f"{read.title} {read.number}"
            yield Printable(read, title, about)
    else:
        for read, about in puzzles_with_texts(source, sheet):
            title = read.title if read.alone or about.title else f"{read.title} {read.number}"
            yield Printable(read, title, about)


def puzzles_to_print(
    job: Job,
    *,
    sheet: str | None = None,
    solved: bool,
    explain: bool = False,
    seconds: float | None = None,
    progress: PuzzleProgress | None = None,
) -> PrintResult:
    """Read the puzzles of a source, and solve them if they are to be `solved`.

    Those without a solution are left out, with an error. Nothing is written, and no error raised.
    """
    result = PrintResult(job)
    try:
        for each in _printables(job, sheet, result.errors):
            solution = None
            if solved:
                solution = solve(
                    each.read.puzzle,
                    explain=explain,
                    seconds=seconds,
                    progress=bound(progress, each.read),
                )
                if solution.outcome is Outcome.NONE:
                    result.errors.append(NoSolutionToPrint(each.read.place))
                    continue
            result.puzzles.append((each, solution))
    except XlnonoError as error:
        result.errors.append(error)
    return placed(result)


def entry_of(printable: Printable, solution: Solution, language: Language) -> Entry:
    """The puzzle as a book shows it."""
    about = printable.about
    facts = []
    if about.author:
        facts.append(_BY.of(language, author=_shown(about.author)))
    facts += [_shown(text) for text in (about.copyright, about.licence, about.source) if text]
    remark = ""
    if solution.outcome is not Outcome.UNIQUE:
        remark = (_SEVERAL if solution.outcome is Outcome.MULTIPLE else _UNDECIDED).of(language)
    return Entry(
        _shown(printable.title),
        tuple(facts),
        solution.puzzle,
        _grade(solution, language),
        solution.known,
        remark,
    )


def _grade(solution: Solution, language: Language) -> str:
    if solution.difficulty is not None:
        return rated(solution.difficulty.rating, language)
    return not_graded(solution, language) or outcome_name(solution.outcome, language)


def _shown(text: str) -> str:
    return safe(text)[:_LONGEST]
