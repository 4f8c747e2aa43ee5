"""The command that goes through any number of workbooks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from threading import Event
from types import FrameType
from typing import NamedTuple

from xlnono.batch import Settings, run
from xlnono.batch.journal import journal_in
from xlnono.batch.worker import lost
from xlnono.cli.batch_progress import Progress
from xlnono.cli.interrupt import SIGNALLED, STOPPED, handling, stop
from xlnono.cli.messages import counted, text
from xlnono.cli.output import DONE, FAILED, NOT_UNIQUE, complain, print_errors, say
from xlnono.cli.source_arguments import look_up
from xlnono.cli.summary_line import Tally, solved
from xlnono.errors import XlnonoError
from xlnono.jobs.results import Result
from xlnono.jobs.sources import Job, check_apart
from xlnono.language import Language
from xlnono.model.solution import Outcome
from xlnono.places import Place
from xlnono.report import check_report, write_report


class Wish(NamedTuple):
    """What was asked for on the command line, beside sources and settings."""

    out: Path
    report: Path | None
    pattern: str | None
    processes: int | None
    scheduler: str | None
    resume: bool
    dry_run: bool
    quiet: bool
    json: bool


def batch(sources: Sequence[str], settings: Settings, wish: Wish, language: Language) -> int:
    """Solve workbooks and tell of them; returns the exit code."""
    try:
        jobs, errors = look_up(
            sources,
            wish.out,
            language,
            writing=True,
            pattern=wish.pattern,
            quiet=wish.quiet or wish.json,
        )
        if wish.report is not None:
            check_apart(wish.report, sources, wish.out)
            if not wish.dry_run:
                paths = ((job.source, job.target) for job in jobs)
                check_report(wish.report, filter(None, chain.from_iterable(paths)))
        faults = [lost(Job(Path(error.place.file or ""), None), error) for error in errors]
        with journal_in(wish.out, settings, resume=wish.resume, reading=wish.dry_run) as journal:
            done = {job.source for job in jobs if wish.resume and journal.done(job)}
            for fault in faults:
                _tell(fault, wish, language)
            if wish.dry_run:
                _foretell(jobs, done, wish, language)
                return FAILED if faults else DONE
            todo = [job for job in jobs if job.source not in done]
            asked = _Stop(language)
            results = run(
                journal.begun(todo),
                settings,
                processes=wish.processes,
                scheduler=wish.scheduler,
                stop=asked.event,
            )
            with (
                closing(results),
                closing(
                    Progress(len(todo), language, quiet=wish.quiet, json=wish.json)
                ) as progress,
                handling(asked),
            ):
                for result in journal.kept(results):
                    progress.add(result)
                    _tell(result, wish, language)

            def everything() -> Iterator[Result]:
                return chain(faults, journal.results(jobs))

            code = DONE
            if wish.report is not None:
                try:
                    write_report(wish.report, everything, language)
                except XlnonoError as error:
                    complain(error, language)
                    wish, code = wish._replace(report=None), FAILED
            left, seconds = len(todo) - progress.workbooks, progress.seconds
            code = max(code, _sum_up(everything(), wish, len(done), seconds, language))
            if left:
                say(text("batch-stopped", language, left=left), error=True)
                return asked.code
            return code
    except XlnonoError as error:
        complain(error, language)
        return FAILED


class _Stop:
    """The first signal asks the batch to stop, the next one stops it at once."""

    def __init__(self, language: Language) -> None:
        self.event = Event()
        self.code = STOPPED
        self._language = language

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self.event.is_set():
            stop(number)
        self.event.set()
        self.code = SIGNALLED + number
        # The program may just have been writing itself.
        with suppress(RuntimeError):
            say(text("batch-stopping", self._language), error=True)


def _foretell(jobs: Sequence[Job], done: set[Path], wish: Wish, language: Language) -> None:
    for job in jobs:
        before = job.source in done
        if wish.json:
            facts = {"source": str(job.source), "target": str(job.target), "done": before}
            say(json.dumps(facts), whole=True)
        elif not wish.quiet:
            key = "batch-already" if before else "would-write"
            say(text(key, language, source=job.source, target=job.target))
    if not (wish.quiet or wish.json):
        say(counted("batch-foretold", len(jobs) - len(done), language, done=len(done)))


def _tell(result: Result, wish: Wish, language: Language) -> None:
    if wish.json:
        say(result.to_json(ascii_only=True), whole=True)
        return
    print_errors(
        (
            (mistake.code, f"{place.named(language)}: {mistake.message(language)}")
            for mistake in result.mistakes
            for place in [Place(result.source, mistake.sheet, mistake.cell)]
        ),
        language,
    )


def _sum_up(
    results: Iterator[Result],
    wish: Wish,
    before: int,
    seconds: float,
    language: Language,
) -> int:
    """Say what came of everything; returns the exit code."""
    tally = Tally()
    for result in results:
        tally.add(
            (puzzle.outcome for puzzle in result.puzzles),
            (mistake.sheet for mistake in result.mistakes),
            written=result.target is not None,
        )
    if not (wish.quiet or wish.json):
        say(solved(tally, wish.out, language, earlier=before, seconds=seconds))
        if wish.report is not None:
            say(text("written", language, path=wish.report))
    if tally.errors:
        return FAILED
    return DONE if set(tally.outcomes) <= {Outcome.UNIQUE} else NOT_UNIQUE
