"""The results of commands that work on puzzles, as fields of JSON."""

from __future__ import annotations

import json

from xlnono.batch.worker import mistakes, result_of
from xlnono.jobs.corrections import typing_mistakes
from xlnono.jobs.picture_repairs import picture_repairs
from xlnono.jobs.results import Result
from xlnono.jobs.workbook import Explained, Hinted, HintResult, JobResult, SolveResult
from xlnono.language import LANGUAGES
from xlnono.model.single_line import LineReport
from xlnono.model.steps import Step
from xlnono.puzzle_sheet.layout import Layout
from xlnono.wording import advice
from xlnono.wording.settled_cell import explanation
from xlnono.wording.single_line import reason


def fields_of(result: JobResult) -> dict[str, object]:
    """What came of a source: the fields of a line of `batch --json`, and any hints."""
    solved = result if isinstance(result, SolveResult) else SolveResult(result.job)
    whole = Result(
        str(result.job.source),
        str(result.job.target) if result.written else None,
        sum(puzzle.solution.seconds for puzzle in solved.puzzles),
        tuple(map(result_of, solved.puzzles)),
        tuple(mistake for error in result.errors for mistake in mistakes(error, result.job.source)),
        tuple(map(typing_mistakes, result.located)),
        tuple(map(picture_repairs, solved.repaired)),
        None if solved.proof is None else str(solved.proof),
    )
    fields: dict[str, object] = json.loads(whole.to_json())
    if isinstance(result, HintResult):
        fields["hints"] = [_hint(each) for each in result.hints]
    return fields


def fields_of_why(found: Explained, source: str) -> dict[str, object]:
    """Why a cell is settled: the steps that lead to it, and all in words."""
    read, why = found
    return {
        "source": source,
        "sheet": read.title,
        "grid": read.layout.grid.address,
        "cell": read.layout.cell(*why.cell),
        "settled": why.settled.value,
        "marked": why.marked.name.lower(),
        "colour": why.colour.name.lower(),
        "steps": [
            {
                "technique": step.technique.value,
                "line": None if step.line is None else step.line.named("en"),
                "fixed": _fixed(step, read.layout),
            }
            for step in why.steps
        ],
        **{
            language: "\n".join(explanation(why, read.puzzle, read.layout, language))
            for language in LANGUAGES
        },
    }


def fields_of_line(report: LineReport) -> dict[str, object]:
    """What each technique deduces from one line; null if no arrangement fits."""
    settled, ends = report.settled, (report.leftmost, report.rightmost)
    leftmost, rightmost = (None if end is None else end.text() for end in ends)
    return {
        "clue": list(report.clue),
        "cells": report.before.text(),
        "settled": None if settled is None else settled.text(),
        "leftmost": leftmost,
        "rightmost": rightmost,
        "cut_short": report.cut_short,
        "steps": [
            {
                "technique": step.technique.value,
                "cells": report.after(step.technique),
                **{language: reason(report, step, language) for language in LANGUAGES},
            }
            for step in report.steps
        ],
    }


def _fixed(step: Step, layout: Layout) -> list[dict[str, str]]:
    return [
        {"cell": layout.cell(row, column), "colour": cell.name.lower()}
        for row, column, cell in step.fixed
    ]


def _hint(found: Hinted) -> dict[str, object]:
    read, hint = found.read, found.hint
    step = hint.step
    return {
        "sheet": read.title,
        "grid": read.layout.grid.address,
        "standing": hint.standing.value,
        "technique": None if step is None else step.technique.value,
        "line": None if step is None or step.line is None else step.line.named("en"),
        "fixed": [] if step is None else _fixed(step, read.layout),
        "wrong": [read.layout.cell(row, column) for row, column in hint.wrong],
        **{language: advice(hint, read.puzzle, read.layout, language, 3) for language in LANGUAGES},
    }
