"""The report as a table of plain text (.csv) and as lines of JSON (.jsonl)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from xlnono.errors import Language, Place
from xlnono.records import Mistake, PuzzleRecord, Record
from xlnono.report.showing import readable
from xlnono.report.words import WORDS
from xlnono.wording import grade_name, outcome_name

_HEADINGS = (
    *("Workbook", "Sheet", "Rows", "Columns", "Outcome", "Grade", "Score", "Steps", "Time"),
    *("Engine", "Solved file", "Code", "What is wrong"),
)
_STARTS_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def write_lines(stream: BinaryIO, records: Iterator[Record]) -> None:
    """A line of JSON for each record, in UTF-8; `Record.from_json` reads it."""
    for record in records:
        # Of a name that is no valid Unicode, \udcXX stays: just what JSON writes for it.
        stream.write(record.to_json().encode("utf-8", "backslashreplace") + b"\n")


def write_table(stream: BinaryIO, records: Iterator[Record], language: Language) -> None:
    """A row for each puzzle, and one for each sheet or workbook on which something went wrong."""
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", newline="")
    try:
        table = csv.writer(text)
        table.writerow([WORDS[language][heading] for heading in _HEADINGS])
        for record in records:
            for puzzle in record.puzzles:
                table.writerow(_solved(record, puzzle, language))
            for sheet in dict.fromkeys(mistake.sheet for mistake in record.mistakes):
                mistakes = [mistake for mistake in record.mistakes if mistake.sheet == sheet]
                table.writerow(_failed(record, sheet, mistakes, language))
    finally:
        # The stream is not ours to close.
        text.detach()


def _solved(record: Record, puzzle: PuzzleRecord, language: Language) -> list[str | int | float]:
    return [
        _harmless(record.source),
        _harmless(puzzle.sheet),
        puzzle.height,
        puzzle.width,
        outcome_name(puzzle.outcome, language),
        "" if puzzle.grade is None else grade_name(puzzle.grade, language),
        "" if puzzle.score is None else round(puzzle.score, 1),
        "" if puzzle.steps is None else puzzle.steps,
        f"{puzzle.seconds:.3f}",
        puzzle.engine,
        _harmless(record.target or ""),
        "",
        "",
    ]


def _failed(
    record: Record, sheet: str | None, mistakes: Sequence[Mistake], language: Language
) -> list[str]:
    codes = dict.fromkeys(mistake.code for mistake in mistakes)
    said = "\n".join(_placed(mistake, language) for mistake in mistakes)
    blank = [""] * (len(_HEADINGS) - 4)
    return [
        _harmless(record.source),
        _harmless(sheet or ""),
        *blank,
        " ".join(codes),
        _harmless(said),
    ]


def _placed(mistake: Mistake, language: Language) -> str:
    cell = Place(cell=mistake.cell).named(language)
    message = mistake.message(language)
    return f"{cell}: {message}" if cell else message


def _harmless(text: str) -> str:
    """A text that no spreadsheet program takes for a formula."""
    shown = readable(text)
    return f"'{shown}" if shown.startswith(_STARTS_FORMULA) else shown
