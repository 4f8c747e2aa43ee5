"""The report as a table of plain text (.csv) and as lines of JSON (.jsonl)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from xlnono.jobs.corrections import TypingMistakes
from xlnono.jobs.picture_repairs import PictureRepairs
from xlnono.jobs.results import Mistake, PuzzleResult, Result
from xlnono.language import Language
from xlnono.places import Place
from xlnono.report.messages import WORDS
from xlnono.report.showing import readable
from xlnono.safe_text import safe
from xlnono.wording import explained_name, grade_name, outcome_name, rated

_HEADINGS = (
    *("Workbook", "Sheet", "Rows", "Columns", "Outcome", "Grade", "Rating", "At least"),
    *("Explanation", "Steps", "Rounds", "Time", "Engine", "Solved file", "Code", "What is wrong"),
    "Grid",
)
_STARTS_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def write_lines(stream: BinaryIO, results: Iterator[Result]) -> None:
    """Write a line of JSON for each result, in UTF-8; `Result.from_json` reads it."""
    for result in results:
        # In a name that is not valid Unicode, \udcXX stays, which is how JSON escapes it.
        stream.write(result.to_json().encode("utf-8", "backslashreplace") + b"\n")


def write_table(stream: BinaryIO, results: Iterator[Result], language: Language) -> None:
    """Write a row for each puzzle, and one for each puzzle, sheet or workbook with errors."""
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", newline="")
    try:
        table = csv.writer(text)
        table.writerow([WORDS[heading].of(language) for heading in _HEADINGS])
        for result in results:
            proposed: list[TypingMistakes | PictureRepairs] = [
                *result.typing_mistakes,
                *result.repairs,
            ]
            located = {(found.sheet, found.grid): found.messages[language] for found in proposed}
            for puzzle in result.puzzles:
                mistyped = located.pop((puzzle.sheet, puzzle.grid or ""), "")
                table.writerow(_solved(result, puzzle, mistyped, language))
            places: dict[tuple[str | None, str | None], list[Mistake]] = {}
            for mistake in result.mistakes:
                places.setdefault((mistake.sheet, mistake.grid), []).append(mistake)
            for (sheet, grid), mistakes in places.items():
                table.writerow(_failed(result, sheet, grid, mistakes, language))
            for (title, address), mistyped in located.items():
                table.writerow(_mistyped(result, title, address, mistyped))
    finally:
        # The caller closes the stream.
        text.detach()


def _solved(
    result: Result, puzzle: PuzzleResult, mistyped: str, language: Language
) -> list[str | int | float]:
    return [
        _harmless(safe(result.source)),
        _harmless(safe(puzzle.sheet)),
        puzzle.height,
        puzzle.width,
        outcome_name(puzzle.outcome, language),
        "" if puzzle.grade is None else grade_name(puzzle.grade, language),
        "" if puzzle.rating is None else puzzle.rating,
        "" if puzzle.rating_at_least is None else rated(puzzle.rating_at_least, language),
        "" if puzzle.explained is None else explained_name(puzzle.explained, language),
        "" if puzzle.steps is None else puzzle.steps,
        "" if puzzle.rounds is None else puzzle.rounds,
        f"{puzzle.seconds:.3f}",
        puzzle.engine,
        _harmless(safe(result.target or "")),
        "",
        _harmless(mistyped),
        puzzle.grid or "",
    ]


def _mistyped(result: Result, sheet: str, grid: str, mistyped: str) -> list[str]:
    blank = [""] * (len(_HEADINGS) - 4)
    return [
        _harmless(safe(result.source)),
        _harmless(safe(sheet)),
        *blank,
        _harmless(mistyped),
        grid,
    ]


def _failed(
    result: Result,
    sheet: str | None,
    grid: str | None,
    mistakes: Sequence[Mistake],
    language: Language,
) -> list[str]:
    codes = dict.fromkeys(mistake.code for mistake in mistakes)
    said = "\n".join(_placed(mistake, language) for mistake in mistakes)
    blank = [""] * (len(_HEADINGS) - 5)
    return [
        _harmless(safe(result.source)),
        _harmless(safe(sheet or "")),
        *blank,
        " ".join(codes),
        _harmless(said),
        grid or "",
    ]


def _placed(mistake: Mistake, language: Language) -> str:
    cell = Place(cell=mistake.cell).named(language)
    message = mistake.message(language)
    return f"{cell}: {message}" if cell else message


def _harmless(text: str) -> str:
    """A text that no spreadsheet program mistakes for a formula."""
    shown = readable(text)
    return f"'{shown}" if shown.startswith(_STARTS_FORMULA) else shown
