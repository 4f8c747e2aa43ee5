"""The command that solves many workbooks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from threading import Event
from types import FrameType

from xlnono.batch import Settings, run
from xlnono.batch.journal import journal_in
from xlnono.batch.worker import failed
from xlnono.cli.batch_progress import BatchProgress
from xlnono.cli.exit_codes import DONE, FAILED, NOT_UNIQUE, SIGNALLED, STOPPED
from xlnono.cli.interrupt import handling, stop
from xlnono.cli.messages import counted, text
from xlnono.cli.output import complain, print_errors, say
from xlnono.cli.source_arguments import look_up
from xlnono.cli.summary_line import Tally, solved
from xlnono.errors import XlnonoError
from xlnono.jobs.results import Result
from xlnono.jobs.sources import Job, check_apart
from xlnono.jobs.targets import ResultChanged, refusals
from xlnono.language import Language
from xlnono.model.solution import Outcome
from xlnono.places import Place
from xlnono.records import NamedTuple
from xlnono.report import check_report, write_report


class BatchOptions(NamedTuple):
    """The options of the command line other than the settings for solving."""

    out: Path
    report: Path | None
    pattern: str | None
    processes: int | None
    scheduler: str | None
    resume: bool
    dry_run: bool
    quiet: bool
    json: bool


def batch(
    sources: Sequence[str], settings: Settings, options: BatchOptions, language: Language
) -> int:
    """Solve workbooks and print the results; returns the exit code."""
    try:
        jobs, errors = look_up(
            sources,
            options.out,
            language,
            writing=True,
            pattern=options.pattern,
            quiet=options.quiet or options.json,
        )
        if options.report is not None:
            check_apart(options.report, sources, options.out)
            if not options.dry_run:
                paths = ((job.source, job.target) for job in jobs)
                check_report(options.report, filter(None, chain.from_iterable(paths)))
        faults = [failed(Job(Path(error.place.file or ""), None), error) for error in errors]
        with journal_in(
            options.out, settings, resume=options.resume, reading=options.dry_run
        ) as journal:
            done = {job.source for job in jobs if options.resume and journal.done(job)}
            # A workbook that is done has an unchanged result, so it is not looked up again.
            todo = [job for job in jobs if job.source not in done]
            refused: dict[Path, XlnonoError] = {
                job.source: ResultChanged(target=job.target)
                for job in todo
                if journal.has_changed(job)
            }
            if options.dry_run:
                refused = refusals(todo) | refused
            faults += [failed(job, refused[job.source]) for job in jobs if job.source in refused]
            jobs = [job for job in jobs if job.source not in refused]
            for fault in faults:
                _print_result(fault, options, language)
            if options.dry_run:
                _preview(jobs, done, options, language)
                return FAILED if faults else DONE
            todo = [job for job in todo if job.source not in refused]
            request = _Stop(language)
            results = run(
                journal.starting(todo),
                settings,
                processes=options.processes,
                scheduler=options.scheduler,
                stop=request.event,
            )
            with (
                closing(results),
                closing(
                    BatchProgress(len(todo), language, quiet=options.quiet, json=options.json)
                ) as progress,
                handling(request),
            ):
                for result in journal.recorded(results):
                    progress.add(result)
                    _print_result(result, options, language)

            def everything() -> Iterator[Result]:
                return chain(faults, journal.results(jobs))

            code = DONE
            if options.report is not None:
                try:
                    write_report(options.report, everything, language)
                except XlnonoError as error:
                    complain(error, language)
                    options, code = options._replace(report=None), FAILED
            left, seconds = len(todo) - progress.workbooks, progress.seconds
            code = max(code, _sum_up(everything(), options, len(done), seconds, language))
            if left:
                say(text("batch-stopped", language, left=left), error=True)
                return request.code
            return code
    except XlnonoError as error:
        complain(error, language)
        return FAILED


class _Stop:
    """A signal handler: the first signal stops the batch gently, the next one at once."""

    def __init__(self, language: Language) -> None:
        self.event = Event()
        self.code = STOPPED
        self._language = language

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self.event.is_set():
            stop(number)
        self.event.set()
        self.code = SIGNALLED + number
        # The signal may have interrupted a write to the same stream.
        with suppress(RuntimeError):
            say(text("batch-stopping", self._language), error=True)


def _preview(
    jobs: Sequence[Job], done: set[Path], options: BatchOptions, language: Language
) -> None:
    for job in jobs:
        before = job.source in done
        if options.json:
            facts = {"source": str(job.source), "target": str(job.target), "done": before}
            say(json.dumps(facts), whole=True)
        elif not options.quiet:
            key = "batch-already" if before else "would-write"
            say(text(key, language, source=job.source, target=job.target))
    if not (options.quiet or options.json):
        say(counted("batch-preview", len(jobs) - len(done), language, done=len(done)))


def _print_result(result: Result, options: BatchOptions, language: Language) -> None:
    if options.json:
        say(result.to_json(ascii_only=True), whole=True)
        return
    print_errors(
        (
            (mistake.code, f"{place.named(language)}: {mistake.message(language)}")
            for mistake in result.mistakes
            for place in [Place(result.source, mistake.sheet, mistake.cell, mistake.grid)]
        ),
        language,
    )
    if not options.quiet:
        for located in result.typing_mistakes:
            # A puzzle file has neither a sheet nor a place on one.
            sheet, grid = (located.sheet, located.grid) if located.sheet else (None, None)
            place = Place(result.source, sheet, grid=grid)
            first, *others = located.messages[language].split("\n")
            say(text("located", language, place=place.named(language), said=first))
            for line in others:
                say(text("remark", language, remark=line), hanging=4)
        for repairs in result.repairs:
            place = Place(result.source, repairs.sheet, grid=repairs.grid)
            said = repairs.messages[language]
            say(text("located", language, place=place.named(language), said=said))


def _sum_up(
    results: Iterator[Result],
    options: BatchOptions,
    before: int,
    seconds: float,
    language: Language,
) -> int:
    """Print the totals; returns the exit code."""
    tally = Tally()
    for result in results:
        tally.add(
            (puzzle.outcome for puzzle in result.puzzles),
            ((mistake.sheet, mistake.grid) for mistake in result.mistakes),
            written=result.target is not None,
        )
    if not (options.quiet or options.json):
        say(solved(tally, options.out, language, earlier=before, seconds=seconds))
        if options.report is not None:
            say(text("written", language, path=options.report))
    if tally.errors:
        return FAILED
    return DONE if set(tally.outcomes) <= {Outcome.UNIQUE} else NOT_UNIQUE
