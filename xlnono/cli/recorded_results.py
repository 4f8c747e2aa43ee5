"""The results of commands that work on puzzles, as fields of JSON."""

from __future__ import annotations

import json

from xlnono.batch.worker import mistakes, result_of
from xlnono.jobs.corrections import typing_mistakes
from xlnono.jobs.picture_repairs import picture_repairs
from xlnono.jobs.results import Result
from xlnono.jobs.workbook import Hinted, HintResult, JobResult, SolveResult
from xlnono.language import LANGUAGES
from xlnono.wording import advice


def fields_of(result: JobResult) -> dict[str, object]:
    """What came of a source: the fields of a line of `batch --json`, and any hints."""
    puzzles = result.puzzles if isinstance(result, SolveResult) else []
    whole = Result(
        str(result.job.source),
        str(result.job.target) if result.written else None,
        sum(solved.solution.seconds for solved in puzzles),
        tuple(map(result_of, puzzles)),
        tuple(mistake for error in result.errors for mistake in mistakes(error)),
        tuple(map(typing_mistakes, result.located)),
        tuple(map(picture_repairs, result.repaired)) if isinstance(result, SolveResult) else (),
    )
    fields: dict[str, object] = json.loads(whole.to_json())
    if isinstance(result, HintResult):
        fields["hints"] = [_hint(each) for each in result.hints]
    return fields


def _hint(found: Hinted) -> dict[str, object]:
    read, hint = found.read, found.hint
    step = hint.step
    return {
        "sheet": read.title,
        "grid": read.layout.grid.address,
        "standing": hint.standing.value,
        "technique": None if step is None else step.technique.value,
        "line": None if step is None or step.line is None else step.line.named("en"),
        "fixed": []
        if step is None
        else [
            {"cell": read.layout.cell(row, column), "colour": cell.name.lower()}
            for row, column, cell in step.fixed
        ],
        "wrong": [read.layout.cell(row, column) for row, column in hint.wrong],
        **{language: advice(hint, read.puzzle, read.layout, language, 3) for language in LANGUAGES},
    }
